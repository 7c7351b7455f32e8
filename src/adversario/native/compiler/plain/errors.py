"""What compiled rules of plain Python raise."""

from __future__ import annotations


class NoRoom(Exception):
    """A value had no room: a tuple was longer than any seen before, or there were more actions."""


class NoRange(NoRoom):
    """A number was larger than any that was seen."""


class RuleFault(Exception):
    """A rule raised an exception: Python knows which."""


class NoOrder(RuleFault):
    """A rule took one of several items of a set, which come in no order that is defined."""


class TooLarge(Exception):
    """The code of a rule is too large: its values nest many types in each other."""
