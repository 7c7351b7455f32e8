"""The registry of games: names of classes, and construction with options.

A game of the package is registered only by the decorator at its class. The names are read from the
sources, so that a game is imported only when it is used.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.resources import files
from importlib.resources.abc import Traversable
from inspect import Parameter, signature
from math import isfinite
from typing import Any, NamedTuple, TypeVar

from adversario.base.errors import InputError
from adversario.base.suggest import did_you_mean
from adversario.game import Game
from adversario.games.options import choices_of, format_option
from adversario.games.weights import shipped_weights, weighted, weights_of
from adversario.views.learned.model import model_name

PACKAGE = "adversario.games"

G = TypeVar("G", bound=type[Game[Any, Any]])

_REGISTRATION = re.compile(r'^@register\("([a-z0-9-]+)"\)\nclass (\w+)', re.MULTILINE)

_classes: dict[str, type[Game[Any, Any]]] = {}
"""The imported classes, by name."""


def register(name: str) -> Callable[[G], G]:
    """A decorator that registers a class of games under a name for `make_game`.

    Write it as `@register("name")` in the line before the class: the sources of the package are
    searched for this. A game outside the package is known once its module is imported.
    """

    def enter(kind: G) -> G:
        _classes[name] = kind
        return kind

    return enter


class Home(NamedTuple):
    """The module and name of a registered class."""

    module: str
    kind: str


@cache
def homes() -> Mapping[str, Home]:
    """The registered classes of the package by name, in alphabetical order, not imported."""
    found = {
        name: Home(module, kind)
        for module, source in _sources(files(PACKAGE), PACKAGE)
        for name, kind in _REGISTRATION.findall(source)
    }
    return dict(sorted(found.items()))


def family_of(name: str) -> str:
    """The family of a game of the package: the folder of `adversario.games` that it is in."""
    return homes()[name].module.removeprefix(f"{PACKAGE}.").partition(".")[0]


def public_names() -> dict[str, str]:
    """The names of the package `adversario.games`, each with the module that defines it."""
    kinds = {home.kind: home.module for home in homes().values()}
    return kinds | dict.fromkeys(("GAMES", "make_game", "register"), __name__)


def _sources(folder: Traversable, package: str) -> Iterator[tuple[str, str]]:
    """The modules below a folder, each with its source."""
    for item in folder.iterdir():
        if item.is_dir():
            yield from _sources(item, f"{package}.{item.name}")
        elif item.name.endswith(".py"):
            yield f"{package}.{item.name.removesuffix('.py')}", item.read_text(encoding="utf-8")


class Games(Mapping[str, type[Game[Any, Any]]]):
    """The registered classes by name; a class is imported when it is looked up."""

    def __getitem__(self, name: str) -> type[Game[Any, Any]]:
        if name not in _classes:
            import_module(homes()[name].module)
        return _classes[name]

    def __contains__(self, name: object) -> bool:
        return name in _classes or name in homes()

    def __iter__(self) -> Iterator[str]:
        return iter(sorted({*homes(), *_classes}))

    def __len__(self) -> int:
        return len({*homes(), *_classes})


GAMES: Mapping[str, type[Game[Any, Any]]] = Games()


def registered_name(kind: type[Game[Any, Any]]) -> str | None:
    """The name under which a class was registered, or None."""
    return next((name for name, known in _classes.items() if known is kind), None)


def make_game(text: str) -> Game[Any, Any]:
    """The game of a name such as `nim` or `nim:heaps=3-4-5,misere=yes`."""
    name, _, options = text.partition(":")
    if name not in GAMES:
        known, close = ", ".join(GAMES), did_you_mean(name, GAMES)
        raise InputError("registry.unknown", name=name, close=close, known=known)
    return build(name, GAMES[name], options)


def build(
    name: str, factory: Callable[..., Game[Any, Any]], options: str, *, files: bool = True
) -> Game[Any, Any]:
    """The game that the factory makes of options written `option=value,option=value`.

    Any game also accepts `weights=FILE`: the weights of its features. Without `files`, options name
    only what comes with the package, and no file of the user's is opened.
    """
    weights = None
    accepted = signature(factory).parameters
    given: dict[str, object] = {}
    for piece in filter(None, (part.strip() for part in options.split(","))):
        option, equals, value = piece.partition("=")
        if option == "weights" and equals and option not in accepted:
            weights = value
            continue
        if not equals or option not in accepted:
            known = ", ".join(f"{key}={format_option(p.default)}" for key, p in accepted.items())
            raise InputError(
                "registry.option", name=name, option=piece, close=did_you_mean(option, accepted),
                known=known or "-",
            )  # fmt: skip
        if not files:
            _require_choice(name, choices_of(factory, accepted[option]), option, value)
        given[option] = _parse_value(name, accepted[option], value)
    game = factory(**given)
    if weights is None:
        return game
    if not files:
        _require_choice(name, shipped_weights(model_name(game)), "weights", weights)
    return weighted(game, weights_of(weights, model_name(game)))


def _require_choice(name: str, choices: list[str] | None, option: str, value: str) -> None:
    """Raise InputError if the values of the option are known and this is none of them."""
    if choices is not None and value not in choices:
        known = ", ".join(choices) or "-"
        raise InputError("registry.choice", name=name, option=option, value=value, known=known)


def _parse_value(name: str, option: Parameter, value: str) -> object:
    """A value of the type of the option's default."""
    default = option.default
    try:
        if isinstance(default, bool):
            return {"yes": True, "no": False, "true": True, "false": False}[value.lower()]
        if isinstance(default, tuple):
            return tuple(int(part) for part in value.split("-"))
        found = type(default)(value)
        if isinstance(found, float) and not isfinite(found):
            raise ValueError(value)
        return found
    except (KeyError, ValueError):
        raise InputError(
            "registry.value",
            name=name,
            option=option.name,
            value=value,
            example=format_option(default),
        ) from None
