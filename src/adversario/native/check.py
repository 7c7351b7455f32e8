"""The contract of a game checked in both engines."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from adversario.contract import check
from adversario.contract.check import CheckReport
from adversario.game import Game
from adversario.native.compiler.problems import NotCompilable, NotRepresentable
from adversario.native.parity import check_parity


def check_game(
    game: Game[Any, Any], *, playouts: int = 100, seed: int = 0, longest: int = 1000
) -> CheckReport:
    """Check a game by random play-outs; raise GameError at the first breach of the contract.

    It checks all that `adversario.contract.check` lists and, if the game can be compiled, that
    compiled rules answer as interpreted ones. Where they refuse to, `refusal` has the reason.
    """
    report = check.check_game(game, playouts=playouts, seed=seed, longest=longest)
    try:
        compared = check_parity(game, playouts=min(playouts, 20), seed=seed, longest=longest)
    except NotRepresentable as refusal:
        return replace(report, refusal=refusal.message)
    except NotCompilable:
        return report
    return replace(report, compared=compared)
