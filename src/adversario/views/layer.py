"""Games with the same states and some methods and constants replaced, as derived classes.

The rules remain those of the game's class, so that it still compiles.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from adversario.base.provenance.identity import constants_of
from adversario.contract.capability import Capability, methods_of
from adversario.game import A, Game, S

G = TypeVar("G", bound=Game[Any, Any])


class Layer(Game[S, A]):
    """A mixin before the class of a game: it replaces methods; `super()` finds the game's.

    Compiled, rules of the game call their own methods of the names in `shields`, if the layer has
    that, and not those of the layer.
    """

    def __reduce__(self) -> tuple[Any, ...]:
        layers, base = _parts(type(self))
        return _rebuild, (layers, base, constants_of(self))


def derive(game: G, *layers: type[Any], **constants: Any) -> G:
    """The game with these constants, and with the methods of the layers, the last one first.

    A layer is a `Layer`, or a capability, whose defaults then replace the game's methods. Equal
    arguments make equal games, since each class is made once.
    """
    made: G = _rebuild(layers, type(game), {**constants_of(game), **constants})
    return made


def constants_below(game: Game[Any, Any]) -> dict[str, Any]:
    """The constants of the underlying game, without those that layers declare."""
    layers, _ = _parts(type(game))
    declared = {name for layer in layers for name in vars(layer).get("__annotations__", ())}
    return {name: value for name, value in constants_of(game).items() if name not in declared}


_classes: dict[tuple[type[Any], type[Any]], type[Any]] = {}
"""The classes made so far, by the layer and the class below it."""


def _before(layer: type[Any], base: type[Any]) -> type[Any]:
    if (layer, base) not in _classes:
        members: dict[str, Any] = {"__doc__": base.__doc__, "_layer": layer}
        bases: tuple[type[Any], ...] = (layer, base)
        if issubclass(layer, Capability):
            bases = (base,) if issubclass(base, Layer) else (Layer, base)
            members |= methods_of(layer)
        _classes[layer, base] = type(base.__name__, bases, members)
    return _classes[layer, base]


def _parts(cls: type[Any]) -> tuple[tuple[type[Any], ...], type[Any]]:
    """The layers of a derived class, the last one last, and the class below them."""
    layers: list[type[Any]] = []
    while "_layer" in vars(cls):
        layers.insert(0, vars(cls)["_layer"])
        cls = cls.__bases__[-1]
    return tuple(layers), cls


def _rebuild(layers: tuple[type[Any], ...], base: type[Any], constants: Mapping[str, Any]) -> Any:
    for layer in layers:
        base = _before(layer, base)
    made = object.__new__(base)
    vars(made).update(constants)
    return made
