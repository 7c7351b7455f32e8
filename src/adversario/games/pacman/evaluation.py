"""The features of Pac-Man."""

from __future__ import annotations

from adversario.bits import count, indices
from adversario.games.pacman.rules import PacmanRules
from adversario.games.pacman.state import State

FAR = 5
"""The evaluation counts ghosts within this many steps."""

BY_HAND = (1.0, -12.0, -1.5, -60.0, -2.0, 60.0)
"""Weights of the first features, set by hand; greedy ghosts use these."""


class PacmanFeatures(PacmanRules):
    """The rules with features of a state."""

    feature_names = (
        "score", "food", "food_distance", "capsules", "danger", "prey",
        "always", "touched", "ways", "food_near", "capsule_near",
    )  # fmt: skip
    weights = (*BY_HAND, 0, 0, 0, 0, 0)

    def features(self, state: State, player: int) -> tuple[float, ...]:
        """The features for a player.

        First the score, food and its distance, capsules, active ghosts nearby, scared ones within
        reach. The others have no weight unless it is fitted: a constant, active ghosts one step
        away, the directions open to Pac-Man, and how near food and capsules are.
        """
        sign = 1.0 if player == 0 else -1.0
        score, left, distance, capsules, danger, prey = self.basics(state)
        touched, near = 0, 0.0
        for ghost in range(self.ghost_count):
            if state.scared[ghost] == 0:
                touched += self.distances[state.pacman][state.ghosts[ghost]] <= 1
        for index in indices(state.capsules):
            steps = self.distances[state.pacman][self.capsule_cells[index]]
            near = max(near, 1 / (1 + steps))
        return (
            sign * score, sign * left, sign * distance, sign * capsules, sign * danger, sign * prey,
            sign, sign * touched, sign * count(self.walks[state.pacman]),
            sign / (1 + distance), sign * near,
        )  # fmt: skip

    def basics(self, state: State) -> tuple[float, ...]:
        """The first features, for Pac-Man."""
        left = sum(count(word) for word in state.food)
        danger, prey = 0.0, 0.0
        for ghost in range(self.ghost_count):
            steps = max(1, self.distances[state.pacman][state.ghosts[ghost]])
            if state.scared[ghost] == 0:
                danger += max(0, FAR + 1 - steps) / steps
            elif steps < state.scared[ghost]:
                prey += 1 / steps
        return (
            float(state.score), float(left), float(self.food_distance(state)),
            float(count(state.capsules)), danger, prey,
        )  # fmt: skip

    def food_distance(self, state: State) -> int:
        """The steps to the nearest food."""
        for index in self.nearest[state.pacman]:
            if self.has_food(state.food, index):
                return self.distances[state.pacman][self.food_cells[index]]
        return 0

    def estimate(self, state: State) -> float:
        """The evaluation of a state for Pac-Man, by the weights set by hand."""
        if self.is_terminal(state):
            return float(state.score)
        total, found = 0.0, self.basics(state)
        for index in range(len(BY_HAND)):
            total += BY_HAND[index] * found[index]
        return total
