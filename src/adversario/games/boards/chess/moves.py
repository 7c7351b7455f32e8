"""Moves as text: SAN (standard algebraic notation) and the notation of UCI."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from adversario.base.errors import IllegalActionError
from adversario.bits import indices
from adversario.games.boards.chess.exchange import set_of
from adversario.games.boards.chess.fen import FILES, square_name
from adversario.games.boards.chess.pieces import KING, LETTERS, PAWN
from adversario.games.boards.chess.setups import STANDARD
from adversario.games.boards.chess.state import (
    State,
    captured_of,
    origin_of,
    piece_of,
    promoted_of,
    target_of,
)

if TYPE_CHECKING:
    from adversario.games.boards.chess.rules import ChessRules

SAN = re.compile(
    r"(?P<piece>[KQRBN])?(?P<file>[a-h])?(?P<row>[1-8])?[x:-]?(?P<target>[a-h][1-8])"
    r"(?:e\.?p\.?)?(?:=?\(?(?P<promoted>[QRBNqrbn])\)?)?(?:e\.?p\.?)?"
)
CASTLING = re.compile(r"([Oo0])-\1(-\1)?")
UCI = re.compile(r"(?P<origin>[a-h][1-8])(?P<target>[a-h][1-8])(?P<promoted>[qrbn])?")
MARKS = re.compile(r"[+#!?]+$")


def is_castling(state: State, move: int) -> bool:
    """Whether a move is the king's to its own rook."""
    return piece_of(move) == KING and state.own >> target_of(move) & 1 == 1


def is_capture(state: State, move: int) -> bool:
    """Whether a move takes a piece, also in passing."""
    if captured_of(move):
        return True
    return piece_of(move) == PAWN and state.passant != 0 and target_of(move) == state.passant


def king_target(move: int) -> int:
    """Where the king of a castling move ends."""
    return (origin_of(move) & 56) + (6 if target_of(move) > origin_of(move) else 2)


def uci_name(game: ChessRules, state: State, move: int, *, chess960: bool | None = None) -> str:
    """A move as in e2e4 and e7e8q; castling as e1g1, or as king takes rook in Chess960."""
    target = target_of(move)
    by_rook = game.number != STANDARD if chess960 is None else chess960
    if is_castling(state, move) and not by_rook:
        target = king_target(move)
    promoted = promoted_of(move)
    letter = LETTERS[promoted] if promoted else ""
    return square_name(origin_of(move)) + square_name(target) + letter


def san_name(game: ChessRules, state: State, move: int) -> str:
    """A move in standard algebraic notation, as in Nbd7, exd8=Q+ and O-O."""
    after = game.result(state, move)
    suffix = ""
    if after.checkers:
        suffix = "+" if game.can_move(after) else "#"
    return _bare_san(game, state, move) + suffix


def _bare_san(game: ChessRules, state: State, move: int) -> str:
    origin, target, piece = origin_of(move), target_of(move), piece_of(move)
    if is_castling(state, move):
        return "O-O" if target > origin else "O-O-O"
    takes = "x" if is_capture(state, move) else ""
    place = square_name(target)
    if piece == PAWN:
        start = FILES[origin & 7] if takes else ""
        promoted = promoted_of(move)
        return start + takes + place + (f"={LETTERS[promoted].upper()}" if promoted else "")
    start = "" if piece == KING else _start_of(game, state, move)
    return LETTERS[piece].upper() + start + takes + place


def _start_of(game: ChessRules, state: State, move: int) -> str:
    """The file, the row, or both, as far as other pieces of the kind could go to the square."""
    origin, piece = origin_of(move), piece_of(move)
    view = game.view(state)
    twins = set_of(state.p0, state.p1, state.p2, piece) & state.own & ~(1 << origin)
    rivals = [
        other
        for other in indices(twins)
        if game.targets(state, view, other, piece) >> target_of(move) & 1
    ]
    if not rivals:
        return ""
    if all(other & 7 != origin & 7 for other in rivals):
        return FILES[origin & 7]
    if all(other >> 3 != origin >> 3 for other in rivals):
        return str((origin >> 3) + 1)
    return square_name(origin)


def parse_move(game: ChessRules, state: State, text: str) -> int:
    """The legal move of that name, in SAN (also long, and with marks such as !) or as in UCI.

    Raises IllegalActionError with the reason; a name that fits several moves is an error.
    """
    wanted = text.strip()
    bare = MARKS.sub("", wanted)
    legal = list(game.actions(state))
    found = _candidates(game, state, bare, legal)
    if found is None:
        example = san_name(game, state, legal[0])
        raise IllegalActionError("chess.no_move", action=wanted, example=example)
    if len(found) == 1:
        return found[0]
    if not found:
        names = ", ".join(san_name(game, state, each) for each in legal)
        raise IllegalActionError(
            "game.illegal", action=wanted, state=game.position(state), legal=names
        )
    names = ", ".join(san_name(game, state, each) for each in found)
    raise IllegalActionError("chess.ambiguous", action=wanted, legal=names)


def _candidates(game: ChessRules, state: State, text: str, legal: list[int]) -> list[int] | None:
    """The legal moves that a name may mean; None if it is not the name of a move."""
    if castling := CASTLING.fullmatch(text):
        name = "O-O-O" if castling[2] else "O-O"
        return [each for each in legal if _bare_san(game, state, each) == name]
    if found := UCI.fullmatch(text.lower()):
        return [
            each
            for each in legal
            if found[0]
            in (
                uci_name(game, state, each, chess960=True),
                uci_name(game, state, each, chess960=False),
            )
        ] or _by_san(state, text, legal)
    return _by_san(state, text, legal)


def _by_san(state: State, text: str, legal: list[int]) -> list[int] | None:
    found = SAN.fullmatch(text)
    if found is None:
        return None
    piece = LETTERS.index((found["piece"] or "p").lower())
    promoted = LETTERS.index((found["promoted"] or ".").lower())
    fits = [
        each
        for each in legal
        if piece_of(each) == piece
        and promoted_of(each) == promoted
        and not is_castling(state, each)
        and square_name(target_of(each)) == found["target"]
        and (found["file"] is None or FILES[origin_of(each) & 7] == found["file"])
        and (found["row"] is None or str((origin_of(each) >> 3) + 1) == found["row"])
    ]
    if piece == PAWN and found["file"] is None:  # a capture is named by its file
        fits = [each for each in fits if origin_of(each) & 7 == target_of(each) & 7] or fits
    return fits
