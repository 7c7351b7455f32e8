"""Beliefs about whom one faces: a probability for each of several models, and Bayes' rule."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Generic, TypeAlias

from adversario.base.distribution import Distribution, exact_quotient, exact_sum
from adversario.base.errors import InputError
from adversario.base.numbers import Number
from adversario.game import A, Game, S

Model: TypeAlias = Callable[[S], Distribution[A]]
"""How a player behaves: the probability of each of their actions in a state."""


@dataclass(frozen=True)
class Belief(Generic[S, A]):
    """How likely each of the named models is to be the one that a player follows. Immutable.

    Called with a state it is a model itself: what one expects the player to do, all considered.
    """

    names: tuple[str, ...]
    models: tuple[Model[S, A], ...]
    weights: tuple[Number, ...]

    @classmethod
    def over(
        cls, models: Mapping[str, Model[S, A]], prior: Mapping[str, Number] | None = None
    ) -> Belief[S, A]:
        """The belief in these models before anything was seen; without a prior all are equal."""
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
        """The mean of the models, by how likely they are."""
        return Distribution(
            (action, weight * chance)
            for model, weight in zip(self.models, self.weights, strict=True)
            if weight
            for action, chance in model(state).items()
        )

    def after(self, state: S, action: A) -> Belief[S, A]:
        """The belief once the player was seen to do that: P(m | a) is P(a | m) P(m) / P(a).

        InputError if no model that is still thought possible would do it.
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
    """What a game makes of a belief about a player: before it, and after each of their moves.

    `moves` are those of all players and of chance, in the game's notation, as records have them.
    """
    state = game.initial() if start is None else start
    found = [belief]
    for name in moves:
        action = game.parse_action(state, name)
        if game.player(state) == player:
            found.append(found[-1].after(state, action))
        state = game.result(state, action)
    return tuple(found)
