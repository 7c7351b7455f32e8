"""Options of games: the values that are known, and how they are written."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from inspect import Parameter
from typing import Annotated, Any, Literal, get_args, get_origin, get_type_hints


@dataclass(frozen=True)
class ShippedNames:
    """Annotates an option that names a file: one of the package by its name, or any by its path.

    `Annotated[str, ShippedNames(names)]`, where `names()` are those of the package. A source that
    may not open files, such as a web page, is offered these names and no others.
    """

    names: Callable[[], Sequence[str]]


def choices_of(factory: Callable[..., Any], option: Parameter) -> list[str] | None:
    """The values of an option, without paths of files; None if there is no list of them."""
    if isinstance(option.default, bool):
        return ["yes", "no"]
    init = getattr(factory, "__init__") if isinstance(factory, type) else factory  # noqa: B009
    hint = get_type_hints(init, include_extras=True).get(option.name)
    if get_origin(hint) is Literal:
        return list(get_args(hint))
    if get_origin(hint) is Annotated:
        for note in get_args(hint)[1:]:
            if isinstance(note, ShippedNames):
                return list(note.names())
    return None


def format_option(default: object) -> str:
    """An option's value in the notation of the command line."""
    if isinstance(default, bool):
        return "yes" if default else "no"
    return "-".join(map(str, default)) if isinstance(default, tuple) else str(default)
