"""`adversario nimber`."""

from __future__ import annotations

from typing import Any

import pytest


def test_a_position_explained(run: Any) -> None:
    done = run("nimber", "nim", "3,4,5", "--lang", "en")
    assert done.code == 0
    assert done.out.splitlines()[4:] == [
        "xor                 2     010",
        "The nim-value is 2, not 0: whoever moves wins, by any move that leaves 0.",
        "a2: take 2 from heap a: 1 xor 4 xor 5 = 0",
    ]
    assert "quitar 2 del montón a" in run("nimber", "nim", "3-4-5", "--lang", "es").out
    answer = run("nimber", "octal:code=0.07", "15", "--json").json
    assert (answer["value"], answer["wins"], answer["winning"]) == (0, False, [])


def test_values_and_periods(run: Any) -> None:
    lines = run("nimber", "kayles", "--values", "170", "--lang", "en").out.splitlines()
    assert lines[:2] == ["  0: 0 1 2 3 1 4 3 2 1 4", " 10: 2 6 4 1 2 7 1 4 3 2"]
    assert lines[-1].startswith("From 71 on the values repeat every 12")
    lines = run("nimber", "grundy", "--values", "20", "--lang", "en").out.splitlines()
    assert lines == [" 0: 0 0 0 1 0 2 1 0 2 1", "10: 0 2 1 3 2 1 3 2 4 3", "20: 0"]
    answer = run("nimber", "dawson", "--values", "200", "--json").json
    assert answer["period"] == {"start": 53, "length": 34}
    assert run("nimber", "nim", "--values", "2", "--json").json["values"] == [0, 1, 2]


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["pig"], "not an impartial game"),
        (["kayles:misere=yes", "5"], "not decided by who moves last"),
        (["kayles", "3-x"], "not a position of Kayles"),
        (["connect4", "--values", "5"], "not made of heaps"),
        (["kayles", "--values", "-1"], "from 0 to 10000"),
        (["octal:code=0.9"], "not the code of an octal game"),
    ],
)
def test_bad_input_exits_with_2_and_says_why(run: Any, arguments: list[str], problem: str) -> None:
    done = run("nimber", *arguments, "--lang", "en")
    assert done.code == 2
    assert problem in done.err
    assert not done.out
    assert run("nimber", *arguments, "--lang", "es").err != done.err
