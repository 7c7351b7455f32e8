"""The sources of compiled searches: functions over the rules of a game that is not yet known.

A kernel is a module of functions that call the rules as `self.actions(state)`, read the game's
constants as `self.players`, and are compiled once for each game, together with its rules. They
are never run uncompiled.

- `self` is imported from here. It has every method of the contract, those that the game leaves to
  their defaults too; `self.has_evaluate` is whether the game has its own. `self.key(state)` is
  always a uint64. Where a game has no chance, `self.chances` may be called and is never reached.
- Functions may call themselves, and helpers of other modules. A function that calls itself needs
  a `return` before the call that determines its type, and one type of result. Functions that call
  each other in a circle work, but the program is then compiled again in every process.
- Never pass a literal number or bool to a function that calls itself: Numba makes a form of it
  for that literal, and code with two forms cannot be read back from disk.
- A variable has one type for good: start a sum of floats with 0.0. Whole numbers are int64.
- What is large or changes is handed in: NumPy arrays, of one type and number of dimensions for
  each parameter, made by the caller. Pass them down a recursion as `memory.borrowed(array)`,
  which is three times as fast. Flags of other threads are read by `memory.fresh`.
- What a kernel shares with its driver by address is declared as a `layout.block.Block`: a field of
  it, `Search.nodes`, is a constant of the compiled code. No place is numbered by hand.
- No set, dict, exception or text; lists and new arrays cost an allocation, so not in a loop.
- A large function on a hot path is called, and its result goes through memory, unless it is
  marked with `inline`.
- The interpreter's lock is released while a function runs.
"""

from collections.abc import Callable
from typing import Any, TypeVar

F = TypeVar("F", bound=Callable[..., Any])


class Rules:
    """Stands for the game in the source of a kernel."""

    def __getattr__(self, name: str) -> Any:
        """Only compiled kernels have rules."""
        raise AttributeError(name)


self: Any = Rules()
"""The game that a kernel will be compiled with."""

INLINED: set[Any] = set()
"""The functions marked with `inline`."""


def inline(function: F) -> F:
    """Have a function put into the places that call it, where the compiler would not: it is large.

    For one that is called from a single place, many times a second, and does not call itself.
    """
    INLINED.add(function)
    return function
