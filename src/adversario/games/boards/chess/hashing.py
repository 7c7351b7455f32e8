"""Zobrist's numbers (1970): random words, of which a position's hash is the exclusive or."""

from __future__ import annotations

from random import Random

from adversario.bits import ALL, Board

_random = Random(1970)

ZOBRIST: tuple[Board, ...] = (*(_random.getrandbits(64) for _ in range(1024)), ALL)
"""The word of a piece by 512 * player + 64 * code + square; the first is that of Black's turn."""

PASSANT: tuple[Board, ...] = (0, *(_random.getrandbits(64) for _ in range(63)), ALL)
"""The word of a square on which a pawn can be captured in passing."""

CASTLING: Board = 0x9E3779B97F4A7C15
CLOCK: Board = 0xC2B2AE3D27D4EB4F
"""Odd numbers: sets of castling rooks, and the clock, times these are spread over all bits."""
