"""Processes that do the work, kept warm: given jobs, stopped, and replaced when they die.

Each pool has its own, so that a position is shown at once while searches wait for each other.
"""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import PIPE, Process
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from adversario.base.catalogue import text
from adversario.web.limits import REPLY_BYTES
from adversario.web.protocol import ErrorCode, ProblemPayload
from adversario.web.wire import dump, parse, read

GRACE = 0.08
"""Seconds within which a job that is stopped may answer; then it is answered for."""

PATIENCE, LEAST_PATIENCE = 15, 2
"""Seconds after which its process, if it still has not ended the job, is ended: until then it may
finish compiling a game, which the next search will need. If others wait for it, there are fewer."""

QUEUE = 400
"""The jobs that may wait in a pool."""


class WorkerReply(NamedTuple):
    """The end of a job: its result, as JSON, or why there is none."""

    result: str = ""
    problem: ProblemPayload | None = None


@dataclass
class Job:
    """Something to be done by a worker; `news` hears of every update, as JSON."""

    kind: str
    request: dict[str, Any]
    lang: str
    seconds: float
    news: Callable[[str], None]
    compiled: bool = True
    stopped: asyncio.Event = field(default_factory=asyncio.Event)

    def refused(self, code: ErrorCode, id: str) -> WorkerReply:  # noqa: A002
        """An answer that says why there is no result."""
        return WorkerReply(problem=ProblemPayload(code, text(id, self.lang)))


class WorkerProcess:
    """One process, and the job it is doing."""

    numbers = count()

    def __init__(self, process: Process) -> None:
        self.process = process
        self.dismissed = False

    @classmethod
    async def spawn(cls, own: Path | None, niceness: int) -> WorkerProcess:
        """A new process."""
        arguments = [str(niceness), *([] if own is None else [str(own)])]
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "adversario.web.worker", *arguments,
            stdin=PIPE, stdout=PIPE, limit=REPLY_BYTES + 2**20, start_new_session=True,
        )  # fmt: skip
        return cls(process)

    @property
    def alive(self) -> bool:
        """Whether the process can be given another job."""
        return not self.dismissed and self.process.returncode is None

    async def do(self, job: Job, crowded: Callable[[], bool]) -> WorkerReply:
        """The answer to a job; the process is dead afterwards if it could not be had.

        `crowded` tells whether other jobs are waiting.
        """
        number = next(self.numbers)
        order = {
            "job": number, "type": job.kind, "lang": job.lang, "compiled": job.compiled,
            "request": job.request,
        }  # fmt: skip
        try:
            await self._send(order)
            return await asyncio.wait_for(self._answer(number, job, crowded), job.seconds)
        except TimeoutError:
            self.kill()
            return job.refused("time", "web.time")
        except (OSError, EOFError):
            self.kill()
            return job.refused("crashed", "web.crashed")

    async def stop(self, number: int) -> None:
        """Ask for the end of a job."""
        with suppress(OSError):
            await self._send({"stop": number})

    async def _send(self, order: dict[str, Any]) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(dump(order).encode("ascii") + b"\n")
        await self.process.stdin.drain()

    async def _answer(self, number: int, job: Job, crowded: Callable[[], bool]) -> WorkerReply:
        """What comes back, updates told on the way; a stop is passed on."""
        stopping = asyncio.create_task(self._stop_when_asked(number, job, crowded))
        try:
            while True:
                about, word, said = await self._line()
                if about != number:
                    continue
                if word == "result":
                    return WorkerReply(said)
                if word == "error":
                    return WorkerReply(problem=read(ProblemPayload, parse(said)))
                job.news(said)
        finally:
            stopping.cancel()

    async def _stop_when_asked(self, number: int, job: Job, crowded: Callable[[], bool]) -> None:
        await job.stopped.wait()
        for waited in range(PATIENCE):
            if waited >= LEAST_PATIENCE and crowded():
                break
            # The compiler is not interrupted: say it again.
            await self.stop(number)
            await asyncio.sleep(1.0)
        self.kill()

    async def _line(self) -> tuple[int, str, str]:
        assert self.process.stdout is not None
        try:
            line = await self.process.stdout.readline()
        except ValueError:  # a line longer than any reply
            line = b""
        if not line.endswith(b"\n"):
            raise EOFError
        number, word, said = line.decode("ascii").rstrip().split(" ", 2)
        return int(number), word, said

    def kill(self) -> None:
        """End the process."""
        self.dismissed = True
        with suppress(ProcessLookupError):
            self.process.kill()


class Pool:
    """So many workers, and the jobs that wait for them; gentle ones leave others the processor."""

    def __init__(self, size: int, own: Path | None, *, niceness: int = 0) -> None:
        self.size, self.own, self.niceness = size, own, niceness
        self.workers: list[WorkerProcess] = []
        self.waiting: deque[tuple[Job, asyncio.Future[WorkerReply]]] = deque()
        self._work = asyncio.Semaphore(0)
        self._keepers: list[asyncio.Task[None]] = []

    def open(self) -> None:
        """Start the processes, each kept busy and replaced by a task of its own."""
        self._keepers = [asyncio.create_task(self._keep()) for _ in range(self.size)]

    async def close(self) -> None:
        """End the processes."""
        for keeper in self._keepers:
            keeper.cancel()
        await asyncio.gather(*self._keepers, return_exceptions=True)
        for worker in self.workers:
            worker.kill()
            await worker.process.wait()

    async def do(self, job: Job) -> WorkerReply:
        """The answer to a job; one that is stopped is answered soon, whatever its worker does."""
        if len(self.waiting) >= QUEUE:
            return job.refused("busy", "web.busy")
        answer: asyncio.Future[WorkerReply] = asyncio.get_running_loop().create_future()
        self.waiting.append((job, answer))
        self._work.release()
        stopped = asyncio.create_task(self._soon_after_stop(job))
        try:
            either: set[asyncio.Future[Any]] = {answer, stopped}
            await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
            return answer.result() if answer.done() else job.refused("stopped", "web.stopped")
        finally:
            stopped.cancel()

    @staticmethod
    async def _soon_after_stop(job: Job) -> None:
        await job.stopped.wait()
        await asyncio.sleep(GRACE)

    async def _keep(self) -> None:
        """Keep one worker: jobs one after another, a new process where the last one died."""
        worker = await self._spawn()
        while True:
            await self._work.acquire()
            job, answer = self.waiting.popleft()
            if not worker.alive:  # it died with nothing to do
                worker = await self._spawn(worker)
            if job.stopped.is_set():
                given = job.refused("stopped", "web.stopped")
            else:
                given = await worker.do(job, lambda: bool(self.waiting))
            if not answer.done():
                answer.set_result(given)
            if not worker.alive:
                worker = await self._spawn(worker)

    async def _spawn(self, instead_of: WorkerProcess | None = None) -> WorkerProcess:
        """A new worker, perhaps in the place of one that is dead."""
        worker = await WorkerProcess.spawn(self.own, self.niceness)
        self.workers.append(worker)
        if instead_of is not None:
            self.workers.remove(instead_of)
            await instead_of.process.wait()
        return worker
