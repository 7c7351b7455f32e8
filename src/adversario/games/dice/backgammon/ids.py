"""Positions as other programs write them: GNU Backgammon's Position ID, and XGID.

A Position ID is 80 bits in base 64: for the side that is not on roll, then for the side on roll,
each of the points 1 to 24 and the bar as a one for each man, then a zero. An XGID names
the men of both sides from point 0 to 25 as the player below sees them (capitals are that player's),
then the cube, the turn, the dice and the score.
"""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from binascii import Error as Base64Error

from adversario.base.errors import InputError
from adversario.games.dice.backgammon.board import BAR, Board, pack, unpack

ID_LENGTH = 14
XGID = re.compile(r"(?:XGID=)?([A-Oa-o-]{26}):(\d+):(-?[01]):(-?1):(\d\d|[DRB])(?::.*)?")


def write_id(board: Board) -> str:
    """The Position ID of a board."""
    bits = ""
    for low, high in ((board.theirs_low, board.theirs_high), (board.mine_low, board.mine_high)):
        bits += "".join("1" * men + "0" for men in unpack(low, high)[1:])
    packed = sum(1 << place for place, bit in enumerate(bits) if bit == "1")
    return b64encode(packed.to_bytes(10, "little")).decode("ascii")[:ID_LENGTH]


def read_id(text: str, men: int) -> Board:
    """The board of a Position ID; raises InputError if no board has it."""
    try:
        packed = int.from_bytes(b64decode(text + "==", validate=True), "little")
    except (Base64Error, ValueError):
        raise InputError("backgammon.id", position=text, length=ID_LENGTH) from None
    bits = f"{packed:080b}"[::-1]
    points = [len(ones) for ones in bits.split("0")]
    theirs, mine, rest = points[:BAR], points[BAR : 2 * BAR], points[2 * BAR :]
    if len(mine) < BAR or any(rest):
        raise InputError("backgammon.id", position=text, length=ID_LENGTH)
    return _board_of(text, mine, theirs, men)


def read_xgid(text: str, men: int) -> tuple[Board, int, tuple[int, int]] | None:
    """The board, the side on roll and its dice of an XGID; None if the text is not one.

    Dice are 0 before they are thrown. The cube and the score are not part of the position.
    """
    if (found := XGID.fullmatch(text.strip())) is None:
        return None
    below, above = [0] * (BAR + 1), [0] * (BAR + 1)
    for point, letter in enumerate(found[1]):
        if letter.isupper():
            below[point] = ord(letter) - ord("A") + 1
        elif letter.islower():
            above[BAR - point] = ord(letter) - ord("a") + 1
    turn = 0 if found[4] == "1" else 1
    mine, theirs = (below, above) if turn == 0 else (above, below)
    dice = found[5] if found[5].isdecimal() else "00"
    board = _board_of(text, mine[1:], theirs[1:], men)
    return board, turn, (int(dice[0]), int(dice[1]))


def write_xgid(board: Board, turn: int, dice: tuple[int, int]) -> str:
    """The XGID of a position of a money game without the cube."""
    mine, theirs = unpack(board.mine_low, board.mine_high), unpack(*board[2:])
    below, above = (mine, theirs) if turn == 0 else (theirs, mine)
    letters = "".join(
        chr(ord("A") + below[point] - 1) if point and below[point]
        else chr(ord("a") + above[BAR - point] - 1) if point < BAR and above[BAR - point]
        else "-"
        for point in range(BAR + 1)
    )  # fmt: skip
    return f"XGID={letters}:0:0:{1 if turn == 0 else -1}:{dice[0]}{dice[1]}:0:0:0:0:10"


def _board_of(text: str, mine: list[int], theirs: list[int], men: int) -> Board:
    """The board of men on the points 1 to 25 of each side; the others were borne off."""
    if sum(mine) > men or sum(theirs) > men:
        raise InputError("backgammon.too_many", position=text, men=men)
    for point in range(1, BAR):
        if mine[point - 1] and theirs[BAR - point - 1]:
            raise InputError("backgammon.shared", position=text, point=point)
    if not sum(mine) and not sum(theirs):
        raise InputError("backgammon.empty", position=text)
    return Board(*pack((men - sum(mine), *mine)), *pack((men - sum(theirs), *theirs)))
