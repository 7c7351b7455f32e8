"""Draughts in six variants, with its notation for positions (FEN)."""

from adversario.games.boards.draughts.game import (
    VARIANTS,
    BrazilianDraughts,
    Checkers,
    Draughts,
    InternationalDraughts,
    ItalianDraughts,
    RussianDraughts,
    SpanishDraughts,
)
from adversario.games.boards.draughts.state import Move, State
from adversario.games.boards.draughts.variants import Priority, Variant

__all__ = [
    "VARIANTS",
    "BrazilianDraughts",
    "Checkers",
    "Draughts",
    "InternationalDraughts",
    "ItalianDraughts",
    "Move",
    "Priority",
    "RussianDraughts",
    "SpanishDraughts",
    "State",
    "Variant",
]
