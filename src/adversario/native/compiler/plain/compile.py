"""Kernels compiled for games in plain Python; with more room each time that they run out of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from types import ModuleType
from typing import Any, TypeVar

from adversario.base.catalogue import message
from adversario.base.provenance.identity import Identity, identity_of
from adversario.contract.explicit import is_explicit
from adversario.game import Game
from adversario.native.compiler.plain.errors import NoOrder, NoRange, NoRoom, RuleFault, TooLarge
from adversario.native.compiler.plain.scale import STEP
from adversario.native.compiler.problems import NotCompilable, OutOfRoom, Problem

T = TypeVar("T")

MOST_SCALE = 3
"""How many times the rules are compiled again with more room for lengths, or for numbers."""

_scales: dict[Identity, int] = {}
_analyses: dict[tuple[Identity, int], Any] = {}


def analysis_of(game: Game[Any, Any]) -> Any:
    """The rules of a game compiled to LLVM, or what prevents it."""
    from adversario.native.compiler.plain.rules import Analysis

    key = identity_of(game), _scales.get(identity_of(game), 0)
    if key not in _analyses:
        try:
            _analyses[key] = Analysis(game, game.initial(), key[1])
        except Exception as error:  # of the game in sample games, or of this compiler
            _analyses[key] = Failed(_failure(game, error))
    return _analyses[key]


@dataclass
class Failed:
    """In place of an analysis that came to nothing."""

    problems: tuple[Problem, ...]


def _failure(game: Game[Any, Any], error: Exception) -> tuple[Problem, ...]:
    if isinstance(error, TooLarge):
        why = message("native.plain.too_large")
    else:
        why = message("native.plain.failed", error=f"{type(error).__name__}: {error}"[:200])
    return (Problem(type(game).__name__, "", 0, "", why),)


def can_be_plain(game: Game[Any, Any], kernel: ModuleType) -> bool:
    """Whether a game that does not compile as it is should be tried as plain Python.

    A game that looks its states up has no rules to compile.
    """
    if is_explicit(game):
        return False
    return type(game).__module__.partition(".")[0] != "adversario" or not analysis_of(game).problems


def scale_of(game: Game[Any, Any]) -> int:
    """How many times the game has got more room."""
    return _scales.get(identity_of(game), 0)


def make_room(game: Game[Any, Any], scale: int, needed: NoRoom) -> bool:
    """Have the rules be compiled with more room than at a scale; False if that was the most."""
    step = STEP if isinstance(needed, NoRange) else 1
    if scale // step % STEP == MOST_SCALE:
        return False
    _scales[identity_of(game)] = max(scale + step, scale_of(game))
    return True


def load_plain(game: Game[Any, Any], kernel: ModuleType) -> Any:
    """The program of a kernel and a game, loaded and compared with Python; else NotCompilable."""
    from adversario.native.compiler.plain.load import PlainLoaded
    from adversario.native.compiler.plain.program import PlainProgram
    from adversario.native.compiler.plain.trust import first_difference

    while True:
        analysis = analysis_of(game)
        if analysis.problems:
            raise NotCompilable(game, analysis.problems)
        program = PlainProgram(game, game.initial(), kernel, analysis)
        if program.problems:
            raise NotCompilable(game, tuple(program.problems))
        loaded = PlainLoaded(program)
        if loaded.is_verified():
            return loaded
        if analysis.difference is None:
            try:
                analysis.difference = first_difference(analysis, loaded.library())
            except NoRoom as needed:
                if make_room(game, analysis.scale, needed):
                    continue
                analysis.difference = "initial"
            except NoOrder:
                raise NotCompilable(game, tuple(analysis.unit.pops)) from None
            except RuntimeError as error:  # LLVM does not take the module
                raise NotCompilable(game, _failure(game, error)) from error
        if analysis.difference:
            name = f"{type(game).__name__}.{analysis.difference}"
            why = message("native.plain.differs")
            raise NotCompilable(game, (Problem(name, "", 0, "", why),))
        loaded.set_verified()
        return loaded


def with_room(compiled: Callable[[], T]) -> T:
    """What compiled code returns, compiled again with more room if it runs out of it."""
    for _ in range(2 * MOST_SCALE):
        try:
            return compiled()
        except OutOfRoom:
            continue
    return compiled()


class Functions:
    """The functions of a compiled module; what its rules raise arrives as an error of the game."""

    def __init__(self, loaded: Any) -> None:
        self._loaded = loaded

    def __getattr__(self, name: str) -> Any:
        """The function of that name, which is looked up once."""
        found = guarded(self._loaded, getattr(self._loaded.module, name))
        setattr(self, name, found)
        return found


def guarded(loaded: Any, function: Callable[..., Any]) -> Callable[..., Any]:
    """A function that raises OutOfRoom if there was no room, and makes some for the next time."""
    game, scale = loaded.program.game, loaded.program.analysis.scale

    def call(*arguments: Any) -> Any:
        try:
            return function(*arguments)
        except NoRoom as needed:
            make_room(game, scale, needed)
            why = message("native.plain.room")
            raise OutOfRoom(game, (Problem(game.name, "", 0, "", why),)) from None
        except NoOrder:
            raise NotCompilable(game, tuple(loaded.program.analysis.unit.pops)) from None
        except RuleFault:
            why = message("native.plain.raised")
            raise NotCompilable(game, (Problem(game.name, "", 0, "", why),)) from None

    return call
