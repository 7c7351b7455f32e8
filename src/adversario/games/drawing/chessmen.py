"""Pieces of chess and their board, drawn for this package, as SVG.

Each piece is an outline and lines drawn over it, in a box of 40 by 40. The web app has the same
(`frontend/src/board/chessmen.ts`).
"""

from __future__ import annotations

from collections.abc import Sequence

from adversario.games.drawing.grid import CELL, coordinates, picture

BASE = "M9 36v-3q0-2 3-2.5h16q3 .5 3 2.5v3z"

OUTLINES = {
    "p": "M20 9a5.2 5.2 0 0 1 3.4 9.2q3 1.4 3 3.3h-3q.4 5.5 5.2 9.5v5H11.4v-5q4.8-4 5.2-9.5h-3"
    "q0-1.9 3-3.3A5.2 5.2 0 0 1 20 9z",
    "n": "M12.5 30.5q-.6-6 4.6-9.6 1.8-1.3 1.6-3.1-2.3 2-5.2 2.3-1.2 2.5-3.2 2.3"
    "-2.8-.4-2.7-3.2 2-2.2 2.7-5 1-4 4.3-6l.4-3.7 3.3 2.7q6-.5 9.2 4.8"
    "Q31.5 19 30 30.5z" + BASE,
    "b": "M20 4.5a2.6 2.6 0 0 1 1.7 4.5q6.3 5.3 6.3 11 0 4.4-3.8 6.5l.8 4"
    "H15l.8-4Q12 24.4 12 20q0-5.7 6.3-11A2.6 2.6 0 0 1 20 4.5z" + BASE,
    "r": "M10.5 7h4.5v3h2.8V7h4.4v3H25V7h4.5v7.5L26.3 17l.9 10.5 2.3 3h-19l2.3-3"
    "L13.7 17l-3.2-2.5z" + BASE,
    "q": "M12 30.5 7.2 14.2a2.2 2.2 0 1 1 2-.7l5.2 6.2.4-9.7a2.2 2.2 0 1 1 2.2-.2"
    "L20 18.5l3-8.7a2.2 2.2 0 1 1 2.2.2l.4 9.7 5.2-6.2a2.2 2.2 0 1 1 2 .7"
    "L28 30.5z" + BASE,
    "k": "M18.7 3.5h2.6v2.7h2.7v2.6h-2.7v2.7q3.2 1 3.2 4.6 7.2-2.6 8.7 2.2"
    " 1.2 5.2-5 9.2l.6 3H11.2l.6-3q-6.2-4-5-9.2 1.5-4.8 8.7-2.2 0-3.6 3.2-4.6V8.8H16"
    "V6.2h2.7z" + BASE,
}
DETAILS = {
    "p": "M14.5 31h11",
    "n": "M12 30.5h16M16.6 13.2h.1",
    "b": "M15 30.5h10M20 13.5v7M16.6 17h6.8M15.8 26.5h8.4",
    "r": "M13.7 17h12.6M12.8 27.5h14.4M12 30.5h16",
    "q": "M12 30.5h16M11.2 26.5q8.8-2.5 17.6 0",
    "k": "M12 30.5h16M11.8 27.5q8.2-2.5 16.4 0M20 26.3v-5.6q0-3 4.5-4.6M20 20.7q0-3-4.5-4.6",
}
FILLS = {True: ("#fbfaf5", "#26292e"), False: ("#3a3e45", "#0e0f11")}
"""The fill of White's and Black's pieces, and their outline."""

LIGHT, DARK, EDGE = "#f0d9b5", "#b58863", 28


def chessboard_svg(rows: Sequence[str], title: str, marked: frozenset[int] = frozenset()) -> str:
    """The board as SVG: a letter for each piece, capitals for White, dots for free squares.

    `rows` are from the top; `marked` are cells, counted row by row, to be highlighted.
    """
    height, width = len(rows), len(rows[0])
    drawn = ['<rect width="100%" height="100%" fill="white"/>']
    for row, letters in enumerate(rows):
        for column, letter in enumerate(letters):
            x, y = EDGE + CELL * column, EDGE + CELL * row
            shade = DARK if (height - row + column) % 2 else LIGHT
            drawn.append(f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{shade}"/>')
            if row * width + column in marked:
                drawn.append(
                    f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="#e8c547" '
                    'fill-opacity=".6"/>'
                )
            if letter.lower() in OUTLINES:
                drawn.append(chessman(letter, x, y))
    drawn.append(coordinates(height, width, CELL, (EDGE + CELL // 2, EDGE + CELL // 2)))
    return picture(CELL * width + 2 * EDGE, CELL * height + 2 * EDGE, title, "".join(drawn))


def chessman(letter: str, x: int, y: int) -> str:
    """A piece in a cell with its corner there."""
    kind, (fill, line) = letter.lower(), FILLS[letter.isupper()]
    inner = line if letter.isupper() else FILLS[True][0]
    scale = CELL / 40
    return (
        f'<g transform="translate({x} {y}) scale({scale})" stroke-width="1.4" '
        'stroke-linejoin="round" stroke-linecap="round">'
        f'<path d="{OUTLINES[kind]}" fill="{fill}" stroke="{line}"/>'
        f'<path d="{DETAILS[kind]}" fill="none" stroke="{inner}"/></g>'
    )
