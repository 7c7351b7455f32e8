"""States as rows of 64-bit words, in plain Python: the inverse of the compiled encoding too."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from struct import pack as to_bytes
from struct import unpack as from_bytes
from typing import Any

from adversario.native.compiler.shapes import (
    BOOL,
    FLOAT,
    WORD,
    Items,
    Scalar,
    Shape,
    Unsupported,
    shape_of,
)

LARGE = 1 << 63


@dataclass(frozen=True, slots=True)
class Packing:
    """The packing of states of one shape."""

    shape: Shape

    @classmethod
    def of(cls, sample: Any) -> Packing | None:
        """The packing of states like `sample`; None if they do not consist of numbers."""
        try:
            return cls(shape_of(sample))
        except Unsupported:
            return None

    def pack(self, state: Any) -> tuple[int, ...]:
        """The signed words of a state; raises ValueError if the state has another shape."""
        try:
            return tuple(_words(self.shape, state))
        except (TypeError, AttributeError) as error:
            raise ValueError(state) from error

    def unpack(self, words: Sequence[int]) -> Any:
        """The state with these words."""
        return _value(self.shape, iter(words))

    @property
    def width(self) -> int:
        """The number of words of a state."""
        return _width(self.shape)


def unpack_first(sample: Any, words: Any) -> Any:
    """The state at the beginning of an array of words, if it has the shape of `sample`."""
    packing = Packing(shape_of(sample))
    return packing.unpack(words[: packing.width].tolist())


def _words(shape: Shape | None, value: Any) -> Iterator[int]:
    if isinstance(shape, Scalar):
        yield _word(shape, value)
    elif isinstance(shape, Items):
        for part, inside in zip(value, shape.shapes, strict=True):
            yield from _words(inside, part)
    elif shape is not None:
        for name, item in zip(shape.names, shape.shapes, strict=True):
            yield from _words(item, getattr(value, name))


def _word(shape: Scalar, value: Any) -> int:
    if shape == FLOAT:
        found: int = from_bytes("<q", to_bytes("<d", value))[0]
        return found
    number = int(value)
    if shape == WORD and number >= LARGE:
        number -= 2 * LARGE
    if not -LARGE <= number < LARGE:
        raise ValueError(value)
    return number


def _value(shape: Shape | None, words: Iterator[int]) -> Any:
    if isinstance(shape, Scalar):
        word = int(next(words))
        if shape == FLOAT:
            return from_bytes("<d", to_bytes("<q", word))[0]
        if shape == BOOL:
            return bool(word)
        return word + 2 * LARGE if shape == WORD and word < 0 else word
    assert shape is not None
    parts = [_value(item, words) for item in shape.shapes]
    return tuple(parts) if isinstance(shape, Items) else shape.cls(*parts)


def _width(shape: Shape | None) -> int:
    if shape is None or isinstance(shape, Scalar):
        return 1
    return sum(_width(item) for item in shape.shapes)
