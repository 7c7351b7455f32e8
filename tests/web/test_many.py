"""Many clients at once: everybody is answered, in order, and nothing is lost."""

from __future__ import annotations

import asyncio
from pathlib import Path
from time import monotonic

import pytest

from tests.web.pages import Running, running, settled

CLIENTS = 50


async def plays(server: Running, number: int, until: float) -> tuple[int, int]:
    """A client that plays and analyses; how many requests it made, and updates it got.

    The page itself checks that no message is missing and none comes twice.
    """
    asked = updates = 0
    async with server.page() as page:
        page.session = (await page.ask("hello", lang="es" if number % 2 else "en"))["session"]
        while True:
            moves: list[str] = []
            view = await page.ask("view", game="tictactoe")
            while not view["terminal"]:
                place = {"game": "tictactoe", "moves": moves}
                seed = number + asked
                moved, looked = (
                    await page.send("move", player="random", seed=seed, **place),
                    await page.send("analyse", algorithm="minimax", depth=2, **place),
                )
                if number % 10 == 0 and len(moves) == 3:  # some lose their line meanwhile
                    page.socket.transport.abort()
                    await page.resume()
                answers = {}
                while {moved, looked} & page.seen.keys():
                    message = await page.message()
                    assert message.get("type") in ("update", "result", "resend"), message
                    if message["type"] == "resend":
                        for lost in message["ids"]:
                            kind = ("move", "analyse")[lost == looked]
                            options = {"player": "random", "seed": seed}
                            if kind == "analyse":
                                options = {"algorithm": "minimax", "depth": 2}
                            await page.again(lost, kind, **options, **place)
                    elif message["type"] == "result":
                        answers[message["id"]] = message["value"]
                assert answers[looked]["nodes"] > 0
                updates += len(page.updates[looked])
                moves = [*moves, answers[moved]["action"]]
                view = await page.ask("view", game="tictactoe", moves=moves)
                asked += 3
            assert view["moves"] == moves
            if monotonic() >= until:
                return asked, updates


def run_all(server: Running, seconds: float) -> None:
    async def together() -> list[tuple[int, int]]:
        until = monotonic() + seconds
        return await asyncio.gather(*(plays(server, each, until) for each in range(CLIENTS)))

    done = settled(together())
    assert len(done) == CLIENTS
    assert all(asked >= 15 for asked, _ in done)  # the shortest game has five moves
    assert sum(updates for _, updates in done) > CLIENTS


def test_fifty_clients_at_once(server: Running) -> None:
    run_all(server, 0)


@pytest.mark.slow
def test_fifty_clients_for_a_minute(static: Path) -> None:
    with running(static) as run:
        run_all(run, 60)
