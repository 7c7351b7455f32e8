"""Impartial games with known nim-values, and the explanation of one.

A game of heaps is the sum of its heaps, and its nim-value the XOR of theirs, so that theory answers
where a search would take too long. Such a game defines both methods of `NimValued`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import xor
from typing import Any, NamedTuple

from adversario.base.catalogue import Message, message, text
from adversario.contract.capability import Capability
from adversario.game import A, S

MOST_COUNTERS = 10_000
"""The most counters of a position of heaps, so that a typing error does not exhaust the memory."""


def mex(values: Iterable[int]) -> int:
    """The least whole number from 0 on that is not among the values ("minimum excludant")."""
    present = set(values)
    return next(number for number in range(len(present) + 1) if number not in present)


def nim_sum(values: Iterable[int]) -> int:
    """The XOR of the values: the nim-value of a sum of games with these values."""
    return reduce(xor, values, 0)


class Period(NamedTuple):
    """Values that repeat: value(n + length) = value(n) for every n from `start` on."""

    start: int
    length: int


class Heap(NamedTuple):
    """A heap of a position: its name, its size and its nim-value."""

    name: str
    size: int
    value: int


class Winning(NamedTuple):
    """A winning action, its name, and the reason why it wins."""

    action: Any
    name: str
    why: Message


@dataclass(frozen=True)
class Nimber:
    """The nim-value of a state, and its consequences.

    `heaps` is empty for a game without heaps. `wins` is whether the player to move wins, `winning`
    has all the winning actions, and `verdict` is the reason. Printed, it is a table with the XOR in
    binary, and the reasons.
    """

    game: str
    position: str
    heaps: tuple[Heap, ...]
    value: int
    wins: bool
    verdict: Message
    winning: tuple[Winning, ...]

    def text(self, lang: str = "en") -> str:
        """The explanation in words, under a table of the heaps."""
        reasons = [f"{move.name}: {move.why.text(lang)}" for move in self.winning]
        return "\n".join([*_table(self.heaps, self.value, lang), self.verdict.text(lang), *reasons])

    def __str__(self) -> str:
        return self.text()

    def to_json(self) -> dict[str, object]:
        """The explanation as plain JSON values."""
        return {
            "game": self.game,
            "position": self.position,
            "heaps": [heap._asdict() for heap in self.heaps],
            "value": self.value,
            "wins": self.wins,
            "winning": [{"action": move.name, "why": move.why.text()} for move in self.winning],
        }


class NimValued(Capability[S, A]):
    """A game of heaps whose values are known by theory."""

    def nimber(self, state: S) -> Nimber | None:
        """The nim-value of a state explained; None if the theory does not cover these rules."""
        return None

    def heap_values(self, number: int) -> tuple[list[int], Period | None]:
        """The nim-values of heaps from 0 to `number` - 1, and their period if it is proven."""
        raise NotImplementedError


# Texts.


def verdict(value: int, *, over: bool) -> Message:
    """The winner in normal play, and the reason."""
    if over:
        return message("nimber.over")
    return message("nimber.wins" if value else "nimber.loses", value=value)


def left_over(values: Iterable[int]) -> Message:
    """The result of a winning move: the values of the heaps and their XOR, which is 0."""
    return message("nimber.after", sum=" xor ".join(map(str, values)) or "0")


def _table(heaps: Sequence[Heap], value: int, lang: str) -> list[str]:
    """A line for each heap, with its value in binary last, and one for their XOR."""
    if not heaps:
        return []
    digits = max(value, *(heap.value for heap in heaps)).bit_length() or 1
    rows = [
        [text(f"nimber.{head}", lang) for head in ("heap", "size", "value", "binary")],
        *([h.name, str(h.size), str(h.value), f"{h.value:0{digits}b}"] for h in heaps),
        ["xor", "", str(value), f"{value:0{digits}b}"],
    ]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    pads: list[Callable[[str, int], str]] = [str.ljust, str.rjust, str.rjust, str.rjust]
    return [
        "  ".join(pad(cell, width) for pad, cell, width in zip(pads, row, widths, strict=True))
        for row in rows
    ]
