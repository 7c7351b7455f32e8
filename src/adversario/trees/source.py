"""Where in a text something was written, and the errors that point there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from adversario.base.catalogue import Message, message
from adversario.base.errors import InputError

MAX_DEPTH = 100
"""The deepest level a written tree may have: far below Python's own limit of recursion."""

T = TypeVar("T")


class TreeError(InputError):
    """A tree that is not well written; `line` and `column` (from 1) say where."""

    def __init__(
        self, problem: Message, *, line: int, column: int, source: str | None = None
    ) -> None:
        place = "tree.place" if source is None else "tree.place_in"
        super().__init__(place, problem=problem, line=line, column=column, source=source)
        self.problem = problem
        self.line = line
        self.column = column
        self.source = source


class Spot(NamedTuple):
    """A place in a text: an offset and, in JSON, the path to the value there."""

    offset: int
    path: str = ""


class SourceValue(NamedTuple, Generic[T]):
    """Something read from a text, with its place."""

    spot: Spot
    it: T


@dataclass(frozen=True, slots=True)
class SourceText:
    """The text of a tree, and the name of the file it came from, if any."""

    text: str
    name: str | None = None

    def error(self, spot: Spot, id: str, /, **details: object) -> TreeError:  # noqa: A002
        """The error to raise about what is written at that place."""
        problem = message(id, **details)
        if spot.path:
            problem = message("tree.at_path", problem=problem, path=spot.path)
        return TreeError(
            problem,
            line=self.text.count("\n", 0, spot.offset) + 1,
            column=spot.offset - self.text.rfind("\n", 0, spot.offset),
            source=self.name,
        )
