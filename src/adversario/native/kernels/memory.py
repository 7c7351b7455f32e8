"""Memory by address, and hints about arrays that are large or that other threads share."""

from __future__ import annotations

from ctypes import CFUNCTYPE, c_double, c_int64
from struct import calcsize, pack, unpack
from typing import Any

FUNCTION = CFUNCTYPE(c_int64, c_int64, c_int64, c_int64)
"""The type of a function of Python's that machine code may call: three words to one."""

_SHIFT = 3
_ITEMS = 1 << 8 * calcsize("P") - 5
_WORDS = (c_int64 * _ITEMS).from_address(0)
_NUMBERS = (c_double * _ITEMS).from_address(0)
"""All memory as one array, indexed by an address in words: the fastest access Python has to it."""


class Unwound(Exception):  # noqa: N818 (the function that was called knows what is wrong)
    """A function that was called by its address has failed."""


def prefetch(array: Any, index: int) -> None:
    """Prefetch an item of an array: it is going to be needed soon."""


def fresh(array: Any, index: int) -> Any:
    """The item of an array of numbers as it is now, even if another thread has written it.

    The compiler may read `array[index]` once, before a loop, if nothing in the loop writes to the
    array: a flag that another thread sets would never be seen.
    """
    return array[index]


def borrowed(array: Any) -> Any:
    """The array without its reference count, which costs more than all else in a recursion.

    The function that was handed the array makes this of it, for those that it calls; it must not
    be returned or kept.
    """
    return array


def cleared(words: int) -> Any:
    """An array of that many words, all zero."""
    return [0] * words


def word(address: int, index: int) -> int:
    """The int64 `index` places after an address; an address costs nothing to pass on."""
    return _WORDS[(address >> _SHIFT) + index]


def set_word(address: int, index: int, value: int) -> None:
    """Write an int64 to that place."""
    _WORDS[(address >> _SHIFT) + index] = value


def number(address: int, index: int) -> float:
    """The float64 at that place, which no other thread may write; they may write words."""
    return _NUMBERS[(address >> _SHIFT) + index]


def set_number(address: int, index: int, value: float) -> None:
    """Write a float64 to that place."""
    _NUMBERS[(address >> _SHIFT) + index] = value


def prefetch_at(address: int, index: int) -> None:
    """Prefetch the word at that place."""
    raise NotImplementedError


def float_bits(value: float) -> int:
    """The bits of a float as an int64."""
    found: int = unpack("<q", pack("<d", value))[0]
    return found


def bits_float(value: int) -> float:
    """The float of those bits."""
    found: float = unpack("<d", pack("<q", value))[0]
    return found


def signed(word: int) -> int:
    """The int64 of the same bits: compared with one, a uint64 above its range is never equal."""
    raise NotImplementedError


def call(function: int, first: int, second: int, third: int) -> None:
    """Call the function at that address, of the type FUNCTION; Unwound if it does not return 1."""
    if FUNCTION(function)(first, second, third) != 1:
        raise Unwound
