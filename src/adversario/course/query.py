"""Queries: figures that pages name and the package computes, such as `nodes: tictactoe, minimax`.

A query is the name of one of the functions in `queries/` and its arguments, separated by a comma
and a space outside of brackets; those of the form `name=value` are its options. Nothing in it is
code.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from fractions import Fraction
from functools import lru_cache
from inspect import Parameter, signature
from math import isfinite
from typing import Any, TypeAlias, Union, get_args, get_origin, get_type_hints

from adversario.base.catalogue import templates
from adversario.base.errors import InputError
from adversario.base.numbers import show
from adversario.base.suggest import did_you_mean
from adversario.course.queries import QUERIES

Figure: TypeAlias = int | float | Fraction | str | tuple[Any, ...]
"""What a query is evaluated to."""

LONGEST = 400
"""The most characters of a query."""

_OPTION = re.compile(r"([a-z]+)=(.*)", re.DOTALL)
_NUMBER = re.compile(r"[-+]?\d+(?:\.\d+)?(?:/\d+)?|[-+]?\.\d+")
_GROUPED = re.compile(r"\d{1,3}(,\d{3})+")
_SPANISH = {
    r"(?<=\d) to (?=\d)": " a ",
    r" and (?=[A-Z])": " y ",
    r"\bet al\.": "y otros",
    r"(?<=\d)\.(?=\d)": ",",
}
"""What published figures and their sources are in Spanish."""

THIN = "\u202f"


@lru_cache(maxsize=4096)
def evaluate(text: str) -> Figure:
    """The figure that a query denotes; raises InputError if it is not a query."""
    function, arguments, options = parse_query(text)
    figure: Figure = function(*arguments, **options)
    return figure


def parse_query(text: str) -> tuple[Callable[..., Any], list[Any], dict[str, Any]]:
    """The function of a query with its arguments, converted to their types."""
    if len(text) > LONGEST:
        raise InputError("course.long", most=LONGEST)
    name, _, rest = (part.strip() for part in text.partition(":"))
    if name not in QUERIES:
        known, close = ", ".join(sorted(QUERIES)), did_you_mean(name, QUERIES)
        raise InputError("course.query", name=name[:60], close=close, known=known)
    function = QUERIES[name]
    pieces = list(split(rest)) if rest else []
    bare = [piece for piece in pieces if not _OPTION.fullmatch(piece)]
    named = {
        found[1]: found[2] for piece in pieces if (found := _OPTION.fullmatch(piece)) is not None
    }
    return (function, *_bind(name, function, bare, named))


def split(text: str) -> Iterator[str]:
    """The arguments: what is between a comma and a space outside of brackets."""
    depth, start = 0, 0
    for at, letter in enumerate(text):
        depth += (letter in "([{") - (letter in ")]}")
        if depth == 0 and letter == "," and text[at + 1 : at + 2] == " ":
            yield text[start:at].strip()
            start = at + 1
    yield text[start:].strip()


def _bind(
    name: str, function: Callable[..., Any], bare: list[str], named: dict[str, str]
) -> tuple[list[Any], dict[str, Any]]:
    """The arguments of a call, each of the type that the function declares."""
    parameters, hints = signature(function).parameters, get_type_hints(function)
    form = ", ".join(_form(each) for each in parameters.values())
    many = next(
        (each for each in parameters.values() if each.kind is Parameter.VAR_POSITIONAL), None
    )
    places = [each for each in parameters.values() if each.kind is Parameter.POSITIONAL_OR_KEYWORD]
    least = sum(each.default is Parameter.empty for each in places)
    options = {each.name for each in parameters.values() if each.kind is Parameter.KEYWORD_ONLY}
    too_many = len(bare) > len(places) and many is None
    if too_many or len(bare) < least or (many and not bare) or named.keys() - options:
        raise InputError("course.arguments", name=name, form=form)
    kinds = [hints[each.name] for each in places] + ([hints[many.name]] * len(bare) if many else [])
    arguments = [_convert(name, kind, text) for kind, text in zip(kinds, bare, strict=False)]
    return arguments, {key: _convert(name, hints[key], text) for key, text in named.items()}


def _form(parameter: Parameter) -> str:
    written = parameter.name
    if parameter.kind is Parameter.KEYWORD_ONLY:
        return f"[{written}=...]"
    return f"{written} ..." if parameter.kind is Parameter.VAR_POSITIONAL else written


def _convert(name: str, kind: Any, text: str) -> Any:
    """The argument as a value of a type: a text or a number, perhaps optional."""
    if get_origin(kind) in (Union, type(int | None)):
        kind = next(each for each in get_args(kind) if each is not type(None))
    if kind is str:
        return text
    try:
        return Fraction(text) if kind is Fraction else kind(text)
    except (ValueError, ZeroDivisionError):
        raise InputError("course.number", name=name, given=text[:60]) from None


def format_figure(figure: Figure, lang: str) -> str:
    """The figure as text: with groups of digits and the decimal mark of the language."""
    if isinstance(figure, tuple):
        separator = (
            "; " if lang == "es" and any("." in show_plain(each) for each in figure) else ", "
        )
        return f"({separator.join(format_figure(each, lang) for each in figure)})"
    if isinstance(figure, str):
        return _words(figure, lang)
    return _localised(show_plain(figure), lang)


def _words(figure: str, lang: str) -> str:
    """A figure that is a text: the name of an action, numbers with words between them."""
    known = templates(lang)
    if f"action.{figure}" in known:
        return known[f"action.{figure}"]
    if _GROUPED.fullmatch(figure):
        return _localised(figure.replace(",", ""), lang)
    figure = figure.replace(" x 10^", " × 10^")
    if lang == "es":
        for english, spanish in _SPANISH.items():
            figure = re.sub(english, spanish, figure)
    return figure


def show_plain(figure: Any) -> str:
    """The number in the form that answers are compared in; at most four digits after the point."""
    if isinstance(figure, float) and isfinite(figure):
        figure = round(figure, 4)
    return figure if isinstance(figure, str) else show(figure)


def _localised(text: str, lang: str) -> str:
    if "inf" in text:
        return text.replace("inf", "∞").replace("-", "−")
    if not _NUMBER.fullmatch(text):
        return text
    whole, point, rest = text.partition(".")
    if whole.lstrip("-").isdigit() and len(whole.lstrip("-")) > (4 if lang == "es" else 3):
        whole = f"{int(whole):,}".replace(",", THIN if lang == "es" else ",")
    written = whole + (("," if lang == "es" else ".") + rest if point else "")
    return written.replace("-", "−")
