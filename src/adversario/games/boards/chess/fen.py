"""Positions as text: FEN (Forsyth-Edwards), X-FEN and Shredder-FEN for Chess960, and EPD.

A position has no move number, so a FEN is written with five fields and a 1; readers of EPD need
only the first four. Castling is read as KQkq, which means the outermost rook, and as the letters of
files, HAha; it is written as KQkq where that is clear, else by file (X-FEN).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from adversario.base.catalogue import Message, message
from adversario.base.errors import InputError
from adversario.bits import indices
from adversario.games.boards.chess.hashing import ZOBRIST
from adversario.games.boards.chess.pieces import LETTERS, code_at
from adversario.games.boards.chess.squares import PAWNS
from adversario.games.boards.chess.state import State

if TYPE_CHECKING:
    from adversario.games.boards.chess.rules import ChessRules

FILES = "abcdefgh"


def square_name(square: int) -> str:
    """The name of a square, as e4."""
    return FILES[square & 7] + str((square >> 3) + 1)


def square_of(name: str) -> int:
    """The square of that name."""
    return FILES.index(name[0]) + 8 * (int(name[1]) - 1)


def white_of(state: State) -> int:
    """White's pieces."""
    return (state.p0 | state.p1 | state.p2) ^ state.own if state.turn else state.own


def rows_of(game: ChessRules, state: State) -> list[str]:
    """The board from the top, White's pieces as capitals, dots for empty squares."""
    white = white_of(state)
    rows = []
    for row in reversed(range(game.setup.rows)):
        letters = ""
        for square in range(8 * row, 8 * row + game.setup.columns):
            letter = LETTERS[code_at(state.p0, state.p1, state.p2, square)]
            letters += letter.upper() if white >> square & 1 else letter
        rows.append(letters)
    return rows


def write_fen(game: ChessRules, state: State, move: int = 1) -> str:
    """The FEN of a position; `move` is the number of the move."""
    rows = "/".join(
        re.sub(r"\.+", lambda run: str(len(run[0])), row) for row in rows_of(game, state)
    )
    passant = square_name(state.passant) if state.passant else "-"
    castling = write_castling(state)
    return f"{rows} {'wb'[state.turn]} {castling} {passant} {state.clock} {move}"


def write_castling(state: State) -> str:
    """The castling rights: K and Q for the outermost rooks, else the letters of files."""
    white = white_of(state)
    rooks = state.p2 & ~(state.p0 | state.p1)
    found = ""
    for side, base in ((white, 0), (~white, 56)):
        rights = sorted((at for at in indices(state.castling & side)), reverse=True)
        king = (state.p1 & state.p2 & side).bit_length() - 1
        row = [at for at in indices(rooks & side) if at & 56 == base]
        for rook in rights:
            outer = max(row) if rook > king else min(row)
            letter = ("K" if rook > king else "Q") if outer == rook else FILES[rook & 7].upper()
            found += letter if base == 0 else letter.lower()
    return found or "-"


def is_fen(text: str) -> bool:
    """Whether a text looks like a FEN rather than like moves."""
    return re.match(r"\s*[^\s/]*/\S*/", text) is not None


def read_fen(game: ChessRules, text: str) -> State:
    """The position of a FEN, X-FEN, or the first four fields of an EPD; InputError otherwise."""
    fields = text.split()
    if not 1 <= len(fields) <= 6:
        raise refuse(text, message("chess.fen_fields"))
    fields += ["w", "-", "-", "0", "1"][len(fields) - 1 :]
    board = _read_board(game, text, fields[0])
    if fields[1] not in ("w", "b"):
        raise refuse(text, message("chess.fen_turn", given=fields[1]))
    for number in fields[4:6]:
        if not number.isascii() or not number.isdigit() or int(number) > 10**6:
            raise refuse(text, message("chess.fen_number", given=number))
    turn, clock = "wb".index(fields[1]), int(fields[4])
    for colour, name in (("K", "white"), ("k", "black")):
        kings = [at for at, letter in board.items() if letter == colour]
        if len(kings) != 1:
            side = message(f"paint.{name}")
            raise refuse(text, message("chess.fen_kings", side=side, kings=len(kings)))
    castling = _read_castling(game, text, board, fields[2])
    passant = _read_passant(game, text, board, turn, fields[3])
    state = placed(game, board, turn, castling, passant, clock)
    if game.attackers(*_other_king(state)) & state.own:
        other = message(("paint.black", "paint.white")[turn])
        raise refuse(text, message("chess.fen_check", side=other))
    if state.checkers.bit_count() > 2:
        raise refuse(text, message("chess.fen_checkers"))
    return state


def refuse(text: str, problem: Message) -> InputError:
    """The error for a malformed FEN."""
    return InputError("chess.fen", position=text.strip(), problem=problem)


def _other_king(state: State) -> tuple[int, int, int, int, int, int]:
    occupied = state.p0 | state.p1 | state.p2
    king = (state.p1 & state.p2 & ~state.own).bit_length() - 1
    return king, 1 - state.turn, occupied, state.p0, state.p1, state.p2


def _read_board(game: ChessRules, text: str, rows: str) -> dict[int, str]:
    """The letters of the pieces by square."""
    setup, board = game.setup, {}
    lines = rows.split("/")
    if len(lines) != setup.rows:
        raise refuse(text, message("chess.fen_rows", rows=setup.rows, found=len(lines)))
    for down, line in enumerate(lines):
        row, column = setup.rows - 1 - down, 0
        for letter in line:
            if letter in "12345678":
                column += int(letter)
                continue
            if letter.lower() not in "pnbrqk":
                raise refuse(text, message("chess.fen_letter", letter=letter))
            if letter in "pP" and row in (0, setup.rows - 1):
                raise refuse(text, message("chess.fen_pawn"))
            board[8 * row + column] = letter
            column += 1
            if column > setup.columns:
                break
        if column != setup.columns:
            raise refuse(text, message("chess.fen_row", row=line, columns=setup.columns))
    return board


def _read_castling(game: ChessRules, text: str, board: dict[int, str], field: str) -> int:
    """The rooks that may castle."""
    if field == "-":
        return 0
    found = 0
    for letter in field:
        white = letter.isupper()
        base, king_letter, rook_letter = (0, "K", "R") if white else (56, "k", "r")
        row = range(base, base + 8)
        king = next((at for at in row if board.get(at) == king_letter), None)
        rooks = [at for at in row if board.get(at) == rook_letter]
        chosen: int | None = None
        if king is not None and rooks and game.setup.rows == 8:
            kind = letter.upper()
            if kind == "K" and rooks[-1] > king:
                chosen = rooks[-1]
            elif kind == "Q" and rooks[0] < king:
                chosen = rooks[0]
            elif kind in "ABCDEFGH" and base + "ABCDEFGH".index(kind) in rooks:
                chosen = base + "ABCDEFGH".index(kind)
        if chosen is None:
            raise refuse(text, message("chess.fen_castling", given=letter))
        found |= 1 << chosen
    return found


def _read_passant(game: ChessRules, text: str, board: dict[int, str], turn: int, name: str) -> int:
    """The square behind a pawn that has just made a double step; 0 if it cannot be captured."""
    if name == "-":
        return 0
    row, pawn, own = ("6", "p", "P") if turn == 0 else ("3", "P", "p")
    if not re.fullmatch(f"[a-h]{row}", name) or not game.thirds[0]:
        raise refuse(text, message("chess.fen_passant", given=name))
    square = square_of(name)
    ahead = -8 if turn == 0 else 8
    if board.get(square + ahead) != pawn or square in board or square - ahead in board:
        raise refuse(text, message("chess.fen_passant", given=name))
    takers = PAWNS[64 * (1 - turn) + square]
    return square if any(board.get(at) == own for at in indices(takers)) else 0


def placed(
    game: ChessRules, board: dict[int, str], turn: int, castling: int, passant: int, clock: int
) -> State:
    """The state with pieces on squares, given by their letters."""
    planes, own, words, score = [0, 0, 0], 0, ZOBRIST[0] if turn else 0, 0
    for square, letter in board.items():
        piece, side = LETTERS.index(letter.lower()), int(letter.islower())
        for number in range(3):
            planes[number] |= (piece >> number & 1) << square
        if side == turn:
            own |= 1 << square
        words ^= ZOBRIST[512 * side + 64 * piece + square]
        score += game.values[512 * side + 64 * piece + square]
    p0, p1, p2 = planes
    king = (own & p1 & p2).bit_length() - 1
    occupied = p0 | p1 | p2
    checkers = game.attackers(king, turn, occupied, p0, p1, p2) & (occupied ^ own)
    return State(own, p0, p1, p2, castling, checkers, words, passant, clock, turn, score)
