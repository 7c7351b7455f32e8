"""Fuzzed messages to the workers and sessions of the web server, made from the protocol's types."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Mapping
from dataclasses import fields
from io import StringIO
from random import Random
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

from adversario.games import GAMES
from adversario.web.handlers import OfferedGames
from adversario.web.limits import LIMITS, LimitError, check, seconds_of
from adversario.web.protocol import EXCHANGES
from adversario.web.session import WebSession
from adversario.web.wire import read
from adversario.web.worker import JobWorker
from tests.attack.child import Limits
from tests.attack.families.files import Samples
from tests.attack.mutate.json_values import RAW, change_values
from tests.attack.outcome import Done, Kind
from tests.attack.workplace import Case, Workplace

MESSAGES = 12
"""Messages of one case."""

SMALL = ("tictactoe", "nim", "mnk:rows=2", "pig", "(1,2)", "connect4", "gridworld", "negotiation")
TREE = "A(B(3, 12, 8), C:chance(1/3: 2, 2/3: 4), D(14, 5, 2))"
WORDS = (
    "", "x", "1", "-1", "0", "a" * 300, "é", "\ud800", "\0", "../../etc/passwd", "/etc/passwd",
    "evil.py", "evil.py:G", "level:3", "level:99", "random", "mcts", "mcts:nodes=9", "alphabeta",
    "alphabeta:depth=2", "minimax", "expectimax", "maxn", TREE, "(1,", "((1,2),(3,4))", "{" * 3000,
    '{"root": 5}', "9" * 5000, "1e999999999", "nan", "<script>", "--", "=", ":", "weights=x",
)  # fmt: skip


def make_case(samples: Samples, index: int, random: Random) -> Case:
    """Case `index`: messages to a worker, and raw frames to a session, in turn."""
    if index % 3:
        orders = [make_order(random, number) for number in range(MESSAGES)]

        def ask(work: Workplace) -> None:
            _judge(work, work.run(lambda: _answer_orders(orders), limits=_promised(orders)))

        kinds = sorted({order["type"] for order in orders})
        return Case("protocol", f"worker: {', '.join(kinds)}", ask)
    frames = [make_frame(random, number) for number in range(40)]

    def talk(work: Workplace) -> None:
        _judge(work, work.run(lambda: _receive_frames(frames)))

    return Case("protocol", "session: raw frames", talk)


# Messages.


def make_order(random: Random, number: int) -> dict[str, Any]:
    """An order to a worker as a session passes it on: well-formed, with odd values."""
    while True:
        kind = random.choice([each for each in EXCHANGES if each not in ("hello", "texts")])
        request = make_request(kind, random)
        try:
            check(read(EXCHANGES[kind].request, request))
        except (LimitError, ValueError):
            continue
        lang = random.choice(("en", "es"))
        return {"job": number, "type": kind, "lang": lang, "compiled": False, "request": request}


def make_request(kind: str, random: Random) -> dict[str, Any]:
    """The fields of a request, each as its type wants it, most of them left out."""
    form = EXCHANGES[kind].request
    hints = get_type_hints(form)
    found: dict[str, Any] = {}
    for each in fields(form):
        needed = each.name in ("game", "text", "topic", "seed", "format", "answer", "tree")
        if needed or random.random() < 0.3:
            found[each.name] = _value(each.name, hints[each.name], random)
    if "tree" in found and found.get("game") is not None:
        del found[random.choice(("tree", "game"))]
    if kind in ("move", "analyse", "values"):
        found["time"] = random.choice((0, 0.01, 0.02))
    if kind in ("growth", "compare", "search", "map", "analyse", "move"):
        found["depth"] = random.choice((1, 2, 2, 3))
    return found


def make_frame(random: Random, number: int) -> str:
    """A frame of text: a request with changes, another type, or no JSON at all."""
    what = random.randrange(6)
    if what == 0:
        return random.choice(("", "x", "{", "[]", "null", "1", '"a"', "NaN", *RAW))
    if what == 1:
        return json.dumps({"type": random.choice(("cancel", "resume", "x", "", None, 5, [])),
                           "id": number, "seen": {random.choice(WORDS): number}})  # fmt: skip
    kind = random.choice(list(EXCHANGES))
    message = {"id": number, "type": kind, "lang": "en", **make_request(kind, random)}
    if what < 4:
        return change_values(message, random)[1]
    if what == 4:
        return json.dumps(message)[: random.randrange(40)] + random.choice(WORDS)
    return json.dumps({**message, "game": "x" * (LIMITS.message_bytes + random.randrange(-99, 99))})


def _value(name: str, hint: Any, random: Random) -> Any:  # noqa: PLR0911 (a case each)
    """A value of that type, likely or not."""
    origin, arguments = get_origin(hint), get_args(hint)
    if origin in (Union, UnionType):
        (hint,) = (each for each in arguments if each is not NoneType)
        return None if random.random() < 0.2 else _value(name, hint, random)
    if origin is Literal:
        return random.choice(arguments)
    if origin is list:
        return [_value(name, arguments[0], random) for _ in range(random.choice((0, 1, 2, 9)))]
    if origin is Mapping:
        keys = ("size", "rows", "layout", "weights", "heaps", "width", *WORDS)
        return {random.choice(keys): _value(name, arguments[1], random) for _ in range(2)}
    if hint is bool:
        return random.random() < 0.5
    if hint is int:
        return random.choice((0, 1, 2, 3, 5, -1, 50, 2**31, 2**53, -(2**53)))
    if hint is float:
        return random.choice((0, 0.01, 0.5, -1.0, 1e-9))
    if name == "game":
        return random.choice(SMALL) if random.random() < 0.7 else random.choice((*GAMES, *WORDS))
    if name in ("tree", "text"):
        return random.choice((TREE, TREE, *WORDS))
    return random.choice(WORDS) if random.random() < 0.6 else str(random.randrange(9))


def _promised(orders: list[dict[str, Any]]) -> Limits:
    """The time in which a server answers the orders, or else kills its worker."""
    seconds = sum(
        seconds_of(order["type"], read(EXCHANGES[order["type"]].request, order["request"]))
        for order in orders
    )
    return Limits(cpu=int(seconds), wall=4 * seconds)


# In the child.


def _answer_orders(orders: list[dict[str, Any]]) -> None:
    """Have a worker run orders, and print what it answers."""
    worker = JobWorker(StringIO(), StringIO(), OfferedGames({}))
    for order in orders:
        number, word, answer = worker._run_job(order["job"], order)
        found = json.loads(answer)
        sys.stdout.write(f"{number} {word} {found.get('code', '') if word == 'error' else ''}\n")
        if word == "error" and found["code"] == "crashed":
            sys.stdout.write(f"CRASHED {order['type']} {json.dumps(order['request'])[:300]}\n")


def _receive_frames(frames: list[str]) -> None:
    """Have a session receive frames, and print what it sends."""

    class Nowhere:
        async def do(self, job: Any, _: str) -> Any:
            return job.refuse("busy", "web.busy")

    async def talk() -> None:
        session = WebSession(Nowhere())  # type: ignore[arg-type]
        for frame in frames:
            session.receive(frame)
            await asyncio.sleep(0)
        await asyncio.sleep(0.01)
        for entry in session.log:
            json.loads(entry.text)
        sys.stdout.write(f"{len(session.log)} messages\n")

    asyncio.run(talk())


def _judge(work: Workplace, done: Done) -> None:
    for line in done.out.splitlines():
        if line.startswith("CRASHED"):
            work.report(Kind.PROTOCOL, f"{line}: {done.err.strip().rpartition(chr(10))[2][:200]}")
