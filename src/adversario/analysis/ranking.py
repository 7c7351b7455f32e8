"""Plays ranked as backgammon players expect it: values, what each costs, chances of outcomes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Generic

from adversario.algorithms.turns import Horizon, search_turns
from adversario.base.errors import InputError
from adversario.game import CHANCE, A, Game, S
from adversario.views.learned.layer import model_of
from adversario.views.learned.model import answers
from adversario.views.tabled import Valued


@dataclass(frozen=True)
class RankedPlay(Generic[A]):
    """A play for the player to move, and what it costs against the best one.

    `searched` if the value is one to the horizon; else it is an estimate, by which the play was
    filtered out. The `chances` are those of outcomes, as far as a model says them.
    """

    action: A
    value: float
    cost: float
    searched: bool
    chances: tuple[float, ...] = ()


@dataclass(frozen=True)
class Ranking(Generic[S, A]):
    """The plays of a state, best first.

    `outcomes` are the utilities that `chances` are about: of at least that much if it is positive,
    of at most that much if it is negative. `filtered` if plays may have been left out below the
    root too, so that the values are not those of expectiminimax.
    """

    game: Game[S, A]
    state: S
    horizon: Horizon
    plays: tuple[RankedPlay[A], ...]
    outcomes: tuple[float, ...]

    @property
    def filtered(self) -> bool:
        """Whether a filter was in use."""
        return self.horizon.turns > 1

    def to_json(self) -> dict[str, Any]:
        """The ranking as JSON. No value is proven: horizons end with estimates."""
        names = [outcome_name(outcome) for outcome in self.outcomes]
        return {
            "game": self.game.name,
            "position": self.game.position(self.state),
            "player": self.game.player_name(self.game.player(self.state)),
            "turns": self.horizon.turns,
            "filtered": self.filtered,
            "proven": False,
            "plays": [
                {
                    "action": self.game.action_name(self.state, play.action),
                    "value": play.value,
                    "cost": play.cost,
                    "searched": play.searched,
                    "chances": dict(zip(names, play.chances, strict=True)),
                }
                for play in self.plays
            ],
        }


def rank_plays(
    game: Game[S, A], state: S | None = None, horizon: Horizon | None = None
) -> Ranking[S, A]:
    """Rank the plays of a state at which a player moves; raises InputError at others."""
    root = game.initial() if state is None else state
    if game.is_terminal(root):
        raise InputError("game.over", state=game.position(root))
    mover = game.player(root)
    if mover == CHANCE:
        raise InputError("ranking.chance", position=game.position(root))
    horizon = Horizon(turns=1) if horizon is None else horizon
    plays = search_turns(game, root, horizon)
    best = plays[0].value
    outcomes = counted_outcomes(game)
    ranked = tuple(
        RankedPlay(
            play.action, play.value, best - play.value, play.searched,
            chances_after(game, game.result(root, play.action), mover, outcomes),
        )
        for play in plays
    )  # fmt: skip
    return Ranking(game, root, horizon, ranked, outcomes)


def counted_outcomes(game: Game[Any, Any]) -> tuple[float, ...]:
    """The outcomes whose chances a model says, wins first; none if it says only values.

    The chance of the least loss follows from the others.
    """
    model = None if isinstance(game, Valued) else model_of(game)  # tables have values only
    given = model.shape.outcomes if model is not None else ()
    if not given or any(-outcome not in given for outcome in given):
        return ()
    wins = [outcome for outcome in given if outcome > 0]
    return (*wins, *(-outcome for outcome in wins[1:]))


def chances_after(
    game: Game[Any, Any], state: Any, player: int, outcomes: tuple[float, ...]
) -> tuple[float, ...]:
    """The chances of outcomes for a player, by the model of the game or the result itself."""
    model = model_of(game)
    if model is None or not outcomes:
        return ()
    if game.is_terminal(state):
        result = float(game.utility(state, player))
        return tuple(
            float(result >= outcome if outcome > 0 else result <= outcome) for outcome in outcomes
        )
    viewer = game.viewer(state)  # type: ignore[attr-defined]
    given = model.shape.outcomes
    shares = answers(model.shape, model.parameters, game, state, viewer)
    at_least = dict(zip(given, [1.0, *shares], strict=True))
    above = dict(zip(given, [*shares, 0.0], strict=True))
    found = []
    for outcome in outcomes:
        own = outcome if viewer == player else -outcome
        reaches = (outcome > 0) == (viewer == player)  # whether at least `own` is asked
        found.append(at_least[own] if reaches else 1 - above[own])
    return tuple(found)


def outcome_name(outcome: float) -> str:
    """As >=2 or <=-2."""
    return f">={outcome:g}" if outcome > 0 else f"<={outcome:g}"
