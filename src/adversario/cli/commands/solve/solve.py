"""`adversario solve` and `verify`: perfect play, and certificates that can be checked."""

from __future__ import annotations

import json as jsonlib
import sys
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any, cast

import typer
from rich.console import Console
from rich.progress import Progress

from adversario.base.catalogue import text
from adversario.base.errors import InputError
from adversario.base.numbers import show, to_json
from adversario.base.suggest import did_you_mean
from adversario.cli.shared.inputs import game_of, game_of_data, state_of
from adversario.cli.shared.language import LANG, tr
from adversario.cli.shared.options import (
    DataGame,
    EngineName,
    Json,
    Lang,
    Position,
    SolvingTime,
    Source,
    engine_of,
)
from adversario.cli.shared.output import (
    console,
    print_engine,
    print_json,
    print_table,
    write_text,
)
from adversario.cli.shared.position_files import AnswerFile, positions
from adversario.cli.shared.progress import show_when_slow
from adversario.contract.capability import as_capability
from adversario.contract.drawing import Charted
from adversario.contract.presentation import player_label
from adversario.contract.solving import Graded
from adversario.game import Game, mover_of
from adversario.native.compiler.problems import InterpretedWarning
from adversario.native.engines.engine_choice import Engine
from adversario.solve.batch import solve_batch
from adversario.solve.certificate import (
    make_certificate,
    proof_decisions,
    read_subject,
    table_decisions,
    verify,
)
from adversario.solve.dispatch import METHODS, Method, SolveProgress, Work, is_graded, solve
from adversario.solve.solution import Solution
from adversario.solve.states.graph import ExploreProgress
from adversario.solve.stochastic import solve_stochastic
from adversario.solve.table import Table

UNSOLVED = 1


def solve_command(
    source: Source,
    position: Position = None,
    method: Annotated[
        str, typer.Option("--method", help=tr("cli.solve.method", methods=", ".join(METHODS)))
    ] = "auto",
    seconds: SolvingTime = None,
    most: Annotated[
        int | None, typer.Option("--most", help=tr("cli.solve.most"), show_default=False)
    ] = None,
    save: Annotated[Path | None, typer.Option("--save", help=tr("cli.solve.save"))] = None,
    proof: Annotated[
        Path | None, typer.Option("--certificate", help=tr("cli.solve.certificate"))
    ] = None,
    book: Annotated[Path | None, typer.Option("--book", help=tr("cli.solve.book"))] = None,
    batch: Annotated[Path | None, typer.Option("--batch", help=tr("cli.solve.batch"))] = None,
    every: Annotated[bool, typer.Option("--all", help=tr("cli.solve.all"))] = False,
    svg: Annotated[Path | None, typer.Option("--svg", help=tr("cli.solve.svg"))] = None,
    engine: EngineName = "auto",
    json: Json = False,
    lang: Lang = LANG,
) -> None:
    """Solve a position, or a file of positions, by the method that fits."""
    if method not in METHODS:
        close, known = did_you_mean(method, METHODS), ", ".join(METHODS)
        raise InputError("solve.method", given=method, close=close, known=known)
    for name, given in (("time", seconds), ("most", most)):
        if given is not None and given <= 0:
            raise InputError("limit.too_small", limit=name, given=given, least=1)
    game, wanted = game_of(source), cast(Method, method)
    if batch is not None and seconds is not None:
        raise InputError("solve.batch_time")
    if batch is not None:
        shared = Work(engine=engine_of(engine), most=most, book=book)
        _batch(game, batch, wanted, shared, save, json, lang)
        return
    state = state_of(game, position)
    if game.chance and game.kind.is_open:
        _solve_with_chance(game, state, most, engine_of(engine), svg, lang, json=json)
        return
    if svg is not None:
        raise InputError("solve.no_picture", game=game.name)
    with _watch_progress(lang) as watch:
        work = Work(source, engine_of(engine), most, seconds, save, watch, book)
        answer = solve(game, state, method=wanted, work=work)
        if proof is not None and answer.score is not None:
            _certify(answer, proof, source, position)
    if json:
        every_state = answer.table.to_json(states=every) if answer.table and every else {}
        print_json(answer.to_json() | ({"table": every_state["table"]} if every_state else {}))
    elif answer.score is not None:
        _print(answer, lang)
    if answer.score is None:
        typer.echo(
            text("solve.unsolved" if save is None else "solve.unsolved_kept", lang, file=save),
            err=True,
        )
        raise typer.Exit(UNSOLVED)


def _solve_with_chance(
    game: Game[Any, Any], state: Any, most: int | None, engine: Engine, svg: Path | None, lang: str,
    *, json: bool,
) -> None:  # fmt: skip
    """Solve a game with chance by iteration over all of its states."""
    with _watch_progress(lang) as watch:
        found = solve_stochastic(game, state, engine=engine, most=most, on_progress=watch)
    if svg is not None:
        drawn = as_capability(game, Charted).policy_svg(found.policy)
        if not drawn:
            raise InputError("solve.no_picture", game=game.name)
        write_text(drawn, svg)
    if json:
        print_json(found.to_json())
        return
    out, mover = console(), max(game.player(state), 0)
    name, value = player_label(game, mover), found.value_of(state, mover)
    out.print(
        text("solve.value", lang, game=game.name, player=name, value=f"{value:.9f}"),
        markup=False, style="bold",
    )  # fmt: skip
    typer.echo(text("solve.error", lang, error=f"{found.error:.1e}"))
    if best := found.best_actions(state):
        names = ", ".join(game.action_name(state, action) for action in best)
        typer.echo(text("solve.best", lang, actions=names))
        rows = [
            [game.action_name(state, action), f"{value:.9f}"]
            for action, value in found.scores(state)
        ]
        print_table([text(f"solve.column.{name}", lang) for name in ("action", "score")], rows)
    typer.echo(
        text(
            "solve.cost.iteration", lang, states=found.states, sweeps=found.sweeps,
            seconds=f"{found.seconds:.3f}",
        )
    )  # fmt: skip


@contextmanager
def _watch_progress(lang: str) -> Iterator[Callable[[SolveProgress], None]]:
    """A function for `on_progress`; a terminal shows the states or nodes after a while."""
    counted = 0

    def watch(progress: SolveProgress) -> None:
        nonlocal counted
        counted = progress.states if isinstance(progress, ExploreProgress) else progress.nodes

    def words(spent: float) -> str:
        return text("cli.counting", lang, number=f"{counted:,}", seconds=f"{spent:.0f}")

    with warnings.catch_warnings(), show_when_slow(words):
        warnings.simplefilter("ignore", InterpretedWarning)
        yield watch


def _print(answer: Solution[Any, Any], lang: str) -> None:
    """Print the score, the best moves, the score of every move, and the cost."""
    game, state, out = answer.game, answer.state, console()
    assert answer.score is not None
    player = player_label(game, mover_of(game, state))
    out.print(
        text("solve.score", lang, game=game.name, player=player, score=show(answer.score)),
        markup=False, style="bold",
    )  # fmt: skip
    if answer.distance is not None:
        out.print(text("solve.distance", lang, plies=answer.distance), markup=False)
    elif answer.table is not None:
        out.print(text("solve.endless", lang), markup=False)
    if answer.best:
        names = ", ".join(game.action_name(state, action) for action in answer.best)
        out.print(text("solve.best", lang, actions=names), markup=False)
    if answer.scores:
        columns = [text(f"solve.column.{name}", lang) for name in ("action", "score", "plies")]
        rows = [
            [
                game.action_name(state, each.action), show(each.value),
                "-" if each.distance is None else str(each.distance),
            ]
            for each in answer.scores
        ]  # fmt: skip
        print_table(columns, rows)
    if answer.table is not None:
        _print_counts(answer.table, lang)
    method = "symmetric" if answer.table is not None and answer.table.symmetric else answer.method
    out.print(
        text(f"solve.cost.{method}", lang, nodes=answer.nodes, seconds=f"{answer.seconds:.3f}"),
        markup=False,
    )
    print_engine(answer, lang)


def _print_counts(table: Table[Any, Any], lang: str) -> None:
    """Print the number of states of each value."""
    first = player_label(table.game, 0)
    heads = [text("solve.column.value", lang, player=first), text("solve.column.states", lang)]
    rows = [[show(value), str(number)] for value, number in table.counts().items() if number]
    typer.echo()
    print_table(heads, rows)


def _certify(answer: Solution[Any, Any], path: Path, source: str, position: str | None) -> None:
    """Write a certificate: the table in an .npz file, else the strategies of both sides."""
    game, state, finer = answer.game, answer.state, is_graded(answer.game)
    if source == "-" or (answer.table is None and answer.prover is None):
        raise InputError("solve.no_certificate", method=answer.method)
    if path.suffix == ".npz":
        if answer.table is None:
            raise InputError("solve.no_certificate", method=answer.method)
        answer.table.save(path, source=source, graded=finer)
        return
    if isinstance(answer.value, tuple):
        raise InputError("solve.no_strategies", game=game.name)
    value = answer.value_for(0).value
    decide = table_decisions(answer.table) if answer.table is not None else None
    if decide is None:
        assert answer.prover is not None
        decide = proof_decisions(answer.prover)
    made = make_certificate(
        game, state, value, decide, source=source, position=position, graded=finer
    )
    write_text(jsonlib.dumps(made, ensure_ascii=False, indent=1), path)


def verify_command(
    file: Annotated[Path, typer.Argument(help=tr("cli.verify.file"))],
    given: DataGame = None,
    json: Json = False,
    lang: Lang = LANG,
) -> None:
    """Check a certificate with only the rules of the game."""
    claimed = read_subject(file)
    game = game_of_data(claimed.source, file, given)
    with show_when_slow(lambda spent: text("cli.verify.checking", lang, seconds=f"{spent:.0f}")):
        found = verify(file, as_capability(game, Graded).graded() if claimed.graded else game)
    if json:
        print_json(
            {
                "game": found.game, "position": found.position, "value": to_json(found.value),
                "states": found.states, "kind": found.kind,
            }
        )  # fmt: skip
        return
    typer.echo(
        text(
            f"verify.right.{found.kind}", lang, game=found.game, position=found.position,
            value=show(found.value), states=found.states, player=player_label(game, 0),
        )
    )  # fmt: skip


def _batch(
    game: Game[Any, Any],
    file: Path,
    method: Method,
    work: Work,
    save: Path | None,
    json: bool,
    lang: str,
) -> None:
    """Print a line for each position of a file.

    Positions with an answer in `save` are not solved again.
    """
    wanted = positions(game, file, lang)
    lines = AnswerFile(save, game, wanted)
    bar = Progress(console=Console(stderr=True), disable=not sys.stderr.isatty(), transient=True)
    with bar, warnings.catch_warnings():
        warnings.simplefilter("ignore", InterpretedWarning)
        task = bar.add_task(text("cli.analyse.progress", lang), total=len(wanted))
        for line in lines.kept:
            _show(line, json)
        bar.advance(task, len(lines.kept))
        rest = wanted[len(lines.kept) :]
        answers = solve_batch(
            game, [state for _, state in rest], method=method, work=work,
            on_progress=lambda now: bar.update(task, completed=len(lines.kept) + now.done),
        )  # fmt: skip
        for (words, state), answer in zip(rest, answers, strict=True):
            assert answer.score is not None
            line = {
                "position": words,
                "score": to_json(answer.score),
                "best": [game.action_name(state, action) for action in answer.best],
                "nodes": answer.nodes,
                "seconds": round(answer.seconds, 6),
            }
            lines.keep(line)
            _show(line, json)


def _show(line: dict[str, Any], json: bool) -> None:
    if json:
        typer.echo(jsonlib.dumps(line, ensure_ascii=False))
    else:
        typer.echo(f"{line['position']}  {line['score']}  {' '.join(line['best'])}".rstrip())
