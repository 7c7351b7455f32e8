"""Memory that a search is done with, kept for the next one.

The system gives memory page by page as it is first touched, and clears it: a sixth of the time of a
short search. A program that searches move after move need not pay that twice.
"""

from __future__ import annotations

from threading import Lock
from typing import Any

ROOM = 128 * 2**20
"""So many bytes, of those that were touched, are kept at most."""

_kept: list[tuple[Any, int]] = []
_lock = Lock()


def borrow(words: int) -> Any:
    """An array of so many words, which hold anything."""
    import numpy as np  # noqa: PLC0415 (not before a compiled search runs)

    with _lock:
        for place, (array, _) in enumerate(_kept):
            if len(array) == words:
                return _kept.pop(place)[0]
    return np.empty(words, np.int64)


def give_back(array: Any, touched: int) -> None:
    """Keep an array that nobody looks at any more and of which so many bytes were written.

    Those kept longest are let go if that makes too many.
    """
    with _lock:
        _kept.append((array, touched))
        while sum(size for _, size in _kept) > ROOM:
            _kept.pop(0)
