"""The board with the cube: as text, as a picture, and as cells."""

from __future__ import annotations

from adversario.base.board_diagram import Cell, Diagram
from adversario.games.dice.backgammon.cells import BAR_COLUMN, board_diagram
from adversario.games.dice.backgammon.cube.match_play import CRAWFORD
from adversario.games.dice.backgammon.cube.rules import NOBODY, OFFERED, CubeState
from adversario.games.dice.backgammon.picture import MARKS, SIZE, board_svg, board_text

ROWS = {NOBODY: 1, 0: 2, 1: 0}
"""The row of the cube by its owner."""


def face(state: CubeState) -> int:
    """The number on top of the cube: 64 stands for 1, and an offered cube shows the double."""
    if state.next == OFFERED:
        return 2 * state.cube
    return 64 if state.cube == 1 else state.cube


def cube_text(state: CubeState, points: int) -> str:
    """The board, the cube, and the score of a match."""
    owner = "" if state.owner == NOBODY else f" {MARKS[state.owner]}"
    cube = "" if state.stage == CRAWFORD else f"[{face(state)}]{owner}"
    score = f"X {state.first}, O {state.second} / {points}" if points else ""
    return "\n".join([board_text(state), f" {cube}   {score}".rstrip()]).rstrip()


def cube_svg(state: CubeState, title: str) -> str:
    """The board drawn, with the cube in the tray on the right."""
    drawn = board_svg(state, title)
    if state.stage == CRAWFORD:
        return drawn
    left, top = 10 + 13.45 * SIZE, 10 + SIZE * (0.1, 5.0, 9.9)[ROWS[state.owner]]
    cube = (
        f'<rect x="{left}" y="{top}" width="{SIZE}" height="{SIZE}" rx="5" fill="#fffaf0" '
        f'stroke="black"/><text x="{left + SIZE / 2}" y="{top + SIZE / 2 + 6}" font-size="18" '
        f'text-anchor="middle">{face(state)}</text>'
    )
    return drawn.removesuffix("</svg>") + cube + "</svg>"


def cube_diagram(state: CubeState) -> Diagram:
    """The cells of the board, and one with the cube, which belongs to its owner."""
    board = board_diagram(state)
    if state.stage == CRAWFORD:
        return board
    place = next(at for at, cell in enumerate(board.cells) if cell.name == "dice")
    mark = str(face(state))
    owner = None if state.owner == NOBODY else state.owner
    cube = Cell(row=1, column=BAR_COLUMN, name="cube", mark=mark, owner=owner)
    return Diagram(board.kind, board.rows, board.columns, (*board.cells[: place + 1], cube))
