"""Tables of payoffs: as text, as SVG and in LaTeX."""

from __future__ import annotations

from html import escape

from adversario.solve.equilibrium.matrix.game import MatrixGame

_WIDTH, _HEIGHT, _MARGIN = 76.0, 30.0, 14.0


def text_payoffs(game: MatrixGame) -> str:
    """The table of a game of two players as lines of text: `3, 5` in each cell."""
    rows = [["", *game.strategies[1]]]
    rows += [[name, *_cells(game, row)] for row, name in enumerate(game.strategies[0])]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))
        for row in rows
    )


def svg_payoffs(game: MatrixGame) -> str:
    """The table of a game of two players as an SVG document."""
    rows, columns = game.sizes
    width, height = (columns + 1) * _WIDTH + 2 * _MARGIN, (rows + 1) * _HEIGHT + 2 * _MARGIN
    body = []
    for column, name in enumerate(game.strategies[1]):
        body.append(_text(column + 1, 0, name, bold=True))
    for row, name in enumerate(game.strategies[0]):
        body.append(_text(0, row + 1, name, bold=True))
        for column, cell in enumerate(_cells(game, row)):
            body.append(_text(column + 1, row + 1, cell))
    for column in range(1, columns + 2):
        x = _MARGIN + column * _WIDTH
        body.append(_line(x, _MARGIN + _HEIGHT, x, height - _MARGIN))
    for row in range(1, rows + 2):
        y = _MARGIN + row * _HEIGHT
        body.append(_line(_MARGIN + _WIDTH, y, width - _MARGIN, y))
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:g}" height="{height:g}" '
        f'viewBox="0 0 {width:g} {height:g}" font-family="system-ui, sans-serif" font-size="15">'
    )
    return "\n".join([head, *body, "</svg>"]) + "\n"


def latex_payoffs(game: MatrixGame) -> str:
    """The table of a game of two players as a LaTeX tabular."""
    _, columns = game.sizes
    lines = [rf"\begin{{tabular}}{{c|{'c|' * columns}}}"]
    lines.append(
        " & ".join(["", *(rf"\textbf{{{name}}}" for name in game.strategies[1])]) + r" \\ \hline"
    )
    for row, name in enumerate(game.strategies[0]):
        lines.append(" & ".join([rf"\textbf{{{name}}}", *_cells(game, row)]) + r" \\ \hline")
    return "\n".join([*lines, r"\end{tabular}", ""])


def _cells(game: MatrixGame, row: int) -> list[str]:
    """The payoffs of a row, cell by cell."""
    return [", ".join(map(str, game.cell((row, column)))) for column in range(game.sizes[1])]


def _text(column: int, row: int, words: str, *, bold: bool = False) -> str:
    x, y = _MARGIN + (column + 0.5) * _WIDTH, _MARGIN + (row + 0.5) * _HEIGHT + 5
    weight = ' font-weight="bold"' if bold else ""
    return f'<text x="{x:g}" y="{y:g}" text-anchor="middle"{weight}>{escape(words)}</text>'


def _line(x: float, y: float, to_x: float, to_y: float) -> str:
    return f'<path d="M{x:g} {y:g}L{to_x:g} {to_y:g}" stroke="black" fill="none"/>'
