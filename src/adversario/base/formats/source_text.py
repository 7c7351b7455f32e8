"""Places in a text, and the errors that point there."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Generic, NamedTuple, TypeVar

from adversario.base.catalogue import Message, message
from adversario.base.errors import InputError

T = TypeVar("T")


class SourceError(InputError):
    """A text that is not well written; `line` and `column` (from 1) are the place."""

    def __init__(
        self, problem: Message, *, line: int, column: int, source: str | None = None
    ) -> None:
        place = "text.place" if source is None else "text.place_in"
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
    """A text, the name of the file it came from, if any, and the class of its errors.

    `line` is the number of its first line in that file.
    """

    text: str
    name: str | None = None
    errors: type[SourceError] = SourceError
    line: int = 1

    def error(self, spot: Spot, id: str, /, **details: object) -> SourceError:  # noqa: A002
        """The error to raise about the text at that place."""
        return self.error_with(spot, message(id, **details))

    def error_with(self, spot: Spot, problem: Message) -> SourceError:
        """The error to raise about the text at that place, in words that there are already."""
        if spot.path:
            problem = message("text.at_path", problem=problem, path=spot.path)
        return self.errors(
            problem,
            line=self.text.count("\n", 0, spot.offset) + self.line,
            column=spot.offset - self.text.rfind("\n", 0, spot.offset),
            source=self.name,
        )
