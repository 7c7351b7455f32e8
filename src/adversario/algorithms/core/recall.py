"""The positions on the way to a node and of the game before the root, for rules of repetition."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Generic

from adversario.algorithms.core.run import Run
from adversario.base.numbers import Number
from adversario.contract.capability import as_capability
from adversario.contract.repetition import Repeating, draw_utilities
from adversario.game import A, Game, S


class Recall(Generic[S, A]):
    """Which positions of a depth-first search have occurred before.

    A draw is counted at the first recurrence of a position that is below the root: a player who
    can return there once can do so again, so that the value is the same. Positions of the game so
    far, and the root, count as the rule says; so does every one that is forbidden.
    """

    def __init__(self, game: Game[S, A], past: Sequence[S], root: S) -> None:
        hints = as_capability(game, Repeating)
        self.key, self.reversible, self.result = hints.position_key, hints.reversible, game.result
        self.times, self.forbids = game.repetition, game.forbids_repetition
        self.keys: list[Any] = [self.key(state) for state in past]
        self.root = len(self.keys)
        self.draw: Number = draw_utilities(game)[0]
        self.recurs(root, 0)

    def recurs(self, state: S, ply: int) -> bool:
        """Note the state at that ply; return whether its position counts as repeated."""
        keys, here = self.keys, self.root + ply
        del keys[here:]
        key = self.key(state)
        keys.append(key)
        if ply == 0 or keys[here - 1] == key:  # the root, or a pass
            return False
        back = min(self.reversible(state), here)
        below = keys[max(here - back, self.root + 1) : here].count(key)
        before = keys[here - back : self.root + 1].count(key)
        if below and not self.forbids:
            return True
        return 1 + below + before >= self.times

    def is_draw(self, state: S, ply: int) -> bool:
        """Note the state at that ply; return whether its position is a draw by repetition."""
        return self.recurs(state, ply) and not self.forbids

    def allowed(self, state: S, ply: int, actions: Iterator[A]) -> Iterator[A]:
        """The actions that lead to no position that is forbidden."""
        for action in actions:
            if not self.recurs(self.result(state, action), ply + 1):
                yield action


def recall_of(game: Game[S, A], past: Sequence[S], root: S) -> Recall[S, A] | None:
    """What a search of the game has to recall; None if positions may recur."""
    return Recall(game, past, root) if game.repetition else None


def permitted(recall: Recall[S, A] | None, state: S, ply: int, actions: Iterator[A]) -> Iterator[A]:
    """The actions of a state at that ply, without those that a rule of repetition forbids."""
    if recall is None or not recall.forbids:
        return actions
    return recall.allowed(state, ply, actions)


def stuck_value(run: Run[S, A], recall: Recall[S, A] | None, state: S) -> Number:
    """The value of a state without actions, all of which are forbidden; else GameError."""
    if recall is None or not recall.forbids:
        raise run.no_actions(state)
    return recall.draw
