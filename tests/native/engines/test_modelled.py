"""Compiled best responses to models, and the cut-off of unlikely lines, against Python's."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import pytest

from adversario import (
    Belief,
    Distribution,
    Game,
    InputError,
    Limit,
    expectimax,
    expectiminimax,
    mcts,
)
from adversario.algorithms.models.models import (
    EpsilonGreedy,
    Mixture,
    Searching,
    Softmax,
    Uniform,
    level_k,
    mostly,
)
from adversario.algorithms.registry import search as interpreted
from adversario.native.engines.dispatch import search
from adversario.native.engines.expectation import native_expectimax, native_expectiminimax
from adversario.native.engines.modelled import response, shares_of
from adversario.native.parity import check_parity
from tests.native.engines.test_expectation import PIG, positions, same_answer, same_search
from tests.native.samples import Heap, TakeAway


class Leaning(TakeAway):
    """Each player has another opinion of what is left: not opposite to the other's."""

    utility_bounds = (-1, 1)

    def evaluate(self, state: Heap, player: int) -> float:
        return (state.left * (3 + player)) % 7 / 7


class Plot(NamedTuple):
    left: int
    turn: int
    spent: tuple[int, int, int]


class Three(Game[Plot, int]):
    """Three players take turns; what each gets is what they took, and nature may take one too."""

    players, chance, zero_sum = 3, True, False

    def initial(self) -> Plot:
        return Plot(7, 0, (0, 0, 0))

    def player(self, state: Plot) -> int:
        return -1 if state.turn == 3 else state.turn

    def actions(self, state: Plot) -> Iterable[int]:
        for n in range(3):
            if n <= state.left:
                yield n

    def chances(self, state: Plot) -> Iterable[tuple[int, float]]:
        yield 0, 0.75
        yield 1, 0.25

    def result(self, state: Plot, action: int) -> Plot:
        a, b, c = state.spent
        if state.turn == 0:
            a += action
        elif state.turn == 1:
            b += action
        elif state.turn == 2:
            c += action
        left = state.left - action - (1 if state.turn == 2 else 0)
        return Plot(max(left, 0), (state.turn + 1) % 4, (a, b, c))

    def is_terminal(self, state: Plot) -> bool:
        return state.left == 0

    def utility(self, state: Plot, player: int) -> float:
        return 1.0 * state.spent[player]

    def evaluate(self, state: Plot, player: int) -> float:
        return state.spent[player] + 0.25 * state.left


LEANING = Leaning(9)
MODELS: dict[str, Any] = {
    "random": Uniform(LEANING),
    "epsilon": EpsilonGreedy(LEANING, 0.25),
    "mostly": mostly(LEANING, 0.75),
    "softmax": Mixture([(Softmax(LEANING, 0.5), 0.5), (EpsilonGreedy(LEANING), 0.5)]),
}


SLOW = [pytest.param(name, marks=pytest.mark.slow) for name in MODELS if name != "mostly"]


@pytest.mark.parametrize("name", ["mostly", *SLOW])
def test_it_is_the_interpreted_best_response(name: str) -> None:
    models = {1: MODELS[name]}
    for depth in (3, 5, None):
        for state in positions(LEANING, 5, seed=4):
            limit = Limit(depth=depth)
            python = interpreted(LEANING, state, limit=limit, models=models)
            native = search(LEANING, state, limit=limit, models=models, engine="native")
            same_search(native, python)
            assert (native.game, native.options["models"]) == (LEANING, models)


@pytest.mark.slow
def test_a_model_may_be_of_either_player() -> None:
    models = {0: EpsilonGreedy(LEANING, 0.25)}
    state = Heap(8, 1)
    python = interpreted(LEANING, state, models=models)
    same_search(search(LEANING, state, models=models, engine="native"), python)


def test_the_distribution_is_the_models_own() -> None:
    for model in MODELS.values():
        view = response(LEANING, {1: model})
        assert view is not None
        for state in positions(LEANING, 20, seed=5):
            if state.turn == 1 and not LEANING.is_terminal(state):
                expected = {a: float(p) for a, p in model(state).items() if p}
                given = {a: p for a, p in view.chances(state) if p}
                assert given == pytest.approx(expected)
    view = response(LEANING, {1: MODELS["mostly"]})
    assert view is not None
    check_parity(view)


@pytest.mark.slow
def test_three_players_and_nature() -> None:
    game = Three()
    models: Any = {1: Uniform(game), 2: mostly(game, 0.5)}
    limit = Limit(depth=5)
    python = interpreted(game, limit=limit, models=models)
    native = search(game, limit=limit, models=models, engine="native")
    assert native.algorithm == python.algorithm == "maxn"
    assert native.value == pytest.approx(python.value)
    assert (native.action, native.statistics.nodes) == (python.action, python.statistics.nodes)


def test_expectimax_is_the_interpreted_one() -> None:
    for state in (*positions(LEANING, 5, seed=6), Heap(7, 1)):
        limit = Limit(depth=4)
        native = search(LEANING, state, limit=limit, algorithm="expectimax", engine="native")
        same_search(native, expectimax(LEANING, state, limit=limit))


@pytest.mark.slow
def test_expectimax_of_three_players_and_with_models() -> None:
    game = Three()
    python = expectimax(game, limit=Limit(depth=5))
    same_search(native_expectimax(game, limit=Limit(depth=5)), python)
    models = {1: MODELS["epsilon"]}
    known = interpreted(LEANING, algorithm="expectimax", models=models)
    same_search(search(LEANING, algorithm="expectimax", models=models, engine="native"), known)


@pytest.mark.slow
def test_simulations_know_the_model_too() -> None:
    state = Heap(8, 0)  # lost against perfect play
    models = {1: MODELS["mostly"]}
    exact: Any = interpreted(LEANING, state, models=models)
    found = search(
        LEANING, state, algorithm="mcts", models=models, engine="native", simulations=20_000
    )
    assert found.action in exact.best_actions
    assert found.value == pytest.approx(float(exact.value), abs=0.05)
    assert exact.value > -0.5
    assert mcts(LEANING, state, simulations=20_000, engine="python").value == -1


def test_models_without_a_compiled_form_are_interpreted() -> None:
    def first(state: Heap) -> Distribution[int]:
        return Distribution({1: 1})

    others = Leaning(9)
    for model in (
        first,
        Belief.over({"a": Uniform(LEANING), "b": EpsilonGreedy(LEANING)}),
        Searching(LEANING),
        level_k(LEANING, 1),
        EpsilonGreedy(LEANING, evaluate=lambda state, player: 0),
        Mixture([(Searching(LEANING, Limit(depth=1)), 0.5), (EpsilonGreedy(LEANING), 0.5)]),
        Mixture([(Softmax(LEANING, 1), 0.5), (Softmax(LEANING, 2), 0.5)]),
        Uniform(others),
    ):
        assert shares_of(LEANING, model, 1) is None
        with pytest.raises(InputError, match="no compiled form"):
            search(LEANING, models={1: model}, engine="native")
    with pytest.raises(InputError, match="no compiled form"):
        native_expectimax(LEANING, models={1: first})
    found = search(LEANING, models={1: first})
    assert found.value == interpreted(LEANING, models={1: first}).value
    with pytest.raises(InputError, match="player 2"):
        search(LEANING, models={2: Uniform(LEANING)})


@pytest.mark.parametrize("unlikely", [0.002, 0.05])
def test_the_cut_off_of_unlikely_lines_is_the_interpreted_one(unlikely: float) -> None:
    limit = Limit(depth=7)
    for state in positions(PIG, 8, seed=7):
        python = expectiminimax(PIG, state, limit=limit, unlikely=unlikely)
        native = search(
            PIG, state, limit=limit, algorithm="expectiminimax", unlikely=unlikely, engine="native"
        )
        same_search(native, python)
        assert native.neglected == pytest.approx(float(python.neglected), abs=1e-12)
        assert native.error == pytest.approx(float(python.error), abs=1e-12)
        kept = native_expectiminimax(PIG, state, limit=limit, unlikely=unlikely, table_mib=1)
        whole: Any = native_expectiminimax(PIG, state, limit=limit)
        assert kept.value == pytest.approx(whole.value, abs=float(kept.error) + 1e-9)


def test_a_table_keeps_what_nothing_was_neglected_in() -> None:
    limit = Limit(depth=11)
    plain = native_expectiminimax(PIG, limit=limit, unlikely=0.0005)
    kept = native_expectiminimax(PIG, limit=limit, unlikely=0.0005, table_mib=1)
    assert plain.neglected > 0
    assert kept.statistics.nodes < plain.statistics.nodes
    assert kept.neglected <= plain.neglected
    with pytest.raises(InputError, match="star2"):
        native_expectiminimax(PIG, limit=limit, unlikely=0.1, pruning="star2")


@pytest.mark.slow
def test_expectimax_neglects_unlikely_lines_too() -> None:
    limit = Limit(depth=6)
    python = expectimax(LEANING, limit=limit, unlikely=0.2)
    native = search(LEANING, limit=limit, algorithm="expectimax", unlikely=0.2, engine="native")
    same_answer(native, python)
    assert native.neglected == pytest.approx(float(python.neglected))
    assert native.statistics.nodes == python.statistics.nodes


class Rivals(NamedTuple):
    first: int
    second: int
    plies: int


class Collecting(Game[Rivals, int]):
    """A game whose `result` asks whose turn it is."""

    utility_bounds = (-12, 12)

    def initial(self) -> Rivals:
        return Rivals(0, 0, 0)

    def player(self, state: Rivals) -> int:
        return state.plies % 2

    def actions(self, state: Rivals) -> Iterator[int]:
        yield from range(1, 4)

    def result(self, state: Rivals, action: int) -> Rivals:
        if self.player(state) == 1:
            return Rivals(state.first, state.second + action, state.plies + 1)
        return Rivals(state.first + action, state.second, state.plies + 1)

    def is_terminal(self, state: Rivals) -> bool:
        return state.plies == 4

    def utility(self, state: Rivals, player: int) -> int:
        return (state.first - state.second) * (1 - 2 * player)


def test_rules_that_ask_for_the_player_find_the_player_and_not_chance() -> None:
    game = Collecting()
    for models in (None, {1: Uniform(game)}):
        options: dict[str, Any] = {"algorithm": "expectimax", "models": models}
        found = search(game, engine="native", **options)
        plain = search(game, engine="python", **options)
        assert found.value == plain.value == 2
