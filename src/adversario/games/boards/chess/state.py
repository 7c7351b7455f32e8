"""A position, and moves as numbers."""

from __future__ import annotations

from typing import NamedTuple

from adversario.bits import Board


class State(NamedTuple):
    """A position, seen by the player to move; White is player 0.

    - `own`: the pieces of the player to move; the opponent's are `(p0 | p1 | p2) ^ own`;
    - `p0`, `p1`, `p2`: the code of the piece on each square, bit by bit (`pieces`);
    - `castling`: the rooks that may still castle, of both players, so Chess960 needs nothing else;
    - `checkers`: the pieces that give check to the player to move;
    - `hash`: pieces and player to move by Zobrist's method, updated move by move;
    - `passant`: the square behind a pawn that can really be captured in passing; 0: none;
    - `clock`: plies since the last capture or move of a pawn;
    - `turn`: the player to move;
    - `score`: sums of piece-square values, White less Black, middle game and ending in one number.
    """

    own: Board
    p0: Board
    p1: Board
    p2: Board
    castling: Board
    checkers: Board
    hash: Board
    passant: int
    clock: int
    turn: int
    score: int


# A move is a number: target | piece << 6 | origin << 9 | captured << 15 | promoted << 18. Castling
# is the king's move to the square of its rook. The low ten bits, piece and target, are what a
# search's history of good moves should go by.


def target_of(move: int) -> int:
    """The square that the piece goes to; that of the rook for castling."""
    return move & 63


def piece_of(move: int) -> int:
    """The piece that moves."""
    return move >> 6 & 7


def origin_of(move: int) -> int:
    """The square that the piece comes from."""
    return move >> 9 & 63


def captured_of(move: int) -> int:
    """The piece on the target square, 0 for none (as in capturing in passing)."""
    return move >> 15 & 7


def promoted_of(move: int) -> int:
    """The piece that a pawn becomes, 0 for none."""
    return move >> 18
