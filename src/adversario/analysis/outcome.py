"""Exact values in words: a win, a draw or a loss, and in how many plies."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, Literal, TypeAlias

from adversario.algorithms.core.answer import Answer, Score
from adversario.base.catalogue import Message, message
from adversario.base.pov import Bound, Pov
from adversario.game import Game

Ending: TypeAlias = Literal["win", "draw", "loss"]

_ENDINGS: dict[int, Ending] = {1: "win", 0: "draw", -1: "loss"}


@dataclass(frozen=True, slots=True)
class Outcome:
    """How the game ends for a player with perfect play, and the plies until then if known."""

    ending: Ending
    plies: int | None = None

    @property
    def words(self) -> Message:
        """The outcome as a verb: "wins in 5 plies"."""
        if self.plies is None or self.ending == "draw":
            return message(f"outcome.{self.ending}")
        return message(f"outcome.{self.ending}_in", plies=self.plies)


def outcome_of(answer: Answer[Any, Any], player: int, *, after: int = 0) -> Outcome | None:
    """The outcome of the state for a player; None if it is not known, or not a win or a loss.

    Its plies count from `after` plies before the state.
    """
    if not answer.proven or answer.value is None or isinstance(answer.value, tuple):
        return None
    found = _outcome(answer.game, answer.value_for(player))
    if found is None or found.plies is None:
        return found
    return replace(found, plies=found.plies + after)


def action_outcome(answer: Answer[Any, Any], score: Score[Any], player: int) -> Outcome | None:
    """The outcome of an action for a player; None if it is not known, or not a win or a loss."""
    if not answer.proven or isinstance(score.value, tuple) or score.bound is not Bound.EXACT:
        return None
    return _outcome(answer.game, answer.score_for(score, player))


def final_outcome(game: Game[Any, Any], state: Any, player: int) -> Outcome | None:
    """The outcome of a finished game for a player; None if it is not a win or a loss."""
    return _outcome(game, Pov.of(game, game.utility(state, player), player, plies=0))


def _outcome(game: Game[Any, Any], pov: Pov) -> Outcome | None:
    """The outcome that an exact value means in a game in which one side wins."""
    if game.players != 2 or not game.kind.has_constant_sum:
        return None
    return Outcome(_ENDINGS[pov.sign], pov.plies)
