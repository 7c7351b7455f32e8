"""Trainers in files: the learned weights, for players, and the state needed to resume training."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from adversario.base.catalogue import message
from adversario.base.errors import InputError
from adversario.base.files import read_json_file, write_whole
from adversario.base.formats.schema import (
    Choice,
    ListOf,
    Nullable,
    Real,
    Record,
    Text,
    Whole,
    mismatch,
)
from adversario.base.provenance.rules_code import code_digest
from adversario.base.provenance.saved_work import IDENTITY, identity, require_game
from adversario.game import Game
from adversario.games.weights import FIELDS, FORMAT, Weights
from adversario.learn.evaluation import Linear
from adversario.learn.selfplay import MAX_DEPTH, LearnerMemory, Settings
from adversario.learn.trainer import Point, Trainer
from adversario.native.engines.engine_choice import Engine


@dataclass(frozen=True)
class SavedTrainer:
    """A file of weights from which training can be resumed.

    `source` is the game as it was written on the command line, and `made_for` its identity.
    """

    path: Path
    source: str
    made_for: Mapping[str, str]
    weights: Weights
    settings: Settings
    every: int
    measured: int
    start: Any
    games: int
    memory: LearnerMemory
    curve: tuple[Point, ...]

    def trainer(self, game: Game[Any, Any], engine: Engine = "auto") -> Trainer:
        """The trainer as it was saved; raises InputError if game, options or rules are others."""
        require_game(self.path, self.made_for, game)
        made = Trainer(
            game, self.settings, Linear(game, self.weights.limit), engine,
            measured=self.measured, start=self.start,
        )  # fmt: skip
        if len(made.memory.weights) != len(self.memory.weights):
            raise InputError(
                "weights.number", game=game.name, weights=len(self.memory.weights),
                features=len(made.memory.weights),
            )  # fmt: skip
        made.memory, made.games, made.curve = self.memory, self.games, list(self.curve)
        made.best = list(self.weights.weights)
        return made


def save(trainer: Trainer, path: Path, source: str, every: int) -> None:
    """Write the trainer to a file, atomically."""
    write_whole(path, json.dumps(to_json(trainer, source, every), indent=1) + "\n")


def to_json(trainer: Trainer, source: str, every: int) -> dict[str, Any]:
    """The content of the file as JSON values."""
    weights, memory = trainer.weights, trainer.memory
    return {
        "format": FORMAT,
        "game": weights.game,
        "rules": identity(trainer.game)["rules"],
        "code": code_digest(type(trainer.game)),
        "source": source,
        "features": list(trainer.game.feature_names) or None,
        "weights": list(weights.weights),
        "limit": weights.limit,
        "games": trainer.games,
        "settings": trainer.settings.to_json(),
        "start": trainer.start,
        "every": every,
        "measured": trainer.measured,
        "latest": {
            "weights": memory.weights, "moments": memory.moments, "samples": memory.samples
        },
        "curve": [point.to_json() for point in trainer.curve],
    }  # fmt: skip


CHECKPOINT: Record[dict[str, Any]] = Record(
    {
        **FIELDS,
        **IDENTITY,
        "source": Text(empty=False),
        "features": Nullable(ListOf(Text())),
        "games": Whole(0),
        "settings": Record(
            {
                "trace": Real(0, 1),
                "rate": Real(0, 2),
                "half": Real(1),
                "explore": Real(0, 1),
                "temperature": Real(0),
                "depth": Whole(1, MAX_DEPTH),
                "hold": ListOf(Whole(0)),
                "longest": Whole(1),
                "seed": Whole(None, None),
            },
            make=Settings,
        ),
        "start": Choice(("own", "zero")),
        "every": Whole(1),
        "measured": Whole(1),
        "latest": Record(
            {"weights": ListOf(Real()), "moments": ListOf(Real(0)), "samples": Whole(0)},
            make=lambda weights, moments, samples: LearnerMemory(
                list(weights), list(moments), samples
            ),
        ),
        "curve": ListOf(
            Record(
                {"games": Whole(0), "score": Real(), "half": Real(0), "error": Real(0)}, make=Point
            )
        ),
    },
    {"code": Text(most=64)},
)
"""A file of weights from which training can be resumed."""


def load(path: Path) -> SavedTrainer:
    """The inverse of `save`; raises InputError if training cannot be resumed from the file."""
    found = read_json_file(path, CHECKPOINT)
    memory, weights, settings = found["latest"], found["weights"], found["settings"]
    for name, part in (("weights", memory.weights), ("moments", memory.moments)):
        if len(part) != len(weights):
            raise mismatch(
                path, f"latest.{name}", message("schema.list_of", items=len(weights)), list(part)
            )
    for at, feature in enumerate(settings.hold):
        if feature >= len(weights):
            expected = message("schema.whole_between", least=0, most=len(weights) - 1)
            raise mismatch(path, f"settings.hold[{at}]", expected, feature)
    return SavedTrainer(
        path=path,
        source=found["source"],
        made_for={"game": found["game"], "rules": found["rules"]},
        weights=Weights(found["game"], weights, found["limit"], found.get("code", "")),
        settings=settings,
        every=found["every"],
        measured=found["measured"],
        start=found["start"],
        games=found["games"],
        memory=memory,
        curve=found["curve"],
    )
