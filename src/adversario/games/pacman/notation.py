"""Positions of Pac-Man on one line, and back.

As in `P6,7 G4,6,stop,0 G4,8,left,38 food=7ffffffff capsules=3 score=-1 turn=1`: places by line and
column of the layout, for each ghost also its last direction and how long it is scared; the
remaining food and capsules as bits; then the score and the turn; `caught` if Pac-Man was.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from adversario.base.errors import InputError

WORD = 63
"""The number of pieces of food in a word of the state."""

NAMES = ("up", "right", "down", "left", "stop")

LINE = re.compile(
    r"P(\d+),(\d+)((?:\s+G\d+,\d+,(?:up|right|down|left|stop),\d+)*)\s+food=([0-9a-f]+)"
    r"\s+capsules=([0-9a-f]+)\s+score=(-?\d+)\s+turn=(\d+)(\s+caught)?"
)
GHOST = re.compile(r"G(\d+),(\d+),([a-z]+),(\d+)")


class Sizes(NamedTuple):
    """The numbers of ghosts, food and capsules of a maze, and the cells of its places."""

    cell_at: Mapping[tuple[int, int], int]
    ghosts: int
    food: int
    capsules: int


def state_text(state: Any, places: tuple[tuple[int, int], ...], number: int) -> str:
    """The line of a state with `number` ghosts."""
    food = sum(word << WORD * number for number, word in enumerate(state.food))
    ghosts = list(zip(state.ghosts, state.headings, state.scared, strict=True))[:number]
    return " ".join(
        [
            f"P{_place(places[state.pacman])}",
            *(f"G{_place(places[cell])},{NAMES[to]},{fear}" for cell, to, fear in ghosts),
            f"food={food:x} capsules={state.capsules:x} score={state.score} turn={state.turn}",
            *(["caught"] if state.caught else []),
        ]
    )


def parse_state(text: str, sizes: Sizes) -> tuple[Any, ...] | None:
    """The fields of the state on the line; None for a text of another form.

    Raises InputError if the line does not fit the maze.
    """
    found = LINE.fullmatch(text.strip())
    if found is None:
        return None
    row, column, haunted, eaten, capsules, score, turn, caught = found.groups()
    ghosts = GHOST.findall(haunted)
    food, held = int(eaten, 16), int(capsules, 16)
    if (
        len(ghosts) != sizes.ghosts
        or int(turn) > sizes.ghosts
        or food >> sizes.food
        or held >> sizes.capsules
    ):
        raise InputError(
            "pacman.position", position=text.strip(), ghosts=sizes.ghosts, food=sizes.food,
            capsules=sizes.capsules,
        )  # fmt: skip
    return (
        _cell(row, column, sizes),
        tuple(_cell(row, column, sizes) for row, column, _, _ in ghosts),
        tuple(NAMES.index(heading) for _, _, heading, _ in ghosts),
        tuple(int(fear) for *_, fear in ghosts),
        tuple(food >> done & (1 << WORD) - 1 for done in range(0, sizes.food, WORD)),
        held,
        int(score),
        int(turn),
        caught is not None,
    )


def _place(place: tuple[int, int]) -> str:
    return f"{place[0] + 1},{place[1] + 1}"


def _cell(row: str, column: str, sizes: Sizes) -> int:
    place = int(row) - 1, int(column) - 1
    if place not in sizes.cell_at:
        raise InputError("pacman.place", row=row, column=column)
    return sizes.cell_at[place]
