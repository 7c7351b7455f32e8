"""Trainings in files: the model, for players, and what training resumes from."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from adversario.base.errors import InputError
from adversario.base.formats.arrays import Array, check_arrays
from adversario.base.formats.schema import (
    Constant,
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
from adversario.learn.alphazero.settings import MAX_REPLAY, Memory, Settings
from adversario.learn.alphazero.trainer import AlphaZeroTrainer, StrengthPoint
from adversario.views.learned.files import read_trained, write_model
from adversario.views.learned.model import Model

METHOD = "alphazero"

ABOUT: Record[dict[str, Any]] = Record(
    {
        "method": Constant(METHOD),
        "rules": Text(most=64),
        "source": Text(empty=False),
        "games": Whole(0),
        "every": Whole(1),
        "measured": Whole(1),
        "rating": Real(),
        "seconds": Real(0),
        "stored": Whole(0),
        "steps": Whole(0),
        "settings": Record(
            {
                "simulations": Whole(1, 1 << 20),
                "fast": Whole(1, 1 << 20),
                "share": Real(0, 1),
                "considered": Whole(1),
                "visits": Real(0),
                "scale": Real(0),
                "stretched": Flag(),
                "proofs": Flag(),
                "opening": Whole(0, 1 << 16),
                "block": Whole(1, 1 << 16),
                "longest": Whole(1, 1 << 16),
                "rate": Real(0, 1),
                "half": Real(1),
                "batch": Whole(1, 1 << 20),
                "reuse": Real(0),
                "replay": Whole(1, MAX_REPLAY),
                "mix": Real(0, 1),
                "shrink": Real(0),
                "gate": Real(0, 1),
                "images": Flag(),
                "seed": Whole(None, None),
            },
            make=Settings,
        ),
        "curve": ListOf(
            Record(
                {
                    "games": Whole(0), "score": Real(), "half": Real(0), "value": Real(0),
                    "policy": Real(), "seconds": Real(0),
                },
                make=StrengthPoint,
            )
        ),
    }
)  # fmt: skip
"""What the header of a file says about the training."""


@dataclass(frozen=True)
class SavedTraining:
    """A training to resume; `source` is the game as it was written."""

    path: Path
    model: Model
    about: dict[str, Any]
    arrays: dict[str, Any]

    @property
    def source(self) -> str:
        """The game as it was written on the command line."""
        return str(self.about["source"])

    @property
    def every(self) -> int:
        """The games between points of the curve."""
        return int(self.about["every"])

    def trainer(self, game: Game[Any, Any], threads: int | None = None) -> AlphaZeroTrainer:
        """The trainer as it was saved; raises InputError if game or rules are others."""
        about, arrays = self.about, self.arrays
        require_game(self.path, {"game": self.model.game, "rules": about["rules"]}, game)
        made = AlphaZeroTrainer(
            game, self.model.shape, about["settings"], threads, about["measured"]
        )
        words, filled = made.engine.record_words, min(about["stored"], about["settings"].replay)
        rows = {"records": Array("int64", (filled, words))}
        check_arrays(rows, {"records": arrays["records"]}, self.path)
        made.memory.records[:filled] = arrays["records"]
        memory: Memory = made.memory
        memory.parameters = self.model.parameters.copy()
        memory.means, memory.squares = arrays["means"], arrays["squares"]
        memory.stored, memory.steps = about["stored"], about["steps"]
        made.champion, made.rating = arrays["champion"], about["rating"]
        made.games, made.seconds = about["games"], about["seconds"]
        made.curve = list(about["curve"])
        return made


def to_json(trainer: AlphaZeroTrainer, source: str, every: int) -> dict[str, Any]:
    """What the file says about the training, as JSON values."""
    return {
        "method": METHOD,
        "rules": identity(trainer.game)["rules"],
        "source": source,
        "games": trainer.games,
        "every": every,
        "measured": trainer.measured,
        "rating": trainer.rating,
        "seconds": trainer.seconds,
        "stored": trainer.memory.stored,
        "steps": trainer.memory.steps,
        "settings": trainer.settings.to_json(),
        "curve": [point.to_json() for point in trainer.curve],
    }


def save(trainer: AlphaZeroTrainer, path: Path, source: str, every: int) -> None:
    """Write the training to a file, atomically."""
    memory = trainer.memory
    more = {
        "means": memory.means, "squares": memory.squares, "champion": trainer.champion,
        "records": memory.records[: memory.filled],
    }  # fmt: skip
    write_model(trainer.model, path, to_json(trainer, source, every), more=more)


def is_alphazero(about: dict[str, Any] | None) -> bool:
    """Whether a header says that a model was trained by this method."""
    return about is not None and about.get("method") == METHOD


def load(path: Path) -> SavedTraining:
    """The inverse of `save`; raises InputError if training cannot be resumed from the file."""
    model, about, arrays = read_trained(path)
    if about is None or not arrays:
        raise InputError("train.no_training", file=path)
    found = read_as(ABOUT, about, path)
    like = Array("float32", model.parameters.shape)
    names = {"means": like, "squares": like, "champion": like}
    check_arrays(names, {name: each for name, each in arrays.items() if name in names}, path)
    if set(arrays) != {*names, "records"}:
        raise InputError("arrays.damaged", file=path)
    return SavedTraining(path, model, found, arrays)
