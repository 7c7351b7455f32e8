"""Pac-Man as a game: rules, features, ghosts, notation and pictures."""

from __future__ import annotations

from collections.abc import Iterator

from adversario.base.appearance import Appearance, Side
from adversario.base.catalogue import message
from adversario.base.errors import IllegalActionError
from adversario.bits import count, indices
from adversario.contract.opponents import Opponents
from adversario.game import CHANCE
from adversario.games.pacman.evaluation import PacmanFeatures
from adversario.games.pacman.ghosts import ghost_kinds
from adversario.games.pacman.notation import NAMES, Sizes, parse_state, state_text
from adversario.games.pacman.picture import maze_svg
from adversario.games.pacman.rules import STOP
from adversario.games.pacman.state import State
from adversario.games.registry import register


@register("pacman")
class Pacman(PacmanFeatures):
    """Pac-Man (player 0) maximises the score; the ghosts, all of them player 1, minimise it.

    `layout` is the name of a maze, a file, or a text of several lines. `ghosts` is their behaviour:
    "minimax" makes their moves player 1's, "random" chance nodes. A percentage also makes chance
    nodes: with that probability the best action by a search of depth 1, otherwise a random one.
    Joined by +, each ghost has its own. If no ghost is player 1's this is a one-player game.

    A step costs a point, food earns 10, all of it 500 more, a scared ghost 200, and being eaten
    costs 500. A ghost never stops, and turns back only at a dead end. A capsule scares all ghosts
    for 40 of their turns: a scared ghost moves only in every second turn, and if Pac-Man meets it,
    it goes home and is no longer scared.
    """

    # Ghosts.

    def chances(self, state: State) -> Iterator[tuple[int, float]]:
        """Uniform probabilities, except for the share of the greedy action."""
        greed, options = self.greeds[state.turn - 1] / 100, self.open_directions(state)
        share, greedy = (1 - greed) / count(options), STOP
        if greed > 0:
            greedy = self.greedy(state)
        for action in indices(options):
            yield action, share + (greed if action == greedy else 0.0)

    def greedy(self, state: State) -> int:
        """The action with the lowest evaluation for Pac-Man, the first in a tie."""
        least, chosen = float("inf"), STOP
        for action in indices(self.open_directions(state)):
            value = self.estimate(self.result(state, action))
            if value < least:
                least, chosen = value, action
        return chosen

    def opponents(self) -> Opponents[State, int]:
        """The kinds of ghosts in this maze, and the scoring of games against them."""

        def is_won(state: State) -> bool:
            return self.is_terminal(state) and not state.caught

        return ghost_kinds(lambda kind: Pacman(self.layout, kind), self.ghost_count, is_won)

    # Notation.

    def player_name(self, player: int) -> str:
        """Pac-Man or the ghosts."""
        return super().player_name(player) if player == CHANCE else ("Pac-Man", "ghosts")[player]

    def action_name(self, state: State, action: int) -> str:
        """up, right, down, left or stop."""
        return NAMES[action]

    def parse_action(self, state: State, text: str) -> int:
        """A direction or stop, which may be shortened to a letter; it must be legal."""
        wanted = text.strip().lower()
        legal = {NAMES[action]: action for action in self.legal(state)}
        for name, action in legal.items():
            if wanted and name.startswith(wanted):
                return action
        raise IllegalActionError(
            "game.illegal",
            action=text.strip(),
            state=self.position(state),
            legal=", ".join(legal) or "-",
        )

    def position(self, state: State) -> str:
        """The variable part of the state, on one line."""
        return state_text(state, self.maze.places, self.ghost_count)

    def parse_position(self, text: str) -> State:
        """The inverse of `position`; the moves played are accepted too."""
        marks = len(self.food_cells), self.capsules
        found = parse_state(text, Sizes(self.maze.cell_at, self.ghost_count, *marks))
        if found is None:
            return super().parse_position(text)
        initial = self.initial()
        return State(*found) if self.ghost_count else State(found[0], *initial[1:4], *found[4:])

    # Pictures.

    def rows(self, state: State) -> list[str]:
        """The maze in the notation of layouts, a scared ghost as g, an eaten Pac-Man as X."""
        rows = [list(row) for row in self.maze.rows]
        for cell, (row, column) in enumerate(self.maze.places):
            capsule = self.capsule_at[cell]
            rows[row][column] = (
                "." if self.has_food(state.food, self.food_at[cell])
                else "o" if capsule >= 0 and state.capsules >> capsule & 1
                else " "
            )  # fmt: skip
        for ghost in range(self.ghost_count):
            row, column = self.maze.places[state.ghosts[ghost]]
            rows[row][column] = "g" if state.scared[ghost] else "G"
        row, column = self.maze.places[state.pacman]
        rows[row][column] = "X" if state.caught else "P"
        return ["".join(row) for row in rows]

    def text(self, state: State) -> str:
        """The maze, and the score below it."""
        return "\n".join([*self.rows(state), f"P {state.score}"])

    def svg(self, state: State) -> str:
        """The maze drawn."""
        return maze_svg(self.rows(state), state.score)

    def appearance(self) -> Appearance:
        """Pac-Man in yellow, and the ghosts, if they are players."""
        sides = Side("Pac-Man", "yellow"), Side(message("side.ghosts"), "red")
        return Appearance(sides[: self.players])

    def points_so_far(self, state: State) -> tuple[int, ...]:
        """Pac-Man's points."""
        return (state.score,)
