"""Review of a played game: the value of every position, and the mistakes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from adversario.algorithms.core.limit import Limit
from adversario.analysis.assess import assess
from adversario.analysis.outcome import Outcome, final_outcome, outcome_of
from adversario.base.catalogue import Message, message
from adversario.base.numbers import Number, show
from adversario.base.pov import Pov
from adversario.game import CHANCE, Game

Verdict = Literal["", "?", "??"]

MISTAKE, BLUNDER = 0.1, 0.4
"""The least loss, as a share of the range of utilities, of a mistake and of a blunder."""

UNITS = (1.0, 3.0)
"""The least loss of a mistake and of a blunder in units of the estimate, if the game has one."""

DECIDED = 10.0
"""The units beyond which a game is as good as decided, and differences do not matter."""

LONGEST_REPLY = 8
"""The most plies of a refutation that are shown."""


@dataclass(frozen=True)
class MoveReview:
    """A reviewed move: the value of the position before it, and the value of the action played.

    `value` and `kept` are to the player who moved, and `kept_pov` is `kept` with its point of view.
    `best` is the action that keeps the value, and `line` the best reply to the action played.
    `outcome` and `kept_outcome` are how the game ends before and after the move, if that is known.
    """

    state: Any
    mover: int
    action: Any
    best: Any
    value: Number
    kept_pov: Pov
    proven: bool
    line: tuple[Any, ...]
    verdict: Verdict
    outcome: Outcome | None = None
    kept_outcome: Outcome | None = None

    @property
    def kept(self) -> Number:
        """The value of the action played, to the player who moved."""
        return self.kept_pov.value


def review(
    game: Game[Any, Any], states: Sequence[Any], actions: Sequence[Any], limit: Limit
) -> Iterator[MoveReview]:
    """Yield a review of every move of the players in a game, each analysed within the limit."""
    for state, action in zip(states, actions, strict=False):
        if not game.is_terminal(state) and game.player(state) != CHANCE:
            yield review_move(game, state, action, limit)


def review_move(
    game: Game[Any, Any], state: Any, action: Any, limit: Limit, *, may_compile: bool = True
) -> MoveReview:
    """Compare an action with the best one."""
    mover = game.player(state)
    here = assess(game, state, limit=limit, may_compile=may_compile)
    outcome = outcome_of(here, mover)
    value = here.value_for(mover).value
    after = game.result(state, action)
    if action in here.best_actions:
        kept, proven, line, kept_outcome = value, here.proven, (), outcome
    elif game.is_terminal(after):
        kept, proven, line = game.utility(after, mover), True, ()
        kept_outcome = final_outcome(game, after, mover)
    else:
        there = assess(game, after, limit=limit, may_compile=may_compile)
        kept, proven = there.value_for(mover).value, there.proven
        line, kept_outcome = there.principal_variation, outcome_of(there, mover, after=1)
    value = max(value, kept)  # the search after the action looks one ply further
    return MoveReview(
        state=state, mover=mover, action=action,
        best=action if kept >= value else here.action, value=value,
        kept_pov=Pov.of(game, kept, mover), proven=here.proven and proven, line=line,
        verdict=judge(game, value, kept, outcome, kept_outcome),
        outcome=outcome, kept_outcome=kept_outcome,
    )  # fmt: skip


def judge(
    game: Game[Any, Any],
    value: Number,
    kept: Number,
    outcome: Outcome | None = None,
    kept_outcome: Outcome | None = None,
) -> Verdict:
    """The verdict on a move that keeps `kept` of a value; by the outcomes if both are known.

    Then a move that throws away a win or a draw is a blunder, and any other is none, however long
    the game takes.
    """
    if outcome is not None and kept_outcome is not None:
        return "??" if kept_outcome.ending != outcome.ending else ""
    low, high = game.utility_bounds or (-1, 1)
    if unit := game.estimate_unit:
        mistake, blunder = UNITS
        lost = _in_units(value, unit) - _in_units(kept, unit)
    else:
        mistake, blunder = MISTAKE, BLUNDER
        lost = float(value - kept) / (float(high - low) or 1.0)
    return "??" if lost >= blunder else "?" if lost >= mistake else ""


def _in_units(value: Number, unit: float) -> float:
    return min(DECIDED, max(-DECIDED, float(value) / unit))


def show_value(game: Game[Any, Any], value: Number) -> str:
    """A value as people write it: estimates in units of the game, such as pawns."""
    if not game.estimate_unit or value in (game.utility_bounds or ()) or value == 0:
        return show(value)
    return f"{float(value) / game.estimate_unit:+.2f}"


def explain_mistake(game: Game[Any, Any], found: MoveReview) -> Message:
    """A mistake in words: by the outcomes if they are known, otherwise by values and the reply."""
    played = game.action_name(found.state, found.action)
    best = game.action_name(found.state, found.best)
    if found.outcome is not None and found.kept_outcome is not None:
        name = f"review.{found.kept_outcome.ending}_for_{found.outcome.ending}"
        return message(name, action=played, best=best)
    return message(
        "play.refuted", action=played, kept=show(found.kept), value=show(found.value), best=best,
        line=" ".join(reply_names(game, found)) or message("play.no_line"),
    )  # fmt: skip


def reply_names(game: Game[Any, Any], found: MoveReview) -> list[str]:
    """The reply to a move, and the line that follows, in the game's notation."""
    names, state = [], game.result(found.state, found.action)
    for action in found.line[:LONGEST_REPLY]:
        names.append(game.action_name(state, action))
        state = game.result(state, action)
    return names
