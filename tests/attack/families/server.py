"""Hosts, origins, paths, frames and half requests against a server that runs."""

from __future__ import annotations

import asyncio
import json
import socket
import sys
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path
from random import Random
from typing import Any

from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from tests.attack.child import Limits
from tests.attack.families.files import Samples
from tests.attack.families.protocol import make_frame
from tests.attack.outcome import Done, Kind
from tests.attack.workplace import Case, Workplace

PATHS = (
    "/", "/explore", "/%00.js", "/a%00b", "/" + "a" * 300 + ".js", "/" + "a" * 5000,
    "/../secret.txt",
    "/%2e%2e/secret.txt", "/..%2fsecret.txt", "/assets/../../secret.txt", "//etc/passwd",
    "/etc/passwd.js", "/%ff.js", "/\\..\\secret.txt", "/assets/", "/ws", "/?token=x", "/.js",
    "/..js",
    "/%", "/%zz.js", "/a.js?x=%00", "/é.js", "/assets/%2e%2e/%2e%2e/secret.txt", "/*",
    "/./secret.txt",
)  # fmt: skip
HOSTS = (
    "", "evil.example", "127.0.0.1.evil.example", "localhost.evil.example", "[::1", "[", "]", "@",
    "evil.example@127.0.0.1", "127.1", "0", "a" * 5000, "::1",
    "127.0.0.1, evil.example", "xn--", "192.168.1.4", "//127.0.0.1",
)  # fmt: skip
ORIGINS = (
    "", "null", "http://[", "http://]", "http://evil.example", "file://", "http://", "x",
    "http:///",
    "http://127.0.0.1", "https://evil.example:99999", "http://a b", "\\", "http://[::1", "//",
)  # fmt: skip
LINES = (
    "GET / HTTP/1.1\r\n", "GET /", "\0" * 50, "GET / HTTP/9.9\r\n\r\n", "POST /ws HTTP/1.1\r\n\r\n",
    "GET / HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n", "X" * 100_000,
    "GET / HTTP/1.1\r\n" + "A: b\r\n" * 5000,
    "GET /ws HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
    "GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\nzz",
)  # fmt: skip
SECRET = "a-secret-outside-of-the-bundle"


def make_case(samples: Samples, index: int, random: Random) -> Case:
    """A server, and many requests to it; then it must still serve."""
    plan = {
        "paths": random.sample(PATHS, 12), "hosts": random.sample(HOSTS, 8),
        "origins": random.sample(ORIGINS, 8), "lines": random.sample(LINES, 4),
        "frames": [make_frame(random, number) for number in range(1, 25)],
    }  # fmt: skip

    def perform(work: Workplace) -> None:
        work.write("static/index.html", '<!doctype html><meta name="token" content="__TOKEN__">')
        work.write("static/assets/index-1.js", "1;")
        work.write("secret.txt", SECRET)
        done = work.run(
            lambda: _attack(work.folder / "static", plan), limits=Limits(cpu=90), talks=True,
            starts_processes=True,
        )  # fmt: skip
        judge_server(work, done)

    return Case("server", "hosts, origins, paths, frames", perform)


def judge_server(work: Workplace, done: Done) -> None:
    """Report what the requests have noticed."""
    for line in done.out.splitlines():
        if line.startswith("FOUND "):
            work.report(Kind.PROTOCOL, line[6:306])
    if "SERVED" not in done.out:
        work.report(Kind.PROTOCOL, f"the server does not serve any more: {done.err[-300:]}")


# In the child.


def _attack(static: Path, plan: dict[str, list[str]]) -> None:
    from tests.web.pages import running, settled

    with running(static, workers=1) as server:
        for path in plan["paths"]:
            _try_path(server, path)
        for host in plan["hosts"]:
            answer = _say(
                server.port, f"GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
            )
            _check_answer(answer, f"Host {host[:60]!r}", refused=True)
        for origin in plan["origins"]:
            settled(_try_origin(server, origin))
        for line in plan["lines"]:
            _check_answer(_say(server.port, line), f"line {line[:40]!r}")
        settled(_try_frames(server, plan["frames"]))
        if server.get("/").status == 200:
            sys.stdout.write("SERVED\n")


def _found(words: str) -> None:
    sys.stdout.write(f"FOUND {words}\n".replace("\0", "\\0"))


def _try_path(server: Any, path: str) -> None:
    """Files outside of the bundle are not served, and every answer has its headers."""
    with suppress(HTTPException, ValueError, UnicodeError):  # http.client refuses some itself
        answer = server.get(path)
        if SECRET.encode() in answer.body or b"root:" in answer.body:
            _found(f"{path} is served")
        if answer.status >= 500:
            _found(f"{path[:60]}: {answer.status}")
        if "content-security-policy" not in answer.headers:
            _found(f"{path[:60]}: no content security policy")
        return
    _check_answer(
        _say(server.port, f"GET {path} HTTP/1.1\r\nHost: {server.host}\r\n\r\n"), path[:60]
    )


def _say(port: int, words: str) -> bytes:
    """What the server answers to raw bytes, within a second."""
    with socket.create_connection(("127.0.0.1", port), timeout=30) as line:
        line.settimeout(1.0)
        with suppress(OSError):
            line.sendall(words.encode("utf-8", "surrogateescape"))
            return line.recv(4096)
    return b""


def _check_answer(answer: bytes, what: str, *, refused: bool = False) -> None:
    status = answer.split(b" ")[1:2]
    if status and status[0].startswith(b"5"):
        _found(f"{what}: {answer[:60]!r}")
    if refused and status == [b"200"]:
        _found(f"{what} is accepted")
    if b"Traceback" in answer:
        _found(f"{what}: a traceback is sent")


async def _try_origin(server: Any, origin: str) -> None:
    """Pages of other sites get no connection."""
    token = server.server.policy.token
    try:
        async with connect(f"ws://{server.host}/ws?token={token}", origin=origin):  # type: ignore[arg-type]
            await asyncio.sleep(0)
        _found(f"origin {origin!r} is accepted")
    except (WebSocketException, OSError, ValueError) as error:
        if "HTTP 5" in str(error):
            _found(f"origin {origin!r}: {error}")


async def _try_frames(server: Any, frames: list[str]) -> None:
    """Whatever a page sends, it gets JSON back, and a good request is answered at last."""
    async with server.page() as page:
        for frame in frames:
            if not takes_long(frame):  # real work is for the cases of the workers
                await page.raw(frame.encode("utf-8", "replace").decode())
        await page.raw(b"\xff\xfe")
        await page.raw(json.dumps({"id": 2**52, "type": "view", "game": "tictactoe"}))
        for _ in range(200):
            message = json.loads(await asyncio.wait_for(page.socket.recv(), 120))
            if message.get("code") == "crashed":
                _found(f"crashed: {message}")
            if message.get("id") == 2**52:
                if message["type"] != "result":
                    _found(f"a good request is refused: {message}")
                return
        _found("a good request is not answered")


def takes_long(frame: str) -> bool:
    """Whether a frame may start a request that takes long."""
    return any(f'"{kind}"' in frame for kind in ("analyse", "map", "growth", "compare", "values"))
