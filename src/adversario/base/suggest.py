"""Suggestions for names that were mistyped."""

from __future__ import annotations

from collections.abc import Iterable

from adversario.base.catalogue import Message, message


def did_you_mean(given: str, known: Iterable[str]) -> Message | str:
    """A question for the known name that is most similar to the given one; empty if none is.

    It is a detail of a message, right after the given name.
    """
    from difflib import get_close_matches  # noqa: PLC0415 (only for a mistake)

    by_case = {name.lower(): name for name in known}
    close = get_close_matches(given.lower()[:60], by_case, n=1)
    return message("suggest.close", close=by_case[close[0]]) if close else ""
