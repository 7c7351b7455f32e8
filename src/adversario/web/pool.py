"""Worker processes, kept warm: given jobs, stopped, and replaced when they die.

Each pool has its own processes, so that a position is shown at once while searches wait in a queue.
"""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any, NamedTuple

from adversario.base.catalogue import text
from adversario.web.limits import REPLY_BYTES
from adversario.web.protocol import ErrorCode, ProblemPayload
from adversario.web.seal import KEY, VARIABLE
from adversario.web.wire import dump, parse, read

LOGGER = logging.getLogger("uvicorn.error")
"""The log of the server, on standard error."""

GRACE = 0.08
"""Seconds within which a stopped job may answer; after that the pool answers for it."""

PATIENCE, LEAST_PATIENCE = 15, 2
"""Seconds after which the process of a stopped job is killed: until then it may finish compiling a
game, which the next search will need. The second value applies if other jobs are waiting.
"""

QUEUE = 400
"""The most jobs that may wait in a pool."""

RETRY, LONGEST_RETRY = 0.1, 5.0
"""Seconds until a process that could not be started is tried again: at first, and at most."""

END = 5.0
"""Seconds to wait for the end of a process that was killed."""


class WorkerReply(NamedTuple):
    """The answer to a job: its result, as JSON, or the reason why there is none."""

    result: str = ""
    problem: ProblemPayload | None = None


@dataclass
class Job:
    """A job for a worker; `news` is called with every update, as JSON.

    It is answered within `seconds` of the request; a job that `waits` may also wait for a worker
    for as long as that takes.
    """

    kind: str
    request: dict[str, Any]
    lang: str
    seconds: float
    news: Callable[[str], None]
    compiled: bool = True
    waits: bool = False
    started: bool = False
    stopped: asyncio.Event = field(default_factory=asyncio.Event)

    def refuse(self, code: ErrorCode, id: str) -> WorkerReply:  # noqa: A002
        """An answer with the reason why there is no result."""
        return WorkerReply(problem=ProblemPayload(code, text(id, self.lang)))


class WorkerProcess:
    """A process, and the job that it is doing."""

    numbers = count()

    def __init__(self, process: Process) -> None:
        self.process = process
        self.dismissed = False

    @classmethod
    async def spawn(
        cls,
        own: Path | None,
        course: Path | None,
        niceness: int,
        memory: int | None,
        engines: Sequence[str] = (),
    ) -> WorkerProcess:
        """Start a process that may use that much memory, in bytes; OSError if that fails."""
        arguments = [str(niceness), str(memory or 0), str(own or ""), str(course or ""), *engines]
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "adversario.web.worker", *arguments,
            stdin=PIPE, stdout=PIPE, limit=REPLY_BYTES + 2**20, start_new_session=True,
            env={**os.environ, VARIABLE: KEY.hex()},
        )  # fmt: skip
        return cls(process)

    @property
    def alive(self) -> bool:
        """Whether the process can take another job."""
        return not self.dismissed and self.process.returncode is None

    async def do(self, job: Job, crowded: Callable[[], bool]) -> WorkerReply:
        """The answer to a job. If the process could not answer, it is dead afterwards.

        `crowded` returns whether other jobs are waiting.
        """
        number = next(self.numbers)
        order = {
            "job": number, "type": job.kind, "lang": job.lang, "compiled": job.compiled,
            "request": job.request,
        }  # fmt: skip
        job.started = True
        stopping = asyncio.create_task(self._stop_when_asked(number, job, crowded))
        try:
            # A process that does not read blocks a large order: the limit counts for both.
            async with asyncio.timeout(job.seconds):
                await self._send(order)
                return await self._answer(number, job)
        except TimeoutError:
            self.kill()
            return job.refuse("time", "web.time")
        except (OSError, EOFError):
            self.kill()
            return job.refuse("crashed", "web.crashed")
        finally:
            stopping.cancel()

    def stop(self, number: int) -> None:
        """Ask the process to end a job; does not wait until it has read that."""
        with suppress(OSError):
            self._write({"stop": number})

    async def _send(self, order: dict[str, Any]) -> None:
        self._write(order)
        assert self.process.stdin is not None
        await self.process.stdin.drain()

    def _write(self, order: dict[str, Any]) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(dump(order).encode("ascii") + b"\n")

    async def _answer(self, number: int, job: Job) -> WorkerReply:
        """Wait for the answer; updates are forwarded."""
        while True:
            about, word, said = await self._line()
            if about != number:
                continue
            if word == "result":
                return WorkerReply(said)
            if word == "error":
                return WorkerReply(problem=read(ProblemPayload, parse(said)))
            job.news(said)

    async def _stop_when_asked(self, number: int, job: Job, crowded: Callable[[], bool]) -> None:
        await job.stopped.wait()
        for waited in range(PATIENCE):
            if waited >= LEAST_PATIENCE and crowded():
                break
            # The compiler ignores the first request: repeat it.
            self.stop(number)
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
        """End the process, and those that it may have started."""
        self.dismissed = True
        with suppress(ProcessLookupError, PermissionError):
            if hasattr(os, "killpg") and self.process.returncode is None:
                os.killpg(self.process.pid, signal.SIGKILL)  # the leader of its session
            else:
                self.process.kill()

    async def end(self) -> None:
        """Kill the process and wait until it is gone, but not for ever."""
        self.kill()
        with suppress(TimeoutError):
            await asyncio.wait_for(self.process.wait(), END)


class Pool:
    """`size` workers, and the jobs that wait for them.

    A positive `niceness` lowers their priority; `memory` limits each of them, in bytes.
    """

    def __init__(
        self,
        size: int,
        own: Path | None,
        *,
        course: Path | None = None,
        memory: int | None = None,
        niceness: int = 0,
        engines: Sequence[str] = (),
    ) -> None:
        self.size, self.own, self.course = size, own, course
        self.memory, self.niceness, self.engines = memory, niceness, engines
        self.workers: list[WorkerProcess] = []
        self.waiting: deque[tuple[Job, asyncio.Future[WorkerReply]]] = deque()
        self._work = asyncio.Semaphore(0)
        self._tasks: list[asyncio.Task[None]] = []

    def open(self) -> None:
        """Start the processes; a task for each keeps it busy and replaces it."""
        self._tasks = [asyncio.create_task(self._run_worker()) for _ in range(self.size)]

    async def close(self) -> None:
        """Kill the processes."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(worker.end() for worker in self.workers))

    async def do(self, job: Job) -> WorkerReply:
        """The answer to a job.

        A stopped job is answered soon, whatever its worker does, and any job within its limit,
        even if there is no worker.
        """
        if len(self.waiting) >= QUEUE:
            return job.refuse("busy", "web.busy")
        answer: asyncio.Future[WorkerReply] = asyncio.get_running_loop().create_future()
        self.waiting.append((job, answer))
        self._work.release()
        stopped = asyncio.create_task(self._soon_after_stop(job))
        try:
            either: set[asyncio.Future[Any]] = {answer, stopped}
            limit = None if job.waits else job.seconds
            await asyncio.wait(either, timeout=limit, return_when=asyncio.FIRST_COMPLETED)
            if answer.done():
                return answer.result()
            if stopped.done():
                return job.refuse("stopped", "web.stopped")
            job.stopped.set()  # so that its worker is soon free
            return job.refuse("time", "web.time") if job.started else job.refuse("busy", "web.busy")
        finally:
            answer.cancel()
            stopped.cancel()

    @staticmethod
    async def _soon_after_stop(job: Job) -> None:
        await job.stopped.wait()
        await asyncio.sleep(GRACE)

    async def _run_worker(self) -> None:
        """Run jobs on one worker, one after another; start a new process if it dies."""
        worker = await self._spawn()
        while True:
            await self._work.acquire()
            if not worker.alive:  # it died while idle: the job is left to others meanwhile
                self._work.release()
                worker = await self._spawn(worker)
                continue
            job, answer = self.waiting.popleft()
            if answer.done():  # it was answered without a worker
                continue
            if job.stopped.is_set():
                given = job.refuse("stopped", "web.stopped")
            else:
                given = await worker.do(job, lambda: bool(self.waiting))
            if not answer.done():
                answer.set_result(given)
            if not worker.alive:
                worker = await self._spawn(worker)

    async def _spawn(self, instead_of: WorkerProcess | None = None) -> WorkerProcess:
        """A new worker, which may replace a dead one; tried until it can be started.

        The system may be out of descriptors, memory or processes for a while.
        """
        if instead_of is not None:
            self.workers.remove(instead_of)
            await instead_of.end()
        delay = RETRY
        while True:
            try:
                worker = await WorkerProcess.spawn(
                    self.own, self.course, self.niceness, self.memory, self.engines
                )
            except (OSError, RuntimeError) as error:  # RuntimeError: no thread to wait for it
                if delay == RETRY:
                    LOGGER.warning("%s", text("web.no_worker", problem=error))
                await asyncio.sleep(delay)
                delay = min(2 * delay, LONGEST_RETRY)
            else:
                self.workers.append(worker)
                return worker
