"""Chess as a game: rules, evaluation, notation and pictures."""

from __future__ import annotations

from adversario.base.appearance import Appearance, named_by_paint
from adversario.base.board_diagram import Cell, Diagram
from adversario.base.errors import IllegalActionError
from adversario.games.boards.chess.fen import is_fen, read_fen, rows_of, square_name, write_fen
from adversario.games.boards.chess.moves import (
    is_castling,
    king_target,
    parse_move,
    san_name,
    uci_name,
)
from adversario.games.boards.chess.numbering import ChessNumbering
from adversario.games.boards.chess.setups import STANDARD, placement_of
from adversario.games.boards.chess.state import State, origin_of, target_of
from adversario.games.drawing.chessmen import chessboard_svg
from adversario.games.registry import register


@register("chess")
class Chess(ChessNumbering):
    """Mate the opponent's king: the laws of FIDE, Chess960, and small boards.

    `variant` is standard, los-alamos (6x6), gardner (5x5) or silverman (4x4); `number` the first
    position of Chess960. Moves are written in standard algebraic notation, and read in that of UCI
    too; a position is a FEN.
    """

    def initial(self) -> State:
        """All pieces on their first squares, White to move."""
        castling = "KQkq" if self.setup.rows == 8 else "-"
        return read_fen(self, f"{placement_of(self.setup, self.number)} w {castling} - 0 1")

    # Notation.

    def player_name(self, player: int) -> str:
        """White or Black."""
        return ("White", "Black")[player]

    def square_name(self, square: int) -> str:
        """The name of a square, as e4."""
        return square_name(square)

    def action_name(self, state: State, action: int) -> str:
        """The move in standard algebraic notation."""
        return san_name(self, state, action)

    def uci_name(self, state: State, action: int) -> str:
        """The move as in UCI: e2e4, e7e8q."""
        return uci_name(self, state, action)

    def parse_action(self, state: State, text: str) -> int:
        """The legal move of that name, in SAN or as in UCI; an error says what is wrong."""
        if self.is_terminal(state):
            raise IllegalActionError("game.over", state=self.position(state))
        return parse_move(self, state, text)

    def position(self, state: State) -> str:
        """The position as a FEN."""
        return write_fen(self, state)

    def parse_position(self, text: str) -> State:
        """The position of a FEN, X-FEN or EPD; a list of moves from the start is accepted too."""
        return read_fen(self, text) if is_fen(text) else super().parse_position(text)

    # Pictures.

    def text(self, state: State) -> str:
        """The board with its coordinates, White's pieces as capitals."""
        rows = rows_of(self, state)
        lines = [f"{len(rows) - at} {' '.join(row)}" for at, row in enumerate(rows)]
        return "\n".join([*lines, "  " + " ".join("abcdefgh"[: self.setup.columns])])

    def svg(self, state: State) -> str:
        """The board drawn."""
        return chessboard_svg(rows_of(self, state), self.position(state))

    def diagram(self, state: State) -> Diagram:
        """The board as data; marks are letters, capitals for White."""
        rows = rows_of(self, state)
        cells = tuple(
            Cell(
                row=row, column=column, name=square_name(8 * (len(rows) - 1 - row) + column),
                mark="" if letter == "." else letter,
                owner=None if letter == "." else int(letter.islower()),
            )
            for row, letters in enumerate(rows)
            for column, letter in enumerate(letters)
        )  # fmt: skip
        return Diagram("grid", len(rows), len(rows[0]), cells)

    def action_cells(self, state: State, action: int) -> tuple[int, ...]:
        """The square of the piece and its target; castling is the king's move.

        In Chess960 it goes to its rook, as other moves may be the same.
        """
        target = target_of(action)
        if is_castling(state, action) and self.number == STANDARD:
            target = king_target(action)
        return self._cell(origin_of(action)), self._cell(target)

    def other_action_cells(self, state: State, action: int) -> tuple[tuple[int, ...], ...]:
        """Castling is also the king's move to its rook."""
        if not is_castling(state, action) or self.number != STANDARD:
            return ()
        return ((self._cell(origin_of(action)), self._cell(target_of(action))),)

    def appearance(self) -> Appearance:
        """White below Black on a chequered board."""
        return Appearance(
            named_by_paint("white", "black"), pieces="chess", ground="chequered", bottom=0
        )

    def _cell(self, square: int) -> int:
        """The number of a square in the diagram, which starts at the top."""
        return (self.setup.rows - 1 - (square >> 3)) * self.setup.columns + (square & 7)
