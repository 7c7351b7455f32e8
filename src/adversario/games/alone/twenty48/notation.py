"""Notation of slides and new tiles of 2048."""

from __future__ import annotations

from typing import Any

from adversario.base.errors import IllegalActionError
from adversario.game import Game

NAMES = ("up", "right", "down", "left")


def tile_name(outcome: int, columns: int) -> str:
    """An outcome of chance as in b3=2: columns have letters, rows numbers from the top."""
    row, column = divmod(outcome >> 1, columns)
    return f"{chr(ord('a') + column)}{row + 1}={4 if outcome & 1 else 2}"


def parse_slide(game: Game[Any, int], state: Any, text: str) -> int:
    """The legal action of that name, or whose name starts with the text."""
    wanted = text.strip().lower()
    named = {game.action_name(state, action): action for action in game.legal(state)}
    found = [action for name, action in named.items() if wanted and name.startswith(wanted)]
    if wanted in named:
        return named[wanted]
    if len(found) == 1:
        return found[0]
    raise IllegalActionError(
        "game.illegal",
        action=text.strip(),
        state=game.position(state),
        legal=", ".join(named) or "-",
    )
