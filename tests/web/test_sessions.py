"""A live server: streams, stops, crashes, lost connections, hostile messages."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from adversario.web import session as sessions
from adversario.web.handlers.hello import SHOWN
from adversario.web.limits import LIMITS
from adversario.web.protocol import EXCHANGES
from adversario.web.scheduler import Scheduler
from tests.web.pages import Page, RefusedError, Running, running, settled

ENDLESS: dict[str, Any] = {"game": "Counting", "algorithm": "mcts", "time": LIMITS.seconds}
"""A search that ends only if it is stopped, and reports four times a second."""


async def code_of(page: Page, kind: str, **fields: Any) -> str:
    with pytest.raises(RefusedError) as refused:
        await page.ask(kind, **fields)
    assert str(refused.value)
    return str(refused.value.code)


def test_a_page_says_hello_in_its_language(server: Running) -> None:
    async def check() -> None:
        async with server.page() as page:
            english, spanish = await page.ask("hello"), await page.ask("hello", lang="es")
            assert english["session"] == spanish["session"]
            titles = {each["name"]: each["title"] for each in spanish["games"]}
            assert titles["tictactoe"] == "Tres en raya"
            assert titles["Counting"] == "Counting"
            texts = await page.ask("texts")  # the language stays
            assert texts["lang"] == "es"
            assert all(key.startswith(SHOWN) for key in texts["texts"])
            assert texts["texts"]["web.stopped"].startswith("Detenida")

    settled(check())


def test_a_game_is_played_to_its_end(server: Running) -> None:
    async def check() -> None:
        async with server.page() as page:
            view, moves = await page.ask("view", game="tictactoe"), list[str]()
            while not view["terminal"]:
                place = {"game": "tictactoe", "moves": moves}
                moved = await page.ask("move", player="random", seed=len(moves), **place)
                assert moved["action"] in [each["name"] for each in view["actions"]]
                moves = [*moves, moved["action"]]
                view = await page.ask("view", game="tictactoe", moves=moves)
            assert view["moves"] == moves
            assert view["outcome"]
            assert await code_of(page, "view", game="tictactoe", moves=[*moves, "4"]) == "input"

    settled(check())


def test_a_search_reports_and_stops(server: Running) -> None:
    async def check() -> None:
        async with server.page() as page:
            number = await page.send("analyse", **ENDLESS)
            while len(page.updates[number]) < 2:
                await page.message()
            before = page.updates[number][-1]
            await page.cancel(number)
            await page.cancel(number)
            result = await page.answer(number)
            # Four reports a second: a stop that took half a second would let two more pass.
            assert len(page.updates[number]) <= 2 + 1
            assert result["nodes"] >= before["nodes"] > 0
            assert result["action"] in "abcd"

    settled(check())


def test_news_that_replace_each_other_are_no_flood(server: Running) -> None:
    """A report for every depth from 1 on: those of the first milliseconds are one."""

    async def check() -> None:
        async with server.page() as page:
            number = await page.send("analyse", game="Counting", algorithm="alphabeta", depth=6)
            result = await page.answer(number)
            assert result["depth"] == 6
            depths = [update["depth"] for update in page.updates[number]]
            assert depths == sorted(set(depths))
            assert len(depths) < 6

    settled(check())


def test_what_waits_can_be_stopped_and_too_much_is_refused(server: Running) -> None:
    async def check() -> None:
        async with server.page() as page:
            numbers = [await page.send("analyse", **ENDLESS) for _ in range(LIMITS.requests)]
            assert await code_of(page, "view", game="nim") == "busy"
            for number in reversed(numbers):
                await page.cancel(number)
            ends = []
            while page.seen:
                message = await page.message()
                ends += [message.get("code", "result")] if message["type"] != "update" else []
            assert set(ends) <= {"result", "stopped"}
            assert ends.count("stopped") >= LIMITS.requests - len(
                server.server.scheduler.search.workers
            )
            assert (await page.ask("view", game="nim"))["player"] == 0

    settled(check())


def test_a_worker_that_is_killed_is_replaced_and_the_page_told(server: Running) -> None:
    async def check() -> None:
        async with server.page() as page:
            assert await code_of(page, "view", game="Fatal", moves=["b"]) == "crashed"
            for _ in range(4):
                assert (await page.ask("view", game="Fatal", moves=["a"]))["position"] == "a"
            number = await page.send("analyse", **ENDLESS)
            while not page.updates[number]:
                await page.message()
            killed = list(server.server.scheduler.search.workers)
            for worker in killed:
                worker.process.kill()
            with pytest.raises(RefusedError) as refused:
                await page.answer(number)
            assert refused.value.code == "crashed"
            # On a busy machine an idle one may live on for a while, and be given the next job.
            while any(worker.process.returncode is None for worker in killed):
                await asyncio.sleep(0.01)
            for _ in range(3):
                found = await page.ask("analyse", game="Counting", algorithm="minimax", depth=2)
                assert found["depth"] == 2

    settled(check())


def test_a_worker_that_is_stuck_is_ended(server: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "seconds_of", lambda kind, request: 0.5)

    async def check() -> None:
        async with server.page() as page:
            assert await code_of(page, "view", game="Stuck", moves=["a"]) == "time"

    settled(check())


def test_faults_of_own_games_are_told_with_their_place(server: Running) -> None:
    async def check() -> None:
        async with server.page() as page:
            with pytest.raises(RefusedError, match=r"own\.py.*KeyError") as refused:
                await page.ask("view", game="Broken", moves=["b"])
            assert refused.value.code == "input"
            assert await code_of(page, "view", game="Greedy", moves=["a"]) in ("input", "limit")
            loud = await page.ask("view", game="Loud", moves=["a", "b"])
            assert loud["position"] == "ab"

    settled(check())


def test_a_lost_connection_resumes_where_it_was(server: Running) -> None:
    async def check() -> None:
        page = server.page()
        await page.connect()
        page.session = (await page.ask("hello"))["session"]
        number = await page.send("analyse", **ENDLESS)
        while len(page.updates[number]) < 2:
            await page.message()
        page.socket.transport.abort()
        await asyncio.sleep(0.7)  # some reports are missed
        await page.resume()
        while len(page.updates[number]) < 6:  # without a gap: the page checks every number
            await page.message()
        await page.cancel(number)
        assert (await page.answer(number))["nodes"] > 0
        await page.socket.close()

    settled(check())


def test_an_answer_that_came_in_between_is_not_lost(server: Running) -> None:
    async def check() -> None:
        page = server.page()
        await page.connect()
        page.session = (await page.ask("hello"))["session"]
        number = await page.send("view", game="nim", moves=["a1"])
        session = server.server.sessions[page.session]
        while session.last < number or session.jobs:
            await asyncio.sleep(0.01)
        page.socket.transport.abort()
        page.last += 1
        page.seen[page.last] = -1  # sent, but it never arrived
        await page.resume()
        assert (await page.answer(number))["position"] == "2-4-5 2"
        assert (await page.message()) == {"type": "resend", "ids": [page.last]}
        await page.socket.close()

    settled(check())


def test_a_session_that_is_forgotten_begins_anew(server: Running) -> None:
    async def check() -> None:
        page = server.page("no-such-session")
        await page.resume()
        assert (await page.message())["type"] == "expired"
        assert (await page.ask("hello"))["session"] != "no-such-session"
        await page.socket.close()

    settled(check())


def test_a_session_left_alone_ends_its_searches(static: Path) -> None:
    async def check(run: Running) -> None:
        page = run.page()
        await page.connect()
        number = await page.send("analyse", **ENDLESS)
        while not page.updates[number]:
            await page.message()
        (session,) = run.server.sessions.values()
        await page.socket.close()
        while session.jobs or run.server.sessions:
            await asyncio.sleep(0.01)

    with running(static, workers=1, kept=0.1) as run:
        settled(check(run))


def test_a_game_is_compiled_apart_while_it_is_played(static: Path) -> None:
    """A game that cannot be compiled is soon done with; until then players do without."""

    async def check(run: Running) -> None:
        async with run.page() as page:
            level = {"game": "Counting", "player": "level:10", "seed": 1}
            assert (await page.ask("move", **level))["action"] in "abcd"
            (warming,) = run.server.scheduler.warming.values()
            while not warming.done():
                await asyncio.sleep(0.01)
            assert len(run.server.scheduler.warm.workers) == 1
            assert (await page.ask("move", **level))["action"] in "abcd"
            assert len(run.server.scheduler.warming) == 1
            assert await code_of(page, "view", game="nobody") == "input"
            assert (await page.ask("view", game="Counting"))["position"] == "-"

    with running(static, workers=1, warms=True) as run:
        settled(check(run))


HOSTILE = [
    "",
    "null",
    "[]",
    "{}",
    "[" * 50_000,
    '{"type": "view"}',
    '{"id": "1", "type": "view"}',
    '{"id": 1e400, "type": "view"}',
    '{"id": 9007199254740993, "type": "view", "game": "nim"}',
    '{"type": "cancel"}',
    '{"type": "cancel", "id": {}}',
    '{"type": "resume", "seen": 3}',
    '{"id": 1, "type": "__init__"}',
    '{"id": 2, "type": ["view"]}',
    '{"id": 3, "type": "view", "game": "nim", "lang": "xx"}',
    '{"id": 4, "type": "view", "game": "nim", "options": {"heaps": "9999999999999999999999"}}',
    '{"id": 5, "type": "view", "game": "nim", "options": {"heaps": "1000000000"}}',
    '{"id": 6, "type": "view", "game": "octal", "options": {"code": "__import__(\'os\')"}}',
    '{"id": 7, "type": "view", "game": "nim", "options": {"heaps=3,misere": "yes"}}',
    '{"id": 8, "type": "move", "game": "nim", "player": "alphabeta:evaluate=tests/web/own.py:x"}',
    '{"id": 9, "type": "move", "game": "nim", "player": "tests/web/own.py:Fatal"}',
    '{"id": 10, "type": "view", "game": "tests/web/own.py"}',
    '{"id": 11, "type": "view", "game": "nim", "position": "\\ud800"}',
    '{"id": 12, "type": "search", "tree": "' + "(" * 20_000 + '"}',
    '{"id": 13, "type": "search", "game": "gomoku"}',
    '{"id": 14, "type": "search", "game": "tictactoe", "algorithm": "__class__"}',
    '{"id": 15, "type": "analyse", "game": "nim", "time": -1}',
    '{"id": 16, "type": "analyse", "game": "nim", "time": 1e9}',
    '{"id": 17, "type": "exercise", "topic": "minimax", "seed": 1, "depth": 60, "branching": 60}',
    '{"id": 18, "type": "map", "game": "tictactoe", "player": -1}',
    '{"id": 19, "type": "map", "game": "tictactoe", "player": 99}',
    '{"id": 20, "type": "tree.export", "text": "(1, 2)", "format": "exe"}',
    '{"id": 21, "type": "tree.export", "text": "{\\"a\\": 1}", "format": "json"}',
    '{"id": 22, "type": "compare", "tree": "(1, 2)", "algorithms": ["os.system"]}',
    '{"id": 23, "type": "growth"}',
    '{"id": 24, "type": "exercise.grade", "topic": "maxn", "seed": 1, "answer": "'
    + "(" * 999
    + '"}',
]


def test_hostile_messages_get_an_answer_and_the_session_goes_on(server: Running) -> None:
    """Each is refused, or answered with an error, or, where it is only odd, with a result."""

    async def check() -> None:
        async with server.page() as page:
            for message in HOSTILE:
                await page.raw(message)
                if '"cancel", ' not in message and '"resume"' not in message:
                    answer = json.loads(await page.socket.recv())
                    assert answer["type"] in ("refused", "error", "result"), message
                    if answer["type"] != "result":
                        assert answer["code"] in ("message", "input", "tree", "limit"), message
                        assert answer["message"]
            await page.raw(b"\x00\xff")
            assert json.loads(await page.socket.recv())["type"] == "refused"
            page.last = 2**53
        async with server.page() as page:
            assert (await page.ask("view", game="nim"))["position"] == "3-4-5 1"

    settled(check())


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 70) | st.floats() | st.text(max_size=8)
    | st.sampled_from(["tictactoe", "nim", "Counting", "(1, 2)", "minimax", "random", "4", "a"]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=4), inner),
    max_leaves=5,
)  # fmt: skip
FIELDS = sorted(
    {
        name
        for exchange in EXCHANGES.values()
        for name in exchange.request.__dataclass_fields__  # type: ignore[attr-defined]
    }
)


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    st.lists(
        st.fixed_dictionaries(
            {"type": st.sampled_from([*EXCHANGES, "cancel", "resume", "nonsense"])},
            optional=dict.fromkeys(["lang", *FIELDS], VALUES),
        ).filter(lambda message: message.get("time") is None),
        max_size=5,
    ),
    st.text(max_size=20),
)
def test_fuzzed_messages_leave_the_server_serving(
    server: Running, messages: list[dict[str, Any]], junk: str
) -> None:
    async def check() -> None:
        async with server.page() as page:
            await page.raw(junk)
            for message in messages:
                page.last += 1
                page.seen[page.last], page.updates[page.last] = -1, []
                await page.raw(json.dumps({**message, "id": page.last}))
                await page.cancel(page.last)
            number = await page.send("view", game="nim")
            assert (await page.answer(number))["position"] == "3-4-5 1"

    settled(check())


def test_what_is_kept_of_a_session_has_bounds(monkeypatch: pytest.MonkeyPatch) -> None:
    async def check() -> None:
        session = sessions.WebSession(Scheduler(None, 1, warms=False))
        monkeypatch.setattr(sessions, "MOST_KEPT", 10)
        reader = session.read(session.end)
        for number in range(25):
            session.post(number, 0, f'"{number}"')
        assert [entry.id for entry in session.log] == list(range(15, 25))
        assert [text async for text in reader] == []  # too slow: it has missed what is gone
        monkeypatch.setattr(sessions, "MOST_BYTES", 30)
        session.post(25, 0, "x" * 25)
        assert [entry.id for entry in session.log] == [24, 25]
        session.last = 25
        assert session.missed({25: -1}) == ["x" * 25]
        (lost,) = session.missed({3: 4})
        assert json.loads(lost)["type"] == "error"
        assert json.loads(lost)["seq"] == 5

    settled(check())
