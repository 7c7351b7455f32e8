"""The arguments and options that several commands share."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

import typer

from adversario.algorithms.core.limit import Limit
from adversario.base.errors import InputError
from adversario.base.suggest import did_you_mean
from adversario.cli.shared.language import Language, tr
from adversario.native.engines.engine_choice import ENGINES, Engine
from adversario.native.engines.enhanced.enhancements import PLAIN, Enhancements

ENHANCEMENTS = (
    "table", "scout", "killers", "history", "aspiration", "distance", "quiescence", "reductions",
    "null-move", "selective",
)  # fmt: skip
TABLE_MIB = 16
"""Size of the transposition table of `--with`."""

Source = Annotated[str, typer.Argument(metavar=tr("cli.source.name"), help=tr("cli.source"))]
OptionalSource = Annotated[
    str | None, typer.Argument(metavar=tr("cli.source.name"), help=tr("cli.source"))
]
GameSource = Annotated[str, typer.Argument(metavar=tr("cli.game.name"), help=tr("cli.game"))]
DataGame = Annotated[str | None, typer.Option("--game", "-g", help=tr("cli.data_game"))]
Position = Annotated[
    str | None, typer.Argument(metavar=tr("cli.position.name"), help=tr("cli.position"))
]
Algorithm = Annotated[str | None, typer.Option("--algorithm", "-a", help=tr("cli.algorithm"))]
Depth = Annotated[int | None, typer.Option("--depth", "-d", help=tr("cli.depth"))]
DrawnDepth = Annotated[int | None, typer.Option("--depth", "-d", help=tr("cli.draw.depth"))]
OwnDepth = Annotated[int | None, typer.Option("--depth", "-d", help=tr("cli.play.depth"))]
Seconds = Annotated[float | None, typer.Option("--time", "-t", help=tr("cli.time"))]
SolvingTime = Annotated[float | None, typer.Option("--time", "-t", help=tr("cli.solve.time"))]
ThinkingTime = Annotated[float | None, typer.Option("--time", "-t", help=tr("cli.play.time"))]
Nodes = Annotated[int | None, typer.Option("--nodes", help=tr("cli.nodes"))]
Simulations = Annotated[int | None, typer.Option("--nodes", help=tr("cli.nodes_or_simulations"))]
EngineName = Annotated[str, typer.Option("--engine", help=tr("cli.engine"))]
Hard = Annotated[bool, typer.Option("--hard", help=tr("cli.hard"))]
Strict = Annotated[bool, typer.Option("--strict", help=tr("cli.strict"))]
With = Annotated[
    str | None, typer.Option("--with", help=tr("cli.with", names=", ".join(ENHANCEMENTS)))
]
Unlikely = Annotated[float | None, typer.Option("--unlikely", help=tr("cli.unlikely"))]
Lang = Annotated[Language, typer.Option("--lang", help=tr("cli.lang"))]
Json = Annotated[bool, typer.Option("--json", help=tr("cli.json"))]


def limit_of(
    depth: int | None, seconds: float | None = None, nodes: int | None = None
) -> Limit | None:
    """The limit that the options ask for, or None."""
    if depth is None and seconds is None and nodes is None:
        return None
    return Limit(depth=depth, time=seconds, nodes=nodes)


def enhancements_of(names: str | None) -> Enhancements | None:
    """The enhancements in a list of names; raises InputError for an unknown name."""
    if names is None:
        return None
    if names.strip() == "all":
        return Enhancements(table_mib=TABLE_MIB)
    chosen = replace(PLAIN, quiescence=False)
    for name in names.replace(" ", "").split(","):
        if name not in ENHANCEMENTS:
            close, known = did_you_mean(name, ENHANCEMENTS), ", ".join(ENHANCEMENTS)
            raise InputError("cli.no_enhancement", given=name, close=close, known=known)
        if name == "table":
            chosen = replace(chosen, table_mib=TABLE_MIB)
        else:
            on: dict[str, Any] = {name.replace("-", "_"): True}
            chosen = replace(chosen, **on)
    return chosen


def engine_of(name: str) -> Engine:
    """The engine of that name; raises InputError if there is none."""
    if name not in ENGINES:
        raise InputError("native.engine", given=name, close=did_you_mean(name, ENGINES))
    return name


def pruning_options(*, hard: bool, strict: bool) -> dict[str, object]:
    """The options of alpha-beta that were given."""
    chosen: dict[str, object] = {}
    if hard:
        chosen["form"] = "hard"
    if strict:
        chosen["strict"] = True
    return chosen
