"""The layers of a game and the files of their tables."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal, NamedTuple, get_args

from adversario.base.errors import GameError, InputError
from adversario.contract.capability import as_capability
from adversario.contract.numbering import Numbered
from adversario.game import Game
from adversario.native.engines.endgame import BLOCK, MOST_LAYERS

Metric = Literal["wdl", "dtw", "value"]
"""The content of a table: the winner (wdl), or also the number of plies (dtw); in games with
chance the value itself."""

METRICS: tuple[Metric, ...] = get_args(Metric)

MAX_POSITIONS = 1 << 31
"""The limit on the positions of a layer: the targets of moves are stored in 32 bits."""


def block_spans(size: int) -> list[tuple[int, int]]:
    """The first position of each block of a layer of that size, and the one after its last."""
    return [(at, min(at + BLOCK, size)) for at in range(0, size, BLOCK)]


class TableLayer(NamedTuple):
    """A layer of a game: its number, its name, and the number of numbered positions."""

    number: int
    name: str
    size: int

    def blocks(self) -> list[tuple[int, int]]:
        """The first and last (exclusive) number of each block."""
        return block_spans(self.size)

    def file(self, folder: Path, metric: Metric) -> Path:
        """The path of the table of the layer."""
        return folder / f"{self.name}.{metric}"


def require_metric(metric: str) -> Metric:
    """The metric of that name; raises InputError if there is none."""
    for known in METRICS:
        if metric == known != "value":  # which is for games with chance, see `values`
            return known
    raise InputError("endgame.metric", given=metric, known=", ".join(METRICS[:2]))


def layers_of(game: Game[Any, Any], pieces: int = 0) -> tuple[TableLayer, ...]:
    """The layers of at most `pieces` pieces (0: all), in the order in which to solve them.

    Raises InputError if there are none, and GameError if the layers break the contract. Whether
    they are small enough is left to `require_sizes`: tables of the largest may not be wanted.
    """
    if pieces < 0:
        raise InputError("limit.too_small", limit="pieces", given=pieces, least=0)
    numbering = as_capability(game, Numbered)
    numbers = tuple(numbering.layers(pieces))
    if not numbers:
        raise InputError("endgame.too_few", game=game.name, pieces=pieces)
    found = tuple(
        TableLayer(each, numbering.layer_name(each), numbering.layer_size(each)) for each in numbers
    )
    distinct = len({*numbers}) == len({each.name for each in found}) == len(found)
    if not distinct or not all(0 <= each < MOST_LAYERS for each in numbers):
        raise GameError("endgame.layers", game=game.name, most=MOST_LAYERS - 1)
    return found


def require_sizes(game: Game[Any, Any], layers: Iterable[TableLayer]) -> None:
    """Raise GameError if a layer has no positions, or more than a table can have."""
    for each in layers:
        if not 0 < each.size < MAX_POSITIONS:
            raise GameError(
                "endgame.size", game=game.name, layer=each.name, size=each.size,
                most=MAX_POSITIONS - 1,
            )  # fmt: skip
