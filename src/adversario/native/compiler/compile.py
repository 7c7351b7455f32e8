"""Games made into machine code: `compile_game(game, kernel)`.

The rules and the kernel become one module of plain functions (see `program`), which is executed
and handed to Numba. The game's constants are global there, so that LLVM folds them into the code.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import RLock
from types import ModuleType
from typing import Any

from adversario.base.identity import identity_of
from adversario.game import Game
from adversario.native.compiler.availability import available, missing
from adversario.native.compiler.problems import NotCompilable
from adversario.native.compiler.program import Program


@dataclass(frozen=True)
class Compiled:
    """A kernel compiled for a game.

    `functions` has the kernel's functions as its attributes. They take and give compiled values:
    `encode` makes one of a state (InputError for a state of another shape than the one compiled
    for), `words` makes rows of words of many, `decode` makes a state or an action of the game's of
    one. `source` is what was compiled.
    """

    game: Game[Any, Any]
    functions: Any
    encode: Callable[[Any], Any]
    words: Callable[[Sequence[Any]], Any]
    decode: Callable[[Any], Any]
    source: str


_known: dict[Any, Compiled] = {}
"""What was compiled before, by the identity of the game: even to write a program takes a while."""

KEPT = 512
"""How many compiled kernels are kept at most; the oldest goes first."""

_lock = RLock()


def compile_game(game: Game[Any, Any], kernel: ModuleType, state: Any = None) -> Compiled:
    """The kernel compiled for the game; NotCompilable says why not.

    A tuple in a state has as many items as in `state`, by default the initial one. The rules are
    compiled here, unless they are on disk already, and a kernel's function when first called.
    """
    sample = game.initial() if state is None else state
    key = identity_of(game), kernel.__name__, _outline(sample)
    found = _known.get(key)
    if found is None:
        with _lock:  # Python 3.11 cannot parse in two threads at once
            found = _known.get(key) or _compile(game, kernel, sample)
            _known[key] = found
            if len(_known) > KEPT:
                _known.pop(next(iter(_known)))
    return found


def _outline(value: Any) -> Any:
    """The lengths of the tuples in a value, which are all that tells two states' shapes apart."""
    return tuple(map(_outline, value)) if isinstance(value, tuple) else type(value)


def _compile(game: Game[Any, Any], kernel: ModuleType, sample: Any) -> Compiled:
    if not available():
        raise NotCompilable(game, (missing(game),))
    program = Program(game, sample, kernel)
    if program.problems:
        raise NotCompilable(game, tuple(program.problems))

    from adversario.native.compiler.load import Loaded  # noqa: PLC0415 (imports Numba)
    from adversario.native.compiler.verify import verify  # noqa: PLC0415

    loaded = Loaded(program)
    if not loaded.is_verified():
        if problem := next(verify(loaded), None):
            raise NotCompilable(game, (problem,))
        loaded.set_verified()
    return Compiled(game, loaded.module, loaded.encode, loaded.words, loaded.decode, loaded.text)
