"""Perfect play: the value of every state, by the method that fits the game."""

from typing import TYPE_CHECKING

from adversario.base.python.lazy import lazy_names

if TYPE_CHECKING:
    from adversario.contract.nim_values import mex, nim_sum
    from adversario.solve.exact import solve_exact
    from adversario.solve.impartial import nim_value

__all__ = [
    "mex",
    "nim_sum",
    "nim_value",
    "solve_exact",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(__name__, __all__)
