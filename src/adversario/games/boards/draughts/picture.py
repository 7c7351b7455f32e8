"""Pictures of a board of draughts: text, SVG, and data."""

from __future__ import annotations

from string import ascii_lowercase

from adversario.base.board_diagram import Cell, Diagram
from adversario.games.boards.draughts.notation import square_name
from adversario.games.boards.draughts.rules import DraughtsRules
from adversario.games.boards.draughts.state import State
from adversario.games.drawing.grid import CELL, coordinates, picture

EDGE = 28
COLOURS = {"w": ("#fafafa", "#333"), "b": ("#333", "#111")}
CROWN = "M-11 7V-6L-5 0L0-9L5 0L11-6V7Z"


def mark(state: State, square: int) -> str:
    """The mark of a square: b or w for a man, B or W for a king, a dot if it is empty."""
    if not (state.black | state.white) >> square & 1:
        return "."
    man = "b" if state.black >> square & 1 else "w"
    return man.upper() if state.kings >> square & 1 else man


def board_text(game: DraughtsRules, state: State) -> str:
    """The board for a terminal, White at the bottom, with the first number or name of each row."""
    lines = []
    for row in range(game.size):
        squares = range(game.half * row, game.half * (row + 1))
        marks = [" "] * game.size
        for square in squares:
            marks[game.place(square)[1]] = mark(state, square)
        label = str(game.size - row) if game.variant.algebraic else square_name(game, squares[0])
        lines.append(f"{label:>2} {' '.join(marks)}".rstrip())
    if game.variant.algebraic:
        lines.append("   " + " ".join(ascii_lowercase[: game.size]))
    return "\n".join(lines)


def board_svg(game: DraughtsRules, state: State, title: str) -> str:
    """The board as SVG: kings have a crown, and free squares show their numbers."""
    side = CELL * game.size + 2 * EDGE
    drawn = [
        '<rect width="100%" height="100%" fill="white"/>',
        f'<rect x="{EDGE}" y="{EDGE}" width="{CELL * game.size}" height="{CELL * game.size}" '
        'fill="#f0d9b5" stroke="#6b4f33"/>',
    ]
    for square in range(game.area):
        row, column = game.place(square)
        x, y = EDGE + CELL * column, EDGE + CELL * row
        drawn.append(f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="#b58863"/>')
        found = mark(state, square)
        if found != ".":
            drawn.append(_piece(found, x + CELL // 2, y + CELL // 2))
        elif not game.variant.algebraic:
            name = square_name(game, square)
            drawn.append(f'<text x="{x + 3}" y="{y + 12}" font-size="11">{name}</text>')
    if game.variant.algebraic:
        middle = EDGE + CELL // 2
        drawn.append(coordinates(game.size, game.size, CELL, (middle, middle)))
    return picture(side, side, title, "".join(drawn))


def _piece(found: str, x: int, y: int) -> str:
    fill, line = COLOURS[found.lower()]
    disc = (
        f'<circle cx="{x}" cy="{y}" r="{CELL // 5 * 2}" fill="{fill}" stroke="{line}" '
        'stroke-width="2"/>'
    )
    if found.islower():
        return disc
    return (
        disc + f'<path transform="translate({x} {y})" d="{CROWN}" fill="#d9a520" stroke="#7a5a00"/>'
    )


def board_diagram(game: DraughtsRules, state: State) -> Diagram:
    """The dark squares as data; the mark of a king is a crown."""
    cells = []
    for square in range(game.area):
        row, column = game.place(square)
        found = mark(state, square)
        owner = None
        if found != ".":
            owner = game.black_turn if found in "bB" else 1 - game.black_turn
        shown = "" if found == "." else "♛" if found.isupper() else "●"
        cells.append(Cell(row, column, square_name(game, square), shown, owner))
    return Diagram("grid", game.size, game.size, tuple(cells))
