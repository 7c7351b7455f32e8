"""The contract of a game checked in all engines."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Literal

from adversario.contract.checking import check
from adversario.contract.checking.check import CheckReport
from adversario.game import Game
from adversario.native.compiler.problems import NotCompilable, NotRepresentable
from adversario.native.parity import check_parity

COMPARED = 20
"""The most play-outs in which engines are compared."""


def check_game(
    game: Game[Any, Any], *, playouts: int = 100, seed: int = 0, longest: int = 1000
) -> CheckReport:
    """Check a game by random play-outs; raise GameError at the first breach of the contract.

    It checks all that `adversario.contract.checking.check` lists, and that the rules answer the
    same in every engine: compiled, if the game can be compiled, and by a table of states. Where
    compiled rules refuse to answer, `refusal` has the reason.
    """
    report = check.check_game(game, playouts=playouts, seed=seed, longest=longest)
    compared: dict[Literal["native", "tabulated"], int | None] = {"native": None, "tabulated": None}
    refused = None
    for engine in compared:
        try:
            compared[engine] = check_parity(
                game, playouts=min(playouts, COMPARED), seed=seed, longest=longest, engine=engine
            )
        except NotRepresentable as refusal:
            refused = refusal.message
        except NotCompilable:
            continue
    return replace(
        report, compared=compared["native"], tabulated=compared["tabulated"], refusal=refused
    )
