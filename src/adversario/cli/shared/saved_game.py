"""Games saved during play: as a session that can be resumed, or backgammon as a match in `.mat`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from adversario.base.errors import InputError
from adversario.base.files import write_whole
from adversario.game import Game
from adversario.records.session import Session

MATCHES = ".mat"
"""The ending of files of matches of backgammon."""


def save_game(file: Path, session: Session, game: Game[Any, Any], actions: Sequence[Any]) -> None:
    """Write the game so far; a match of backgammon if the file's ending is that of matches."""
    if file.suffix.lower() != MATCHES:
        session.save(file, game)
        return
    from adversario.games.dice.backgammon.cube.game import CubeBackgammon  # noqa: PLC0415 (seldom)
    from adversario.records.mat import Mat, write_mat  # noqa: PLC0415

    if not isinstance(game, CubeBackgammon) or session.start is not None:
        raise InputError("mat.other_game", file=file)
    names = (game.player_name(0), game.player_name(1))
    write_whole(file, write_mat(Mat.of_actions(game, names, actions)))
