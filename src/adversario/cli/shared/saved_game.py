"""Games saved during play: as a session that can be resumed, or backgammon as a match in `.mat`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, cast

from adversario.base.errors import InputError
from adversario.base.files import write_whole
from adversario.game import Game
from adversario.records.session import Session

MATCHES = ".mat"
"""The ending of files of matches of backgammon."""


def save_game(file: Path, session: Session, game: Game[Any, Any], actions: Sequence[Any]) -> None:
    """Write the game so far; a match of backgammon if the file's ending is that of matches."""
    if not is_match(file):
        session.save(file, game)
        return
    require_match(file, session, game)
    from adversario.records.mat import Mat, write_mat  # noqa: PLC0415 (seldom)

    names = (game.player_name(0), game.player_name(1))
    write_whole(file, write_mat(Mat.of_actions(cast("Any", game), names, actions)))


def is_match(file: Path) -> bool:
    """Whether a file is to be one of matches of backgammon, from which play is not resumed."""
    return file.suffix.lower() == MATCHES


def require_match(file: Path, session: Session, game: Game[Any, Any]) -> None:
    """Raise InputError unless a game can be saved in a file as a match, if that is asked for."""
    from adversario.games.dice.backgammon.cube.game import CubeBackgammon  # noqa: PLC0415 (seldom)

    if is_match(file) and (not isinstance(game, CubeBackgammon) or session.start is not None):
        raise InputError("mat.other_game", file=file)
