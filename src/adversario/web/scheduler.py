"""What all sessions share: the workers, precomputed answers, and the compiled games."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from adversario.base.process.memory import machine_memory
from adversario.web.capacity import memory_each, searchers
from adversario.web.handlers import WARM
from adversario.web.handlers.hello import offers
from adversario.web.limits import COMPILING_SECONDS, QUICK
from adversario.web.pool import Job, Pool, WorkerReply
from adversario.web.wire import dump

QUICK_WORKERS = 2
"""Workers that only show positions, grade and the like."""

GENTLE = 10
"""Niceness of the worker that compiles games in advance."""

MOST_GAMES = 100
"""The most games, each with its options, that are compiled in advance in one run."""

PLAYED = frozenset({"view", "move", "analyse", "values"})
"""Requests after which a game will probably be searched."""


class Scheduler:
    """Assigns jobs to pools.

    A game that is viewed is compiled by a separate worker, as this takes seconds once; until then,
    players use the interpreter.
    """

    def __init__(
        self, own: Path | None, size: int | None = None, *, warms: bool,
        course: Path | None = None, engines: Sequence[str] = (),
    ) -> None:  # fmt: skip
        memory, others = machine_memory(), QUICK_WORKERS + warms
        size = size or searchers(others, memory)
        each = memory_each(size + others, memory)
        self.quick = Pool(QUICK_WORKERS, own, course=course, memory=each)
        self.search = Pool(size, own, memory=each, engines=engines)
        self.warm = Pool(int(warms), own, memory=each, niceness=GENTLE)
        self.known: Mapping[tuple[str, str], Any] = offers(own, engines)
        self.warming: dict[str, asyncio.Task[WorkerReply]] = {}

    @property
    def pools(self) -> tuple[Pool, ...]:
        """All pools."""
        return self.quick, self.search, self.warm

    async def do(self, job: Job, session: str) -> WorkerReply:
        """The answer to a job of a session, precomputed or from a worker."""
        if (job.kind, job.lang) in self.known:
            known = self.known[job.kind, job.lang]
            return WorkerReply(
                dump({**known, "session": session} if job.kind == "hello" else known)
            )
        if job.kind in PLAYED and self.warm.size:
            job.compiled = self._is_compiled(job.request)
        return await (self.quick if job.kind in QUICK else self.search).do(job)

    def _is_compiled(self, request: Mapping[str, Any]) -> bool:
        """Whether the game of a request is known to be compiled.

        If not, its compilation is started.
        """
        place = {key: request[key] for key in ("game", "options") if key in request}
        key = dump(place)
        if key not in self.warming:
            if len(self.warming) >= MOST_GAMES:
                return True
            job = Job(WARM, place, "en", COMPILING_SECONDS, lambda _: None, waits=True)
            self.warming[key] = asyncio.create_task(self.warm.do(job))
        return self.warming[key].done()
