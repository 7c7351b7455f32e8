"""Hints for searches and solvers of Othello: evaluation, bounds, the last squares."""

from __future__ import annotations

from collections.abc import Iterator

from adversario.bits import bit, count, invert
from adversario.games.boards.othello.discs import moves, neighbours
from adversario.games.boards.othello.endgame import odd_quarters, play_out
from adversario.games.boards.othello.estimate import (
    FLAT,
    NAMES,
    PHASES,
    TERMS,
    estimate,
    features,
    phase_of,
    regions,
    scale,
)
from adversario.games.boards.othello.patterns import pattern_indices, stage_of
from adversario.games.boards.othello.rules import PASS, OthelloRules, State
from adversario.games.boards.othello.stable import stable

FINISH = 6
"""With at most this many empty squares, specialised code solves the state."""

KEPT = 9
"""With at least this many empty squares, a state is stored in a table."""

JUDGED = 12
"""With at least this many empty squares, a solver orders moves by the evaluation too."""


class OthelloHints(OthelloRules):
    """The rules with an evaluation, and with hints for solvers."""

    feature_names = tuple(f"{name}_{phase}" for phase in range(PHASES) for name in NAMES)
    weights = FLAT

    def evaluate(self, state: State, player: int) -> float:
        """The expected difference in discs for a player, or the matching share of a win."""
        most = self.size * self.size
        if self.is_as_shipped:
            margin = estimate(state.mover, state.other, self.squares, self.corners)
        else:
            margin = self.weighted_sum(state)
        margin = min(0.95 * most, max(-0.95 * most, margin))
        if not self.by_discs:
            margin /= most
        return margin if player == state.turn else -margin

    @property
    def is_as_shipped(self) -> bool:
        """Whether the weights are those of `estimate`, which skips unweighted features."""
        return self.weights == FLAT

    def weighted_sum(self, state: State) -> float:
        """The evaluation by other weights, for all features."""
        start = TERMS * phase_of(state.mover, state.other, self.squares)
        total, found = 0.0, self.terms(state)
        for index, feature in enumerate(found):
            total += self.weights[start + index] * feature
        return total

    def terms(self, state: State) -> tuple[float, ...]:
        """The features of the phase of a state, for the mover."""
        first = features(state.mover, state.other, self.squares, self.corners)
        return first + regions(state.mover, state.other, self.classes)

    def features(self, state: State, player: int) -> tuple[float, ...]:
        """The features of the phase, among zeros for the other phases, in units of the utility."""
        phase = phase_of(state.mover, state.other, self.squares)
        unit = 1.0 if self.by_discs else 1.0 / (self.size * self.size)
        if player != state.turn:
            unit = -unit
        now = scale(self.terms(state), unit)
        none = scale(now, 0.0)
        return (
            (now if phase == 0 else none) + (now if phase == 1 else none)
            + (now if phase == 2 else none) + (now if phase == 3 else none)
            + (now if phase == 4 else none) + (now if phase == 5 else none)
        )  # fmt: skip

    def patterns(self, state: State, player: int) -> Iterator[int]:
        """The discs on lines and corners, as the player sees them."""
        own = player == state.turn
        return pattern_indices(
            state.mover if own else state.other, state.other if own else state.mover,
            self.size, self.pattern_sizes, self.pairs,
        )  # fmt: skip

    def stage(self, state: State) -> int:
        """By the number of discs."""
        return stage_of(state.mover | state.other)

    def promise(self, state: State, action: int, after: State) -> int:
        """Fastest first: few replies and few potential ones, a corner, an odd quarter.

        The evaluation.
        """
        if action == PASS:
            return 0
        replies = moves(after.mover, after.other) & self.squares
        empty = self.squares & invert(after.mover | after.other)
        score = 100 * count(bit(action) & self.corners)
        score -= 64 * (count(replies) + count(replies & self.corners))
        score -= 4 * count(neighbours(after.other) & empty)
        if bit(action) & odd_quarters(empty ^ bit(action)):
            score += 16
        if count(empty) >= JUDGED:
            score -= int(16 * estimate(after.mover, after.other, self.squares, self.corners))
        return score

    def value_bounds(self, state: State, alpha: int, beta: int) -> tuple[int, int]:
        """The upper bound: all squares but the opponent's stable discs."""
        squares = self.size * self.size
        if not self.by_discs or alpha < squares - 2 * count(state.other):
            return -squares, squares
        safe = stable(state.other, state.mover | state.other, invert(self.squares))
        return -squares, squares - 2 * count(safe)

    def is_worth_keeping(self, state: State) -> bool:
        """Whether enough squares are empty that a search takes longer than a lookup."""
        return count(self.squares & invert(state.mover | state.other)) >= KEPT

    def can_finish(self, state: State) -> bool:
        """Whether few squares are empty."""
        return count(self.squares & invert(state.mover | state.other)) <= FINISH

    def finish(self, state: State, alpha: int, beta: int) -> tuple[int, int]:
        """The value by the code for the last squares.

        With a window of 1 if only the result counts.
        """
        if self.by_discs:
            return play_out(state.mover, state.other, alpha, beta, self.squares)
        margin, nodes = play_out(
            state.mover, state.other, max(-1, alpha), min(1, beta), self.squares
        )
        return min(1, max(-1, margin)), nodes
