"""The application: the page, its files, and the WebSocket for everything else."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from html import escape
from pathlib import Path

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, Response
from starlette.routing import Route, WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from adversario.base.catalogue import preferred_language, text
from adversario.web.access import AccessPolicy, Guard
from adversario.web.manual import PICTURES, find
from adversario.web.manual_page import write_page
from adversario.web.scheduler import Scheduler
from adversario.web.session import WebSession
from adversario.web.wire import dump

STATIC = Path(__file__).parent / "static"

KEPT_SECONDS = 60.0
"""How long a session without a connection is kept."""

MOST_SESSIONS = 128

RESUME_SECONDS = 10.0
"""The most seconds from the connection of a page to its message about what it has seen."""

CLOSING_SECONDS = 1.0
"""The most seconds that a connection may take to be closed when another one replaces it."""

GONE = (WebSocketDisconnect, RuntimeError)
"""Raised when a connection is used after the client has closed it."""


class Server:
    """The sessions, and the workers that serve them."""

    def __init__(
        self, policy: AccessPolicy, own: Path | None = None, *, static: Path = STATIC,
        workers: int | None = None, kept: float = KEPT_SECONDS, warms: bool = True,
        course: Path | None = None, engines: Sequence[str] = (),
    ) -> None:  # fmt: skip
        self.policy, self.static, self.kept = policy, static, kept
        self.scheduler = Scheduler(own, workers, warms=warms, course=course, engines=engines)
        self.sessions: dict[str, WebSession] = {}
        self._connected: dict[str, WebSocket] = {}
        self._ends: dict[str, asyncio.TimerHandle] = {}  # of the sessions without a connection

    def app(self) -> Guard:
        """The application that uvicorn runs."""
        pages = Starlette(
            routes=[
                Route("/", self.page),
                WebSocketRoute("/ws", self.talk),
                Route("/manual/{path:path}", self.documentation),
                Route("/{path:path}", self.file),
            ],
            lifespan=self._lifespan,
        )
        return Guard(pages, self.policy)

    @asynccontextmanager
    async def _lifespan(self, _: Starlette) -> AsyncIterator[None]:
        for pool in self.scheduler.pools:
            pool.open()
        yield
        for end in self._ends.values():
            end.cancel()
        for pool in self.scheduler.pools:
            await pool.close()

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
        try:
            found = (self.static / path).resolve()
            exists = found.is_relative_to(self.static.resolve()) and found.is_file()
        except (OSError, ValueError):  # a name that no file can have
            exists = False
        if not exists:
            raise HTTPException(404)
        named_by_content = path.startswith("assets/")
        cache = "public, max-age=31536000, immutable" if named_by_content else "no-cache"
        return FileResponse(found, headers={"cache-control": cache})

    async def documentation(self, request: Request) -> Response:
        """A page or a picture of the manual."""
        path = request.path_params["path"]
        file = find(path)
        if file is None:
            raise HTTPException(404)
        if file.suffix in PICTURES:
            return FileResponse(file, headers={"cache-control": "no-cache"})
        return HTMLResponse(write_page(path, file), headers={"cache-control": "no-cache"})

    # The WebSocket.

    async def talk(self, socket: WebSocket) -> None:
        """Serve one connection, of a new session or of one whose connection was lost."""
        query = socket.query_params
        if not self.policy.is_own_page(socket.headers) or not self.policy.admits(
            query.get("token", "")
        ):
            await socket.close(1008)
            return
        wanted = query.get("session")
        session = self.sessions.get(wanted or "")
        if session is None and len(self.sessions) >= MOST_SESSIONS:
            await socket.close(1013)
            return
        await socket.accept()
        with suppress(*GONE, TimeoutError):
            if session is not None:
                await self._resume(socket, session)
            else:
                await self._begin(socket, expired=wanted is not None)

    async def _begin(self, socket: WebSocket, *, expired: bool) -> None:
        """Serve a new session; `expired` if the page asked for one that is no longer kept."""
        session = WebSession(self.scheduler)
        self.sessions[session.id] = session
        with self._connection(socket, session):
            if expired:
                await socket.send_text(dump({"type": "expired"}))
            await _exchange_messages(socket, session, session.end)

    async def _resume(self, socket: WebSocket, session: WebSession) -> None:
        """Serve a session whose connection was lost: first send what the page has missed."""
        before = self._connected.get(session.id)
        with self._connection(socket, session):
            if before is not None:
                with suppress(*GONE, TimeoutError):
                    await asyncio.wait_for(before.close(4000), CLOSING_SECONDS)
            first = await asyncio.wait_for(_receive_text(socket), RESUME_SECONDS)
            place, missed = session.end, session.resume(first)
            for message in missed:
                await socket.send_text(message)
            await _exchange_messages(socket, session, place)

    @contextmanager
    def _connection(self, socket: WebSocket, session: WebSession) -> Iterator[None]:
        """The session has this connection; when it is lost, the session is kept for a while."""
        self._connected[session.id] = socket
        if end := self._ends.pop(session.id, None):
            end.cancel()
        try:
            yield
        finally:
            if self._connected.get(session.id) is socket:  # no newer one has taken its place
                del self._connected[session.id]
                loop = asyncio.get_running_loop()
                self._ends[session.id] = loop.call_later(self.kept, self._drop, session)

    def _drop(self, session: WebSession) -> None:
        """Drop a session that was not resumed in time."""
        del self._ends[session.id], self.sessions[session.id]
        session.abandon()


async def _exchange_messages(socket: WebSocket, session: WebSession, place: int) -> None:
    """Send the log from a place on and receive messages, until the connection is lost."""
    speaking = asyncio.create_task(_send_log(socket, session, place))
    try:
        while True:
            session.receive(await _receive_text(socket))
    finally:
        speaking.cancel()


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
