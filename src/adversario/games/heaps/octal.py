"""Octal games: take counters from a heap, and possibly split the rest (Guy and Smith, 1956)."""

from __future__ import annotations

from collections.abc import Iterator

from adversario.contract.nim_values import Period
from adversario.games.heaps.heap_game import Action, HeapGame
from adversario.games.heaps.heap_values import octal_digits, octal_period, octal_values
from adversario.games.registry import register


@register("octal")
class Octal(HeapGame):
    """The game of a code such as 0.77. The player who moves last wins.

    Digit k after the point is the sum of the numbers of heaps that may be left when k counters are
    taken from a heap, encoded as 1 (none), 2 (one heap) and 4 (two heaps). The digit before the
    point is 0, or 4 if a heap may be split without taking counters.
    """

    def __init__(
        self, code: str = "0.77", heaps: tuple[int, ...] = (7,), misere: bool = False
    ) -> None:
        super().__init__(heaps, misere)
        self.code, self.digits = code, octal_digits(code)

    def has_split(self, size: int) -> bool:
        """Whether there is a legal move in a heap of that size."""
        for taken, digit in enumerate(self.digits):
            left = size - taken
            allowed = 1 if left == 0 else 2 if left == 1 else 6  # digits that allow such a rest
            if left >= 0 and digit & allowed:
                return True
        return False

    def splits(self, size: int) -> Iterator[Action]:
        """The legal rests, with few counters taken first."""
        for taken, digit in enumerate(self.digits):
            left = size - taken
            if left == 0 and digit & 1:
                yield Action(size, 0, 0)
            if left > 0 and digit & 2:
                yield Action(size, 0, left)
            if digit & 4:
                for smaller in range(1, left // 2 + 1):
                    yield Action(size, smaller, left - smaller)

    def heap_values(self, number: int) -> tuple[list[int], Period | None]:
        """The nim-values by recurrence, and their period if these are enough to prove it."""
        values = octal_values(self.code, number)
        return values, octal_period(self.code, values)
