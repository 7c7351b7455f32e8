"""Proofs against brute force; df-pn against the tree search that it replaces."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given

from adversario import InputError, UnsuitableGameError, make_game
from adversario.game import Game
from adversario.solve.proof import Prover, prove_by_tree, solve_proof
from adversario.solve.table import solve_all
from tests.require import needs
from tests.solve.perfect import Drawn, TugOfWar, drawn_games, perfect

compiled = needs("numba")
FOREVER = 10**9


@given(drawn_games(cyclic=False))
def test_tree_search_decides_every_question(game: Drawn) -> None:
    value = perfect(game)[game.initial()].value
    for goal in range(-2, 4):
        answer, nodes, repeated = prove_by_tree(game, game.initial(), 0, goal, FOREVER)
        assert (answer, repeated) == (value >= goal, False)
        assert nodes >= 1
        other, _, _ = prove_by_tree(game, game.initial(), 1, 1 - goal, FOREVER)
        assert other is (value < goal)
    assert solve_proof(game, prover=Prover(game, engine="python")).value == value


@given(drawn_games())
def test_what_is_proven_in_a_game_that_goes_round_is_true(game: Drawn) -> None:
    value = perfect(game)[game.initial()].value
    for goal in range(-2, 4):
        answer, _, repeated = prove_by_tree(game, game.initial(), 0, goal, FOREVER)
        if answer:
            assert value >= goal
        elif not repeated:
            assert value < goal
    found = solve_proof(game, prover=Prover(game, engine="python")).value
    assert found in (value, None)
    if value == 2:
        assert found == 2  # what can be won is proven


def positions(game: Game[Any, Any], seed: int, number: int) -> list[Any]:
    """Random positions, most of them in the middle of a game."""
    random = Random(seed)
    found: list[Any] = []
    while len(found) < number:
        state = game.initial()
        for _ in range(random.randrange(12)):
            if not game.is_terminal(state):
                state = game.result(state, random.choice(list(game.actions(state))))
        found.append(state)
    return found


@compiled
def test_dfpn_gives_the_values_of_a_table() -> None:
    game = make_game("connect4:width=4,height=4,score=stones")
    table = solve_all(game, symmetric=False)
    prover = Prover(game, engine="native", table_mib=4)
    for state in (game.initial(), *positions(game, seed=1, number=60)):
        found = solve_proof(game, state, prover=prover)
        assert found.value == table.value(state)
        if not game.is_terminal(state):
            assert table.value(game.result(state, found.best[0])) == found.value
    assert prover.nodes > 1000
    assert not prover.repeated


@compiled
def test_dfpn_in_a_game_that_goes_round_and_with_a_small_stack(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("adversario.solve.proof.STACK_ITEMS", 2)
    game = TugOfWar()
    table = solve_all(game, engine="python")
    prover, known = Prover(game, engine="native", table_mib=1), 0
    for state in table:
        found = solve_proof(game, state, prover=prover)
        assert found.value in (table.value(state), None)
        known += found.value is not None
        if table.value(state) == 2:
            assert found.value == 2
    assert prover.repeated
    assert known > 4


@compiled
def test_a_limit_of_nodes_leaves_the_answer_open() -> None:
    game = make_game("connect4:width=4,height=4,score=stones")
    prover = Prover(game, engine="native", table_mib=4, most_nodes=50)
    assert prover.prove(game.initial(), 0, 1) is None
    assert solve_proof(game, prover=prover).value is None
    assert Prover(game, engine="python", most_nodes=50).prove(game.initial(), 0, 1) is None


def test_games_that_proofs_do_not_fit() -> None:
    with pytest.raises(UnsuitableGameError, match="chance"):
        Prover(make_game("pig"))
    with pytest.raises(UnsuitableGameError, match="3"):
        Prover(make_game("mnk:players=3"))
    game = Drawn(((),), (0,), (0,))
    game.utility_bounds = None
    with pytest.raises(InputError, match="whole numbers"):
        solve_proof(game)
