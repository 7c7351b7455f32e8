"""Adversario: adversarial search in Python.

Write the rules of a game once, as a plain class, and every algorithm that fits can play it,
explain it and draw it.
"""

import adversario.notebook  # noqa: F401 (registers how values show in a notebook)
from adversario.arena import (
    GameRecord,
    Level,
    MatchResult,
    Player,
    Sprt,
    play_game,
    play_match,
)
from adversario.catalogue import LANGUAGES
from adversario.check import CheckReport
from adversario.distribution import Distribution, best_lottery
from adversario.errors import (
    AdversarioError,
    GameError,
    IllegalActionError,
    InputError,
    NoEvaluationError,
    UnsuitableGameError,
)
from adversario.game import CHANCE, Board, Game, Kind
from adversario.games import make_game
from adversario.native import (
    Enhancements,
    agree,
    analyse,
    analyse_all,
    check_game,
    count_game,
    diagnose,
    estimate_tree,
    mcts,
    perft,
    search,
)
from adversario.render import fold, svg_tree, text_tree, tikz_tree
from adversario.render.beliefs import svg_beliefs
from adversario.render.map import svg_map
from adversario.search import (
    Limit,
    Policy,
    Result,
    Score,
    Statistics,
    alphabeta,
    expectimax,
    expectiminimax,
    fitting,
    iterative_deepening,
    maxn,
    minimax,
    paranoid,
)
from adversario.search.against import against
from adversario.search.beliefs import Belief, beliefs_in
from adversario.search.mcts_result import MctsResult, MctsTree
from adversario.search.models import level_k
from adversario.solve.choose import solve as solve_position
from adversario.solve.play_map import PlayMap, play_map
from adversario.solve.proof import solve_proof
from adversario.solve.table import Table, load_table, solve_all
from adversario.trace import (
    Recorder,
    Trace,
    TreeNode,
    dump_trace,
    game_tree,
    load_trace,
    record,
    search_tree,
    text_trace,
)
from adversario.trees import Tree, TreeError, parse_tree, read_tree, tree_from_json

__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "LANGUAGES",
    "AdversarioError",
    "Belief",
    "Board",
    "CheckReport",
    "Distribution",
    "Enhancements",
    "Game",
    "GameError",
    "GameRecord",
    "IllegalActionError",
    "InputError",
    "Kind",
    "Level",
    "Limit",
    "MatchResult",
    "MctsResult",
    "MctsTree",
    "NoEvaluationError",
    "PlayMap",
    "Player",
    "Policy",
    "Recorder",
    "Result",
    "Score",
    "Sprt",
    "Statistics",
    "Table",
    "Trace",
    "Tree",
    "TreeError",
    "TreeNode",
    "UnsuitableGameError",
    "against",
    "agree",
    "alphabeta",
    "analyse",
    "analyse_all",
    "beliefs_in",
    "best_lottery",
    "check_game",
    "count_game",
    "diagnose",
    "dump_trace",
    "estimate_tree",
    "expectimax",
    "expectiminimax",
    "fitting",
    "fold",
    "game_tree",
    "iterative_deepening",
    "level_k",
    "load_table",
    "load_trace",
    "make_game",
    "maxn",
    "mcts",
    "minimax",
    "paranoid",
    "parse_tree",
    "perft",
    "play_game",
    "play_map",
    "play_match",
    "read_tree",
    "record",
    "search",
    "search_tree",
    "solve_all",
    "solve_position",
    "solve_proof",
    "svg_beliefs",
    "svg_map",
    "svg_tree",
    "text_trace",
    "text_tree",
    "tikz_tree",
    "tree_from_json",
]
