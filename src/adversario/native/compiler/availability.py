"""Whether games can be compiled here at all."""

from __future__ import annotations

import os
from functools import cache
from importlib.util import find_spec
from typing import Any

from adversario.base.catalogue import message
from adversario.game import Game
from adversario.native.compiler.problems import Problem


@cache
def available() -> bool:
    """Whether Numba, which compiles, is installed and not switched off. It is not imported."""
    switched_off = os.environ.get("NUMBA_DISABLE_JIT", "0") != "0"
    return not switched_off and find_spec("numba") is not None


def missing(game: Game[Any, Any]) -> Problem:
    """The problem that every game has if Numba is not installed."""
    return Problem(game.name, "", 0, "", message("native.reason.no_numba"))
