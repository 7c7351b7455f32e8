"""Negotiation: subgame-perfect agreements by backward induction over rounds, and by hand."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import product
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adversario import (
    IllegalActionError,
    InputError,
    check_parity,
    count_game,
    make_game,
    maxn,
    mcts,
    paranoid,
)
from adversario.games import Negotiation
from adversario.games.many.negotiation import State
from adversario.native.engines.multiplayer import native_maxn

MAJORITY, UNANIMITY = Negotiation(), Negotiation(rounds=2, unanimity=True)

Payoffs = tuple[Fraction, ...]


def agreement(worths: list[list[int]], rounds: int, discount: Fraction, unanimity: bool) -> Payoffs:
    """What everybody gets, from the last round back: who is indifferent agrees.

    Of the offers that are equally good for who makes them, the first counts.
    """
    players, items = len(worths), len(worths[0])
    needed = players if unanimity else players // 2 + 1

    def voted(voters: list[int], still: int, now: Payoffs, later: Payoffs) -> Payoffs:
        """The outcome once these have voted, if that many more votes are needed."""
        if still == 0:
            return now
        if still > len(voters):
            return later
        first, *rest = voters
        yes, no = voted(rest, still - 1, now, later), voted(rest, still, now, later)
        return yes if yes[first] >= no[first] else no

    found: Payoffs = (Fraction(0),) * players
    for number in reversed(range(rounds)):
        proposer = number % players
        others = [(number + step) % players for step in range(1, players)]
        outcomes = []
        for owners in product(range(players), repeat=items):
            shares = [
                sum(worths[who][item] for item in range(items) if owners[item] == who)
                for who in range(players)
            ]
            now = tuple(discount**number * share for share in shares)
            outcomes.append(voted(others, needed - 1, now, found))
        found = max(outcomes, key=lambda outcome: outcome[proposer])
    return found


@settings(max_examples=60, deadline=None)
@given(
    players=st.integers(2, 4),
    rounds=st.integers(1, 3),
    quarters=st.integers(1, 4),
    unanimity=st.booleans(),
    data=st.data(),
)
def test_maxn_is_backward_induction(
    players: int, rounds: int, quarters: int, unanimity: bool, data: st.DataObject
) -> None:
    items = data.draw(st.integers(1, 2 if players < 4 else 1))
    row = st.lists(st.integers(0, 6), min_size=items, max_size=items)
    worths = data.draw(st.lists(row, min_size=players, max_size=players))
    flat = tuple(worth for each in worths for worth in each)
    game = Negotiation(players, flat, rounds, quarters / 4, unanimity)
    assert maxn(game).value == agreement(worths, rounds, Fraction(quarters, 4), unanimity)


def test_two_rounds_for_two_by_hand() -> None:
    # In round 2 B takes it all, 6 that are 3 by then. So in round 1 A must leave B 3, and the
    # cheapest for A is B's favourite item.
    game = Negotiation(2, (4, 2, 2, 4), rounds=2, discount=0.5)
    result = maxn(game)
    assert result.variation_names() == ("AB", "yes")
    assert result.value == (4, 4)
    assert mcts(game, simulations=3000, seed=1, engine="python").action == result.action


def test_the_last_word_takes_all() -> None:
    for unanimity in (False, True):
        result = maxn(Negotiation(rounds=1, unanimity=unanimity))
        assert result.value == (10, 0, 0)
        assert result.variation_names()[0] == "AAA"


def test_a_majority_needs_only_one_of_two() -> None:
    # C's refusal cannot stop what A and B agree on; alone, B's cannot either.
    state = MAJORITY.parse_position("ABB no yes")
    assert MAJORITY.is_terminal(state)
    assert MAJORITY.utilities(state) == (6, 9, 0)
    assert MAJORITY.position(MAJORITY.parse_position("ABB no no")) == "2"
    assert UNANIMITY.position(UNANIMITY.parse_position("ABB no")) == "2"
    assert UNANIMITY.is_terminal(UNANIMITY.parse_position("ABB yes yes"))
    assert not UNANIMITY.is_terminal(UNANIMITY.parse_position("ABB yes"))


def test_turns_and_discounts_go_by_rounds() -> None:
    state = MAJORITY.parse_position("AAA no no BBC")
    assert [MAJORITY.player(MAJORITY.parse_position(p)) for p in ("1", "2", "3")] == [0, 1, 2]
    assert MAJORITY.player(state) == 2
    agreed = MAJORITY.parse_position("AAA no no BBC yes")
    assert MAJORITY.utilities(agreed) == (0, 0.75 * 7, 0.75 * 6)
    nothing = MAJORITY.parse_position("AAA no no BBB no no CCC no no")
    assert MAJORITY.position(nothing) == "none"
    assert MAJORITY.utilities(nothing) == (0, 0, 0)


def test_states_are_counted_by_formula() -> None:
    # A round has its offer to come, and for each of 27 offers 1-0, 1-1, 2-0 and 2-1; with
    # unanimity 1-0, 2-0 and 3-0. After the last round there is one more.
    assert count_game(MAJORITY).states == 3 * (1 + 27 * 4) + 1
    assert count_game(UNANIMITY).states == 2 * (1 + 27 * 3) + 1


def against(game: Negotiation, me: int) -> Any:
    """What `me` gets if the others are in league, by plain recursion."""

    @cache
    def value(state: State) -> float:
        if game.is_terminal(state):
            return float(game.utility(state, me))
        after = [value(game.result(state, action)) for action in game.actions(state)]
        return max(after) if game.player(state) == me else min(after)

    return value


def test_compiled_rules_and_searches_agree() -> None:
    game, random = MAJORITY, Random(2)
    state = game.initial()
    assert check_parity(game) > 50
    while not game.is_terminal(state):
        compiled, plain = native_maxn(game, state), maxn(game, state)
        assert (compiled.action, compiled.value) == (plain.action, plain.value)
        assert compiled.statistics.nodes == plain.statistics.nodes
        state = game.result(state, random.choice(list(game.actions(state))))


@pytest.mark.parametrize(("game", "vote"), [(MAJORITY, "1-1"), (UNANIMITY, "2-0")])
def test_paranoid_is_brute_force(game: Negotiation, vote: str) -> None:
    for position in ("1", "2", "1 ABC 1-0", "2 BCB 1-0", f"1 ABC {vote}"):
        state = game.parse_position(position)
        value = paranoid(game, state).value
        assert value == against(game, game.player(state))(state)
    assert value == 6  # the last voter decides alone


def test_a_fair_offer_is_taken_by_the_wary_and_refused_by_the_selfish() -> None:
    state = UNANIMITY.parse_position("1 ABC 2-0")
    assert paranoid(UNANIMITY, state).variation_names() == ("yes",)
    state = UNANIMITY.parse_position("1 ABC 1-0")
    assert maxn(UNANIMITY, state).variation_names() == ("no", "BBB", "yes", "yes")
    assert maxn(UNANIMITY, state).value == (0, 7.5, 0)


def test_an_evaluation_is_between_the_offer_and_a_fair_part() -> None:
    assert MAJORITY.evaluate(MAJORITY.parse_position("1"), 0) == pytest.approx(10 / 3)
    state = MAJORITY.parse_position("1 AAB 1-0")
    assert MAJORITY.evaluate(state, 0) == pytest.approx((9 + 0.75 * 10 / 3) / 2)
    last = MAJORITY.parse_position("3 AAB 1-0")
    assert MAJORITY.evaluate(last, 0) == pytest.approx(0.75**2 * 9 / 2)


@pytest.mark.parametrize("game", [MAJORITY, UNANIMITY, Negotiation(4, (1, 2, 3, 4))])
@settings(max_examples=20)
@given(seed=st.integers(0, 10**6))
def test_positions_are_read_back(game: Negotiation, seed: int) -> None:
    random, state = Random(seed), game.initial()
    while True:
        assert game.parse_position(game.position(state)) == state
        if game.is_terminal(state):
            break
        state = game.result(state, random.choice(list(game.actions(state))))


def test_the_table_shows_the_offer() -> None:
    shown = MAJORITY.text(MAJORITY.parse_position("2 AAB 1-1"))
    assert shown.splitlines() == ["2 AAB 1-1", "> A [6][3] 1", "  B  1  6 [3]", "  C  3  1  6"]


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ("4", "from 1 to 3"),
        ("0", "from 1 to 3"),
        ("1 ABD 1-0", "letters from A to C"),
        ("1 AB 1-0", "3 letters"),
        ("1 ABC", "votes for and against"),
        ("1 ABC 0-1", "starts with one for the offer"),
        ("1 ABC 3-0", "ends with 2 for it"),
        ("1 ABC 1-2", "more than 1 against"),
        ("ABX", "'ABX' is not a legal action"),
        ("ABC maybe", "legal: yes, no"),
        ("ABC yes yes", "the game is over"),
    ],
)
def test_malformed_positions_are_refused(position: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        MAJORITY.parse_position(position)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("players=1", "2 to 6"),
        ("players=7", "2 to 6"),
        ("worths=1-2-3-4", "for each player"),
        ("worths=1-2-2000000", "from 0 to 1000000"),
        ("players=2,worths=" + "-".join(["1"] * 26), "at most 5000 ways"),
        ("rounds=0", "1 to 20"),
        ("rounds=21", "1 to 20"),
        ("discount=0", "above 0"),
        ("discount=1.1", "up to 1"),
        ("discount=nan", "no value for discount"),
    ],
)
def test_options_that_make_no_sense_are_refused(options: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        make_game(f"negotiation:{options}")


def test_no_action_after_the_end() -> None:
    with pytest.raises(IllegalActionError, match="over"):
        MAJORITY.parse_action(MAJORITY.parse_position("none"), "yes")
