"""Impartial games: nim-values by search (Sprague, 1935; Grundy, 1939).

In an impartial game both players have the same actions, and in normal play a player who cannot move
has lost. Such a game is equivalent to a heap of Nim: its nim-value is the smallest nonnegative
integer that is not the nim-value of a successor. The player to move wins if it is not 0. The
nim-value of a sum is the XOR of the nim-values of its parts.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from typing import Any, Generic, NamedTuple

from adversario.base.errors import GameError, InputError, UnsuitableGameError
from adversario.contract.capability import as_capability
from adversario.contract.checking.guard import Guard, require_start
from adversario.contract.nim_values import mex
from adversario.contract.symmetry import Keyed
from adversario.game import A, Game, S, mover_of

MAX_STATES = 1_000_000
"""The default limit on the number of states."""

OPEN = -1
"""The placeholder for the value of a state whose search has not ended."""


def nim_value(game: Game[S, A], state: S | None = None, *, most: int = MAX_STATES) -> int:
    """The nim-value of a state of an impartial game in normal play; by default the initial one.

    Raises UnsuitableGameError if the rules show that the game is of another kind, and InputError if
    there are more than `most` states. That both players have the same actions is not checked: the
    contract has no method for it.
    """
    start = game.initial() if state is None else state
    require_start(game, start)
    return NimValues(game, most=most).of(start)


class _Frame(NamedTuple):
    """A state whose children are being evaluated."""

    key: Hashable
    children: Iterator[Any]
    values: set[int]


class NimValues(Generic[S, A]):
    """The nim-values of a game's states, each computed once and stored by the key of the state."""

    def __init__(self, game: Game[S, A], *, most: int = MAX_STATES) -> None:
        kind = game.kind
        if kind.players != 2 or kind.chance or not kind.is_open:
            raise UnsuitableGameError("impartial.kind", game=game.name)
        self.game, self.rules, self.most = game, Guard(game), most
        self.known: dict[Hashable, int] = {}

    def of(self, state: S) -> int:
        """The nim-value of a state, by depth-first search on a stack, as games may be long."""
        if (key := as_capability(self.game, Keyed).key(state)) in self.known:
            return self.known[key]
        stack = [self._enter(key, state)]
        while True:
            frame = stack[-1]
            child = next(frame.children, None)
            if child is None:
                value = self.known[frame.key] = mex(frame.values)
                stack.pop()
                if not stack:
                    return value
                stack[-1].values.add(value)
            elif (key := as_capability(self.game, Keyed).key(child)) not in self.known:
                stack.append(self._enter(key, child))
            elif self.known[key] == OPEN:
                raise GameError(
                    "impartial.cyclic", game=self.game.name, state=self.game.position(child)
                )
            else:
                frame.values.add(self.known[key])

    def _enter(self, key: Hashable, state: S) -> _Frame:
        if len(self.known) >= self.most:
            raise InputError("impartial.most", game=self.game.name, most=self.most)
        self.known[key] = OPEN
        return _Frame(key, self._children(state), set())

    def _children(self, state: S) -> Iterator[S]:
        game, rules, mover = self.game, self.rules, self.rules.player(state)
        if game.is_terminal(state):
            if rules.utility(state, mover) >= rules.utility(state, 1 - mover):
                raise UnsuitableGameError(
                    "impartial.not_normal", game=game.name, state=game.position(state)
                )
            return
        for action in rules.moves(state):
            child = game.result(state, action)
            if mover_of(game, child) == mover:
                raise UnsuitableGameError(
                    "impartial.turns", game=game.name, state=game.position(state)
                )
            yield child
