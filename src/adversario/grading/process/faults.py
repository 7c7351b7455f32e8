"""What a program did wrong: reported, and never trusted."""

from __future__ import annotations

from adversario.base.catalogue import Message, message


class Fault(Exception):  # noqa: N818 (of a program, and no error of the grader)
    """A program did not answer as it should; `over` if its process is gone."""

    def __init__(self, id: str, /, *, over: bool = False, **details: object) -> None:  # noqa: A002
        self.message: Message = message(f"grade.fault.{id}", **details)
        self.over = over
        super().__init__(self.message.text())
