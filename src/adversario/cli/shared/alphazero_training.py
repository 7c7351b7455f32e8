"""`adversario train --method alphazero`: policy and value learned by self-play with search."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import typer

from adversario.base.catalogue import text
from adversario.base.errors import InputError
from adversario.cli.shared.inputs import game_of_data
from adversario.cli.shared.output import print_json, write_text
from adversario.cli.shared.progress import show_when_slow
from adversario.game import Game
from adversario.learn.alphazero.files import is_alphazero, load, save, to_json
from adversario.learn.alphazero.settings import UNITS, Settings, policy_shape
from adversario.learn.alphazero.trainer import AlphaZeroTrainer, StrengthPoint
from adversario.render.learning import svg_curve, text_curve
from adversario.views.learned.files import read_trained

METHOD = "alphazero"
MEASURED = 200
OPTIONS = {
    "simulations", "opening", "batch", "replay", "mix", "gate", "share", "block", "longest", "rate",
    "half", "seed",
}  # fmt: skip
"""The settings that have options."""

OWN = {"simulations", "opening", "batch", "replay", "mix", "gate", "share"}
"""Those that no other method has."""


def new_trainer(
    game: Game[Any, Any], layers: tuple[int, ...], given: dict[str, Any]
) -> AlphaZeroTrainer:
    """A trainer with the options given."""
    options = {name: value for name, value in given.items() if name not in ("every", "method")}
    measured = options.pop("measured", MEASURED)
    options.pop("layers", None)
    for name in options:
        if name not in OPTIONS:
            raise InputError("alphazero.option", option=name)
    if measured < 2:
        raise InputError("limit.too_small", limit="measured", given=measured, least=2)
    simulations = options.get("simulations", Settings.simulations)
    usual = {"fast": max(1, simulations // 4)}
    return AlphaZeroTrainer(
        game, policy_shape(game, layers or UNITS), Settings(**usual | options), measured=measured
    )


def is_one(path: Path) -> bool:
    """Whether a file is of a training by this method."""
    return is_alphazero(read_trained(path)[1])


def resumed(
    path: Path, source: str | None, given: dict[str, Any]
) -> tuple[str, int, AlphaZeroTrainer]:
    """The trainer of a file, which already has its options."""
    saved = load(path)
    if options := [name for name in given if name != "method"]:
        raise InputError("train.settled", file=path, options=", ".join(options))
    game = game_of_data(saved.source, path, source)
    return source or saved.source, saved.every, saved.trainer(game)


def run(
    trainer: AlphaZeroTrainer, games: int, every: int, target: Path | None, source: str, lang: str
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
            curve=text_curve(trainer.curve), score=f"{last.score:.0f} Elo",
            half=f"{last.half:.0f}", seconds=f"{spent:.0f}",
        )  # fmt: skip

    def checkpoint(_: StrengthPoint) -> None:
        if target is not None:
            save(trainer, target, source, every)

    with show_when_slow(words):
        trainer.run(games, every=every, on_progress=checkpoint)
    if target is not None:
        save(trainer, target, source, every)


def finish(
    trainer: AlphaZeroTrainer, target: Path | None, source: str, every: int, svg: Path | None,
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
    shape = trainer.shape
    typer.echo(text("train.done", lang, game=trainer.game.name, games=trainer.games))
    typer.echo(
        text(
            "train.model.network", lang, layers="-".join(map(str, shape.layers)),
            parameters=shape.stages * shape.stage_size,
        )
    )  # fmt: skip
    if trainer.curve:
        last = trainer.curve[-1]
        typer.echo(
            text(
                "alphazero.last", lang, games=last.games, score=f"{last.score:.0f}",
                half=f"{last.half:.0f}", measured=trainer.measured, value=f"{last.value:.3f}",
                policy=f"{last.policy:.3f}",
            )
        )  # fmt: skip
        typer.echo(text_curve(trainer.curve))
    if target is not None:
        typer.echo(text("train.saved", lang, file=target))
