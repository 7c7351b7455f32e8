"""The native engine: games compiled to machine code, with the answers of the interpreted one.

Numba and NumPy are imported when a game is first compiled, not before.
"""

from adversario.native.agree import agree
from adversario.native.alphabeta import native_alphabeta
from adversario.native.analysis import analyse
from adversario.native.availability import available
from adversario.native.batch import analyse_all
from adversario.native.check import check_game
from adversario.native.choose import Engine, compiled_form
from adversario.native.compile import Compiled, compile_game
from adversario.native.control import Control
from adversario.native.count import Count, count_game
from adversario.native.doctor import Diagnosis, diagnose
from adversario.native.enhancements import PLAIN, Enhancements
from adversario.native.entry import search
from adversario.native.estimate import Estimate, Interval, estimate_tree
from adversario.native.mcts import mcts
from adversario.native.perft import Perft, measured_perft, perft, perft_divide
from adversario.native.plain import native_plain
from adversario.native.problems import CacheWarning, InterpretedWarning, NotCompilable, Problem

__all__ = [
    "PLAIN",
    "CacheWarning",
    "Compiled",
    "Control",
    "Count",
    "Diagnosis",
    "Engine",
    "Enhancements",
    "Estimate",
    "InterpretedWarning",
    "Interval",
    "NotCompilable",
    "Perft",
    "Problem",
    "agree",
    "analyse",
    "analyse_all",
    "available",
    "check_game",
    "compile_game",
    "compiled_form",
    "count_game",
    "diagnose",
    "estimate_tree",
    "mcts",
    "measured_perft",
    "native_alphabeta",
    "native_plain",
    "perft",
    "perft_divide",
    "search",
]
