"""Matrix games typed as text: rows of cells, or lists of lists."""

from __future__ import annotations

import re
from fractions import Fraction

from adversario.base.formats.literals import NUMBER, utility
from adversario.base.formats.source_text import SourceText, Spot
from adversario.base.numbers import Number
from adversario.solve.equilibrium.matrix.game import MatrixGame, bimatrix_game, zero_sum_game

_PIECE = re.compile(rf"\s+|(?P<number>{NUMBER})|(?P<mark>[\[\],;])")


def matrix_from_text(text: str, *, source: str | None = None) -> MatrixGame:
    """The game of a text; SourceError, with line and column, if it is not well written.

    One matrix is a zero-sum game: `[[3, 0], [5, 1]]`, or rows of numbers, `3 0; 5 1`. Two matrices
    side by side, or cells that are pairs, are a game of two players: `[[3, 0], [5, 1]] [[3, 5],
    [0, 1]]`, `3,3 0,5; 5,0 1,1`. Rows end at a semicolon or at the end of a line.
    """
    read = SourceText(text, source)
    tables = _lists(read) if "[" in text else [_rows(read)]
    if len(tables) == 2:
        return bimatrix_game(*(_singles(read, table) for table in tables))
    if len(tables) != 1:
        raise read.error(Spot(0), "matrix.tables", found=len(tables))
    (table,) = tables
    if all(len(cell) == 1 for row in table for cell in row):
        return zero_sum_game(_singles(read, table))
    for row in table:
        for cell in row:
            if len(cell) != 2:
                raise read.error(Spot(0), "matrix.pair", found=len(cell))
    return bimatrix_game(
        [[cell[0] for cell in row] for row in table], [[cell[1] for cell in row] for row in table]
    )


def _singles(read: SourceText, table: list[list[list[Number]]]) -> list[list[Number]]:
    if any(len(cell) != 1 for row in table for cell in row):
        raise read.error(Spot(0), "matrix.pair", found=1)
    return [[cell[0] for cell in row] for row in table]


def _pieces(read: SourceText, offset: int, text: str) -> list[tuple[Spot, str]]:
    """The numbers and marks of a part of the text, with their places."""
    found: list[tuple[Spot, str]] = []
    at = 0
    while at < len(text):
        match = _PIECE.match(text, at)
        if match is None:
            raise read.error(Spot(offset + at), "matrix.character", found=text[at])
        if match.lastgroup:
            found.append((Spot(offset + at), match.group()))
        at = match.end()
    return found


def _rows(read: SourceText) -> list[list[list[Number]]]:
    """Rows by lines and semicolons, cells by spaces, payoffs of a cell by commas."""
    table: list[list[list[Number]]] = []
    for line in re.finditer(r"[^;\n]+", read.text):
        row: list[list[Number]] = []
        for cell in re.finditer(r"(?:[^\s,]|\s*,\s*)+", line.group()):
            pieces = _pieces(read, line.start() + cell.start(), cell.group())
            numbers = pieces[::2]
            if len(pieces) % 2 == 0 or any(word != "," for _, word in pieces[1::2]):
                raise read.error(pieces[-1][0], "matrix.character", found=pieces[-1][1])
            row.append([_number(read, at, word) for at, word in numbers])
        if row:
            table.append(row)
    return table


def _lists(read: SourceText) -> list[list[list[list[Number]]]]:
    """One or more lists of lists; a cell is a number or a list of numbers."""
    stack: list[list[object]] = [[]]
    for spot, word in _pieces(read, 0, read.text):
        if word == "[":
            stack.append([])
        elif word == "]":
            if len(stack) == 1:
                raise read.error(spot, "matrix.character", found=word)
            done = stack.pop()
            stack[-1].append(done)
        elif word not in {",", ";"}:
            stack[-1].append(_number(read, spot, word))
    if len(stack) > 1:
        raise read.error(Spot(len(read.text)), "matrix.unclosed")
    return [_table(read, item) for item in stack[0]]


def _table(read: SourceText, item: object) -> list[list[list[Number]]]:
    if not isinstance(item, list) or not all(isinstance(row, list) for row in item):
        raise read.error(Spot(0), "matrix.lists")
    return [[_cell(read, cell) for cell in row] for row in item]


def _cell(read: SourceText, cell: object) -> list[Number]:
    numbers: list[Number] = []
    for number in cell if isinstance(cell, list) else [cell]:
        if not isinstance(number, (int, float, Fraction)):
            raise read.error(Spot(0), "matrix.lists")
        numbers.append(number)
    return numbers


def _number(read: SourceText, spot: Spot, word: str) -> Number:
    if word in "[],;":
        raise read.error(spot, "matrix.character", found=word)
    return utility(read, spot, word)
