"""Guidance: hints to search promising actions first, or to skip hopeless ones."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from adversario.base.catalogue import Message, message
from adversario.base.numbers import Number
from adversario.contract.capability import Capability, as_capability
from adversario.game import A, Game, S


class Guided(Capability[S, A]):
    """Prior weights of actions, for Monte Carlo tree search (PUCT) and guided rollouts."""

    def priors(self, state: S) -> Iterable[Number]:
        """A weight for each action, in the order of `actions`. Default: nothing is known.

        No weight is negative, and they need not add up to 1.
        """
        return ()


class Indexed(Capability[S, A]):
    """Numbers for the actions of all positions together, from 0 to `action_count` - 1.

    What is learned of an action in one position is then known of it in others. Actions of one
    position have different numbers.
    """

    def action_index(self, state: S, action: A) -> int:
        """The number of an action. Default: the action itself, which is a number from 0."""
        number: Any = action
        return int(number)


def index_problem(game: Game[S, A], state: S, actions: Sequence[A]) -> Message | None:
    """What is wrong with the numbers of the actions of a state, if anything is."""
    index, used = as_capability(game, Indexed).action_index, set[int]()
    for action in actions:
        given: object = index(state, action)
        if type(given) is not int or not 0 <= given < game.action_count:
            return message("check.action_index", given=given, most=game.action_count - 1)
        if given in used:
            return message("check.action_index_twice", given=given)
        used.add(given)
    return None


class Passable(Capability[S, A]):
    """Null moves, for a game in which passing is hardly ever best."""

    def pass_turn(self, state: S) -> S:
        """The state with the other player to move, for searches that try a null move.

        A state in which passing makes no sense is returned unchanged, which is the default.
        """
        return state


class Selective(Capability[S, A]):
    """Which actions matter most, for searches that look deeper there and less deep elsewhere."""

    def urgency(self, state: S, action: A) -> int:
        """How urgent an action is: 0 if it is quiet, which is the default.

        Noisy actions, which change the estimate at once, are above 0, the most promising with the
        greatest number; those that lose by it are below 0. They are tried first and last.
        """
        return 0

    def is_forced(self, state: S) -> bool:
        """Whether the player to move has to react, as to a check. Default: never.

        Such a state is searched deeper, is never valued by its estimate, and nothing is pruned
        there. If the game has `noisy_actions`, those of a forced state are all of its actions.
        """
        return False
