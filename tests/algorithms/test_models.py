"""Models of opponents, best responses and beliefs, against brute force and closed forms."""

from __future__ import annotations

from fractions import Fraction
from itertools import product
from math import exp, isclose
from random import Random
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from adversario import (
    Distribution,
    Game,
    InputError,
    Limit,
    Tree,
    UnsuitableGameError,
    expectimax,
    make_game,
    maxn,
    minimax,
    parse_tree,
    play_game,
    record,
)
from adversario import search as package_search
from adversario.algorithms.models.models import (
    EpsilonGreedy,
    Following,
    Learned,
    Mixture,
    Responding,
    Searching,
    Softmax,
    Uniform,
    level_k,
    looks,
    mostly,
)
from adversario.algorithms.models.parse import models_of_others, named_model
from adversario.algorithms.registry import search
from adversario.game import CHANCE
from adversario.games import Nim, Pig, TicTacToe
from adversario.native.compiler.problems import NotCompilable
from adversario.views.beliefs import Belief, Model, beliefs_in
from adversario.views.modelled import against
from tests.strategies import chance_trees, tuple_trees, two_sided_trees

PERFECT = "alphabeta:depth=9,engine=python"
SMALL = two_sided_trees(max_depth=3, max_children=2, alternating=False)


def drawn_model(tree: Tree, seed: int) -> Model[Any, Any]:
    """A stochastic policy that is the same whenever it is asked."""

    def model(state: Any) -> Distribution[Any]:
        dice = Random(f"{seed} {tree.position(state)}")
        weights = {action: dice.randint(0, 4) for action in tree.actions(state)}
        total = sum(weights.values())
        if not total:
            return Distribution.uniform(weights)
        return Distribution({a: Fraction(w, total) for a, w in weights.items()})

    return model


def expected(tree: Tree, state: Any, models: dict[int, Model[Any, Any]]) -> Fraction:
    """MAX's utility where everybody follows a model, or nature: by plain recursion."""
    if tree.is_terminal(state):
        return Fraction(tree.utility(state, 0))
    mover = tree.player(state)
    chances: Any = tree.chances(state) if mover == CHANCE else models[mover](state).items()
    parts = [Fraction(p) * expected(tree, tree.result(state, a), models) for a, p in chances]
    return sum(parts, Fraction())


def own_states(tree: Tree, state: Any, player: int) -> list[Any]:
    if tree.is_terminal(state):
        return []
    mine = [state] if tree.player(state) == player else []
    below = [own_states(tree, tree.result(state, a), player) for a in tree.legal(state)]
    return mine + [each for found in below for each in found]


def best_plan(tree: Tree, priors: list[tuple[Fraction, Model[Any, Any]]]) -> Fraction:
    """The most that MAX can expect of a fixed plan, over all plans: MIN draws a model and keeps it.

    In a tree a state tells all that has happened, so plans may depend on all that MAX has seen.
    """
    states = own_states(tree, tree.initial(), 0)
    choices = [list(tree.actions(state)) for state in states]
    worth = []
    for plan in product(*choices):
        fixed = dict(zip(states, plan, strict=True))
        me = Following(fixed, Uniform(tree))
        parts = [p * expected(tree, tree.initial(), {0: me, 1: model}) for p, model in priors]
        worth.append(sum(parts, Fraction()))
    return max(worth)


# Best responses.


@settings(max_examples=200)
@given(two_sided_trees(alternating=False))
def test_a_perfect_opponent_gives_minimax(tree: Tree) -> None:
    for player in (0, 1):
        response = search(tree, models={player: Searching(tree)})
        assert response.value == minimax(tree).value
    plain = minimax(tree)
    if tree.player(tree.initial()) == 0:
        response = search(tree, models={1: Searching(tree)})
        assert response.best_actions == plain.best_actions


@settings(max_examples=150)
@given(chance_trees(alternating=False))
def test_a_uniform_opponent_gives_expectimax(tree: Tree) -> None:
    assume(tree.player(tree.initial()) == 0)
    plain, response = expectimax(tree), search(tree, models={1: Uniform(tree)})
    assert (response.value, response.best_actions) == (plain.value, plain.best_actions)


@settings(max_examples=200)
@given(tuple_trees(alternating=False))
def test_perfect_others_give_max_n(tree: Tree) -> None:
    # Where a player has ties, max^n takes the first; with distinct utilities there are none.
    leaves = [tree.utilities(state) for state in ends(tree, tree.initial())]
    assume(all(len(set(column)) == len(leaves) for column in zip(*leaves, strict=True)))
    plain = maxn(tree)
    others = {p: Searching(tree) for p in range(3) if p != tree.player(tree.initial())}
    response = search(tree, models=others)
    assert (response.value, response.action) == (plain.value, plain.action)


def ends(tree: Tree, state: Any) -> list[Any]:
    if tree.is_terminal(state):
        return [state]
    return [end for a in tree.legal(state) for end in ends(tree, tree.result(state, a))]


@settings(max_examples=200)
@given(SMALL, st.integers(0, 10**6))
def test_the_best_response_is_the_best_of_all_plans(tree: Tree, seed: int) -> None:
    assume(len(own_states(tree, tree.initial(), 0)) <= 6)
    model = drawn_model(tree, seed)
    assert search(tree, models={1: model}).value == best_plan(tree, [(Fraction(1), model)])


@settings(max_examples=200)
@given(SMALL, st.integers(0, 10**6))
def test_models_of_all_players_give_the_expected_utility(tree: Tree, seed: int) -> None:
    models = {0: drawn_model(tree, seed), 1: drawn_model(tree, seed + 1)}
    result = search(tree, models=models)
    assert result.action is None
    assert result.value == expected(tree, tree.initial(), models)


def test_a_search_with_models_is_one_of_a_game_with_chance() -> None:
    tree = parse_tree("((10, 8), (4, 50))")
    result = search(tree, models={1: Uniform(tree)})
    assert (result.algorithm, result.action, result.value) == ("expectiminimax", "a2", 27)
    assert (result.game, result.state) == (tree, tree.initial())
    assert package_search(tree, models={1: Uniform(tree)}).value == 27
    with pytest.raises(UnsuitableGameError, match="chance"):
        search(tree, algorithm="alphabeta", models={1: Uniform(tree)})
    with pytest.raises(InputError, match="no compiled form"):
        package_search(tree, models={1: Searching(tree)}, engine="native")
    with pytest.raises(NotCompilable):
        package_search(tree, models={1: Uniform(tree)}, engine="native")


def test_deepening_and_limits_hold_with_models() -> None:
    game = TicTacToe()
    models = {1: Uniform(game)}
    deep = search(game, limit=Limit(nodes=3000), models=models)
    assert deep.depth is not None
    assert deep.value == search(game, limit=Limit(depth=deep.depth), models=models).value


def test_a_model_of_nobody_and_of_illegal_actions() -> None:
    tree = parse_tree("((10, 8), (4, 50))")
    with pytest.raises(InputError, match="player 2"):
        search(tree, models={2: Uniform(tree)})
    with pytest.raises(InputError, match="not an action"):
        search(tree, models={1: lambda state: Distribution({"z": 1})})


def test_the_view_can_be_traced() -> None:
    tree = parse_tree("((10, 8), (4, 50))")
    _, trace = record(against(tree, {1: Uniform(tree)}))
    assert trace.value == 27
    belief = Belief.over({"random": Uniform(tree), "perfect": Searching(tree)})
    _, trace = record(against(tree, {1: belief}))
    assert trace.value == Fraction(4 + 27, 2)


# The models.


def test_epsilon_greedy_and_softmax_by_hand() -> None:
    tree = parse_tree("(1, 3, 3)")
    root = tree.initial()
    a, b, c = tree.actions(root)
    assert looks(tree, root) == {a: 1, b: 3, c: 3}
    greedy = EpsilonGreedy(tree, Fraction(3, 10))(root)
    assert greedy == {a: Fraction(1, 10), b: Fraction(9, 20), c: Fraction(9, 20)}
    assert EpsilonGreedy(tree, 1)(root) == Uniform(tree)(root)
    soft = Softmax(tree, 2)(root)
    assert isclose(soft[a], 1 / (1 + 2 * exp(1)))
    assert isclose(soft[b], soft[c])
    cold = Softmax(tree, 1e-3)(root)
    assert (cold[a], cold[b]) == (0, 0.5)


def test_the_mover_looks_from_their_own_side() -> None:
    tree = parse_tree("A:MIN(1, 3)")
    root = tree.initial()
    assert list(looks(tree, root).values()) == [-1, -3]
    assert EpsilonGreedy(tree)(root)[next(iter(tree.actions(root)))] == 1


def test_a_mixture_of_depth_one_and_chance() -> None:
    game = Nim((1, 2))
    state = game.initial()
    depth_one = Searching(game, Limit(depth=1))(state)
    model = mostly(game, Fraction(4, 5))(state)
    number = len(list(game.actions(state)))
    for action in game.actions(state):
        assert model[action] == Fraction(4, 5) * depth_one.get(action, 0) + Fraction(1, 5 * number)


@settings(max_examples=100)
@given(SMALL, st.integers(0, 10**6), st.fractions(0, 1))
def test_a_mixture_is_the_mean_of_its_parts(tree: Tree, seed: int, share: Fraction) -> None:
    one, two = drawn_model(tree, seed), drawn_model(tree, seed + 1)
    both = Mixture([(one, share), (two, 1 - share)])
    root = tree.initial()
    for action in tree.actions(root):
        wanted = share * one(root)[action] + (1 - share) * two(root)[action]
        assert both(root).get(action, 0) == wanted


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda game: EpsilonGreedy(game, 1.5), "from 0 to 1"),
        (lambda game: Softmax(game, 0), "greater than 0"),
        (lambda game: Learned(game, {}, -1), "at least 0"),
        (lambda game: Mixture([(Uniform(game), 0.5)]), "sum to 1"),
        (lambda game: mostly(game, 2), "from 0 to 1"),
        (lambda game: level_k(game, -1), "at least 0"),
        (lambda game: Belief.over({"a": Uniform(game)}, {"b": 1}), "the models are a"),
    ],
)
def test_what_cannot_be_is_refused(make: Any, words: str) -> None:
    with pytest.raises(InputError, match=words):
        make(Nim((1, 2)))


def test_learning_from_recorded_games() -> None:
    game = Nim((2, 1))
    records = [play_game(game, ["random", "random"], seed=seed) for seed in range(200)]
    learned = Learned.of(game, records)
    state = game.initial()
    actions = list(game.actions(state))
    names = [played.moves[0] for played in records]
    for action in actions:
        seen = names.count(game.action_name(state, action))
        assert learned(state)[action] == Fraction(seen + 1, 200 + len(actions))
    bare = Learned.of(game, records, smoothing=0)(state)
    assert bare[actions[0]] == Fraction(names.count(game.action_name(state, actions[0])), 200)


def test_learning_of_one_player_and_of_states_never_met() -> None:
    game = Nim((2, 1))
    records = [play_game(game, ["random", PERFECT], seed=seed) for seed in range(30)]
    second = Learned.of(game, records, player=1, smoothing=0)
    by_name = Learned.of(game, records, name=PERFECT, smoothing=0)
    assert second.counts == by_name.counts
    assert all(game.player(state) == 1 for state in second.counts)
    state = game.initial()
    assert second(state) == Distribution.uniform(game.actions(state))
    for met in second.counts:  # where the position is won, it was won
        if minimax(game, met).value == game.utility_bounds[0]:
            assert set(Searching(game)(met)) >= {a for a, p in second(met).items() if p}


# Levels.


def test_levels_respond_to_the_level_below() -> None:
    game = make_game("nim:heaps=1-2")
    state = game.initial()
    assert level_k(game, 0)(state) == Uniform(game)(state)
    first = search(game, state, models={1: Uniform(game)})
    assert set(level_k(game, 1)(state)) == set(first.best_actions)
    nested = Responding(game, Responding(game, Uniform(game)))
    assert level_k(game, 2)(state) == nested(state)


@settings(max_examples=50)
@given(two_sided_trees(max_depth=3, max_children=3))
def test_levels_as_high_as_the_tree_play_perfectly(tree: Tree) -> None:
    # Each level is right about one ply more: nobody moves after the last.
    model = level_k(tree, 4)
    value = search(tree, models={0: model, 1: model}).value
    assert value == minimax(tree).value


# Names.


@pytest.mark.parametrize(
    ("name", "same"),
    [
        ("random", Uniform),
        ("greedy", EpsilonGreedy),
        ("perfect", Searching),
        ("epsilon:0.25", lambda game: EpsilonGreedy(game, 0.25)),
        ("softmax:2", lambda game: Softmax(game, 2)),
        ("mostly:0.5", lambda game: mostly(game, 0.5)),
        ("depth:2", lambda game: Searching(game, Limit(depth=2))),
        ("level:1", lambda game: level_k(game, 1)),
        ("random+perfect", lambda game: Mixture([(Uniform(game), 0.5), (Searching(game), 0.5)])),
    ],
)
def test_models_by_name(name: str, same: Any) -> None:
    game = Nim((1, 2))
    state = game.initial()
    found, wanted = named_model(game, name)(state), same(game)(state)
    assert {action: float(chance) for action, chance in found.items()} == pytest.approx(
        {action: float(chance) for action, chance in wanted.items()}
    )


def test_names_that_are_none() -> None:
    game = Nim((1, 2))
    for name in ("clever", "epsilon", "epsilon:x", "random:1", "random+", "depth:1.5"):
        with pytest.raises(InputError, match="random, greedy"):
            named_model(game, name)
    with pytest.raises(InputError, match="from 0 to 1"):
        named_model(game, "epsilon:2")
    assert set(models_of_others(game, game.initial(), "random")) == {1}


# Beliefs.


@settings(max_examples=200)
@given(SMALL, st.integers(0, 10**6), st.integers(1, 9))
def test_a_belief_search_is_the_best_of_all_plans(tree: Tree, seed: int, share: int) -> None:
    assume(len(own_states(tree, tree.initial(), 0)) <= 6)
    one, two = drawn_model(tree, seed), drawn_model(tree, seed + 1)
    prior = Fraction(share, 10)
    belief = Belief.over({"one": one, "two": two}, {"one": prior, "two": 1 - prior})
    assert search(tree, models={1: belief}).value == best_plan(
        tree, [(prior, one), (1 - prior, two)]
    )


def test_what_one_will_learn_is_worth_something() -> None:
    # MIN shows on the way who they are; a mean of the models alone would not notice.
    tree = parse_tree("(:MIN((10, 0), (0, 10)), 4)")

    def always(number: int) -> Model[Any, Any]:
        return lambda state: Distribution({list(tree.actions(state))[number]: 1})

    belief = Belief.over({"left": always(0), "right": always(1)})
    assert search(tree, models={1: belief}).value == 10


def test_bayes_rule_over_a_game() -> None:
    game = Pig(target=10)
    holds = {"bold": Fraction(1, 4), "timid": Fraction(3, 4)}

    def model(share: Fraction) -> Model[Any, Any]:
        def chances(state: Any) -> Distribution[Any]:
            actions = list(game.actions(state))
            if len(actions) == 1:
                return Distribution({actions[0]: 1})
            return Distribution({actions[0]: 1 - share, actions[1]: share})

        return chances

    belief = Belief.over({name: model(share) for name, share in holds.items()})
    moves = ["roll", "3", "roll", "2", "hold", "roll", "1", "roll", "4", "hold"]
    history = beliefs_in(game, belief, 0, moves)
    # Of five moves of the first player two are forced rolls, which tell nothing.
    bold = Fraction(1, 4) ** 2 * Fraction(3, 4)
    timid = Fraction(3, 4) ** 2 * Fraction(1, 4)
    assert len(history) == 6
    assert history[0].probabilities == {"bold": Fraction(1, 2), "timid": Fraction(1, 2)}
    assert history[1].weights == history[0].weights
    assert history[-1].probabilities["bold"] == bold / (bold + timid)


def test_what_no_model_does() -> None:
    tree = parse_tree("A:MIN(1, 3)")
    belief = Belief.over({"perfect": Searching(tree)})
    root = tree.initial()
    _, worse = tree.actions(root)
    with pytest.raises(InputError, match="random one"):
        belief.after(root, worse)


def test_the_view_keeps_the_contract() -> None:
    from adversario.contract.checking.check import check_game

    game: Game[Any, Any] = Nim((2, 2))
    check_game(against(game, {1: Uniform(game)}), playouts=20)
    belief = Belief.over({"random": Uniform(game), "greedy": EpsilonGreedy(game, 0.1)})
    check_game(against(game, {1: belief}), playouts=20)
