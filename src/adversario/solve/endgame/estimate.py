"""What tables of more pieces would take on so many machines, from what a build has measured.

The time is that of processors, at the pace of the build. What the network takes is not in it, nor
that positions of more pieces have more moves, and that larger layers fit caches worse.
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

MOST_PIECES = 8
"""As many as Chinook's tables have."""

POSITION_BYTES, MOVE_BYTES = 22, 8
"""What a layer takes while it is solved, in memory or in mapped files: for each number its value,
floor, moves and open moves, all but the moves once more when blocks are joined, and where its
entries begin; for each move within the layer its target, and its source."""


class Rates(NamedTuple):
    """What a build has measured, for each number of a layer. Seconds are those of one processor."""

    expanding: float
    finishing: float
    disk: float
    moves: float

    @property
    def speed(self) -> float:
        """Numbers a second, on one processor."""
        return 1 / (self.expanding + self.finishing)


class BuildEstimate(NamedTuple):
    """What all layers of up to so many pieces would take; sizes are in bytes.

    `finished` is what workers need at hand of layers that are done, `memory` what the driver needs
    for the largest layer. Workers expand for so many hours, and the driver alone finishes.
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
    """The rates of a build that has ended; InputError if it had nothing to build."""
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
    """For each number of pieces that has more than these tables, on machines like this one."""
    numbering, cores = as_capability(tables.game, Numbered), machines * (os.cpu_count() or 1)
    known = sum(layer.size for layer in tables.layers)
    for pieces in range(1, MOST_PIECES + 1):
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
