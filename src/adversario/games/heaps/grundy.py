"""Grundy's game: a move splits a heap into two unequal ones."""

from __future__ import annotations

from collections.abc import Iterator

from adversario.contract.nim_values import Period
from adversario.games.heaps.heap_game import Action, HeapGame
from adversario.games.heaps.heap_values import grundy_values
from adversario.games.registry import register


@register("grundy")
class Grundy(HeapGame):
    """The player who makes the last split wins; heaps of 1 and 2 cannot be split."""

    def __init__(self, heaps: tuple[int, ...] = (10,), misere: bool = False) -> None:
        super().__init__(heaps, misere)

    def has_split(self, size: int) -> bool:
        """Whether the heap has at least three counters, as two unequal heaps do."""
        return size > 2

    def splits(self, size: int) -> Iterator[Action]:
        """One counter in the smaller heap first, then two, and so on, below half of the heap."""
        for smaller in range(1, (size + 1) // 2):
            yield Action(size, smaller, size - smaller)

    def heap_values(self, number: int) -> tuple[list[int], Period | None]:
        """The nim-values by recurrence; it is not known whether they are periodic."""
        return grundy_values(number), None
