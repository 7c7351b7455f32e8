"""Faults of the machine and of clients: the server goes on, and every request is answered."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus

from adversario.web import app, capacity, pool, session
from adversario.web.pool import Job, Pool, WorkerProcess
from tests.web.pages import Page, RefusedError, Running, running, settled

VIEW: dict[str, Any] = {"game": "nim"}
posix = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")


def job(seconds: float = 60.0, **request: Any) -> Job:
    return Job("view", {**VIEW, **request}, "en", seconds, lambda _: None)


class NoWorkers:
    """`WorkerProcess.spawn`, which fails until it is mended."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, error: Exception) -> None:
        self.error, self.tried, self.mended = error, 0, False
        self.spawn = WorkerProcess.spawn
        monkeypatch.setattr(WorkerProcess, "spawn", self.fail)
        monkeypatch.setattr(pool, "LONGEST_RETRY", 0.2)

    async def fail(self, *arguments: Any) -> WorkerProcess:
        self.tried += 1
        if not self.mended:
            raise self.error
        return await self.spawn(*arguments)


@pytest.mark.parametrize(
    "error", [OSError(24, "Too many open files"), BlockingIOError(11, ""), RuntimeError("threads")]
)
def test_a_pool_recovers_when_no_process_can_be_started(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def check() -> None:
        workers = Pool(2, None)
        failing = NoWorkers(monkeypatch, error)
        workers.open()
        try:
            refused = await asyncio.wait_for(workers.do(job(0.5)), 30)
            assert refused.problem is not None
            assert refused.problem.code == "busy"
            assert failing.tried >= 2 * 2
            waiting = asyncio.create_task(workers.do(job()))
            await asyncio.sleep(0.1)
            failing.mended = True
            assert json.loads((await waiting).result)["position"] == "3-4-5 1"
        finally:
            await workers.close()

    settled(check())


def test_a_worker_that_died_while_no_other_could_be_started(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The job is not lost with the worker that would have done it: the other one does it."""

    async def check() -> None:
        workers = Pool(2, None)
        workers.open()
        try:
            while len(workers.workers) < 2:
                await asyncio.sleep(0.01)
            failing = NoWorkers(monkeypatch, OSError(12, "Cannot allocate memory"))
            dead = workers.workers[0]
            dead.kill()
            await dead.process.wait()
            for _ in range(4):
                assert (await workers.do(job())).result
            failing.mended = True
            while len(workers.workers) < 2:
                await asyncio.sleep(0.01)
        finally:
            await workers.close()

    settled(check())


@posix
def test_a_stopped_process_cannot_block_a_large_order() -> None:
    """The order is larger than the pipe, so that it is never read to its end."""

    async def check() -> None:
        workers = Pool(1, None)
        workers.open()
        try:
            assert (await workers.do(job())).result
            (frozen,) = workers.workers
            os.kill(frozen.process.pid, signal.SIGSTOP)
            large = job(1.0, moves=["x" * 1000] * 1000)
            refused = await asyncio.wait_for(workers.do(large), 30)
            assert refused.problem is not None
            assert refused.problem.code == "time"
            assert (await workers.do(job())).result  # by another process
            assert workers.workers != [frozen]
        finally:
            await asyncio.wait_for(workers.close(), 60)

    settled(check())


@posix
def test_a_stopped_process_is_killed_when_its_job_is_stopped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pool, "PATIENCE", 1)

    async def check() -> None:
        workers = Pool(1, None)
        workers.open()
        try:
            assert (await workers.do(job())).result
            os.kill(workers.workers[0].process.pid, signal.SIGSTOP)
            large = job(120.0, moves=["x" * 1000] * 1000)
            asking = asyncio.create_task(workers.do(large))
            while not large.started:
                await asyncio.sleep(0.01)
            large.stopped.set()
            refused = await asking
            assert refused.problem is not None
            assert refused.problem.code == "stopped"
            assert (await asyncio.wait_for(workers.do(job()), 60)).result
        finally:
            await asyncio.wait_for(workers.close(), 60)

    settled(check())


def test_the_limit_counts_from_the_request(monkeypatch: pytest.MonkeyPatch) -> None:
    """Requests that wait for the workers are refused in time, not when a worker is free."""

    async def check(run: Running) -> None:
        async with run.page() as page:
            stuck = [await page.send("view", game="Stuck", moves=["a"]) for _ in range(2)]
            sessions = run.server.sessions
            while sum(at.started for own in sessions.values() for at in own.jobs.values()) < 2:
                await asyncio.sleep(0.01)
            monkeypatch.setattr(session, "seconds_of", lambda kind, request: 0.3)
            with pytest.raises(RefusedError) as refused:
                await page.ask("view", **VIEW)
            assert refused.value.code == "busy"
            assert set(stuck) <= page.seen.keys()  # they are not answered yet

    with running(STATIC, workers=1) as run:
        settled(check(run))


STATIC = Path(__file__).parent  # no page is asked for


async def lose(page: Page) -> None:
    page.socket.transport.abort()
    await asyncio.sleep(0.05)


async def has_no_sessions(run: Running) -> None:
    while run.server.sessions:
        await asyncio.sleep(0.02)


def test_no_session_is_kept_after_a_connection_without_resume() -> None:
    async def check(run: Running) -> None:
        for _ in range(3):
            page = run.page()
            await page.connect()
            page.session = (await page.ask("hello"))["session"]
            other = run.page(page.session)
            await other.connect()  # without the message `resume`
            await asyncio.sleep(0.1)
            await lose(page)
            await lose(other)
        await asyncio.wait_for(has_no_sessions(run), 30)

    with running(STATIC, workers=1, kept=0.3) as run:
        settled(check(run))


def test_a_page_that_connects_and_says_nothing_is_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "RESUME_SECONDS", 0.3)

    async def check(run: Running) -> None:
        page = run.page()
        await page.connect()
        page.session = (await page.ask("hello"))["session"]
        await lose(page)
        await page.connect()
        with pytest.raises(ConnectionClosed):
            await page.message()
        await asyncio.wait_for(has_no_sessions(run), 30)

    with running(STATIC, workers=1, kept=0.3) as run:
        settled(check(run))


def test_the_clock_of_an_earlier_loss_does_not_count() -> None:
    async def check(run: Running) -> None:
        page = run.page()
        await page.connect()
        page.session = (await page.ask("hello"))["session"]
        await lose(page)
        await asyncio.sleep(1.4)
        await page.resume()
        assert (await page.ask("view", **VIEW))["player"] == 0
        await lose(page)  # again, and the first loss was two seconds ago before long
        await asyncio.sleep(1.2)
        assert page.session in run.server.sessions
        await page.resume()
        await asyncio.sleep(2.5)  # longer than a session without a connection is kept
        assert (await page.ask("hello"))["session"] == page.session
        await page.socket.close()
        await asyncio.wait_for(has_no_sessions(run), 30)

    with running(STATIC, workers=1, kept=2.0) as run:
        settled(check(run))


def test_a_known_session_resumes_even_at_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(app, "MOST_SESSIONS", 2)

    async def check(run: Running) -> None:
        page, other = run.page(), run.page()
        await page.connect()
        page.session = (await page.ask("hello"))["session"]
        async with other:
            await other.ask("hello")
            await lose(page)
            with pytest.raises(InvalidStatus):
                await run.page().connect()
            await page.resume()
            assert (await page.ask("hello"))["session"] == page.session
            await page.socket.close()

    with running(STATIC, workers=1) as run:
        settled(check(run))


@pytest.mark.parametrize("key", ["9" * 5000, "-1", "1.5", "", "٣", " 1", "1" * 17])
def test_what_was_seen_is_checked(server: Running, key: str) -> None:
    async def check() -> None:
        page = server.page()
        await page.connect()
        page.session = (await page.ask("hello"))["session"]
        await lose(page)
        await page.connect()
        await page.raw(json.dumps({"type": "resume", "seen": {key: 1}}))
        refused = await page.message()
        assert (refused["type"], refused["code"]) == ("refused", "message")
        assert (await page.ask("hello"))["session"] == page.session
        await page.socket.close()

    settled(check())


def test_a_first_message_other_than_resume_is_answered(server: Running) -> None:
    async def check() -> None:
        page = server.page()
        await page.connect()
        page.session = (await page.ask("hello"))["session"]
        await lose(page)
        await page.connect()
        assert (await page.ask("hello"))["session"] == page.session
        await page.socket.close()

    settled(check())


@pytest.mark.parametrize("gigabytes", [2, 4, 8, 16, 64])
@pytest.mark.parametrize("processors", [1, 2, 8, 64])
@pytest.mark.parametrize("others", [2, 3])
def test_all_workers_together_have_less_than_the_machine(
    gigabytes: int, processors: int, others: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "cpu_count", lambda: processors)
    memory = gigabytes * 2**30
    workers = others + capacity.searchers(others, memory)
    each = capacity.memory_each(workers, memory)
    assert each is not None
    assert each * workers <= 0.8 * memory
    assert workers - others <= max(2, min(8, processors))
    assert each >= capacity.LEAST_MEMORY or workers - others == 1
