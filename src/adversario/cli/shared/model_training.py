"""`adversario train` for models: tables and networks over the patterns of a game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer

from adversario.base.catalogue import text
from adversario.base.errors import InputError
from adversario.cli.shared.inputs import game_of_data
from adversario.cli.shared.output import print_json, write_text
from adversario.cli.shared.progress import show_when_slow
from adversario.contract.capability import as_capability
from adversario.contract.opponents import Referenced
from adversario.game import Game
from adversario.learn.patterns.files import load, save, to_json
from adversario.learn.patterns.trainer import ModelTrainer, lessons_for
from adversario.learn.trainer import Point
from adversario.native.engines.engine_choice import Engine
from adversario.render.learning import svg_curve, text_curve

MEASURED = 400
UNITS = 32
"""The units of the hidden layer of a network, unless layers are given."""


def new_trainer(
    game: Game[Any, Any], approximator: str, given: dict[str, Any], engine: Engine
) -> ModelTrainer:
    """A trainer of tables or of a network with the options given."""
    options = dict(given)
    for name in ("depth", "hold", "start"):
        if name in options:
            raise InputError("train.linear_only", option=name)
    layers = read_layers(options.pop("layers", str(UNITS))) if approximator == "network" else ()
    measured, yardstick = options.pop("measured", MEASURED), options.pop("against", None)
    options.pop("every", None)
    options.pop("layers", None)
    if measured < 1:
        raise InputError("limit.too_small", limit="measured", given=measured, least=1)
    shape, settings = lessons_for(game, layers, options)
    return ModelTrainer(game, shape, settings, engine, measured, yardstick)


def read_layers(words: str) -> tuple[int, ...]:
    """The units of the hidden layers, as in 64-32."""
    parts = words.split("-")
    if not all(part.isdecimal() and int(part) > 0 for part in parts):
        raise InputError("train.layers", given=words)
    return tuple(map(int, parts))


def resumed(
    path: Path, source: str | None, given: dict[str, Any], engine: Engine
) -> tuple[str, int, ModelTrainer]:
    """The trainer of a file, which already has its options."""
    saved = load(path)
    if given:
        raise InputError("train.settled", file=path, options=", ".join(given))
    game = game_of_data(saved.source, path, source)
    return source or saved.source, saved.every, saved.trainer(game, engine)


def run(
    trainer: ModelTrainer, games: int, every: int, target: Path | None, source: str, lang: str
) -> None:
    """Train with a live curve, and save a checkpoint at each of its points."""

    def words(spent: float) -> str:
        if not trainer.curve:
            return text(
                "train.playing", lang, games=trainer.games, all=games, seconds=f"{spent:.0f}"
            )
        last = trainer.curve[-1]
        return text(
            "train.measured", lang, games=trainer.games, all=games,
            curve=text_curve(trainer.curve), score=f"{last.score:.4g}", half=f"{last.half:.2g}",
            seconds=f"{spent:.0f}",
        )  # fmt: skip

    def checkpoint(_: Point) -> None:
        if target is not None:
            save(trainer, target, source, every)

    with show_when_slow(words):
        trainer.run(games, every=every, on_progress=checkpoint)
    if target is not None:
        save(trainer, target, source, every)


def finish(
    trainer: ModelTrainer, target: Path | None, source: str, every: int, svg: Path | None,
    lang: str, *, json: bool,
) -> None:  # fmt: skip
    """Show what was learned, as text or as JSON, and draw the curve."""
    if svg is not None:
        write_text(svg_curve(trainer.curve, lang), svg)
    if json:
        print_json(
            {**to_json(trainer, source, every), "parameters": trainer.memory.parameters.size}
        )
        return
    game, shape = trainer.game, trainer.shape
    typer.echo(text("train.done", lang, game=game.name, games=trainer.games))
    kind = "network" if shape.layers else "tables"
    typer.echo(
        text(
            f"train.model.{kind}", lang, inputs=shape.inputs, stages=shape.stages,
            layers="-".join(map(str, shape.layers)), parameters=shape.stages * shape.stage_size,
        )
    )  # fmt: skip
    if trainer.curve:
        last = trainer.curve[-1]
        name = as_capability(game, Referenced).reference_name()
        typer.echo(
            text(
                f"train.last.{trainer.yardstick}", lang, games=last.games, name=name,
                score=f"{last.score:.4g}", half=f"{last.half:.2g}", measured=trainer.measured,
            )
        )  # fmt: skip
        typer.echo(text_curve(trainer.curve))
    if target is not None:
        typer.echo(text("train.saved", lang, file=target))
