"""The native engine: games compiled to machine code, with the answers of the interpreted one.

Numba and NumPy are imported when a game is first compiled, not before.
"""

from adversario.native.agree import agree
from adversario.native.alphabeta import PLAIN, Enhancements, native_alphabeta
from adversario.native.analysis import analyse
from adversario.native.availability import available
from adversario.native.batch import analyse_all
from adversario.native.choose import Engine, compiled_form
from adversario.native.compile import Compiled, compile_game
from adversario.native.control import Control
from adversario.native.doctor import Diagnosis, diagnose
from adversario.native.perft import perft, perft_divide
from adversario.native.problems import CacheWarning, InterpretedWarning, NotCompilable, Problem

__all__ = [
    "PLAIN",
    "CacheWarning",
    "Compiled",
    "Control",
    "Diagnosis",
    "Engine",
    "Enhancements",
    "InterpretedWarning",
    "NotCompilable",
    "Problem",
    "agree",
    "analyse",
    "analyse_all",
    "available",
    "compile_game",
    "compiled_form",
    "diagnose",
    "native_alphabeta",
    "perft",
    "perft_divide",
]
