"""`adversario holdem`: what it prints as data, and its errors."""

from __future__ import annotations

from typing import Any

import pytest

from tests.require import require

require("numba")


def test_a_river_as_json(run: Any) -> None:
    command = ["holdem", "solve", "Ks 9d 4c 2h 7s", "KQ,99", "AK,44", "--path", "x", "--json"]
    found = run(*command).json
    assert found["player"] == 1
    assert sum(found["acts"].values()) == pytest.approx(1)
    assert all(sum(each.values()) == pytest.approx(1) for each in found["strategy"].values())
    assert 0 <= found["exploitability"] < 0.01


@pytest.mark.parametrize(
    "command",
    [
        ["rank", "As Kd"],
        ["equity", "QQ+,AKq", "22"],
        ["equity", "AA", "KK", "--board", "As"],
        ["push", "0.5"],
        ["solve", "Ks 9d 4c", "AA", "KK"],
        ["solve", "Ks 9d 4c 2h 7s", "AA", "QQ", "--bets", "big"],
        ["solve", "Ks 9d 4c 2h 7s", "AA", "QQ", "--iterations", "0"],
        ["solve", "Ks 9d 4c 2h 7s", "AA", "QQ", "--iterations", "1", "--path", "z"],
    ],
)
def test_bad_input_is_an_error(command: list[str], run: Any) -> None:
    ran = run("holdem", *command)
    assert ran.code == 2
    assert ran.err.startswith("Error: ")
