"""Adversario: adversarial search in Python.

Write the rules of a game once, as a plain class, and every algorithm that fits can play it,
explain it and draw it.
"""

from typing import TYPE_CHECKING

from adversario.base.python.lazy import lazy_names

__version__ = "0.1.0"

if TYPE_CHECKING:
    from adversario.algorithms.alphabeta import alphabeta
    from adversario.algorithms.core.answer import Answer, Result, Score, Statistics
    from adversario.algorithms.core.limit import Limit
    from adversario.algorithms.core.policy import Policy
    from adversario.algorithms.core.requirements import fitting
    from adversario.algorithms.deepening import iterative_deepening
    from adversario.algorithms.expectimax import expectimax
    from adversario.algorithms.expectiminimax import expectiminimax
    from adversario.algorithms.maxn import maxn
    from adversario.algorithms.mcts.result import MctsResult, MctsTree
    from adversario.algorithms.minimax import minimax
    from adversario.algorithms.models.models import level_k
    from adversario.algorithms.paranoid import paranoid
    from adversario.analysis.analyse import analyse
    from adversario.analysis.assess import assess
    from adversario.analysis.batch import analyse_all
    from adversario.arena import GameRecord, Level, MatchResult, Player, Sprt, play_game, play_match
    from adversario.base.board_view import BoardView
    from adversario.base.catalogue import LANGUAGES
    from adversario.base.distribution import Distribution, best_lottery
    from adversario.base.errors import (
        AdversarioError,
        GameError,
        IllegalActionError,
        InputError,
        NoEvaluationError,
        UnsuitableGameError,
    )
    from adversario.base.pov import Pov
    from adversario.contract.checking.check import CheckReport
    from adversario.counting.count import count_game
    from adversario.counting.perft import perft
    from adversario.counting.tree_size import estimate_tree
    from adversario.game import CHANCE, Game, Information, Kind, Moves, Utilities
    from adversario.games import make_game
    from adversario.native.check import check_game
    from adversario.native.compiler.diagnosis.doctor import diagnose
    from adversario.native.engines.dispatch import search
    from adversario.native.engines.enhanced.enhancements import Enhancements
    from adversario.native.engines.mcts import mcts
    from adversario.native.parity import check_parity
    from adversario.render.beliefs import svg_beliefs
    from adversario.render.folding import fold
    from adversario.render.map import svg_map
    from adversario.render.svg import svg_tree
    from adversario.render.text import text_tree
    from adversario.render.tikz import tikz_tree
    from adversario.solve.dispatch import solve as solve_position
    from adversario.solve.play_map import PlayMap, play_map
    from adversario.solve.proof import solve_proof
    from adversario.solve.solution import Solution
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
    from adversario.views.beliefs import Belief, beliefs_in
    from adversario.views.modelled import against
    from adversario.views.start import start_at

__all__ = [
    "CHANCE",
    "LANGUAGES",
    "AdversarioError",
    "Answer",
    "Belief",
    "BoardView",
    "CheckReport",
    "Distribution",
    "Enhancements",
    "Game",
    "GameError",
    "GameRecord",
    "IllegalActionError",
    "Information",
    "InputError",
    "Kind",
    "Level",
    "Limit",
    "MatchResult",
    "MctsResult",
    "MctsTree",
    "Moves",
    "NoEvaluationError",
    "PlayMap",
    "Player",
    "Policy",
    "Pov",
    "Recorder",
    "Result",
    "Score",
    "Solution",
    "Sprt",
    "Statistics",
    "Table",
    "Trace",
    "Tree",
    "TreeError",
    "TreeNode",
    "UnsuitableGameError",
    "Utilities",
    "against",
    "alphabeta",
    "analyse",
    "analyse_all",
    "assess",
    "beliefs_in",
    "best_lottery",
    "check_game",
    "check_parity",
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
    "start_at",
    "svg_beliefs",
    "svg_map",
    "svg_tree",
    "text_trace",
    "text_tree",
    "tikz_tree",
    "tree_from_json",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(__name__, __all__)
