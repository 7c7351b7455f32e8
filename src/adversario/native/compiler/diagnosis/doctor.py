"""Whether a game compiles; and if not, which method, which line, and why."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from adversario.base.catalogue import Message, message
from adversario.contract.capabilities import compiled_methods
from adversario.contract.capability import defines
from adversario.contract.counting import Countable
from adversario.contract.symmetry import Symmetric
from adversario.game import Game
from adversario.native.compiler.availability import available, missing
from adversario.native.compiler.diagnosis.advice import advise
from adversario.native.compiler.plain.compile import analysis_of
from adversario.native.compiler.problems import Problem
from adversario.native.compiler.program import Program

REQUIRED = ("player", "actions", "result", "is_terminal", "utility")


SPARED = (Symmetric, Countable)
"""What no search calls: counting and solving do without these, or ask them in Python."""


@dataclass(frozen=True, slots=True)
class Diagnosis:
    """Whether the rules compile, and what does not.

    `interpreted` has what is wrong with optional methods: only the algorithms that need them run
    in plain Python. `advice` has what compiles, and slows compiled rules down.
    """

    game: str
    compiles: bool
    problems: tuple[Problem, ...]
    interpreted: tuple[Problem, ...]
    advice: tuple[Problem, ...] = ()

    @property
    def verdict(self) -> Message:
        """Whether the rules compile, in a sentence."""
        if not self.compiles:
            return message("doctor.interpreted", game=self.game)
        return message("doctor.mostly" if self.interpreted else "doctor.healthy", game=self.game)

    def messages(self) -> tuple[Message, ...]:
        """The diagnosis, a sentence each."""
        found = (*self.problems, *self.interpreted, *self.advice)
        return self.verdict, *(problem.message for problem in found)


def diagnose(game: Game[Any, Any]) -> Diagnosis:
    """Compile every rule of the game, and report what does not compile."""
    if not available():
        return Diagnosis(game.name, False, (missing(game),), ())
    required = (*REQUIRED, "chances") if game.chance else REQUIRED
    problems = _examined(game, required)
    if problems and not (analysis := analysis_of(game)).problems:
        found = [each for rule in analysis.optional_problems.values() for each in rule]
        return Diagnosis(game.name, True, (), tuple(found))
    if problems and all(problem.line for problem in analysis.problems):
        problems = analysis.problems
    interpreted: list[Problem] = []
    for method, capability in compiled_methods().items():
        if capability not in SPARED and defines(game, method):
            found = [p for p in _examined(game, (method,)) if p not in (*problems, *interpreted)]
            interpreted += found
    advice = () if problems else tuple(advise(game))
    return Diagnosis(game.name, not problems, problems, tuple(interpreted), advice)


def _examined(game: Game[Any, Any], rules: Sequence[str]) -> tuple[Problem, ...]:
    program = Program(game, game.initial(), rules)
    if program.problems:
        return tuple(program.problems)

    from adversario.native.compiler.diagnosis.verify import verify  # noqa: PLC0415
    from adversario.native.compiler.load import Loaded  # noqa: PLC0415 (imports Numba)

    return tuple(verify(Loaded(program)))
