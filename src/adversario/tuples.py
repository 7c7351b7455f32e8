"""Tuples of numbers, changed by making new ones: the same in plain Python and compiled."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T", bound=float)


def replaced(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """The tuple with another item at that index; IndexError if there is none.

    As everywhere in Python, a negative index counts from the end.
    """
    changed = list(items)
    changed[index] = item
    return tuple(changed)


def ordered(items: tuple[T, ...]) -> tuple[T, ...]:
    """The items in ascending order."""
    return tuple(sorted(items))
