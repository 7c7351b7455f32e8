"""Notation of squares, moves and positions.

Squares have numbers, or names as on a chessboard; a capture names every square where the piece
lands; a position is a FEN, as in W:W18,K31:B1-4,K12, where ranges are allowed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from string import ascii_lowercase

from adversario.base.catalogue import message
from adversario.base.errors import InputError
from adversario.bits import indices
from adversario.games.boards.draughts.board import STEPS
from adversario.games.boards.draughts.rules import DraughtsRules
from adversario.games.boards.draughts.state import Move, State

FEN = re.compile(r"\s*[WB]\s*:", re.IGNORECASE)
CLOCK = re.compile(r"[HF](\d{1,9})", re.IGNORECASE)
SEPARATORS = re.compile(r"\s*[-x:×]\s*|\s+", re.IGNORECASE)


def square_name(game: DraughtsRules, square: int) -> str:
    """The name of a square in the variant's notation."""
    if game.variant.algebraic:
        row, column = game.place(square)
        return f"{ascii_lowercase[column]}{game.size - row}"
    return str(game.area - square if game.variant.from_white else square + 1)


def read_square(game: DraughtsRules, text: str) -> int:
    """The square of that name, -1 if there is none. Numbers are always accepted."""
    if is_number(text) and 1 <= int(text) <= game.area:
        return game.area - int(text) if game.variant.from_white else int(text) - 1
    if game.variant.algebraic:
        for square in range(game.area):
            if square_name(game, square) == text.lower():
                return square
    return -1


def is_number(text: str) -> bool:
    """Whether a text is a number of a square or a clock, which has few digits."""
    return text.isascii() and text.isdecimal() and len(text) <= 9


# Moves.


def move_name(game: DraughtsRules, state: State, move: Move) -> str:
    """The squares of a step, as in 11-15, or all squares of a capture, as in 14x23x30."""
    sign = game.variant.sign if move.captured else "-"
    return sign.join(square_name(game, square) for square in route(game, state, move))


def read_squares(game: DraughtsRules, text: str) -> list[int]:
    """The squares of a move, in order; empty if it is not in the notation of a move."""
    squares = [read_square(game, word) for word in SEPARATORS.split(text.strip())]
    return squares if len(squares) > 1 and -1 not in squares else []


def route(
    game: DraughtsRules, state: State, move: Move, via: Sequence[int] | None = None
) -> tuple[int, ...]:
    """The squares of a path of the move, exactly through `via` if that is given.

    Empty if there is no such path.
    """
    if not move.captured:
        found = (move.origin, move.target)
        return found if via is None or tuple(via) == found else ()
    empty = game.squares & ~(state.black | state.white) | 1 << move.origin
    king = bool(state.kings >> move.origin & 1)
    todo: list[tuple[tuple[int, ...], int, bool]] = [((move.origin,), move.captured, king)]
    while todo:
        touched, left, king = todo.pop()
        if via is not None and list(touched) != list(via[: len(touched)]):
            continue
        if not left:
            whole = via is None or len(touched) == len(via)
            if touched[-1] == move.target and whole and _fits(game, state, move, king):
                return touched
            continue
        side = 1 if state.turn == game.black_turn else 0
        for over, land in jumps(game, touched[-1], king, side, empty, left):
            crowned = game.passing and bool(game.far[1 - side] >> land & 1)
            todo.append(((*touched, land), left ^ 1 << over, king or crowned))
    return ()


def _fits(game: DraughtsRules, state: State, move: Move, king: bool) -> bool:
    """Whether the crowning of the piece on its path agrees with the move."""
    was_king = bool(state.kings >> move.origin & 1)
    return not game.passing or was_king or king == bool(move.crowned)


def jumps(
    game: DraughtsRules, square: int, king: bool, side: int, empty: int, prey: int
) -> Iterator[tuple[int, int]]:
    """The jumps of a piece: the square jumped over and the landing square."""
    for way in range(len(STEPS)):
        if not (king or game.backward or way >> 1 == side):
            continue
        over = game.beside[4 * square + way]
        while king and game.flying and empty >> over & 1:
            over = game.beside[4 * over + way]
        land = game.beside[4 * over + way]
        while prey >> over & 1 and empty >> land & 1:
            yield over, land
            if not (king and game.flying):
                break
            land = game.beside[4 * land + way]


# Positions.


def is_fen(text: str) -> bool:
    """Whether a text looks like a FEN."""
    return FEN.match(text) is not None


def write_fen(game: DraughtsRules, state: State) -> str:
    """The position as a FEN; the quiet plies, if any, follow after an H."""
    letter = "B" if state.turn == game.black_turn else "W"
    white, black = (_section(game, side, state.kings) for side in (state.white, state.black))
    return f"{letter}:W{white}:B{black}" + (f":H{state.quiet}" if state.quiet else "")


def _section(game: DraughtsRules, pieces: int, kings: int) -> str:
    """The men and the kings of a player; three or more adjacent men are a range."""
    order = sorted(
        indices(pieces),
        key=lambda square: game.area - square if game.variant.from_white else square,
    )
    words: list[str] = []
    while order:
        run = 1
        if not game.variant.algebraic and not kings >> order[0] & 1:
            while run < len(order) and _follows(game, order[run - 1], order[run], kings):
                run += 1
        if run < 3:
            run = 1
        first, last = (square_name(game, order[at]) for at in (0, run - 1))
        king = "K" if kings >> order[0] & 1 else ""
        words.append(king + first if run == 1 else f"{first}-{last}")
        del order[:run]
    return ",".join(words)


def _follows(game: DraughtsRules, one: int, other: int, kings: int) -> bool:
    return abs(one - other) == 1 and not kings >> other & 1


def read_fen(game: DraughtsRules, text: str) -> State:
    """The state of a FEN; raises InputError with the reason if it is wrong."""
    turn, *sections = text.strip().rstrip(".").rstrip().split(":")
    pieces = {"W": 0, "B": 0}
    kings, quiet, seen = 0, 0, set[str]()
    for section in (each.strip() for each in sections):
        colour = section[:1].upper()
        if clock := CLOCK.fullmatch(section):
            quiet = int(clock[1]) if colour == "H" else quiet
            continue
        if colour not in pieces or colour in seen:
            raise _malformed_error(game, text, message("draughts.fen_section", section=section))
        seen.add(colour)
        for word in filter(None, (each.strip() for each in section[1:].split(","))):
            king = word[0] in "Kk"
            for square in _range(game, text, word[king:]):
                if (pieces["W"] | pieces["B"]) >> square & 1:
                    where = square_name(game, square)
                    raise _malformed_error(game, text, message("draughts.fen_twice", square=where))
                pieces[colour] |= 1 << square
                kings |= king << square
    moving = game.black_turn if turn.strip().upper() == "B" else 1 - game.black_turn
    return check_state(game, text, State(pieces["B"], pieces["W"], kings, moving, quiet))


def check_state(game: DraughtsRules, text: str, state: State) -> State:
    """The state; raises InputError if it is not one of the game's."""
    for pieces, far in ((state.black, game.far[0]), (state.white, game.far[1])):
        if pieces.bit_count() > game.pieces:
            raise _malformed_error(game, text, message("draughts.fen_pieces", most=game.pieces))
        if stuck := pieces & ~state.kings & far:
            where = square_name(game, next(indices(stuck)))
            raise _malformed_error(game, text, message("draughts.fen_man", square=where))
    if not state.black | state.white:
        raise _malformed_error(game, text, message("draughts.fen_empty"))
    if state.quiet > game.draw:
        raise _malformed_error(game, text, message("draughts.fen_quiet", most=game.draw))
    return state


def _range(game: DraughtsRules, text: str, word: str) -> range:
    """The squares of 12 or of 1-12."""
    names = [each.strip() for each in word.split("-")]
    squares = [read_square(game, name) for name in names]
    if -1 in squares or len(squares) not in (1, 2):
        raise _malformed_error(game, text, message("draughts.fen_square", square=word))
    return range(min(squares), max(squares) + 1)


def _malformed_error(game: DraughtsRules, text: str, problem: object) -> InputError:
    return InputError(
        "draughts.fen", position=text, problem=problem, example=write_fen(game, game.initial())
    )
