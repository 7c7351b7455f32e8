"""What a kernel can tell the processor about arrays that are large, or that other threads share."""

from __future__ import annotations

from typing import Any


def prefetch(array: Any, index: int) -> None:
    """Have that item of an array on its way from memory: it is going to be needed soon."""


def fresh(array: Any, index: int) -> Any:
    """The item of an array of numbers as it is now, whoever changed it.

    Reading `array[index]` in a loop may be done once, before the loop, where nothing in it writes
    to the array; a flag that another thread sets would never be seen.
    """
    return array[index]


def borrowed(array: Any) -> Any:
    """The array without a count of its users, which costs more than all else in a recursion.

    The function that was handed the array makes this of it, for those that it calls; it must not
    be returned or kept.
    """
    return array


def word(address: int, index: int) -> int:
    """The int64 at an address, or so many places after it; an address costs nothing to pass on."""
    raise NotImplementedError


def set_word(address: int, index: int, value: int) -> None:
    """Put an int64 there."""
    raise NotImplementedError


def number(address: int, index: int) -> float:
    """The float64 there, which must not be one that another thread writes; a word may be."""
    raise NotImplementedError


def set_number(address: int, index: int, value: float) -> None:
    """Put a float64 there."""
    raise NotImplementedError


def prefetch_at(address: int, index: int) -> None:
    """Have the word there on its way from memory."""
    raise NotImplementedError


def float_bits(value: float) -> int:
    """The bits of a float as an int64."""
    raise NotImplementedError


def bits_float(value: int) -> float:
    """The float of those bits."""
    raise NotImplementedError


def signed(word: int) -> int:
    """The int64 of the same bits: compared with one, a uint64 above its range is never equal."""
    raise NotImplementedError
