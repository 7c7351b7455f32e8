"""Models of how a player behaves: for each state in which they move, a probability of each action.

Any function from a state to a `Distribution` of its actions is one. These are the usual ones.
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
    """A model that is an object."""

    @abstractmethod
    def __call__(self, state: S) -> Distribution[A]:
        """The probability of each action of a state in which the player moves."""


@dataclass(frozen=True, eq=False)
class Uniform(Behaviour[S, A]):
    """Any action, all equally likely."""

    game: Game[S, A]

    def __call__(self, state: S) -> Distribution[A]:  # noqa: D102
        return Distribution.uniform(self.game.actions(state))


@dataclass(frozen=True, eq=False)
class EpsilonGreedy(Behaviour[S, A]):
    """The action that looks best at once, but any action, all equally likely, with `epsilon`.

    Looks are the utility, or the evaluation, of what an action leads to; ties are shared.
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
    """Better-looking actions more often: in proportion to exp(looks / temperature).

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
        most = max(worth.values())  # taken off, so that no power is too large
        powers = {
            a: exp(float(value - most) / float(self.temperature)) for a, value in worth.items()
        }
        total = sum(powers.values())
        return Distribution({action: power / total for action, power in powers.items()})


@dataclass(frozen=True, eq=False)
class Searching(Behaviour[S, A]):
    """What a search does: without a limit, perfect play. Its ties are shared.

    `how` is any function with the parameters of `search`, such as the package's own, which
    compiles. What was decided in a state is remembered.
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
    """Each model with its probability, drawn anew at every move."""

    parts: Sequence[tuple[Model[S, A], Number]]

    def __post_init__(self) -> None:
        Distribution(enumerate(weight for _, weight in self.parts))  # refuses what adds up to less

    def __call__(self, state: S) -> Distribution[A]:  # noqa: D102
        return mix([(model(state), weight) for model, weight in self.parts if weight])


@dataclass(frozen=True, eq=False)
class Following(Behaviour[S, A]):
    """A policy: the action it has for a state, and where it has none, what another model does."""

    policy: Mapping[S, A]
    otherwise: Model[S, A]

    def __call__(self, state: S) -> Distribution[A]:  # noqa: D102
        if state in self.policy:
            return Distribution({self.policy[state]: 1})
        return self.otherwise(state)


class Played(Protocol):
    """A game as it was played, in its notation: `GameRecord` is one."""

    @property
    def players(self) -> tuple[str, ...]:
        """Who sat where."""

    @property
    def opening(self) -> tuple[str, ...]:
        """What was played before the players chose."""

    @property
    def moves(self) -> tuple[str, ...]:
        """What was played then."""


@dataclass(frozen=True, eq=False)
class Learned(Behaviour[S, A]):
    """What was done in a state before: in proportion to how often, and `smoothing` for each action.

    With a smoothing of 1 this is Laplace's rule of succession. In a state never met, and in one
    whose actions were never taken without smoothing, all are equally likely.
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
        """The model of these games: of one player's moves, of who has that name, or of all."""
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
    """The best response to others who follow a model: "they think that we ...". Ties are shared."""

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
    """Who thinks so many steps ahead: level 0 is the base, level k responds best to level k - 1.

    Without a base level 0 is uniform (Stahl and Wilson, 1994). The searches of all levels have the
    same limit.
    """
    if level < 0:
        raise InputError("limit.too_small", limit="level", given=level, least=0)
    model: Model[S, A] = Uniform(game) if base is None else base
    for _ in range(level):
        model = Responding(game, model, limit)
    return model


def mostly(game: Game[S, A], probability: Number, depth: int = 1) -> Mixture[S, A]:
    """A search of that depth with that probability, and any action, all equally likely, else."""
    if not 0 <= probability <= 1:
        raise InputError("models.epsilon", given=probability)
    searching = Searching(game, Limit(depth=depth))
    return Mixture([(searching, probability), (Uniform(game), 1 - probability)])


def looks(game: Game[S, A], state: S, evaluate: Evaluation[S] | None = None) -> dict[A, Number]:
    """What each action leads to is worth to who moves: its utility, or its evaluation."""
    mover, estimate = game.player(state), game.evaluate if evaluate is None else evaluate
    found: dict[A, Number] = {}
    for action in game.actions(state):
        after = game.result(state, action)
        over = game.is_terminal(after)
        found[action] = game.utility(after, mover) if over else estimate(after, mover)
    return found


def mix(parts: Iterable[tuple[Distribution[A], Number]]) -> Distribution[A]:
    """One of several distributions, each with its probability."""
    return Distribution(
        (outcome, weight * chance) for part, weight in parts for outcome, chance in part.items()
    )
