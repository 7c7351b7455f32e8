"""Nim solved (Bouton, "Nim, a game with a complete theory", 1901): a heap's value is its size."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from string import ascii_lowercase
from typing import Any

from adversario.base.catalogue import Message, message
from adversario.contract.nim_values import Heap, Nimber, Winning, left_over, nim_sum, verdict


def nim_is_lost(heaps: Sequence[int], misere: bool = False) -> bool:
    """Whether the player to move in Nim loses (Bouton, 1901).

    The XOR of the heaps is 0; or, in misère play with no heap of 2 or more left, it is 1.
    """
    return nim_sum(heaps) == (1 if misere and max(heaps, default=0) <= 1 else 0)


def explain_nim(game: Any, state: Any, action: Any) -> Nimber:
    """The nim-value of a state of Nim and all winning moves, made by `action(heap, taken)`."""
    named = zip(ascii_lowercase, state.heaps, strict=False)
    heaps = tuple(Heap(name, size, size) for name, size in named)
    moves = [action(*taking) for taking in winning_takings(state.heaps, game.misere)]
    return Nimber(
        game.name, game.position(state), heaps, nim_sum(state.heaps),
        wins=not nim_is_lost(state.heaps, game.misere),
        verdict=_verdict(state.heaps, game.misere),
        winning=tuple(
            Winning(move, game.action_name(state, move), _reason(game, state, move))
            for move in moves
        ),
    )  # fmt: skip


def winning_takings(heaps: tuple[int, ...], misere: bool = False) -> Iterator[tuple[int, int]]:
    """The winning moves, as heap and counters: those that make the XOR 0, or leave 0 or 1."""
    value = nim_sum(heaps)
    for heap, size in enumerate(heaps):
        for left in sorted({size ^ value, 0, 1}, reverse=True):
            after = (*heaps[:heap], left, *heaps[heap + 1 :])
            if left < size and nim_is_lost(after, misere):
                yield heap, size - left


def _reason(game: Any, state: Any, action: Any) -> Message:
    left = game.result(state, action).heaps
    return message(
        "nimber.take",
        taken=action.taken,
        heap=ascii_lowercase[action.heap],
        after=_ones(left) if game.misere and max(left) <= 1 else left_over(left),
    )


def _ones(heaps: tuple[int, ...]) -> Message:
    return message("nimber.ones", number=sum(heaps))


def _verdict(heaps: tuple[int, ...], misere: bool) -> Message:
    if not misere:
        return verdict(nim_sum(heaps), over=not any(heaps))
    end = "loses" if nim_is_lost(heaps, misere) else "wins"
    if max(heaps) <= 1:
        return message(f"nimber.misere.ones.{end}", number=sum(heaps))
    return message(f"nimber.misere.large.{end}", value=nim_sum(heaps))
