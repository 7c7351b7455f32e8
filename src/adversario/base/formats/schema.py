"""Schemas of JSON formats: what each value of a file must be, declared once.

    GAME = Record({"number": Whole(0), "players": ListOf(Text()), "fault": Nullable(Whole(0))})
    read_as(GAME, load_json(text), "match.jsonl")

A schema converts a JSON value, or raises InputError with the file, the path of the value (as in
`games[3].utilities`) and what was expected there. Fields that are not declared are refused.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from fractions import Fraction
from math import inf, isfinite
from os import PathLike
from typing import Any, Generic, NoReturn, Protocol, TypeVar

from adversario.base.catalogue import Message, message
from adversario.base.errors import InputError
from adversario.base.formats.json_text import shorten
from adversario.base.numbers import MAX_DIGITS, Number

T = TypeVar("T")
T_co = TypeVar("T_co", covariant=True)
E = TypeVar("E", bound=StrEnum)

MISSING: Any = object()
"""The value of a field that is not there."""

MAX_WHOLE = 2**63 - 1
"""The greatest whole number of a file, by default."""


MAX_REAL = sys.float_info.max
"""The greatest finite float."""


class MismatchError(Exception):
    """A value is not what its schema says."""

    def __init__(self, path: str, expected: Message, found: object) -> None:
        super().__init__(path)
        self.path, self.expected, self.found = path, expected, found


class Schema(Protocol[T_co]):
    """What a JSON value must be."""

    def read(self, value: Any, path: str) -> T_co:
        """The value as Python needs it; raises MismatchError."""


def read_as(schema: Schema[T], value: Any, file: str | PathLike[str], line: int | None = None) -> T:
    """The value of a file, as its schema converts it; raises InputError with path and expectation.

    `line` is the number of the line for formats of one value a line.
    """
    try:
        return schema.read(value, "")
    except MismatchError as wrong:
        place = file if line is None else message("schema.in_line", file=file, line=line)
        raise mismatch(place, wrong.path, wrong.expected, wrong.found) from None


def mismatch(file: object, path: str, expected: Message, found: object) -> InputError:
    """The error for a value of a file that is not what was expected at that path."""
    details = {"file": file, "expected": expected, "found": _describe(found)}
    if not path:
        return InputError("schema.top", **details)
    return InputError("schema.at", path=_shorten_path(path.removeprefix(".")), **details)


def _describe(value: Any) -> Message | str:
    if value is MISSING:
        return message("schema.found.nothing")
    if isinstance(value, dict):
        return message("schema.found.object")
    if isinstance(value, list):
        return message("schema.found.list", items=len(value))
    return shorten(json.dumps(value, ensure_ascii=False, default=str))


def _shorten_path(path: str) -> str:
    return path if len(path) <= 80 else "..." + path[-77:]


@dataclass(frozen=True)
class Text:
    """A text, by default of any length."""

    most: int | None = None
    empty: bool = True

    def read(self, value: Any, path: str) -> str:
        """The text."""
        if isinstance(value, str) and (self.empty or value):
            if self.most is None or len(value) <= self.most:
                return value
            raise MismatchError(path, message("schema.text_most", most=self.most), value)
        raise MismatchError(
            path, message("schema.text" if self.empty else "schema.not_empty"), value
        )


@dataclass(frozen=True)
class Whole:
    """A whole number between two bounds, both included."""

    least: int | None = 0
    most: int | None = MAX_WHOLE

    def read(self, value: Any, path: str) -> int:
        """The number."""
        if type(value) is int:
            low = value if self.least is None else self.least
            if low <= value <= (value if self.most is None else self.most):
                return value
        raise MismatchError(path, self._expected(), value)

    def _expected(self) -> Message:
        if self.least is None:
            return message("schema.whole")
        if self.most in (None, MAX_WHOLE):
            return message("schema.whole_least", least=self.least)
        return message("schema.whole_between", least=self.least, most=self.most)


@dataclass(frozen=True)
class Real:
    """A finite number between two bounds, both included."""

    least: float = -inf
    most: float = inf

    def read(self, value: Any, path: str) -> float:
        """The number as a float."""
        sized = type(value) in (int, float) and abs(value) <= MAX_REAL  # also of an int of TOML
        if sized and self.least <= value <= self.most:
            return float(value)
        raise MismatchError(path, self._expected(), value)

    def _expected(self) -> Message:
        if self.least == -inf:
            return message("schema.real")
        if self.most == inf:
            return message("schema.real_least", least=self.least)
        return message("schema.real_between", least=self.least, most=self.most)


_FRACTION = re.compile(r"(-?[0-9]+)/([0-9]*[1-9][0-9]*)")


@dataclass(frozen=True)
class Exact:
    """A number as `to_json(..., exact=True)` writes it: "1/3" is a fraction.

    With `infinite`, "inf" and "-inf" are numbers too; other numbers are at most `most` in size.
    """

    infinite: bool = False
    most: float = inf

    def read(self, value: Any, path: str) -> Number:
        """The number: an int, a float or a fraction."""
        if type(value) in (int, float) and isfinite(value) and abs(value) <= self.most:
            found: float = value
            return found
        if isinstance(value, str) and len(value) <= 2 * MAX_DIGITS:
            if self.infinite and value in ("inf", "-inf"):
                return float(value)
            parts = _FRACTION.fullmatch(value)
            if parts and abs(fraction := Fraction(int(parts[1]), int(parts[2]))) <= self.most:
                return fraction
        raise MismatchError(path, message("schema.exact"), value)


@dataclass(frozen=True)
class Flag:
    """True or false."""

    def read(self, value: Any, path: str) -> bool:
        """The flag."""
        if isinstance(value, bool):
            return value
        raise MismatchError(path, message("schema.bool"), value)


@dataclass(frozen=True)
class Constant(Generic[T]):
    """One value, such as the name of the format."""

    value: T

    def read(self, value: Any, path: str) -> T:
        """The value."""
        if type(value) is type(self.value) and value == self.value:
            return self.value
        shown = json.dumps(self.value, ensure_ascii=False)
        raise MismatchError(path, message("schema.constant", value=shown), value)


class Version(Constant[T]):
    """The version of a format: a file of another one has to be made again."""

    def read(self, value: Any, path: str) -> T:
        """The value."""
        try:
            return super().read(value, path)
        except MismatchError as error:
            shown = json.dumps(self.value, ensure_ascii=False)
            raise MismatchError(path, message("schema.version", value=shown), value) from error


@dataclass(frozen=True)
class Choice:
    """One of some texts."""

    texts: tuple[str, ...]

    def read(self, value: Any, path: str) -> str:
        """The text."""
        if isinstance(value, str) and value in self.texts:
            return value
        raise MismatchError(path, message("schema.choice", choices=", ".join(self.texts)), value)


@dataclass(frozen=True)
class Member(Generic[E]):
    """A member of an enumeration, written as its text."""

    kind: type[E]

    def read(self, value: Any, path: str) -> E:
        """The member."""
        return self.kind(Choice(tuple(self.kind)).read(value, path))


@dataclass(frozen=True)
class Nullable(Generic[T]):
    """A value, or null."""

    inner: Schema[T]

    def read(self, value: Any, path: str) -> T | None:
        """The value; None for null."""
        return None if value is None else self.inner.read(value, path)


@dataclass(frozen=True)
class ListOf(Generic[T]):
    """A list of values of one kind: at least `least`, or `size` of them if that is given."""

    inner: Schema[T]
    size: int | None = None
    least: int = 0

    def read(self, value: Any, path: str) -> tuple[T, ...]:
        """The values as a tuple."""
        if not isinstance(value, list):
            raise MismatchError(path, message("schema.list"), value)
        if self.size is not None and len(value) != self.size:
            raise MismatchError(path, message("schema.list_of", items=self.size), value)
        if len(value) < self.least:
            raise MismatchError(path, message("schema.list_least", least=self.least), value)
        read = self.inner.read
        return tuple(read(item, f"{path}[{at}]") for at, item in enumerate(value))


@dataclass(frozen=True)
class MapOf(Generic[T]):
    """An object with any keys and values of one kind."""

    inner: Schema[T]

    def read(self, value: Any, path: str) -> dict[str, T]:
        """The values by key."""
        if not isinstance(value, dict):
            raise MismatchError(path, message("schema.object"), value)
        return {key: self.inner.read(item, f"{path}.{key}") for key, item in value.items()}


@dataclass(frozen=True)
class Anything:
    """Any JSON value; for parts of a file that nothing reads."""

    def read(self, value: Any, path: str) -> Any:
        """The value as it is."""
        return value


@dataclass(frozen=True)
class Either(Generic[T]):
    """A value of the second kind if it is a list, of the first kind otherwise."""

    single: Schema[Any]
    several: Schema[Any]

    def read(self, value: Any, path: str) -> Any:
        """The value."""
        return (self.several if isinstance(value, list) else self.single).read(value, path)


@dataclass(frozen=True)
class Record(Generic[T]):
    """An object with these fields, from which `make` builds the value, by default a dict.

    Fields of `optional` may be missing: they are not passed to `make` then.
    """

    fields: Mapping[str, Schema[Any]]
    optional: Mapping[str, Schema[Any]] = field(default_factory=dict)
    make: Callable[..., T] = dict  # type: ignore[assignment]

    def read(self, value: Any, path: str) -> T:
        """What `make` builds."""
        if not isinstance(value, dict):
            raise MismatchError(path, message("schema.object"), value)
        known = {**self.fields, **self.optional}
        for key, item in value.items():
            if key not in known:
                expected = message("schema.no_field", known=", ".join(known))
                raise MismatchError(f"{path}.{key}", expected, item)
        found = {}
        for key, schema in known.items():
            if key in value:
                found[key] = schema.read(value[key], f"{path}.{key}")
            elif key in self.fields:
                _missing(schema, f"{path}.{key}")
        return self.make(**found)


def _missing(schema: Schema[Any], path: str) -> NoReturn:
    """Raise the error of a field that is not there, with what was expected of it."""
    schema.read(MISSING, path)
    raise MismatchError(path, message("schema.object"), MISSING)


NUMBERS = ListOf(Exact())
"""One number for each player."""

VALUE: Either[Any] = Either(Exact(infinite=True), ListOf(Exact(infinite=True)))
"""The value of a search: one number, or one for each player."""
