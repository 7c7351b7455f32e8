"""One entry point for both engines: the same answers, and a clear word where there is one only."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from adversario import Game, InputError, Limit, parse_tree, search
from adversario.algorithms.core.algorithm import ALGORITHMS
from adversario.algorithms.models.models import Uniform
from adversario.games import ConnectFour, Nim, Pig, TicTacToe
from adversario.native.compiler.problems import NotCompilable
from adversario.native.engines import engine_choice
from adversario.native.engines.dispatch import COMPILED

CASES: list[tuple[Game[Any, Any], str, int]] = [
    (TicTacToe(), "minimax", 5),
    (TicTacToe(), "alphabeta", 5),
    (ConnectFour(), "alphabeta", 6),
    (Pig(20), "expectiminimax", 5),
    (Nim((2, 3)), "maxn", 4),
]


@pytest.mark.parametrize(("game", "algorithm", "depth"), CASES)
def test_both_engines_visit_the_same_nodes(
    game: Game[Any, Any], algorithm: str, depth: int
) -> None:
    limit = Limit(depth=depth)
    one = search(game, algorithm=algorithm, limit=limit, engine="native")
    two = search(game, algorithm=algorithm, limit=limit, engine="python")
    assert one.action == two.action
    assert one.value == pytest.approx(two.value)
    assert one.statistics.nodes == two.statistics.nodes
    assert one.principal_variation == two.principal_variation


def test_a_short_search_is_not_compiled_and_a_long_one_is(monkeypatch: pytest.MonkeyPatch) -> None:
    game, limit, compiled = ConnectFour(6, 7), Limit(depth=6), list[bool]()  # no other test has it
    monkeypatch.setattr(engine_choice, "SEARCH_SECONDS", 60.0)
    short = search(game, limit=limit, on_native=lambda: compiled.append(True))
    assert not compiled
    monkeypatch.setattr(engine_choice, "SEARCH_SECONDS", 0.0)
    long = search(game, limit=limit, on_native=lambda: compiled.append(True))
    assert compiled
    assert replace(long.statistics, seconds=0) == replace(short.statistics, seconds=0)
    assert (long.value, long.principal_variation, long.scores) == (
        short.value, short.principal_variation, short.scores
    )  # fmt: skip
    monkeypatch.setattr(engine_choice, "SEARCH_SECONDS", 60.0)
    search(game, limit=limit, on_native=lambda: compiled.append(True))
    assert len(compiled) == 2  # once compiled, it is there at once


def test_a_limit_of_nodes_or_time_means_all_the_enhancements() -> None:
    plain = search(ConnectFour(), limit=Limit(depth=8), engine="python").statistics.nodes
    result = search(ConnectFour(), limit=Limit(nodes=20_000))
    assert result.depth is not None
    assert result.depth >= 8
    assert plain > 8_000
    assert search(ConnectFour(), limit=Limit(time=0.1)).depth is not None


def test_what_only_the_interpreted_engine_does() -> None:
    game, limit = TicTacToe(), Limit(depth=3)
    seen: list[Any] = []
    observed = search(game, limit=limit, on_event=seen.append)
    assert observed.value == search(game, limit=limit, engine="python").value
    assert seen
    with pytest.raises(InputError, match="no compiled form of expectimax"):
        search(game, algorithm="expectimax", limit=limit, engine="native", model=Uniform(game))
    with pytest.raises(InputError, match="no compiled form of alphabeta"):
        search(game, algorithm="alphabeta", limit=limit, engine="native", strict=True)


def test_a_game_that_does_not_compile_is_searched_all_the_same() -> None:
    tree = parse_tree("((3, 12), (2, 4))")
    with pytest.raises(NotCompilable):
        search(tree, engine="native")
    result = search(tree, limit=Limit(time=5))  # and not a word about it
    assert result.value == 3


def test_every_algorithm_has_a_compiled_form() -> None:
    assert list(COMPILED) == list(ALGORITHMS)
