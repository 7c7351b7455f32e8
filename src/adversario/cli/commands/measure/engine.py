"""`adversario engine`: the package as an engine for programs that play games."""

from __future__ import annotations

import sys
from io import TextIOWrapper
from typing import Annotated, TextIO

import typer

from adversario import __version__
from adversario.base.errors import InputError
from adversario.cli.shared.language import LANG, tr
from adversario.cli.shared.options import EngineName, Lang, engine_of
from adversario.protocols.gtp.boards import BOARDS
from adversario.protocols.gtp.engine import GtpEngine, Strength
from adversario.protocols.uci.engine import UciEngine


def uci_command(lang: Lang = LANG) -> None:
    """Speak UCI on standard input and output, until `quit` or the end of the input."""
    try:
        UciEngine(lambda line: _write(line + "\n"), f"Adversario {__version__}").run(_lines())
    except BrokenPipeError:
        raise SystemExit(0) from None  # the interface has gone


def gtp_command(
    game: Annotated[str, typer.Option("--game", "-g", help=tr("cli.engine.game"))] = "go",
    simulations: Annotated[
        int, typer.Option("--simulations", "-n", min=1, help=tr("cli.engine.simulations"))
    ] = 10_000,
    seconds: Annotated[
        float | None, typer.Option("--time", "-t", min=0.001, help=tr("cli.engine.time"))
    ] = None,
    engine: EngineName = "auto",
    lang: Lang = LANG,
) -> None:
    """Speak GTP on standard input and output, until `quit` or the end of the input."""
    if game not in BOARDS:
        raise InputError("gtp.game", game=game)
    strength = Strength(None if seconds else simulations, seconds, engine=engine_of(engine))
    try:
        GtpEngine(_write, game=game, strength=strength, version=__version__).run(_lines())
    except BrokenPipeError:
        raise SystemExit(0) from None


def _lines() -> TextIO:
    """Standard input; bytes that are not UTF-8 are a command that is not known, not an error."""
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(encoding="utf-8", errors="replace")
    return sys.stdin


def _write(text: str) -> None:
    sys.stdout.write(text)
    sys.stdout.flush()
