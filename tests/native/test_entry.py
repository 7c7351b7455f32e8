"""One entry point for both engines: the same answers, and a clear word where there is one only."""

from __future__ import annotations

from typing import Any

import pytest

from adversario import Game, InputError, Limit, parse_tree
from adversario import search as interpreted
from adversario.games import ConnectFour, Nim, Pig, TicTacToe
from adversario.native.entry import search
from adversario.native.problems import InterpretedWarning, NotCompilable

CASES: list[tuple[Game[Any, Any], str, int]] = [
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


def test_a_limit_of_nodes_or_time_means_all_the_enhancements() -> None:
    plain = search(ConnectFour(), limit=Limit(depth=8), engine="python").statistics.nodes
    result = search(ConnectFour(), limit=Limit(nodes=20_000))
    assert result.depth == 8
    assert plain > 8_000
    assert search(ConnectFour(), limit=Limit(time=0.1)).depth is not None


def test_what_only_the_interpreted_engine_does() -> None:
    game, limit = TicTacToe(), Limit(depth=3)
    seen: list[Any] = []
    observed = search(game, limit=limit, observe=seen.append)
    assert observed.value == interpreted(game, limit=limit).value
    assert seen
    with pytest.raises(InputError, match="no compiled form of minimax"):
        search(game, algorithm="minimax", limit=limit, engine="native")
    with pytest.raises(InputError, match="no compiled form of alphabeta"):
        search(game, algorithm="alphabeta", limit=limit, engine="native", strict=True)


def test_a_game_that_does_not_compile_is_searched_all_the_same() -> None:
    tree = parse_tree("((3, 12), (2, 4))")
    with pytest.raises(NotCompilable):
        search(tree, engine="native")
    try:
        result = search(tree)
    except InterpretedWarning:  # told once; as an error here, so that it is seen
        result = search(tree)
    assert result.value == 3
