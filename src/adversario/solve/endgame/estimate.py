"""Estimates of the resources for tables of more pieces, from the measurements of a build.

Times are CPU times, at the pace of the build. They do not include the network, nor that positions
with more pieces have more moves and that larger layers fit caches worse.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Any, NamedTuple

from adversario.base.errors import InputError
from adversario.contract.capability import as_capability
from adversario.contract.numbering import Numbered
from adversario.solve.endgame.build import BuildProgress
from adversario.solve.endgame.tables import Tables

MAX_PIECES = 8
"""The number of pieces of Chinook's tables."""

POSITION_BYTES, MOVE_BYTES = 22, 8
"""The memory or mapped files of a layer while it is solved: for each number its value, floor, moves
and open moves, all but the moves once more when blocks are joined, and the offset of its entries;
for each move within the layer its target and its source."""


class Rates(NamedTuple):
    """The measurements of a build, per number of a layer. Seconds are CPU seconds."""

    expanding: float
    finishing: float
    disk: float
    moves: float

    @property
    def speed(self) -> float:
        """Numbers per second, on one core."""
        return 1 / (self.expanding + self.finishing)


class BuildEstimate(NamedTuple):
    """The resources for all layers of at most `pieces` pieces; sizes are in bytes.

    `finished` is the memory that workers need for finished layers, `memory` what the driver needs
    for the largest layer. `expanding` is in hours of all workers together, `finishing` in hours of
    the driver alone.
    """

    pieces: int
    positions: int
    largest: int
    disk: int
    finished: int
    memory: int
    expanding: float
    finishing: float


def rates_of(progress: BuildProgress | None, tables: Tables[Any, Any]) -> Rates:
    """The rates of a finished build; raises InputError if it had nothing to build."""
    if progress is None or not progress.built or not progress.expanding:
        raise InputError("endgame.unmeasured")
    numbers = sum(layer.size for layer in tables.layers)
    size = sum(file.path.stat().st_size for file in tables.files.values())
    return Rates(
        progress.expanding / progress.built,
        progress.finishing / progress.built,
        size / numbers,
        progress.moves / progress.built,
    )


def estimates(tables: Tables[Any, Any], rates: Rates, machines: int) -> Iterator[BuildEstimate]:
    """Yield an estimate for each number of pieces beyond these tables, for machines like this."""
    numbering, cores = as_capability(tables.game, Numbered), machines * (os.cpu_count() or 1)
    known = sum(layer.size for layer in tables.layers)
    for pieces in range(1, MAX_PIECES + 1):
        sizes = [numbering.layer_size(layer) for layer in numbering.layers(pieces)]
        total = sum(sizes)
        if total <= known:
            continue
        known, largest = total, max(sizes)
        yield BuildEstimate(
            pieces,
            total,
            largest,
            disk=round(total * rates.disk),
            finished=2 * total if tables.plies else total // 4,
            memory=round(largest * (POSITION_BYTES + MOVE_BYTES * rates.moves)),
            expanding=total * rates.expanding / cores / 3600,
            finishing=total * rates.finishing / 3600,
        )
