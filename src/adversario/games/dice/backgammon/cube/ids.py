"""Positions with the cube and the score as other programs write them: XGID, and match IDs.

A match ID of GNU Backgammon is 66 bits in base 64, lowest first: the logarithm of the cube, its
owner (3 for neither), the side on roll, the Crawford game, the state of the game, the side that
decides, whether it was offered a double, resignation, two dice, the length of the match, and both
scores. Its player 0 is O here: the one at the top of the board.
"""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from binascii import Error as Base64Error
from typing import NamedTuple

from adversario.base.errors import InputError
from adversario.games.dice.backgammon.board import Board
from adversario.games.dice.backgammon.cube.match_play import CRAWFORD
from adversario.games.dice.backgammon.cube.rules import NOBODY, OFFERED, CubeState
from adversario.games.dice.backgammon.ids import read_xgid, write_xgid

MATCH_ID_LENGTH = 12
WIDTHS = (4, 2, 1, 1, 3, 1, 1, 2, 3, 3, 15, 15, 15)
"""The bits of the fields of a match ID."""

PLAYING = 1
"""A game that is under way."""

XGID = re.compile(
    r"(?:XGID=)?[A-Oa-o-]{26}:(\d{1,2}):(-?[01]):(-?1):(\d\d|[DRB])"
    r":(\d{1,2}):(\d{1,2}):([0-3]):(\d{1,2}):\d+"
)


class CubeFields(NamedTuple):
    """What other programs write of a position."""

    board: Board
    turn: int
    dice: tuple[int, int]
    offered: bool
    cube: int
    owner: int
    first: int
    second: int
    crawford: bool
    points: int


def read_cube_xgid(text: str, men: int) -> CubeFields | None:
    """The fields of an XGID; None if the text is not one."""
    match, found = XGID.fullmatch(text.strip()), read_xgid(text, men)
    if match is None or found is None:
        return None
    board, turn, dice = found
    owner = {"1": 0, "-1": 1}.get(match[2], NOBODY)
    points = int(match[8])
    return CubeFields(
        board, turn, dice, match[4] == "D", 1 << min(int(match[1]), 15), owner,
        int(match[5]), int(match[6]), bool(points) and match[7] == "1", points,
    )  # fmt: skip


def write_cube_xgid(state: CubeState, points: int, jacoby: bool) -> str:
    """The XGID of a position."""
    plain = write_xgid(state.board, state.turn, (state.big, state.small)).split(":")
    dice = "D" if state.next == OFFERED else plain[4]
    owner = {0: "1", 1: "-1"}.get(state.owner, "0")
    rule = state.stage == CRAWFORD if points else jacoby
    fields = [
        plain[0], state.cube.bit_length() - 1, owner, plain[3], dice,
        state.first, state.second, int(rule), points, 10,
    ]  # fmt: skip
    return ":".join(map(str, fields))


def write_match_id(state: CubeState, points: int) -> str:
    """The match ID of a position."""
    owner = 3 if state.owner == NOBODY else 1 - state.owner
    decides = state.turn if state.next == OFFERED else 1 - state.turn
    fields = (
        state.cube.bit_length() - 1, owner, 1 - state.turn, int(state.stage == CRAWFORD), PLAYING,
        decides, int(state.next == OFFERED), 0, state.big, state.small, points,
        state.second, state.first,
    )  # fmt: skip
    packed, shift = 0, 0
    for value, width in zip(fields, WIDTHS, strict=True):
        packed |= value << shift
        shift += width
    return b64encode(packed.to_bytes(9, "little")).decode("ascii")[:MATCH_ID_LENGTH]


def read_match_id(text: str) -> CubeFields:
    """The fields of a match ID, without a board; raises InputError if it is none."""
    try:
        packed = int.from_bytes(b64decode(text, validate=True), "little")
    except (Base64Error, ValueError):
        raise InputError("backgammon.match_id", given=text) from None
    fields = []
    for width in WIDTHS:
        fields.append(packed & ((1 << width) - 1))
        packed >>= width
    power, owner, turn, crawford, _, _, offered, _, one, two, points, top, below = fields
    if owner == 2 or max(one, two) > 6 or packed:
        raise InputError("backgammon.match_id", given=text)
    return CubeFields(
        Board(0, 0, 0, 0), 1 - turn, (one, two), bool(offered), 1 << power,
        NOBODY if owner > 1 else 1 - owner, below, top, bool(crawford), points,
    )  # fmt: skip
