"""Nim-values explained: what is said to win wins, and nothing else does."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adversario import alphabeta, make_game
from adversario.games import DawsonsKayles, Grundy, Kayles, Nim, Octal
from adversario.games.heaps.nim_theory import nim_is_lost
from adversario.solve.nimber import nimber
from adversario.views.sums import Sum

HEAPS = st.lists(st.integers(0, 4), min_size=1, max_size=3).map(tuple).filter(any)
SMALL = settings(max_examples=40)


@SMALL
@given(heaps=HEAPS, misere=st.booleans())
def test_nim_is_explained_as_search_plays_it(heaps: tuple[int, ...], misere: bool) -> None:
    game = Nim(heaps, misere)
    found, searched = nimber(game), alphabeta(game)
    assert found.wins == (searched.value == 1) == (not nim_is_lost(heaps, misere))
    winning = set(searched.best_actions) if found.wins else set()
    assert {move.action for move in found.winning} == winning
    assert len(found.winning) == len(winning)


@SMALL
@given(
    kind=st.sampled_from([Grundy, Kayles, DawsonsKayles]),
    heaps=st.lists(st.integers(0, 5), min_size=1, max_size=2).map(tuple),
)
def test_heaps_are_explained_as_search_plays_them(
    kind: type[Grundy | Kayles | DawsonsKayles], heaps: tuple[int, ...]
) -> None:
    game = kind(heaps)
    found, searched = nimber(game), alphabeta(game)
    assert found.wins == (searched.value == 1)
    winning = set(searched.best_actions) if found.wins else set()
    assert {move.action for move in found.winning} == winning


def test_the_xor_in_binary_and_the_winning_move() -> None:
    assert str(nimber(Nim((3, 4, 5)))).splitlines() == [
        "heap  size  nim-value  binary",
        "a        3          3     011",
        "b        4          4     100",
        "c        5          5     101",
        "xor                 2     010",
        "The nim-value is 2, not 0: whoever moves wins, by any move that leaves 0.",
        "a2: take 2 from heap a: 1 xor 4 xor 5 = 0",
    ]
    spanish = nimber(Kayles((7, 5))).text("es").splitlines()
    assert spanish[0] == "montón  tamaño  valor  binario"
    assert spanish[-2:] == [
        "5:1+3: el montón de 5 pasa a ser 1 y 3: 2 xor 3 xor 1 = 0",
        "7:5: el montón de 7 pasa a ser 5: 4 xor 4 = 0",
    ]


@pytest.mark.parametrize(
    ("name", "position", "verdict", "reasons"),
    [
        ("nim", "1-2-3", "The nim-value is 0: whoever moves loses", []),
        ("nim", "0", "No move is left", []),
        ("kayles", "2", "The nim-value is 2", ["2:0: the heap of 2 becomes nothing: 0 = 0"]),
        ("kayles", "0", "No move is left", []),
        ("grundy", "2-1", "No move is left", []),
        ("nim:misere=yes", "1-1-4", "the XOR is 4, not 0, so whoever moves wins",
         ["c3: take 3 from heap c: an odd number of heaps of 1 is left (3)"]),
        ("nim:misere=yes", "2-2", "the XOR is 0, so whoever moves loses", []),
        ("nim:misere=yes", "1-1-1", "their number is 3, which is odd", []),
        ("nim:misere=yes", "0", "their number is 0, which is even, so whoever moves wins", []),
        ("nim:misere=yes", "3-5", "the XOR is 6",
         ["b2: take 2 from heap b: 3 xor 3 = 0"]),
    ],
)  # fmt: skip
def test_what_is_said(name: str, position: str, verdict: str, reasons: list[str]) -> None:
    game = make_game(name)
    found = nimber(game, game.parse_position(position))
    assert verdict in found.verdict.text()
    assert [f"{move.name}: {move.why.text()}" for move in found.winning] == reasons
    assert found.verdict.text("es") != found.verdict.text("en")


def test_large_heaps_need_no_search() -> None:
    nim = Nim((10**9, 7))
    assert [move.name for move in nimber(nim).winning] == ["a999999993"]
    names = [move.name for move in nimber(Kayles((9_000,))).winning]
    assert "9000:4499+4499" in names  # symmetric rows undo each other's moves
    assert "9000:4499+4500" not in names


def test_other_games_are_searched() -> None:
    found = nimber(Sum(Nim((3,)), Kayles((1,))))
    assert (found.value, found.heaps, found.wins) == (2, (), True)
    assert str(found).splitlines()[1:] == ["1/a2: leaves the nim-value 0"]


def test_as_json() -> None:
    answer = nimber(Octal("0.07", (4, 3))).to_json()
    assert answer["heaps"] == [
        {"name": "4", "size": 4, "value": 2},
        {"name": "3", "size": 3, "value": 1},
    ]
    assert (answer["value"], answer["wins"]) == (3, True)
    assert [move["action"] for move in answer["winning"]] == ["4:2"]  # type: ignore[attr-defined]
