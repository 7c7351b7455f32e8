"""`adversario equilibrium`: strategies for games with hidden information or simultaneous moves."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from adversario.base.catalogue import text
from adversario.base.errors import InputError
from adversario.base.files import check_writable, is_file, read_text
from adversario.base.numbers import Number, show, tidy, to_json
from adversario.cli.shared.inputs import game_of
from adversario.cli.shared.language import LANG, tr
from adversario.cli.shared.options import EngineName, Json, Lang, engine_of
from adversario.cli.shared.output import print_json, print_table, write_text
from adversario.cli.shared.progress import show_when_slow
from adversario.game import Game
from adversario.render.convergence import svg_curve
from adversario.solve.equilibrium.matrix.nfg import is_nfg
from adversario.solve.equilibrium.tree.answer import Equilibrium
from adversario.solve.equilibrium.tree.flat import FlatTree, flatten
from adversario.solve.equilibrium.tree.methods import equilibrium
from adversario.solve.equilibrium.tree.regret import CfrProgress
from adversario.solve.equilibrium.tree.response import (
    best_response,
    expected_values,
    nash_conv,
)
from adversario.solve.equilibrium.tree.rounds import RoundsProgress, solve_rounds
from adversario.solve.equilibrium.tree.saved import load_strategy, save_strategy
from adversario.solve.equilibrium.tree.strategy import Strategy

SHOWN = 60
"""The most information sets listed; `--json` and `--save` have all."""


class MethodName(StrEnum):
    """The methods."""

    SEQUENCE_FORM = "sequence-form"
    SUBGAMES = "subgames"
    ROUNDS = "rounds"
    DISCOUNTED = "dcfr"
    VANILLA = "cfr"
    PLUS = "cfr+"
    LINEAR = "linear"
    PREDICTIVE = "predictive"
    EXTERNAL = "external"
    OUTCOME = "outcome"


def equilibrium_command(
    source: Annotated[
        str, typer.Argument(metavar=tr("cli.source.name"), help=tr("cli.equilibrium.source"))
    ],
    method: Annotated[
        MethodName | None, typer.Option("--algorithm", "-a", help=tr("cli.equilibrium.method"))
    ] = None,
    iterations: Annotated[
        int | None, typer.Option("--iterations", "-n", help=tr("cli.equilibrium.iterations"))
    ] = None,
    exploitability: Annotated[
        float | None, typer.Option("--exploitability", help=tr("cli.equilibrium.target"))
    ] = None,
    seed: Annotated[int, typer.Option("--seed", help=tr("cli.equilibrium.seed"))] = 0,
    save: Annotated[Path | None, typer.Option("--save", help=tr("cli.equilibrium.save"))] = None,
    load: Annotated[Path | None, typer.Option("--load", help=tr("cli.equilibrium.load"))] = None,
    plot: Annotated[Path | None, typer.Option("--plot", help=tr("cli.equilibrium.plot"))] = None,
    engine: EngineName = "auto",
    json: Json = False,
    lang: Lang = LANG,
) -> None:
    """Find an equilibrium; Ctrl-C ends it with the strategies so far."""
    game = _game(source)
    if method is MethodName.ROUNDS:
        _show_rounds(game, json, lang)
        return
    if save is not None:
        check_writable(save)
    tree = _tree(game, lang)
    if load is not None:
        _show_loaded(load_strategy(load, tree), json, lang)
        return
    last: list[CfrProgress] = []

    def words(spent: float) -> str:
        if not last:
            return text("equilibrium.starting", lang, seconds=f"{spent:.0f}")
        now, gap = last[-1], ""
        if now.curve:
            gap = text("equilibrium.so_far", lang, gap=f"{now.curve[-1].exploitability:.3g}")
        return text(
            "equilibrium.iterating", lang, done=now.done, of=now.iterations, gap=gap,
            seconds=f"{spent:.0f}",
        )  # fmt: skip

    with show_when_slow(words):
        found = equilibrium(
            tree, method=None if method is None else method.value, iterations=iterations,
            exploitability=exploitability, curve=plot is not None, seed=seed,
            engine=engine_of(engine),
            on_progress=lambda now: last.__setitem__(slice(None), [now]),
        )  # fmt: skip
    if save is not None:
        save_strategy(found.strategy, save, source)
    if plot is not None:
        write_text(svg_curve(found.curve, lang), plot)
    if json:
        print_json(found.to_json())
    else:
        _show(found, lang)


def _game(source: str) -> Game[Any, Any]:
    """The game of the argument; a table of payoffs is for another command."""
    if is_file(source) and not source.endswith(".py") and is_nfg(read_text(source)):
        raise InputError("equilibrium.is_matrix", file=source)
    return game_of(source)


def _tree(game: Game[Any, Any], lang: str) -> FlatTree[Any]:
    with show_when_slow(lambda spent: text("equilibrium.building", lang, seconds=f"{spent:.0f}")):
        return flatten(game)


def _show(found: Equilibrium[Any], lang: str) -> None:
    tree = found.strategy.tree
    _list(found.strategy, lang)
    typer.echo()
    typer.echo(_values(tree.game, found.values, lang))
    cost = text(
        "equilibrium.cost", lang, method=text(f"equilibrium.method.{found.algorithm}", lang),
        sets=found.sets, histories=found.histories, steps=found.iterations,
        seconds=f"{found.seconds:.2f}",
    )  # fmt: skip
    typer.echo(cost)
    typer.echo(_accuracy(found.nash_conv, found.values, lang))
    if found.nash_conv and not found.is_guaranteed:
        typer.echo(text("equilibrium.no_guarantee", lang))
    if found.interrupted:
        typer.echo(text("equilibrium.interrupted", lang))


def _list(strategy: Strategy[Any], lang: str) -> None:
    heads = [text(f"equilibrium.column.{name}", lang) for name in ("player", "set", "actions")]
    rows = [list(row) for row in strategy.rows()]
    print_table(heads, rows[:SHOWN])
    if len(rows) > SHOWN:
        typer.echo(text("equilibrium.more", lang, sets=len(rows) - SHOWN))


def _values(game: Game[Any, Any], values: Sequence[Number], lang: str) -> str:
    names = [game.player_name(who) for who in range(game.players)]
    pairs = zip(names, values, strict=True)
    each = ", ".join(f"{name} {_number(value)}" for name, value in pairs)
    return text("equilibrium.values", lang, values=each)


def _accuracy(gap: Number, values: Sequence[Number], lang: str) -> str:
    if gap == 0:
        return text("equilibrium.exact", lang)
    shown = f"{float(gap) / len(values):.6g}"
    return text("equilibrium.gap", lang, exploitability=shown, nash_conv=f"{float(gap):.6g}")


def _number(value: Number) -> str:
    """A fraction as it is, a float to six digits."""
    return f"{value:.6g}" if isinstance(value, float) else str(value)


def _show_loaded(strategy: Strategy[Any], json: bool, lang: str) -> None:
    """What a saved strategy is worth, and what the best responses to it are."""
    tree = strategy.tree
    players = range(tree.game.players)
    missing = sorted({each.player for each in tree.sets if each.memory not in strategy})
    responses = {
        who: best_response(tree, strategy, who).value
        for who in players
        if all(other == who for other in missing)
    }
    values = None if missing else expected_values(tree, strategy)
    gap = None if missing else nash_conv(tree, strategy)
    if json:
        print_json(
            {
                "game": tree.game.name,
                "values": values and [to_json(tidy(value), exact=True) for value in values],
                "nash_conv": None if gap is None else to_json(tidy(gap), exact=True),
                "best_responses": {
                    str(who): to_json(tidy(value), exact=True) for who, value in responses.items()
                },
                "strategy": strategy.to_json(),
            }
        )
        return
    _list(strategy, lang)
    typer.echo()
    if values is not None and gap is not None:
        typer.echo(_values(tree.game, values, lang))
        typer.echo(_accuracy(gap, values, lang))
    for who, value in responses.items():
        name = tree.game.player_name(who)
        typer.echo(text("equilibrium.response", lang, player=name, value=_number(value)))


def _show_rounds(game: Game[Any, Any], json: bool, lang: str) -> None:
    """The value of a game that is solved round by round, and how the first round is played."""
    last: list[RoundsProgress] = []

    def words(spent: float) -> str:
        done = last[-1].states if last else 0
        return text("equilibrium.solving_rounds", lang, states=done, seconds=f"{spent:.0f}")

    with show_when_slow(words):
        found = solve_rounds(game, on_progress=lambda now: last.__setitem__(slice(None), [now]))
    mixed = found[found.start].choices
    state = found.start
    choices = [
        {} if each is None else {game.action_name(state, act): p for act, p in each.items()}
        for each in mixed
    ]
    if json:
        exact = [
            {name: to_json(tidy(p), exact=True) for name, p in each.items()} for each in choices
        ]
        print_json(
            {
                "game": game.name, "value": to_json(tidy(found.value), exact=True),
                "states": len(found.rounds), "matrices": found.matrices, "first_round": exact,
            }
        )  # fmt: skip
        return
    typer.echo(_values(game, (found.value, (game.utility_sum or 0) - found.value), lang))
    for who, each in enumerate(choices):
        if each:
            shares = "  ".join(f"{name} {show(p)}" for name, p in each.items() if p)
            player = game.player_name(who)
            typer.echo(text("equilibrium.first_round", lang, player=player, choices=shares))
    size = {"states": len(found.rounds), "matrices": found.matrices}
    typer.echo(text("equilibrium.rounds", lang, **size))
