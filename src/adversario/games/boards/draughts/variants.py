"""The rules of the variants of draughts, as data.

The types of PDN are from the FMJD's page on its tag GameType.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum


class Priority(IntEnum):
    """The captures that are mandatory; each value refines those before it."""

    FREE = 0  # any
    MOST = 1  # one that takes the most pieces
    MOST_KINGS = 2  # of these, one that takes the most kings
    ITALIAN = 3  # of the most: with a king, then the most kings, then those that meet kings first


@dataclass(frozen=True, slots=True)
class Variant:
    """What the variants differ in.

    - `title`: the name in PDN, `number` the type there;
    - `size`: squares along a side;
    - `black_begins`: and otherwise White;
    - `corner_right`: the dark corner is at the right of each player, and otherwise at the left;
    - `from_white`: squares are numbered from White's corner on, and otherwise from Black's;
    - `algebraic`: squares are named by column and row instead, captures written with `sign`;
    - `flying`: kings go any distance;
    - `backward`: men capture backwards too;
    - `spares_kings`: men may not capture kings;
    - `passing`: a man that reaches the far row while capturing goes on as a king;
    - `priority`: which captures have to be made;
    - `draw`: the plies without a capture or a move of a man after which the game is drawn;
    - `draw_two`, `draw_three`: the limit if a lone king faces at most two pieces, or three, with a
      king among them; 0 if there is no such rule.
    """

    title: str
    number: int
    size: int
    black_begins: bool
    corner_right: bool
    from_white: bool
    algebraic: bool
    sign: str
    flying: bool
    backward: bool
    spares_kings: bool
    passing: bool
    priority: Priority
    draw: int
    draw_two: int = 0
    draw_three: int = 0


ENGLISH = Variant(
    "English", 21, size=8, black_begins=True, corner_right=False, from_white=False,
    algebraic=False, sign="x", flying=False, backward=False, spares_kings=False, passing=False,
    priority=Priority.FREE, draw=80,
)  # fmt: skip

INTERNATIONAL = Variant(
    "International", 20, size=10, black_begins=False, corner_right=False, from_white=False,
    algebraic=False, sign="x", flying=True, backward=True, spares_kings=False, passing=False,
    priority=Priority.MOST, draw=50, draw_two=10, draw_three=32,
)  # fmt: skip

SPANISH = Variant(
    "Spanish", 24, size=8, black_begins=False, corner_right=True, from_white=True,
    algebraic=False, sign="x", flying=True, backward=False, spares_kings=False, passing=False,
    priority=Priority.MOST_KINGS, draw=80,
)  # fmt: skip

RUSSIAN = Variant(
    "Russian", 25, size=8, black_begins=False, corner_right=False, from_white=False,
    algebraic=True, sign=":", flying=True, backward=True, spares_kings=False, passing=True,
    priority=Priority.FREE, draw=30, draw_two=10,
)  # fmt: skip

ITALIAN = Variant(
    "Italian", 22, size=8, black_begins=False, corner_right=True, from_white=False,
    algebraic=False, sign="x", flying=False, backward=False, spares_kings=True, passing=False,
    priority=Priority.ITALIAN, draw=80,
)  # fmt: skip

BRAZILIAN = Variant(
    "Brazilian", 26, size=8, black_begins=False, corner_right=False, from_white=False,
    algebraic=True, sign="x", flying=True, backward=True, spares_kings=False, passing=False,
    priority=Priority.MOST, draw=40, draw_two=10,
)  # fmt: skip
