"""Stones that cannot be taken even if their owner always passes, by Benson's algorithm.

D. B. Benson, Life in the game of Go, Information Sciences 10, 1976.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from adversario.base.bitboards import has
from adversario.games.boards.go.board import GoBoard, State

Points: TypeAlias = frozenset[int]


class Life(NamedTuple):
    """What a colour owns unconditionally: its stones, and the points that they enclose.

    Stones of the opponent on enclosed points are dead.
    """

    stones: Points
    enclosed: Points


def unconditional_life(board: GoBoard, state: State, player: int) -> Life:
    """The unconditional life of a player's stones."""
    own = {c for c in board.cells if has(state.white if player else state.black, c)}
    other = {c for c in board.cells if has(state.black if player else state.white, c)}
    chains = set(_connected(board, own))
    regions = {
        region: frozenset(region - other)  # its empty points
        for region in _connected(board, set(board.cells) - own)
    }
    while True:
        beside = {chain: _beside(board, chain) for chain in chains}
        kept = {
            chain
            for chain in chains
            if sum(empty <= beside[chain] for empty in regions.values()) >= 2
        }
        alive = frozenset().union(*kept)
        walled = {
            region: empty
            for region, empty in regions.items()
            if _beside(board, region) & own <= alive
        }
        if kept == chains and walled == regions:
            break
        chains, regions = kept, walled
    enclosed = (
        region
        for region, empty in regions.items()
        if any(empty <= _beside(board, chain) for chain in chains)
    )
    return Life(frozenset().union(*chains), frozenset().union(*enclosed))


def dead_stones(board: GoBoard, state: State) -> Points:
    """The stones within the unconditional territory of the opponent."""
    black, white = (unconditional_life(board, state, player) for player in (0, 1))
    return frozenset(
        cell
        for cell in board.cells
        if (has(state.black, cell) and cell in white.enclosed)
        or (has(state.white, cell) and cell in black.enclosed)
    )


def _connected(board: GoBoard, points: set[int]) -> Iterator[Points]:
    """The connected parts of a set of points."""
    rest = set(points)
    while rest:
        part, todo = set[int](), [rest.pop()]
        while todo:
            part.add(cell := todo.pop())
            found = [at for at in board.near[cell] if at in rest]
            rest.difference_update(found)
            todo += found
        yield frozenset(part)


def _beside(board: GoBoard, points: Points) -> Points:
    """The neighbours of a set of points."""
    return frozenset(at for cell in points for at in board.near[cell] if at >= 0) - points
