"""`adversario matrix`: dominance, value and equilibria of a table of payoffs."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Annotated

import typer

from adversario.base.catalogue import text
from adversario.base.files import is_file, read_text
from adversario.cli.shared.inputs import read_standard_input
from adversario.cli.shared.language import LANG, tr
from adversario.cli.shared.options import Json, Lang
from adversario.cli.shared.output import print_json
from adversario.solve.equilibrium.matrix.dominance import Dominance, eliminate
from adversario.solve.equilibrium.matrix.game import MatrixGame
from adversario.solve.equilibrium.matrix.nash import Equilibria, equilibria
from adversario.solve.equilibrium.matrix.reading import matrix_from_text
from adversario.solve.equilibrium.matrix.zero_sum import solve_zero_sum


def matrix_command(
    source: Annotated[str, typer.Argument(metavar="MATRIX", help=tr("cli.matrix.source"))],
    json: Json = False,
    lang: Lang = LANG,
) -> None:
    """Solve a game given by its table of payoffs, exactly."""
    game = _game(source)
    steps = eliminate(game).steps
    found = equilibria(game)
    value = solve_zero_sum(game).value if game.constant_sum is not None else None
    if json:
        print_json(_to_json(steps, found, value))
        return
    if value is not None:
        typer.echo(text("matrix.value", lang, value=value))
    for step in steps:
        by = " + ".join(f"{weight} · {number + 1}" for number, weight in step.by)
        typer.echo(
            text("matrix.step", lang, player=step.player + 1, strategy=step.strategy + 1, by=by)
        )
    id = "matrix.finite_number" if found.is_finite else "matrix.extreme_number"  # noqa: A001
    typer.echo(text(id, lang, number=len(found.extreme)))
    for each in found.extreme:
        mixtures = "  ".join(_list(mixture) for mixture in each.mixtures)
        typer.echo(f"  {mixtures}  →  {_list(each.payoffs)}")


def _game(source: str) -> MatrixGame:
    if source == "-":
        return matrix_from_text(read_standard_input(), source="-")
    if is_file(source) or Path(source).suffix in {".txt", ".json"}:
        return matrix_from_text(read_text(source), source=source)
    return matrix_from_text(source)


def _to_json(
    steps: Sequence[Dominance], found: Equilibria, value: Fraction | None
) -> dict[str, object]:
    return {
        "value": None if value is None else str(value),
        "dominated": [
            {
                "player": step.player + 1, "strategy": step.strategy + 1,
                "by": {str(number + 1): str(weight) for number, weight in step.by},
            }
            for step in steps
        ],
        "finite": found.is_finite,
        "equilibria": [
            {
                "strategies": [list(map(str, mixture)) for mixture in each.mixtures],
                "payoffs": list(map(str, each.payoffs)),
            }
            for each in found.extreme
        ],
    }  # fmt: skip


def _list(numbers: Sequence[Fraction]) -> str:
    return f"({', '.join(map(str, numbers))})"
