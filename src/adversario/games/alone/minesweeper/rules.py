"""Minesweeper: open all cells but the mines; an open cell shows how many mines touch it.

The state is the player's knowledge. The player chooses a cell, and its content is a chance outcome,
with its probability if all placements of the mines that agree with the numbers are equally likely.
For the player this is equivalent to the usual game, in which the mines are placed beforehand, so
searches for games of perfect information are correct.

The cells around a 0 are not mines and are opened automatically, as usual: each is another chance
node, from the top left on.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType
from typing import NamedTuple, TypeAlias

from adversario.base.board_diagram import Cell, Diagram
from adversario.base.errors import GameError, IllegalActionError, InputError
from adversario.game import CHANCE, Game
from adversario.games.alone.minesweeper import counting, notation
from adversario.games.alone.minesweeper.notation import HIDDEN, MINE
from adversario.games.registry import register
from adversario.tuples import replaced

NOWHERE = -1
LARGEST = 26
"""Columns have letters."""

REMEMBERED = 1 << 12

Around: TypeAlias = tuple[tuple[int, ...], ...]
"""The neighbours of every cell."""


class State(NamedTuple):
    """A number, HIDDEN or MINE for each cell, row by row from the top, and the cell being opened.

    The latter is NOWHERE if the player is to move.
    """

    cells: tuple[int, ...]
    opening: int


@register("minesweeper")
class Minesweeper(Game[State, int]):
    """A board with mines. A win has utility 1, a loss 0: a value is a probability of winning.

    An action is the cell to open, an outcome of chance its content: MINE or a number.
    """

    players = 1
    zero_sum = False
    chance = True
    utility_bounds = (0, 1)

    def __init__(self, rows: int = 9, columns: int = 9, mines: int = 10) -> None:
        if not (1 <= rows <= LARGEST and 1 <= columns <= LARGEST):
            raise InputError("minesweeper.size", rows=rows, columns=columns, most=LARGEST)
        if not 1 <= mines < rows * columns:
            raise InputError("minesweeper.mines", mines=mines, most=rows * columns - 1)
        self.rows, self.columns, self.mines = rows, columns, mines
        self.around = neighbours(rows, columns)

    def initial(self) -> State:
        """The board with all cells hidden."""
        return State((HIDDEN,) * (self.rows * self.columns), NOWHERE)

    def player(self, state: State) -> int:
        """Chance while a cell is being opened."""
        return 0 if state.opening == NOWHERE else CHANCE

    def actions(self, state: State) -> Iterator[int]:
        """The hidden cells, the least likely mines first."""
        chances = self.probabilities(state)
        yield from sorted(chances, key=chances.__getitem__)

    def chances(self, state: State) -> Iterator[tuple[int, Fraction]]:
        """The possible contents of the cell."""
        yield from contents(state.cells, self.mines, self.around, state.opening)

    def result(self, state: State, action: int) -> State:
        """The state with a cell being opened, or with its content.

        Then the next cell around a 0.
        """
        if state.opening == NOWHERE:
            return State(state.cells, action)
        cells = replaced(state.cells, state.opening, action)
        return State(cells, NOWHERE if action == MINE else self.sure(cells))

    def is_terminal(self, state: State) -> bool:
        """Whether a mine was opened, or all other cells."""
        return MINE in state.cells or state.cells.count(HIDDEN) == self.mines

    def utility(self, state: State, player: int) -> int:
        """1 if no mine was opened."""
        return 0 if MINE in state.cells else 1

    def evaluate(self, state: State, player: int) -> float:
        """The probability to survive the opening of this cell, or of the safest one."""
        chances = self.probabilities(state)
        if state.opening == NOWHERE:
            return float(1 - min(chances.values()))
        return float(1 - chances[state.opening])

    # Knowledge.

    def probabilities(self, state: State) -> Mapping[int, Fraction]:
        """For each hidden cell, the exact probability that it is a mine.

        Raises GameError if no placement of the mines agrees with the numbers.
        """
        found = mine_chances(state.cells, self.mines, self.around)
        if found is None:
            raise GameError(
                "minesweeper.impossible", position=self.position(state), mines=self.mines
            )
        return found

    def safest(self, state: State) -> int:
        """The hidden cell that is least likely to be a mine; the first in a tie."""
        chances = self.probabilities(state)
        return min(chances, key=chances.__getitem__)

    def sure(self, cells: tuple[int, ...]) -> int:
        """The first hidden cell around a 0, or NOWHERE."""
        for cell, held in enumerate(cells):
            if held == HIDDEN and any(cells[near] == 0 for near in self.around[cell]):
                return cell
        return NOWHERE

    def most_states(self) -> int | None:
        """Each cell hidden, a mine or a number up to 8; and one or none being opened."""
        cells = len(self.around)
        return int(11**cells) * (1 + cells)

    # Notation and pictures.

    def cell_name(self, cell: int) -> str:
        """A cell as in b3: columns have letters, rows numbers from the bottom."""
        return notation.cell_name(cell, self.rows, self.columns)

    def action_name(self, state: State, action: int) -> str:
        """The cell to open, or its content, as in b3=2 or b3=*."""
        if state.opening == NOWHERE:
            return self.cell_name(action)
        return f"{self.cell_name(state.opening)}={notation.MARKS[action]}"

    def parse_action(self, state: State, text: str) -> int:
        """The hidden cell of that name, or the outcome."""
        if state.opening != NOWHERE or self.is_terminal(state):
            return super().parse_action(state, text)
        cell = notation.parse_cell(text, self.rows, self.columns)
        if cell is None:
            raise IllegalActionError(
                "minesweeper.no_cell", cell=text.strip(), last=self.cell_name(self.columns - 1)
            )
        if state.cells[cell] != HIDDEN:
            raise IllegalActionError("minesweeper.open", cell=text.strip())
        return cell

    def position(self, state: State) -> str:
        """The rows from the top, as in `.1/..`, and the cell being opened, as in `.1/.. a1?`."""
        rows = "/".join(notation.rows(state.cells, self.columns))
        return rows if state.opening == NOWHERE else f"{rows} {self.cell_name(state.opening)}?"

    def parse_position(self, text: str) -> State:
        """The inverse of `position`.

        The moves and outcomes so far, as in "b2 b2=1 a1", are accepted too.

        Raises InputError if no placement of the mines agrees with the numbers.
        """
        if not text.strip() or text.strip()[0].isalpha():  # moves
            return super().parse_position(text)
        board, _, asked = text.strip().partition(" ")
        cells = notation.parse_rows(board, self.rows, self.columns)
        if cells is None or cells.count(MINE) > 1:
            raise InputError(
                "minesweeper.malformed", position=text, rows=self.rows, columns=self.columns
            )
        if mine_chances(cells, self.mines, self.around) is None:
            raise InputError("minesweeper.impossible", position=text, mines=self.mines)
        over = self.is_terminal(State(cells, NOWHERE))
        opening = NOWHERE if MINE in cells else self.sure(cells)
        if asked:
            wanted = notation.parse_cell(asked.removesuffix("?"), self.rows, self.columns)
            hidden = wanted is not None and cells[wanted] == HIDDEN
            if wanted is None or not hidden or over or opening not in (NOWHERE, wanted):
                raise InputError("minesweeper.opening", position=text, cell=asked)
            opening = wanted
        return State(cells, opening)

    def text(self, state: State) -> str:
        """The board with the names of rows and columns, a ? for the cell being opened."""
        return notation.board_text(state.cells, state.opening, self.columns)

    def svg(self, state: State) -> str:
        """The board drawn."""
        return notation.board_svg(state.cells, state.opening, self.columns)

    def diagram(self, state: State) -> Diagram:
        """The board as data."""
        cells = tuple(
            Cell(
                row=cell // self.columns,
                column=cell % self.columns,
                name=self.cell_name(cell),
                mark="" if held == HIDDEN else notation.MARKS[held],
            )
            for cell, held in enumerate(state.cells)
        )
        return Diagram("grid", self.rows, self.columns, cells)

    def action_cells(self, state: State, action: int) -> tuple[int, ...]:
        """The cell itself; empty for outcomes of chance."""
        return (action,) if state.opening == NOWHERE else ()


def neighbours(rows: int, columns: int) -> Around:
    """The cells that touch each cell, including diagonally."""
    return tuple(
        tuple(
            columns * y + x
            for y in range(max(row - 1, 0), min(row + 2, rows))
            for x in range(max(column - 1, 0), min(column + 2, columns))
            if (y, x) != (row, column)
        )
        for row in range(rows)
        for column in range(columns)
    )


def constraints(cells: tuple[int, ...], around: Around) -> Iterator[counting.Constraint]:
    """The constraints of the numbers on the hidden cells."""
    for cell, held in enumerate(cells):
        if held in (HIDDEN, MINE):
            continue
        hidden = tuple(near for near in around[cell] if cells[near] == HIDDEN)
        lacking = held - sum(cells[near] == MINE for near in around[cell])
        if hidden or lacking:
            yield hidden, lacking


@lru_cache(maxsize=REMEMBERED)
def mine_chances(
    cells: tuple[int, ...], mines: int, around: Around
) -> Mapping[int, Fraction] | None:
    """The probability of a mine for each hidden cell; None if the numbers are contradictory."""
    hidden = cells.count(HIDDEN)
    found = counting.tally(constraints(cells, around), hidden, mines - cells.count(MINE))
    if not found.total:
        return None
    elsewhere = Fraction(found.elsewhere, found.total)
    chances = {
        cell: Fraction(found.through[cell], found.total) if cell in found.through else elsewhere
        for cell, held in enumerate(cells)
        if held == HIDDEN
    }
    return MappingProxyType(chances)  # cached, so it must not change


@lru_cache(maxsize=REMEMBERED)
def contents(
    cells: tuple[int, ...], mines: int, around: Around, opening: int
) -> tuple[tuple[int, Fraction], ...]:
    """The possible contents of a hidden cell, with their probabilities: numbers first, then a mine.

    The probability of a number is the share of the placements that agree with it.
    """
    hidden = cells.count(HIDDEN)
    total = counting.placements(constraints(cells, around), hidden, mines)
    near = sum(cells[each] == HIDDEN for each in around[opening])
    counts: dict[int, int] = {}
    for number in range(near + 1):
        after = replaced(cells, opening, number)
        counts[number] = counting.placements(constraints(after, around), hidden - 1, mines)
    counts[MINE] = total - sum(counts.values())
    return tuple((held, Fraction(count, total)) for held, count in counts.items() if count)
