"""What all sessions share: the workers, the answers known beforehand, and the games compiled."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from adversario.web.handlers import WARM
from adversario.web.handlers.hello import offers
from adversario.web.limits import COMPILING_SECONDS, QUICK
from adversario.web.pool import Job, Pool, WorkerReply
from adversario.web.wire import dump

GENTLE = 10
"""How gently games are compiled beforehand."""

MOST_GAMES = 100
"""The games, each with its options, that are compiled beforehand in one run."""

PLAYED = frozenset({"view", "move", "analyse", "values"})
"""Requests that show that a game is about to be searched."""


class Scheduler:
    """Gives jobs to the pools that they belong in.

    A game that is looked at is compiled by a worker apart from the others, for that takes seconds
    once and for all; meanwhile players answer without machine code.
    """

    def __init__(self, own: Path | None, size: int, *, warms: bool) -> None:
        self.quick, self.search = Pool(2, own), Pool(size, own)
        self.warm = Pool(1 if warms else 0, own, niceness=GENTLE)
        self.known: Mapping[tuple[str, str], Any] = offers(own)
        self.warming: dict[str, asyncio.Task[WorkerReply]] = {}

    @property
    def pools(self) -> tuple[Pool, ...]:
        """All pools."""
        return self.quick, self.search, self.warm

    async def do(self, job: Job, session: str) -> WorkerReply:
        """The answer to a job of a session, from memory or from a worker."""
        if (job.kind, job.lang) in self.known:
            known = self.known[job.kind, job.lang]
            return WorkerReply(
                dump({**known, "session": session} if job.kind == "hello" else known)
            )
        if job.kind in PLAYED and self.warm.size:
            job.compiled = self._is_compiled(job.request)
        return await (self.quick if job.kind in QUICK else self.search).do(job)

    def _is_compiled(self, request: Mapping[str, Any]) -> bool:
        """Whether the game of a request is compiled, as far as it is known; if not, it will be."""
        place = {key: request[key] for key in ("game", "options") if key in request}
        key = dump(place)
        if key not in self.warming:
            if len(self.warming) >= MOST_GAMES:
                return True
            job = Job(WARM, place, "en", COMPILING_SECONDS, lambda _: None)
            self.warming[key] = asyncio.create_task(self.warm.do(job))
        return self.warming[key].done()
