"""Memory that a search no longer needs, kept for the next one.

The system provides memory page by page as it is first touched, and clears it: a sixth of the time
of a short search. A program that searches move after move need not pay that twice.
"""

from __future__ import annotations

from threading import Lock
from typing import Any

ROOM = 128 * 2**20
"""The number of bytes kept at most, of those that were written to."""

_kept: list[tuple[Any, int]] = []
_lock = Lock()


def borrow(words: int) -> Any:
    """An array of that many words, with any contents."""
    import numpy as np  # noqa: PLC0415 (not before a compiled search runs)

    kept = _take(words)
    return np.empty(words, np.int64) if kept is None else kept


def borrow_cleared(words: int) -> Any:
    """An array of that many words, all zero."""
    import numpy as np  # noqa: PLC0415

    kept = _take(words)
    if kept is None:
        return np.zeros(words, np.int64)  # the system clears what is touched
    kept.fill(0)
    return kept


def _take(words: int) -> Any:
    """A kept array of that length, which is kept no longer; None if there is none."""
    with _lock:
        for place, (array, _) in enumerate(_kept):
            if len(array) == words:
                return _kept.pop(place)[0]
    return None


def give_back(array: Any, touched: int) -> None:
    """Keep an array that is no longer used, of which `touched` bytes were written to.

    The arrays kept longest are released if that makes too many.
    """
    with _lock:
        _kept.append((array, touched))
        while sum(size for _, size in _kept) > ROOM:
            _kept.pop(0)
