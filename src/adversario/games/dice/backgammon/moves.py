"""Plays in the notation of backgammon players: 13/7 8/7, bar/20*, 6/off(2)."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from adversario.games.dice.backgammon.board import BAR, OFF, Board, men_on, move_man
from adversario.games.dice.backgammon.plays import Thrown

POINT = r"(?:bar|off|\d{1,2})"
MOVE = re.compile(rf"({POINT}\*?(?:/{POINT}\*?)+)(?:\((\d)\))?", re.IGNORECASE)


class Move(NamedTuple):
    """The points that a man touches, and at which of them it hits."""

    points: tuple[int, ...]
    hits: tuple[bool, ...]


def single_moves(state: Thrown, action: int) -> Iterator[tuple[int, int, bool]]:
    """The moves of men of a play, in order: from, to, and whether a man is hit."""
    board = state.board
    die = state.small if action & 1 else state.big
    points = action >> 1
    while points:
        start = points & 31
        target = max(start - die, OFF)
        yield start, target, is_hit(board, target)
        board = move_man(board, start, die)
        points >>= 5
        die = state.big + state.small - die


def is_hit(board: Board, target: int) -> bool:
    """Whether a man of mine that comes to a point hits one there."""
    return target > OFF and men_on(board.theirs_low, board.theirs_high, BAR - target) == 1


def play_name(state: Thrown, action: int) -> str:
    """The play: moves of one man joined unless it hits on the way, equal moves counted."""
    moves = Counter(join_moves(list(single_moves(state, action))))
    ordered = sorted(moves, key=lambda move: move.points, reverse=True)
    return " ".join(
        move_name(move) + (f"({moves[move]})" if moves[move] > 1 else "") for move in ordered
    )


def join_moves(singles: list[tuple[int, int, bool]]) -> list[Move]:
    """The moves with those of one man as one move, the points at which it hits kept."""
    moves: list[Move] = []
    for start, target, hit in singles:
        earlier = next((move for move in moves if move.points[-1] == start != OFF), None)
        if earlier is None:
            moves.append(Move((start, target), (False, hit)))
            continue
        moves.remove(earlier)
        keep = len(earlier.points) if earlier.hits[-1] else len(earlier.points) - 1
        moves.append(Move((*earlier.points[:keep], target), (*earlier.hits[:keep], hit)))
    return moves


def move_name(move: Move) -> str:
    """The points of a move, with a * where it hits."""
    named = {BAR: "bar", OFF: "off"}
    return "/".join(
        named.get(point, str(point)) + "*" * hit
        for point, hit in zip(move.points, move.hits, strict=True)
    )


def read_moves(text: str) -> list[Move] | None:
    """The moves of a text as people write plays; None if it is not one."""
    moves: list[Move] = []
    for word in text.replace(",", " ").split():
        if (found := MOVE.fullmatch(word)) is None:
            return None
        points = found[1].split("/")
        move = Move(
            tuple(_point_of(point.rstrip("*").lower()) for point in points),
            tuple(point.endswith("*") for point in points),
        )
        if max(move.points) > BAR:
            return None
        moves += [move] * int(found[2] or 1)
    return moves


def _point_of(text: str) -> int:
    return BAR if text == "bar" else OFF if text == "off" else int(text)


def fits_play(state: Thrown, action: int, moves: list[Move]) -> bool:
    """Whether the moves describe the play: the same men end on the same points.

    Hits that are written must happen; hits need not be written.
    """
    singles = list(single_moves(state, action))
    change = Counter(start for start, _, _ in singles)
    change.subtract(target for _, target, _ in singles)
    wanted = Counter(move.points[0] for move in moves)
    wanted.subtract(move.points[-1] for move in moves)
    if any(change[point] != wanted[point] for point in [*change, *wanted]):
        return False
    met = {target for _, target, hit in singles if hit}
    written = {
        point for move in moves for point, hit in zip(move.points, move.hits, strict=True) if hit
    }
    return written <= met


def count_points(state: Thrown, action: int, moves: list[Move]) -> int:
    """The number of written points that a man of the play touches."""
    touched = {target for _, target, _ in single_moves(state, action)}
    return sum(point in touched for move in moves for point in move.points[1:])
