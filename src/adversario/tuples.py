"""Tuples of numbers, changed by making new ones: the same in plain Python and compiled."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T", bound=float)


def replaced(items: tuple[T, ...], index: int, item: T) -> tuple[T, ...]:
    """The tuple with another item at that index, counted from 0."""
    return (*items[:index], item, *items[index + 1 :])


def ordered(items: tuple[T, ...]) -> tuple[T, ...]:
    """The items in ascending order."""
    return tuple(sorted(items))
