"""A game evaluated by a model: the same rules, with estimates that were learned."""

from __future__ import annotations

from typing import Any, ClassVar, TypeVar

from adversario.game import A, Game, S
from adversario.views.layer import Layer, derive
from adversario.views.learned.model import Model, require_fit

G = TypeVar("G", bound=Game[Any, Any])


class Learned(Layer[S, A]):
    """The game with the estimates of its `model`. Rules that ask for an estimate get the game's.

    Compiled searches hand the model to their kernels by its address, so that all models of a game
    share one program.
    """

    model: Model
    shields: ClassVar[tuple[str, ...]] = ("evaluate",)

    def evaluate(self, state: S, player: int) -> float:
        """The estimate of the model."""
        return self.model.estimate(self, state, player)


def learned(game: G, model: Model) -> G:
    """The game with the estimates of a model; raises InputError if it is for another one."""
    require_fit(model, game)
    constants: dict[str, Any] = {"model": model}
    if not model.shape.limit and not model.shape.outcomes:
        constants["utility_bounds"] = None  # a sum of entries need not be within them
    below: Game[Any, Any] = game
    if isinstance(below, Learned):
        return derive(game, **constants)
    return derive(game, Learned, **constants)


def model_of(game: Game[Any, Any]) -> Model | None:
    """The model by which a game is evaluated; None if it has an evaluation of its own."""
    return game.model if isinstance(game, Learned) else None
