"""Nim-values: published sequences, the recurrence against the rules, and both against search."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adversario import (
    Game,
    GameError,
    InputError,
    UnsuitableGameError,
    alphabeta,
    analyse,
    make_game,
)
from adversario.contract.nim_values import Period, mex, nim_sum
from adversario.games import DawsonsKayles, Grundy, Kayles, Nim, Octal
from adversario.games.heaps import heap_values as recurrence
from adversario.games.heaps.heap_game import HeapGame
from adversario.games.heaps.heap_values import grundy_values, octal_period, octal_values
from adversario.solve.impartial import nim_value
from adversario.views.sums import Sum
from tests.native.samples import TakeAway

GRUNDY = [0, 0, 0, 1, 0, 2, 1, 0, 2, 1, 0, 2, 1, 3, 2, 1, 3, 2, 4, 3, 0]  # OEIS A002188
KAYLES = (  # OEIS A002186
    "0123143214264127143214674128547218674123147218274128147214274128147218674128147218274128"
)
DAWSON_CHESS = (  # OEIS A002187, octal game 0.137; that of Dawson's Kayles is one place later
    "0112031103322405223301130211045274"
    "0112031103322445523301130211045374"
    "8112031103322445593301130211045374"
)

CODES = st.from_regex(r"[04]\.[0-7]{1,3}", fullmatch=True)


def digits(text: str) -> list[int]:
    return [int(digit) for digit in text]


@cache
def value_by_definition(game: HeapGame, size: int) -> int:
    """The nim-value of a single heap by its moves, which the theory says is what is needed."""
    options = {
        value_by_definition(game, action.smaller) ^ value_by_definition(game, action.larger)
        for action in game.splits(size)
    }
    return next(number for number in range(len(options) + 1) if number not in options)


def test_mex_and_nim_sum() -> None:
    assert [mex(values) for values in ([], [0], [1, 2], [0, 1, 3, 0])] == [0, 1, 0, 2]
    assert (nim_sum([]), nim_sum([3, 4, 5]), nim_sum([1, 2, 3])) == (0, 2, 0)


def test_published_values() -> None:
    assert grundy_values(21) == GRUNDY
    assert octal_values("0.77", len(KAYLES)) == digits(KAYLES)
    assert octal_values("0.137", len(DAWSON_CHESS)) == digits(DAWSON_CHESS)
    assert octal_values("0.07", len(DAWSON_CHESS) + 1) == [0, *digits(DAWSON_CHESS)]
    # OEIS again: 4.4 is Kayles one place later, 0.4 is Dawson's Chess two places later.
    assert octal_values("4.4", len(KAYLES) + 1) == [0, *digits(KAYLES)]
    assert octal_values("0.4", len(DAWSON_CHESS) + 2) == [0, 0, *digits(DAWSON_CHESS)]


def test_published_periods_and_exceptions() -> None:
    kayles, dawson = octal_values("0.77", 400), octal_values("0.07", 400)
    assert octal_period("0.77", kayles) == Period(71, 12)
    assert octal_period("0.07", dawson) == Period(53, 34)
    assert [n for n in range(400) if kayles[n] != kayles[300 + n % 12]] == [
        0, 3, 6, 9, 11, 15, 18, 21, 22, 28, 34, 39, 57, 70
    ]  # fmt: skip
    assert [n for n in range(400) if dawson[n] != dawson[34 * 10 + n % 34]] == [
        0, 1, 15, 17, 18, 32, 35, 52
    ]  # fmt: skip
    assert octal_period("0.77", kayles[:167]) is None  # one value short of a proof
    assert octal_period("0.77", kayles[:168]) == Period(71, 12)


@settings(max_examples=30)
@given(code=CODES, short=st.integers(20, 60))
def test_a_proven_period_goes_on(code: str, short: int) -> None:
    values = octal_values(code, 400)
    period = octal_period(code, values[:short])
    if period is not None:
        start, length = period
        assert values[start + length :] == values[start:-length]


def test_ten_thousand_values_of_grundys_game() -> None:
    values = grundy_values(10_000)
    assert values[:21] == GRUNDY
    for size in (57, 999, 5_000, 9_999):
        moves = range(1, (size + 1) // 2)
        assert values[size] == mex(values[part] ^ values[size - part] for part in moves)


@settings(max_examples=30)
@given(code=CODES)
def test_the_recurrence_says_what_the_rules_say(code: str) -> None:
    game = Octal(code)
    assert octal_values(code, 30) == [value_by_definition(game, size) for size in range(30)]


def test_the_same_without_numpy(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = grundy_values(300), octal_values("0.77", 300), octal_values("4.137", 300)
    monkeypatch.setattr(recurrence, "find_spec", lambda name: None)
    assert (grundy_values(300), octal_values("0.77", 300), octal_values("4.137", 300)) == expected


HEAPS = st.lists(st.integers(0, 6), min_size=1, max_size=3).map(tuple)
KINDS = st.sampled_from([Grundy, Kayles, DawsonsKayles])


def table(kind: type[HeapGame]) -> list[int]:
    if kind is Grundy:
        return grundy_values(20)
    return octal_values("0.77" if kind is Kayles else "0.07", 20)


@settings(max_examples=40)
@given(kind=KINDS, heaps=HEAPS)
def test_search_finds_the_xor_of_the_heaps(kind: type[HeapGame], heaps: tuple[int, ...]) -> None:
    expected = nim_sum(table(kind)[size] for size in heaps)
    assert nim_value(kind(heaps)) == expected
    assert nim_value(Nim((*heaps, 1))) == nim_sum((*heaps, 1))


@settings(max_examples=40)
@given(kind=KINDS, heaps=st.lists(st.integers(0, 5), min_size=1, max_size=2).map(tuple))
def test_alphabeta_wins_where_the_xor_is_not_0(
    kind: type[HeapGame], heaps: tuple[int, ...]
) -> None:
    expected = nim_sum(table(kind)[size] for size in heaps)
    assert (alphabeta(kind(heaps)).value == 1) == (expected != 0)


def test_compiled_alphabeta_wins_where_the_xor_is_not_0() -> None:
    game, values = Kayles((12,)), octal_values("0.77", 13)
    outcomes = {}
    for one, other in [(12, 0), (11, 1), (9, 3), (8, 4), (7, 2), (6, 3), (6, 6), (10, 2)]:
        state = game.state((one, other))
        outcomes[one, other] = analyse(game, state).value == 1
    assert outcomes == {pair: values[pair[0]] != values[pair[1]] for pair in outcomes}
    assert set(outcomes.values()) == {True, False}


@settings(max_examples=30)
@given(nim=st.integers(1, 4), pins=st.integers(0, 5), heap=st.integers(0, 7))
def test_a_sum_of_games_is_worth_the_xor_of_theirs(nim: int, pins: int, heap: int) -> None:
    games: list[Game[object, object]] = [Nim((nim,)), Kayles((pins,)), Grundy((heap,))]  # type: ignore[list-item]
    assert nim_value(Sum(*games)) == nim_sum(nim_value(game) for game in games)


def test_any_game_of_the_contract_has_nim_values() -> None:
    # Taking 1 to 3 counters from one heap is worth the rest of a division by 4.
    game = Octal("0.333", (15,))
    assert [nim_value(game, game.state([size])) for size in range(16)] == [0, 1, 2, 3] * 4


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("pig", "not an impartial game"),
        ("tictactoe", "not decided by who moves last"),
        ("nim:misere=yes", "not decided by who moves last"),
    ],
)
def test_other_games_are_refused(name: str, problem: str) -> None:
    with pytest.raises(UnsuitableGameError, match=problem):
        nim_value(make_game(name))


class Idle(Game[int, int]):
    """Count down by 1, and perhaps up again; or player 0 moves twice in a row."""

    def __init__(self, again: bool) -> None:
        self.again = again

    def initial(self) -> int:
        return 6

    def player(self, state: int) -> int:
        return 0 if self.again and state in (2, 3) else state % 2

    def actions(self, state: int) -> Iterable[int]:
        return (1,) if self.again else (1, -1)

    def result(self, state: int, action: int) -> int:
        return state - action

    def is_terminal(self, state: int) -> bool:
        return state == 0

    def utility(self, state: int, player: int) -> int:
        return -1 if player == 0 else 1


def test_endless_games_double_moves_and_too_many_states_are_told() -> None:
    with pytest.raises(GameError, match="Idle can return to"):
        nim_value(Idle(again=False))
    with pytest.raises(UnsuitableGameError, match="moves again"):
        nim_value(Idle(again=True))
    with pytest.raises(InputError, match="more than 50 states"):
        nim_value(Nim((5, 5, 5)), most=50)
    assert nim_value(TakeAway(5_001)) == 1  # deeper than recursion would go


@pytest.mark.slow
@pytest.mark.parametrize("kind", [Grundy, Kayles, DawsonsKayles])
def test_all_small_sums_by_search(kind: type[HeapGame]) -> None:
    values = table(kind)
    for heaps in product(range(9), repeat=3):
        if list(heaps) == sorted(heaps):
            assert nim_value(kind(heaps)) == nim_sum(values[size] for size in heaps)
