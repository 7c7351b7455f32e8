"""Played games: as records, as sessions in progress, and in PDN."""

from typing import TYPE_CHECKING

from adversario.base.python.lazy import lazy_names

if TYPE_CHECKING:
    from adversario.records.pdn import Pdn, read_pdn, write_pdn
    from adversario.records.record import Ending, GameRecord
    from adversario.records.session import Session, load_session
    from adversario.records.training import read_games

__all__ = [
    "Ending",
    "GameRecord",
    "Pdn",
    "Session",
    "load_session",
    "read_games",
    "read_pdn",
    "write_pdn",
]

if not TYPE_CHECKING:
    __getattr__, __dir__ = lazy_names(__name__, __all__)
