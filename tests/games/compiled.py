"""Which registered games have compiled rules: all but those listed here."""

from __future__ import annotations

from adversario.games import GAMES

INTERPRETED = {
    "minesweeper": "counts placements of mines in dictionaries and exact fractions",
    "minefield": "the same",
}
"""The games that do not compile, each with the reason. A game leaves this list when it compiles."""

COMPILED = tuple(name for name in GAMES if name not in INTERPRETED)
