"""Games made from games: they read their own positions, keep what they can, equal their twins."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any

import pytest

from adversario import CHANCE, Belief, InputError, Limit, against, make_game, search, start_at
from adversario.algorithms.models.models import Uniform
from adversario.contract.capability import defines, has
from adversario.contract.evaluation import Quiescent
from adversario.contract.symmetry import Keyed, Symmetric
from adversario.games import GAMES, Grundy, Nim, TicTacToe
from adversario.games.weights import Weights, weighted
from adversario.views.layer import derive
from adversario.views.sums import Sum

NAMES = [name for name in GAMES if GAMES[name]().kind.players > 1]


def walk(game: Any, random: Random, plies: int) -> Any:
    state = game.initial()
    for _ in range(plies):
        legal = list(game.legal(state))
        if not legal:
            break
        state = game.result(state, random.choice(legal))
    return state


@pytest.mark.parametrize("name", NAMES)
def test_a_modelled_game_reads_its_own_positions_and_draws_its_boards(name: str) -> None:
    game = GAMES[name]()
    for models in ({1: Uniform(game)}, {1: Belief.over({"any": Uniform(game)})}):
        view: Any = against(game, models)
        for seed in range(3):
            state = walk(view, Random(seed), 4)
            plain = view.plain(state)
            text = view.position(state)
            assert text == game.position(plain)
            assert view.plain(view.parse_position(text)) == game.parse_position(text)
            assert view.text(state) == game.text(plain)
            assert view.svg(state) == game.svg(plain)
            assert view.diagram(state) == game.diagram(plain)
            over = game.is_terminal(plain)
            mover = game.player(plain)
            assert view.player(state) == (CHANCE if mover == 1 and not over else mover)
            for action in game.legal(plain):
                assert view.action_name(state, action) == game.action_name(plain, action)
                assert view.action_cells(state, action) == game.action_cells(plain, action)
                assert view.parse_action(state, view.action_name(state, action)) == action


def test_a_model_need_not_be_symmetric() -> None:
    game = make_game("connect4")
    view = against(game, {1: Uniform(game)})
    assert defines(game, "symmetries")
    assert not has(view, Symmetric)
    assert not has(view, Keyed)
    checkers = make_game("checkers")
    assert has(against(checkers, {1: Uniform(checkers)}), Quiescent)


@pytest.mark.parametrize("name", ["checkers", "connect4", "pacman"])
def test_views_survive_the_way_to_another_process(name: str) -> None:
    game = make_game(name)
    views = [against(game, {1: Uniform(game)}), start_at(game, walk(game, Random(1), 3)),
             derive(game, Symmetric),
             derive(start_at(game, game.initial()), Symmetric)]  # fmt: skip
    for view in views:
        copy: Any = pickle.loads(pickle.dumps(view))
        assert type(copy) is type(view)
        assert copy.position(copy.initial()) == view.position(view.initial())


def test_views_made_alike_are_equal() -> None:
    game = make_game("connect4")
    assert derive(game, Symmetric) == derive(make_game("connect4"), Symmetric)
    assert derive(game, Symmetric) != game
    assert not defines(derive(game, Symmetric), "symmetries")
    assert derive(game, Symmetric).name == game.name
    state = walk(game, Random(2), 5)
    assert start_at(game, state) == start_at(game, state)
    assert start_at(game, state) != start_at(game, game.initial())
    model = Uniform(game)
    assert against(game, {1: model}) == against(make_game("connect4"), {1: model})


def test_a_game_starts_where_it_is_told_to() -> None:
    game = TicTacToe()
    state = walk(game, Random(3), 4)
    started = start_at(game, state)
    assert started.initial() == state
    assert search(started, engine="python").value == search(game, state, engine="python").value
    assert search(started, limit=Limit(depth=3), engine="native").value == (
        search(game, state, limit=Limit(depth=3), engine="native").value
    )


def test_weights_make_a_view_that_equals_its_twin() -> None:
    game = make_game("connect4")
    given = Weights(
        game.name, tuple(float(each) for each in range(len(game.features(game.initial(), 0)))), 1.0
    )
    assert weighted(game, given) == weighted(make_game("connect4"), given)
    assert weighted(game, given) != game
    assert type(weighted(game, given)) is type(game)


def test_a_sum_reads_its_own_positions() -> None:
    game = Sum(Nim((3, 4)), Grundy((7,)))
    for seed in range(5):
        state = walk(game, Random(seed), seed)
        again = game.parse_position(game.position(state))
        assert game.position(again) == game.position(state)
        assert again.turn == state.turn
    for wrong in ("3-4, 1", "3-4 + 7, 3", "nonsense"):
        with pytest.raises(InputError, match="2 games"):
            game.parse_position(wrong)
