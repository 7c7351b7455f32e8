"""Searches of games in which positions recur, beside brute force by the rule to the letter."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest

from adversario import Limit, alphabeta
from adversario.native.engines.alphabeta import native_plain
from adversario.native.engines.enhanced.enhancements import PLAIN, Enhancements
from adversario.native.engines.enhanced.search import native_alphabeta
from tests.native.engines.cyclic import GRAPHS, Place, Walk, play_on, true_value

TABLELESS = Enhancements(table_mib=0)


@pytest.mark.parametrize(("times", "forbids"), [(2, False), (3, False), (2, True)])
def test_interpreted_alphabeta_plays_by_the_rule(times: int, forbids: bool) -> None:
    decided, game = 0, Walk(times, forbids)
    for graph in range(GRAPHS):
        states = play_on(game, graph, Random(graph), graph % 5)
        found = alphabeta(game, states[-1], past=states[:-1])
        assert found.value == true_value(game, states), graph
        decided += found.value != 0
    assert 5 < decided < GRAPHS


def test_plain_compiled_search_is_the_interpreted_one_node_for_node() -> None:
    game = Walk(3)
    for graph in range(GRAPHS):
        states = play_on(game, graph, Random(graph), graph % 7)
        limit = Limit(depth=1 + graph % 9)
        one = alphabeta(game, states[-1], limit=limit, past=states[:-1])
        other = native_plain(game, states[-1], limit=limit, past=states[:-1])
        assert (one.value, one.action, one.proven) == (other.value, other.action, other.proven)
        assert one.statistics.nodes == other.statistics.nodes
        assert one.statistics.leaves == other.statistics.leaves
        assert one.principal_variation == other.principal_variation


@pytest.mark.parametrize(("times", "forbids"), [(3, False), (2, True)])
def test_enhanced_search_finds_the_value(times: int, forbids: bool) -> None:
    game, limit = Walk(times, forbids), Limit(depth=24)
    for graph in range(GRAPHS):
        states = play_on(game, graph, Random(graph), graph % 5)
        expected = true_value(game, states)
        for extra in (TABLELESS, replace(PLAIN, scout=True)):
            found = native_alphabeta(
                game, states[-1], limit=limit, enhancements=extra, past=states[:-1]
            )
            assert found.value == expected, graph
        found = native_alphabeta(game, states[-1], limit=limit, past=states[:-1])
        assert found.value == expected or not found.proven, graph


def test_a_draw_by_repetition_is_never_proven_by_a_table() -> None:
    game, drawn = Walk(3), 0
    for graph in range(GRAPHS):
        root = Place(graph, 0, 0)
        exact = alphabeta(game, root)
        assert exact.proven  # to the end, without a table
        found = native_alphabeta(game, root, limit=Limit(depth=24))
        if exact.value == 0 and not found.proven:
            drawn += 1
    assert drawn > 3
