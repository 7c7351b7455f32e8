"""The native engine: games compiled to machine code, with the answers of the interpreted searches.

Numba and NumPy are imported when a game is first compiled, not before.
"""

from typing import TYPE_CHECKING

from adversario.base.python.lazy import lazy_names

if TYPE_CHECKING:
    from adversario.native.engines.decisions import Decider
    from adversario.native.engines.enhanced.enhancements import PLAIN
    from adversario.native.engines.expectation import native_expectiminimax
    from adversario.native.engines.selfplay import native_selfplay

__all__ = ["PLAIN", "Decider", "native_expectiminimax", "native_selfplay"]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(__name__, __all__)
