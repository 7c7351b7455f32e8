"""The options for games with chance: unlikely lines, rollouts, open loop, models compiled."""

from __future__ import annotations

from typing import Any

import pytest

TREE = "(:chance(0.9: (2, 3), 0.1: X = 4 (1, 9)), 2.5)"


def test_what_is_neglected_is_told(run: Any) -> None:
    done = run("search", TREE, "--unlikely", "0.2", "--lang", "en")
    assert done.code == 0
    told = "Neglected: lines of probability 0.1 in all, too unlikely to be searched"
    assert f"{told}; the value is off by 0.8 at most." in done.out
    assert "probabilidad 0.1" in run("search", TREE, "--unlikely", "0.2", "--lang", "es").out
    answer = run("search", TREE, "--unlikely", "0.2", "--json").json
    assert (answer["neglected"], answer["error"]) == pytest.approx((0.1, 0.8))
    assert "Neglected" not in run("search", TREE, "--lang", "en").out


def test_without_bounds_the_error_is_not_known(run: Any) -> None:
    options = ("twenty48", "-d", "4", "--unlikely", "0.01", "--engine", "python", "--lang", "en")
    done = run("search", *options)
    assert done.code == 0
    assert "searched 4 plies deep" in done.out
    assert "the game has no bounds" in done.out


def test_the_trace_tells_why(run: Any) -> None:
    done = run("trace", TREE, "--unlikely", "0.2", "--lang", "en")
    assert "returns heuristic value 4, too unlikely to be searched" in done.out
    assert "unlikely" not in run("trace", TREE, "--lang", "en").out


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (("pig", "-d", "2", "--unlikely", "2"), "from 0 to 1"),
        (("pig", "-d", "2", "-a", "star1", "--unlikely", "0.1"), "star1 searches unlikely lines"),
        (("pig", "-d", "2", "--rollouts", "greedy"), "no option rollouts"),
        (("pig", "-a", "mcts", "--rollouts", "bold"), "must be one of random"),
        (("pig", "-a", "mcts", "--outcomes", "ajar"), "closed, open"),
    ],
)
def test_mistakes_are_explained(run: Any, options: tuple[str, ...], told: str) -> None:
    done = run("search", *options, "--engine", "python", "--lang", "en")
    assert done.code == 2
    assert told in done.err


def test_simulations_by_name(run: Any) -> None:
    options = ("-a", "mcts", "--nodes", "40", "--engine", "python", "--json")
    plain = run("search", "pig:target=10", *options).json
    opened = run("search", "pig:target=10", *options, "--outcomes", "open").json
    played = run("search", "pig:target=10", *options, "--rollouts", "softmax:0.5").json
    assert plain["simulations"] == opened["simulations"] == played["simulations"] == 40
    assert opened["tree_nodes"] < plain["tree_nodes"]


def test_a_player_of_matches_may_have_them(run: Any) -> None:
    player = "mcts:simulations=5,rollouts=epsilon:0.2,outcomes=open,engine=python"
    done = run("match", "-g", "pig:target=5", player, "random", "--games", "2", "--json")
    assert done.code == 0
