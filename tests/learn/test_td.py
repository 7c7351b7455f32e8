"""Temporal differences where the answer is known, and the two engines against each other."""

from __future__ import annotations

from collections.abc import Sequence
from math import isclose
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adversario import InputError, UnsuitableGameError, make_game
from adversario.game import Game
from adversario.games import ConnectFour, Pacman, Tetris
from adversario.learn.compiled import CompiledSelfPlay
from adversario.learn.evaluation import Linear, linear
from adversario.learn.interpreted import InterpretedSelfPlay
from adversario.learn.selfplay import LearnerMemory, Settings
from adversario.learn.trainer import Trainer, train
from adversario.trees import Tree, parse_tree
from tests import brute
from tests.learn.games import Table, Walk
from tests.strategies import chance_trees, two_sided_trees

WALK = Walk()
BLUNT = Tetris(rows=6, columns=4, pieces=12)


@pytest.mark.parametrize("trace", [0.0, 0.8])
def test_a_random_walk_learns_its_probabilities(trace: float) -> None:
    learned = train(WALK, 20_000, settings=Settings(trace=trace, rate=0.2, half=500, explore=0))
    assert learned.memory.weights == pytest.approx([i / 6 for i in range(1, 6)], abs=0.03)


def root_value(tree: Tree, trainer: Trainer) -> float:
    """What the root is worth by the values learned for its children."""
    table, state = trainer.evaluation, tree.initial()
    assert isinstance(table, Table)

    def worth(after: Any) -> float:
        if tree.is_terminal(after):
            return float(tree.utility(after, 0))
        return table.value(trainer.memory.weights, after)

    values = [worth(tree.result(state, action)) for action in tree.actions(state)]
    return max(values) if tree.player(state) == 0 else min(values)


def test_the_tree_of_the_books_is_worth_three() -> None:
    tree = parse_tree("((3, 12, 8), (2, 4, 6), (14, 5, 2))")
    trainer = Trainer(tree, Settings(rate=1, trace=0, explore=0.3), Table(tree), "python")
    trainer.run(300, every=300)
    assert root_value(tree, trainer) == pytest.approx(3, abs=1e-6)


@settings(max_examples=15, deadline=None)
@given(two_sided_trees(max_depth=3, max_children=3))
def test_values_of_trees_become_those_of_minimax(tree: Tree) -> None:
    trainer = Trainer(tree, Settings(rate=1, trace=0, explore=0.5, half=1e9), Table(tree), "python")
    trainer.run(800, every=800)
    assert root_value(tree, trainer) == pytest.approx(float(brute.two_sided(tree.root)), abs=0.05)


@settings(max_examples=30, deadline=None)
@given(chance_trees(max_depth=3, max_children=3), st.integers(1, 3), st.integers(0, 999))
def test_the_gradient_of_a_search_is_what_it_changes_by(tree: Tree, depth: int, seed: int) -> None:
    """Through maxima, minima and means: by finite differences."""
    from adversario.learn.interpreted import Episode

    table, random = Table(tree), Random(seed)
    weights = [random.uniform(-20, 20) for _ in range(table.size)]
    engine = InterpretedSelfPlay(tree, table, Settings(depth=depth))

    def value(parameters: list[float]) -> float:
        return Episode(engine, 0, (parameters, parameters), None)._value(
            tree.initial(), 0, parameters
        )[0]

    episode = Episode(engine, 0, (weights, weights), None)
    _, slope = episode._value(tree.initial(), 0, weights)
    step = 1e-7
    for at in range(table.size):
        moved = [weight + step * (at == other) for other, weight in enumerate(weights)]
        assert (value(moved) - value(weights)) / step == pytest.approx(slope[at], abs=1e-4)


@settings(max_examples=40, deadline=None)
@given(
    st.lists(st.sampled_from(range(7)), max_size=20),
    st.lists(st.floats(-0.3, 0.3), min_size=10, max_size=10),
    st.sampled_from([0.0, 0.99, 5.0]),
)
def test_the_gradient_of_an_estimate_is_what_it_changes_by(
    columns: list[int], weights: list[float], limit: float
) -> None:
    game = ConnectFour()
    state = game.initial()
    for column in columns:
        if not game.is_terminal(state) and column in list(game.actions(state)):
            state = game.result(state, column)
    evaluation, step = Linear(game, limit), 1e-6
    slope = evaluation.gradient(weights, state)
    for at in range(10):
        up, down = (
            evaluation.value([w + sign * step * (at == i) for i, w in enumerate(weights)], state)
            for sign in (1, -1)
        )
        assert isclose((up - down) / (2 * step), slope[at], rel_tol=1e-4, abs_tol=1e-6)


CASES = [
    (ConnectFour(), Settings()),
    (ConnectFour(), Settings(depth=2, temperature=0.2, explore=0.05, trace=0.9, seed=7)),
    (BLUNT, Settings(depth=1, hold=(0,), seed=3)),
    (BLUNT, Settings(depth=3, longest=6)),
    (WALK, Settings(explore=0)),
]


@pytest.mark.parametrize(("game", "how"), CASES)
def test_both_engines_learn_the_same(game: Game[Any, Any], how: Settings) -> None:
    _compare(game, how, games=4)


@pytest.mark.slow
@pytest.mark.parametrize("ghosts", ["80", "minimax"])
def test_both_engines_learn_the_same_of_pacman(ghosts: str) -> None:
    _compare(Pacman("tiny", ghosts), Settings(longest=40, depth=2), games=4)


@pytest.mark.slow
def test_both_engines_learn_the_same_of_othello() -> None:
    _compare(make_game("othello:size=4"), Settings(), games=3)


def _compare(game: Game[Any, Any], how: Settings, games: int) -> None:
    evaluation = linear(game)
    start = [0.1 * (1 + at % 3) for at in range(evaluation.size)]
    native, python = (
        CompiledSelfPlay(game, evaluation, how),
        InterpretedSelfPlay(game, evaluation, how),
    )
    one, other = LearnerMemory.of(start), LearnerMemory.of(start)
    assert native.train(one, 0, games) == python.train(other, 0, games)
    assert one == other
    assert one.weights != start
    zero = [0.0] * len(start)
    assert native.measure(one.weights, zero, 5, 2) == python.measure(one.weights, zero, 5, 2)


def test_a_weight_that_is_held_stays() -> None:
    trainer = Trainer(BLUNT, Settings(hold=(0, 4)), start="zero")
    trainer.memory.weights[0] = 1.0
    trainer.run(50)
    assert (trainer.memory.weights[0], trainer.memory.weights[4]) == (1.0, 0.0)
    assert all(weight for at, weight in enumerate(trainer.memory.weights) if at not in (0, 4))


def test_steps_do_not_depend_on_the_scale_of_a_feature() -> None:
    class Scaled(Walk):
        """The same walk, its features measured in another unit."""

        def features(self, state, player):  # type: ignore[no-untyped-def]
            return tuple(1000.0 * feature for feature in super().features(state, player))

    how = Settings(explore=0)
    plain, scaled = Trainer(Walk(), how, engine="python"), Trainer(Scaled(), how, engine="python")
    plain.run(100)
    scaled.run(100)
    assert [1000 * weight for weight in scaled.memory.weights] == pytest.approx(
        plain.memory.weights
    )


def test_training_makes_tetris_better() -> None:
    trainer = Trainer(BLUNT, Settings(rate=0.03, explore=0.02), start="zero", measured=200)
    trainer.run(1, every=1)
    trainer.run(1000, every=500)
    first, *_, last = trainer.curve
    assert last.score - last.half > first.score + first.half


@pytest.mark.parametrize("name", ["negotiation", "minesweeper", "nim"])
def test_what_cannot_be_trained_says_so(name: str) -> None:
    with pytest.raises((InputError, UnsuitableGameError)):
        Trainer(make_game(name))


@pytest.mark.parametrize(
    "wrong", [{"trace": 1.5}, {"rate": -1}, {"explore": 2}, {"depth": 0}, {"longest": 0}]
)
def test_settings_out_of_range_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(InputError):
        Settings(**wrong)  # type: ignore[arg-type]


def test_a_rate_that_is_too_large_says_so() -> None:
    with pytest.raises(InputError, match="rate"):
        Trainer(Walk(), Settings(rate=2, trace=1, explore=0, half=1e12), Explosive(), "python").run(
            2000
        )


class Explosive:
    """An evaluation whose value no rate can follow."""

    size = 1

    def value(self, parameters: Sequence[float], state: object) -> float:
        return -1e6 * parameters[0] + 1.0

    def gradient(self, parameters: Sequence[float], state: object) -> Sequence[float]:
        return [1.0]
