"""Hex as a game: rules, evaluation, notation and pictures."""

from __future__ import annotations

import re
from string import ascii_lowercase

from adversario.base.appearance import PAINTS, Appearance, named_by_paint
from adversario.base.bitboards import has, pack_cells
from adversario.base.board_diagram import Diagram, grid
from adversario.base.errors import IllegalActionError, InputError
from adversario.games.drawing.grid import picture
from adversario.games.lines.hex.evaluation import HexEvaluation
from adversario.games.lines.hex.rules import SWAP, State
from adversario.games.registry import register
from adversario.games.row_notation import parse_rows_and_mover

MARKS = "XO"
COLOURS = {"X": PAINTS["red"].fill, "O": PAINTS["blue"].fill, ".": "#f7f3e8"}


@register("hex")
class Hex(HexEvaluation):
    """X connects top and bottom of a rhombus of `size` by `size` hexagons, O left and right.

    With `swap`, O may take over X's first stone instead of a move: it becomes O's, mirrored in the
    long diagonal so that it serves O as it served X (the pie rule). Any other action is a cell,
    `(size + 1) * row + column`: a column that is always empty separates the cells of two edges.
    """

    # Notation.

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
        """The cell of that name, or None."""
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
        """The inverse of `position`; the actions played, as in "b2 swap c3", are accepted too."""
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
        x, o = (pack_cells([cell for cell, mark in places if mark == m], bits) for m in MARKS)
        linked = (
            any(self.joins(x, c, self.top, self.bottom) for c in self.cells if has(x, c)),
            any(self.joins(o, c, self.left, self.right) for c in self.cells if has(o, c)),
        )
        if linked[turn]:
            raise InputError("hex.connected", position=text, player=MARKS[turn])
        return State(x, o, turn, linked[1 - turn])

    # Pictures.

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
        """The rhombus of hexagons, its edges in the colours of the players who connect them."""
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
        """The cell itself; for a swap, the stone that is taken over."""
        if action == SWAP:
            action = next(cell for cell in self.cells if has(state.x, cell))
        return (self.cells.index(action),)

    def appearance(self) -> Appearance:
        """Red and blue stones."""
        return Appearance(named_by_paint("red", "blue"), pieces="discs")

    def winning_cells(self, state: State) -> tuple[int, ...]:
        """The stones that are linked to both sides of the winner."""
        if not state.connected:
            return ()
        won, one, other = (
            (state.x, self.top, self.bottom) if state.turn else (state.o, self.left, self.right)
        )
        groups = [self.flood(tuple(map(int.__and__, won, edge)), won) for edge in (one, other)]
        return tuple(
            index
            for index, cell in enumerate(self.cells)
            if all(has(group, cell) for group in groups)
        )
