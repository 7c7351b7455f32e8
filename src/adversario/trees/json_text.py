"""JSON read with the place of every value, so that errors can point at it."""

from __future__ import annotations

import json
import re
from typing import NamedTuple, NoReturn, TypeAlias

from adversario.base.catalogue import Message, message
from adversario.trees.source import MAX_DEPTH, SourceText, Spot

Value: TypeAlias = "dict[str, JsonItem] | list[JsonItem] | str | bool | None"

# A level of the tree takes at most three of JSON: a node, its list of children, an edge.
_MOST_NESTED = 3 * MAX_DEPTH + 4

_SPACE = re.compile(r"[ \t\n\r]*")


class Literal(str):
    """A number as JSON wrote it, not yet rounded to a float."""

    __slots__ = ()


class JsonItem(NamedTuple):
    """A value of a JSON text and its place; in an object, also the place of its key."""

    spot: Spot
    value: Value
    key_spot: Spot = Spot(0)


def read_json(source: SourceText) -> JsonItem:
    """The JSON text with the place of each value.

    Raises TreeError where the text is not well formed, or an object has the same key twice.
    """
    decoder = json.JSONDecoder(parse_float=Literal, parse_int=Literal, parse_constant=Literal)
    try:
        decoder.decode(source.text)
    except json.JSONDecodeError as error:
        raise source.error(
            Spot(error.pos), "tree.json_syntax", found=_describe_found(source, error.pos)
        ) from None
    except RecursionError:
        _too_deep(source, Spot(0))
    return _Reader(source, decoder).item(0, "$", 0)[0]


class _Reader:
    """Reads a text again that is known to be well formed, and notes the places."""

    def __init__(self, source: SourceText, decoder: json.JSONDecoder) -> None:
        self.source = source
        self.decoder = decoder

    def item(self, offset: int, path: str, depth: int) -> tuple[JsonItem, int]:
        """The value at the offset, space apart, and the offset after it."""
        offset = self._after_space(offset)
        spot = Spot(offset, path)
        if depth > _MOST_NESTED:
            _too_deep(self.source, spot)
        first = self.source.text[offset]
        if first == "{":
            return self._object(spot, depth)
        if first == "[":
            return self._array(spot, depth)
        value, end = self.decoder.raw_decode(self.source.text, offset)
        return JsonItem(spot, value), end

    def _object(self, spot: Spot, depth: int) -> tuple[JsonItem, int]:
        members: dict[str, JsonItem] = {}
        offset = self._after_space(spot.offset + 1)
        while self.source.text[offset] != "}":
            key_offset = self._after_space(offset)
            key, offset = self.decoder.raw_decode(self.source.text, key_offset)
            key_spot = Spot(key_offset, spot.path)
            if key in members:
                raise self.source.error(key_spot, "tree.json_duplicate", key=key)
            colon = self._after_space(offset)
            member, offset = self.item(colon + 1, f"{spot.path}.{key}", depth + 1)
            members[key] = JsonItem(member.spot, member.value, key_spot)
            offset = self._after_comma(offset)
        return JsonItem(spot, members), offset + 1

    def _array(self, spot: Spot, depth: int) -> tuple[JsonItem, int]:
        items: list[JsonItem] = []
        offset = self._after_space(spot.offset + 1)
        while self.source.text[offset] != "]":
            item, offset = self.item(offset, f"{spot.path}[{len(items)}]", depth + 1)
            items.append(item)
            offset = self._after_comma(offset)
        return JsonItem(spot, items), offset + 1

    def _after_comma(self, offset: int) -> int:
        """The offset of what follows a member: the next one, or the bracket that closes."""
        offset = self._after_space(offset)
        return offset + 1 if self.source.text[offset] == "," else offset

    def _after_space(self, offset: int) -> int:
        match = _SPACE.match(self.source.text, offset)
        return match.end() if match else offset


def _too_deep(source: SourceText, spot: Spot) -> NoReturn:
    raise source.error(spot, "tree.too_deep", most=MAX_DEPTH)


def _describe_found(source: SourceText, offset: int) -> str | Message:
    return f"'{source.text[offset]}'" if offset < len(source.text) else message("tree.found.end")
