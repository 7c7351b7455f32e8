"""The constants of a game as compiled code has them."""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from fractions import Fraction
from numbers import Real
from typing import Any

from adversario.base.catalogue import message
from adversario.native.compiler.shapes import LARGE, Unsupported, is_record_class

LONGEST = 16
"""Tuples of more numbers become arrays, which compile in the same time whatever their length."""

LARGEST = 64
"""Tuples of tuples become arrays from this many numbers on: fewer are faster as they are."""

FOLDED = 1_000_000
"""The bytes up to which Numba makes an array part of the code; beyond, nothing can be cached."""


def constant(value: Any) -> Any:  # noqa: PLR0911 (a case each)
    """The value as compiled code has it; Unsupported if it has no such values.

    Records are left as they are: their compiled classes are not known here.
    """
    if isinstance(value, Enum):
        return constant(value.value)
    if value is None or isinstance(value, (bool, str)):
        return value
    if isinstance(value, int):
        return _whole(value)
    if isinstance(value, (float, Fraction)):
        return float(value)
    if hasattr(value, "dtype"):
        return value.item() if value.shape == () else _array(value)
    if is_record_class(type(value)):
        return value
    if isinstance(value, (tuple, list, range)):
        return _sequence(tuple(value))
    kind = "set" if isinstance(value, (set, frozenset)) else type(value).__name__
    raise Unsupported(message("native.reason.constant", type=kind))


def _whole(value: int) -> Any:
    if not -LARGE <= value < 2 * LARGE:
        raise Unsupported(message("native.reason.large"))
    if value < LARGE:
        return value
    import numpy as np  # noqa: PLC0415 (only where a game is compiled)

    return np.uint64(value)


def _sequence(items: tuple[Any, ...]) -> Any:
    shape = _extents(items)
    if shape is not None:
        size = 1
        for extent in shape:
            size *= extent
        if size > (LONGEST if len(shape) == 1 else LARGEST):
            return _array(items)
    if items and all(isinstance(item, Real) for item in items):
        return tuple(_alike(items))
    return tuple(constant(item) for item in items)


def _alike(items: tuple[Any, ...]) -> Iterator[Any]:
    """Numbers of one type, so that a tuple can be indexed by a variable."""
    if all(isinstance(item, bool) for item in items):
        return iter(items)
    if all(isinstance(item, int) for item in items):
        return (constant(int(item)) for item in items)
    return (float(item) for item in items)


def _extents(items: Any) -> tuple[int, ...] | None:
    """The extents of a box of numbers, None if it is none."""
    if not isinstance(items, (tuple, list, range)):
        return () if isinstance(items, Real) else None
    if not items or hasattr(items, "_fields"):
        return None
    inner = {_extents(item) for item in items}
    only = inner.pop()
    return None if inner or only is None else (len(items), *only)


def _array(items: Any) -> Any:
    import numpy as np  # noqa: PLC0415 (only where a game is compiled)

    if not hasattr(items, "dtype") and _are_boards(items):
        return np.array(items, np.uint64)  # NumPy's choice would be floats
    array = np.ascontiguousarray(items)
    if array.dtype == object:  # fractions, or whole numbers on both sides of 2**63
        array = array.astype(np.float64)
    return array


def _are_boards(items: Any) -> bool:
    """Whether these are whole numbers of 64 bits without a sign, and some need the top bit."""
    numbers = list(_flat(items))
    return (
        all(isinstance(each, int) and 0 <= each < 2 * LARGE for each in numbers)
        and max(numbers) >= LARGE
    )


def _flat(items: Any) -> Iterator[Any]:
    for item in items:
        if isinstance(item, (tuple, list, range)):
            yield from _flat(item)
        else:
            yield item
