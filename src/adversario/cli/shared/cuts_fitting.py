"""`adversario train --approximator cuts`: multi-ProbCut fitted to the evaluation of a game."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import Any

import typer

from adversario.base.catalogue import text
from adversario.base.errors import InputError
from adversario.base.files import check_writable
from adversario.cli.shared.output import print_json, print_table
from adversario.cli.shared.progress import show_when_slow
from adversario.game import Game
from adversario.learn.cuts import fit_cuts

DEPTH = 8
"""The greatest depth that is searched if none is given."""


def fit_cuts_of(
    game: Game[Any, Any], given: dict[str, Any], positions: int, save_to: Path | None, lang: str,
    *, json: bool,
) -> None:  # fmt: skip
    """Fit the cuts of a game by that many positions, print them, and save them."""
    if other := sorted(given.keys() - {"depth", "seed"}):
        raise InputError("cuts.option", option=other[0])
    if save_to is not None:
        check_writable(save_to)
    done: list[int] = []
    with show_when_slow(lambda _: text("cuts.progress", lang, done=len(done), positions=positions)):
        found = fit_cuts(
            game, depth=given.get("depth", DEPTH), positions=positions, seed=given.get("seed", 0),
            on_progress=done.append,
        )  # fmt: skip
    if save_to is not None:
        found.save(save_to)
    if json:
        print_json(asdict(found))
        return
    typer.echo(text("cuts.title", lang, game=game.name, positions=positions))
    names = ("depth", "shallow", "slope", "offset", "deviation")
    print_table(
        [text(f"column.{name}", lang) for name in names],
        [
            [str(each.deep), str(each.shallow), f"{each.slope:.3f}", f"{each.offset:+.4f}",
             f"{each.error:.4f}"]
            for each in found.pairs
        ],
    )  # fmt: skip
    if save_to is not None:
        typer.echo(text("train.saved", lang, file=save_to))
