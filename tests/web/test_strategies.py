"""Tables solved and strategies learned for the web app, against textbooks and the library."""

from __future__ import annotations

from typing import Any

import pytest

from adversario.base.errors import AdversarioError
from adversario.web.handlers import JOBS, Context, OfferedGames
from adversario.web.protocol import MatrixPayload, MatrixRequest, StrategyPayload, StrategyRequest
from adversario.web.wire import dump, write

GAMES_HERE = OfferedGames({})


def matrix(text: str, lang: str = "en", **fields: Any) -> MatrixPayload:
    context = Context(GAMES_HERE, lang, print)
    found: MatrixPayload = JOBS["matrix"](context, MatrixRequest(text=text, **fields))
    dump(write(found))
    return found


def learn(**fields: Any) -> tuple[StrategyPayload, list[StrategyPayload]]:
    news: list[StrategyPayload] = []
    context = Context(GAMES_HERE, "en", news.append)
    found: StrategyPayload = JOBS["strategy"](context, StrategyRequest(**fields))
    dump([write(found), *map(write, news)])
    return found, news


def test_the_prisoners_dilemma() -> None:
    found = matrix("prisoners-dilemma")
    assert [step.strategy for step in found.struck] == [0, 0]
    assert "cooperate" in found.struck[0].words
    assert "dominada" in matrix("prisoners-dilemma", "es").struck[0].words
    assert found.best == [[[False, False], [False, True]], [[True, False], [True, True]]]
    (only,) = found.equilibria
    assert (only.strategies, only.payoffs) == ([["0", "1"], ["0", "1"]], ["1", "1"])
    assert found.learning[1].points[-1][1] > 0.9  # who regrets, defects


def test_typed_tables() -> None:
    sexes = matrix("3,2 0,0; 0,0 2,3")
    assert sexes.finite
    assert sorted(each.payoffs for each in sexes.equilibria) == [
        ["2", "3"], ["3", "2"], ["6/5", "6/5"],
    ]  # fmt: skip
    pennies = matrix("[[1, -1], [-1, 1]]", rounds=2000)
    assert pennies.value == "0"
    assert pennies.equilibria[0].strategies == [["1/2", "1/2"], ["1/2", "1/2"]]
    assert all(abs(curve.points[-1][1] - 0.5) < 0.1 for curve in pennies.learning)
    assert len(pennies.learning[0].points) <= 130


@pytest.mark.parametrize("text", ["", "1 2; 3", "1,2,3", "nothing-like-it", "1 2 3 4 5 6 7 8"])
def test_wrong_tables(text: str) -> None:
    with pytest.raises(AdversarioError):
        matrix(text)


def test_kuhn_is_learned() -> None:
    found, news = learn(game="kuhn", iterations=1000)
    assert (found.sets, found.histories) == (12, 58)
    assert abs(float(found.values[0]) + 1 / 18) < 0.002
    assert len(found.rows) == 12
    gaps = [gap for _, gap in found.points]
    assert gaps[-1] < 0.001 < gaps[0]
    assert all(each.points == found.points[: len(each.points)] for each in news)


def test_typed_trees_are_learned() -> None:
    tree = "(H -> @x(H -> 1, T -> -1), T -> @x(H -> -1, T -> 1))"
    found, _ = learn(tree=tree, iterations=200)
    assert found.sets == 2
    assert abs(float(found.values[0])) < 0.05


@pytest.mark.parametrize(
    "fields",
    [
        {"game": "hearts"}, {"game": "nowhere"}, {}, {"tree": "(("},
        {"game": "kuhn", "variant": "none"}, {"game": "kuhn", "iterations": 10**9},
    ],
)  # fmt: skip
def test_what_cannot_be_learned(fields: dict[str, Any]) -> None:
    with pytest.raises(AdversarioError):
        learn(**fields)
