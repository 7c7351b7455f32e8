"""Limits of requests, so that none can hang the machine or exhaust its memory."""

from __future__ import annotations

from typing import Any

from adversario.base.errors import AdversarioError
from adversario.web.protocol import EXCHANGES, Limits

LIMITS = Limits(
    message_bytes=256 * 1024,
    tree_nodes=20_000,
    events=100_000,
    depth=60,
    seconds=120.0,
    moves=1_000,
    lines=8,
    simulations=2_000,
    actions=1_000,
    requests=12,
)

LONGEST_CLOCK = 100 * 3600.0
"""The most seconds on a clock."""

QUICK_SECONDS = 20.0
"""The most seconds for a request without a time limit of its own, compilation included."""

COMPILING_SECONDS = 60.0
"""Seconds added for compiling a search, and for work that cannot be interrupted."""

REPLY_BYTES = 24 * 2**20
"""The largest reply, in bytes."""

QUICK = frozenset(
    {
        "view",
        "boards",
        "tree.check",
        "tree.export",
        "exercise",
        "exercise.grade",
        "exercise.key",
        "course",
        "course.page",
        "course.grade",
    }
)
"""Requests with workers of their own, which never wait for a search."""


class LimitError(AdversarioError):
    """A request exceeds a limit."""


def check(request: Any) -> None:
    """Raises LimitError if a field of the request is beyond its limit."""
    for name, most in (
        ("depth", LIMITS.depth),
        ("time", LIMITS.seconds),
        ("lines", LIMITS.lines),
        ("simulations", LIMITS.simulations),
        ("count", 20),
        ("left", LONGEST_CLOCK),
        ("increment", LONGEST_CLOCK),
    ):
        given = getattr(request, name, None)
        least = 0 if name in ("time", "left", "increment") else 1
        if given is not None and not least <= given <= most:
            raise LimitError("limit.range", field=name, given=given, least=least, most=most)
    for name in ("moves", "paths", "algorithms", "order", "options", "weights"):
        if len(getattr(request, name, ())) > LIMITS.moves:
            raise LimitError("web.limit.many", field=name, most=LIMITS.moves)


def seconds_of(kind: str, request: Any) -> float:
    """The most seconds that the worker may take before its process is killed."""
    if EXCHANGES[kind].update is None and kind not in ("map", "search", "seat", "exercise.sheet"):
        return QUICK_SECONDS
    each: float | None = getattr(request, "time", None)
    times = max(1, len(request.moves)) if kind == "values" else 1
    asked = LIMITS.seconds if each is None else each * times * 2
    return min(asked, LIMITS.seconds) + COMPILING_SECONDS
