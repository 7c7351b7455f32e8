"""Evaluations that were learned: compiled against interpreted, and files that are refused."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from adversario import GameError, InputError, Limit, check_game, make_game, search
from adversario.games.weights import weighted, weights_of
from adversario.views.learned.files import read_model, write_model
from adversario.views.learned.layer import learned, model_of
from adversario.views.learned.model import Model
from adversario.views.learned.shape import Shape, shape_for
from tests.learn.games import Noughts
from tests.require import require

GAME = Noughts()
LAYERS = [(), (16,), (16, 8)]


def model_for(game: Any, layers: tuple[int, ...], seed: int = 0) -> Model:
    """A model of random parameters."""
    shape = shape_for(game, layers)
    random = np.random.default_rng(seed)
    given = random.normal(size=(shape.stages, shape.stage_size)) * 0.3
    return Model(game.name, shape, given.astype(np.float32))


def test_the_contract_of_patterns_is_checked() -> None:
    check_game(GAME, playouts=5)

    class Beyond(Noughts):
        pattern_sizes: tuple[int, ...] = (27,) * 7

    with pytest.raises(GameError, match="an index is"):
        check_game(Beyond(), playouts=5)


@pytest.mark.parametrize("layers", LAYERS)
def test_an_estimate_is_the_same_for_both_sides(layers: tuple[int, ...]) -> None:
    game = learned(GAME, model_for(GAME, layers))
    state = game.result(game.initial(), 4)
    assert float(game.evaluate(state, 0)) == -game.evaluate(state, 1) != 0
    assert abs(float(game.evaluate(state, 0))) < 1


def test_outcomes_are_worth_their_mean() -> None:
    shape = Shape(4, layers=(1,), outcomes=(-1.0, 0.0, 1.0))
    flat = np.zeros((1, shape.stage_size), np.float32)
    (arrays,) = [shape.arrays(flat[0])]
    arrays[-1][:] = [[np.log(0.75 / 0.25), np.log(0.5 / 0.5)]]  # P(u >= 0), P(u >= 1)
    from adversario.views.learned.model import activations, worth

    outputs = activations(shape, flat[0], [], [])[-1].tolist()
    assert outputs == pytest.approx([0.75, 0.5])
    assert worth(shape, outputs, 1.0) == pytest.approx(0.25)  # lost 1/4, drawn 1/4, won 1/2


@pytest.mark.parametrize("layers", LAYERS)
def test_compiled_searches_agree_with_interpreted_ones(layers: tuple[int, ...]) -> None:
    require("numba")
    game = learned(GAME, model_for(GAME, layers))
    state = game.result(game.result(game.initial(), 0), 5)
    for depth in (1, 3):
        limit = Limit(depth=depth)
        plain = search(game, state, algorithm="alphabeta", limit=limit, engine="python")
        native = search(game, state, algorithm="alphabeta", limit=limit, engine="native")
        assert native.statistics.engine == "native"
        assert native.statistics.nodes == plain.statistics.nodes
        assert native.value == pytest.approx(plain.value, abs=1e-5 if layers else 1e-12)


def test_new_weights_are_no_new_program() -> None:
    require("numba")
    from adversario.native.compiler.compile import compile_game
    from adversario.native.kernels.search import alphabeta as kernel

    one, other = (
        compile_game(learned(GAME, model_for(GAME, layers, seed)), kernel)
        for layers, seed in (((), 1), ((16, 8), 2))
    )
    assert one is not other
    assert one.functions._loaded.module is other.functions._loaded.module


def test_a_file_has_the_model_whole(tmp_path: Path) -> None:
    path, model = tmp_path / "model.npz", model_for(GAME, (16,))
    write_model(model, path)
    assert read_model(path) == model == model_of(weighted(GAME, weights_of(str(path), "Noughts")))
    write_model(model, path, short=True)
    assert read_model(path).parameters == pytest.approx(model.parameters, abs=1e-3)


def test_files_that_do_not_fit_are_refused_by_name(tmp_path: Path) -> None:
    path, model = tmp_path / "model.npz", model_for(GAME, ())
    write_model(model, path)
    with pytest.raises(InputError, match="Noughts"):
        weighted(make_game("othello"), weights_of(str(path), "Othello"))

    class Wider(Noughts):
        pattern_sizes: tuple[int, ...] = (27,) * 9
        name = "Noughts"

    with pytest.raises(InputError, match="243"):
        weighted(Wider(), weights_of(str(path), "Noughts"))
    path.write_bytes(path.read_bytes()[:-200])
    with pytest.raises(InputError, match=r"model\.npz"):
        read_model(path)
    bad = model_for(GAME, ()).parameters.copy()
    bad[1, 3] = np.nan
    write_model(Model("Noughts", model.shape, bad), path)
    with pytest.raises(InputError, match="parameters"):
        read_model(path)
    write_model(Model("Noughts", Shape(999), model.parameters), path)
    with pytest.raises(InputError, match="parameters"):
        read_model(path)


def test_a_file_is_never_unpickled(tmp_path: Path) -> None:
    path = tmp_path / "model.npz"
    header = np.frombuffer(json.dumps({"format": "adversario-model-1"}).encode(), np.uint8)
    np.savez(path, header=header, parameters=np.array([{}], dtype=object))
    with pytest.raises(InputError, match=r"model\.npz"):
        read_model(path)
