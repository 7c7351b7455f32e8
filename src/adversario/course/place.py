"""Errors of pages, which name the file and the line."""

from __future__ import annotations

from typing import NamedTuple

from adversario.base.catalogue import Message
from adversario.base.errors import AdversarioError, InputError


class Place(NamedTuple):
    """A line of a file."""

    file: str
    line: int

    def error(self, id: str, /, **details: object) -> InputError:  # noqa: A002
        """An error at this place, with a message of the catalogue."""
        return InputError(
            "course.error", file=self.file, line=self.line, problem=Message(id, details)
        )

    def wrap(self, error: AdversarioError) -> InputError:
        """The error at this place; a place that it has is replaced."""
        problem = error.message
        if problem.id == "course.error":
            problem = problem.details["problem"]  # type: ignore[assignment]
        return InputError("course.error", file=self.file, line=self.line, problem=problem)
