"""m,n,k games: k in a row on a board of m rows and n columns. Tic-tac-toe and Gomoku are two."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from string import ascii_lowercase
from typing import NamedTuple

from adversario.base.bitboards import ahead, beside, has, moved, packed, placed, removed, size
from adversario.base.board_diagram import Diagram, grid
from adversario.base.errors import IllegalActionError, InputError
from adversario.bits import count
from adversario.game import Game
from adversario.games.drawing.grid import grid_svg, stones_svg
from adversario.games.row_notation import label_rows, parse_rows
from adversario.tuples import replaced

MARKS = "XOZ"
LARGEST, LONGEST = 19, 15


class State(NamedTuple):
    """Everybody's boards, as words, from the mover's on; who moves; if the last stone lined up."""

    stones: tuple[int, ...]
    turn: int
    lined: bool


class MNK(Game[State, int]):
    """Players place stones in turn; the first with `k` or more in a row wins or, misère, loses.

    With gravity a stone falls to the lowest free cell of its column. The winner of two gets 1 and
    the loser -1; the winner of three 2 and the others -1; misère, the same with signs changed. An
    action is a cell, `(columns + 1) * row + column` with rows from the top: a column that is always
    empty keeps lines from wrapping around.
    """

    def __init__(
        self,
        rows: int = 3,
        columns: int = 3,
        k: int = 3,
        gravity: bool = False,
        misere: bool = False,
        players: int = 2,
    ) -> None:
        sides = (rows, columns)
        if min(sides) < 1 or max(sides) > LARGEST or not 2 <= k <= min(max(sides), LONGEST):
            raise InputError(
                "mnk.size", rows=rows, columns=columns, k=k, most=LARGEST, longest=LONGEST
            )
        if players not in (2, 3):
            raise InputError("mnk.players", players=players)
        self.rows, self.columns, self.k = rows, columns, k
        self.gravity, self.misere, self.players = gravity, misere, players
        self.stride, self.size = columns + 1, rows * (columns + 1)
        self.steps = (1, self.stride - 1, self.stride, self.stride + 1)
        self.full = packed(self._cells(), self.size)
        self.words = len(self.full)
        self.behind = (players - 1) * self.words  # where the board of who moved last begins
        self.floor = packed(self._cells()[-columns:], self.size)
        self.order = tuple(sorted(self._cells(), key=self._from_centre))
        starts = [packed(self._starts(step), self.size) for step in self.steps]
        self.starts = tuple(word for board in starts for word in board)
        # The topmost cell of each name: with gravity a column shares one.
        self.named = {self.action_name(self.initial(), c): c for c in reversed(self._cells())}
        self.images = tuple(self._images()) if self.words == 1 else ()
        self.growth: tuple[int, ...] = (
            0,
            *(1 << 3 * stones for stones in range(k)),
        )  # of a line, by its stones
        gain, loss = players - 1, -1
        self.utility_bounds = (-gain, -loss) if misere else (loss, gain)

    def initial(self) -> State:
        """The empty board."""
        return State((0,) * (self.players * self.words), 0, False)

    def player(self, state: State) -> int:
        """Whose turn it is."""
        return state.turn

    def actions(self, state: State) -> Iterator[int]:
        """From the centre outwards: cells beside a stone, then others; with gravity, columns."""
        taken = self.taken(state.stones)
        first = self.landing(taken) if self.gravity else self.near(taken)
        for cell in self.order:
            if has(first, cell):
                yield cell
        if not self.gravity:
            for cell in self.order:
                if not has(first, cell) and not has(taken, cell):
                    yield cell

    def result(self, state: State, action: int) -> State:
        """The board with a stone of the mover's in that cell."""
        board = placed(state.stones[: self.words], action)
        lined = self.lines_up(board, action)
        return State(state.stones[self.words :] + board, (state.turn + 1) % self.players, lined)

    def is_terminal(self, state: State) -> bool:
        """Whether the last stone made a line, or the board is full."""
        return state.lined or self.taken(state.stones) == self.full

    def utility(self, state: State, player: int) -> int:
        """What winner and losers get; 0 in a draw."""
        if not state.lined:
            return 0
        last = (state.turn + self.players - 1) % self.players
        gain = self.players - 1 if player == last else -1
        return -gain if self.misere else gain

    def lines_up(self, board: tuple[int, ...], cell: int) -> bool:
        """Whether a row of k goes through a cell of the board."""
        if self.words == 1:  # a bit of `run` is left where a row of k starts
            for step in self.steps:
                run = board[0]
                for _ in range(self.k - 1):
                    run &= run >> step
                if run:
                    return True
            return False
        for step in self.steps:
            found, at = 1, cell + step
            while at < self.size and has(board, at):
                found, at = found + 1, at + step
            at = cell - step
            while at >= 0 and has(board, at):
                found, at = found + 1, at - step
            if found >= self.k:
                return True
        return False

    def taken(self, stones: tuple[int, ...]) -> tuple[int, ...]:
        """The cells with a stone of anybody's."""
        taken = self.full
        for word in range(self.words):
            union = 0
            for player in range(self.players):
                union |= stones[player * self.words + word]
            taken = replaced(taken, word, union)
        return taken

    def near(self, taken: tuple[int, ...]) -> tuple[int, ...]:
        """The free cells beside a stone."""
        near = self.full
        for word in range(self.words):
            below = taken[word - 1] if word > 0 else 0
            above = taken[word + 1] if word + 1 < self.words else 0
            spread = 0
            for step in self.steps:
                spread |= beside(below, taken[word], above, step)
            near = replaced(near, word, spread & self.full[word] & ~taken[word])
        return near

    def landing(self, taken: tuple[int, ...]) -> tuple[int, ...]:
        """The free cells on the floor or on a stone."""
        landing = self.full
        for word in range(self.words):
            above = taken[word + 1] if word + 1 < self.words else 0
            held = self.floor[word] | ahead(taken[word], above, self.stride)
            landing = replaced(landing, word, held & self.full[word] & ~taken[word])
        return landing

    # What helps a search.

    def evaluate(self, state: State, player: int) -> float:
        """The player's share of the open lines, lines with more stones counting far more."""
        taken = self.taken(state.stones)
        own, total = 0, 0
        for each in range(self.players):
            worth = self.open_lines(state.stones, each * self.words, taken)
            total += worth
            if (state.turn + each) % self.players == player:
                own = worth
        share = (self.players * own - total) / (total + self.growth[self.k - 1])
        return -share if self.misere else share

    def open_lines(self, stones: tuple[int, ...], first: int, taken: tuple[int, ...]) -> int:
        """The worth of all k cells in a row that hold stones of one board and nobody else's.

        All rows of a direction that start in a word are looked at together: a bit of `ones`,
        `twos`, `fours` and `eights` is a digit of the number of stones in the row from there.
        """
        worth = 0
        for direction in range(4):
            for word in range(self.words):
                rows = self.starts[direction * self.words + word]
                ones, twos, fours, eights = 0, 0, 0, 0
                for place in range(self.k):
                    far = place * self.steps[direction]
                    own = moved(stones, first, first + self.words, word, far)
                    rows &= own | ~moved(taken, 0, self.words, word, far)
                    carry, ones = ones & own, ones ^ own
                    carry, twos = twos & carry, twos ^ carry
                    carry, fours = fours & carry, fours ^ carry
                    eights ^= carry
                for number in range(1, self.k):
                    same = rows & (ones if number & 1 else ~ones)
                    same &= twos if number & 2 else ~twos
                    same &= fours if number & 4 else ~fours
                    same &= eights if number & 8 else ~eights
                    worth += self.growth[number] * count(same)
        return worth

    def parents(self, state: State) -> int:
        """Any stone of who moved last may have been the last one, but for those beside its line."""
        if self.gravity:
            return 0  # which stones can have come last depends on all those above and below
        board = state.stones[self.behind :]
        found = size(board)
        if state.lined:
            for cell in self.order:
                if has(board, cell) and self.has_line(removed(board, cell)):
                    found -= 1
        return found

    def has_line(self, board: tuple[int, ...]) -> bool:
        """Whether there is a row of k on the board."""
        return any(has(board, cell) and self.lines_up(board, cell) for cell in self.order)

    def symmetries(self, state: State) -> Iterator[State]:
        """The rotations and reflections of the board; with gravity, the mirror image.

        Boards of several words have none: going through so many images takes too long to be of use.
        """
        for image in self.images:
            stones = state.stones
            for player in range(self.players):
                moved = 0
                for cell, to in image:
                    moved |= (state.stones[player] >> cell & 1) << to
                stones = replaced(stones, player, moved)
            yield State(stones, state.turn, state.lined)

    # Tables.

    def _cells(self) -> list[int]:
        return [
            row * self.stride + column for row in range(self.rows) for column in range(self.columns)
        ]

    def _from_centre(self, cell: int) -> tuple[int, int]:
        row, column = divmod(cell, self.stride)
        across = abs(2 * column - self.columns + 1)
        if self.gravity:
            return across, -row
        down = abs(2 * row - self.rows + 1)
        return max(across, down), across + down

    def _starts(self, step: int) -> list[int]:
        """The cells from which k cells follow each other in steps of that size."""
        cells = set(self._cells())
        return [
            cell
            for cell in sorted(cells)
            if all(cell + place * step in cells for place in range(self.k))
        ]

    def _images(self) -> Iterator[tuple[tuple[int, int], ...]]:
        """Where each cell goes in each symmetry but the one that leaves all in place."""
        free = (False, True)
        square = self.rows == self.columns and not self.gravity
        choices = product(free if square else (False,), (False,) if self.gravity else free, free)
        for turned, upside, mirrored in list(choices)[1:]:
            pairs = []
            for cell in self._cells():
                row, column = divmod(cell, self.stride)
                row = self.rows - 1 - row if upside else row
                column = self.columns - 1 - column if mirrored else column
                row, column = (column, row) if turned else (row, column)
                pairs.append((cell, row * self.stride + column))
            yield tuple(pairs)

    # Notation and pictures.

    def player_name(self, player: int) -> str:
        """X, O and, of three players, Z."""
        return MARKS[player]

    def action_name(self, state: State, action: int) -> str:
        """Column and row, as in b2, rows from the bottom; with gravity the column, from 1."""
        row, column = divmod(action, self.stride)
        return str(column + 1) if self.gravity else f"{ascii_lowercase[column]}{self.rows - row}"

    def parse_action(self, state: State, text: str) -> int:
        """The free cell of that name."""
        if self.is_terminal(state):
            raise IllegalActionError("game.over", state=self.position(state))
        name = text.strip().lower()
        if name not in self.named:
            return super().parse_action(state, name)
        cell, taken = self.named[name], self.taken(state.stones)
        if has(taken, cell):
            raise IllegalActionError("mnk.taken", action=name, state=self.position(state))
        while (
            self.gravity and cell + self.stride < self.size and not has(taken, cell + self.stride)
        ):
            cell += self.stride
        return cell

    def marks(self, state: State) -> list[str]:
        """The board from the top, a letter for each stone and a dot for each free cell."""
        return [
            "".join(self._mark(state, row * self.stride + column) for column in range(self.columns))
            for row in range(self.rows)
        ]

    def _mark(self, state: State, cell: int) -> str:
        for place in range(self.players):
            if has(state.stones[place * self.words : (place + 1) * self.words], cell):
                return MARKS[(state.turn + place) % self.players]
        return "."

    def position(self, state: State) -> str:
        """The rows from the top, as in XO./.X./..O; the player to move follows from the counts."""
        return "/".join(self.marks(state))

    def parse_position(self, text: str) -> State:
        """The inverse of `position`; the actions played, as in "b2 a1", are understood too."""
        if "/" not in text and "." not in text:
            return super().parse_position(text)
        marks = MARKS[: self.players]
        rows = parse_rows(text, self.rows, self.columns, marks)
        if rows is None:
            raise InputError(
                "mnk.malformed", position=text, rows=self.rows, columns=self.columns, marks=marks
            )
        counts = [text.upper().count(mark) for mark in marks]
        turn = sum(counts) % self.players
        expected = [sum(counts) // self.players + (player < turn) for player in range(self.players)]
        if counts != expected:
            listed = ", ".join(f"{mark} {n}" for mark, n in zip(marks, counts, strict=True))
            raise InputError("mnk.counts", position=text, counts=listed)
        return self._read(text, rows, turn)

    def _read(self, text: str, rows: Sequence[str], turn: int) -> State:
        """The state of rows with the right counts."""
        where: dict[str, list[int]] = {mark: [] for mark in (*MARKS, ".")}
        for row, line in enumerate(rows):
            for column, mark in enumerate(line):
                where[mark].append(row * self.stride + column)
        for cell in where["."]:
            if self.gravity and cell >= self.stride and cell - self.stride not in where["."]:
                raise InputError("mnk.floating", position=text)
        marks = [MARKS[(turn + place) % self.players] for place in range(self.players)]
        boards = [packed(where[mark], self.size) for mark in marks]
        lined = [
            any(self.lines_up(board, cell) for cell in where[mark])
            for mark, board in zip(marks, boards, strict=True)
        ]
        if any(lined[:-1]):
            raise InputError("mnk.lined", position=text, player=marks[lined.index(True)], k=self.k)
        return State(tuple(word for board in boards for word in board), turn, lined[-1])

    def text(self, state: State) -> str:
        """The board with the names of rows and columns."""
        if self.gravity:
            wide = len(str(self.columns))
            lines = [" ".join(f"{mark:>{wide}}" for mark in row) for row in self.marks(state)]
            return "\n".join([*lines, " ".join(f"{c + 1:>{wide}}" for c in range(self.columns))])
        return label_rows(self.marks(state))

    def svg(self, state: State) -> str:
        """The board drawn."""
        return grid_svg(self.marks(state))

    def diagram(self, state: State) -> Diagram:
        """The board as data."""
        return grid(self.marks(state), marks=MARKS, kind="drop" if self.gravity else "grid")

    def action_cells(self, state: State, action: int) -> tuple[int, ...]:
        """The cell itself."""
        row, column = divmod(action, self.stride)
        return (row * self.columns + column,)


class Gomoku(MNK):
    """Five or more in a row on a board of 15 by 15, or another size: free-style Gomoku."""

    def __init__(self, size: int = 15, k: int = 5) -> None:
        super().__init__(rows=size, columns=size, k=k)

    def svg(self, state: State) -> str:
        """Stones on the crossings of lines."""
        return stones_svg(self.marks(state))
