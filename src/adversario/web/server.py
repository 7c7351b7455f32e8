"""Running the application: the socket, the browser, and a clean shutdown."""

from __future__ import annotations

import errno
import os
import socket
import sys
import webbrowser
from collections.abc import Callable, Sequence
from contextlib import suppress
from pathlib import Path

import uvicorn
from starlette.types import ASGIApp

from adversario.base.catalogue import LANGUAGES
from adversario.base.errors import InputError
from adversario.course.course import Course
from adversario.web.access import AccessPolicy
from adversario.web.app import STATIC, Server
from adversario.web.connection import HttpConnection
from adversario.web.limits import LIMITS

LONGEST_FRAME = 16 * LIMITS.message_bytes
"""Longer frames close the connection; those between the limit and this are refused with an
error.
"""

FIRST_PORT, PORTS = 8000, 20
"""Where a server listens if no port is named: the first free one of this number."""

PING_SECONDS = 20.0
"""A WebSocket is asked whether it is still there after this time, and closed if it does not answer
within the same time. An answer cannot come within a frame, so unfinished frames end there too.
"""


class TakenPortError(InputError):
    """Another program listens there."""


def serve(
    own: Path | None,
    *,
    host: str,
    port: int | None,
    ready: Callable[[str, int], None],
    browser: bool,
    course: Path | None = None,
    engines: Sequence[str] = (),
) -> None:
    """Serve until interrupted, on the port, or on the first free one from `FIRST_PORT` on.

    `ready` is called with the address and the port once the server listens. Raises InputError if
    the address is not available, if the pages were never built, or if a page of the course is
    broken.
    """
    if not (STATIC / "index.html").is_file():
        raise InputError("web.no_bundle")
    if course is not None:
        check_course(course)
    config = configure(Server(AccessPolicy(host), own, course=course, engines=engines).app())
    with listen_nearby(host) if port is None else listen(host, port) as listening:
        found: int = listening.getsockname()[1]
        address = _address(host, found)
        ready(address, found)
        if browser and has_screen():
            webbrowser.open(address)
        uvicorn.Server(config).run(sockets=[listening])


def check_course(folder: Path) -> None:
    """Raise InputError, with file and line, if a page of a course is broken."""
    for lang in LANGUAGES:
        Course(folder).pages(lang)


def configure(app: ASGIApp) -> uvicorn.Config:
    """The configuration of uvicorn."""
    return uvicorn.Config(
        app, log_level="warning", http=HttpConnection, ws="websockets-sansio",
        ws_max_size=LONGEST_FRAME, ws_per_message_deflate=False, ws_ping_interval=PING_SECONDS,
        ws_ping_timeout=PING_SECONDS, server_header=False, timeout_graceful_shutdown=1,
    )  # fmt: skip


def listen_nearby(host: str) -> socket.socket:
    """A socket bound to the first free port; raises InputError if there is none."""
    *ports, last = range(FIRST_PORT, FIRST_PORT + PORTS)
    for port in ports:
        with suppress(TakenPortError):
            return listen(host, port)
    return listen(host, last)


def listen(host: str, port: int) -> socket.socket:
    """A socket bound to the address; raises InputError if the address is not available."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    # On Windows, SO_REUSEADDR would share the port with another server.
    if sys.platform == "win32":
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_EXCLUSIVEADDRUSE, 1)
    else:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((host, port))
        listening.listen(128)
    except (OSError, OverflowError) as error:
        listening.close()
        taken = isinstance(error, OSError) and error.errno == errno.EADDRINUSE
        if taken:
            raise TakenPortError("web.port_taken", host=host, port=port) from None
        raise InputError("web.port", host=host, port=port, problem=error) from None
    return listening


def _address(host: str, port: int) -> str:
    """The URL to open in a browser on this machine."""
    name = {"0.0.0.0": "127.0.0.1", "::": "[::1]"}.get(host, f"[{host}]" if ":" in host else host)
    return f"http://{name}:{port}/"


def has_screen() -> bool:
    """Whether a browser can be shown here."""
    if sys.platform in ("win32", "darwin"):
        return True
    return bool(os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY"))
