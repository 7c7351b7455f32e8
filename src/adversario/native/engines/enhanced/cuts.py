"""Multi-ProbCut: what a shallow search says of a deep one, fitted to a game and kept in a file.

Buro (1995, 1997): the value of a search to one depth is near a line of that to a smaller depth,
with a normal error. If a shallow search, whose value is moved by some of its standard errors, is
outside the window, the deep one probably is too, and is left out.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from adversario.base.errors import InputError
from adversario.base.files import read_json_file, write_whole
from adversario.base.formats.schema import Constant, ListOf, Real, Record, Text, Whole
from adversario.games.weights import SETS
from adversario.native.kernels.layout.deepening import DEPTHS, Cut

FORMAT = "adversario-cuts-1"


@dataclass(frozen=True)
class Pair:
    """The value to depth `deep` is slope * value to depth `shallow` + offset, with that error."""

    deep: int
    shallow: int
    slope: float
    offset: float
    error: float


@dataclass(frozen=True)
class Cuts:
    """The pairs of depths of a game, and how many standard errors are enough to believe them."""

    game: str
    pairs: tuple[Pair, ...]
    threshold: float = 1.5

    def memory(self) -> Any:
        """The cuts for the kernel, by depth; depths beyond the pairs use the last of its parity."""
        import numpy as np  # noqa: PLC0415 (not before a compiled search runs)

        found = np.zeros((DEPTHS, Cut.size))
        whole = found.view(np.int64)
        for depth in range(DEPTHS):
            same = (each for each in self.pairs if (each.deep - depth) % 2 == 0)
            fits = [each for each in same if each.deep <= depth]
            if not fits:
                continue
            pair = max(fits, key=lambda each: each.deep)
            whole[depth, 0] = depth - (pair.deep - pair.shallow)
            found[depth, 1:] = pair.slope, pair.offset, self.threshold * pair.error
        return found

    def save(self, path: Path) -> None:
        """Write the cuts to a file, whole or not at all."""
        write_whole(path, json.dumps({"format": FORMAT, **asdict(self)}, indent=1) + "\n")


PAIR: Record[dict[str, Any]] = Record({
    "deep": Whole(2, DEPTHS - 1), "shallow": Whole(1, DEPTHS - 1), "slope": Real(0.01),
    "offset": Real(), "error": Real(0),
})  # fmt: skip
SCHEMA: Record[dict[str, Any]] = Record({
    "format": Constant(FORMAT), "game": Text(empty=False), "pairs": ListOf(PAIR, least=1),
    "threshold": Real(0),
})  # fmt: skip


def read_cuts(path: Path, game: str) -> Cuts:
    """The cuts of a file; raises InputError if they are for another game, or are wrong."""
    found = read_json_file(path, SCHEMA)
    if found["game"] != game:
        raise InputError("weights.other_game", given=found["game"], game=game)
    pairs = tuple(Pair(**each) for each in found["pairs"])
    for pair in pairs:
        if pair.shallow >= pair.deep:
            raise InputError("cuts.pair", deep=pair.deep, shallow=pair.shallow)
    return Cuts(game, pairs, found["threshold"])


FITTED = "fitted"
"""The word for the cuts that come with a game."""


def cuts_of(text: str, game: str) -> Cuts:
    """The cuts that come with a game, by the word "fitted", or those of a file."""
    return read_cuts(SETS / f"{game}-cuts.json" if text == FITTED else Path(text), game)


def line_of(values: Sequence[tuple[float, float]]) -> tuple[float, float, float]:
    """Slope, offset and standard error of the second numbers by the first ones."""
    import numpy as np  # noqa: PLC0415

    first, second = np.array(values).T
    spread = float(first.var())
    both = float(((first - first.mean()) * (second - second.mean())).mean())
    slope = both / spread if spread else 1.0
    offset = float(second.mean() - slope * first.mean())
    left = second - slope * first - offset
    return slope, offset, float(np.sqrt((left**2).sum() / max(1, len(values) - 2)))
