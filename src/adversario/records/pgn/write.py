"""Writing games in PGN, as its export format has them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from textwrap import fill

from adversario.games.boards.chess import Chess, State
from adversario.games.boards.chess.setups import STANDARD
from adversario.records.pgn.game import Pgn, PgnMove

ROSTER = {"Event": "?", "Site": "?", "Date": "????.??.??", "Round": "?", "White": "?", "Black": "?"}
"""The tags that each game has, and their values if they are not known; Result is the last."""

WIDTH = 79


def write_pgn(games: Iterable[Pgn]) -> str:
    """The games as text in PGN, from which they can be read again."""
    return "\n".join(_write_game(each) for each in games)


def _write_game(pgn: Pgn) -> str:
    game = pgn.game
    tags = {**ROSTER, **pgn.tags, "Result": pgn.result}
    roster = [*ROSTER, "Result"]
    if pgn.start != Chess().initial():
        tags |= {"SetUp": "1", "FEN": game.position(pgn.start)}
    if game.number != STANDARD:
        tags["Variant"] = "Chess960"
    order = [*roster, *(name for name in tags if name not in roster)]
    shown = [f'[{name} "{_quote(tags[name])}"]' for name in order]
    words = [*_comment(pgn.comment), *_line(game, pgn.start, 1, pgn.line), pgn.result]
    body = fill(" ".join(words), WIDTH, break_on_hyphens=False, break_long_words=False)
    return "\n".join([*shown, "", body, ""])


def _line(game: Chess, state: State, number: int, moves: Sequence[PgnMove]) -> Iterator[str]:
    """The words of a line of play that starts with the move of that number."""
    numbered = True  # a move of Black's has a number only after something else
    for each in moves:
        if each.before:
            yield from _comment(each.before)
            numbered = True
        if state.turn == 0:
            yield f"{number}."
        elif numbered:
            yield f"{number}..."
        yield game.action_name(state, each.move)
        for glyph in each.glyphs:
            yield f"${glyph}"
        yield from _comment(each.after)
        for variation in each.variations:
            words = list(_line(game, state, number, variation))
            yield "(" + " ".join(words) + ")"
        numbered = bool(each.after or each.variations)
        number += state.turn
        state = game.result(state, each.move)


def _comment(text: str) -> Iterator[str]:
    """A comment; it cannot hold a closing brace."""
    if text:
        yield "{" + text.replace("}", ")") + "}"


def _quote(value: str) -> str:
    return value.replace("\\", "\\\\").replace('"', '\\"')
