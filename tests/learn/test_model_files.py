"""Trainers of models: killed and resumed, and files that are refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from adversario import InputError
from adversario.base.stop import Stop
from adversario.learn.patterns.files import load, save
from adversario.learn.patterns.lessons import Lessons
from adversario.learn.patterns.trainer import ModelTrainer, lessons_for
from adversario.views.learned.shape import shape_for
from tests.learn.games import Noughts, Walk
from tests.require import require

GAME = Noughts()
SETTINGS = Lessons(method="coherence", rate=1, explore=0.1, block=8)


def trainer() -> ModelTrainer:
    return ModelTrainer(GAME, shape_for(GAME), SETTINGS, measured=20)


def test_training_that_was_stopped_resumes_to_the_same_weights(tmp_path: Path) -> None:
    require("numba")
    whole, parts, path = trainer(), trainer(), tmp_path / "model.npz"
    whole.run(48, every=16)
    parts.run(16, every=16)
    stop = Stop()
    stop.set()
    parts.run(48, every=16, stop=stop)
    assert parts.interrupted
    assert parts.games == 16
    save(parts, path, "noughts", 16)
    resumed = load(path).trainer(GAME)
    resumed.run(48, every=16)
    assert (resumed.memory.parameters == whole.memory.parameters).all()
    assert (resumed.memory.second == whole.memory.second).all()
    assert resumed.curve == whole.curve
    assert [point.games for point in whole.curve] == [16, 32, 48]


def test_tables_learn_to_beat_random_moves() -> None:
    require("numba")
    made = ModelTrainer(GAME, shape_for(GAME), SETTINGS, measured=400, yardstick="random")
    made.run(4000, every=4000)
    assert made.curve[-1].score - made.curve[-1].half > 0.3


def test_files_of_other_rules_or_without_training_are_refused(tmp_path: Path) -> None:
    path, made = tmp_path / "model.npz", trainer()
    save(made, path, "noughts", 16)

    class Other(Noughts):
        rules_version = 2
        name = "Noughts"

    with pytest.raises(InputError, match=r"model\.npz"):
        load(path).trainer(Other())
    from adversario.views.learned.files import write_model

    write_model(made.model, path)
    with pytest.raises(InputError, match="not what training resumes from"):
        load(path)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"method": "newton"}, "no method newton"),
        ({"trace": 2.0}, "trace"),
        ({"block": 0}, "block"),
    ],
)
def test_settings_that_mean_nothing_are_refused(given: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        lessons_for(GAME, (), given)
    with pytest.raises(InputError, match="coherence is for tables"):
        ModelTrainer(GAME, shape_for(GAME, (4,)), SETTINGS)


def test_scores_have_a_unit_of_their_own() -> None:
    shape, settings = lessons_for(Walk(), (8,), {})
    assert shape.unit == 1.0
    assert settings.method == "adam"
