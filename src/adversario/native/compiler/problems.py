"""Why a game cannot be compiled, in words for its author."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from adversario.base.catalogue import Message, message
from adversario.base.errors import AdversarioError
from adversario.game import Game


@dataclass(frozen=True, slots=True)
class Problem:
    """One thing that compiled code cannot do, and where the rules do it."""

    method: str  # as in ConnectFour.actions
    file: str  # empty where there is no source
    line: int  # of that file; 0 where there is no source
    text: str  # of that line
    reason: Message

    @property
    def message(self) -> Message:
        """The whole problem as a sentence."""
        if not self.line:
            return message("native.problem_nowhere", method=self.method, reason=self.reason)
        return message(
            "native.problem", method=self.method, line=self.line, text=self.text, reason=self.reason
        )


class NotCompilable(AdversarioError):  # noqa: N818 (it is an answer: the game still works)
    """A game, or the algorithm on this game, has no compiled form; `problems` say why."""

    text_id = "native.not_compilable"

    def __init__(self, game: Game[Any, Any], problems: tuple[Problem, ...]) -> None:
        self.problems = problems
        texts = tuple(problem.message for problem in problems)
        super().__init__(self.text_id, game=game.name, problems=texts)


class NotRepresentable(NotCompilable):
    """The compiled rules came to a number that only plain Python has, such as one of 65 bits."""

    text_id = "native.not_representable"


class OutOfRoom(NotCompilable):
    """Compiled rules came to a value that they have no room for; there is more the next time."""


class InterpretedWarning(UserWarning):
    """A game does not compile, so that it is searched in plain Python."""


class CacheWarning(UserWarning):
    """Compiled code cannot be kept on disk, or what is kept there is of no use."""
