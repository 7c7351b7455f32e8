"""Hearts: against a second, naive version, in its published rules, and what players know."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from adversario import InputError
from adversario.contract.information.check import check_information
from adversario.contract.information.memory import remember
from adversario.contract.information.worlds import draw_worlds
from adversario.games.cards.hearts.deal import HEARTS, Play, card_name
from adversario.games.cards.hearts.game import Hearts


def deal(game: Hearts, random: Random) -> tuple[Play, list[int]]:
    """The state after a random deal, and the outcomes."""
    state, dealt = game.initial(), list[int]()
    while state.loose:
        players, weights = zip(*game.chances(state), strict=True)
        assert sum(weights) == pytest.approx(1)
        dealt.append(random.choices(players, weights)[0])
        state = game.result(state, dealt[-1])
    return state, dealt


class Table:
    """Hearts by lists of names, as a person would play it."""

    def __init__(self, hands: list[list[str]]) -> None:
        self.hands, self.trick = hands, list[tuple[int, str]]()
        self.turn = next(who for who in range(4) if "2c" in hands[who])
        self.points, self.broken, self.tricks = [0] * 4, False, 0

    def legal(self) -> list[str]:
        hand = self.hands[self.turn]
        if self.trick:
            led = self.trick[0][1][1]
            suited = [card for card in hand if card[1] == led]
            harmless = [card for card in hand if card[1] != "h" and card != "Qs"]
            return suited or (harmless if self.tricks == 0 else []) or hand
        if self.tricks == 0:
            return ["2c"]
        others = [card for card in hand if card[1] != "h"]
        return hand if self.broken else others or hand

    def play(self, card: str) -> None:
        self.hands[self.turn].remove(card)
        self.trick.append((self.turn, card))
        self.broken |= card[1] == "h"
        self.turn = (self.turn + 1) % 4
        if len(self.trick) == 4:
            led = [each for each in self.trick if each[1][1] == self.trick[0][1][1]]
            self.turn = max(led, key=lambda each: "23456789TJQKA".index(each[1][0]))[0]
            for _, each in self.trick:
                self.points[self.turn] += 13 if each == "Qs" else each[1] == "h"
            self.trick, self.tricks = [], self.tricks + 1


def test_against_a_naive_version() -> None:
    game = Hearts()
    for seed in range(25):
        random = Random(seed)
        state, _ = deal(game, random)
        table = Table([[card_name(c) for c in range(52) if hand >> c & 1] for hand in state.hands])
        while not game.is_terminal(state):
            names = {game.action_name(state, action): action for action in game.actions(state)}
            assert (state.turn, sorted(names)) == (table.turn, sorted(table.legal()))
            card = random.choice(sorted(names))
            table.play(card)
            state = game.result(state, names[card])
        assert list(state.points) == table.points
        assert sum(state.points) == 26
        assert game.parse_position(game.position(state)) == state


def test_utilities_and_shooting_the_moon() -> None:
    state = Hearts().initial()._replace(loose=0, tricks=13, points=(13, 0, 4, 9))
    assert Hearts().utilities(state) == (13, 26, 22, 17)
    assert Hearts().utilities(state._replace(points=(0, 26, 0, 0))) == (0, 26, 0, 0)


def test_three_cards_are_passed_to_the_left() -> None:
    game = Hearts(passing="left")
    before, _ = deal(game, Random(3))
    state, first = before, next(iter(game.actions(before)))
    assert game.player(state) == 0
    for who in range(4):
        for _ in range(3):
            assert state.turn == who
            assert game.observation(state, (who + 1) % 4)[4] == -1  # nobody sees whose turn it is
            state = game.result(state, next(iter(game.actions(state))))
    assert state.hands[1] >> first & 1
    assert state.leader == state.turn != -1
    for who in range(4):
        passed = state.passed[who]
        assert passed.bit_count() == 3
        assert state.hands[(who + 1) % 4] & passed == passed
        assert state.hands[who] == before.hands[who] & ~passed | state.passed[(who - 1) % 4]


@pytest.mark.parametrize("passing", ["none", "across"])
def test_worlds_keep_what_a_player_has_seen(passing: Any) -> None:
    """Voids are respected, cards passed stay where they went, and all hands have their size."""
    game = Hearts(passing=passing)
    random = Random(5)
    state, played = deal(game, random)
    for _ in range(12 * (passing != "none") + 30):
        played.append(random.choice(list(game.actions(state))))
        state = game.result(state, played[-1])
    me = state.turn
    known, concealed = remember(game, me, played), game.conceal(state, me)
    for world in draw_worlds(game, known, 20, concealed=concealed):
        assert game.observation(world, me) == game.observation(state, me)
        assert [h.bit_count() for h in world.hands] == [h.bit_count() for h in state.hands]
        for who in range(4):
            for suit in range(4):
                if state.voids >> (4 * who + suit) & 1:
                    assert not world.hands[who] & (HEARTS >> 39 << 13 * suit)
        if passing == "across":
            kept = state.passed[me] & state.hands[(me + 2) % 4]
            assert world.hands[(me + 2) % 4] & kept == kept


@pytest.mark.parametrize("passing", ["none", "right"])
def test_what_players_know_is_as_declared(passing: Any) -> None:
    report = check_information(Hearts(passing=passing), playouts=2, seed=1, longest=200)
    assert report is not None
    assert report.worlds


@pytest.mark.parametrize(
    "position",
    ["1=AK.Q.J.T", "1=2... 2=2... 3=- 4=-", "1=- 2=- 3=- 4=- turn=9", "1=- 2=- 3=- 4=- voids=5h"],
)
def test_wrong_positions(position: str) -> None:
    with pytest.raises(InputError, match="not a position of hearts"):
        Hearts().parse_position(position)


def test_cards_by_name_and_symbol() -> None:
    game = Hearts()
    state, _ = deal(game, Random(1))
    state = game.result(state, game.parse_action(state, "2♣"))
    card = next(iter(game.actions(state)))
    assert game.parse_action(state, card_name(card).upper()) == card
    assert game.diagram(state).cells[game.action_cells(state, card)[0]].mark == card_name(card)
