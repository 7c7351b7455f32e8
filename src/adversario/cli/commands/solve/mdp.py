"""`adversario mdp`: values and a best policy of a decision problem without an opponent."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from adversario.base.catalogue import text
from adversario.base.errors import InputError
from adversario.base.files import is_file
from adversario.base.python.plugins import split_user_path
from adversario.cli.shared.inputs import game_of, read_standard_input
from adversario.cli.shared.language import LANG, tr
from adversario.cli.shared.options import Json, Lang
from adversario.cli.shared.output import print_json, print_table, write_text
from adversario.cli.shared.progress import show_when_slow
from adversario.games.registry import GAMES
from adversario.render.values import grid_of, is_grid, svg_convergence, svg_values, text_values
from adversario.solve.mdp import (
    Mdp,
    Solution,
    SweepProgress,
    mdp_from_game,
    mdp_from_text,
    read_mdp,
    solve_mdp,
)
from adversario.solve.mdp.grid import is_grid_walk, mdp_from_walk

SHOWN = 20
"""The most states listed, unless they fit on a grid."""

LARGEST = 100
"""The most rows and columns of a grid that is printed."""


class MethodName(StrEnum):
    """The methods."""

    VALUE = "value"
    POLICY = "policy"
    MODIFIED = "modified"


def mdp_command(
    source: Annotated[str, typer.Argument(metavar=tr("cli.mdp.name"), help=tr("cli.mdp.source"))],
    method: Annotated[
        MethodName, typer.Option("--method", "-m", help=tr("cli.mdp.method"))
    ] = MethodName.VALUE,
    discount: Annotated[
        float | None, typer.Option("--discount", help=tr("cli.mdp.discount"))
    ] = None,
    living: Annotated[
        float | None, typer.Option("--living-reward", help=tr("cli.mdp.living"))
    ] = None,
    slip: Annotated[float | None, typer.Option("--slip", help=tr("cli.mdp.slip"))] = None,
    error: Annotated[float, typer.Option("--error", help=tr("cli.mdp.error"))] = 1e-6,
    sweeps: Annotated[int | None, typer.Option("--sweeps", help=tr("cli.mdp.sweeps"))] = None,
    svg: Annotated[Path | None, typer.Option("--svg", help=tr("cli.mdp.svg"))] = None,
    plot: Annotated[Path | None, typer.Option("--plot", help=tr("cli.mdp.plot"))] = None,
    json: Json = False,
    lang: Lang = LANG,
) -> None:
    """Solve a Markov decision process; Ctrl-C ends it with the values so far."""
    mdp = _problem(source, slip, living, lang)
    if svg is not None and not is_grid(mdp):
        raise InputError("mdp.no_picture", source=source)
    last: list[SweepProgress] = []

    def words(spent: float) -> str:
        if not last:
            return text("mdp.preparing", lang, states=len(mdp), seconds=f"{spent:.0f}")
        now = last[-1]
        return text("mdp.sweeping", lang, sweeps=now.sweeps, change=f"{now.change:.2g}")

    with show_when_slow(words):
        solution = solve_mdp(
            mdp, method=method.value, discount=discount, error=error, sweeps=sweeps,
            on_progress=lambda now: last.__setitem__(slice(None), [now]),
        )  # fmt: skip
    if svg is not None:
        write_text(svg_values(solution), svg)
    if plot is not None:
        write_text(svg_convergence(solution, lang), plot)
    if json:
        print_json(solution.to_json())
    else:
        _show(solution, lang)


def _problem(source: str, slip: float | None, living: float | None, lang: str) -> Mdp:
    """The problem that the argument names: a file, standard input, or a game."""
    if source == "-":
        return mdp_from_text(read_standard_input(), source="-", slip=slip, living=living)
    named = source.partition(":")[0] in GAMES or split_user_path(source) is not None
    if not named and ("/" in source or Path(source).suffix or is_file(source)):
        return read_mdp(source, slip=slip, living=living)
    game = game_of(source)
    if is_grid_walk(game):
        return mdp_from_walk(game, slip=slip, living=living)
    if slip is not None or living is not None:
        raise InputError("mdp.only_grids", option="slip" if slip is not None else "living-reward")
    found = [0]
    with show_when_slow(
        lambda spent: text("mdp.exploring", lang, states=found[0], seconds=f"{spent:.0f}")
    ):
        return mdp_from_game(game, on_progress=lambda now: found.__setitem__(0, now.states))


def _show(solution: Solution, lang: str) -> None:
    grid = grid_of(solution)
    if grid is None:
        _list_states(solution, lang)
    elif max(grid.rows, grid.columns) <= LARGEST:
        typer.echo(text_values(solution))
    typer.echo()
    typer.echo(
        text(
            "mdp.summary", lang, method=text(f"mdp.method.{solution.method}", lang),
            states=len(solution.mdp), sweeps=solution.sweeps, value=_number(solution.start_value),
        )
    )  # fmt: skip
    typer.echo(_accuracy(solution, lang))


def _accuracy(solution: Solution, lang: str) -> str:
    """The accuracy of the values, and why it is not better."""
    if solution.error is None:
        change = solution.changes[-1] if solution.changes else float("inf")
        words = text("mdp.unbounded", lang, change=f"{change:.2g}")
    elif solution.error == 0:
        words = text("mdp.exact", lang)
    else:
        words = text("mdp.bounded", lang, error=f"{solution.error:.2g}")
    if solution.interrupted:
        words += " " + text("mdp.interrupted", lang)
    elif not solution.converged:
        words += " " + text("mdp.not_there", lang)
    return words


def _list_states(solution: Solution, lang: str) -> None:
    heads = [text(f"mdp.column.{name}", lang) for name in ("state", "value", "action")]
    rows: list[list[str]] = []
    for state in range(min(SHOWN, len(solution.mdp))):
        name, action = solution.mdp.names.state(state), solution.action(state) or "-"
        rows.append([name, _number(solution.value(state)), action])
    print_table(heads, rows)
    if (more := len(solution.mdp) - SHOWN) > 0:
        typer.echo(text("mdp.more", lang, more=more))


def _number(value: Any) -> str:
    return f"{value:.6g}"
