"""Go as a game: rules, notation and pictures."""

from __future__ import annotations

from adversario.base.appearance import Appearance, named_by_paint
from adversario.base.bitboards import has, pack_cells
from adversario.base.board_diagram import Diagram, grid
from adversario.base.errors import IllegalActionError, InputError
from adversario.games.boards.go.board import NOWHERE, PASS, State
from adversario.games.boards.go.notation import (
    LETTERS,
    MARKS,
    Position,
    parse_position,
    parse_vertex,
    vertex_name,
    write_position,
)
from adversario.games.boards.go.picture import board_svg
from adversario.games.boards.go.placement import GoPlacement
from adversario.games.registry import register


@register("go")
class Go(GoPlacement):
    """Black and White place stones; the one with more points surrounded wins.

    A chain of stones without an empty point beside it is taken. Players may pass, and the game is
    over after two passes. By `rules` area (stones and the points they surround) or territory
    (surrounded points and prisoners) is counted; by `score` the utility is the result or the lead
    in points. White gets the `komi`, as Black begins.
    """

    # Notation.

    def player_name(self, player: int) -> str:
        """X or O."""
        return MARKS[player]

    def action_name(self, state: State, action: int) -> str:
        """A point by column and row, as in D4, or pass."""
        return "pass" if action == PASS else vertex_name(*self.place(action), self.size)

    def place(self, cell: int) -> tuple[int, int]:
        """Row from the top and column of a point."""
        return divmod(cell, self.stride)

    def parse_action(self, state: State, text: str) -> int:
        """The point of that name, or pass; raises an error with the reason if it is illegal."""
        if self.is_terminal(state):
            raise IllegalActionError("game.over", state=self.position(state))
        name = text.strip().upper()
        if name in ("PASS", "--"):
            return PASS
        where = parse_vertex(name, self.size)
        if where is None:
            last = f"{LETTERS[self.size - 1]}{self.size}"
            raise IllegalActionError("go.no_point", action=text.strip(), last=last)
        cell = where[0] * self.stride + where[1]
        if cell in self.actions(state):
            return cell
        taken = has(state.black, cell) or has(state.white, cell)
        reason = "go.taken" if taken else "go.ko" if cell == state.ko else "go.suicide"
        raise IllegalActionError(reason, action=name, state=self.position(state))

    def marks(self, state: State) -> list[str]:
        """The rows from the top, of X, O and dots."""
        marks = "".join(
            "X" if has(state.black, cell) else "O" if has(state.white, cell) else "."
            for cell in self.cells
        )
        return [marks[start : start + self.size] for start in range(0, len(marks), self.size)]

    def position(self, state: State) -> str:
        """The rows from the top, the player to move, the ko, passes and prisoners, if any."""
        ko = None if state.ko == NOWHERE else self.place(state.ko)
        return write_position(
            Position(self.marks(state), state.turn, ko, state.passes, state.prisoners)
        )

    def parse_position(self, text: str) -> State:
        """The inverse of `position`; the moves played, as in "D4 E5 pass", are accepted too."""
        if "/" not in text:
            return super().parse_position(text)
        found = parse_position(text, self.size)
        if found is None:
            raise InputError("go.malformed", position=text, size=self.size)
        marks = list(zip(self.cells, "".join(found.rows), strict=True))
        black, white = (
            pack_cells([cell for cell, mark in marks if mark == colour], self.bit_count)
            for colour in MARKS
        )
        for own, other in ((black, white), (white, black)):
            for cell in self.cells:
                if has(own, cell) and not self.has_liberty(own, other, cell, NOWHERE):
                    point = vertex_name(*self.place(cell), self.size)
                    raise InputError("go.no_liberty", position=text, point=point)
        ko = NOWHERE if found.ko is None else found.ko[0] * self.stride + found.ko[1]
        if ko != NOWHERE and (has(black, ko) or has(white, ko) or found.passes):
            raise InputError("go.malformed", position=text, size=self.size)
        prisoners = 0 if self.by_area else found.prisoners
        return State(black, white, found.turn, ko, found.passes, prisoners)

    # Pictures.

    def text(self, state: State) -> str:
        """The board with the names of rows and columns."""
        wide = len(str(self.size))
        lines = [
            f"{self.size - row:>{wide}} {' '.join(marks)}"
            for row, marks in enumerate(self.marks(state))
        ]
        return "\n".join([*lines, " " * (wide + 1) + " ".join(LETTERS[: self.size])])

    def svg(self, state: State) -> str:
        """The board with stones on the crossings of lines."""
        return board_svg(self.marks(state), None if state.ko == NOWHERE else self.place(state.ko))

    def diagram(self, state: State) -> Diagram:
        """The board as data."""
        names = [vertex_name(*self.place(cell), self.size) for cell in self.cells]
        return grid(self.marks(state), names=names)

    def action_cells(self, state: State, action: int) -> tuple[int, ...]:
        """The point itself; none for a pass."""
        return () if action == PASS else (self.cells.index(action),)

    def appearance(self) -> Appearance:
        """Black and white stones on a wooden board."""
        return Appearance(named_by_paint("black", "white"), pieces="discs", ground="wood")
