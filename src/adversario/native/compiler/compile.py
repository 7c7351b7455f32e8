"""Kernels compiled to machine code: `compile_game(game, kernel)` and `compile_kernel(kernel)`.

The kernel, and the rules of the game if it calls any, become one module of plain functions (see
`program`), which is executed and compiled by Numba. The game's constants are global variables of
that module, so that LLVM folds them into the code.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache, partial
from threading import RLock
from types import ModuleType
from typing import Any

from adversario.base.errors import InputError
from adversario.base.process.shield import shielded
from adversario.base.provenance.identity import Identity, identity_of
from adversario.contract.checking.guard import rehearse
from adversario.game import Game
from adversario.native.compiler.availability import available, missing
from adversario.native.compiler.plain.compile import Functions as PlainFunctions
from adversario.native.compiler.plain.compile import (
    can_be_plain,
    guarded,
    load_plain,
    scale_of,
)
from adversario.native.compiler.problems import NotCompilable
from adversario.native.compiler.program import Program


@dataclass(frozen=True)
class Compiled:
    """A kernel compiled for a game.

    `functions` has the kernel's functions as its attributes. They take and return compiled values:
    `encode` converts a state to one (InputError if it has another shape than the state that the
    kernel was compiled for), `words` converts many states to rows of words, `decode` converts a
    compiled value back to a state or an action. `source` is the text that was compiled.

    A function raises NotRepresentable for a number that compiled code does not have, and GameError
    for what the rules themselves raise.
    """

    game: Game[Any, Any]
    functions: Any
    encode: Callable[[Any], Any]
    words: Callable[[Sequence[Any]], Any]
    decode: Callable[[Any], Any]
    source: str


class OwnForm(ABC):
    """A game that compiles in a way of its own."""

    @abstractmethod
    def compile(self, kernel: ModuleType, state: Any) -> Compiled:
        """The kernel compiled for the game."""


_known: dict[Any, Compiled] = {}
"""The kernels compiled before, by game: generating the program alone takes a while."""

KEPT = 512
"""How many compiled kernels are kept at most; the oldest goes first."""

_plain: dict[Identity, NotCompilable] = {}
"""The games that only compile as plain Python, and why they do not in the faster way."""

OF_STATES = frozenset(
    f"native.plain.{name}" for name in ("value", "state_size", "set_domain", "own_equality")
)
"""Reasons that are about states and actions, so that no line is at fault."""

_lock = RLock()


def compile_game(
    game: Game[Any, Any], kernel: ModuleType, state: Any = None, *, checked: bool = True
) -> Compiled:
    """The kernel compiled for the game; NotCompilable if that is impossible, with the reasons.

    Tuples in states have the lengths that they have in `state`, by default the initial state. The
    rules are compiled here, unless the disk cache has them; a function of the kernel is compiled
    when it is first called. Before that they are rehearsed, and GameError names what breaks the
    contract there.

    The arithmetic of the rules is Python's or raises, unless it is not `checked`: then integers
    are modulo 2**64, what Python raises is not noticed, and nothing is rehearsed.
    """
    if isinstance(game, OwnForm):
        return game.compile(kernel, state)
    sample = game.initial() if state is None else state

    def key() -> Any:
        identity = identity_of(game)
        if identity in _plain:  # whose tuples may have any length
            return identity, kernel.__name__, scale_of(game)
        return identity, kernel.__name__, _outline(sample), checked

    compile_it = partial(_compile, game, kernel, sample, checked)
    return _known.get(key()) or shielded(lambda: _compile_once(key, compile_it))


def _compile_once(key: Callable[[], Any], compile_it: Callable[[], Compiled]) -> Compiled:
    with _lock:  # Python 3.11 cannot parse in two threads at once
        found = _known.get(key()) or compile_it()
        _known[key()] = found
        if len(_known) > KEPT:
            _known.pop(next(iter(_known)))
    return found


@cache
def compile_kernel(kernel: ModuleType) -> Any:
    """The functions of a kernel that calls no rules, compiled; they are its attributes.

    Each is compiled when it is first called. TypeError if the kernel calls rules after all,
    InputError if Numba is not installed.
    """
    if not available():
        raise InputError("native.reason.no_numba")
    return shielded(lambda: _load_kernel(kernel))


def _load_kernel(kernel: ModuleType) -> ModuleType:
    with _lock:
        program = Program(None, None, kernel)
    assert not program.problems, program.problems

    from adversario.native.compiler.load import Loaded  # noqa: PLC0415 (imports Numba)

    return Loaded(program).module


def _outline(value: Any) -> Any:
    """The lengths of the tuples in a value: two states of a game differ in shape by these only."""
    return tuple(map(_outline, value)) if isinstance(value, tuple) else type(value)


def _compile(game: Game[Any, Any], kernel: ModuleType, sample: Any, checked: bool) -> Compiled:
    if not available():
        raise NotCompilable(game, (missing(game),))
    identity = identity_of(game)
    if identity not in _plain:
        try:
            return _compile_numbers(game, kernel, sample, checked)
        except NotCompilable as refusal:
            if not can_be_plain(game, kernel):
                raise
            _plain[identity] = refusal
    rehearse(game, sample)
    try:
        return _compile_plain(game, kernel)
    except NotCompilable as refusal:
        if all(each.line or each.reason.id in OF_STATES for each in refusal.problems):
            raise
        first = _plain[identity].problems  # which names a line, or does not know more either
        raise NotCompilable(game, (*first, *refusal.problems)) from None


def _compile_plain(game: Game[Any, Any], kernel: ModuleType) -> Compiled:
    """The kernel compiled for a game that is written in plain Python."""
    loaded = load_plain(game, kernel)
    encode, words = guarded(loaded, loaded.encode), guarded(loaded, loaded.words)
    return Compiled(game, PlainFunctions(loaded), encode, words, loaded.decode, loaded.text)


def _compile_numbers(
    game: Game[Any, Any], kernel: ModuleType, sample: Any, checked: bool
) -> Compiled:
    """The kernel compiled for a game of numbers and tuples of fixed length."""
    program = Program(game, sample, kernel, checked=checked)
    if program.problems:
        raise NotCompilable(game, tuple(program.problems))
    if checked:
        rehearse(game, sample)

    from adversario.native.compiler.diagnosis.verify import verify  # noqa: PLC0415
    from adversario.native.compiler.exact.faults import Functions  # noqa: PLC0415 (imports Numba)
    from adversario.native.compiler.load import Loaded  # noqa: PLC0415

    loaded = Loaded(program)
    if not loaded.is_verified():
        if problem := next(verify(loaded), None):
            raise NotCompilable(game, (problem,))
        loaded.set_verified()
    return Compiled(
        game, Functions(loaded), loaded.encode, loaded.words, loaded.decode, loaded.text
    )
