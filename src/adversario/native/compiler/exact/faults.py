"""What compiled rules raise, in words for the author of the game: with method, file and line."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from typing import Any

from adversario.base.catalogue import message
from adversario.base.errors import AdversarioError, GameError
from adversario.native.compiler import intrinsics
from adversario.native.compiler.exact import conversions
from adversario.native.compiler.load import Loaded
from adversario.native.compiler.problems import NotRepresentable, Problem

RAISED = (ArithmeticError, ValueError, IndexError)
"""What checked arithmetic raises."""


class Functions:
    """The functions of a compiled module. An exception of its rules arrives as one of the game.

    A number that compiled code does not have raises NotRepresentable: plain Python has the answer.
    What Python raises too, such as a division by zero, is an error of the game.
    """

    def __init__(self, loaded: Loaded) -> None:
        self._loaded = loaded

    def __getattr__(self, name: str) -> Any:
        """The function of that name, which is looked up once."""
        function = getattr(self._loaded.module, name)
        guarded = _Guarded(self._loaded, function) if callable(function) else function
        setattr(self, name, guarded)
        return guarded


class _Guarded:
    """A compiled function; what it has besides being called is Numba's."""

    def __init__(self, loaded: Loaded, function: Callable[..., Any]) -> None:
        self._loaded, self._function = loaded, function

    def __call__(self, *arguments: Any) -> Any:
        try:
            return self._function(*arguments)
        except RAISED as error:
            if (fault := explain(self._loaded, error)) is None:
                raise
            raise fault from error

    def __getattr__(self, name: str) -> Any:
        return getattr(self._function, name)


def explain(loaded: Loaded, error: Exception) -> AdversarioError | None:
    """The error of the game that an exception of compiled code is; None if it is of other code."""
    frames = traceback.extract_tb(error.__traceback__)[1:]  # without that of the guard
    known = (loaded.file, conversions.__file__, intrinsics.__file__)
    if isinstance(error, AdversarioError) or any(each.filename not in known for each in frames):
        return None
    game = loaded.program.game
    lines = [each.lineno or 0 for each in frames if each.filename == loaded.file]
    problem = _place(loaded, lines[-1] if lines else 0, error)
    if isinstance(error, OverflowError):
        return NotRepresentable(game, (problem,))
    raised = f"{type(error).__name__}: {error}"
    if not problem.line:
        return GameError("native.raised_nowhere", game=game.name, raised=raised)
    return GameError(
        "native.raised", method=problem.method, file=problem.file, line=problem.line,
        text=problem.text, raised=raised,
    )  # fmt: skip


def _place(loaded: Loaded, line: int, error: Exception) -> Problem:
    """What was raised, with the line of the rules that a line of the module comes from."""
    reason = message("native.reason.number", problem=str(error))
    if line and (origin := loaded.program.origin(loaded.text, line)):
        source, at = origin
        return source.problem(at, reason)
    return Problem(loaded.program.game.name, "", 0, "", reason)
