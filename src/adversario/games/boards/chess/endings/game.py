"""Chess endings as a game: rules, numbering, notation and pictures."""

from __future__ import annotations

from adversario.base.appearance import Appearance, named_by_paint
from adversario.base.board_diagram import Cell, Diagram
from adversario.base.errors import InputError
from adversario.games.boards.chess.endings.numbering import EndingsNumbering
from adversario.games.boards.chess.endings.rules import CAPTURED, LETTERS, State
from adversario.games.drawing.grid import grid_svg
from adversario.games.registry import register

SYMBOLS = dict(zip("KQRBN", "♚♛♜♝♞", strict=True))
FILES = "abcdefgh"


@register("endings")
class Endings(EndingsNumbering):
    """White (player 0) tries to mate.

    Everything else is a draw: stalemate, and insufficient material.

    `pieces` are White's besides the king, one or two of QRBN; `size` is that of the board. An
    action is the target square plus 64 times the piece: 0 the king, 1 the first piece. There is no
    fifty-move rule.
    """

    # Notation.

    def player_name(self, player: int) -> str:
        """White or Black."""
        return ("White", "Black")[player]

    def square_name(self, at: int) -> str:
        """The name of a square, as e4."""
        return f"{FILES[at % self.size]}{at // self.size + 1}"

    def action_name(self, state: State, action: int) -> str:
        """The piece, its square and the target square, as Ra1-a8."""
        mover = action // 64
        letter = "K" if mover == 0 else LETTERS[self.kinds[mover - 1]]
        kings = (state.king, state.bare)
        start = kings[state.turn] if mover == 0 else state.pieces[mover - 1]
        return f"{letter}{self.square_name(start)}-{self.square_name(action % 64)}"

    def position(self, state: State) -> str:
        """White's pieces, Black's king and the player to move, as Ke1 Ra1 / Ke8 w."""
        men = [f"K{self.square_name(state.king)}"] + [
            LETTERS[kind] + ("x" if at == CAPTURED else self.square_name(at))
            for kind, at in zip(self.kinds, state.pieces, strict=True)
        ]
        return f"{' '.join(men)} / K{self.square_name(state.bare)} {'wb'[state.turn]}"

    def parse_position(self, text: str) -> State:
        """The inverse of `position`; a list of moves from the start is accepted too."""
        if "/" not in text:
            return super().parse_position(text)
        words = text.replace("/", " ").split()
        letters = ["K", *(LETTERS[kind] for kind in self.kinds), "K"]
        example = self.position(self.initial())
        if len(words) != len(letters) + 1 or words[-1] not in ("w", "b"):
            raise InputError("endings.malformed", position=text, example=example)
        squares = []
        for letter, word in zip(letters, words, strict=False):
            at = self._square(word[1:])
            if word[0] != letter or (at == CAPTURED and (letter == "K" or word[1:] != "x")):
                raise InputError("endings.malformed", position=text, example=example)
            squares.append(at)
        state = State(squares[0], tuple(squares[1:-1]), squares[-1], "wb".index(words[-1]))
        if not self.is_possible(state):
            raise InputError("endings.impossible", position=text)
        return state

    def _square(self, name: str) -> int:
        names = [self.square_name(at) for at in range(self.squares)]
        return names.index(name) if name in names else CAPTURED

    # Pictures.

    def rows(self, state: State) -> list[str]:
        """The board from the top, White's pieces as capitals."""
        marks = ["."] * self.squares
        marks[state.king], marks[state.bare] = "K", "k"
        for kind, at in zip(self.kinds, state.pieces, strict=True):
            if at != CAPTURED:
                marks[at] = LETTERS[kind]
        size = self.size
        return ["".join(marks[row * size : (row + 1) * size]) for row in reversed(range(size))]

    def text(self, state: State) -> str:
        """The board with its coordinates."""
        lines = [f"{self.size - at} {' '.join(row)}" for at, row in enumerate(self.rows(state))]
        return "\n".join([*lines, f"  {' '.join(FILES[: self.size])}"])

    def svg(self, state: State) -> str:
        """The board drawn."""
        return grid_svg(self.rows(state))

    def diagram(self, state: State) -> Diagram:
        """The board as data."""
        cells = tuple(
            Cell(
                row=row, column=column, name=self.square_name(self._cell(row * self.size + column)),
                mark=SYMBOLS.get(mark.upper(), ""),
                owner=None if mark == "." else int(mark.islower()),
            )
            for row, line in enumerate(self.rows(state))
            for column, mark in enumerate(line)
        )  # fmt: skip
        return Diagram("grid", self.size, self.size, cells)

    def action_cells(self, state: State, action: int) -> tuple[int, ...]:
        """The two squares of the move."""
        mover = action // 64
        kings = (state.king, state.bare)
        start = kings[state.turn] if mover == 0 else state.pieces[mover - 1]
        return self._cell(start), self._cell(action % 64)

    def appearance(self) -> Appearance:
        """White below Black on a chequered board."""
        return Appearance(
            named_by_paint("white", "black"), pieces="chess", ground="chequered", bottom=0
        )

    def _cell(self, at: int) -> int:
        """The number of a square in the diagram, which starts at the top, and vice versa."""
        return (self.size - 1 - at // self.size) * self.size + at % self.size
