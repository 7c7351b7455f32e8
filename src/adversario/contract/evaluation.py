"""Evaluation: estimates of the value of states that are not terminal.

`evaluate`, `features` and their weights are methods and attributes of `Game`, since most games have
them. This file adds quiescence, and patterns, from which evaluations are learned.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import isfinite
from typing import Any, cast

from adversario.base.catalogue import Message, message
from adversario.base.errors import InputError
from adversario.base.numbers import Number
from adversario.contract.capability import Capability, as_capability
from adversario.game import A, Game, S

MAX_PATTERNS = 4096
"""The most patterns of a state."""


class Evaluated(Capability[S, A]):
    """An estimate of states that are not terminal, within `utility_bounds`."""

    evaluate = Game.evaluate
    features = Game.features


class Quiescent(Capability[S, A]):
    """States whose estimates cannot be trusted, and the actions to search there first.

    A search with quiescence follows the noisy actions of a state that is not quiet below its depth
    limit, and uses the estimate as a bound: the player to move may decline all of them.
    """

    def is_quiet(self, state: S) -> bool:
        """Whether the evaluation of this state can be trusted. Default: always."""
        return True

    def noisy_actions(self, state: S) -> Iterable[A]:
        """The legal actions to search in a state that is not quiet."""
        return ()


class Patterned(Capability[S, A]):
    """What a state consists of, as indices into tables: the input of evaluations that are learned.

    A table of n-tuples has an entry for each pattern, and a network a row of its first layer. The
    tables are laid end to end; `pattern_sizes` declares the number of entries of each. With
    `stages`, an evaluation has parameters of its own for each stage of a game, and with `outcomes`,
    all utilities that a game can end with in ascending order, a network may estimate the
    probability of each.

    A game that is another one with something more, such as backgammon with the doubling cube, may
    name that game (`appraised`). It has the patterns, stages and outcomes of that game, whose
    models say how likely each outcome is, and `appraise` says what that is worth.
    """

    def patterns(self, state: S, player: int) -> Iterable[int | tuple[int, Number]]:
        """The indices that are present, as the player sees the state, or pairs of index and value.

        Default: the features that are not 0, each with its value. A game yields indices only, which
        have the value 1, or pairs only.
        """
        features = cast("Game[S, A]", self).features(state, player)
        return [(index, value) for index, value in enumerate(features) if value]

    def viewer(self, state: S) -> int:
        """The player as whom a state is looked at. Default: the player to move, 0 for chance."""
        return max(cast("Game[S, A]", self).player(state), 0)

    def stage(self, state: S) -> int:
        """The stage of the game, from 0 to `stages` - 1."""
        return 0

    def settled(self, state: S, player: int) -> Number:
        """The part of the player's utility that is certain; patterns estimate what is to come."""
        return 0

    def appraise(self, state: S, chance: float, gain: float, loss: float) -> float:
        """The value of a state to its viewer, by what a model of the game `appraised` says of it.

        That is the chance of winning, and the mean utility of games won and loss of games lost.
        """
        return chance * gain - (1 - chance) * loss


def pattern_count(game: Game[Any, Any]) -> int:
    """The number of indices of patterns; raises InputError if the game has nothing to learn from.

    Without patterns of its own a game has as many as it has features.
    """
    count = sum(game.pattern_sizes) or len(game.features(game.initial(), 0))
    if count == 0:
        raise InputError("patterns.none", game=game.name)
    return count


def pattern_problem(game: Game[Any, Any], state: Any, player: int) -> Message | None:
    """What is wrong with the patterns of a state, if anything is."""
    first, second = (list(as_capability(game, Patterned).patterns(state, player)) for _ in range(2))
    if first != second:
        return message("check.indeterminate")
    if len(first) > MAX_PATTERNS:
        return message("check.patterns_many", given=len(first), most=MAX_PATTERNS)
    paired, count = {isinstance(item, tuple) for item in first}, pattern_count(game)
    if len(paired) > 1:
        return message("check.patterns_mixed")
    for item in first:
        index, value = item if isinstance(item, tuple) else (item, 1)
        if type(index) is not int or not 0 <= index < count:
            return message("check.pattern", given=index, most=count - 1)
        if not isfinite(value):
            return message("check.pattern_value", given=value)
    return None
