"""Hooks that display values in a notebook: declared here, implemented by `adversario.notebook`.

Classes in lower layers call these, from their `_repr_svg_` for instance. The notebook package,
which implements them, is loaded when the first value is displayed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import singledispatch, wraps
from importlib import import_module
from typing import Any, Protocol, TypeVar, cast

T = TypeVar("T")
F = TypeVar("F", bound=Callable[..., Any])
T_co = TypeVar("T_co", covariant=True)


class Hook(Protocol[T_co]):
    """A function of a value, with an implementation for each registered class."""

    def __call__(self, value: object) -> T_co:
        """The display of the value; None if no implementation is registered for it."""

    def register(self, function: F) -> F:
        """Implement the hook for the class that the function's parameter is annotated with."""


def _hook(function: Callable[[object], T]) -> Hook[T]:
    dispatched = singledispatch(function)

    @wraps(function)
    def display(value: object) -> T:
        import_module("adversario.notebook")
        return dispatched(value)

    vars(display)["register"] = dispatched.register
    return cast("Hook[T]", display)


@_hook
def svg(value: object) -> str | None:
    """The value as an SVG picture; None if no implementation is registered."""
    return None


@_hook
def html(value: object) -> str | None:
    """The value as HTML; None if no implementation is registered."""
    return None


@_hook
def widget(value: object) -> Any:
    """The value as a widget; None if none is registered, or the notebook cannot show it."""
    return None


@_hook
def present(value: object) -> bool | None:
    """Show the value as a widget and, for where there are none, a picture; whether it was done."""
    return None


@_hook
def explorer(value: object) -> Any:
    """A search to step through; None if no implementation is registered."""
    return None
