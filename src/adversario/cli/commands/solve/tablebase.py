"""`adversario tablebase`: build, verify, probe and describe endgame tables."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from math import isnan
from pathlib import Path
from time import perf_counter
from typing import Annotated, Any

import typer

from adversario.base.catalogue import text
from adversario.base.errors import InputError
from adversario.base.files import exists
from adversario.cli.shared.inputs import game_of, state_of
from adversario.cli.shared.language import LANG, tr
from adversario.cli.shared.options import GameSource, Json, Lang, Position
from adversario.cli.shared.output import print_json, print_table
from adversario.cli.shared.progress import show_when_slow
from adversario.contract.capability import as_capability
from adversario.contract.evaluation import Patterned
from adversario.contract.presentation import player_label
from adversario.game import Game, mover_of
from adversario.solve.endgame import (
    ENGINES,
    METRICS,
    BuildProgress,
    build_tables,
    open_tables,
    verify_tables,
)
from adversario.solve.endgame.estimate import BuildEstimate, Rates, estimates, rates_of
from adversario.solve.endgame.format import read_table
from adversario.solve.endgame.values import build_values, open_values, verify_values

Folder = Annotated[Path, typer.Option("--folder", help=tr("cli.tablebase.folder"))]
MetricName = Annotated[
    str, typer.Option("--metric", help=tr("cli.tablebase.metric", names=", ".join(METRICS)))
]
AnyMetric = Annotated[
    str | None,
    typer.Option("--metric", help=tr("cli.tablebase.metric", names=", ".join(METRICS))),
]
Pieces = Annotated[int, typer.Option("--pieces", help=tr("cli.tablebase.pieces"))]
Threads = Annotated[int | None, typer.Option("--threads", help=tr("cli.tablebase.threads"))]
EngineName = Annotated[
    str, typer.Option("--engine", help=tr("cli.tablebase.engine", names=", ".join(ENGINES)))
]
Workers = Annotated[int | None, typer.Option("--workers", help=tr("cli.tablebase.workers"))]
Address = Annotated[str | None, typer.Option("--address", help=tr("cli.tablebase.address"))]
Machines = Annotated[int | None, typer.Option("--machines", help=tr("cli.tablebase.machines"))]


def build_command(
    source: GameSource,
    folder: Folder,
    pieces: Pieces = 0,
    metric: MetricName = "wdl",
    threads: Threads = None,
    engine: EngineName = "threads",
    workers: Workers = None,
    address: Address = None,
    machines: Machines = None,
    json: Json = False,
    lang: Lang = LANG,
) -> None:
    """Build the missing tables; Ctrl-C keeps the layers that are complete."""
    if machines is not None and machines < 1:
        raise InputError("limit.too_small", limit="machines", given=machines, least=1)
    game, started = game_of(source), perf_counter()
    if game.chance:
        _build_values(game, folder, pieces, threads, lang, json=json)
        return
    progress_log: deque[BuildProgress] = deque(maxlen=1)
    with show_when_slow(lambda spent: _progress(progress_log, spent, lang)):
        tables = build_tables(
            game, folder, pieces=pieces, metric=metric, threads=threads, engine=engine,
            workers=workers, address=address, on_progress=progress_log.append,
        )  # fmt: skip
    made = sum(each.built for each in progress_log)
    headers = [file.header for file in tables.files.values()]
    found: dict[str, Any] = {
        "built": made, "seconds": perf_counter() - started, "layers": headers
    }  # fmt: skip
    if not json:
        _print_headers(headers, lang)
    if machines is not None:
        rates = rates_of(progress_log[0] if progress_log else None, tables)
        more = list(estimates(tables, rates, machines))
        if not json:
            _print_estimates(rates, more, machines, lang)
        found["rates"] = {**rates._asdict(), "speed": rates.speed}
        found["estimates"] = [each._asdict() for each in more]
    if json:
        print_json(found)


def _build_values(
    game: Game[Any, Any], folder: Path, pieces: int, threads: int | None, lang: str, *, json: bool
) -> None:
    """Build the tables of a game with chance, which have real values."""
    started = perf_counter()
    progress_log: deque[BuildProgress] = deque(maxlen=1)
    with show_when_slow(lambda spent: _progress(progress_log, spent, lang)):
        tables = build_values(
            game, folder, pieces=pieces, threads=threads, on_progress=progress_log.append
        )
    headers = [file.header for file in tables.files.values()]
    if json:
        built = sum(each.built for each in progress_log)
        print_json({"built": built, "seconds": perf_counter() - started, "layers": headers})
    else:
        _print_headers(headers, lang)


def _print_estimates(rates: Rates, more: Sequence[BuildEstimate], machines: int, lang: str) -> None:
    """Print the measured rates, and the estimates for more pieces."""
    typer.echo(
        text(
            "cli.tablebase.rates", lang, speed=f"{rates.speed:,.0f}", disk=f"{rates.disk:.3f}",
            moves=f"{rates.moves:.1f}",
        )
    )  # fmt: skip
    if not more:
        return
    typer.echo(text("cli.tablebase.estimates", lang, machines=machines))
    rows = [
        [
            *map(str, each[:3]),
            *(f"{size / 1e9:.1f}" for size in (each.disk, each.finished, each.memory)),
            *(f"{hours:.2f}" for hours in (each.expanding, each.finishing)),
        ]
        for each in more
    ]
    print_table(
        [text(f"cli.tablebase.column.{name}", lang) for name in BuildEstimate._fields], rows
    )
    typer.echo(text("cli.tablebase.unmeasured", lang))


def _progress(progress_log: deque[BuildProgress], spent: float, lang: str) -> str:
    """The progress of a build, and an estimate of the time left."""
    if not progress_log or not progress_log[0].built:
        return text("cli.compiling", lang, seconds=f"{spent:.0f}")
    progress = progress_log[0]
    left = progress.left
    rate = progress.built / progress.seconds if progress.seconds else 0.0
    return text(
        "cli.tablebase.progress", lang, layer=progress.layer, number=progress.number + 1,
        layers=progress.layers, done=f"{progress.done:,}", positions=f"{progress.positions:,}",
        rate=f"{rate:,.0f}", left="?" if left is None else f"{left:.0f}",
    )  # fmt: skip


def verify_command(
    source: GameSource,
    folder: Folder,
    metric: AnyMetric = None,
    threads: Threads = None,
    json: Json = False,
    lang: Lang = LANG,
) -> None:
    """Check every value against the values of the positions after each move."""
    game = game_of(source)
    if game.chance:
        values = open_values(game, folder)
        with show_when_slow(lambda spent: text("cli.compiling", lang, seconds=f"{spent:.0f}")):
            counts = verify_values(values, threads=threads)
        if json:
            print_json(counts)
        else:
            positions, layers = sum(counts.values()), len(counts)
            typer.echo(text("cli.tablebase.proven", lang, layers=layers, positions=positions))
        return
    tables = open_tables(game, folder, metric=metric)
    with show_when_slow(lambda spent: text("cli.verify.checking", lang, seconds=f"{spent:.0f}")):
        found = verify_tables(tables, threads=threads)
    if json:
        print_json({name: each._asdict() for name, each in found.items()})
        return
    positions = sum(each.positions for each in found.values())
    kind = "proven" if tables.plies else "consistent"
    typer.echo(text(f"cli.tablebase.{kind}", lang, layers=len(found), positions=positions))


def probe_command(
    source: GameSource,
    folder: Folder,
    position: Position = None,
    metric: AnyMetric = None,
    json: Json = False,
    lang: Lang = LANG,
) -> None:
    """Print the value of a position in the tables, and the best moves."""
    game = game_of(source)
    state = state_of(game, position)
    if game.chance:
        _probe_values(game, state, folder, lang, json=json)
        return
    tables = open_tables(game, folder, metric=metric)
    found = tables.probe(state)
    if found is None:
        raise InputError("endgame.not_held", state=game.position(state))
    best = [game.action_name(state, action) for action in tables.best_actions(state)]
    if json:
        shown = {"position": game.position(state), **found._asdict(), "best": best}
        print_json(shown)
        return
    player = player_label(game, mover_of(game, state))
    result = text(f"cli.tablebase.result.{('draw', 'win', 'loss')[found.value]}", lang)
    typer.echo(text("cli.tablebase.found", lang, player=player, result=result))
    if found.plies is not None:
        typer.echo(text("solve.distance", lang, plies=found.plies))
    if best:
        typer.echo(text("solve.best", lang, actions=", ".join(best)))


def _probe_values(game: Game[Any, Any], state: Any, folder: Path, lang: str, *, json: bool) -> None:
    """Print the value of a position of a game with chance, and what each play is worth."""
    tables, mover = open_values(game, folder), as_capability(game, Patterned).viewer(state)
    value = tables.value_of(state, mover)
    if isnan(value):
        raise InputError("endgame.not_held", state=game.position(state))
    scores = tables.scores(state)
    if json:
        listed = [{"action": game.action_name(state, a), "score": v} for a, v in scores]
        print_json({"position": game.position(state), "value": value, "scores": listed})
        return
    player = player_label(game, mover)
    typer.echo(text("solve.value", lang, game=game.name, player=player, value=f"{value:.6f}"))
    if scores:
        names = [text(f"solve.column.{name}", lang) for name in ("action", "score")]
        print_table(names, [[game.action_name(state, a), f"{v:.6f}"] for a, v in scores])


def info_command(folder: Folder, json: Json = False, lang: Lang = LANG) -> None:
    """Print the tables of a folder, from their headers."""
    if not (exists(folder) and folder.is_dir()):
        raise InputError("endgame.no_folder", folder=folder)
    paths = sorted(path for path in folder.iterdir() if path.suffix[1:] in METRICS)
    if not paths:
        raise InputError("endgame.empty", folder=folder)
    headers = [read_table(path).header for path in paths]
    if json:
        print_json([{"file": p.name, **h} for p, h in zip(paths, headers, strict=True)])
        return
    for game in sorted({(each["game"], str(each["options"])) for each in headers}):
        typer.echo(" ".join(game))
    _print_headers(headers, lang)


def _print_headers(headers: Sequence[dict[str, Any]], lang: str) -> None:
    """Print a line for each layer."""
    names = ("layer", "metric", "positions", "wins", "draws", "losses", "longest")
    rows = []
    for each in headers:
        draws = each["positions"] - each["wins"] - each["losses"]
        numbers = (each["positions"], each["wins"], draws, each["losses"], each.get("longest", "-"))
        rows.append([each["name"], each["metric"], *map(str, numbers)])
    print_table([text(f"cli.tablebase.column.{name}", lang) for name in names], rows)
