"""A game in PGN with the mistakes that a review found."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from adversario.analysis.review import MoveReview, reply_names, show_value
from adversario.records.pgn import Pgn, PgnMove

GLYPHS = {"?": 2, "??": 4}


def annotate(pgn: Pgn, reviews: Sequence[MoveReview]) -> Pgn:
    """The game with a mark at each mistake, the values, its refutation, and the better move."""
    line = list(pgn.line)
    for at, found in enumerate(reviews):
        if found.verdict:
            line[at] = _noted(pgn, line[at], found)
    return replace(pgn, line=tuple(line))


def _noted(pgn: Pgn, move: PgnMove, found: MoveReview) -> PgnMove:
    values = f"{show_value(pgn.game, found.value)} > {show_value(pgn.game, found.kept)}"
    words = " ".join([move.after, values, *reply_names(pgn.game, found)]).strip()
    return replace(
        move,
        glyphs=(*move.glyphs, GLYPHS[found.verdict]),
        after=words,
        variations=(*move.variations, (PgnMove(found.best),)),
    )
