"""`adversario exercise`: an exercise made from a seed, its sheet, its key and its grading."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from adversario.base.errors import InputError
from adversario.cli.commands.search.draw import Format, format_of
from adversario.cli.shared.language import LANG, tr
from adversario.cli.shared.options import Json, Lang
from adversario.cli.shared.output import print_json, write_text
from adversario.exercises import Difficulty, StrategyTopic
from adversario.exercises.every import AnyExercise, AnyTopic, grade_any, make_any
from adversario.render.sheet import svg_sheet, text_sheet, tikz_sheet

MOST = 10_000
"""The most exercises that are made at a time."""


def exercise_command(
    topic: Annotated[AnyTopic, typer.Argument(help=tr("cli.topic"))] = AnyTopic.ALPHABETA,
    seed: Annotated[int, typer.Option("--seed", help=tr("cli.exercise.seed"))] = 1,
    depth: Annotated[
        int | None, typer.Option("--depth", "-d", help=tr("cli.exercise.depth"))
    ] = None,
    branching: Annotated[
        int | None, typer.Option("--branching", "-b", help=tr("cli.exercise.branching"))
    ] = None,
    difficulty: Annotated[
        Difficulty, typer.Option("--difficulty", help=tr("cli.exercise.difficulty"))
    ] = Difficulty.MEDIUM,
    players: Annotated[
        int | None, typer.Option("--players", help=tr("cli.exercise.players"))
    ] = None,
    count: Annotated[int, typer.Option("--count", help=tr("cli.exercise.count"))] = 1,
    key: Annotated[bool, typer.Option("--key", help=tr("cli.exercise.key"))] = False,
    check: Annotated[str | None, typer.Option("--check", help=tr("cli.exercise.check"))] = None,
    format: Annotated[  # noqa: A002
        Format | None, typer.Option("--format", "-f", help=tr("cli.format"))
    ] = None,
    output: Annotated[Path | None, typer.Option("--output", "-o", help=tr("cli.output"))] = None,
    json: Json = False,
    lang: Lang = LANG,
) -> None:
    """Make an exercise, or grade an answer to it."""
    if count < 1:
        raise InputError("limit.too_small", limit="count", given=count, least=1)
    if count > MOST:
        raise InputError("limit.range", field="count", given=count, least=1, most=MOST)
    sizes = {"depth": depth, "branching": branching, "players": players}
    given = {name: size for name, size in sizes.items() if size is not None}
    if str(topic) in list(StrategyTopic):
        for option in given:
            raise InputError("cli.exercise.no_tree", topic=topic, option=option)
    exercises = [
        make_any(topic, seed=seed + number, difficulty=difficulty, **given)
        for number in range(count)
    ]
    if check is not None:
        _grade(exercises[0], check, json=json, lang=lang)
        return
    if json:
        sheets = [
            {**exercise.to_json(lang), **({"key": exercise.key().to_json()} if key else {})}
            for exercise in exercises
        ]
        print_json(sheets[0] if count == 1 else sheets)
        return
    write_text(_sheets(exercises, format or format_of(output), key=key, lang=lang), output)


def _grade(exercise: AnyExercise, answer: str, *, json: bool, lang: str) -> None:
    graded = grade_any(exercise, answer)
    if json:
        print_json(graded.to_json(lang))
    else:
        typer.echo(graded.text(lang))


def _sheets(exercises: list[AnyExercise], format: Format, *, key: bool, lang: str) -> str:  # noqa: A002
    if format is Format.TIKZ:
        return tikz_sheet(exercises, lang, key=key)
    if format is Format.SVG:
        if len(exercises) > 1:
            raise InputError("cli.exercise.one_svg")
        return svg_sheet(exercises[0], lang, key=key)
    return "\n\n".join(text_sheet(exercise, lang, key=key) for exercise in exercises)
