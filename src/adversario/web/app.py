"""The application: the page, its files, and the WebSocket for everything else."""

from __future__ import annotations

import asyncio
import os
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from html import escape
from pathlib import Path
from typing import Any

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from adversario.base.catalogue import preferred_language, text
from adversario.base.errors import AdversarioError
from adversario.web.access import AccessPolicy, Guard
from adversario.web.protocol import Resume
from adversario.web.scheduler import Scheduler
from adversario.web.session import WebSession
from adversario.web.wire import dump, parse, read

STATIC = Path(__file__).parent / "static"

KEPT_SECONDS = 60.0
"""How long a session without a connection is kept."""

MOST_SESSIONS = 128

GONE = (WebSocketDisconnect, RuntimeError)
"""Raised when a connection is used after the client has closed it."""


class Server:
    """The sessions, and the workers that serve them."""

    def __init__(
        self, policy: AccessPolicy, own: Path | None = None, *, static: Path = STATIC,
        workers: int | None = None, kept: float = KEPT_SECONDS, warms: bool = True,
    ) -> None:  # fmt: skip
        size = workers or max(2, min(8, os.cpu_count() or 1))
        self.policy, self.static, self.kept = policy, static, kept
        self.scheduler = Scheduler(own, size, warms=warms)
        self.sessions: dict[str, WebSession] = {}
        self._connected: dict[str, WebSocket] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    def app(self) -> Starlette:
        """The application that uvicorn runs."""
        return Starlette(
            routes=[
                Route("/", self.page),
                WebSocketRoute("/ws", self.talk),
                Route("/{path:path}", self.file),
            ],
            middleware=[Middleware(Guard, policy=self.policy)],
            lifespan=self._lifespan,
        )

    @asynccontextmanager
    async def _lifespan(self, _: Starlette) -> AsyncIterator[None]:
        for pool in self.scheduler.pools:
            pool.open()
        yield
        for task in self._tasks:
            task.cancel()
        for pool in self.scheduler.pools:
            await pool.close()

    def _start(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    # The page and its files.

    async def page(self, request: Request) -> Response:
        """The page, with the token of this run; without a bundle, instructions to build it."""
        index = self.static / "index.html"
        if not index.is_file():
            said = escape(text("web.no_bundle", preferred_language()))
            return HTMLResponse(f"<!doctype html><title>Adversario</title><p>{said}</p>", 503)
        page = index.read_text(encoding="utf-8").replace("__TOKEN__", self.policy.token)
        return HTMLResponse(page, headers={"cache-control": "no-store"})

    async def file(self, request: Request) -> Response:
        """A file of the bundle.

        A path without a suffix is a route of the page, and returns the page.
        """
        path = request.path_params["path"]
        if "." not in path.rpartition("/")[2]:
            return await self.page(request)
        found = (self.static / path).resolve()
        if not found.is_relative_to(self.static.resolve()) or not found.is_file():
            raise HTTPException(404)
        named_by_content = path.startswith("assets/")
        cache = "public, max-age=31536000, immutable" if named_by_content else "no-cache"
        return FileResponse(found, headers={"cache-control": cache})

    # The WebSocket.

    async def talk(self, socket: WebSocket) -> None:
        """Serve one connection, of a new session or of one whose connection was lost."""
        query = socket.query_params
        if not self.policy.is_own_page(socket.headers) or not self.policy.admits(
            query.get("token", "")
        ):
            await socket.close(1008)
            return
        if len(self.sessions) >= MOST_SESSIONS:
            await socket.close(1013)
            return
        await socket.accept()
        with suppress(*GONE):
            session = await self._session(socket, query.get("session"))
            await self._exchange_messages(socket, session)

    async def _session(self, socket: WebSocket, wanted: str | None) -> WebSession:
        """The session of a connection.

        If it resumes one, the messages that it has missed are sent.
        """
        session = self.sessions.get(wanted or "")
        if session is None:
            session = WebSession(self.scheduler)
            self.sessions[session.id] = session
            if wanted is not None:
                await socket.send_text(dump({"type": "expired"}))
            return session
        before = self._connected.pop(session.id, None)
        if before is not None:
            with suppress(*GONE):
                await before.close(4000)
        first = await _receive_text(socket)
        for missed in session.resume(_parse_seen(first)):
            await socket.send_text(missed)
        return session

    async def _exchange_messages(self, socket: WebSocket, session: WebSession) -> None:
        """Receive and send messages until the connection is lost.

        Then keep the session for a while.
        """
        self._connected[session.id] = socket
        speaking = asyncio.create_task(_send_log(socket, session, session.end))
        try:
            while True:
                session.receive(await _receive_text(socket))
        finally:
            speaking.cancel()
            if self._connected.get(session.id) is socket:
                del self._connected[session.id]
                self._start(self._drop_session(session))

    async def _drop_session(self, session: WebSession) -> None:
        """Drop a session after `KEPT_SECONDS`, unless it has been resumed."""
        await asyncio.sleep(self.kept)
        if session.id not in self._connected and session.id in self.sessions:
            del self.sessions[session.id]
            session.abandon()


async def _receive_text(socket: WebSocket) -> str:
    """The next message as text; the empty text for a binary message."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1006))
    return message.get("text") or ""


async def _send_log(socket: WebSocket, session: WebSession, place: int) -> None:
    """Send the messages of the session from a place in the log on.

    Close the connection if the client reads too slowly.
    """
    with suppress(*GONE):
        async for line in session.read(place):
            await socket.send_text(line)
        await socket.close(1013)


def _parse_seen(message: str) -> Mapping[str, int]:
    """The numbers that a resuming page has seen, by request; empty if it does not send them."""
    try:
        given = parse(message)
        given.pop("type", None)
        return read(Resume, given).seen
    except AdversarioError:
        return {}
