"""Three men's morris: three in a row with three men each, which are placed and then moved."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from adversario.base.appearance import Appearance, named_by_paint
from adversario.base.board_diagram import Diagram, grid, runs
from adversario.base.errors import InputError
from adversario.bits import indices
from adversario.game import Game
from adversario.games.drawing.grid import grid_svg
from adversario.games.lines.tictactoe import FULL, SYMMETRIES, has_line
from adversario.games.registry import register

MEN = 3
CENTRE = 4
WAYS = ("lines", "diagonals", "free")
NAMES = tuple("abc"[cell % 3] + "321"[cell // 3] for cell in range(9))


class State(NamedTuple):
    """A position; bit 3 * row + column of a board is set where that player has a man.

    `hand` is the number of men that both have not yet placed.
    """

    mover: int
    other: int
    hand: int
    turn: int


@register("morris")
class Morris(Game[State, int]):
    """X (player 0) and O place three men in turn, then move one in turn; three in a row win.

    A man goes to an adjacent point along the lines of the board: `moves` are along rows and columns
    (`lines`), also between the centre and the corners (`diagonals`), or to any point (`free`).
    Without `centre` the first man is not placed there. An action is the point where a man is
    placed, or 9 times the point that it leaves, plus 9, plus the point that it goes to.
    """

    utility_bounds = (-1, 1)

    def __init__(self, moves: str = "lines", centre: bool = True) -> None:
        if moves not in WAYS:
            raise InputError("morris.moves", given=moves, known=", ".join(WAYS))
        self.moves, self.centre = moves, centre
        self.beside = tuple(_beside(cell, WAYS.index(moves)) for cell in range(9))
        self.won = tuple(has_line(board) for board in range(FULL + 1))
        self.ranks, self.boards = _number_boards()

    def initial(self) -> State:
        """The empty board, X to move."""
        return State(0, 0, 2 * MEN, 0)

    def player(self, state: State) -> int:
        """The player to move."""
        return state.turn

    def actions(self, state: State) -> Iterator[int]:
        """Free points while there are men in hand, then moves."""
        free = FULL & ~(state.mover | state.other)
        if state.hand > 0:
            if state.hand == 2 * MEN and not self.centre:
                free &= ~(1 << CENTRE)
            yield from indices(free)
        else:
            for start in indices(state.mover):
                for end in indices(self.beside[start] & free):
                    yield 9 + 9 * start + end

    def result(self, state: State, action: int) -> State:
        """The state with the man placed or moved."""
        if state.hand > 0:
            return State(state.other, state.mover | 1 << action, state.hand - 1, 1 - state.turn)
        moved = state.mover & ~(1 << (action - 9) // 9) | 1 << action % 9
        return State(state.other, moved, 0, 1 - state.turn)

    def is_terminal(self, state: State) -> bool:
        """Whether the last move made three in a row. Otherwise there is always a move."""
        return self.won[state.other]

    def utility(self, state: State, player: int) -> int:
        """1 for the player with three in a row, -1 for the other."""
        return -1 if player == state.turn else 1

    # Endgame tables: a layer for each number of men in hand, as the player to move sees it.

    def layers(self, pieces: int = 0) -> Iterator[int]:
        """Men in hand, from 0 up; `pieces` is the least number of men on the board."""
        return iter(range(2 * MEN - pieces + 1 if pieces else 2 * MEN + 1))

    def layer(self, state: State) -> int:
        """The men in hand; -1 for an impossible position."""
        impossible = state.mover & state.other != 0 or self.won[state.mover]
        return -1 if impossible else state.hand

    def layer_name(self, layer: int) -> str:
        """As hand-2."""
        return f"hand-{layer}"

    def layer_size(self, layer: int) -> int:
        """The number of pairs of boards of that many men, which may overlap."""
        return SIZES[self.own(layer)] * SIZES[self.others(layer)]

    def own(self, layer: int) -> int:
        """The number of men on the board of the player to move."""
        return MEN - (layer + 1) // 2

    def others(self, layer: int) -> int:
        """The number of men on the board of the opponent."""
        return MEN - layer // 2

    def index(self, state: State) -> int:
        """The number of the mover's board, combined with that of the opponent's."""
        size = SIZES[self.others(state.hand)]
        return self.ranks[state.mover] * size + self.ranks[state.other]

    def unindex(self, layer: int, index: int) -> State:
        """The position with that index, which may be impossible."""
        size = SIZES[self.others(layer)]
        mover = self.boards[self.own(layer)][index // size]
        other = self.boards[self.others(layer)][index % size]
        return State(mover, other, layer, layer % 2)

    # Not needed by searches: symmetries, notation, pictures.

    def symmetries(self, state: State) -> Iterator[State]:
        """The eight rotations and reflections of the board."""
        for cells in SYMMETRIES:
            mover = sum(1 << cells[man] for man in indices(state.mover))
            other = sum(1 << cells[man] for man in indices(state.other))
            yield State(mover, other, state.hand, state.turn)

    def player_name(self, player: int) -> str:
        """X or O."""
        return "XO"[player]

    def action_name(self, state: State, action: int) -> str:
        """As b2, or b2-c2 for a move."""
        if action < 9:
            return NAMES[action]
        return f"{NAMES[(action - 9) // 9]}-{NAMES[action % 9]}"

    def rows(self, state: State) -> list[str]:
        """The board as three rows of X, O and dots."""
        x, o = (state.other, state.mover) if state.turn else (state.mover, state.other)
        marks = ["X" if x >> cell & 1 else "O" if o >> cell & 1 else "." for cell in range(9)]
        return ["".join(marks[row : row + 3]) for row in (0, 3, 6)]

    def position(self, state: State) -> str:
        """The rows from the top and the player to move, as in XO./.X./..O x."""
        return f"{'/'.join(self.rows(state))} {'xo'[state.turn]}"

    def parse_position(self, text: str) -> State:
        """The inverse of `position`; a list of moves is accepted too."""
        if "/" not in text:
            return super().parse_position(text)
        board, _, turn = text.strip().partition(" ")
        marks = board.upper().replace("/", "")
        if len(marks) != 9 or set(marks) - set("XO.") or turn.lower() not in ("x", "o"):
            raise InputError("morris.malformed", position=text)
        x, o = (sum(1 << cell for cell in range(9) if marks[cell] == mark) for mark in "XO")
        turn_number = "xo".index(turn.lower())
        mover, other = (o, x) if turn_number else (x, o)
        hand = 2 * MEN - (x | o).bit_count()
        placed = x.bit_count() - o.bit_count() == turn_number and hand > 0
        moving = x.bit_count() == o.bit_count() == MEN
        if not (placed or moving) or self.won[mover]:
            raise InputError("morris.impossible", position=text)
        return State(mover, other, hand, turn_number)

    def text(self, state: State) -> str:
        """The board with its lines."""
        slopes = self.moves == "diagonals"
        between = ["  │ ╲ │ ╱ │", "  │ ╱ │ ╲ │"] if slopes else ["  │   │   │"] * 2
        rows = [f"{3 - at} {'───'.join(row)}" for at, row in enumerate(self.rows(state))]
        return "\n".join([rows[0], between[0], rows[1], between[1], rows[2], "  a   b   c"])

    def svg(self, state: State) -> str:
        """The board drawn."""
        return grid_svg(self.rows(state))

    def diagram(self, state: State) -> Diagram:
        """The board as data."""
        return grid(self.rows(state))

    def action_cells(self, state: State, action: int) -> tuple[int, ...]:
        """The point, or the two of a move."""
        return (action,) if action < 9 else ((action - 9) // 9, action % 9)

    def appearance(self) -> Appearance:
        """Red and blue men."""
        return Appearance(named_by_paint("red", "blue"), pieces="men")

    def winning_cells(self, state: State) -> tuple[int, ...]:
        """The cells of the line that won."""
        return runs(self.diagram(state), MEN) if self.is_terminal(state) else ()


def _beside(cell: int, way: int) -> int:
    """The points that a man can reach."""
    found = 0
    for to in range(9):
        across, down = abs(to % 3 - cell % 3), abs(to // 3 - cell // 3)
        slope = way == 1 and across == down == 1 and CENTRE in (cell, to)
        if to != cell and (across + down == 1 or slope or way == 2):
            found |= 1 << to
    return found


def _number_boards() -> tuple[tuple[int, ...], tuple[tuple[int, ...], ...]]:
    """The number of each board among those with as many men, and these boards, padded."""
    boards = [[each for each in range(FULL + 1) if each.bit_count() == men] for men in range(4)]
    ranks = [0] * (FULL + 1)
    for alike in boards:
        for number, board in enumerate(alike):
            ranks[board] = number
    most = max(map(len, boards))
    return tuple(ranks), tuple(tuple(alike + [0] * (most - len(alike))) for alike in boards)


SIZES = (1, 9, 36, 84)
"""The number of boards by the number of men."""
