"""Draughts by a plain, slow generator: a board of (row, column), recursion, one rule after another.

Nothing here is shared with the game but the numbering of squares.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

Place = tuple[int, int]


class Piece(NamedTuple):
    """A man or a king."""

    white: bool
    king: bool


class Path(NamedTuple):
    """A capture: the squares touched, and those of what was taken, in order."""

    touched: tuple[Place, ...]
    taken: tuple[Place, ...]
    king: bool  # at the end


class Played(NamedTuple):
    """A legal move."""

    origin: Place
    target: Place
    taken: frozenset[Place]
    king: bool  # at the end


FLYING = {"International", "Spanish", "Russian", "Brazilian"}
BACKWARD = {"International", "Russian", "Brazilian"}
MAJORITY = {"International", "Spanish", "Italian", "Brazilian"}

Board = dict[Place, Piece]


def moves(name: str, size: int, board: Board, white: bool) -> set[Played]:
    """The legal moves of a variant."""
    paths = [
        path
        for place, piece in board.items()
        if piece.white == white
        for path in captures(name, size, board, place)
    ]
    if paths:
        return {
            Played(path.touched[0], path.touched[-1], frozenset(path.taken), path.king)
            for path in preferred(name, board, paths)
        }
    return set(steps(name, size, board, white))


def inside(size: int, place: Place) -> bool:
    return 0 <= place[0] < size and 0 <= place[1] < size


def ahead(place: Place, way: Place, distance: int) -> Place:
    return place[0] + distance * way[0], place[1] + distance * way[1]


def ways(forward: bool, white: bool) -> list[Place]:
    """The ways of a step: all four, or those ahead."""
    north = -1 if white else 1
    return [(down, right) for down in (-1, 1) for right in (-1, 1) if not forward or down == north]


def is_far(size: int, place: Place, white: bool) -> bool:
    return place[0] == (0 if white else size - 1)


def steps(name: str, size: int, board: Board, white: bool) -> Iterator[Played]:
    for place, piece in board.items():
        if piece.white != white:
            continue
        for way in ways(not piece.king, white):
            furthest = size if piece.king and name in FLYING else 1
            for distance in range(1, furthest + 1):
                target = ahead(place, way, distance)
                if target in board or not inside(size, target):
                    break
                king = piece.king or is_far(size, target, white)
                yield Played(place, target, frozenset(), king)


def captures(name: str, size: int, board: Board, origin: Place) -> list[Path]:
    """All captures of a piece that end where nothing more can be taken."""
    mover = board[origin]
    others = {place: piece for place, piece in board.items() if place != origin}

    def jumps(
        place: Place, king: bool, taken: tuple[Place, ...]
    ) -> list[list[tuple[Place, Place]]]:
        """For every piece that can be jumped, what it is and each square to land on."""
        found = []
        for way in ways(not (king or name in BACKWARD), mover.white):
            distance = 1
            if king and name in FLYING:
                while inside(size, ahead(place, way, distance)) and (
                    ahead(place, way, distance) not in others
                ):
                    distance += 1
            over = ahead(place, way, distance)
            prey = others.get(over)
            if prey is None or prey.white == mover.white or over in taken:
                continue
            if name == "Italian" and prey.king and not king:
                continue
            lands = []
            for beyond in range(distance + 1, size + 1):
                land = ahead(place, way, beyond)
                if land in others or not inside(size, land):
                    break
                lands.append((over, land))
                if not (king and name in FLYING):
                    break
            if lands:
                found.append(lands)
        return found

    def go(touched: tuple[Place, ...], taken: tuple[Place, ...], king: bool) -> list[Path]:
        found = []
        for lands in jumps(touched[-1], king, taken):
            onward = [
                (over, land)
                for over, land in lands
                if jumps(land, king or crowned(land), (*taken, over))
            ]
            for over, land in onward or lands:
                found += go((*touched, land), (*taken, over), king or crowned(land))
        if found or not taken:
            return found
        return [Path(touched, taken, king or is_far(size, touched[-1], mover.white))]

    def crowned(place: Place) -> bool:
        return name == "Russian" and is_far(size, place, mover.white)

    return go((origin,), (), mover.king)


def preferred(name: str, board: Board, paths: list[Path]) -> list[Path]:
    """Those that have to be made."""

    def kings(path: Path) -> list[bool]:
        return [board[place].king for place in path.taken]

    if name in MAJORITY:
        most = max(len(path.taken) for path in paths)
        paths = [path for path in paths if len(path.taken) == most]
    if name == "Italian":
        with_king = [path for path in paths if board[path.touched[0]].king]
        paths = with_king or paths
    if name in ("Spanish", "Italian"):
        most = max(sum(kings(path)) for path in paths)
        paths = [path for path in paths if sum(kings(path)) == most]
    if name == "Italian":
        first = max(kings(path) for path in paths)
        paths = [path for path in paths if kings(path) == first]
    return paths
