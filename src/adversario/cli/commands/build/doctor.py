"""`adversario doctor`: which engine a game gets, how fast it is there, and what holds it back."""

from __future__ import annotations

from collections.abc import Sequence
from textwrap import indent

import typer

from adversario.base.catalogue import text
from adversario.cli.shared.inputs import game_of
from adversario.cli.shared.language import LANG
from adversario.cli.shared.options import Json, Lang, Source
from adversario.cli.shared.output import print_json
from adversario.cli.shared.progress import show_when_slow
from adversario.counting.speed import EngineSpeed, measure_engines
from adversario.native.compiler.diagnosis.doctor import diagnose
from adversario.native.compiler.diagnosis.examples import Example, example_for
from adversario.native.compiler.diagnosis.suggest import rewrite_line
from adversario.native.compiler.problems import Problem


def doctor_command(source: Source, json: Json = False, lang: Lang = LANG) -> None:
    """Print whether a game compiles; if not, the method and line that do not, why, and a way out.

    This is not an error: a game that does not compile is searched by the table of its states.
    """
    game = game_of(source)
    with show_when_slow(lambda spent: text("cli.compiling", lang, seconds=f"{spent:.0f}")):
        diagnosis, engines = diagnose(game), measure_engines(game)
    if json:
        print_json(
            {
                "game": diagnosis.game,
                "compiles": diagnosis.compiles,
                "problems": _problems(diagnosis.problems, lang),
                "interpreted": _problems(diagnosis.interpreted, lang),
                "advice": _problems(diagnosis.advice, lang),
                "engine": engines[0].engine,
                "engines": [each.to_json() for each in engines],
            }
        )
        return
    typer.echo(diagnosis.verdict.text(lang))
    for problem in (*diagnosis.problems, *diagnosis.interpreted):
        typer.echo("- " + problem.message.text(lang))
        if (rewritten := rewrite_line(problem)) is not None:
            typer.echo("  " + text("doctor.rewritten", lang, line=rewritten))
        elif (example := example_for(problem.reason.id)) is not None:
            typer.echo(indent(_example(example, lang), "  "))
    for advice in diagnosis.advice:
        typer.echo("- " + advice.message.text(lang))
    typer.echo(_engine(engines[0], lang))


def _engine(speed: EngineSpeed, lang: str) -> str:
    """The engine that a game gets, and its speed."""
    factor, first = f"{speed.factor:.3g}", f"{speed.first:.2g}"
    return text(f"doctor.engine.{speed.engine}", lang, factor=factor, first=first)


def _example(example: Example, lang: str) -> str:
    """Lines of code of which the first ones do not compile, and the others do."""
    before, after = (indent(each, "    ") for each in example)
    return text("doctor.example", lang, before=before, after=after)


def _pair(example: Example | None) -> dict[str, str] | None:
    return None if example is None else example._asdict()


def _problems(problems: Sequence[Problem], lang: str) -> list[dict[str, object]]:
    return [
        {
            "method": problem.method, "file": problem.file, "line": problem.line,
            "text": problem.text, "reason": problem.reason.text(lang),
            "rewritten": rewrite_line(problem), "example": _pair(example_for(problem.reason.id)),
        }
        for problem in problems
    ]  # fmt: skip
