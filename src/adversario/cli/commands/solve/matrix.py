"""`adversario matrix`: dominance, value and equilibria of a table of payoffs."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Annotated, NamedTuple

import typer

from adversario.base.catalogue import text
from adversario.base.files import is_file, read_text
from adversario.cli.shared.inputs import read_standard_input
from adversario.cli.shared.language import LANG, tr
from adversario.cli.shared.options import Json, Lang
from adversario.cli.shared.output import print_json
from adversario.solve.equilibrium.matrix.dominance import Dominance, eliminate
from adversario.solve.equilibrium.matrix.game import MatrixGame
from adversario.solve.equilibrium.matrix.mixtures import Equilibrium, equilibrium_of, pure
from adversario.solve.equilibrium.matrix.nash import equilibria
from adversario.solve.equilibrium.matrix.nfg import is_nfg, parse_nfg
from adversario.solve.equilibrium.matrix.pure import pure_equilibria
from adversario.solve.equilibrium.matrix.reading import matrix_from_text
from adversario.solve.equilibrium.matrix.textbook.named import textbook_game
from adversario.solve.equilibrium.matrix.zero_sum import solve_zero_sum


def matrix_command(
    source: Annotated[str, typer.Argument(metavar="MATRIX", help=tr("cli.matrix.source"))],
    json: Json = False,
    lang: Lang = LANG,
) -> None:
    """Solve a game given by its table of payoffs, exactly."""
    game = _game(source)
    steps = eliminate(game).steps
    found = _equilibria(game)
    two = len(game.sizes) == 2
    value = solve_zero_sum(game).value if two and game.constant_sum is not None else None
    if json:
        print_json(_to_json(game, steps, found, value))
        return
    _print_names(game)
    if value is not None:
        typer.echo(text("matrix.value", lang, value=value))
    for step in steps:
        typer.echo(_step(game, step, lang))
    typer.echo(text(f"matrix.{found.kind}", lang, number=len(found.each)))
    for each in found.each:
        mixtures = "  ".join(_list(mixture) for mixture in each.mixtures)
        typer.echo(f"  {mixtures}  →  {_list(each.payoffs)}")


class _Found(NamedTuple):
    """Equilibria, and which of all they are: `finite_number`, `extreme_number`, `pure_number`."""

    kind: str
    each: tuple[Equilibrium, ...]


def _equilibria(game: MatrixGame) -> _Found:
    """All equilibria of two players, or the extreme ones; of more players the pure ones."""
    if len(game.sizes) == 2:
        found = equilibria(game)
        return _Found("finite_number" if found.is_finite else "extreme_number", found.extreme)
    pures = (pure(game, profile) for profile in pure_equilibria(game))
    return _Found("pure_number", tuple(equilibrium_of(game, each) for each in pures))


def _game(source: str) -> MatrixGame:
    if source == "-":
        return _read(read_standard_input(), source)
    if is_file(source) or Path(source).suffix in {".txt", ".json", ".nfg"}:
        return _read(read_text(source), source)
    if source[:1].isalpha() and not is_nfg(source):
        return textbook_game(source)
    return _read(source, None)


def _read(words: str, source: str | None) -> MatrixGame:
    return (parse_nfg if is_nfg(words) else matrix_from_text)(words, source=source)


def _print_names(game: MatrixGame) -> None:
    """The title and the names, if the game has names that are not just numbers."""
    if game.title:
        typer.echo(game.title)
    for player, names in zip(game.players, game.strategies, strict=True):
        if names != tuple(str(number + 1) for number in range(len(names))):
            typer.echo(f"  {player}: {' | '.join(names)}")


def _step(game: MatrixGame, step: Dominance, lang: str) -> str:
    names = game.strategies[step.player]
    by = " + ".join(f"{weight} · {names[number]}" for number, weight in step.by)
    player, strategy = game.players[step.player], names[step.strategy]
    return text("matrix.step", lang, player=player, strategy=strategy, by=by)


def _to_json(
    game: MatrixGame, steps: Sequence[Dominance], found: _Found, value: Fraction | None
) -> dict[str, object]:
    return {
        "players": list(game.players),
        "strategies": list(map(list, game.strategies)),
        "value": None if value is None else str(value),
        "dominated": [
            {
                "player": step.player + 1, "strategy": step.strategy + 1,
                "by": {str(number + 1): str(weight) for number, weight in step.by},
            }
            for step in steps
        ],
        "finite": found.kind == "finite_number",
        "equilibria": [
            {
                "strategies": [list(map(str, mixture)) for mixture in each.mixtures],
                "payoffs": list(map(str, each.payoffs)),
            }
            for each in found.each
        ],
    }  # fmt: skip


def _list(numbers: Sequence[Fraction]) -> str:
    return f"({', '.join(map(str, numbers))})"
