"""`adversario grade`: a folder of students' programs graded."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from adversario.base.catalogue import text
from adversario.base.errors import InputError
from adversario.base.files import is_file, write_errors
from adversario.cli.shared.inputs import game_of_data
from adversario.cli.shared.language import LANG, tr
from adversario.cli.shared.options import DataGame, Json, Lang
from adversario.cli.shared.output import print_json, print_table
from adversario.games.registry import make_game
from adversario.grading.assignment import NAME, Assignment, read_assignment
from adversario.grading.outcome import Graded
from adversario.grading.report import show_points, to_json, write_reports
from adversario.grading.results import grade_all
from adversario.grading.submission import find_submissions, named

FILE = "grades.jsonl"
"""The file of what is graded, in the folder of the reports."""

STOPPED, BELOW = 130, 1


def grade_command(
    folder: Annotated[
        Path, typer.Argument(metavar=tr("cli.grade.name"), help=tr("cli.grade.folder"))
    ],
    assignment: Annotated[
        Path | None, typer.Option("--assignment", "-a", help=tr("cli.grade.assignment"))
    ] = None,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help=tr("cli.grade.output"))
    ] = None,
    student: Annotated[str | None, typer.Option("--student", help=tr("cli.grade.student"))] = None,
    again: Annotated[bool, typer.Option("--again", help=tr("cli.grade.again"))] = False,
    workers: Annotated[int, typer.Option("--workers", help=tr("cli.grade.workers"))] = 1,
    require: Annotated[
        float | None, typer.Option("--require", help=tr("cli.grade.require"))
    ] = None,
    source: DataGame = None,
    json: Json = False,
    lang: Lang = LANG,
) -> None:
    """Grade the programs and print their points; on Ctrl-C, of those that are done."""
    home = folder.parent if folder.suffix == ".py" else folder
    file = assignment or home / NAME
    if assignment is None and not is_file(file):
        raise InputError("grade.no_assignment", folder=home, name=NAME)
    task = read_assignment(file)
    game = make_game(task.game) if _is_name(task, source) else game_of_data(task.game, file, source)
    if workers < 1:
        raise InputError("limit.too_small", limit="workers", given=workers, least=1)
    if require is not None and not 0 <= require <= 100:
        raise InputError("grade.percent", given=require)
    submissions = find_submissions(folder, task.file)
    if student is not None:
        submissions = [named(submissions, student)]
    if output is not None:
        with write_errors(output):
            output.mkdir(parents=True, exist_ok=True)
    done: list[Graded] = []
    try:
        with _progress(len(submissions), lang) as advance:

            def count(graded: Graded) -> None:
                done.append(graded)
                advance(graded)

            results: Sequence[Graded] = grade_all(
                task, game, submissions, workers=workers, again=again, on_progress=count,
                save=None if output is None else output / FILE,
            )  # fmt: skip
    except KeyboardInterrupt:
        _finish(task, sorted(done, key=lambda each: each.name), output, lang, json=json)
        word = "grade.stopped" if output is None else "grade.stopped_saved"
        typer.echo(text(word, lang, done=len(done), all=len(submissions)), err=True)
        raise typer.Exit(STOPPED) from None
    _finish(task, results, output, lang, json=json)
    if require is not None and any(100 * each.points < require * each.most for each in results):
        raise typer.Exit(BELOW)


def _is_name(task: Assignment, source: str | None) -> bool:
    """Whether the assignment names a game by a plain name, known or mistyped."""
    return source is None and re.fullmatch(r"[\w-]+(:[^(]*)?", task.game) is not None


@contextmanager
def _progress(students: int, lang: str) -> Iterator[Callable[[Graded], None]]:
    """A progress bar, if standard error is a terminal, with the last student."""
    columns = (
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    )  # fmt: skip
    with Progress(
        *columns, console=Console(stderr=True), disable=not sys.stderr.isatty(), transient=True
    ) as progress:
        task = progress.add_task(text("grade.progress", lang), total=students)
        yield lambda graded: progress.update(task, advance=1, description=graded.name[:30])


def _finish(
    task: Assignment, results: Sequence[Graded], output: Path | None, lang: str, *, json: bool
) -> None:
    """Print the results, and write the reports if there is a folder for them."""
    if output is not None:
        write_reports(output, task, results, lang)
    if json:
        print_json(to_json(task, results))
        return
    typer.echo(text("grade.title", lang, title=task.title, most=show_points(task.points)))
    typer.echo()
    heads = [text("grade.column.student", lang), *(test.title for test in task.tests)]
    rows = [
        [each.name, *(show_points(one.points) for one in each.outcomes), show_points(each.points)]
        for each in results
    ]
    print_table([*heads, text("grade.column.points", lang)], rows)
    for each in results:
        for one in each.outcomes:
            if one.reasons[lang]:
                typer.echo()
                typer.echo(f"{each.name}, {one.title}:")
                for words in one.reasons[lang]:
                    typer.echo("  " + "".join(c for c in words if c.isprintable()))
    if output is not None:
        typer.echo()
        typer.echo(text("grade.written", lang, folder=output))
