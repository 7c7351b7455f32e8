"""The searches: one textbook file each, and one entry point that picks by the game's kind."""

from adversario.search.algorithms import ALGORITHMS, recommended, search
from adversario.search.alphabeta import alphabeta
from adversario.search.deepening import iterative_deepening
from adversario.search.expectimax import expectimax
from adversario.search.expectiminimax import expectiminimax
from adversario.search.fit import fitting
from adversario.search.limit import Limit
from adversario.search.maxn import maxn
from adversario.search.minimax import minimax
from adversario.search.paranoid import paranoid
from adversario.search.policy import Policy
from adversario.search.result import Result, Score, Statistics

__all__ = [
    "ALGORITHMS",
    "Limit",
    "Policy",
    "Result",
    "Score",
    "Statistics",
    "alphabeta",
    "expectimax",
    "expectiminimax",
    "fitting",
    "iterative_deepening",
    "maxn",
    "minimax",
    "paranoid",
    "recommended",
    "search",
]
