"""`adversario match`: games between players, and their difference in strength."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from adversario.arena import Ending, GameRecord, MatchResult, Sprt, play_match
from adversario.arena.match import OPENING_PLIES, MatchTable
from adversario.arena.play import MAX_PLIES
from adversario.arena.player import make_entrant
from adversario.arena.result import outcome
from adversario.base.catalogue import Message, message, text
from adversario.base.errors import InputError
from adversario.cli.shared.inputs import game_of
from adversario.cli.shared.language import LANG, tr
from adversario.cli.shared.options import Json, Lang
from adversario.cli.shared.output import print_json, print_table

STOPPED = 130
FAULTS = 5
"""The most games lost by a fault that are listed."""


def match_command(
    players: Annotated[
        list[str], typer.Argument(metavar=tr("cli.match.name"), help=tr("cli.match.players"))
    ],
    source: Annotated[str, typer.Option("--game", "-g", help=tr("cli.source"))],
    games: Annotated[int, typer.Option("--games", "-n", help=tr("cli.match.games"))] = 200,
    seed: Annotated[int, typer.Option("--seed", help=tr("cli.match.seed"))] = 0,
    openings: Annotated[
        int, typer.Option("--openings", help=tr("cli.match.openings"))
    ] = OPENING_PLIES,
    plies: Annotated[int, typer.Option("--plies", help=tr("cli.match.plies"))] = MAX_PLIES,
    workers: Annotated[
        int | None, typer.Option("--workers", help=tr("cli.match.workers"), show_default=False)
    ] = None,
    save: Annotated[Path | None, typer.Option("--save", help=tr("cli.match.save"))] = None,
    sprt: Annotated[
        str | None,
        typer.Option("--sprt", metavar=tr("cli.match.sprt.name"), help=tr("cli.match.sprt")),
    ] = None,
    json: Json = False,
    lang: Lang = LANG,
) -> None:
    """Play the games and print the difference in strength; on Ctrl-C, of the games so far."""
    game = game_of(source)
    test = None if sprt is None else _sprt(sprt)
    if workers is None or source == "-":  # standard input: only one process can read it
        workers = 1 if source == "-" else os.cpu_count() or 1
    own = any(".py" in given for given in (source, *players))
    done: list[GameRecord] = []

    def notice(word: Message) -> None:
        typer.echo(word.text(lang), err=True)

    if any("time=" in player for player in players):
        notice(message("arena.timed"))
    try:
        with _progress(games, len(players), lang) as advance:

            def count_game(record: GameRecord) -> None:
                done.append(record)
                advance(record)

            result = play_match(
                game, players, games=games, seed=seed, openings=openings, most_plies=plies,
                workers=workers, save=save, sprt=test, on_progress=count_game, on_notice=notice,
                setup=partial(_table, source, tuple(players), plies) if own else None,
            )  # fmt: skip
    except KeyboardInterrupt:
        ordered = tuple(sorted(done, key=lambda record: record.number))
        result = MatchResult(game.name, tuple(players), game.players, seed, ordered, test)
        _print(result, json=json, lang=lang)
        notice(message("arena.stopped" if save is None else "arena.stopped_saved", file=save))
        raise typer.Exit(STOPPED) from None
    _print(result, json=json, lang=lang)


def _table(source: str, players: tuple[str, ...], plies: int) -> MatchTable:
    """The game and the players, made in the worker: classes of the user cannot be pickled."""
    return MatchTable(game_of(source), tuple(make_entrant(player) for player in players), plies)


def _sprt(words: str) -> Sprt:
    """The test of two Elo differences, written `0,10`."""
    try:
        low, high = map(float, words.split(","))
    except ValueError:
        raise InputError("arena.sprt", given=words) from None
    return Sprt(low, high)


@contextmanager
def _progress(games: int, players: int, lang: str) -> Iterator[Callable[[GameRecord], None]]:
    """A progress bar, if standard error is a terminal, with the score of the first player."""
    counts = {1.0: 0, 0.5: 0, 0.0: 0}
    total = -(-games // players) * players if games > 0 and players else None
    columns = (
        TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    )  # fmt: skip
    hidden = not sys.stderr.isatty()
    with Progress(
        *columns, console=Console(stderr=True), disable=hidden, transient=True
    ) as progress:
        task = progress.add_task(
            text("arena.progress", lang, wins=0, draws=0, losses=0), total=total
        )

        def advance(record: GameRecord) -> None:
            mark = outcome(record, 0)
            if mark is not None:
                counts[mark] += 1
            words = text(
                "arena.progress", lang, wins=counts[1.0], draws=counts[0.5], losses=counts[0.0]
            )
            progress.update(task, advance=1, description=words)

        yield advance


def _print(result: MatchResult, *, json: bool, lang: str) -> None:
    if json:
        print_json(result.to_json())
        return

    def say(id: str, /, **details: Any) -> None:  # noqa: A002
        typer.echo(text(id, lang, **details))

    say("arena.title", game=result.game, games=len(result.games), openings=result.openings,
        seed=result.seed)  # fmt: skip
    typer.echo()
    columns = ("player", "won", "drawn", "lost", "utility")
    print_table([text(f"arena.column.{column}", lang) for column in columns], _rows(result))
    typer.echo()
    if (rating := result.rating) is not None:
        say("arena.elo", player=result.players[0], elo=f"{rating.elo:+.0f}", pairs=rating.pairs,
            low=f"{rating.low:+.0f}", high=f"{rating.high:+.0f}")  # fmt: skip
        say("arena.superiority", percent=f"{100 * rating.superiority:.1f}")
    if result.sprt is not None:
        _print_test(result, result.sprt, lang)
    rounds = -(-len(result.games) // len(result.players))
    if result.openings < rounds:
        say("arena.repeated", openings=result.openings)
    if long := sum(game.ending is Ending.PLIES for game in result.games):
        say("arena.long", games=long)
    for game in result.faults[:FAULTS]:
        who = "" if game.fault is None else game.players[game.fault]
        say(f"arena.fault.{game.ending}", number=game.number + 1, player=who, detail=game.detail)
    if len(result.faults) > FAULTS:
        say("arena.more_faults", games=len(result.faults) - FAULTS)


def _rows(result: MatchResult) -> list[list[str]]:
    return [
        [
            standing.name,
            *(str(count) for count in (standing.wins, standing.draws, standing.losses)),
            f"{standing.utility:+.3f} ± {standing.error:.3f}",
        ]
        for standing in result.standings
    ]


def _print_test(result: MatchResult, test: Sprt, lang: str) -> None:
    lower, upper = test.bounds
    ending = "open" if result.decision is None else f"accepted{result.decision}"
    words = text(
        "arena.test", lang, elo0=f"{test.elo0:g}", elo1=f"{test.elo1:g}",
        ratio=f"{test.ratio(result.pairs):.2f}", lower=f"{lower:.2f}", upper=f"{upper:.2f}",
        ending=message(f"arena.test.{ending}"),
    )  # fmt: skip
    typer.echo(words)
