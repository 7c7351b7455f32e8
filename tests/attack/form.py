"""A format of files: how it is written and read, and what its readers must answer."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Literal, NamedTuple

from tests.attack.outcome import Done

Style = Literal["json", "lines", "text", "arrays", "table"]
Question = tuple[str, ...]


class Format(NamedTuple):
    """A format: the name of a file, how it is written and read, and what it must answer.

    `sealed` is whether it has a checksum. `answer` is what two right answers have in common.
    """

    name: str
    file: str
    style: Style
    questions: tuple[Question, ...]
    sealed: bool = False
    answer: Callable[[Done], object] = lambda done: done.out
    may_change: tuple[str, ...] = ()
    stdin: bytes = b""
    is_true: Callable[[Done], bool] | None = None
    may_take_long: bool = False  # a number in the file is the amount of work that the user wants


def fields(*names: str) -> Callable[[Done], object]:
    """Those fields of the JSON that is printed."""

    def fields_of(done: Done) -> object:
        found = json.loads(done.out)
        return {name: found.get(name) for name in names}

    return fields_of
