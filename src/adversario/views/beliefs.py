"""Beliefs about an opponent: a probability for each of several models, updated by Bayes' rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Generic, TypeAlias

from adversario.base.distribution import Distribution, exact_quotient, exact_sum
from adversario.base.errors import InputError
from adversario.base.numbers import Number
from adversario.game import A, Game, S

Model: TypeAlias = Callable[[S], Distribution[A]]
"""A model of a player: the probability of each of their actions in a state."""


@dataclass(frozen=True)
class Belief(Generic[S, A]):
    """The probability of each of the named models of a player. Immutable.

    It is itself a model: called with a state, it returns the mixture of the models.
    """

    names: tuple[str, ...]
    models: tuple[Model[S, A], ...]
    weights: tuple[Number, ...]

    @classmethod
    def over(
        cls, models: Mapping[str, Model[S, A]], prior: Mapping[str, Number] | None = None
    ) -> Belief[S, A]:
        """The prior belief in these models; without a prior all are equally likely."""
        if prior is None:
            prior = Distribution.uniform(models)
        if unknown := [name for name in prior if name not in models]:
            raise InputError("belief.unknown", names=", ".join(unknown), known=", ".join(models))
        checked = Distribution(prior)
        weights = tuple(checked.get(name, 0) for name in models)
        return cls(tuple(models), tuple(models.values()), weights)

    @property
    def probabilities(self) -> Distribution[str]:
        """The models by name, each with its probability."""
        return Distribution(zip(self.names, self.weights, strict=True))

    def __call__(self, state: S) -> Distribution[A]:
        """The mean of the models, weighted by their probabilities."""
        return Distribution(
            (action, weight * chance)
            for model, weight in zip(self.models, self.weights, strict=True)
            if weight
            for action, chance in model(state).items()
        )

    def after(self, state: S, action: A) -> Belief[S, A]:
        """The belief after the player was seen to do that: P(m | a) is P(a | m) P(m) / P(a).

        Raises InputError if no model with a positive probability would do it.
        """
        joint = [
            weight * model(state).get(action, 0) if weight else 0
            for model, weight in zip(self.models, self.weights, strict=True)
        ]
        total = exact_sum(joint)
        if not total:
            raise InputError("belief.impossible", action=action, models=", ".join(self.names))
        return replace(self, weights=tuple(exact_quotient(part, total) for part in joint))


def beliefs_in(
    game: Game[S, A],
    belief: Belief[S, A],
    player: int,
    moves: Iterable[str],
    start: S | None = None,
) -> tuple[Belief[S, A], ...]:
    """The beliefs about a player in the course of a game: before it, and after each of their moves.

    `moves` are those of all players and of chance, in the game's notation, as in records.
    """
    state = game.initial() if start is None else start
    found = [belief]
    for name in moves:
        action = game.parse_action(state, name)
        if game.player(state) == player:
            found.append(found[-1].after(state, action))
        state = game.result(state, action)
    return tuple(found)
