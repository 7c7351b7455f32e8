"""Rounds of simultaneous moves, solved backwards by the matrix of each round, exactly.

If players see everything but the choices of the round, what was played before does not matter:
every state between two rounds is worth the value of a matrix game whose entries are the values of
the states that follow (Shapley 1953, for games without an end). Equal states are solved once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Generic, NamedTuple

from adversario.base.distribution import Distribution
from adversario.base.errors import InputError
from adversario.base.progress import Watcher
from adversario.base.stop import Stop, StoppedError
from adversario.contract.checking.guard import Guard, require_start
from adversario.contract.information.rounds import is_unseen
from adversario.game import CHANCE, A, Game, Information, S
from adversario.solve.equilibrium.matrix.game import to_exact
from adversario.solve.equilibrium.matrix.pure import guarantee
from adversario.solve.equilibrium.tree.exact import exact_probability


class RoundsProgress(NamedTuple):
    """How far it has come."""

    states: int
    """The states solved so far."""


@dataclass(frozen=True)
class Round(Generic[A]):
    """A state between two rounds: its value to the first player, and how to play it."""

    value: Fraction
    choices: tuple[Distribution[A] | None, Distribution[A] | None]
    """Of both players; None for a player who has nothing to choose."""


@dataclass(frozen=True)
class Rounds(Generic[S, A]):
    """All states that can be reached between rounds."""

    game: Game[S, A]
    start: S
    rounds: Mapping[S, Round[A]]
    matrices: int
    """The rounds in which both players choose."""

    @property
    def value(self) -> Fraction:
        """What the first player gets from the start on."""
        return self.rounds[self.start].value

    def __getitem__(self, state: S) -> Round[A]:
        return self.rounds[state]


def solve_rounds(
    game: Game[S, A], state: S | None = None, *,
    on_progress: Callable[[RoundsProgress], None] | None = None, stop: Stop | None = None,
) -> Rounds[S, A]:  # fmt: skip
    """The value of a game of two players with a constant sum, and of every state between rounds.

    All is seen but the choices of the round (`simultaneous`, with perfect information). InputError
    for other games. StoppedError if `stop` is set, as half of the states are of no use.
    """
    kind = game.kind
    if (
        kind.information is not Information.PERFECT
        or game.players != 2
        or not kind.has_constant_sum
    ):
        raise InputError("equilibrium.no_rounds", game=game.name)
    start = game.initial() if state is None else state
    require_start(game, start)
    solver = _Solver(game, Watcher(on_progress, stop))
    solver.value(start)
    return Rounds(game, start, solver.rounds, solver.matrices)


REPORTED = 100
"""The number of states between two reports."""


class _Solver:
    """The states solved so far."""

    def __init__(self, game: Game[Any, Any], watcher: Watcher[RoundsProgress]) -> None:
        self.game, self.watcher = game, watcher
        self.guard = Guard(game)
        self.rounds: dict[Any, Round[Any]] = {}
        self.matrices = 0

    def value(self, start: Any) -> Fraction:
        """The value of a state; the states below it are solved first, without recursion."""
        stack = [start]
        while stack:
            state = stack[-1]
            if state in self.rounds:
                stack.pop()
                continue
            table = self.following(state)
            missing = [after for row in table for after in row if after not in self.rounds]
            if missing:
                stack += missing
                continue
            stack.pop()
            self.rounds[state] = self.solve(state, table)
            if len(self.rounds) % REPORTED == 0:
                if self.watcher.is_stopped():
                    raise StoppedError
                self.watcher.report(RoundsProgress(len(self.rounds)))
        return self.rounds[start].value

    def following(self, state: Any) -> list[list[Any]]:
        """The states after the round: a row for each choice of the player asked first."""
        game, guard = self.game, self.guard
        if guard.is_terminal(state):
            return []
        if guard.player(state) == CHANCE:
            return [[guard.result(state, outcome) for outcome, _ in guard.chances(state)]]
        table: list[list[Any]] = []
        for action in guard.actions(state):
            after = guard.result(state, action)
            if is_unseen(game, state, after):
                row = [guard.result(after, reply) for reply in guard.actions(after)]
                if any(is_unseen(game, after, then) for then in row):
                    raise InputError("equilibrium.no_rounds", game=game.name)
                table.append(row)
            else:
                table.append([after])
        if len({len(row) for row in table}) != 1:
            raise InputError("equilibrium.no_rounds", game=game.name)
        return table

    def solve(self, state: Any, table: list[list[Any]]) -> Round[Any]:
        """The value of a state by those that follow."""
        guard = self.guard
        if not table:
            return Round(Fraction(to_exact(guard.utilities(state)[0])), (None, None))
        values = [[self.rounds[after].value for after in row] for row in table]
        mover = guard.player(state)
        if mover == CHANCE:
            shares = [exact_probability(share) for _, share in guard.chances(state)]
            pairs = zip(shares, values[0], strict=True)
            return Round(sum((p * value for p, value in pairs), Fraction(0)), (None, None))
        actions = list(guard.actions(state))
        after = guard.result(state, actions[0])
        together = is_unseen(self.game, state, after)
        replies = list(guard.actions(after)) if together else [None]
        if mover == 1:
            values = [[-value for value in row] for row in values]
        matrix = tuple(map(tuple, values))
        level, own = guarantee(matrix)
        _, other = guarantee(
            tuple(tuple(-value for value in column) for column in zip(*matrix, strict=True))
        )
        self.matrices += together
        mixtures = (
            Distribution(zip(actions, own, strict=True)),
            Distribution(zip(replies, other, strict=True)) if together else None,
        )
        value = -level if mover == 1 else level
        return Round(value, mixtures if mover == 0 else (mixtures[1], mixtures[0]))
