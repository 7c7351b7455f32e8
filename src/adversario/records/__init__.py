"""Played games: as records, as sessions in progress, in PDN and in SGF."""

from typing import TYPE_CHECKING

from adversario.base.python.lazy import lazy_names

if TYPE_CHECKING:
    from adversario.records.pdn import Pdn, read_pdn, write_pdn
    from adversario.records.record import Ending, GameRecord
    from adversario.records.session import Session, load_session
    from adversario.records.sgf import GoRecord, read_sgf, write_sgf
    from adversario.records.training import read_games

__all__ = [
    "Ending",
    "GameRecord",
    "GoRecord",
    "Pdn",
    "Session",
    "load_session",
    "read_games",
    "read_pdn",
    "read_sgf",
    "write_pdn",
    "write_sgf",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(__name__, __all__)
