"""Limit hold'em: strengths against the evaluator of ranges, bets, stakes, what is seen."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest

from adversario import CHANCE, InputError, make_game
from adversario.games.cards.holdem.game import CALL, FOLD, RAISE, Deal, Holdem
from adversario.games.cards.holdem.strength import strength
from adversario.native.kernels.cards.strength import strength as other_strength

GAME = Holdem()


def cards(text: str) -> int:
    """A set of cards in this game's numbers."""
    ranks, suits = "23456789TJQKA", "cdhs"
    return sum(1 << 13 * suits.index(card[1]) + ranks.index(card[0]) for card in text.split())


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("As Ks Qs Js Ts 2c 3d", "9s Ks Qs Js Ts 2c 3d"),  # royal flush, straight flush
        ("5s 4s 3s 2s As Kd Qd", "Ah Ad Ac As Kd Qs Qc"),  # steel wheel, four aces
        ("2h 2d 2c 2s 3d 4s 5c", "Ah Ad Ac Ks Kd Qs Qc"),  # four, full house
        ("Ah Ad Ac 2s 2d Qs Jc", "Kh Kd Kc As Ad Qs Jc"),  # of aces, of kings
        ("2h 2d 2c 3s 3d 3c Ac", "As Js 9s 7s 5s Kd Kc"),  # two threes are full, flush
        ("As Js 9s 7s 2s Kd Kc", "Ac Kd Qs Jc Td 2d 3h"),  # flush, straight
        ("6c 5d 4s 3c 2d Kd Kh", "Ac 5d 4s 3c 2d Kd Kh"),  # the ace is low
        ("Ac 5d 4s 3c 2d Kd Kh", "Ah Ad Ac Ks Qd 9s 7c"),  # straight, three
        ("2h 2d 2c Ks Qd 9s 7c", "Ah Ad Ks Kd Qs Jc 9d"),  # three, two pairs
        ("Ah Ad 3s 3d Ks 5c 7d", "Ah Ad 3s 3d Qs 5c 7d"),  # kickers
        ("2h 2d As Kd Qs Jc 9d", "Ah Kd Qs Jc 9d 8h 7h"),  # a pair, high cards
    ],
)
def test_order_of_hands(better: str, worse: str) -> None:
    assert strength(cards(better)) > strength(cards(worse))


def test_equal_hands() -> None:
    """The sixth card and suits do not count, nor does a third pair above the kicker's rank."""
    assert strength(cards("Ah Kd Qs Jc 9d 3h 2h")) == strength(cards("As Kc Qd Jh 9s 7c 2h"))
    assert strength(cards("Ah Ad Ks Kc Qd Qh 2s")) == strength(cards("Ah Ad Ks Kc Qd 9h 2s"))


def test_seven_cards_are_ordered_as_by_the_other_evaluator() -> None:
    random, hands = Random(5), list[tuple[int, int]]()
    for _ in range(400):
        drawn = random.sample(range(52), 7)
        held = sum(1 << card for card in drawn)
        hands.append((strength(held), int(other_strength(held))))
    hands.sort()
    for (one, other), (following, after) in pairwise(hands):
        assert (one < following, one == following) == (other < after, other == after)


def play(*words: str) -> Deal:
    state = GAME.initial()
    for word in words:
        state = GAME.result(state, GAME.parse_action(state, word))
    return state


DEALT = ("As", "Ah", "Kd", "Kc")


def test_bets_before_the_flop() -> None:
    state = play(*DEALT)
    assert [GAME.paid(state, who) for who in (0, 1)] == [1, 2]
    assert list(GAME.actions(state)) == [FOLD, CALL, RAISE]
    limped = GAME.result(state, CALL)
    assert list(GAME.actions(limped)) == [CALL, RAISE]  # the big blind may check or raise
    assert GAME.action_name(limped, CALL) == "check"
    assert [GAME.paid(limped, who) for who in (0, 1)] == [2, 2]
    assert GAME.is_deal(GAME.result(limped, CALL))
    raised = GAME.result(limped, RAISE)
    assert [GAME.paid(raised, who) for who in (0, 1)] == [2, 4]
    assert GAME.utility(GAME.result(raised, FOLD), 1) == 2
    capped = play(*DEALT, "raise", "raise", "raise")
    assert list(GAME.actions(capped)) == [FOLD, CALL]
    assert [GAME.paid(capped, who) for who in (0, 1)] == [8, 6]
    assert GAME.utility(play(*DEALT, "fold"), 0) == -1


def test_a_whole_hand() -> None:
    state = play(
        *DEALT, "raise", "call", "2c", "7d", "Ts", "check", "bet", "call", "Jc", "bet", "raise",
        "call", "3s", "check", "check",
    )  # fmt: skip
    assert GAME.is_terminal(state)
    assert [GAME.utility(state, who) for who in (0, 1)] == [14, -14]
    assert GAME.parse_position(GAME.position(state)) == state
    assert GAME.player(play(*DEALT, "call", "check", "2c", "7d", "Ts")) == 1


def test_the_most_that_can_be_lost_is_48() -> None:
    words = [*DEALT, "raise", "raise", "raise", "call"]
    for street in (["2c", "7d", "Ts"], ["3c"], ["4c"]):
        words += [*street, "bet", "raise", "raise", "raise", "call"]
    assert GAME.utility(play(*words), 0) == 48


def test_what_players_see() -> None:
    state = play(*DEALT, "call")
    assert GAME.observation(state, 0)[0] == cards("As Ah")
    assert GAME.conceal(state, 1).hands == (0, cards("Kd Kc"))
    assert GAME.text(GAME.conceal(state, 1)).splitlines()[1] == "1: [?×2] 2"
    with pytest.raises(InputError, match="from 1 to 4"):
        make_game("holdem:bets=9")


def test_positions_are_read_back() -> None:
    random = Random(2)
    for _ in range(40):
        state: Any = GAME.initial()
        while not GAME.is_terminal(state):
            moves = [each for each, _ in GAME.chances(state)]
            moves = moves if GAME.player(state) == CHANCE else list(GAME.actions(state))
            state = GAME.result(state, random.choice(moves))
            assert GAME.parse_position(GAME.position(state)) == state
