"""The native engine: games compiled to machine code, with the answers of the interpreted one.

Numba and NumPy are imported when a game is first compiled, not before.
"""

from adversario.native.agree import agree
from adversario.native.availability import available
from adversario.native.choose import Engine, compiled_form
from adversario.native.compile import Compiled, compile_game
from adversario.native.doctor import Diagnosis, diagnose
from adversario.native.perft import perft, perft_divide
from adversario.native.problems import CacheWarning, InterpretedWarning, NotCompilable, Problem

__all__ = [
    "CacheWarning",
    "Compiled",
    "Diagnosis",
    "Engine",
    "InterpretedWarning",
    "NotCompilable",
    "Problem",
    "agree",
    "available",
    "compile_game",
    "compiled_form",
    "diagnose",
    "perft",
    "perft_divide",
]
