"""`adversario pacman`: the maze live, played with the arrow keys or by a search."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from random import Random
from time import sleep
from typing import Annotated

import typer
from rich.console import Console
from rich.live import Live
from rich.text import Text

from adversario.arena.model_table import BELIEF, make_player, play_states
from adversario.base.catalogue import text
from adversario.base.errors import InputError
from adversario.base.suggest import did_you_mean
from adversario.cli.shared.keyboard import Keys
from adversario.cli.shared.language import LANG, tr
from adversario.cli.shared.options import EngineName, Json, Lang, engine_of
from adversario.cli.shared.output import print_json
from adversario.games.pacman import Pacman, State
from adversario.games.pacman.ghosts import VIEWS
from adversario.native.engines.engine_choice import Engine

DEPTH = 2
PACMEN = (*VIEWS, BELIEF)
COLOURS = {"%": "blue", ".": "white", "o": "bold white", "P": "bold yellow", "X": "bold yellow",
           "G": "bold red", "g": "bold cyan"}  # fmt: skip


def pacman_command(
    layout: Annotated[
        str, typer.Argument(metavar=tr("cli.layout.name"), help=tr("cli.layout"))
    ] = "small",
    ghosts: Annotated[str, typer.Option("--ghosts", help=tr("cli.ghosts"))] = "80",
    watch: Annotated[
        str | None,
        typer.Option("--watch", "-w", help=tr("cli.watch", names=", ".join(PACMEN))),
    ] = None,
    depth: Annotated[int, typer.Option("--depth", "-d", help=tr("cli.rounds"))] = DEPTH,
    delay: Annotated[float, typer.Option("--delay", help=tr("cli.delay"))] = 0.3,
    seed: Annotated[int, typer.Option("--seed", help=tr("cli.seed"))] = 0,
    engine: EngineName = "auto",
    json: Json = False,
    lang: Lang = LANG,
) -> None:
    """Play Pac-Man with the arrow keys, or watch a search play."""
    for name, given, least in (("depth", depth, 1), ("delay", delay, 0)):
        if given < least:
            raise InputError("limit.too_small", limit=name, given=given, least=least)
    game, dice, by = Pacman(layout, ghosts), Random(f"{seed} ghosts"), engine_of(engine)
    opponents = game.opponents()
    plies = depth * opponents.round_plies
    if watch is not None:
        if watch not in PACMEN:
            close, known = did_you_mean(watch, PACMEN), ", ".join(PACMEN)
            raise InputError("pacman.unknown", given=watch, close=close, known=known)
        pacman = make_player(opponents, watch, depth, by)
        states = play_states(game, pacman, plies=plies, dice=dice, engine=by)
        last = _watch(game, states, delay, draw=sys.stderr.isatty() and delay > 0)
    else:
        last = _play(game, plies, delay, dice, by, lang)
    if json:
        won = opponents.is_won(last)
        print_json({"position": game.position(last), "score": last.score, "won": won})
        return
    typer.echo(game.text(last))
    ending = "caught" if last.caught else "won" if game.is_terminal(last) else "left"
    typer.echo(text(f"pacman.{ending}", lang, score=last.score))


def _watch(game: Pacman, states: Iterator[State], delay: float, *, draw: bool) -> State:
    """The last of the states; on a terminal each is drawn, one picture a round."""
    if not draw:
        *_, last = states
        return last
    with _picture() as live:
        for last in states:
            if last.turn == 0:
                live.update(colour_maze(game, last), refresh=True)
                sleep(delay)
    return last


def _play(game: Pacman, plies: int, delay: float, dice: Random, engine: Engine, lang: str) -> State:
    """The last state of a game by the keyboard.

    Pac-Man keeps his direction until another key is hit.
    """
    heading = "stop"

    def choose(state: State) -> int:
        nonlocal heading
        live.update(Text.assemble(colour_maze(game, state), "\n", (help_line, "dim")), refresh=True)
        for key in keys.during(delay):
            if key == "quit":
                raise _LeftError(state)
            heading = key
        legal = {game.action_name(state, action): action for action in game.actions(state)}
        return legal.get(heading, legal["stop"])

    help_line = text("pacman.keys", lang)
    with (
        Keys() as keys,
        Live(console=Console(stderr=True), auto_refresh=False, transient=True) as live,
    ):
        try:
            *_, last = play_states(
                game, choose, plies=plies, dice=dice, most_steps=1 << 30, engine=engine
            )
        except _LeftError as left:
            return left.state
    return last


def _picture() -> Live:
    """A live display on standard error; standard output has only the final result."""
    return Live(console=Console(stderr=True), auto_refresh=False, transient=True)


class _LeftError(Exception):
    """The user has left the game."""

    def __init__(self, state: State) -> None:
        super().__init__(state)
        self.state = state


def colour_maze(game: Pacman, state: State) -> Text:
    """The maze with its score, for a terminal with colours."""
    picture = Text()
    for line in game.rows(state):
        for mark in line:
            picture.append("█" if mark == "%" else mark, COLOURS.get(mark, ""))
        picture.append("\n")
    return picture.append(str(state.score), "bold")
