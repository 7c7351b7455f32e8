"""Access control: which hosts, origins and clients the server accepts, and what its pages may do.

The server is for the user of this machine. Pages of other sites in the same browser must not reach
it, not even through a host name that resolves to it (DNS rebinding). Therefore the Host must be one
of this server's, the Origin of a WebSocket must be the page itself, and the client must know a
token that only the page has.
"""

from __future__ import annotations

import re
import secrets
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "font-src 'self'; connect-src 'self'; manifest-src 'self'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    ),
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "referrer-policy": "no-referrer",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
}

HOST = re.compile(r"(\[[0-9a-f:.%]+\]|[\w.-]+)(:\d*)?", re.ASCII | re.IGNORECASE)
"""A Host header: a name or an address, and perhaps a port. A user or a path are of other places."""

DENIAL = "websocket.http.response"
"""The extension of ASGI by which a WebSocket is refused with a response of one's own."""


@dataclass(frozen=True)
class AccessPolicy:
    """The names under which the server can be reached, and the token of this run."""

    host: str
    token: str = field(default_factory=lambda: secrets.token_urlsafe(24))

    def knows(self, host: str) -> bool:
        """Whether a Host header names this server.

        On a loopback address only the loopback names are accepted; on another address also that
        address; on the wildcard address any address, but never another name, which a third party
        could point here.
        """
        name = _name(host)
        if name is None:
            return False
        if name in ("localhost", self.host.strip("[]").lower()):
            return True
        try:
            address = ip_address(name)
        except ValueError:
            return False
        return address.is_loopback or self.host in ("0.0.0.0", "::")

    def is_own_page(self, headers: Mapping[str, str]) -> bool:
        """Whether the Origin of a request is the page that this server serves."""
        try:
            origin = urlsplit(headers.get("origin", ""))
        except ValueError:
            return False
        return origin.scheme in ("http", "https") and origin.netloc == headers.get("host", "")

    def admits(self, token: str) -> bool:
        """Whether a token is that of this run."""
        return secrets.compare_digest(token.encode(), self.token.encode())


def _name(host: str) -> str | None:
    """The name or address of a Host header, without its port; None if it is not just these."""
    if not HOST.fullmatch(host):
        return None
    try:
        return urlsplit(f"//{host}").hostname
    except ValueError:
        return None


class Guard:
    """An application that refuses other hosts and adds the security headers to another one.

    It is outermost, so that error pages have the headers too.
    """

    def __init__(self, app: ASGIApp, policy: AccessPolicy) -> None:
        self.app, self.policy = app, policy

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Forward the request, or refuse it."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        if not self.policy.knows(Headers(scope=scope).get("host", "")):
            await self._refuse(scope, receive, send)
            return
        await self.app(scope, receive, _with_headers(scope, send))

    @staticmethod
    async def _refuse(scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            await _with_headers(scope, send)({"type": "websocket.close", "code": 1008})
        else:
            await PlainTextResponse("421", 421, HEADERS)(scope, receive, send)


def _with_headers(scope: Scope, send: Send) -> Callable[[Message], Awaitable[None]]:
    """`send`, with the headers added to responses, also to those that refuse a WebSocket."""
    is_open, can_deny = False, DENIAL in scope.get("extensions", {})

    async def send_with_headers(message: Message) -> None:
        nonlocal is_open
        is_open = is_open or message["type"] == "websocket.accept"
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers[name] = value
        elif message["type"] == "websocket.close" and not is_open and can_deny:
            encoded = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
            await send({"type": f"{DENIAL}.start", "status": 403, "headers": encoded})
            message = {"type": f"{DENIAL}.body", "body": b""}
        await send(message)

    return send_with_headers
