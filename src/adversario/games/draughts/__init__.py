"""Draughts in six variants, with its notation for positions (FEN) and games (PDN)."""

from adversario.games.draughts.game import (
    VARIANTS,
    BrazilianDraughts,
    Checkers,
    Draughts,
    InternationalDraughts,
    ItalianDraughts,
    RussianDraughts,
    SpanishDraughts,
)
from adversario.games.draughts.pdn import Pdn, read_pdn, write_pdn
from adversario.games.draughts.state import Move, State
from adversario.games.draughts.variants import Priority, Variant

__all__ = [
    "VARIANTS",
    "BrazilianDraughts",
    "Checkers",
    "Draughts",
    "InternationalDraughts",
    "ItalianDraughts",
    "Move",
    "Pdn",
    "Priority",
    "RussianDraughts",
    "SpanishDraughts",
    "State",
    "Variant",
    "read_pdn",
    "write_pdn",
]
