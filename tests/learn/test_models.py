"""Models trained by self-play: the two engines, gradients, and games whose values are known."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest

from adversario.learn.patterns.compiled import CompiledTeacher
from adversario.learn.patterns.gradients import descent, loss
from adversario.learn.patterns.interpreted import InterpretedTeacher
from adversario.learn.patterns.lessons import Lessons, Memory, Player
from adversario.views.learned.model import Model, activations
from adversario.views.learned.shape import Shape, shape_for
from tests.learn.games import Noughts, Walk
from tests.require import require

GAME = Noughts()
CASES = [
    (GAME, (), Lessons(rate=0.5, explore=0.2, block=3, seed=5)),
    (GAME, (), Lessons(method="coherence", rate=1, trace=0.8, block=3)),
    (GAME, (8,), Lessons(rate=0.1, temperature=0.3, block=3)),
    (GAME, (8, 4), Lessons(method="adam", rate=0.01, block=3)),
    (Walk(), (), Lessons(rate=0.1, block=20, trace=0)),
]


@pytest.mark.parametrize(("game", "layers", "settings"), CASES)
def test_both_engines_learn_the_same(game: Any, layers: tuple[int, ...], settings: Lessons) -> None:
    require("numba")
    shape = shape_for(game, layers)
    one, other = (Memory.of(shape, settings.method, 1) for _ in range(2))
    compiled, plain = (
        CompiledTeacher(game, shape, settings, threads=2), InterpretedTeacher(game, shape, settings)
    )  # fmt: skip
    for block in range(2):
        tallies = [
            engine.train(memory, block * settings.block)
            for engine, memory in ((compiled, one), (plain, other))
        ]
        assert tallies[0].moves == tallies[1].moves
        assert tallies[0].learned == tallies[1].learned > 0
    if layers:
        assert one.parameters == pytest.approx(other.parameters, abs=2e-4)
    else:
        assert (one.parameters == other.parameters).all()
    assert np.abs(one.parameters).max() > 0
    model = Model(game.name, shape, one.parameters)
    players: list[tuple[Player, Player]]
    players = [(model, "random"), ("own", model)] if game.players == 2 else [(model, model)]
    for first, second in players:
        found = [engine.measure(first, second, 1 << 40, 6) for engine in (compiled, plain)]
        assert found[0] == found[1]


@pytest.mark.parametrize(
    "shape",
    [
        Shape(6, layers=(5,), outcomes=(-1.0, 0.0, 1.0)),
        Shape(6, layers=(5, 4, 3), limit=0.99),
        Shape(6, layers=(4,), unit=1.0),
    ],
)
def test_gradients_are_what_the_loss_changes_by(shape: Shape) -> None:
    random = Random(3)
    parameters = np.array([random.gauss(0, 0.5) for _ in range(shape.stage_size)])
    indices, values = [1, 4, 5], [1.0, -0.5, 2.0]
    target = [0.9, 0.2][: shape.outputs]

    def value(given: Any) -> float:
        return loss(shape, activations(shape, given, indices, values)[-1], target)

    slopes, _ = descent(shape, parameters, indices, values, target)
    full = np.zeros_like(parameters)
    for at, (array, slope) in enumerate(zip(shape.arrays(full), slopes, strict=True)):
        if at == 0:
            array[indices] = slope
        else:
            array[:] = np.reshape(slope, array.shape)
    step = 1e-6
    for at in range(shape.stage_size):
        moved = [value(parameters + sign * step * np.eye(len(parameters))[at]) for sign in (1, -1)]
        assert (moved[0] - moved[1]) / (2 * step) == pytest.approx(-full[at], abs=1e-5)


def test_the_number_of_threads_changes_nothing() -> None:
    require("numba")
    settings = Lessons(rate=0.3, explore=0.1, block=8)
    shape, found = shape_for(GAME), []
    for threads in (1, 2, 3):
        memory = Memory.of(shape, "gradient", 0)
        CompiledTeacher(GAME, shape, settings, threads=threads).train(memory, 0)
        found.append(memory.parameters)
    assert all((each == found[0]).all() for each in found)


@pytest.mark.parametrize("layers", [(), (16,)])
def test_a_random_walk_learns_its_probabilities(layers: tuple[int, ...]) -> None:
    require("numba")
    walk, settings = Walk(), Lessons(rate=0.05, half=500 if layers else 2000, block=50)
    shape = replace(shape_for(walk, layers), unit=1.0)
    memory, teacher = Memory.of(shape, "gradient", 0), CompiledTeacher(walk, shape, settings)
    for block in range(100 if not layers else 400):
        teacher.train(memory, block * 50)
    model = Model("Walk", shape, memory.parameters)
    found = [
        model.estimate(walk, walk.initial()._replace(at=at, tossed=True), 0) for at in range(1, 6)
    ]
    assert found == pytest.approx([at / 6 for at in range(1, 6)], abs=0.06)
