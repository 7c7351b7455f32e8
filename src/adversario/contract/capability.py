"""Capabilities, and how to test a game for them.

A capability is a class whose methods a game may define, each with a default for games that do not.
Its docstrings state what a game promises by defining them.
"""

from __future__ import annotations

from collections.abc import Mapping
from inspect import getattr_static
from types import FunctionType, MethodType, SimpleNamespace
from typing import Any, ClassVar, Generic, TypeVar, cast

from adversario.game import A, Game, S


class Capability(Generic[S, A]):
    """The base of capabilities. A game may inherit from one for its documentation, but need not."""

    _defaults: ClassVar[Mapping[str, FunctionType]] = {}

    def __init_subclass__(cls, **named: Any) -> None:
        super().__init_subclass__(**named)
        if Capability in cls.__bases__:
            cls._defaults = {
                name: member
                for name, member in vars(cls).items()
                if isinstance(member, FunctionType) and not name.startswith("_")
            }


C = TypeVar("C", bound=Capability[Any, Any])


def methods_of(capability: type[Capability[Any, Any]]) -> Mapping[str, FunctionType]:
    """The methods of a capability by name, in order: its defaults."""
    return capability._defaults


def defines(game: Game[Any, Any], name: str) -> bool:
    """Whether a game has its own method of that name, not the default of the contract."""
    if name in vars(game):
        return True
    member = getattr_static(type(game), name, None)
    return member is not None and not _is_default(member)


def _is_default(member: object) -> bool:
    module = getattr(member, "__module__", "") if isinstance(member, FunctionType) else ""
    return module == Game.__module__ or module.startswith(f"{__package__}.")


def has(game: Game[Any, Any], capability: type[Capability[Any, Any]]) -> bool:
    """Whether a game defines at least one method of a capability."""
    return any(defines(game, name) for name in methods_of(capability))


def as_capability(game: Game[Any, Any], capability: type[C]) -> C:
    """The methods of a capability for a game: its own, and defaults for those it lacks."""
    methods = {
        name: getattr(game, name) if hasattr(game, name) else MethodType(default, game)
        for name, default in capability._defaults.items()
    }
    return cast("C", SimpleNamespace(**methods))
