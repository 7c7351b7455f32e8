"""Trainers of models in files: the model, for players, and what training resumes from."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from adversario.base.errors import InputError
from adversario.base.formats.arrays import Array, check_arrays
from adversario.base.formats.schema import (
    Choice,
    Flag,
    ListOf,
    Real,
    Record,
    Text,
    Whole,
    read_as,
)
from adversario.base.provenance.saved_work import identity, require_game
from adversario.game import Game
from adversario.learn.patterns.lessons import METHODS, Lessons, Memory
from adversario.learn.patterns.trainer import YARDSTICKS, ModelTrainer
from adversario.learn.trainer import Point
from adversario.native.engines.engine_choice import Engine
from adversario.views.learned.files import read_trained, write_model
from adversario.views.learned.model import Model

ABOUT: Record[dict[str, Any]] = Record(
    {
        "rules": Text(most=64),
        "source": Text(empty=False),
        "games": Whole(0),
        "every": Whole(1),
        "measured": Whole(1),
        "yardstick": Choice(("alone", *YARDSTICKS)),
        "settings": Record(
            {
                "trace": Real(0, 1),
                "rate": Real(0, 10),
                "half": Real(1),
                "method": Choice(METHODS),
                "explore": Real(0, 1),
                "temperature": Real(0),
                "images": Flag(),
                "block": Whole(1, 1 << 16),
                "longest": Whole(1, 1 << 32),
                "seed": Whole(None, None),
            },
            make=Lessons,
        ),
        "curve": ListOf(
            Record(
                {"games": Whole(0), "score": Real(), "half": Real(0), "error": Real(0)}, make=Point
            )
        ),
    }
)
"""What the header of a file says about the training."""


@dataclass(frozen=True)
class SavedModel:
    """A model from which training can be resumed; `source` is the game as it was written."""

    path: Path
    model: Model
    about: dict[str, Any]
    first: Any
    second: Any

    @property
    def source(self) -> str:
        """The game as it was written on the command line."""
        return str(self.about["source"])

    @property
    def every(self) -> int:
        """The games between points of the curve."""
        return int(self.about["every"])

    def trainer(self, game: Game[Any, Any], engine: Engine = "auto") -> ModelTrainer:
        """The trainer as it was saved; raises InputError if game, options or rules are others."""
        about = self.about
        require_game(self.path, {"game": self.model.game, "rules": about["rules"]}, game)
        made = ModelTrainer(
            game, self.model.shape, about["settings"], engine, about["measured"],
            about["yardstick"],
        )  # fmt: skip
        shape, parameters = self.model.shape, self.model.parameters.copy()
        made.memory = Memory(shape, parameters, self.first, self.second)
        made.games, made.curve = about["games"], list(about["curve"])
        return made


def to_json(trainer: ModelTrainer, source: str, every: int) -> dict[str, Any]:
    """What the file says about the training, as JSON values."""
    return {
        "rules": identity(trainer.game)["rules"],
        "source": source,
        "games": trainer.games,
        "every": every,
        "measured": trainer.measured,
        "yardstick": trainer.yardstick,
        "settings": trainer.settings.to_json(),
        "curve": [point.to_json() for point in trainer.curve],
    }


def save(trainer: ModelTrainer, path: Path, source: str, every: int) -> None:
    """Write the trainer to a file, atomically."""
    memory = trainer.memory
    more = {"first": memory.first, "second": memory.second}
    write_model(trainer.model, path, to_json(trainer, source, every), more=more)


def load(path: Path) -> SavedModel:
    """The inverse of `save`; raises InputError if training cannot be resumed from the file."""
    model, about, arrays = read_trained(path)
    if about is None or not arrays:
        raise InputError("train.no_training", file=path)
    found = read_as(ABOUT, about, path)
    extra = (0, 0) if found["settings"].method == "gradient" else model.parameters.shape
    kind = Array("float32", extra)
    check_arrays({"first": kind, "second": kind}, arrays, path)
    return SavedModel(path, model, found, arrays["first"], arrays["second"])
