"""Training that stops and goes on, and the files it writes."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from adversario import InputError, make_game
from adversario.games import ConnectFour
from adversario.games.weights import Weights, weighted, weights_of
from adversario.learn.files import load, save
from adversario.learn.interpreted import Episode
from adversario.learn.selfplay import Settings
from adversario.learn.trainer import Point, Trainer
from tests.learn.games import Walk

HOW = Settings(explore=0.1, seed=4)


def uninterrupted(engine: Any = "python") -> Trainer:
    trainer = Trainer(ConnectFour(), HOW, engine=engine, measured=4)
    trainer.run(24, every=8)
    return trainer


@pytest.mark.parametrize("engine", ["python", "native"])
def test_resumed_training_ends_where_an_uninterrupted_one_does(tmp_path: Path, engine: Any) -> None:
    half = Trainer(ConnectFour(), HOW, engine=engine, measured=4)
    half.run(13, every=8)
    assert [point.games for point in half.curve] == [8, 13]
    save(half, tmp_path / "half.json", "connect4", 8)
    saved = load(tmp_path / "half.json")
    assert saved.memory == half.memory
    rest = saved.trainer(make_game(saved.source), engine)
    rest.run(24, every=saved.every)
    whole = uninterrupted(engine)
    assert rest.memory == whole.memory
    assert rest.games == whole.games == 24
    assert [p.score for p in rest.curve if p.games % 8 == 0] == [p.score for p in whole.curve]


def test_ctrl_c_in_the_middle_of_a_game_loses_only_that_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    trainer, learn, calls = (
        Trainer(ConnectFour(), HOW, engine="python", measured=4),
        Episode._learn,
        0,
    )

    def interrupted(self: Episode, error: float) -> None:
        nonlocal calls
        calls += 1
        if calls == 100:
            raise KeyboardInterrupt
        learn(self, error)

    monkeypatch.setattr(Episode, "_learn", interrupted)
    trainer.run(24, every=24)
    assert trainer.interrupted
    assert 0 < trainer.games < 24
    assert trainer.curve == []
    trainer.run(24, every=24)
    assert not trainer.interrupted
    assert trainer.memory == uninterrupted().memory


def test_the_best_weights_are_those_of_the_highest_point() -> None:
    trainer = Trainer(ConnectFour(), HOW, engine="python", measured=6)
    seen: dict[float, list[float]] = {}

    def note(point: Point) -> None:
        seen.setdefault(point.score, list(trainer.memory.weights))

    trainer.run(30, every=5, on_progress=note)
    assert trainer.weights == Weights("ConnectFour", tuple(seen[max(seen)]), 0.99)


def test_a_file_says_what_it_is_about(tmp_path: Path) -> None:
    trainer = uninterrupted()
    save(trainer, tmp_path / "w.json", "connect4", 8)
    data = json.loads((tmp_path / "w.json").read_text())
    assert data["features"][:2] == ["to_move", "centre"]
    assert data["settings"]["seed"] == 4
    assert len(data["weights"]) == len(data["features"]) == 10
    assert weights_of(str(tmp_path / "w.json"), "ConnectFour") == trainer.weights
    assert not (tmp_path / "w.json.part").exists()


@pytest.mark.parametrize(
    "words",
    ["", "[]", "{}", "{", '{"format": "other"}', '{"format": "adversario-weights-1"}', "\x00"],
)
def test_other_files_are_refused(tmp_path: Path, words: str) -> None:
    (tmp_path / "w.json").write_text(words)
    with pytest.raises(InputError, match=r"w\.json.*(well-formed|expected)"):
        load(tmp_path / "w.json")


@pytest.mark.parametrize("missing", ["latest", "settings", "source", "curve", "games"])
def test_a_file_without_its_training_gives_weights_only(tmp_path: Path, missing: str) -> None:
    save(uninterrupted(), tmp_path / "w.json", "connect4", 8)
    data = json.loads((tmp_path / "w.json").read_text())
    del data[missing]
    (tmp_path / "w.json").write_text(json.dumps(data))
    found = weights_of(str(tmp_path / "w.json"), "ConnectFour")
    assert isinstance(found, Weights)
    assert found.limit == 0.99
    with pytest.raises(InputError, match=f"w.json: {missing}: expected .*, found nothing"):
        load(tmp_path / "w.json")


def test_weights_of_another_game_are_refused() -> None:
    with pytest.raises(InputError, match="for ConnectFour, not for Tetris"):
        weighted(make_game("tetris"), Weights("ConnectFour", (1.0,)))
    with pytest.raises(InputError, match="10 features, but there is 1 weight"):
        weighted(ConnectFour(), Weights("ConnectFour", (1.0,)))
    with pytest.raises(InputError, match="are: fitted, hand"):
        weights_of("sharp", "ConnectFour")
    with pytest.raises(InputError, match="no features"):
        weighted(make_game("nim"), Weights("Nim", (1.0,)))


def test_a_walk_has_no_file_for_another_game(tmp_path: Path) -> None:
    save(uninterrupted(), tmp_path / "w.json", "connect4", 8)
    with pytest.raises(InputError, match="made for ConnectFour, not for Walk"):
        load(tmp_path / "w.json").trainer(Walk())
