"""Whether games can be compiled at all here."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from typing import Any

from adversario.catalogue import message
from adversario.game import Game
from adversario.native.problems import Problem


@cache
def available() -> bool:
    """Whether Numba, which compiles, is installed. It is not imported."""
    return find_spec("numba") is not None and find_spec("numpy") is not None


def missing(game: Game[Any, Any]) -> Problem:
    """The problem of every game where Numba is not to be had."""
    return Problem(game.name, "", 0, "", message("native.reason.no_numba"))
