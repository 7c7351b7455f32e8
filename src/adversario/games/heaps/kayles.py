"""Kayles and Dawson's Kayles: knock down pins that are next to each other (Dudeney, Dawson)."""

from __future__ import annotations

from adversario.games.drawing.counters import counters_svg, counters_text
from adversario.games.heaps.heap_game import State
from adversario.games.heaps.octal import Octal
from adversario.games.registry import register


class _Pins(Octal):
    """An octal game whose heaps are rows of pins."""

    def text(self, state: State) -> str:
        """The remaining rows of pins."""
        return counters_text([(str(size), size) for size in self.sizes(state)], "|")

    def svg(self, state: State) -> str:
        """The rows drawn."""
        return counters_svg([(str(size), size) for size in self.sizes(state)], pins=True)


@register("kayles")
class Kayles(_Pins):
    """A ball knocks down one pin, or two neighbours.

    A gap splits a row. The last player to move wins.
    """

    def __init__(self, heaps: tuple[int, ...] = (7,), misere: bool = False) -> None:
        super().__init__("0.77", heaps, misere)


@register("dawson")
class DawsonsKayles(_Pins):
    """A ball knocks down exactly two neighbours. The last player to move wins."""

    def __init__(self, heaps: tuple[int, ...] = (10,), misere: bool = False) -> None:
        super().__init__("0.07", heaps, misere)
