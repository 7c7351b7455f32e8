"""Matches between players: refereed games, saved and resumed, and ratings from their results."""

from adversario.arena.levels import LEVELS, Level
from adversario.arena.match import play_match
from adversario.arena.play import play_game
from adversario.arena.player import Entrant, Player
from adversario.arena.rating import Rating
from adversario.arena.result import MatchResult, Standing
from adversario.arena.sprt import Sprt
from adversario.records.record import Ending, GameRecord

__all__ = [
    "LEVELS",
    "Ending",
    "Entrant",
    "GameRecord",
    "Level",
    "MatchResult",
    "Player",
    "Rating",
    "Sprt",
    "Standing",
    "play_game",
    "play_match",
]
