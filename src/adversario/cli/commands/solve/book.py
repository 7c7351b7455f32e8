"""`adversario book`: an opening book, the solved first plies of a game, in a file."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeElapsedColumn,
    TimeRemainingColumn,
)

from adversario.base.catalogue import text
from adversario.base.errors import InputError
from adversario.cli.shared.inputs import game_of
from adversario.cli.shared.language import LANG, tr
from adversario.cli.shared.options import GameSource, Json, Lang
from adversario.cli.shared.output import print_json
from adversario.solve.book import build_book

MOST_PLIES = 20


def book_command(
    source: GameSource,
    plies: Annotated[int, typer.Option("--plies", help=tr("cli.book.plies"))],
    save: Annotated[Path, typer.Option("--save", help=tr("cli.book.save"))],
    json: Json = False,
    lang: Lang = LANG,
) -> None:
    """Solve every position of the first plies.

    Ctrl-C keeps the results so far, for a later run to resume.
    """
    if not 0 <= plies <= MOST_PLIES:
        raise InputError("book.plies", given=plies, most=MOST_PLIES)
    game = game_of(source)
    bar = Progress(
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn(),
        TimeRemainingColumn(), console=Console(stderr=True), disable=not sys.stderr.isatty(),
        transient=True,
    )  # fmt: skip
    with bar:
        task = bar.add_task(text("cli.analyse.progress", lang), total=None)
        book = build_book(
            game, plies, save,
            on_progress=lambda now: bar.update(task, completed=now.solved, total=now.positions),
        )  # fmt: skip
    score = book.score(book.game.initial())
    if json:
        print_json({"game": game.name, "plies": plies, "positions": len(book), "score": score})
        return
    typer.echo(text("book.done", lang, game=game.name, plies=plies, positions=len(book), file=save))
