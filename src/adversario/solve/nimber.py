"""Why a position of an impartial game is won or lost: nim-values, their XOR, the winning moves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from string import ascii_lowercase
from typing import Any, NamedTuple

from adversario.base.catalogue import Message, message, text
from adversario.base.errors import InputError
from adversario.game import Game
from adversario.games.heaps.grundy import Grundy
from adversario.games.heaps.heap_game import Action as Splitting
from adversario.games.heaps.nim import Action as Taking
from adversario.games.heaps.nim import Nim
from adversario.games.heaps.octal import Octal
from adversario.solve.heap_values import Period, grundy_values, octal_period, octal_values
from adversario.solve.impartial import NimValues, nim_sum


class Heap(NamedTuple):
    """A heap of a position: its name, its size and its nim-value."""

    name: str
    size: int
    value: int


class Winning(NamedTuple):
    """A winning action, its name, and why it wins."""

    action: Any
    name: str
    why: Message


@dataclass(frozen=True)
class Nimber:
    """The nim-value of a state, and what follows from it.

    `heaps` is empty for a game that is not made of heaps. `wins` tells whether whoever moves wins,
    `winning` has all the actions that do it, and `verdict` says why. Printed, it is a table with
    the XOR in binary, and the reasons.
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
        """The same as plain JSON values."""
        return {
            "game": self.game,
            "position": self.position,
            "heaps": [heap._asdict() for heap in self.heaps],
            "value": self.value,
            "wins": self.wins,
            "winning": [{"action": move.name, "why": move.why.text()} for move in self.winning],
        }


def nimber(game: Game[Any, Any], state: Any = None) -> Nimber:
    """The nim-value of a state explained; by default of the initial one.

    Nim, octal games and Grundy's game are read off the values of single heaps, so sizes hardly
    matter; any other game is searched. Errors are those of `nim_value`.
    """
    state = game.initial() if state is None else state
    if isinstance(game, Nim):
        return _nim(game, state)
    if isinstance(game, Grundy | Octal) and not game.misere:
        return _heaps(game, state)
    return _searched(game, state)


def values_of_heaps(game: Game[Any, Any], number: int) -> tuple[list[int], Period | None]:
    """The nim-values of heaps from 0 to `number` - 1, and their period where it can be proven."""
    if isinstance(game, Grundy):
        return grundy_values(number), None
    if isinstance(game, Octal):
        values = octal_values(game.code, number)
        return values, octal_period(game.code, values)
    if isinstance(game, Nim):
        return list(range(number)), None
    raise InputError("nimber.no_heaps", game=game.name)


# Nim, where a heap is worth its size.


def _nim(game: Nim, state: Any) -> Nimber:
    named = zip(ascii_lowercase, state.heaps, strict=False)
    heaps = tuple(Heap(name, size, size) for name, size in named)
    value = nim_sum(state.heaps)
    return Nimber(
        game.name, game.position(state), heaps, value,
        wins=not nim_is_lost(state.heaps, game.misere),
        verdict=_nim_verdict(state.heaps, game.misere),
        winning=tuple(
            Winning(action, game.action_name(state, action), _taking(game, state, action))
            for action in _winning_takings(state.heaps, value, game.misere)
        ),
    )  # fmt: skip


def nim_is_lost(heaps: Sequence[int], misere: bool = False) -> bool:
    """Whether whoever moves in Nim loses (Bouton, 1901).

    The XOR of the heaps is 0; or, in misère play with no heap of 2 or more left, it is 1.
    """
    return nim_sum(heaps) == (1 if misere and max(heaps, default=0) <= 1 else 0)


def _winning_takings(heaps: tuple[int, ...], value: int, misere: bool) -> Iterable[Taking]:
    """The winning moves: down to what makes the XOR 0, or in misère play perhaps to 0 or 1."""
    for heap, size in enumerate(heaps):
        for left in sorted({size ^ value, 0, 1}, reverse=True):
            after = (*heaps[:heap], left, *heaps[heap + 1 :])
            if left < size and nim_is_lost(after, misere):
                yield Taking(heap, size - left)


def _taking(game: Nim, state: Any, action: Taking) -> Message:
    left = game.result(state, action).heaps
    return message(
        "nimber.take",
        taken=action.taken,
        heap=ascii_lowercase[action.heap],
        after=_ones(left) if game.misere and max(left) <= 1 else _after(left),
    )


def _ones(heaps: tuple[int, ...]) -> Message:
    return message("nimber.ones", number=sum(heaps))


def _nim_verdict(heaps: tuple[int, ...], misere: bool) -> Message:
    if not misere:
        return _verdict(nim_sum(heaps), over=not any(heaps))
    end = "loses" if nim_is_lost(heaps, misere) else "wins"
    if max(heaps) <= 1:
        return message(f"nimber.misere.ones.{end}", number=sum(heaps))
    return message(f"nimber.misere.large.{end}", value=nim_sum(heaps))


# Other games of heaps.


def _heaps(game: Grundy | Octal, state: Any) -> Nimber:
    sizes = game.sizes(state)
    values, _ = values_of_heaps(game, max(sizes, default=0) + 1)
    heaps = tuple(Heap(str(size), size, values[size]) for size in sizes)
    value = nim_sum(heap.value for heap in heaps)
    winning = tuple(
        Winning(action, game.action_name(state, action), _splitting(sizes, action, values))
        for action in game.actions(state)
        if value ^ values[action.size] ^ values[action.smaller] ^ values[action.larger] == 0
    )
    return Nimber(
        game.name, game.position(state), heaps, value,
        wins=value != 0, verdict=_verdict(value, over=game.is_terminal(state)), winning=winning,
    )  # fmt: skip


def _splitting(sizes: Sequence[int], action: Splitting, values: Sequence[int]) -> Message:
    parts = [size for size in (action.smaller, action.larger) if size]
    left = list(sizes)
    left.remove(action.size)
    left = sorted(left + parts, reverse=True)
    return message(
        "nimber.split",
        size=action.size,
        parts=message(f"nimber.parts.{len(parts)}", smaller=action.smaller, larger=action.larger),
        after=_after(values[size] for size in left),
    )


# Any other game.


def _searched(game: Game[Any, Any], state: Any) -> Nimber:
    values = NimValues(game)
    value = values.of(state)
    winning = tuple(
        Winning(action, game.action_name(state, action), message("nimber.zero"))
        for action in game.legal(state)
        if value and values.of(game.result(state, action)) == 0
    )
    return Nimber(
        game.name, game.position(state), (), value,
        wins=value != 0, verdict=_verdict(value, over=game.is_terminal(state)), winning=winning,
    )  # fmt: skip


# Words.


def _verdict(value: int, *, over: bool) -> Message:
    if over:
        return message("nimber.over")
    return message("nimber.wins" if value else "nimber.loses", value=value)


def _after(values: Iterable[int]) -> Message:
    """What a winning move leaves: the values of the heaps and their XOR, which is 0."""
    return message("nimber.after", sum=" xor ".join(map(str, values)) or "0")


def _table(heaps: Sequence[Heap], value: int, lang: str) -> list[str]:
    """A line for each heap, its value in binary last, and one for their XOR."""
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
