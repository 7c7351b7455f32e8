"""`adversario trace`: the steps of a search."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from adversario.base.files import read_text
from adversario.cli.shared.inputs import game_of, state_of
from adversario.cli.shared.language import LANG, tr
from adversario.cli.shared.options import (
    Algorithm,
    Depth,
    Hard,
    Json,
    Lang,
    Nodes,
    Position,
    Source,
    Strict,
    Unlikely,
    With,
    enhancements_of,
    limit_of,
    pruning_options,
)
from adversario.cli.shared.output import print_json, write_text
from adversario.trace import dump_trace, load_trace, record, text_trace
from adversario.trace.files import event_to_json


def trace_command(
    source: Source,
    position: Position = None,
    algorithm: Algorithm = None,
    depth: Depth = None,
    nodes: Nodes = None,
    hard: Hard = False,
    strict: Strict = False,
    enhancements: With = None,
    unlikely: Unlikely = None,
    save: Annotated[Path | None, typer.Option("--save", help=tr("cli.save"))] = None,
    json: Json = False,
    lang: Lang = LANG,
) -> None:
    """Print the calls of a search line by line, or those of a saved trace."""
    if source.endswith(".jsonl"):
        trace = load_trace(_lines(Path(source)), source)
    else:
        game, options = game_of(source), pruning_options(hard=hard, strict=strict)
        if unlikely is not None:
            options["unlikely"] = unlikely
        _, trace = record(
            game, state_of(game, position), algorithm=algorithm, limit=limit_of(depth, None, nodes),
            enhancements=enhancements_of(enhancements), **options,
        )  # fmt: skip
    if save is not None:
        write_text("\n".join(dump_trace(trace)), save)
    if json:
        print_json([event_to_json(event) for event in trace.events])
        return
    for line in text_trace(trace, lang):
        typer.echo(line)


def _lines(path: Path) -> list[str]:
    return read_text(path).split("\n")
