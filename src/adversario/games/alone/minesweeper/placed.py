"""Minesweeper with the mines in the state: hidden information instead of chance.

The mines are placed beforehand and not seen. What the player knows, and so the value of the game,
is that of `minesweeper`, whose states are the player's knowledge; here searches draw worlds, which
are placements that agree with the numbers, all equally likely. They are drawn without rejection: a
cell beside a number by its exact probability, and the mines in the others from one to the next.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import comb
from typing import NamedTuple

from adversario.base.board_diagram import Cell, Diagram
from adversario.base.errors import GameError, IllegalActionError, InputError
from adversario.game import CHANCE, Game
from adversario.games.alone.minesweeper import counting, notation
from adversario.games.alone.minesweeper.notation import HIDDEN, MINE
from adversario.games.alone.minesweeper.rules import LARGEST, NOWHERE, mine_chances, neighbours
from adversario.games.registry import register
from adversario.tuples import replaced


class Field(NamedTuple):
    """What is open, and the mines.

    `cells` has a number, HIDDEN or MINE for each cell. `mines` and `clear` are the cells of which
    it is settled that they have a mine or none, as bits: all of them before the player moves.
    """

    cells: tuple[int, ...]
    mines: int
    clear: int


@register("minefield")
class Minefield(Game[Field, int]):
    """A board with mines that are placed beforehand. A win has utility 1, a loss 0.

    An action is the cell to open. An outcome of chance is twice a cell, and 1 if it has a mine.
    """

    players = 1
    zero_sum = False
    chance, perfect_information = True, False
    utility_bounds = (0, 1)

    def __init__(self, rows: int = 6, columns: int = 6, mines: int = 6) -> None:
        if not (1 <= rows <= LARGEST and 1 <= columns <= LARGEST):
            raise InputError("minesweeper.size", rows=rows, columns=columns, most=LARGEST)
        if not 1 <= mines < rows * columns:
            raise InputError("minesweeper.mines", mines=mines, most=rows * columns - 1)
        self.rows, self.columns, self.mines = rows, columns, mines
        self.around = neighbours(rows, columns)
        self.all = (1 << rows * columns) - 1

    def initial(self) -> Field:
        """All cells are hidden, and no mine is placed."""
        return Field((HIDDEN,) * (self.rows * self.columns), 0, 0)

    def player(self, state: Field) -> int:
        """Chance while mines are placed."""
        return 0 if state.mines | state.clear == self.all else CHANCE

    def actions(self, state: Field) -> Iterator[int]:
        """The hidden cells, from the top left on."""
        for cell, held in enumerate(state.cells):
            if held == HIDDEN:
                yield cell

    def chances(self, state: Field) -> Iterator[tuple[int, Fraction]]:
        """Whether a cell beside a number has a mine, or which of the other cells is the next one.

        All placements that agree with the numbers are equally likely.
        """
        settled = state.mines | state.clear
        open_cells = [cell for cell in range(len(state.cells)) if not settled >> cell & 1]
        left = self.mines - state.mines.bit_count()
        needs = list(self.needs(state))
        beside = min((cells[0] for cells, _ in needs if cells), default=NOWHERE)
        if beside == NOWHERE:
            yield from next_mine(open_cells, left)
            return
        found = counting.tally(needs, len(open_cells), left)
        if not found.total:
            raise GameError(
                "minesweeper.impossible", position=self.position(state), mines=self.mines
            )
        share = Fraction(found.through[beside], found.total)
        if share < 1:
            yield 2 * beside, 1 - share
        if share > 0:
            yield 2 * beside + 1, share

    def needs(self, state: Field) -> Iterator[counting.Constraint]:
        """The cells around each number that are not settled, and the mines that they have."""
        for cell, held in enumerate(state.cells):
            if held in (HIDDEN, MINE):
                continue
            near = self.around[cell]
            cells = tuple(each for each in near if not (state.mines | state.clear) >> each & 1)
            mines = sum(state.mines >> each & 1 for each in near)
            if cells or held != mines:
                yield cells, held - mines

    def result(self, state: Field, action: int) -> Field:
        """The state after a cell is settled, or opened with all that follows from zeros."""
        if self.player(state) == CHANCE:
            return self.settle(state, action >> 1, mine=bool(action & 1))
        cells = state.cells
        if state.mines >> action & 1:
            return state._replace(cells=replaced(cells, action, MINE))
        opened, todo = list(cells), [action]
        while todo:
            cell = todo.pop()
            if opened[cell] != HIDDEN:
                continue
            near = self.around[cell]
            opened[cell] = sum(state.mines >> each & 1 for each in near)
            if opened[cell] == 0:
                todo += near
        return state._replace(cells=tuple(opened))

    def settle(self, state: Field, cell: int, *, mine: bool) -> Field:
        """The state in which it is settled whether a cell has a mine.

        Beside no number the cells before it have none. If no mine is left, nor have all others.
        """
        beside = any(cells for cells, _ in self.needs(state))
        mines, clear = state.mines, state.clear
        if not beside:
            clear |= ((1 << cell) - 1) & ~mines
        if mine:
            mines |= 1 << cell
        else:
            clear |= 1 << cell
        if mines.bit_count() == self.mines:
            clear = self.all & ~mines
        elif self.all.bit_count() - clear.bit_count() == self.mines:
            mines = self.all & ~clear
        return Field(state.cells, mines, clear)

    def is_terminal(self, state: Field) -> bool:
        """Whether a mine was opened, or all other cells."""
        return MINE in state.cells or state.cells.count(HIDDEN) == self.mines

    def utility(self, state: Field, player: int) -> int:
        """1 if no mine was opened."""
        return 0 if MINE in state.cells else 1

    # What the player knows.

    def observation(self, state: Field, player: int) -> tuple[int, ...]:
        """The open cells."""
        return state.cells

    def conceal(self, state: Field, player: int) -> Field:
        """No mine is placed but those that are seen."""
        clear = mines = 0
        for cell, held in enumerate(state.cells):
            if held == MINE:
                mines |= 1 << cell
            elif held != HIDDEN:
                clear |= 1 << cell
        return Field(state.cells, mines, clear)

    # Notation and pictures.

    def cell_name(self, cell: int) -> str:
        """A cell as in b3: columns have letters, rows numbers from the bottom."""
        return notation.cell_name(cell, self.rows, self.columns)

    def action_name(self, state: Field, action: int) -> str:
        """The cell to open; b3* and b3- for a mine that is placed there or not."""
        if self.player(state) != CHANCE:
            return self.cell_name(action)
        return f"{self.cell_name(action >> 1)}{'-*'[action & 1]}"

    def parse_action(self, state: Field, text: str) -> int:
        """The hidden cell of that name, or the outcome."""
        if self.is_terminal(state) or self.player(state) == CHANCE:
            return super().parse_action(state, text)
        cell = notation.parse_cell(text, self.rows, self.columns)
        if cell is None:
            raise IllegalActionError(
                "minesweeper.no_cell", cell=text.strip(), last=self.cell_name(self.columns - 1)
            )
        if state.cells[cell] != HIDDEN:
            raise IllegalActionError("minesweeper.open", cell=text.strip())
        return cell

    def position(self, state: Field) -> str:
        """The rows from the top, and the cells with mines and without; - for none of them."""
        board = "/".join(notation.rows(state.cells, self.columns))
        return f"{board} {self.names(state.mines)} {self.names(state.clear)}"

    def names(self, cells: int) -> str:
        """The names of a set of cells."""
        every = range(self.rows * self.columns)
        return ",".join(self.cell_name(cell) for cell in every if cells >> cell & 1) or "-"

    def parse_position(self, text: str) -> Field:
        """The inverse of `position`; or the outcomes and moves so far.

        Raises InputError if no placement of the mines agrees with the numbers.
        """
        board, *sets = text.split() or [""]
        cells = notation.parse_rows(board, self.rows, self.columns)
        if cells is None and (not board or board[0].isalpha()):
            return super().parse_position(text)
        wrong = InputError(
            "minesweeper.malformed", position=text, rows=self.rows, columns=self.columns
        )
        if cells is None or len(sets) != 2 or cells.count(MINE) > 1:
            raise wrong
        mines, clear = (self.parse_cells(each, wrong) for each in sets)
        seen = self.conceal(Field(cells, 0, 0), 0)
        if mines & clear or seen.mines & ~mines or seen.clear & ~clear:
            raise wrong
        state = Field(cells, mines, clear)
        left = self.mines - mines.bit_count()
        free = self.rows * self.columns - (mines | clear).bit_count()
        possible = mine_chances(cells, self.mines, self.around) is not None
        if not possible or not counting.placements(self.needs(state), free, left):
            raise InputError("minesweeper.impossible", position=text, mines=self.mines)
        return state

    def parse_cells(self, text: str, wrong: InputError) -> int:
        """A set of cells; raises the error if it is not one."""
        cells = 0
        for name in () if text == "-" else text.split(","):
            cell = notation.parse_cell(name, self.rows, self.columns)
            if cell is None:
                raise wrong
            cells |= 1 << cell
        return cells

    def text(self, state: Field) -> str:
        """The board with the names of rows and columns: what the player sees."""
        return notation.board_text(state.cells, NOWHERE, self.columns)

    def svg(self, state: Field) -> str:
        """The board drawn: what the player sees, and all mines once the game is over."""
        return notation.board_svg(self.marks(state), NOWHERE, self.columns)

    def marks(self, state: Field) -> tuple[int, ...]:
        """The content of each cell that is drawn."""
        if not self.is_terminal(state):
            return state.cells
        return tuple(
            MINE if state.mines >> cell & 1 else held for cell, held in enumerate(state.cells)
        )

    def diagram(self, state: Field) -> Diagram:
        """The board as data."""
        cells = tuple(
            Cell(
                row=cell // self.columns,
                column=cell % self.columns,
                name=self.cell_name(cell),
                mark="" if held == HIDDEN else notation.MARKS[held],
            )
            for cell, held in enumerate(self.marks(state))
        )
        return Diagram("grid", self.rows, self.columns, cells)

    def action_cells(self, state: Field, action: int) -> tuple[int, ...]:
        """The cell itself; empty for outcomes of chance."""
        return () if self.player(state) == CHANCE else (action,)


def next_mine(cells: list[int], left: int) -> Iterator[tuple[int, Fraction]]:
    """The cell of the next mine of `left`, in order, as twice the cell and 1.

    All placements are equally likely; with no mine left the first cell has none.
    """
    if left == 0:
        yield 2 * cells[0], Fraction(1)
        return
    total = comb(len(cells), left)
    for at, cell in enumerate(cells[: len(cells) - left + 1]):
        yield 2 * cell + 1, Fraction(comb(len(cells) - at - 1, left - 1), total)
