"""The one reader of JSON.

JSON from a file is refused, with line and column, if it is not well formed, has a key twice in an
object, is nested too deeply, or has numbers or characters that no other part of the package could
use: NaN, infinities, numbers beyond floats, halves of surrogate pairs.

`load_json` returns plain values; `read_json` returns them with their places, for formats whose
errors point at a value.
"""

from __future__ import annotations

import json
import re
from math import isfinite
from typing import Any, NamedTuple, NoReturn, TypeAlias

from adversario.base.catalogue import Message, message
from adversario.base.formats.source_text import SourceText, Spot
from adversario.base.numbers import MAX_DIGITS

MAX_NESTED = 320
"""The most brackets within each other: far below Python's own limit of recursion."""

Value: TypeAlias = "dict[str, JsonItem] | list[JsonItem] | str | bool | None"

_SPACE = re.compile(r"[ \t\n\r]*")
_BRACKET = re.compile(r'"(?:[^"\\]|\\.)*"|([\[{])|[\]}]', re.DOTALL)
_SURROGATE = re.compile(r"\\u[dD][89a-fA-F]")


class Literal(str):
    """A number as JSON wrote it, not yet rounded to a float."""

    __slots__ = ()


class JsonItem(NamedTuple):
    """A value of a JSON text and its place; in an object, also the place of its key."""

    spot: Spot
    value: Value
    key_spot: Spot = Spot(0)


def load_json(text: str, name: str | None = None, line: int = 1) -> Any:
    """The values in a JSON text; raises SourceError with line and column if it is refused.

    `name` is the file's, and `line` the number of the text's first line in it.
    """
    source = SourceText(text, name, line=line)
    try:
        if _SURROGATE.search(text) or _is_too_deep(text):
            read_json(source, numbers=True)
        return _PLAIN.decode(text)
    except (ValueError, RecursionError):
        read_json(source, numbers=True)  # reads it again, to raise an error with its place
        raise  # not reached: both readers refuse the same texts


def read_json(source: SourceText, *, numbers: bool = False) -> JsonItem:
    """The JSON text with the place of each value; numbers are `Literal`, as they were written.

    Raises SourceError if the text is refused; its numbers are checked only with `numbers`.
    """
    if _is_too_deep(source.text):
        raise source.error(_deep_spot(source.text), "json.too_deep", most=MAX_NESTED)
    try:
        _LITERAL.decode(source.text)
    except json.JSONDecodeError as error:
        raise source.error(
            Spot(error.pos), "json.syntax", found=_describe_found(source, error.pos)
        ) from None
    return _Reader(source, numbers=numbers).item(0, "$")[0]


class _Reader:
    """Reads a text again that is known to be well formed, and notes the places."""

    def __init__(self, source: SourceText, *, numbers: bool) -> None:
        self.source, self.numbers = source, numbers

    def item(self, offset: int, path: str) -> tuple[JsonItem, int]:
        """The value at the offset, space apart, and the offset after it."""
        offset = self._after_space(offset)
        spot = Spot(offset, path)
        first = self.source.text[offset]
        if first == "{":
            return self._object(spot)
        if first == "[":
            return self._array(spot)
        value, end = _LITERAL.raw_decode(self.source.text, offset)
        self._check(spot, value)
        return JsonItem(spot, value), end

    def _object(self, spot: Spot) -> tuple[JsonItem, int]:
        members: dict[str, JsonItem] = {}
        offset = self._after_space(spot.offset + 1)
        while self.source.text[offset] != "}":
            key_offset = self._after_space(offset)
            key, offset = _LITERAL.raw_decode(self.source.text, key_offset)
            key_spot = Spot(key_offset, spot.path)
            self._check(key_spot, key)
            if key in members:
                raise self.source.error(key_spot, "json.duplicate", key=key)
            colon = self._after_space(offset)
            member, offset = self.item(colon + 1, f"{spot.path}.{key}")
            members[key] = JsonItem(member.spot, member.value, key_spot)
            offset = self._after_comma(offset)
        return JsonItem(spot, members), offset + 1

    def _array(self, spot: Spot) -> tuple[JsonItem, int]:
        items: list[JsonItem] = []
        offset = self._after_space(spot.offset + 1)
        while self.source.text[offset] != "]":
            item, offset = self.item(offset, f"{spot.path}[{len(items)}]")
            items.append(item)
            offset = self._after_comma(offset)
        return JsonItem(spot, items), offset + 1

    def _check(self, spot: Spot, value: object) -> None:
        """Raise SourceError for a number or a text that is refused."""
        if isinstance(value, Literal):
            if self.numbers and not _is_usable(value):
                raise self.source.error(spot, "text.number_size", text=shorten(value))
        elif isinstance(value, str) and not _is_text(value):
            shown = shorten(value).encode("ascii", "backslashreplace").decode()
            raise self.source.error(Spot(spot.offset), "json.surrogate", text=shown)

    def _after_comma(self, offset: int) -> int:
        """The offset of what follows a member: the next one, or the bracket that closes."""
        offset = self._after_space(offset)
        return offset + 1 if self.source.text[offset] == "," else offset

    def _after_space(self, offset: int) -> int:
        match = _SPACE.match(self.source.text, offset)
        return match.end() if match else offset


def shorten(text: str) -> str:
    """The text for a message, cut if it is long."""
    return text if len(text) <= 40 else text[:37] + "..."


# The decoders. Errors of their hooks have no place; `load_json` reads the text again to find it.


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise ValueError("a key twice")
    return found


def _whole(text: str) -> int:
    if len(text) > MAX_DIGITS:
        raise ValueError(text)
    return int(text)


def _real(text: str) -> float:
    if not _is_usable(text):
        raise ValueError(text)
    return float(text)


def _refuse(text: str) -> NoReturn:
    raise ValueError(text)


_PLAIN = json.JSONDecoder(
    object_pairs_hook=_object, parse_int=_whole, parse_float=_real, parse_constant=_refuse
)
_LITERAL = json.JSONDecoder(parse_float=Literal, parse_int=Literal, parse_constant=Literal)


def _is_usable(number: str) -> bool:
    return len(number) <= MAX_DIGITS and isfinite(float(number))


def _is_text(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:
        return False
    return True


def _is_too_deep(text: str) -> bool:
    if text.count("[") + text.count("{") <= MAX_NESTED:
        return False
    return _deep_spot(text).offset >= 0


def _deep_spot(text: str) -> Spot:
    """The first bracket that is too deep; an offset of -1 if there is none."""
    depth = 0
    for found in _BRACKET.finditer(text):
        if found[1]:
            depth += 1
            if depth > MAX_NESTED:
                return Spot(found.start())
        elif found[0][0] != '"':
            depth -= 1
    return Spot(-1)


def _describe_found(source: SourceText, offset: int) -> str | Message:
    if offset >= len(source.text):
        return message("text.end")
    return (
        f"'{source.text[offset]}'"
        if source.text[offset].isprintable()
        else repr(source.text[offset])
    )
