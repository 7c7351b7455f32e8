"""Review of games with chance: what each decision cost, and the luck of the dice.

The luck of a roll is the value after it less the mean over all rolls, each by the best play one
turn ahead. What a decision costs is the difference from the best one at the horizon.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Literal

from adversario.algorithms.turns import Horizon, search_turns, value_after
from adversario.base.errors import InputError
from adversario.game import CHANCE, Game
from adversario.native.compiler.problems import NotCompilable
from adversario.native.engines.turns import native_values

ERROR, BLUNDER = 0.02, 0.08
"""The least cost of an error and of a blunder, in points of the stake."""

CLOSE = 0.16
"""The cost below which the other answer of two is close, so that the decision counts."""

MANY = 60
"""The states of a game from which compiling it pays."""

Kind = Literal["play", "offer"]


@dataclass(frozen=True)
class Decision:
    """A decision of a player: what was chosen, what was best, and what that cost.

    `value` is that of the best, and both are in points of the stake. `kind` is "offer" if the
    decision was about the stake itself, and it `counts` unless it was forced or clear.
    """

    state: Any
    player: int
    action: Any
    best: Any
    value: float
    cost: float
    kind: Kind
    counts: bool

    @property
    def mark(self) -> str:
        """Two marks for a blunder, one for an error."""
        return "??" if self.cost >= BLUNDER else "?" if self.cost >= ERROR else ""


@dataclass(frozen=True)
class Fortune:
    """A roll for a player, and its luck in points of the stake."""

    state: Any
    player: int
    outcome: Any
    luck: float


@dataclass
class Performance:
    """What the decisions of a player cost and the luck of the dice, in points of the stake."""

    plays: int = 0
    offers: int = 0
    errors: int = 0
    blunders: int = 0
    cost: float = 0.0
    luck: float = 0.0

    @property
    def rate(self) -> float:
        """The error rate: thousandths of a point for each decision that counts."""
        return 1000 * self.cost / max(1, self.plays + self.offers)

    def add(self, found: Decision | Fortune) -> None:
        """Count a decision or a roll of the player."""
        if isinstance(found, Fortune):
            self.luck += found.luck
            return
        if found.counts:
            self.plays += found.kind == "play"
            self.offers += found.kind == "offer"
        self.errors += found.mark == "?"
        self.blunders += found.mark == "??"
        self.cost += found.cost


def review_dice(
    game: Game[Any, Any],
    moves: Iterable[tuple[Any, Any]],
    *,
    horizon: Horizon | None = None,
    stake: Callable[[Any], float] = lambda state: 1.0,
    offers: Callable[[Any], bool] = lambda state: False,
) -> Iterator[Decision | Fortune]:
    """Yield what every decision of a game cost, and the luck of every roll, in order.

    `moves` are states with the action or outcome there. `stake` is what a point is worth in a
    state, and `offers` says whether a decision is about the stake.
    """
    if game.players != 2 or not game.chance:
        raise InputError("review.dice", game=game.name)
    horizon = Horizon(turns=1) if horizon is None else horizon
    moves = list(moves)
    value = _valuer(game, len(moves))
    for state, action in moves:
        after = game.result(state, action)
        if game.player(state) == CHANCE:
            # Of the player who acts next; before the first roll of a game, of the one who begins.
            player = max(game.player(after), 0) if not game.is_terminal(after) else 0
            gained = value(after, player) - value(state, player)
            yield Fortune(state, player, action, gained / stake(state))
        else:
            yield _decision(game, state, action, horizon, stake(state), offers(state))


def _decision(
    game: Game[Any, Any], state: Any, action: Any, horizon: Horizon, stake: float, offer: bool
) -> Decision:
    """What an action cost."""
    plays = search_turns(game, state, horizon)
    best = plays[0]
    chosen = next(play for play in plays if play.action == action)
    kept = chosen.value
    if not chosen.searched:  # its estimate is not comparable
        player, turns = game.player(state), horizon.turns - 1
        kept = value_after(game, game.result(state, action), player, turns, horizon)
    cost = max(0.0, best.value - kept) / stake
    gap = (best.value - plays[1].value) / stake if len(plays) > 1 else 0.0
    is_first = action == next(iter(game.actions(state)))
    counts = len(plays) > 1 and (not offer or gap < CLOSE or cost > 0 or not is_first)
    return Decision(
        state, game.player(state), action, best.action if cost else action, best.value / stake,
        cost, "offer" if offer else "play", counts,
    )  # fmt: skip


def _valuer(game: Game[Any, Any], states: int) -> Callable[[Any, int], float]:
    """The value of a state one turn ahead, compiled if that pays."""
    if states >= MANY:
        try:
            return native_values(game)
        except NotCompilable:
            pass
    one = Horizon(turns=1)
    return lambda state, player: value_after(game, state, player, 1, one)
