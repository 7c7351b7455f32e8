"""A connection by HTTP, with a limit on how long a request may take to arrive."""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from adversario.web.access import HEADERS

REQUEST_SECONDS = 10.0
"""The most seconds from the first byte of a request, or from the connection, to its last byte."""

MOST_CONNECTIONS = 512
"""Further connections are closed at once, before the process runs out of descriptors."""


class HttpConnection(H11Protocol):
    """Uvicorn's connection, which would wait for the rest of a request for ever."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Expect a request."""
        super().connection_made(transport)
        if len(self.connections) > MOST_CONNECTIONS:
            transport.abort()
        else:
            self._expect_request()

    def data_received(self, data: bytes) -> None:
        """Stop the clock if the request is complete, or start it if another one has begun."""
        super().data_received(data)
        if self.transport.get_protocol() is not self:  # it is a WebSocket now
            return
        cycle: Any = self.cycle  # None before the first request
        if cycle is None or cycle.response_complete:
            self._expect_request()
        elif not cycle.more_body:
            self._stop_clock()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the clock."""
        self._stop_clock()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Stop the clock: a WebSocket has others."""
        self._stop_clock()
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:
        """Refuse what is not HTTP, with the headers of all other pages."""
        if self.conn.our_state not in (h11.IDLE, h11.SEND_RESPONSE):  # within another response
            self.transport.abort()
            return
        headers = [("content-type", "text/plain; charset=utf-8"), ("connection", "close")]
        response = h11.Response(status_code=400, headers=[*headers, *HEADERS.items()])
        for part in (response, h11.Data(data=msg.encode("ascii")), h11.EndOfMessage()):
            self.transport.write(self.conn.send(part) or b"")
        self.transport.close()

    def _expect_request(self) -> None:
        if self._deadline is None:
            self._deadline = self.loop.call_later(REQUEST_SECONDS, self.transport.abort)

    def _stop_clock(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
