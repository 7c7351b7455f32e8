"""What compiled rules of plain Python raise."""

from __future__ import annotations


class NoRoom(Exception):  # noqa: N818 (caught where more room can be made)
    """A value had no room: a tuple was longer, or a number larger, than any that was seen."""


class RuleFault(Exception):  # noqa: N818 (caught where Python can be asked)
    """A rule raised an exception: Python knows which."""
