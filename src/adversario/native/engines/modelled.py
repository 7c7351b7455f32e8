"""Players who follow a model, compiled: in the rules themselves their moves become chance.

What `adversario.views.modelled` does to a game by asking Python functions, this does by a class
put before the game's own, so that the rules and the models compile together. A model has this form
if it is made of three ways to choose, each with its share: any action, those that look best, and
better-looking ones more often (softmax).
"""

from __future__ import annotations

from collections.abc import Iterable
from math import exp, inf
from typing import Any, ClassVar, NamedTuple

from adversario.algorithms.core.limit import Limit
from adversario.algorithms.core.requirements import recommended
from adversario.algorithms.models.models import EpsilonGreedy, Mixture, Searching, Softmax, Uniform
from adversario.algorithms.registry import search as interpreted_search
from adversario.base.numbers import Number
from adversario.contract.capability import has
from adversario.contract.evaluation import Quiescent
from adversario.game import CHANCE, A, Game, S
from adversario.views.layer import Layer, derive
from adversario.views.modelled import Models


class Shares(NamedTuple):
    """How often a player takes any action, one that looks best, one by softmax.

    Looks are the utility or evaluation for `judge`, which the player maximises (sign 1) or
    minimises (-1).
    """

    anything: float = 0.0
    best: float = 0.0
    soft: float = 0.0
    temperature: float = 1.0
    judge: int = 0
    sign: float = 1.0


class Response(Layer[S, A]):
    """Goes before the class of a game: modelled players are chance. See `response`."""

    chance = True
    shields: ClassVar[frozenset[str]] = frozenset({"player", "chances"})
    """Methods that the rules below call as their own: to them no player is chance."""
    followers: int
    """A bit for each modelled player. What follows is by the number of the player."""
    looking: tuple[bool, ...]
    anything: tuple[float, ...]
    best: tuple[float, ...]
    soft: tuple[float, ...]
    temperature: tuple[float, ...]
    judge: tuple[int, ...]
    sign: tuple[float, ...]

    def player(self, state: S) -> int:
        """Chance in place of a modelled player, except where the game is over."""
        mover = super().player(state)  # type: ignore[safe-super]
        if mover >= 0 and self.followers >> mover & 1 and not self.is_terminal(state):
            mover = CHANCE
        return mover

    def chances(self, state: S) -> Iterable[tuple[A, Number]]:
        """The outcomes of chance, or the actions of a modelled player with their probabilities."""
        mover = super().player(state)  # type: ignore[safe-super]
        if mover == CHANCE:
            for outcome, probability in super().chances(state):
                yield outcome, float(probability)
        else:
            number, ties, most, powers = 0, 0, -inf, 0.0
            for action in self.actions(state):
                number += 1
                if self.looking[mover]:
                    look = self.look(state, action, mover)
                    if look > most:
                        powers *= exp((most - look) / self.temperature[mover])
                        most, ties = look, 0
                    if look == most:
                        ties += 1
                    powers += exp((look - most) / self.temperature[mover])
            for action in self.actions(state):
                share = self.anything[mover] / number
                if self.looking[mover]:
                    look = self.look(state, action, mover)
                    if look == most:
                        share += self.best[mover] / ties
                    if self.soft[mover] > 0:
                        power = exp((look - most) / self.temperature[mover])
                        share += self.soft[mover] * power / powers
                yield action, share

    def look(self, state: S, action: A, mover: int) -> float:
        """The utility or evaluation, to the player who moves, of the state after an action."""
        after, judge = self.result(state, action), self.judge[mover]
        over = self.is_terminal(after)
        worth = self.utility(after, judge) if over else self.evaluate(after, judge)
        return self.sign[mover] * float(worth)


def response(game: Game[S, A], models: Models[S, A]) -> Response[S, A] | None:
    """The game as `against` has it, by rules that can be compiled; None if a model cannot be.

    A belief cannot: it changes with every move. Nor can models that are any function of Python's.
    """
    found = {player: shares_of(game, model, player) for player, model in models.items()}
    shares = {player: each for player, each in found.items() if each is not None}
    if len(shares) < len(models) or not set(models) <= set(range(game.players)):
        return None
    every = [shares.get(player, Shares()) for player in range(game.players)]
    columns = {name: tuple(getattr(each, name) for each in every) for name in Shares._fields}
    followers = sum(1 << player for player in shares)
    looking = tuple(each.best > 0 or each.soft > 0 for each in every)
    view: Any = derive(
        game, Response, chance=True, followers=followers, looking=looking, **columns
    )  # fmt: skip
    return view  # type: ignore[no-any-return]


def shares_of(game: Game[Any, Any], model: Any, player: int) -> Shares | None:
    """The shares of which a model of a player is made; None if it is something else."""
    if isinstance(model, Mixture):
        return _mixed([(shares_of(game, part, player), float(w)) for part, w in model.parts if w])
    if getattr(model, "game", None) is not game or getattr(model, "evaluate", None) is not None:
        return None
    shares = None
    if isinstance(model, Uniform):
        shares = Shares(anything=1.0, judge=player)
    elif isinstance(model, EpsilonGreedy):
        epsilon = float(model.epsilon)
        shares = Shares(anything=epsilon, best=1 - epsilon, judge=player)
    elif isinstance(model, Softmax):
        shares = Shares(soft=1.0, temperature=float(model.temperature), judge=player)
    elif isinstance(model, Searching) and _looks_once(model):
        many = recommended(game) == "maxn"
        judge, sign = (player, 1.0) if many else (0, 1.0 if game.same_side(player, 0) else -1.0)
        shares = Shares(best=1.0, judge=judge, sign=sign)
    return shares


def _looks_once(model: Searching[Any, Any]) -> bool:
    """Whether a search is to depth 1 and no farther: then its values are looks."""
    plain = model.how is interpreted_search and model.algorithm is None and not model.options
    return plain and model.limit == Limit(depth=1) and not has(model.game, Quiescent)


def _mixed(parts: list[tuple[Shares | None, float]]) -> Shares | None:
    """The shares of a mixture; None if its parts look at actions in different ways."""
    known = [(part, weight) for part, weight in parts if part is not None]
    looking = {(part.judge, part.sign) for part, _ in known if part.best or part.soft}
    heats = {part.temperature for part, _ in known if part.soft}
    if len(known) < len(parts) or len(looking) > 1 or len(heats) > 1:
        return None
    judge, sign = next(iter(looking), (0, 1.0))
    return Shares(
        anything=sum(weight * part.anything for part, weight in known),
        best=sum(weight * part.best for part, weight in known),
        soft=sum(weight * part.soft for part, weight in known),
        temperature=next(iter(heats), 1.0),
        judge=judge,
        sign=sign,
    )
