"""`adversario play`: a game in the terminal against an opponent that explains its moves."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import typer

from adversario.algorithms.core.limit import Limit
from adversario.arena.trusted import runs_no_code
from adversario.base.errors import InputError
from adversario.cli.shared.clocks import Clocks
from adversario.cli.shared.game_menu import LeftMenu, choose_game, choose_level
from adversario.cli.shared.inputs import game_of, game_of_data, state_of
from adversario.cli.shared.language import LANG, tr
from adversario.cli.shared.opponent import opponent_of
from adversario.cli.shared.options import (
    DataGame,
    Lang,
    OptionalSource,
    OwnDepth,
    Position,
    ThinkingTime,
    limit_of,
)
from adversario.cli.shared.play_loop import PlayLoop
from adversario.cli.shared.saved_game import require_match
from adversario.cli.shared.secret_play import PERSON, SecretPlayLoop
from adversario.records.session import Session, check_states, load_session

SECONDS = 1.0
"""Default thinking time of the opponent, in seconds."""


def play_command(
    source: OptionalSource = None,
    position: Position = None,
    seat: Annotated[int, typer.Option("--as", help=tr("cli.as"))] = 1,
    opponent: Annotated[
        str | None, typer.Option("--opponent", "--algorithm", "-a", help=tr("cli.opponent"))
    ] = None,
    level: Annotated[int | None, typer.Option("--level", help=tr("cli.level"))] = None,
    depth: OwnDepth = None,
    seconds: ThinkingTime = None,
    clock: Annotated[str | None, typer.Option("--clock", help=tr("cli.play.clock"))] = None,
    explain: Annotated[bool, typer.Option("--explain", help=tr("cli.explain"))] = False,
    seed: Annotated[int, typer.Option("--seed", help=tr("cli.seed"))] = 0,
    save: Annotated[Path | None, typer.Option("--save", help=tr("cli.autosave"))] = None,
    resume: Annotated[Path | None, typer.Option("--resume", help=tr("cli.resume"))] = None,
    given: DataGame = None,
    no_review: Annotated[bool, typer.Option("--no-review", help=tr("cli.no_review"))] = False,
    lang: Lang = LANG,
) -> None:
    """Play in the terminal. At the end of the input, the search plays for the user."""
    if resume is not None:
        session = load_session(resume)
        game = game_of_data(session.source, resume, given or source)
        seat = session.settings.get("seat", seat)
        opponent = opponent or _opponent_of(session, resume)
        level = level or session.settings.get("level")
        save = resume if save is None else save
    else:
        if source is None:
            if not sys.stdin.isatty():
                raise InputError("play.nothing")
            try:
                source = choose_game(lang)
                if opponent is None and level is None and game_of(source).players > 1:
                    level = choose_level(lang)
            except LeftMenu:
                return
        settings = {"seat": seat, "opponent": opponent, "level": level}
        session = Session(source, position, settings=settings)
        game = game_of(source)
    if save is not None:
        require_match(save, session, game)
    if not 0 <= seat <= game.players:
        raise InputError("play.seat", seat=seat, players=game.players)
    limit = limit_of(depth, seconds) or Limit(time=SECONDS)
    clocks = None if clock is None else Clocks.read(clock, game.players)
    people = not game.kind.is_open and opponent in PERSON
    kind = PlayLoop if game.kind.is_open else SecretPlayLoop
    thinks = clocks.limit if clocks and depth is None and seconds is None else lambda: limit
    chosen = opponent_of(None if people else opponent, level, thinks, seed, lang)
    table = kind(
        game, lang, seat - 1, chosen, session,
        explain=explain, seed=seed, file=save, reviews=not no_review,
        clocks=clocks,
    )  # fmt: skip
    if isinstance(table, SecretPlayLoop):
        table.people = people
    if resume is not None:
        table.resume(check_states(session, game, resume, lang))
    else:
        table.states = [state_of(game, position)]
    table.introduce(opponent, level, limit)
    table.play()


def _opponent_of(session: Session, file: Path) -> str | None:
    """The opponent that a saved game names; raises InputError if that runs a file or a program."""
    name: str | None = session.settings.get("opponent")
    if name is not None and name not in PERSON and not runs_no_code(name):
        raise InputError("saved.names_player", file=file, opponent=name)
    return name
