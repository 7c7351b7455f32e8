"""Endgame tables: perfect play for all positions with few pieces, built layer by layer on disk."""

from adversario.solve.endgame.build import ENGINES, BuildProgress, build_tables
from adversario.solve.endgame.plan import METRICS, Metric
from adversario.solve.endgame.tables import Known, Tables, open_tables
from adversario.solve.endgame.verify import verify_tables
from adversario.views.tabled import with_tables

__all__ = [
    "ENGINES",
    "METRICS",
    "BuildProgress",
    "Known",
    "Metric",
    "Tables",
    "build_tables",
    "open_tables",
    "verify_tables",
    "with_tables",
]
