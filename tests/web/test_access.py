"""Who is let in, and what pages may do."""

from __future__ import annotations

import socket
from contextlib import suppress
from pathlib import Path
from time import sleep

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from adversario.web import connection
from adversario.web import server as web_server
from adversario.web.access import HEADERS, AccessPolicy
from adversario.web.limits import LIMITS
from tests.web.pages import Running, running, settled


@pytest.mark.parametrize(
    ("bound", "host", "known"),
    [
        ("127.0.0.1", "127.0.0.1:8000", True),
        ("127.0.0.1", "localhost:8000", True),
        ("127.0.0.1", "LOCALHOST", True),
        ("127.0.0.1", "[::1]:8000", True),
        ("127.0.0.1", "", False),
        ("127.0.0.1", "evil.example", False),
        ("127.0.0.1", "127.0.0.1.evil.example:8000", False),
        ("127.0.0.1", "localhost.evil.example", False),
        ("127.0.0.1", "evil.example@127.0.0.1.x", False),
        ("127.0.0.1", "evil.example@127.0.0.1", False),
        ("127.0.0.1", "evil.example:80@localhost:8000", False),
        ("127.0.0.1", "localhost/evil.example", False),
        ("127.0.0.1", "localhost?evil.example", False),
        ("127.0.0.1", "localhost#", False),
        ("127.0.0.1", " localhost", False),
        ("127.0.0.1", "localhost:port", False),
        ("::1", "[::1]:8000", True),
        ("127.0.0.1", "192.168.1.4:8000", False),
        ("127.0.0.1", "[::1", False),
        ("192.168.1.4", "192.168.1.4:8000", True),
        ("192.168.1.4", "192.168.1.5:8000", False),
        ("lab.example", "lab.example", True),
        ("0.0.0.0", "192.168.1.5:8000", True),
        ("0.0.0.0", "evil.example", False),
    ],
)
def test_only_names_that_nobody_else_can_give_are_known(bound: str, host: str, known: bool) -> None:
    assert AccessPolicy(bound).knows(host) is known


def test_every_run_has_a_token_of_its_own() -> None:
    one, other = AccessPolicy("127.0.0.1"), AccessPolicy("127.0.0.1")
    assert one.admits(one.token)
    assert not one.admits(other.token)
    assert not one.admits("")
    assert not one.admits("é")


def test_the_page_has_the_token_and_may_do_little(server: Running) -> None:
    answer = server.get("/")
    assert answer.status == 200
    assert server.server.policy.token in answer.body.decode()
    policy = answer.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "http" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["cache-control"] == "no-store"
    assert "access-control-allow-origin" not in answer.headers


def test_files_of_the_bundle_are_served_and_no_others(server: Running, static: Path) -> None:
    (static.parent / "secret.txt").write_text("secret")
    assert server.get("/assets/index-1.js").body == b"1;"
    assert "immutable" in server.get("/assets/index-1.js").headers["cache-control"]
    assert server.get("/explore").status == 200  # a place within the page
    for path in (
        "/secret.txt",
        "/../secret.txt",
        "/%2e%2e/secret.txt",
        "/assets/..%2f..%2fsecret.txt",
        "//etc/passwd.txt",
        "/assets/",
        "/nothing.js",
    ):
        answer = server.get(path)
        assert b"secret" not in answer.body
        assert answer.status == (200 if path == "/assets/" else 404), path
        assert "content-security-policy" in answer.headers


def test_other_hosts_are_sent_away(server: Running) -> None:
    answer = server.get("/", Host="evil.example")
    assert answer.status == 421
    assert server.server.policy.token.encode() not in answer.body


CSP = "content-security-policy"


async def _refused(server: Running, token: str | None, origin: str | None, host: str = "") -> bool:
    query = "" if token is None else f"?token={token}"
    headers = {"Host": host} if host else {}
    try:
        async with connect(
            f"ws://{server.host}/ws{query}",
            origin=origin,  # type: ignore[arg-type]
            additional_headers=headers,
        ):
            return False
    except InvalidStatus as error:
        has_policy = error.response.headers.get(CSP) == HEADERS[CSP]
        return error.response.status_code == 403 and has_policy


def test_a_socket_needs_the_token_and_the_right_page(server: Running) -> None:
    token, own = server.server.policy.token, f"http://{server.host}"

    async def check() -> None:
        assert not await _refused(server, token, own)
        assert await _refused(server, "x" + token, own)
        assert await _refused(server, None, own)
        assert await _refused(server, token, None)
        assert await _refused(server, token, "http://evil.example")
        assert await _refused(server, token, f"http://127.0.0.1:{server.port + 1}")
        assert await _refused(server, token, "null")
        assert await _refused(server, token, f"http://localhost:{server.port}")

    settled(check())


def talk(server: Running, said: bytes, wait: float = 30.0) -> bytes:
    """What the server answers on a connection of its own, until it closes it."""
    answered = b""
    with socket.create_connection(("127.0.0.1", server.port)) as connection:
        connection.settimeout(wait)
        connection.sendall(said)
        with suppress(ConnectionResetError):
            while part := connection.recv(65536):
                answered += part
    return answered


@pytest.mark.parametrize(
    "path",
    [
        "/%00.js",
        f"/{'a' * 300}.js",
        f"/{'a/' * 3000}b.js",
        "/%ff%fe.js",
        "/%ED%A0%80.js",
        "/..%00/x.js",
        "/con.js",
        "//[.js",
        "/%5b::.js",
        "/?%00.js",
    ],
)
def test_no_path_is_an_error_of_the_server(server: Running, path: str) -> None:
    answer = server.get(path)
    assert answer.status in (200, 404), path
    for name, value in HEADERS.items():
        assert answer.headers[name] == value


@pytest.mark.parametrize("host", ["[", "[::1", "127.0.0.1:99999999", "é", "a" * 5000, "::", "%00"])
def test_no_host_is_an_error_of_the_server(server: Running, host: str) -> None:
    request = f"GET / HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\n\r\n"
    answered = talk(server, request.encode("latin-1"))
    assert answered.split()[1] in (b"200", b"400", b"421")
    assert b"content-security-policy" in answered.lower()


@pytest.mark.parametrize(
    "said", [b"nonsense\r\n\r\n", b"GET / HTTP/1.1\r\n\r\n", b"GET \0 HTTP/1.1\r\nHost: x\r\n\r\n"]
)
def test_what_is_not_http_is_refused_with_the_same_headers(server: Running, said: bytes) -> None:
    answered = talk(server, said)
    assert answered.startswith(b"HTTP/1.1 400 ")
    for name in HEADERS:
        assert name.encode() in answered.lower()


def test_a_fault_of_the_server_has_the_same_headers(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(server.server, "static", None)
    answer = server.get("/")
    assert answer.status == 500
    assert "content-security-policy" in answer.headers


@pytest.mark.parametrize("origin", ["http://[", "http://[::1", "http://]/", "://", "http://", ""])
def test_an_odd_origin_is_refused(server: Running, origin: str) -> None:
    assert settled(_refused(server, server.server.policy.token, origin))


@pytest.mark.parametrize(
    "half",
    [
        b"",
        b"GET / HT",
        b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n",
        b"POST / HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: 100\r\n\r\nhalf",
        b"GET /nothing.js HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nGET / HTTP/1.1\r\nHost",
    ],
)
def test_half_a_request_is_dropped(
    server: Running, half: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "REQUEST_SECONDS", 0.3)
    talk(server, half, 10.0)  # which ends by the server's closing it, and not by the timeout


def test_bytes_that_trickle_in_do_not_extend_the_time(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "REQUEST_SECONDS", 0.5)

    def trickle() -> None:
        with socket.create_connection(("127.0.0.1", server.port)) as slow:
            for _ in range(100):
                slow.sendall(b"G")
                sleep(0.1)

    with pytest.raises(ConnectionError):
        trickle()


def test_there_are_only_so_many_connections(
    server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connection, "MOST_CONNECTIONS", 0)
    assert talk(server, b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n") == b""


def test_a_frame_that_never_ends_ends_the_connection(
    static: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(web_server, "PING_SECONDS", 0.3)
    with running(static, workers=1) as run:
        handshake = (
            f"GET /ws?token={run.server.policy.token} HTTP/1.1\r\nHost: {run.host}\r\n"
            f"Origin: http://{run.host}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
            "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        )
        frame = b"\x81\xfe\x10\x00mask" + b"x" * 100  # a text of 4096 bytes, and 100 of them
        answered = talk(run, handshake.encode() + frame)
        assert answered.startswith(b"HTTP/1.1 101 ")


def test_messages_have_a_size(server: Running) -> None:
    async def check() -> None:
        async with server.page() as page:
            await page.raw(
                '{"id": 1, "type": "view", "game": "' + "x" * LIMITS.message_bytes + '"}'
            )
            refused = await page.message()
            assert (refused["type"], refused["code"]) == ("refused", "limit")
            assert (await page.ask("view", game="nim"))["position"] == "3-4-5 1"
            with suppress(ConnectionClosed):
                await page.raw("x" * 20 * LIMITS.message_bytes)
            with pytest.raises(ConnectionClosed):
                await page.message()
        async with server.page() as page:  # others are served all the same
            assert (await page.ask("view", game="nim"))["position"] == "3-4-5 1"

    settled(check())
