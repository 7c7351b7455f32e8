"""Nim, Grundy's game, Kayles, Dawson's Kayles and other octal games: rules, notation, pictures."""

from __future__ import annotations

from random import Random
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adversario import IllegalActionError, InputError, check_parity, make_game
from adversario.contract.checking.check import check_game
from adversario.games import DawsonsKayles, Grundy, Kayles, Nim, Octal
from adversario.games.heaps.heap_game import HeapGame
from adversario.views.sums import Sum

SMALL = st.lists(st.integers(0, 7), min_size=1, max_size=3).map(tuple)


def after(game: HeapGame) -> set[tuple[int, ...]]:
    """The heaps that the first move can leave."""
    state = game.initial()
    return {game.sizes(game.result(state, action)) for action in game.actions(state)}


def cut(row: str, fallen: int) -> set[tuple[int, ...]]:
    """What is left when so many neighbouring pins of a row, written as letters, fall."""
    rows = (row[:at] + " " + row[at + fallen :] for at in range(len(row) - fallen + 1))
    return {tuple(sorted(map(len, words.split()), reverse=True)) for words in rows}


@pytest.mark.parametrize("size", range(12))
def test_the_moves_of_one_heap_are_those_of_pins_that_fall(size: int) -> None:
    row = "i" * size
    assert after(Kayles((size,))) == cut(row, 1) | cut(row, 2)
    assert after(DawsonsKayles((size,))) == cut(row, 2)
    unequal = {(size - part, part) for part in range(1, size) if size - part > part}
    assert after(Grundy((size,))) == unequal


def test_the_digits_of_an_octal_code_say_what_may_be_left() -> None:
    assert after(Octal("0.1", (1,))) == {()}
    assert after(Octal("0.1", (2,))) == set()
    assert after(Octal("0.2", (1,))) == set()
    assert after(Octal("0.2", (3,))) == {(2,)}
    assert after(Octal("0.4", (5,))) == {(3, 1), (2, 2)}
    assert after(Octal("4.0", (4,))) == {(3, 1), (2, 2)}
    assert after(Octal(".333", (3,))) == {(2,), (1,), ()}


@given(heaps=SMALL, seed=st.integers(0, 999))
def test_other_heaps_stay_and_counters_never_appear(heaps: tuple[int, ...], seed: int) -> None:
    game = Kayles(heaps)
    random, state = Random(seed), game.initial()
    while not game.is_terminal(state):
        action = random.choice(list(game.actions(state)))
        before, state = list(game.sizes(state)), game.result(state, action)
        before.remove(action.size)
        parts = [part for part in (action.smaller, action.larger) if part]
        assert sorted(before + parts, reverse=True) == list(game.sizes(state))
        assert action.size - sum(parts) in (1, 2)
    assert game.sizes(state) == ()
    assert game.utilities(state)[state.turn] == -1


def test_the_order_of_heaps_does_not_matter() -> None:
    game = Grundy((5, 3, 4))
    assert game.parse_position("3-4-5") == game.initial() == game.parse_position("0,5,4,3")
    nim = Nim((3, 4, 5))
    assert nim.key(nim.parse_position("5-3-4")) == nim.key(nim.initial())


@pytest.mark.parametrize("misere", [False, True])
@pytest.mark.parametrize("kind", [Grundy, Kayles, DawsonsKayles, Octal])
def test_the_contract_is_kept(kind: Any, misere: bool) -> None:
    game = kind(heaps=(6, 5), misere=misere)
    assert check_game(game, playouts=20).states > 10
    end = game.state([1] if kind is DawsonsKayles else [], turn=1)
    assert game.is_terminal(end)
    assert game.utilities(end) == ((-1, 1) if misere else (1, -1))


def test_nim_of_many_heaps_keeps_the_contract_in_reasonable_time() -> None:
    assert check_game(Nim((1,) * 26), playouts=3).longest == 26
    assert check_game(Sum(Nim((2, 1)), Kayles((4,))), playouts=20).states > 20


@pytest.mark.parametrize("game", [Grundy((7, 4)), Kayles((6, 3))], ids=lambda game: game.name)
def test_compiled_rules_say_the_same(game: HeapGame) -> None:
    assert check_parity(game) > 20


@pytest.mark.parametrize(
    "name", ["grundy:heaps=9-4", "kayles", "dawson", "octal:code=4.07,heaps=6"]
)
@given(seed=st.integers(0, 999))
def test_positions_are_read_back(name: str, seed: int) -> None:
    game = make_game(name)
    random, state = Random(seed), game.initial()
    while not game.is_terminal(state):
        assert game.parse_position(game.position(state)) == state
        state = game.result(state, random.choice(list(game.actions(state))))
    assert game.parse_position(game.position(state)) == state


def test_notation() -> None:
    game = Kayles((7, 2))
    state = game.initial()
    assert game.position(state) == "7-2 1"
    names = [game.action_name(state, action) for action in game.actions(state)]
    assert names == [
        "2:1", "2:0", "7:6", "7:1+5", "7:2+4", "7:3+3", "7:5", "7:1+4", "7:2+3"
    ]  # fmt: skip
    assert game.parse_action(state, " 7 : 5 + 1 ") == game.parse_action(state, "7:1+5")
    assert game.position(game.result(state, game.parse_action(state, "7:1+5"))) == "5-2-1 2"
    with pytest.raises(IllegalActionError, match=r"'7:3\+4' is not a legal action"):
        game.parse_action(state, "7:3+4")
    assert game.position(game.parse_position("0 2")) == "0 2"
    with pytest.raises(IllegalActionError, match="over"):
        game.parse_action(game.parse_position("0"), "1:0")
    nim = Nim()
    assert nim.parse_action(nim.initial(), " B3 ") == (1, 3)
    with pytest.raises(IllegalActionError, match="over"):
        nim.parse_action(nim.parse_position("0-0"), "a1")


def test_positions_larger_than_the_game_are_fine() -> None:
    game = Kayles((3,))
    state = game.parse_position("40-1")
    assert game.sizes(state) == (40, 1)
    assert game.parse_position(game.position(state)) == state


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("kayles:heaps=20000", "at most 10000 counters"),
        ("octal:code=0.8", "0 or 4, a point"),
        ("octal:code=1.7", "0 or 4, a point"),
        ("octal:code=77", "0 or 4, a point"),
        ("nim:heaps=" + "-".join(["1"] * 27), "1 to 26 sizes"),
        ("nim:heaps=1000000001", "at most 1000000000"),
    ],
)
def test_games_that_are_none_are_refused(name: str, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        make_game(name)


@pytest.mark.parametrize(
    "position", ["", "x", "3-", "-3", "3 3", "3 1 1", "20000", "9" * 5000, "3.5", "٣"]
)
@pytest.mark.parametrize("name", ["kayles", "nim"])
def test_positions_that_are_none_are_refused(name: str, position: str) -> None:
    game = make_game(name)
    if name == "nim" and position == "20000":
        position = "-".join(["1"] * 27)
    with pytest.raises(InputError, match="not a position of"):
        game.parse_position(position)


def test_pictures_show_every_counter() -> None:
    kayles, nim = Kayles((4, 2)), Nim((3, 0, 60))
    assert kayles.text(kayles.initial()) == "4 ||||\n2 ||"
    assert nim.text(nim.initial()) == "a ●●● 3\nb 0\nc " + "●" * 50 + "… 60"
    drawn = ElementTree.fromstring(kayles.svg(kayles.initial()))
    assert len([part for part in drawn.iter() if part.tag.endswith("path")]) == 6
    drawn = ElementTree.fromstring(nim.svg(nim.initial()))
    assert len([part for part in drawn.iter() if part.tag.endswith("circle")]) == 53
    assert kayles.text(kayles.state([])) == "-"
    ElementTree.fromstring(kayles.svg(kayles.state([])))
