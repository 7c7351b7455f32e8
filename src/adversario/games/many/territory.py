"""Territory: claim cells next to your own; cells between two players are lost to both."""

from __future__ import annotations

from collections.abc import Iterator
from string import ascii_lowercase
from typing import NamedTuple

from adversario.base.appearance import PAINTS, USUAL, Appearance, named_by_paint
from adversario.base.board_diagram import Diagram, grid
from adversario.base.errors import IllegalActionError, InputError
from adversario.bits import count, indices
from adversario.game import Game
from adversario.games.drawing.grid import CELL, coordinates, picture
from adversario.games.registry import register
from adversario.games.row_notation import label_rows, parse_rows_and_mover
from adversario.tuples import replaced

MARKS = "ABCD"
COLOURS = {mark: PAINTS[paint].fill for mark, paint in zip(MARKS, USUAL, strict=False)}

MOST_BITS = 63
"""The most bits of a board, and of one moved a row up, in compiled code."""

UNCHECKED = "boards have at most 63 bits, and so has one moved a row up"
"""Why compiled code needs no checks (see `tests/native/compiler/test_opt_out.py`)."""


class State(NamedTuple):
    """The cells of each player, and the player to move; if that player cannot move, none can."""

    owned: tuple[int, ...]
    turn: int


@register("territory")
class Territory(Game[State, int]):
    """Players start in corners (of three the last at the bottom centre) and claim cells in turn.

    A cell can be claimed if it is free and next to one of the player's own: above, below, left or
    right. With `border`, it must not be next to another player's, so that cells between two players
    stay free and the sum is not constant; without, every cell has an owner in the end. A player who
    cannot move is skipped, and the game ends when none can. The utility is the number of cells
    owned.

    A cell is `(columns + 1) * row + column`, rows from the top: a column that is always empty
    separates the cells of two edges.
    """

    zero_sum = False

    def __init__(
        self, rows: int = 5, columns: int = 5, players: int = 3, border: bool = True
    ) -> None:
        self.stride = columns + 1
        if not 2 <= players <= len(MARKS):
            raise InputError("territory.players", players=players, most=len(MARKS))
        if rows < 3 or columns < 3 or rows * self.stride + columns > MOST_BITS:
            raise InputError("territory.size", rows=rows, columns=columns, most=MOST_BITS)
        self.rows, self.columns, self.players, self.border = rows, columns, players, border
        self.cells = tuple(
            row * self.stride + column for row in range(rows) for column in range(columns)
        )
        self.full = sum(1 << cell for cell in self.cells)
        self.utility_bounds = (1, rows * columns)
        self.utility_sum = None if border else rows * columns

    def initial(self) -> State:
        """One cell each."""
        right, below = self.columns - 1, (self.rows - 1) * self.stride
        starts: tuple[int, ...] = (0, right, below, below + right)
        if self.players == 2:
            starts = (0, below + right)
        elif self.players == 3:
            starts = (0, right, below + self.columns // 2)
        return State(tuple(1 << cell for cell in starts), 0)

    def player(self, state: State) -> int:
        """The player to move."""
        return state.turn

    def actions(self, state: State) -> Iterator[int]:
        """The cells to claim, from the top left."""
        yield from indices(self.open(state.owned, state.turn))

    def result(self, state: State, action: int) -> State:
        """The cell claimed, and the next player who can move."""
        owned = replaced(state.owned, state.turn, state.owned[state.turn] | 1 << action)
        turn = (state.turn + 1) % self.players
        for _ in range(self.players):
            if self.open(owned, turn):
                return State(owned, turn)
            turn = (turn + 1) % self.players
        return State(owned, turn)

    def is_terminal(self, state: State) -> bool:
        """Whether no player can move."""
        return self.open(state.owned, state.turn) == 0

    def utility(self, state: State, player: int) -> int:
        """The number of cells that the player owns."""
        return count(state.owned[player])

    def open(self, owned: tuple[int, ...], player: int) -> int:
        """The cells that a player can claim."""
        taken = 0
        for each in range(self.players):
            taken |= owned[each]
            if self.border and each != player:
                taken |= self.beside(owned[each])
        return self.beside(owned[player]) & ~taken

    def beside(self, board: int) -> int:
        """The cells next to those of a board."""
        near = board << 1 | board >> 1 | board << self.stride | board >> self.stride
        return near & self.full

    def evaluate(self, state: State, player: int) -> int:
        """The cells that the player would own if all in turn claimed all possible cells at once."""
        owned, each, passes = state.owned, state.turn, 0
        while passes < self.players:
            claimed = self.open(owned, each)
            passes = 0 if claimed else passes + 1
            owned = replaced(owned, each, owned[each] | claimed)
            each = (each + 1) % self.players
        return count(owned[player])

    # Notation and pictures.

    def player_name(self, player: int) -> str:
        """A, B, C or D."""
        return MARKS[player]

    def action_name(self, state: State, action: int) -> str:
        """Column and row, as in b2, rows counted from the bottom."""
        row, column = divmod(action, self.stride)
        return f"{ascii_lowercase[column]}{self.rows - row}"

    def parse_action(self, state: State, text: str) -> int:
        """The inverse of `action_name`."""
        if self.is_terminal(state):
            raise IllegalActionError("game.over", state=self.position(state))
        return super().parse_action(state, text.strip().lower())

    def marks(self, state: State) -> list[str]:
        """The rows from the top, of the players' letters and dots."""
        letters = ["."] * len(self.cells)
        for place, cell in enumerate(self.cells):
            for player in range(self.players):
                if state.owned[player] >> cell & 1:
                    letters[place] = MARKS[player]
        marks, wide = "".join(letters), self.columns
        return [marks[start : start + wide] for start in range(0, len(marks), wide)]

    def position(self, state: State) -> str:
        """The rows from the top and the player to move, as in A.B/.../.C. A."""
        return f"{'/'.join(self.marks(state))} {MARKS[state.turn]}"

    def parse_position(self, text: str) -> State:
        """The inverse of `position`; the cells claimed, as in "a4 d5", are accepted too."""
        if "/" not in text:
            return super().parse_position(text)
        marks = MARKS[: self.players]
        found = parse_rows_and_mover(text, self.rows, self.columns, marks)
        if found is None:
            raise InputError(
                "territory.malformed", position=text,
                rows=self.rows, columns=self.columns, marks=marks,
            )  # fmt: skip
        rows, turn = found
        placed = list(zip(self.cells, "".join(rows), strict=True))
        owned = tuple(sum(1 << cell for cell, mark in placed if mark == m) for m in marks)
        state = State(owned, turn)
        self._require_possible(state, text)
        return state

    def _require_possible(self, state: State, text: str) -> None:
        """Raise InputError for disconnected land, violated borders, or a mover who cannot move."""
        for player, board in enumerate(state.owned):
            land, seen = board & -board, 0
            while land != seen:
                land, seen = land | self.beside(land) & board, land
            if land != board or not board:
                raise InputError("territory.apart", position=text, player=MARKS[player])
            others = sum(state.owned) - board
            if self.border and self.beside(board) & others:
                raise InputError("territory.border", position=text, player=MARKS[player])
        can = [player for player in range(self.players) if self.open(state.owned, player)]
        if can and state.turn not in can:
            raise InputError("territory.stuck", position=text, player=MARKS[state.turn])

    def text(self, state: State) -> str:
        """The board with the names of rows and columns."""
        return label_rows(self.marks(state), width=2)

    def svg(self, state: State) -> str:
        """The board, each player's land in a colour and with the player's letter."""
        edge, half = 28, CELL // 2
        width, height = CELL * self.columns + 2 * edge, CELL * self.rows + 2 * edge
        drawn = [f'<rect width="{width}" height="{height}" fill="white"/>']
        for row, marks in enumerate(self.marks(state)):
            for column, mark in enumerate(marks):
                x, y = edge + CELL * column, edge + CELL * row
                drawn.append(
                    f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" stroke="#999" '
                    f'fill="{COLOURS.get(mark, "#f7f3e8")}"/>'
                )
                if mark != ".":
                    drawn.append(
                        f'<text x="{x + half}" y="{y + half + 8}" fill="white" '
                        f'text-anchor="middle">{mark}</text>'
                    )
        drawn.append(coordinates(self.rows, self.columns, CELL, (edge + half, edge + half)))
        return picture(width, height, self.position(state), "".join(drawn))

    def diagram(self, state: State) -> Diagram:
        """The board as data."""
        return grid(self.marks(state), marks=MARKS)

    def action_cells(self, state: State, action: int) -> tuple[int, ...]:
        """The cell itself."""
        return (self.cells.index(action),)

    def appearance(self) -> Appearance:
        """Land in the colours of the players."""
        return Appearance(named_by_paint(*USUAL[: self.players]), pieces="land")

    def points_so_far(self, state: State) -> tuple[int, ...]:
        """The cells of each player."""
        return tuple(self.utility(state, player) for player in range(self.players))
