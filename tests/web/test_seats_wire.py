"""Every game with hidden information, played over the wire: what a message says of it, and no more.

Two seats are asked before every move, as open pages would. Once the game is over its history is
known, and each message is compared with what the player would be sent in another history, in which
others hold or chose something else and of which the player knows the same.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from adversario import CHANCE, make_game
from adversario.game import Game
from adversario.games import GAMES
from adversario.games.cards.hearts.deal import card_name, cards_of
from adversario.web.handlers import Context, OfferedGames
from adversario.web.handlers.seats import PERSON, Seated, begin, payload
from adversario.web.protocol import SeatRequest
from adversario.web.wire import dump, write
from tests.web.pages import Running, settled

PLAYED = (
    "kuhn", "myerson", "leduc", "liars-dice:sides=2", "goofspiel:cards=3", "rock-paper-scissors",
    "battleship:size=2,ships=2", "minefield:rows=2,columns=2,mines=1",
)  # fmt: skip
GAMES_HERE = OfferedGames({})

LARGE = {"hearts", "holdem"}
"""Other histories are not found by trying: see below, and `test_seats` compares other deals."""


def test_every_hidden_game_is_played() -> None:
    hidden = {name for name in GAMES if not make_game(name).kind.is_open}
    assert hidden == {name.partition(":")[0] for name in PLAYED} | LARGE


async def played(server: Running, name: str, seed: int) -> tuple[list[str], list[Any]]:
    """A game of random moves by people in all seats: its moves, and all messages to seats."""
    base, _, given = name.partition(":")
    options = dict(each.split("=") for each in given.split(",") if each)
    players, random, messages = make_game(name).players, Random(seed), list[Any]()
    async with server.page() as page:

        async def ask(**fields: Any) -> Any:
            messages.append(await page.ask("seat", game=base, options=options, **fields))
            return messages[-1]

        here = await ask(seats=[PERSON] * players)
        while here["turn"] != "over":
            if here["next"] is None:  # chance moves, until the viewer notices something
                here = await ask(sealed=here["sealed"], viewer=random.randrange(players))
                continue
            mover = here["next"]
            for who in random.sample(range(players), min(players, 2)):
                await ask(sealed=here["sealed"], viewer=who)
            own = await ask(sealed=here["sealed"], viewer=mover)
            action = random.choice(own["view"]["actions"])["name"]
            here = await ask(sealed=here["sealed"], viewer=mover, action=action)
    return here["moves"], messages


def content(message: Any) -> Any:
    """A message without the sealed record, and without who else is to move."""
    kept = {name: each for name, each in message.items() if name not in ("sealed", "next")}
    return {**kept, "turn": "other" if kept["turn"] == "running" else kept["turn"]}


def sent(name: str, play: Seated, viewer: int) -> Any:
    """The message to a player at a place of a game, as the server makes it."""
    request = SeatRequest(game=name.partition(":")[0], seats=list(play.seats), viewer=viewer)
    made = payload(Context(GAMES_HERE, "en", print), request, play)
    return content(json.loads(dump(write(made))))


def places(game: Game[Any, Any], moves: list[str]) -> list[Seated]:
    """A game before each of its moves, and at its end."""
    found = [begin(game, (PERSON,) * game.players, 1)]
    for move in moves:
        found.append(found[-1].after(game.parse_action(found[-1].state, move)))
    return found


def others(play: Seated, viewer: int, random: Random, most: int = 3000) -> Iterator[Seated]:
    """Other histories of which a player knows the same, by trying."""
    game, wanted = play.game, play.memories[viewer]
    todo = [begin(game, play.seats, 1)]
    while todo and most:
        most -= 1
        here = todo.pop()
        known = here.memories[viewer]
        if (
            known == wanted
            and here.states != play.states
            and ((here.waits_for == viewer) == (play.waits_for == viewer))
        ):
            yield here
        if game.is_terminal(here.state) or known.events != wanted.events[: len(known.events)]:
            continue
        mover = game.player(here.state)
        actions = [
            each[0] if mover == CHANCE else each
            for each in (game.chances if mover == CHANCE else game.actions)(here.state)
        ]
        random.shuffle(actions)
        todo += [here.after(action) for action in actions]


@pytest.mark.parametrize("name", PLAYED)
def test_messages_over_the_wire(name: str, server: Running) -> None:
    game, random = make_game(name), Random(1)
    compared = 0
    for seed in range(2):
        moves, messages = settled(played(server, name, seed))
        history, at = places(game, moves), 0
        for message in messages:
            viewer = message["viewer"]
            while content(message) != sent(name, history[at], viewer):
                at += 1  # IndexError: the message is of no place of the game
            if game.is_terminal(history[at].state):
                continue
            for other in others(history[at], viewer, random):
                if not game.is_terminal(other.state):
                    assert content(message) == sent(name, other, viewer)
                    compared += 1
                    break
    assert compared > 1


def test_a_deal_of_hearts_over_the_wire(server: Running) -> None:
    """Of 52 cards a message to a seat names those of its own hand, and those that were played."""
    game = make_game("hearts")
    moves, messages = settled(played(server, "hearts", 3))
    history = places(game, moves)
    names = {card_name(card) for card in range(52)}
    deal = history[52].state.hands
    checked = 0
    for message in messages:
        if message["turn"] == "over":
            continue
        own = {card_name(card) for card in cards_of(deal[message["viewer"]])}
        text = json.dumps(content(message))
        found = {name for name in names if f'"{name}"' in text or f" {name}" in text}
        assert found - own <= set(moves[52:])
        checked += len(found)
    assert checked > 500
