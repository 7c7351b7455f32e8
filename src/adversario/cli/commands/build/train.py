"""`adversario train`: weights of a game's features, fitted by self-play."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from adversario.base.catalogue import text
from adversario.base.errors import InputError
from adversario.base.files import check_writable
from adversario.cli.shared import alphazero_training as alphazero
from adversario.cli.shared import model_training as models
from adversario.cli.shared.cuts_fitting import fit_cuts_of
from adversario.cli.shared.inputs import game_of, game_of_data
from adversario.cli.shared.language import LANG, tr
from adversario.cli.shared.options import (
    DataGame,
    EngineName,
    Json,
    Lang,
    OptionalSource,
    engine_of,
)
from adversario.cli.shared.output import print_json, print_table, write_text
from adversario.cli.shared.progress import show_when_slow
from adversario.game import Game
from adversario.games.weights import MODEL_SUFFIX, feature_count
from adversario.learn.files import load, save, to_json
from adversario.learn.selfplay import Settings
from adversario.learn.trainer import Point, Trainer
from adversario.native.engines.engine_choice import Engine
from adversario.render.learning import svg_curve, text_curve

STOPPED = 130
GAMES = 2000
MEASURED = 100
OF_MODELS = {"layers", "method", "block", "images", "against"}
"""The options of tables and networks."""

SHOWN = 24
"""The most weights listed; a file has all."""


class Start(StrEnum):
    """The initial weights of a training."""

    OWN = "own"
    ZERO = "zero"


class Approximator(StrEnum):
    """What is fitted."""

    LINEAR = "linear"
    TABLES = "tables"
    NETWORK = "network"
    CUTS = "cuts"


class Against(StrEnum):
    """Who the curve of a model is measured against."""

    OWN = "own"
    RANDOM = "random"
    REFERENCE = "reference"


def train_command(
    source: OptionalSource = None,
    approximator: Annotated[
        Approximator, typer.Option("--approximator", "-a", help=tr("cli.train.approximator"))
    ] = Approximator.LINEAR,
    layers: Annotated[str | None, typer.Option("--layers", help=tr("cli.train.layers"))] = None,
    method: Annotated[str | None, typer.Option("--method", help=tr("cli.train.method"))] = None,
    block: Annotated[int | None, typer.Option("--block", help=tr("cli.train.block"))] = None,
    images: Annotated[bool, typer.Option("--images", help=tr("cli.train.images"))] = False,
    against: Annotated[
        Against | None, typer.Option("--against", help=tr("cli.train.against"))
    ] = None,
    games: Annotated[int, typer.Option("--games", "-n", help=tr("cli.train.games"))] = GAMES,
    seed: Annotated[int | None, typer.Option("--seed", help=tr("cli.train.seed"))] = None,
    trace: Annotated[float | None, typer.Option("--lambda", help=tr("cli.train.lambda"))] = None,
    rate: Annotated[float | None, typer.Option("--rate", help=tr("cli.train.rate"))] = None,
    half: Annotated[float | None, typer.Option("--half", help=tr("cli.train.half"))] = None,
    explore: Annotated[
        float | None, typer.Option("--explore", help=tr("cli.train.explore"))
    ] = None,
    simulations: Annotated[
        int | None, typer.Option("--simulations", help=tr("cli.train.simulations"))
    ] = None,
    share: Annotated[float | None, typer.Option("--share", help=tr("cli.train.share"))] = None,
    opening: Annotated[
        int | None, typer.Option("--opening", help=tr("cli.train.opening"))
    ] = None,
    batch: Annotated[int | None, typer.Option("--batch", help=tr("cli.train.batch"))] = None,
    replay: Annotated[int | None, typer.Option("--replay", help=tr("cli.train.replay"))] = None,
    mix: Annotated[float | None, typer.Option("--mix", help=tr("cli.train.mix"))] = None,
    gate: Annotated[float | None, typer.Option("--gate", help=tr("cli.train.gate"))] = None,
    temperature: Annotated[
        float | None, typer.Option("--temperature", help=tr("cli.train.temperature"))
    ] = None,
    depth: Annotated[int | None, typer.Option("--depth", "-d", help=tr("cli.train.depth"))] = None,
    hold: Annotated[str | None, typer.Option("--hold", help=tr("cli.train.hold"))] = None,
    longest: Annotated[int | None, typer.Option("--longest", help=tr("cli.train.longest"))] = None,
    start: Annotated[Start | None, typer.Option("--start", help=tr("cli.train.start"))] = None,
    every: Annotated[int | None, typer.Option("--every", help=tr("cli.train.every"))] = None,
    measured: Annotated[
        int | None, typer.Option("--measured", help=tr("cli.train.measured"))
    ] = None,
    save_to: Annotated[Path | None, typer.Option("--save", help=tr("cli.train.save"))] = None,
    resume: Annotated[Path | None, typer.Option("--resume", help=tr("cli.train.resume"))] = None,
    game: DataGame = None,
    svg: Annotated[Path | None, typer.Option("--svg", help=tr("cli.train.svg"))] = None,
    engine: EngineName = "auto",
    json: Json = False,
    lang: Lang = LANG,
) -> None:
    """Fit the weights; on Ctrl-C, keep the weights so far."""
    given: dict[str, Any] = {
        "seed": seed, "trace": trace, "rate": rate, "half": half, "explore": explore,
        "temperature": temperature, "depth": depth, "longest": longest, "hold": hold,
        "start": start, "every": every, "measured": measured, "layers": layers, "method": method,
        "block": block, "images": images or None, "against": against and against.value,
        "simulations": simulations, "share": share, "opening": opening, "batch": batch,
        "replay": replay, "mix": mix, "gate": gate,
    }  # fmt: skip
    given = {name: value for name, value in given.items() if value is not None}
    by_search = method == alphazero.METHOD or (
        resume is not None and resume.suffix == MODEL_SUFFIX and alphazero.is_one(resume)
    )
    if not by_search and (own := sorted(given.keys() & alphazero.OWN)):
        raise InputError("alphazero.only", option=own[0])
    if by_search:
        if resume is None and (source := source or game) is None:
            raise InputError("train.nothing")
        _train_by_search(source, given, games, save_to, resume, game, svg, lang, json=json)
        return
    if approximator == Approximator.CUTS:
        if (source := source or game) is None:
            raise InputError("train.nothing")
        fit_cuts_of(game_of(source), given, games, save_to, lang, json=json)
        return
    if approximator != Approximator.LINEAR or (resume and resume.suffix == MODEL_SUFFIX):
        if resume is None and (source := source or game) is None:
            raise InputError("train.nothing")
        _train_model(
            source, approximator, given, games, save_to, resume, game, svg, engine_of(engine), lang,
            json=json,
        )  # fmt: skip
        return
    if own := sorted(given.keys() & OF_MODELS):
        raise InputError("train.models_only", option=own[0])
    if resume is not None:
        source, every, trainer = _resume(resume, game or source, given, engine_of(engine))
        save_to = resume if save_to is None else save_to
    elif (source := source or game) is None:
        raise InputError("train.nothing")
    else:
        every = max(1, -(-games // 20)) if every is None else every
        trainer = _new_trainer(game_of(source), given, engine_of(engine))
    if save_to is not None:
        check_writable(save_to)
    _run(trainer, games, every, save_to, source, lang)
    if svg is not None:
        write_text(svg_curve(trainer.curve, lang), svg)
    if json:
        print_json(to_json(trainer, source, every))
    else:
        _show(trainer, save_to, lang)
    if trainer.interrupted:
        typer.echo(text("train.stopped", lang, games=trainer.games), err=True)
        raise typer.Exit(STOPPED)


def _train_by_search(
    source: str | None, given: dict[str, Any], games: int, save_to: Path | None,
    resume: Path | None, game: str | None, svg: Path | None, lang: str, *, json: bool,
) -> None:  # fmt: skip
    """Train policy and value by self-play with search."""
    if resume is not None:
        source, every, trainer = alphazero.resumed(resume, game or source, given)
        save_to = resume if save_to is None else save_to
    else:
        assert source is not None
        every = given.get("every") or max(1, -(-games // 20))
        layers = models.read_layers(given["layers"]) if "layers" in given else ()
        trainer = alphazero.new_trainer(game_of(source), layers, given)
    if save_to is not None:
        _check_model_file(save_to)
    alphazero.run(trainer, games, every, save_to, source, lang)
    alphazero.finish(trainer, save_to, source, every, svg, lang, json=json)
    if trainer.interrupted:
        typer.echo(text("train.stopped", lang, games=trainer.games), err=True)
        raise typer.Exit(STOPPED)


def _check_model_file(path: Path) -> None:
    if path.suffix != MODEL_SUFFIX:
        raise InputError("train.suffix", file=path, suffix=MODEL_SUFFIX)
    check_writable(path)


def _train_model(
    source: str | None, approximator: str, given: dict[str, Any], games: int, save_to: Path | None,
    resume: Path | None, game: str | None, svg: Path | None, engine: Engine, lang: str, *,
    json: bool,
) -> None:  # fmt: skip
    """Train tables or a network."""
    if resume is not None:
        source, every, trainer = models.resumed(resume, game or source, given, engine)
        save_to = resume if save_to is None else save_to
    else:
        assert source is not None
        every = given.get("every") or max(1, -(-games // 20))
        trainer = models.new_trainer(game_of(source), approximator, given, engine)
    if save_to is not None:
        _check_model_file(save_to)
    models.run(trainer, games, every, save_to, source, lang)
    models.finish(trainer, save_to, source, every, svg, lang, json=json)
    if trainer.interrupted:
        typer.echo(text("train.stopped", lang, games=trainer.games), err=True)
        raise typer.Exit(STOPPED)


def _new_trainer(game: Game[Any, Any], given: dict[str, Any], engine: Engine) -> Trainer:
    """A trainer with the options given."""
    options = dict(given)
    if "hold" in options:
        options["hold"] = _numbers(game, options["hold"])
    own = {name: options.pop(name) for name in ("start", "measured") if name in options}
    options.pop("every", None)
    if own.get("measured", MEASURED) < 1:
        raise InputError("limit.too_small", limit="measured", given=own["measured"], least=1)
    return Trainer(
        game, Settings(**options), engine=engine, measured=own.get("measured", MEASURED),
        start="zero" if own.get("start") == Start.ZERO else "own",
    )  # fmt: skip


def _numbers(game: Game[Any, Any], words: str) -> tuple[int, ...]:
    """The numbers of the features, given by name or by number from 1."""
    names = game.feature_names or ("",) * feature_count(game)
    found = []
    for word in filter(None, words.replace(" ", "").split(",")):
        if word in names:
            found.append(names.index(word))
        elif word.isdecimal() and 1 <= int(word) <= len(names):
            found.append(int(word) - 1)
        else:
            known = ", ".join(filter(None, names)) or f"1-{len(names)}"
            raise InputError("train.no_feature", given=word, game=game.name, known=known)
    return tuple(sorted(set(found)))


def _resume(
    path: Path, source: str | None, given: dict[str, Any], engine: Engine
) -> tuple[str, int, Trainer]:
    """The trainer of a file, which already has its options."""
    saved = load(path)
    if given:
        raise InputError("train.settled", file=path, options=", ".join(given))
    trainer = saved.trainer(game_of_data(saved.source, path, source), engine)
    return source or saved.source, saved.every, trainer


def _run(
    trainer: Trainer, games: int, every: int, target: Path | None, source: str, lang: str
) -> None:
    """Train with a live curve, and save a checkpoint at each of its points."""

    def words(spent: float) -> str:
        if not trainer.curve:
            return text("train.starting", lang, games=games, seconds=f"{spent:.0f}")
        return text(
            "train.progress", lang, games=trainer.games, all=games, curve=text_curve(trainer.curve),
            score=f"{trainer.curve[-1].score:.4g}", seconds=f"{spent:.0f}",
        )  # fmt: skip

    def checkpoint(_: Point) -> None:
        if target is not None:
            save(trainer, target, source, every)

    with show_when_slow(words):
        trainer.run(games, every=every, on_progress=checkpoint)
    if target is not None:
        save(trainer, target, source, every)


def _show(trainer: Trainer, target: Path | None, lang: str) -> None:
    found, game = trainer.weights.weights, trainer.game
    names = game.feature_names or tuple(str(number + 1) for number in range(len(found)))
    typer.echo(text("train.done", lang, game=game.name, games=trainer.games))
    if trainer.curve:
        best = max(trainer.curve, key=lambda point: point.score)
        kind = "alone" if game.players == 1 else "against" if any(trainer.own) else "against_none"
        typer.echo(
            text(
                f"train.best.{kind}", lang, games=best.games, score=f"{best.score:.4g}",
                half=f"{best.half:.2g}", measured=trainer.measured,
            )
        )  # fmt: skip
        typer.echo(text_curve(trainer.curve))
    typer.echo()
    heads = [text(f"train.column.{name}", lang) for name in ("feature", "before", "fitted")]
    rows = [
        [name, f"{before:.4g}", f"{after:.4g}"]
        for name, before, after in zip(names, trainer.own, found, strict=True)
    ]
    print_table(heads, rows[:SHOWN])
    if len(rows) > SHOWN:
        typer.echo(text("train.more", lang, more=len(rows) - SHOWN))
    if target is not None:
        typer.echo()
        typer.echo(text("train.saved", lang, file=target))
