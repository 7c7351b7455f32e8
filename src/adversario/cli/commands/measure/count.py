"""`adversario perft` and `count`: the size of a game."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Annotated, Any

import typer

from adversario.base.catalogue import text
from adversario.base.errors import InputError
from adversario.base.numbers import show
from adversario.cli.commands.measure.complexity import print_complexities
from adversario.cli.shared.inputs import game_of, state_of
from adversario.cli.shared.language import LANG, tr
from adversario.cli.shared.options import (
    EngineName,
    Json,
    Lang,
    OptionalSource,
    Position,
    Source,
    engine_of,
)
from adversario.cli.shared.output import print_json, print_table
from adversario.cli.shared.progress import show_when_slow
from adversario.counting.count import Count, CountProgress, Outcome, count_game
from adversario.counting.perft import Perft, PerftProgress, run_perft
from adversario.counting.tree_size import SamplingProgress, TreeEstimate, estimate_tree
from adversario.game import Game
from adversario.games import GAMES
from adversario.native.compiler.problems import InterpretedWarning

MOST = 2_000_000
"""Default for the most states to count before their number is estimated."""


def perft_command(
    source: Source,
    depth: Annotated[int, typer.Argument(metavar=tr("cli.perft.name"), help=tr("cli.perft.depth"))],
    position: Position = None,
    engine: EngineName = "auto",
    divide: Annotated[bool, typer.Option("--divide", help=tr("cli.perft.divide"))] = False,
    json: Json = False,
    lang: Lang = LANG,
) -> None:
    """Count the sequences of exactly `plies` plies."""
    game = game_of(source)
    state = state_of(game, position)
    with _progress(lang) as watch:
        found = run_perft(
            game, depth, state, engine=engine_of(engine), divide=divide, on_progress=watch
        )  # fmt: skip
    names = {game.action_name(state, action): n for action, n in (found.divide or {}).items()}
    if json:
        print_json(
            {
                "game": game.name, "position": game.position(state), "depth": depth,
                "sequences": found.sequences, "divide": names if divide else None,
                "engine": found.engine, "seconds": found.seconds, "per_second": found.per_second,
            }
        )  # fmt: skip
        return
    if divide:
        heads = [text("column.action", lang), text("perft.sequences", lang)]
        print_table(heads, [[name, str(number)] for name, number in names.items()])
    _print_perft(found, depth, interpreted=engine == "auto", lang=lang)


def _print_perft(found: Perft[Any], depth: int, *, interpreted: bool, lang: str) -> None:
    seconds = f"{found.seconds:.3f}"
    typer.echo(text("perft.total", lang, sequences=found.sequences, depth=depth, seconds=seconds))
    typer.echo(text(f"perft.rate.{found.engine}", lang, rate=found.per_second))
    if interpreted and found.engine != "native":
        typer.echo(text("perft.interpreted", lang))


def count_command(
    source: OptionalSource = None,
    position: Position = None,
    symmetric: Annotated[bool, typer.Option("--symmetric", help=tr("cli.count.symmetric"))] = False,
    estimate: Annotated[bool, typer.Option("--estimate", help=tr("cli.count.estimate"))] = False,
    samples: Annotated[int, typer.Option("--samples", help=tr("cli.count.samples"))] = 1000,
    seed: Annotated[int, typer.Option("--seed", help=tr("cli.count.seed"))] = 0,
    most: Annotated[int, typer.Option("--most", help=tr("cli.count.most"))] = MOST,
    engine: EngineName = "auto",
    table: Annotated[bool, typer.Option("--table", help=tr("cli.count.table"))] = False,
    json: Json = False,
    lang: Lang = LANG,
) -> None:
    """Count states and games; estimate them if there are too many, or if asked to."""
    if table:
        names = list(GAMES) if source is None else [source]
        print_complexities(names, samples, seed, json, lang)
        return
    if source is None:
        raise InputError("cli.count.what")
    game = game_of(source)
    state = state_of(game, position)
    chosen = engine_of(engine)
    counted: Count | None = None
    guessed: TreeEstimate | None = None
    with _progress(lang) as watch:
        if not estimate:
            counted = count_game(
                game, state, symmetric=symmetric, engine=chosen, most=most, on_progress=watch
            )  # fmt: skip
        if counted is None or not (counted.complete or counted.interrupted):
            guessed = estimate_tree(
                game, state, samples=samples, seed=seed, engine=chosen, on_progress=watch
            )  # fmt: skip
    if json:
        print_json(
            {
                "game": game.name, "position": game.position(state),
                "count": None if counted is None else counted.to_json(),
                "estimate": None if guessed is None else guessed.to_json(),
            }
        )  # fmt: skip
    else:
        if counted is not None:
            _print_count(game, counted, lang)
        if counted is not None and guessed is not None:
            typer.echo()
        if guessed is not None:
            _print_estimate(game, guessed, lang)
    if counted is not None and counted.interrupted:
        raise KeyboardInterrupt  # the results so far have been printed


def _print_count(game: Game[Any, Any], count: Count, lang: str) -> None:
    """Print the totals, then the outcomes and the plies, then caveats."""
    quantities = {
        "states": count.states,
        "terminal": count.terminal_states,
        "games": count.all_games,
        "shortest": count.shortest,
        "longest": count.longest,
        "branching": f"{count.branching:.2f}",
    }
    _print_quantities(game, quantities, lang)
    if count.terminal:
        typer.echo()
        heads = [text(f"count.{name}", lang) for name in ("outcome", "terminal", "games")]
        rows = [
            [
                _outcome(game, outcome),
                str(number),
                _number_or_dash(count.games and count.games[outcome]),
            ]
            for outcome, number in count.terminal.items()
        ]
        print_table(heads, rows)
    typer.echo()
    plies = [[str(ply), str(number)] for ply, number in enumerate(count.per_ply)]
    print_table([text("count.ply", lang), text("count.states", lang)], plies)
    for id, applies in (  # noqa: A001
        ("count.symmetric", count.symmetric),
        ("count.cyclic", count.cyclic),
        ("count.bounded", not (count.complete or count.interrupted or count.short_of_memory)),
        ("count.memory", count.short_of_memory),
        ("count.interrupted", count.interrupted),
    ):
        if applies:
            typer.echo("\n" + text(id, lang))


def _print_estimate(game: Game[Any, Any], estimate: TreeEstimate, lang: str) -> None:
    typer.echo(text("count.estimated", lang, samples=estimate.samples, seed=estimate.seed))
    quantities = {
        "nodes": estimate.nodes,
        "games": estimate.games,
        "choices": f"{estimate.branching:.2f}",
        "length": f"{estimate.length:.1f}",
    }
    _print_quantities(game, quantities, lang)
    if estimate.unfinished:
        typer.echo("\n" + text("count.unfinished", lang, games=estimate.unfinished))


def _print_quantities(game: Game[Any, Any], quantities: Mapping[str, object], lang: str) -> None:
    """Print a line for each quantity, under the name of the game."""
    rows = [
        [text(f"count.{name}", lang), _number_or_dash(number)]
        for name, number in quantities.items()
    ]
    print_table([game.name, ""], rows)


def _number_or_dash(number: object) -> str:
    """The number, or a dash if it is not known."""
    return "-" if number is None else str(number)


def _outcome(game: Game[Any, Any], outcome: Outcome) -> str:
    """The utility of each player: X 1, O -1."""
    return ", ".join(
        f"{game.player_name(player)} {show(utility)}" for player, utility in enumerate(outcome)
    )


@contextmanager
def _progress(
    lang: str,
) -> Iterator[Callable[[PerftProgress | CountProgress | SamplingProgress], None]]:
    """A function for `on_progress`.

    Standard error, if it is a terminal, shows the count after a while.

    Warnings that a game does not compile are left out: the answer mentions it where it matters.
    """
    counted = 0

    def watch(progress: PerftProgress | CountProgress | SamplingProgress) -> None:
        nonlocal counted
        match progress:
            case PerftProgress():
                counted = progress.sequences
            case CountProgress():
                counted = progress.states
            case SamplingProgress():
                counted = progress.games

    def words(spent: float) -> str:
        return text("cli.counting", lang, number=counted, seconds=f"{spent:.0f}")

    with warnings.catch_warnings(), show_when_slow(words):
        warnings.simplefilter("ignore", InterpretedWarning)
        yield watch
