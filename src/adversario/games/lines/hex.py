"""Hex: connect your two sides of the board. One player always does, and never both."""

from __future__ import annotations

import re
from collections.abc import Iterator
from string import ascii_lowercase
from typing import NamedTuple

from adversario.base.bitboards import WORD, beside, has, packed, placed, removed, size
from adversario.base.board_diagram import Diagram, grid
from adversario.base.errors import IllegalActionError, InputError
from adversario.bits import count, lowest
from adversario.game import Game
from adversario.games.drawing.grid import picture
from adversario.games.row_notation import parse_rows_and_mover
from adversario.tuples import replaced

SWAP = -1
"""The action of taking over the first stone."""

LARGEST = 19
MARKS = "XO"
COLOURS = {"X": "#d64545", "O": "#3d6fd6", ".": "#f7f3e8"}


class State(NamedTuple):
    """The stones of X and of O as words, who moves, and whether the last stone connected."""

    x: tuple[int, ...]
    o: tuple[int, ...]
    turn: int
    connected: bool


class Hex(Game[State, int]):
    """X connects top and bottom of a rhombus of `size` by `size` hexagons, O left and right.

    With `swap`, O may answer X's first stone by taking it over: it becomes O's, mirrored in the
    long diagonal so that it serves O as it served X (the pie rule). Any other action is a cell,
    `(size + 1) * row + column`: a column that is always empty keeps cells of two edges apart.
    """

    utility_bounds = (-1, 1)

    def __init__(self, size: int = 11, swap: bool = True) -> None:
        if not 2 <= size <= LARGEST:
            raise InputError("hex.size", size=size, most=LARGEST)
        self.size, self.swap, self.stride = size, swap, size + 1
        self.steps = (1, size, size + 1)
        cells = [row * self.stride + column for row in range(size) for column in range(size)]
        self.cells = tuple(cells)
        self.full = packed(cells, size * self.stride)
        self.empty = packed([], size * self.stride)
        self.words = len(self.full)
        self.top, self.bottom = self._edge(0, 1), self._edge((size - 1) * self.stride, 1)
        self.left, self.right = self._edge(0, self.stride), self._edge(size - 1, self.stride)
        self.order = tuple(sorted(cells, key=self._from_centre))

    def _edge(self, start: int, step: int) -> tuple[int, ...]:
        cells = [start + place * step for place in range(self.size)]
        return packed(cells, self.size * self.stride)

    def _from_centre(self, cell: int) -> tuple[int, int]:
        down, across = (2 * place - self.size + 1 for place in divmod(cell, self.stride))
        return max(abs(down), abs(across), abs(down + across)), abs(down - across)

    def initial(self) -> State:
        """The empty board."""
        return State(self.empty, self.empty, 0, False)

    def player(self, state: State) -> int:
        """Whose turn it is."""
        return state.turn

    def actions(self, state: State) -> Iterator[int]:
        """The swap if there is one, then the free cells from the centre outwards."""
        if self.can_swap(state):
            yield SWAP
        for cell in self.order:
            if not has(state.x, cell) and not has(state.o, cell):
                yield cell

    def can_swap(self, state: State) -> bool:
        """Whether O is to answer the first stone."""
        if not self.swap or state.turn == 0:
            return False
        stones = 0
        for word in range(self.words):
            stones += count(state.x[word]) + 2 * count(state.o[word])
        return stones == 1

    def result(self, state: State, action: int) -> State:
        """The board with one more stone of the mover's, or with the first stone taken over."""
        if action == SWAP:
            return State(self.empty, placed(self.empty, self.mirrored(state.x)), 0, False)
        if state.turn == 0:
            x = placed(state.x, action)
            return State(x, state.o, 1, self.joins(x, action, self.top, self.bottom))
        o = placed(state.o, action)
        return State(state.x, o, 0, self.joins(o, action, self.left, self.right))

    def mirrored(self, board: tuple[int, ...]) -> int:
        """The cell of the only stone, mirrored in the long diagonal."""
        cell = 0
        for word in range(self.words):
            if board[word]:
                cell = word * WORD + lowest(board[word])
        return cell % self.stride * self.stride + cell // self.stride

    def is_terminal(self, state: State) -> bool:
        """Whether the last stone connected two sides."""
        return state.connected

    def utility(self, state: State, player: int) -> int:
        """1 for who connected, -1 for the other. There are no draws."""
        return -1 if player == state.turn else 1

    def joins(
        self, board: tuple[int, ...], cell: int, one: tuple[int, ...], other: tuple[int, ...]
    ) -> bool:
        """Whether the group of a stone touches both edges."""
        group = self.flooded(placed(self.empty, cell), board)
        return self.meet(group, one) and self.meet(group, other)

    def flooded(self, seed: tuple[int, ...], board: tuple[int, ...]) -> tuple[int, ...]:
        """The cells of the seed and all stones of the board that are linked to them."""
        growing = True
        while growing:
            growing = False
            for word in range(self.words):
                grown = seed[word] | self.neighbours(seed, word) & board[word]
                if grown != seed[word]:
                    seed = replaced(seed, word, grown)
                    growing = True
        return seed

    def neighbours(self, cells: tuple[int, ...], word: int) -> int:
        """A word of the neighbours of all those cells; mask it."""
        below = cells[word - 1] if word > 0 else 0
        above = cells[word + 1] if word + 1 < self.words else 0
        found = 0
        for step in self.steps:
            found |= beside(below, cells[word], above, step)
        return found

    def meet(self, one: tuple[int, ...], other: tuple[int, ...]) -> bool:
        """Whether two boards share a cell."""
        return any(one[word] & other[word] for word in range(self.words))

    # What helps a search.

    def evaluate(self, state: State, player: int) -> float:
        """Who needs fewer stones to connect, if the other passes; the mover's next one counts half.

        The shortest path, with a player's own stones free of charge.
        """
        x = 2 * self.distance(state.x, state.o, self.top, self.bottom)
        o = 2 * self.distance(state.o, state.x, self.left, self.right)
        if state.turn == 0:
            x -= 1
        else:
            o -= 1
        lead = (o - x) / (o + x)
        return lead if player == 0 else -lead

    def distance(
        self,
        own: tuple[int, ...],
        other: tuple[int, ...],
        start: tuple[int, ...],
        goal: tuple[int, ...],
    ) -> int:
        """How many more stones link two edges, in a state that is not terminal."""
        reached, stones = self.empty, 0
        for word in range(self.words):
            reached = replaced(reached, word, start[word] & own[word])
        reached = self.flooded(reached, own)
        while not self.meet(reached, goal):
            wider = reached
            for word in range(self.words):
                grown = start[word] | self.neighbours(reached, word)
                free = self.full[word] & ~other[word]
                wider = replaced(wider, word, reached[word] | grown & free)
            reached = self.flooded(wider, own)
            stones += 1
        return stones

    def parents(self, state: State) -> int:
        """Any stone of who moved last may have been the last one, if it is what connects."""
        board = state.o if state.turn == 0 else state.x
        found = size(board)
        if state.connected:
            for cell in self.cells:
                if has(board, cell) and self.links(removed(board, cell), 1 - state.turn):
                    found -= 1
        return found

    def links(self, board: tuple[int, ...], player: int) -> bool:
        """Whether the stones of a player link the player's sides."""
        start, goal = (self.top, self.bottom) if player == 0 else (self.left, self.right)
        reached = self.empty
        for word in range(self.words):
            reached = replaced(reached, word, start[word] & board[word])
        return self.meet(self.flooded(reached, board), goal)

    def symmetries(self, state: State) -> Iterator[State]:
        """The board turned by half, where that is quick: boards of one word."""
        if self.words == 1:
            x, o = self.turned(state.x), self.turned(state.o)
            yield State(x, o, state.turn, state.connected)

    def turned(self, board: tuple[int, ...]) -> tuple[int, ...]:
        """A board of one word turned by half."""
        last, found = self.cells[-1], 0
        for cell in self.cells:
            if has(board, cell):
                found |= 1 << last - cell
        return replaced(board, 0, found)

    # Notation and pictures.

    def player_name(self, player: int) -> str:
        """X or O."""
        return MARKS[player]

    def action_name(self, state: State, action: int) -> str:
        """Column and row, as in b2, counted from the acute corner at the top left; or swap."""
        if action == SWAP:
            return "swap"
        row, column = divmod(action, self.stride)
        return f"{ascii_lowercase[column]}{row + 1}"

    def parse_action(self, state: State, text: str) -> int:
        """The free cell of that name, or swap."""
        if self.is_terminal(state):
            raise IllegalActionError("game.over", state=self.position(state))
        name = text.strip().lower()
        cell = self._cell(name)
        if name == "swap" and not self.can_swap(state):
            raise IllegalActionError("hex.swap", state=self.position(state))
        if cell is None:
            return super().parse_action(state, name)
        if has(state.x, cell) or has(state.o, cell):
            raise IllegalActionError("hex.taken", action=name, state=self.position(state))
        return cell

    def _cell(self, name: str) -> int | None:
        """The cell of that name, if there is one."""
        found = re.fullmatch(r"([a-z])([1-9]\d?)", name)
        if found is None:
            return None
        column, row = ascii_lowercase.index(found[1]), int(found[2]) - 1
        return row * self.stride + column if max(row, column) < self.size else None

    def marks(self, state: State) -> list[str]:
        """The rows from the top, of X, O and dots."""
        marks = "".join(
            "X" if has(state.x, cell) else "O" if has(state.o, cell) else "." for cell in self.cells
        )
        return [marks[start : start + self.size] for start in range(0, len(marks), self.size)]

    def position(self, state: State) -> str:
        """The rows from the top and the player to move, as in ../X. O."""
        return f"{'/'.join(self.marks(state))} {MARKS[state.turn]}"

    def parse_position(self, text: str) -> State:
        """The inverse of `position`; the actions played, as in "b2 swap c3", are understood too."""
        if "/" not in text:
            return super().parse_position(text)
        found = parse_rows_and_mover(text, self.size, self.size, MARKS)
        if found is None:
            raise InputError("hex.malformed", position=text, size=self.size)
        marks, turn = "".join(found[0]), found[1]
        ahead = marks.count("X") - marks.count("O")
        # After a swap O has moved once more than it has taken turns.
        if ahead != turn and not (self.swap and ahead == turn - 1 and "O" in marks):
            raise InputError("hex.counts", position=text, x=marks.count("X"), o=marks.count("O"))
        places = list(zip(self.cells, marks, strict=True))
        bits = self.cells[-1] + 1
        x, o = (packed([cell for cell, mark in places if mark == m], bits) for m in MARKS)
        linked = (
            any(self.joins(x, c, self.top, self.bottom) for c in self.cells if has(x, c)),
            any(self.joins(o, c, self.left, self.right) for c in self.cells if has(o, c)),
        )
        if linked[turn]:
            raise InputError("hex.connected", position=text, player=MARKS[turn])
        return State(x, o, turn, linked[1 - turn])

    def text(self, state: State) -> str:
        """The rhombus, with the names of rows and columns."""
        wide = len(str(self.size))
        head = " " * (wide + 1) + " ".join(ascii_lowercase[: self.size])
        lines = [
            f"{' ' * row}{row + 1:>{wide}} {' '.join(marks)}"
            for row, marks in enumerate(self.marks(state))
        ]
        return "\n".join([head, *lines])

    def svg(self, state: State) -> str:
        """The rhombus of hexagons, its edges in the colours of who connects them."""
        rows = self.marks(state)
        width, height = 26 * self.size + 13 * (self.size - 1) + 60, 23 * self.size + 60
        centres = {
            (row, column): (43 + 26 * column + 13 * row, 38 + 23 * row)
            for row in range(-1, self.size + 1)
            for column in range(-1, self.size + 1)
        }
        body = [f'<rect width="{width}" height="{height}" fill="white"/>']
        for (row, column), (x, y) in centres.items():
            beyond = row in (-1, self.size), column in (-1, self.size)
            if all(beyond):
                continue
            mark = "X" if beyond[0] else "O" if beyond[1] else rows[row][column]
            line = "none" if any(beyond) else "#555"
            points = f"{x},{y - 15} {x + 13},{y - 8} {x + 13},{y + 8} {x},{y + 15} "
            points += f"{x - 13},{y + 8} {x - 13},{y - 8}"
            body.append(f'<polygon points="{points}" fill="{COLOURS[mark]}" stroke="{line}"/>')
            if beyond[0] or beyond[1]:
                label = ascii_lowercase[column] if beyond[0] else str(row + 1)
                body.append(
                    f'<text x="{x}" y="{y + 4}" font-size="11" fill="white" '
                    f'text-anchor="middle">{label}</text>'
                )
        return picture(width, height, self.position(state), "".join(body))

    def diagram(self, state: State) -> Diagram:
        """The rhombus as data."""
        return grid(self.marks(state), kind="hex", upwards=False)

    def action_cells(self, state: State, action: int) -> tuple[int, ...]:
        """The cell itself; to swap, the stone that is taken over."""
        if action == SWAP:
            action = next(cell for cell in self.cells if has(state.x, cell))
        return (self.cells.index(action),)
