"""How many workers there are, and how much memory each of them may use.

The limits of all workers together are less than the machine's memory, so that requests fail when
they need too much, and not the machine.
"""

from __future__ import annotations

import os

SHARE = 0.75
"""The part of the machine's memory that all workers together may use."""

LEAST_MEMORY = 2**30
"""The bytes that a worker should have: machine code and its compiler take about 600 MB."""

MOST_SEARCHERS = 8


def searchers(others: int, memory: int | None) -> int:
    """The number of workers for searches, beside `others`.

    One for each processor, from two to eight; fewer if each would have too little memory.
    """
    wanted = max(2, min(MOST_SEARCHERS, os.cpu_count() or 1))
    if memory is None:
        return wanted
    return max(1, min(wanted, int(memory * SHARE) // LEAST_MEMORY - others))


def memory_each(workers: int, memory: int | None) -> int | None:
    """The most bytes for each of the workers; None if there is no limit."""
    return None if memory is None else int(memory * SHARE) // workers


def limit_memory(most: int) -> None:
    """Limit the address space of this process, if the system can."""
    try:
        import resource  # noqa: PLC0415 (not on every system)

        _, hard = resource.getrlimit(resource.RLIMIT_AS)
        allowed = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(resource.RLIMIT_AS, (allowed, hard))
    except (ImportError, ValueError, OSError):
        return
