"""Models of a player: a function from each state to the probabilities of the player's actions.

Any function from a state to a `Distribution` of its actions is a model. These are the usual ones.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import exp
from typing import Any, Generic, Protocol

from adversario.algorithms.core.answer import Result
from adversario.algorithms.core.limit import Limit
from adversario.algorithms.core.run import Evaluation
from adversario.algorithms.registry import search
from adversario.base.distribution import Distribution, exact_quotient
from adversario.base.errors import InputError
from adversario.base.numbers import Number
from adversario.game import A, Game, S
from adversario.views.beliefs import Model


class Behaviour(ABC, Generic[S, A]):
    """The base class of models."""

    @abstractmethod
    def __call__(self, state: S) -> Distribution[A]:
        """The probability of each action of a state in which the modelled player moves."""


@dataclass(frozen=True, eq=False)
class Uniform(Behaviour[S, A]):
    """All actions are equally likely."""

    game: Game[S, A]

    def __call__(self, state: S) -> Distribution[A]:  # noqa: D102
        return Distribution.uniform(self.game.actions(state))


@dataclass(frozen=True, eq=False)
class EpsilonGreedy(Behaviour[S, A]):
    """The action that looks best, but with probability `epsilon` any action, uniformly.

    An action is rated by the utility, or the evaluation, of the next state; ties are shared.
    """

    game: Game[S, A]
    epsilon: Number = 0
    evaluate: Evaluation[S] | None = None

    def __post_init__(self) -> None:
        if not 0 <= self.epsilon <= 1:
            raise InputError("models.epsilon", given=self.epsilon)

    def __call__(self, state: S) -> Distribution[A]:  # noqa: D102
        worth = looks(self.game, state, self.evaluate)
        best = [action for action, value in worth.items() if value == max(worth.values())]
        greedy, any_one = Distribution.uniform(best), Distribution.uniform(worth)
        return mix([(greedy, 1 - self.epsilon), (any_one, self.epsilon)])


@dataclass(frozen=True, eq=False)
class Softmax(Behaviour[S, A]):
    """Actions with probabilities proportional to exp(rating / temperature).

    A low temperature is greedy, a high one uniform (Luce's choice rule, 1959).
    """

    game: Game[S, A]
    temperature: Number = 1
    evaluate: Evaluation[S] | None = None

    def __post_init__(self) -> None:
        if not self.temperature > 0:
            raise InputError("models.temperature", given=self.temperature)

    def __call__(self, state: S) -> Distribution[A]:  # noqa: D102
        worth = looks(self.game, state, self.evaluate)
        most = max(worth.values())  # subtracted, so that the exponentials do not overflow
        powers = {
            a: exp(float(value - most) / float(self.temperature)) for a, value in worth.items()
        }
        total = sum(powers.values())
        return Distribution({action: power / total for action, power in powers.items()})


@dataclass(frozen=True, eq=False)
class Searching(Behaviour[S, A]):
    """The decision of a search: without a limit, perfect play. Ties are shared.

    `how` is any function with the parameters of `search`, such as the package's own, which
    compiles. Decisions are cached by state.
    """

    game: Game[S, A]
    limit: Limit | None = None
    algorithm: str | None = None
    how: Callable[..., Result[Any, Any]] = search
    options: Mapping[str, Any] = field(default_factory=dict)
    known: dict[S, Distribution[A]] = field(default_factory=dict, repr=False)

    def __call__(self, state: S) -> Distribution[A]:  # noqa: D102
        if state not in self.known:
            result = self.how(
                self.game, state, limit=self.limit, algorithm=self.algorithm, **self.options
            )
            self.known[state] = Distribution.uniform(result.best_actions)
        return self.known[state]


@dataclass(frozen=True, eq=False)
class Mixture(Behaviour[S, A]):
    """Several models, each with its probability; one is sampled again at every move."""

    parts: Sequence[tuple[Model[S, A], Number]]

    def __post_init__(self) -> None:
        Distribution(enumerate(weight for _, weight in self.parts))  # or InputError

    def __call__(self, state: S) -> Distribution[A]:  # noqa: D102
        return mix([(model(state), weight) for model, weight in self.parts if weight])


@dataclass(frozen=True, eq=False)
class Following(Behaviour[S, A]):
    """A policy: its action for a state, and another model for states that it does not cover."""

    policy: Mapping[S, A]
    otherwise: Model[S, A]

    def __call__(self, state: S) -> Distribution[A]:  # noqa: D102
        if state in self.policy:
            return Distribution({self.policy[state]: 1})
        return self.otherwise(state)


class Played(Protocol):
    """A played game, in its notation, such as a `GameRecord`."""

    @property
    def players(self) -> tuple[str, ...]:
        """The names of the players, by seat."""

    @property
    def opening(self) -> tuple[str, ...]:
        """The moves before the players chose."""

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves of the players."""


@dataclass(frozen=True, eq=False)
class Learned(Behaviour[S, A]):
    """Actions with probabilities proportional to their observed counts plus `smoothing`.

    With a smoothing of 1 this is Laplace's rule of succession. In a state without observations and,
    without smoothing, in one whose actions were never taken, all are equally likely.
    """

    game: Game[S, A]
    counts: Mapping[S, Mapping[A, int]]
    smoothing: Number = 1

    def __post_init__(self) -> None:
        if self.smoothing < 0:
            raise InputError("models.smoothing", given=self.smoothing)

    @classmethod
    def of(
        cls,
        game: Game[S, A],
        games: Iterable[Played],
        *,
        player: int | None = None,
        name: str | None = None,
        smoothing: Number = 1,
    ) -> Learned[S, A]:
        """The model of these games: of one player's moves, by number or name, or of all."""
        counts: dict[S, dict[A, int]] = {}
        for played in games:
            state = game.initial()
            for number, word in enumerate((*played.opening, *played.moves)):
                action = game.parse_action(state, word)
                mover = game.player(state)
                if (
                    number >= len(played.opening)
                    and mover >= 0
                    and player in (None, mover)
                    and name in (None, played.players[mover])
                ):
                    seen = counts.setdefault(state, {})
                    seen[action] = seen.get(action, 0) + 1
                state = game.result(state, action)
        return cls(game, counts, smoothing)

    def __call__(self, state: S) -> Distribution[A]:  # noqa: D102
        seen = self.counts.get(state, {})
        weights = {a: seen.get(a, 0) + self.smoothing for a in self.game.actions(state)}
        total = sum(weights.values())
        if not total:
            return Distribution.uniform(weights)
        return Distribution({a: exact_quotient(w, total) for a, w in weights.items()})


@dataclass(frozen=True, eq=False)
class Responding(Behaviour[S, A]):
    """The best response to other players who follow a model. Ties are shared."""

    game: Game[S, A]
    others: Model[S, A]
    limit: Limit | None = None
    known: dict[S, Distribution[A]] = field(default_factory=dict, repr=False)

    def __call__(self, state: S) -> Distribution[A]:  # noqa: D102
        if state not in self.known:
            game, mover = self.game, self.game.player(state)
            rest = [who for who in range(game.players) if not game.same_side(who, mover)]
            models = dict.fromkeys(rest, self.others)
            result = search(game, state, limit=self.limit, models=models)
            self.known[state] = Distribution.uniform(result.best_actions)
        return self.known[state]


def level_k(
    game: Game[S, A], level: int, *, limit: Limit | None = None, base: Model[S, A] | None = None
) -> Model[S, A]:
    """The level-k player: level 0 is the base, and level k is the best response to level k - 1.

    Without a base, level 0 is uniform (Stahl and Wilson, 1994). The searches of all levels have the
    same limit.
    """
    if level < 0:
        raise InputError("limit.too_small", limit="level", given=level, least=0)
    model: Model[S, A] = Uniform(game) if base is None else base
    for _ in range(level):
        model = Responding(game, model, limit)
    return model


def mostly(game: Game[S, A], probability: Number, depth: int = 1) -> Mixture[S, A]:
    """A search to that depth with that probability, otherwise any action, uniformly."""
    if not 0 <= probability <= 1:
        raise InputError("models.epsilon", given=probability)
    searching = Searching(game, Limit(depth=depth))
    return Mixture([(searching, probability), (Uniform(game), 1 - probability)])


def looks(game: Game[S, A], state: S, evaluate: Evaluation[S] | None = None) -> dict[A, Number]:
    """The rating of each action by the player to move: the next state's utility or evaluation."""
    mover, estimate = game.player(state), game.evaluate if evaluate is None else evaluate
    found: dict[A, Number] = {}
    for action in game.actions(state):
        after = game.result(state, action)
        over = game.is_terminal(after)
        found[action] = game.utility(after, mover) if over else estimate(after, mover)
    return found


def mix(parts: Iterable[tuple[Distribution[A], Number]]) -> Distribution[A]:
    """The mixture of several distributions, each with its probability."""
    return Distribution(
        (outcome, weight * chance) for part, weight in parts for outcome, chance in part.items()
    )
