"""Games with hidden information through the web: no player is sent what they cannot know.

The criterion: a message to a player is a function of what they know. Two histories with the same
memory give the same message, but for the sealed record, which only the server reads.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from adversario import CHANCE, InputError, make_game
from adversario.contract.information.memory import Memory
from adversario.contract.information.worlds import draw_worlds
from adversario.game import Game
from adversario.games import GAMES
from adversario.games.cards.hearts.game import Hearts
from adversario.games.cards.holdem.game import Holdem, cards_of
from adversario.games.cards.kuhn import Kuhn
from adversario.games.simultaneous.battleship.game import Battleship
from adversario.web.handlers import Context, OfferedGames, seats
from adversario.web.handlers.seats import PERSON, Seated, begin, payload
from adversario.web.protocol import SeatPayload, SeatRequest
from adversario.web.seal import seal, unseal
from adversario.web.wire import dump, write

GAMES_HERE = OfferedGames({})

SMALL = {
    "kuhn": 150, "myerson": 30, "leduc": 150, "liars-dice:sides=3": 80, "goofspiel:cards=3": 60,
    "rock-paper-scissors": 5, "battleship:size=2,ships=2": 60, "battleship:size=3,ships=2": 15,
    "minefield:rows=2,columns=3,mines=2": 40,
}  # fmt: skip
"""Games with hidden information, and how often each is played: often enough to meet sets again."""

LARGE = {"battleship", "hearts", "holdem"}
"""Those that do not come to the same set twice: see below."""


def messages(play: Seated, name: str) -> Iterator[tuple[Memory[Any], str]]:
    """What each player would be sent now, and what they know."""
    for viewer in range(play.game.players):
        request = SeatRequest(game=name, seats=list(play.seats), viewer=viewer, odds=False)
        sent = payload(Context(GAMES_HERE, "en", print), request, play)
        yield play.memories[viewer], plain(sent)


def plain(sent: SeatPayload) -> str:
    """A message without the sealed record."""
    return str(dump(write(replace(sent, sealed="", next=None))))


def random_play(game: Game[Any, Any], random: Random) -> Iterator[Seated]:
    play = begin(game, (PERSON,) * game.players, 1)
    while not game.is_terminal(play.state):
        yield play
        state = play.state
        if game.player(state) == CHANCE:
            outcomes, weights = zip(*game.chances(state), strict=True)
            action = random.choices(outcomes, list(map(float, weights)))[0]
        else:
            action = random.choice(list(game.actions(state)))
        play = play.after(action)


def leaks(game: Game[Any, Any], games: int) -> str:
    """A message that depends on more than the memory of its player; empty if none was found."""
    random, sent = Random(3), dict[tuple[Memory[Any], bool], str]()
    for _ in range(games):
        for play in random_play(game, random):
            for memory, text in messages(play, "kuhn"):
                turn = play.waits_for == memory.player
                first = sent.setdefault((memory, turn), text)
                if first != text and not_only_turn(first, text):
                    return f"{first}\n{text}"
    return ""


def not_only_turn(one: str, other: str) -> bool:
    """Whether two messages differ in more than whether others are still to move."""
    words = ('"turn":"other"', '"turn":"running"')
    for word in words:
        one, other = one.replace(word, ""), other.replace(word, "")
    return one != other


@pytest.mark.parametrize("name", SMALL)
def test_messages_depend_only_on_what_players_know(name: str) -> None:
    assert not leaks(make_game(name), SMALL[name])


def test_every_hidden_game_is_checked() -> None:
    hidden = {name for name in GAMES if not make_game(name).kind.is_open}
    assert hidden == {name.partition(":")[0] for name in SMALL} | LARGE == set(GAMES_HERE.hidden)


class Careless(Kuhn):
    """Kuhn poker that forgets to conceal the other card."""

    def conceal(self, state: Any, player: int) -> Any:
        return state


class Talkative(Kuhn):
    """Kuhn poker whose names of actions give the other card away."""

    def action_name(self, state: Any, action: int) -> str:
        name = super().action_name(state, action)
        return f"{name}{max(state.cards)}" if min(state.cards) >= 0 else name


@pytest.mark.parametrize("kind", [Careless, Talkative])
def test_a_leak_is_found(kind: type[Kuhn]) -> None:
    assert leaks(kind(), 50)


@pytest.mark.parametrize("passing", ["none", "across"])
def test_other_hands_give_the_same_messages(passing: Any) -> None:
    """Hearts dealt otherwise, as a player may imagine it, and played by the same cards."""
    game, random = Hearts(passing=passing), Random(4)
    compared = 0
    for number, play in enumerate(random_play(game, random)):
        me = play.state.turn
        if play.state.loose or number % 5 or play.state.leader == -1:
            continue
        concealed = game.conceal(play.state, me)
        world = draw_worlds(game, play.memories[me], 1, seed=number, concealed=concealed)[0]
        if (again := retold(game, play, world, me)) is None:
            continue
        assert again.memories[me] == play.memories[me]
        assert again.states != play.states or number > 85
        told = [dict(messages(each, "hearts"))[play.memories[me]] for each in (play, again)]
        assert told[0] == told[1]
        compared += 1
    assert compared > 5


def retold(game: Hearts, play: Seated, world: Any, me: int) -> Seated | None:
    """The same play with the hands of a world; None if others could not have passed so."""
    cards = list(play.actions[52:])
    hands = list(world.hands)
    first = next(at for at, state in enumerate(play.states) if at > 51 and state.leader != -1)
    for at in range(first, len(play.actions)):
        hands[play.states[at].turn] |= 1 << play.actions[at]
    passed = list(play.states[first].passed)
    if game.step:  # others pass any three of the cards that they ended with
        for who in range(4):
            to = (who + game.step) % 4
            if who != me:
                kept = [c for c in range(52) if hands[to] >> c & 1]
                passed[who] = sum(1 << c for c in kept[:3])
                if to == me:
                    passed[who] = play.states[first].passed[who]
        before = [0, 0, 0, 0]
        for who in range(4):
            before[who] = hands[who] & ~passed[(who - game.step) % 4] | passed[who]
        if any(hand.bit_count() != 13 for hand in before):
            return None
        hands = before
        own = list(play.actions[52:64])
        cards = []
        for who in range(4):
            names = own[3 * who : 3 * who + 3]
            cards += names if who == me else [c for c in range(52) if passed[who] >> c & 1]
        cards = [*cards, *play.actions[first:]]
    again = begin(game, play.seats, 1)
    for card in range(52):
        again = again.after(next(who for who in range(4) if hands[who] >> card & 1))
    for card in cards:
        again = again.after(card)
    return again


def test_other_cards_give_the_same_messages() -> None:
    """Hold'em dealt otherwise, as a player may imagine it, and played by the same bets."""
    game, random, compared = Holdem(), Random(4), 0
    for _ in range(6):
        for number, play in enumerate(random_play(game, random)):
            me = play.waits_for
            if me is None:
                continue
            concealed = game.conceal(play.state, me)
            world = draw_worlds(game, play.memories[me], 1, seed=number, concealed=concealed)[0]
            again = begin(game, play.seats, 1)
            for hand in world.hands:
                for card in cards_of(hand):
                    again = again.after(card)
            for action in play.actions[4:]:
                again = again.after(action)
            assert again.state.hands[1 - me] != play.state.hands[1 - me]
            assert again.memories[me] == play.memories[me]
            told = [dict(messages(each, "holdem"))[play.memories[me]] for each in (play, again)]
            assert told[0] == told[1]
            compared += 1
    assert compared > 10


def test_other_fleets_give_the_same_messages() -> None:
    game, random, differ = Battleship(), Random(4), 0
    for number, play in enumerate(random_play(game, random)):
        me = play.state.turn
        if number < 10 or number % 25:
            continue
        concealed = game.conceal(play.state, me)
        world = draw_worlds(game, play.memories[me], 1, seed=number, concealed=concealed)[0]
        again = begin(game, play.seats, 1)
        for action in (*world.ships, *play.actions[10:]):
            again = again.after(action)
        assert again.memories[me] == play.memories[me]
        told = [dict(messages(each, "battleship"))[play.memories[me]] for each in (play, again)]
        assert told[0] == told[1]
        differ += again.state.ships != play.state.ships
    assert differ > 3


def ask(**fields: Any) -> SeatPayload:
    return seats.seat(Context(GAMES_HERE, "en", print), SeatRequest(**fields))


@pytest.mark.parametrize(
    ("name", "opponent"),
    [("kuhn", "equilibrium"), ("leduc", "random"), ("rock-paper-scissors", "level:1")],
)
def test_a_person_plays_against_automatic_players(name: str, opponent: str) -> None:
    here = ask(game=name, seats=[opponent, PERSON], viewer=1)
    for _ in range(40):
        if here.turn == "over":
            break
        assert here.turn in ("you", "running")
        assert here.moves == []
        move = here.view.actions[0].name if here.turn == "you" else None
        here = ask(game=name, sealed=here.sealed, viewer=1, action=move)
    assert here.turn == "over"
    assert here.view.terminal
    assert len(here.moves) >= 2
    assert here.view.moves == here.moves


def test_two_people_hand_over() -> None:
    here = ask(game="kuhn", seats=[PERSON, PERSON], viewer=0)
    assert (here.turn, here.next) == ("running", None)  # the own card is seen
    here = ask(game="kuhn", sealed=here.sealed, viewer=0)
    assert (here.turn, here.next) == ("you", 0)
    assert here.view.text.count("[?]") == 1
    here = ask(game="kuhn", sealed=here.sealed, viewer=0, action="bet")
    assert (here.turn, here.next, here.view.actions) == ("other", 1, [])
    with pytest.raises(InputError, match="not to move"):
        ask(game="kuhn", sealed=here.sealed, viewer=0, action="bet")
    theirs = ask(game="kuhn", sealed=here.sealed, viewer=1)
    assert theirs.turn == "you"
    assert [each.label for each in theirs.seen][-1] == "bet"
    assert theirs.view.text.splitlines()[0].startswith("1: [?]")
    over = ask(game="kuhn", sealed=theirs.sealed, viewer=1, action="pass")
    assert over.turn == "over"
    assert "?" not in over.view.text


def test_where_ships_may_be() -> None:
    here = ask(game="battleship", options={"size": "3", "ships": "2"}, seats=[PERSON, "random"])
    for _ in range(9):
        if here.view.board is not None and here.turn == "you" and here.view.actions[0].name == "a1":
            break
        move = here.view.actions[0].name if here.turn == "you" else None
        fields: dict[str, Any] = {"game": "battleship", "options": {"size": "3", "ships": "2"}}
        here = ask(**fields, sealed=here.sealed, action=move, odds=True)
    assert len(here.odds) == 18
    assert sum(here.odds[9:]) == pytest.approx(2, abs=0.01)
    assert here.odds[13] > here.odds[9]


def test_records_are_sealed() -> None:
    value = {"moves": ["K", "J"], "n": 2**64}
    sealed = seal(value)
    assert unseal(sealed) == value
    assert len(seal({"moves": []})) == len(sealed)
    assert sealed != seal(value)
    for wrong in (sealed[:-8] + "AAAAAAA=", "", "no", sealed[4:], "é"):
        with pytest.raises(InputError, match="another server"):
            unseal(wrong)


@pytest.mark.parametrize(
    ("fields", "problem"),
    [
        ({"game": "kuhn", "seats": [PERSON]}, "2"),
        ({"game": "kuhn", "seats": ["random", PERSON]}, "No person plays as player 1"),
        ({"game": "kuhn", "seats": [PERSON, "level:99"]}, "level:99"),
        ({"game": "kuhn", "seats": [PERSON, "my.py:Player"]}, "my.py"),
        ({"game": "nowhere", "seats": [PERSON, PERSON]}, "nowhere"),
        ({"game": "kuhn", "seats": [PERSON, PERSON], "viewer": 2}, "player 3"),
    ],
)
def test_wrong_requests(fields: dict[str, Any], problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        ask(**fields)


def test_another_game_cannot_be_opened_with_a_record() -> None:
    here = ask(game="kuhn", seats=[PERSON, PERSON])
    with pytest.raises(InputError, match="another server"):
        ask(game="leduc", sealed=here.sealed)
    with pytest.raises(InputError, match="another server"):
        ask(game="kuhn", options={"cards": "4"}, sealed=here.sealed)
