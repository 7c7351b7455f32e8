"""A server in a thread, and pages that talk to it as the browser does."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import uvicorn
from websockets.asyncio.client import ClientConnection, connect

from adversario.web.access import AccessPolicy
from adversario.web.app import Server
from adversario.web.server import configure, listen

T = TypeVar("T")

PATIENCE = 300.0
"""Seconds that a test may wait for a server on a loaded machine."""

OWN = Path(__file__).parent / "own.py"


def settled(work: Coroutine[Any, Any, T], timeout: float = PATIENCE) -> T:
    """The result of the work, run in a thread of its own as tests of the browser leave a loop here.

    TimeoutError if it takes longer than that: a lost message must not stop all other tests.
    """

    async def limited() -> T:
        return await asyncio.wait_for(work, timeout)

    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, limited()).result()


class Got(NamedTuple):
    """An answer to an HTTP request."""

    status: int
    headers: dict[str, str]
    body: bytes


@dataclass
class Running:
    """A server that runs, and where."""

    server: Server
    port: int

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.port}"

    def get(self, path: str, **headers: str) -> Got:
        connection = HTTPConnection("127.0.0.1", self.port)
        connection.request("GET", path, headers={"Host": self.host, **headers})
        answer = connection.getresponse()
        got = Got(answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read())
        connection.close()
        return got

    def page(self, session: str | None = None) -> Page:
        return Page(self, session)


@contextmanager
def running(
    static: Path, *, workers: int = 2, kept: float = 60.0, warms: bool = False
) -> Iterator[Running]:
    """The application, served from a thread of this process."""
    listening = listen("127.0.0.1", 0)
    policy = AccessPolicy("127.0.0.1")
    server = Server(policy, OWN, static=static, workers=workers, kept=kept, warms=warms)
    run = uvicorn.Server(configure(server.app()))
    thread = threading.Thread(target=run.run, kwargs={"sockets": [listening]}, daemon=True)
    thread.start()
    try:
        yield Running(server, listening.getsockname()[1])
    finally:
        run.should_exit = True
        thread.join(20)
        listening.close()
        assert not thread.is_alive()


class RefusedError(Exception):
    """The server answered a request with an error."""

    def __init__(self, problem: dict[str, Any]) -> None:
        super().__init__(problem["message"])
        self.code, self.problem = problem["code"], problem


@dataclass
class Page:
    """A page: sends requests, and sees that answers are numbered without gaps."""

    running: Running
    session: str | None = None
    socket: ClientConnection = field(init=False)
    last: int = 0
    seen: dict[int, int] = field(default_factory=dict)
    updates: dict[int, list[Any]] = field(default_factory=dict)
    others: list[dict[str, Any]] = field(default_factory=list)

    async def __aenter__(self) -> Page:
        await self.connect()
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.socket.close()

    async def connect(self) -> None:
        token = self.running.server.policy.token
        resumed = "" if self.session is None else f"&session={self.session}"
        self.socket = await connect(
            f"ws://{self.running.host}/ws?token={token}{resumed}",
            origin=f"http://{self.running.host}",  # type: ignore[arg-type]
            max_size=None,
        )

    async def send(self, kind: str, **fields: Any) -> int:
        self.last += 1
        self.seen[self.last], self.updates[self.last] = -1, []
        await self.raw(json.dumps({"id": self.last, "type": kind, **fields}))
        return self.last

    async def again(self, number: int, kind: str, **fields: Any) -> None:
        """Send a request that was lost on its way."""
        await self.raw(json.dumps({"id": number, "type": kind, **fields}))

    async def raw(self, message: str | bytes) -> None:
        await self.socket.send(message)

    async def cancel(self, number: int) -> None:
        await self.raw(json.dumps({"type": "cancel", "id": number}))

    async def resume(self) -> None:
        """Connect again, and say what was seen."""
        await self.connect()
        waiting = {str(number): seq for number, seq in self.seen.items()}
        await self.raw(json.dumps({"type": "resume", "seen": waiting}))

    async def message(self) -> dict[str, Any]:
        """The next message, counted."""
        message: dict[str, Any] = json.loads(await asyncio.wait_for(self.socket.recv(), 120))
        number = message.get("id")
        if number is None:
            self.others.append(message)
        else:
            assert message["seq"] == self.seen[number] + 1, "a message is lost, or came twice"
            self.seen[number] += 1
            if message["type"] == "update":
                self.updates[number].append(message["value"])
            else:
                del self.seen[number]
        return message

    async def answer(self, number: int) -> Any:
        """The result of a request; RefusedError if there is none."""
        while True:
            message = await self.message()
            if message.get("id") == number and message["type"] != "update":
                if message["type"] == "error":
                    raise RefusedError(message)
                return message["value"]

    async def ask(self, kind: str, **fields: Any) -> Any:
        return await self.answer(await self.send(kind, **fields))
