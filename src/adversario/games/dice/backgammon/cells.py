"""The board as cells to press, and every order in which the moves of a play can be pressed."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import TypeAlias

from adversario.base.board_diagram import Cell, Diagram
from adversario.games.dice.backgammon.board import BAR, OFF, Board, move_man, next_origin
from adversario.games.dice.backgammon.moves import single_moves
from adversario.games.dice.backgammon.picture import MARKS, sides
from adversario.games.dice.backgammon.plays import PASS, Thrown

Pressed: TypeAlias = tuple[int, ...]
"""Cells in the order in which they are pressed: from and to, for each man that moves."""

POINTS = 24
BARS = (24, 25)
TRAYS = (26, 27)
DICE = 28
"""The cells: points 1 to 24 of player 0, bars and trays of both players, and the dice."""

COLUMNS, BAR_COLUMN, TRAY_COLUMN, DICE_COLUMNS = 14, 6, 13, (9, 2)
FACES = " ⚀⚁⚂⚃⚄⚅"


def board_diagram(state: Thrown) -> Diagram:
    """The board as player 0 sees it, whose home is below on the right."""
    first, second = sides(state)
    cells = []
    for point in range(1, BAR):
        men, owner = (first[point], 0) if first[point] else (second[BAR - point], 1)
        column = 12 - point if point < 13 else point - 13
        cells.append(
            Cell(
                row=2 if point < 13 else 0,
                column=column + (column >= BAR_COLUMN),
                name=str(point),
                mark=MARKS[owner] if men else "",
                owner=owner if men else None,
                count=men,
            )
        )
    for player, men in enumerate((first[BAR], second[BAR])):
        cells.append(_pile(2 * player, BAR_COLUMN, "bar", player, men))
    for player, men in enumerate((first[OFF], second[OFF])):
        cells.append(_pile(2 - 2 * player, TRAY_COLUMN, "off", player, men))
    dice = FACES[state.big] + FACES[state.small] if state.big else ""
    cells.append(Cell(row=1, column=DICE_COLUMNS[state.turn], name="dice", mark=dice))
    return Diagram("points", 3, COLUMNS, tuple(cells))


def _pile(row: int, column: int, name: str, player: int, men: int) -> Cell:
    return Cell(
        row=row,
        column=column,
        name=f"{name} {MARKS[player]}",
        mark=MARKS[player],
        owner=player if men else None,
        count=men,
    )


def cell_of(point: int, player: int) -> int:
    """The cell of a point as that player counts it, the bar and the place of men borne off too."""
    if point == BAR:
        return BARS[player]
    if point == OFF:
        return TRAYS[player]
    return (point if player == 0 else BAR - point) - 1


def play_cells(state: Thrown, action: int) -> Pressed:
    """The cells of a play, in its own order; none for a pass."""
    if action == PASS:
        return ()
    return tuple(
        cell_of(point, state.turn)
        for start, target, _ in single_moves(state, action)
        for point in (start, target)
    )


def other_play_cells(state: Thrown, action: int) -> tuple[Pressed, ...]:
    """The other orders, and other ways of the same men, that lead to the same board."""
    own = play_cells(state, action)
    return tuple(way for way in ways(state).get(board_after(state, action), ()) if way != own)


def board_after(state: Thrown, action: int) -> Board:
    """The board after a play, as the side on roll still sees it."""
    board, die = state.board, state.small if action & 1 else state.big
    points = action >> 1
    while points:
        board = move_man(board, points & 31, die)
        points >>= 5
        die = state.big + state.small - die
    return board


@lru_cache(maxsize=8)
def ways(state: Thrown) -> dict[Board, tuple[Pressed, ...]]:
    """Every way to move men by the dice, by the board that it leads to."""
    found: dict[Board, dict[Pressed, None]] = {}
    rolls = (
        [(state.big,) * 4]
        if state.big == state.small
        else [(state.big, state.small), (state.small, state.big)]
    )
    for dice in rolls:
        for board, way in _ways_from(state.board, dice, state.turn):
            found.setdefault(board, {})[way] = None
    return {board: tuple(each) for board, each in found.items()}


def _ways_from(board: Board, dice: tuple[int, ...], player: int) -> Iterator[tuple[Board, Pressed]]:
    """The boards that the dice lead to one after the other, and the cells pressed."""
    yield board, ()
    if not dice:
        return
    start = next_origin(board, BAR + 1, dice[0])
    while start:
        step = (cell_of(start, player), cell_of(max(start - dice[0], OFF), player))
        for after, way in _ways_from(move_man(board, start, dice[0]), dice[1:], player):
            yield after, (*step, *way)
        start = next_origin(board, start, dice[0])
