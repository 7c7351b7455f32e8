"""The states of an explored graph by number, and their numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property
from typing import Any, Protocol

from adversario.solve.states.packing import Packing


class Index(Protocol):
    """The states of a graph by number, and the number of a state or of one of its images."""

    def __len__(self) -> int:
        """The number of states."""

    def state(self, number: int) -> Any:
        """The state of that number."""

    def find(self, images: Iterable[Any]) -> int:
        """The number of the first image that is in the graph; -1 if none is."""


class ListedStates:
    """States as Python objects."""

    def __init__(self, states: Sequence[Any], numbers: dict[Any, int]) -> None:
        self.states, self.numbers = states, numbers

    def __len__(self) -> int:
        return len(self.states)

    def state(self, number: int) -> Any:
        """The state of that number."""
        return self.states[number]

    def find(self, images: Iterable[Any]) -> int:
        """The number of the first image that is in the graph; -1 if none is."""
        return next((self.numbers[image] for image in images if image in self.numbers), -1)


class StateArray:
    """States as rows of words."""

    def __init__(self, packing: Packing, rows: Any) -> None:
        self.packing, self.rows = packing, rows

    def __len__(self) -> int:
        return len(self.rows)

    def state(self, number: int) -> Any:
        """The state of that number."""
        return self.packing.unpack(self.rows[number].tolist())

    @cached_property
    def _order(self) -> Any:
        """The numbers of the states in the order of their rows."""
        import numpy as np  # noqa: PLC0415 (not needed to import the package)

        return np.lexsort(self.rows.T[::-1])

    def find(self, images: Iterable[Any]) -> int:
        """The number of the first image that is in the graph; -1 if none is."""
        for image in images:
            try:
                number = self._number(list(self.packing.pack(image)))
            except ValueError:  # a state of another shape
                continue
            if number >= 0:
                return number
        return -1

    def _number(self, wanted: list[int]) -> int:
        """The number of a row, by binary search; -1 if it is not in the graph."""
        low, high = 0, len(self.rows)
        while low < high:
            middle = (low + high) // 2
            if self.rows[self._order[middle]].tolist() < wanted:
                low = middle + 1
            else:
                high = middle
        if low == len(self.rows) or self.rows[self._order[low]].tolist() != wanted:
            return -1
        return int(self._order[low])
