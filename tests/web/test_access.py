"""Who is let in, and what pages may do."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidStatus

from adversario.web.access import AccessPolicy
from adversario.web.limits import LIMITS
from tests.web.pages import Running, settled


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
        return error.response.status_code in (403, 421)


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
