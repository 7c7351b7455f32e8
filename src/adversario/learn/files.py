"""Trainers in files: the learned weights, for players, and the state needed to resume training."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from math import isfinite
from pathlib import Path
from typing import Any

from adversario.base.errors import InputError
from adversario.base.files import write_whole
from adversario.game import Game
from adversario.games.weights import FORMAT, Weights, read_file, weights_in
from adversario.learn.evaluation import Linear
from adversario.learn.selfplay import LearnerMemory, Settings
from adversario.learn.trainer import Point, Trainer
from adversario.native.engines.engine_choice import Engine


@dataclass(frozen=True)
class SavedTrainer:
    """A file of weights from which training can be resumed; `source` is the name of the game."""

    source: str
    weights: Weights
    settings: Settings
    every: int
    measured: int
    start: Any
    games: int
    memory: LearnerMemory
    curve: tuple[Point, ...]

    def trainer(self, game: Game[Any, Any], engine: Engine = "auto") -> Trainer:
        """The trainer as it was saved; raises InputError if `game` is another game."""
        if game.name != self.weights.game:
            raise InputError("weights.other_game", given=self.weights.game, game=game.name)
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


def load(path: Path) -> SavedTrainer:
    """The inverse of `save`; raises InputError if training cannot be resumed from the file."""
    data = read_file(path)
    weights = weights_in(data, path)
    try:
        settings = dict(data["settings"])
        latest = data["latest"]
        found = SavedTrainer(
            source=str(data["source"]),
            weights=weights,
            settings=Settings(**{**settings, "hold": tuple(settings["hold"])}),
            every=int(data["every"]),
            measured=int(data["measured"]),
            start={"own": "own", "zero": "zero"}[data["start"]],
            games=int(data["games"]),
            memory=LearnerMemory(
                [float(weight) for weight in latest["weights"]],
                [float(moment) for moment in latest["moments"]],
                int(latest["samples"]),
            ),
            curve=tuple(
                Point(
                    **{
                        each.name: convert_number(each.type, point[each.name])
                        for each in fields(Point)
                    }
                )
                for point in data["curve"]
            ),
        )
    except (AttributeError, KeyError, TypeError, ValueError) as error:
        if isinstance(error, InputError):
            raise
        raise InputError("train.cannot_resume", file=path) from None
    sizes = {len(part) for part in (weights.weights, found.memory.weights, found.memory.moments)}
    numbers = (*found.memory.weights, *found.memory.moments)
    if len(sizes) != 1 or not all(map(isfinite, numbers)) or min(found.every, found.measured) < 1:
        raise InputError("train.cannot_resume", file=path)
    return found


def convert_number(kind: Any, value: Any) -> Any:
    """A number of a point, converted to the type of its field."""
    return int(value) if kind in (int, "int") else float(value)
