"""A session: the requests of one page, their answers, and recovery after a lost connection.

Every message to the page is kept in a log for a while. A new connection reads the log from the last
message that the page has seen, so no message is lost or sent twice.
"""

from __future__ import annotations

import asyncio
import re
import secrets
from collections import deque
from collections.abc import AsyncIterator, Mapping
from typing import Any, NamedTuple

from adversario.base.catalogue import text
from adversario.base.errors import AdversarioError, InputError
from adversario.web import protocol
from adversario.web.limits import LIMITS, REPLY_BYTES, LimitError, check, seconds_of
from adversario.web.pool import Job, WorkerReply
from adversario.web.protocol import EXCHANGES, ErrorCode, ProblemPayload
from adversario.web.scheduler import Scheduler
from adversario.web.wire import dump, parse, read, write

REQUEST = re.compile(r"[0-9]{1,16}")
"""The id of a request as the key of an object."""

INTERVAL = 0.05
"""Seconds between two updates of a request whose updates replace each other."""

MOST_KEPT, MOST_BYTES, SECONDS_KEPT = 1000, 2 * REPLY_BYTES, 120.0
"""Limits of the log of a session: messages, bytes, and seconds."""


REPLACING = (
    protocol.Analysis, protocol.Growth, protocol.StrategyPayload, protocol.MatchPayload
)  # fmt: skip
"""Updates that each include the one before."""


class LogEntry(NamedTuple):
    """A message in the log: its request (None: it belongs to none), its number, its text."""

    place: int
    at: float  # the time
    id: int | None
    seq: int
    text: str


class WebSession:
    """The requests of one page."""

    def __init__(self, scheduler: Scheduler) -> None:
        self.id = secrets.token_urlsafe(16)
        self.scheduler = scheduler
        self.lang = "en"
        self.log: deque[LogEntry] = deque()
        self.jobs: dict[int, Job] = {}
        self.tasks: set[asyncio.Task[None]] = set()
        self.last = -1  # the greatest id of a request
        self._places = 0
        self._bytes = 0
        self._news = asyncio.Event()

    # Messages from the page.

    def receive(self, message: str) -> None:
        """Handle a message: start a request, or stop one."""
        try:
            self._dispatch(_parse(message))
        except AdversarioError as error:
            self.post(None, 0, self._refusal(error))

    def _refusal(self, error: AdversarioError) -> str:
        return dump({"type": "refused", **write(self._problem(error))})

    def _problem(self, error: AdversarioError) -> ProblemPayload:
        code: ErrorCode = "limit" if isinstance(error, LimitError) else "message"
        return ProblemPayload(code, error.text(self.lang))

    def _dispatch(self, message: dict[str, Any]) -> None:
        kind = message.pop("type", None)
        if kind == "resume":  # its session has been dropped, which the page knows
            return
        if kind == "cancel":
            job = self.jobs.get(read(protocol.Cancel, message).id)
            if job is not None:
                job.stopped.set()
            return
        head: dict[str, Any] = {key: message.pop(key) for key in ("id", "lang") if key in message}
        about = read(protocol.Head, head)
        if about.lang is not None:
            self.lang = about.lang
        if about.id <= self.last:
            raise InputError("web.wire.id", id=about.id, last=self.last)
        self.last = about.id
        stream = Stream(self, about.id)
        try:
            self._begin(stream, kind, message)
        except AdversarioError as error:
            stream.end(WorkerReply(problem=self._problem(error)))

    def _begin(self, stream: Stream, kind: Any, message: dict[str, Any]) -> None:
        """Start a request, if it is well formed and within its limits."""
        if not isinstance(kind, str) or kind not in EXCHANGES:
            raise InputError("web.wire.kind", known=", ".join(EXCHANGES))
        exchange = EXCHANGES[kind]
        request: Any = read(exchange.request, message)
        check(request)
        job = Job(kind, message, self.lang, seconds_of(kind, request), stream.update)
        if len(self.jobs) >= LIMITS.requests:
            stream.end(job.refuse("busy", "web.busy"))
            return
        stream.replaces = exchange.update in REPLACING
        stream.answers = exchange.update is exchange.result
        self.jobs[stream.id] = job
        task = asyncio.create_task(self._do(stream, job))
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _do(self, stream: Stream, job: Job) -> None:
        try:
            answer = await self.scheduler.do(job, self.id)
        finally:
            del self.jobs[stream.id]
        stream.end(answer)

    def abandon(self) -> None:
        """Stop all running requests."""
        for job in self.jobs.values():
            job.stopped.set()

    # Messages to the page.

    def post(self, id: int | None, seq: int, message: str) -> None:  # noqa: A002
        """Append a message to the log; `id` is None if it belongs to no request."""
        now = asyncio.get_running_loop().time()
        entry = LogEntry(self._places, now, id, seq, message)
        self._places += 1
        self._bytes += len(entry.text)
        self.log.append(entry)
        while len(self.log) > 1 and (
            len(self.log) > MOST_KEPT
            or self._bytes > MOST_BYTES
            or self.log[0].at < now - SECONDS_KEPT
        ):
            self._bytes -= len(self.log.popleft().text)
        self._news.set()

    def resume(self, message: str) -> list[str]:
        """The messages that a page has missed, by its first message of a new connection.

        That should be `resume`, with what it has seen. If it is malformed, it is refused; another
        message is handled as usual.
        """
        try:
            given = _parse(message)
            if given.pop("type", None) == "resume":
                return self.missed(_parse_seen(read(protocol.Resume, given).seen))
        except AdversarioError as error:
            return [self._refusal(error)]
        self.receive(message)
        return []

    def missed(self, waiting: Mapping[int, int]) -> list[str]:
        """The messages that the page has missed of the requests that it is waiting for.

        `waiting` has the last number seen of each. A `resend` message names the requests that never
        arrived; a request whose answer is no longer kept gets an error.
        """
        missed = [
            entry for entry in self.log
            if entry.id is not None and entry.seq > waiting.get(entry.id, entry.seq)
        ]  # fmt: skip
        found = [entry.text for entry in missed]
        answered = {entry.id for entry in missed}
        for key, seq in waiting.items():
            if key <= self.last and key not in self.jobs and key not in answered:
                problem = write(ProblemPayload("stopped", text("web.lost", self.lang)))
                found.append(dump({"id": key, "seq": seq + 1, "type": "error", **problem}))
        lost = sorted(key for key in waiting if key > self.last)
        return [*found, dump({"type": "resend", "ids": lost})] if lost else found

    @property
    def end(self) -> int:
        """The index in the log of the next message."""
        return self._places

    async def read(self, place: int) -> AsyncIterator[str]:
        """The messages of the log from an index on.

        Ends if the reader is too slow for what is kept.
        """
        while not self.log or self.log[0].place <= place:
            self._news.clear()
            for entry in [entry for entry in self.log if entry.place >= place]:
                yield entry.text
                place = entry.place + 1
            if place == self._places:
                await self._news.wait()


def _parse(message: str) -> dict[str, Any]:
    """The JSON object of a message; raises LimitError if it is too long, InputError if not one."""
    if len(message) > LIMITS.message_bytes:
        raise LimitError("web.limit.message", most=LIMITS.message_bytes)
    return parse(message)


def _parse_seen(seen: Mapping[str, int]) -> dict[int, int]:
    """The numbers that a page has seen, by request; raises InputError if a key is no request."""
    for key in seen:
        if not REQUEST.fullmatch(key):
            raise InputError("web.wire.seen", key=key[:60])
    return {int(key): seq for key, seq in seen.items()}


class Stream:
    """The answers to one request, numbered."""

    def __init__(self, session: WebSession, id: int) -> None:  # noqa: A002
        self.session, self.id, self.seq = session, id, 0
        self.replaces = False  # each update includes the one before
        self.answers = False  # each update can be the answer
        self._latest = ""
        self._due: asyncio.TimerHandle | None = None
        self._last = 0.0
        self.ended = False

    def update(self, value: str) -> None:
        """Send an update: at once, or, if updates replace each other, after `INTERVAL`."""
        self._latest = value
        if self.ended or self._due is not None:
            return
        loop = asyncio.get_running_loop()
        if not self.replaces or loop.time() - self._last >= INTERVAL:
            self._pass_on()
        else:
            self._due = loop.call_at(self._last + INTERVAL, self._pass_on)

    def _pass_on(self) -> None:
        self._due = None
        self._last = asyncio.get_running_loop().time()
        self._post("update", f'"value":{self._latest}')

    def _post(self, word: str, rest: str) -> None:
        """Append a message; the worker's JSON is not parsed again."""
        head = f'"id":{self.id},"seq":{self.seq},"type":"{word}"'
        self.session.post(self.id, self.seq, f"{{{head},{rest}}}")
        self.seq += 1

    def end(self, answer: WorkerReply) -> None:
        """Send the answer.

        If the request was stopped, the last update is the answer, if it can be.
        """
        self.ended = True
        if self._due is not None:
            self._due.cancel()
        result, problem = answer
        if problem is not None and problem.code == "stopped" and self.answers and self._latest:
            result, problem = self._latest, None
        if problem is None:
            self._post("result", f'"value":{result}')
        else:
            self._post("error", dump(write(problem))[1:-1])
