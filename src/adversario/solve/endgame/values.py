"""Endgame tables of games with chance: the exact value of every position of a layer.

    tables = build_values(make_game("backgammon"), "bearoff", pieces=6)
    tables.probe(state).value               # to the player whose dice are next

Such games must not return to a position, as in bearing off, or in games that fill a score card.
Those that do are for `solve_stochastic`.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from functools import partial
from itertools import count
from math import inf, isinf, isnan
from pathlib import Path
from time import perf_counter
from typing import Any, Generic

from adversario.algorithms.core.requirements import require
from adversario.base.errors import GameError, InputError
from adversario.base.files import exists, remove_partial, write_errors
from adversario.base.process.memory import require_memory
from adversario.base.progress import Watcher
from adversario.base.stop import Stop, StoppedError
from adversario.contract.capability import as_capability
from adversario.contract.evaluation import Patterned
from adversario.contract.numbering import Numbered
from adversario.game import CHANCE, A, Game, S
from adversario.native.compiler.compile import Compiled, compile_game
from adversario.native.engines.control import Control, run_all
from adversario.native.engines.endgame import BLOCK, MOST_LAYERS
from adversario.native.kernels.endgame import values as kernel
from adversario.solve.endgame.build import BuildProgress
from adversario.solve.endgame.format import (
    TableFile,
    compress_block,
    options_of,
    require_table,
    required_header,
    write_table,
)
from adversario.solve.endgame.plan import TableLayer, layers_of, require_sizes

SHARE = 1 << 12
"""The positions that a thread computes at a time."""

EQUAL = 1e-7
"""Plays whose values differ by no more than this are equally good: values have 24 bits."""


@dataclass(frozen=True)
class ExactValue:
    """The value of a position to the player whose turn it is."""

    value: float
    plies: None = None

    def _asdict(self) -> dict[str, Any]:
        return {"value": self.value, "plies": None}


@dataclass
class ValueTables(Generic[S, A]):
    """The available tables of a game, in memory."""

    game: Game[S, A]
    folder: Path
    files: dict[int, TableFile]
    layers: tuple[TableLayer, ...]
    addresses: Any = field(repr=False)
    arrays: dict[int, Any] = field(default_factory=dict, repr=False)

    @property
    def address(self) -> int:
        """Where compiled code finds the addresses of the layers."""
        return int(self.addresses.ctypes.data)

    def keep(self, layer: int, values: Any) -> None:
        """Keep the values of a layer, float32."""
        self.arrays[layer] = values
        self.addresses[layer] = values.ctypes.data

    def __contains__(self, state: S) -> bool:
        return self.probe(state) is not None

    def probe(self, state: S) -> ExactValue | None:
        """The value of a state of a layer to its `viewer`; None if the tables do not have it."""
        numbering, hints = as_capability(self.game, Numbered), as_capability(self.game, Patterned)
        viewer = hints.viewer(state)
        if self.game.is_terminal(state):
            return ExactValue(float(self.game.utility(state, viewer)))
        values = self.arrays.get(numbering.layer(state))
        if values is None:
            return None
        found = float(values[numbering.index(state)])
        if isnan(found):
            raise InputError("endgame.impossible", state=self.game.position(state))
        value = found + float(hints.settled(state, viewer))
        least, most = self.game.utility_bounds or (-inf, inf)
        if isinf(value) or not least - EQUAL <= self._seen(value, viewer, 0) <= most + EQUAL:
            raise InputError("endgame.false", folder=self.folder, state=self.game.position(state))
        return ExactValue(value)

    def value_of(self, state: S, player: int) -> float:
        """The value to a player, through states of no layer; NaN if something is missing."""
        game = self.game
        if (found := self.probe(state)) is not None:
            viewer = as_capability(game, Patterned).viewer(state)
            return self._seen(found.value, viewer, player)
        mover = game.player(state)
        if mover == CHANCE:
            return sum(
                float(share) * self.value_of(game.result(state, outcome), player)
                for outcome, share in game.chances(state)
            )
        values = [self.value_of(game.result(state, each), mover) for each in game.actions(state)]
        missing = any(map(isnan, values))
        return float("nan") if missing else self._seen(max(values), mover, player)

    def _seen(self, value: float, viewer: int, player: int) -> float:
        if player == viewer or self.game.players == 1:
            return value
        return float(self.game.utility_sum or 0) - value

    def scores(self, state: S) -> list[tuple[A, float]]:
        """The actions of a state, each with its value to the player to move, the best first.

        Raises InputError if the tables do not have what they lead to.
        """
        game, mover = self.game, self.game.player(state)
        found = []
        for action in game.legal(state) if mover != CHANCE else ():
            after = game.result(state, action)
            value = self.value_of(after, mover)
            if isnan(value):
                raise InputError("endgame.not_held", state=game.position(after))
            found.append((action, value))
        return sorted(found, key=lambda pair: -pair[1])

    def best_actions(self, state: S) -> tuple[A, ...]:
        """The actions of the greatest value."""
        scores = self.scores(state)
        return tuple(action for action, value in scores if value >= scores[0][1] - EQUAL)


def build_values(
    game: Game[S, A],
    folder: Path | str,
    *,
    pieces: int = 0,
    threads: int | None = None,
    on_progress: Callable[[BuildProgress], None] | None = None,
    stop: Stop | None = None,
) -> ValueTables[S, A]:
    """Build the tables of at most `pieces` pieces (0: all) that are not in the folder yet.

    For games for one player or two whose utilities have a constant sum, which number their
    positions. Raises GameError if play can return to a position, NotCompilable if rules and numbers
    do not compile. Ctrl-C raises KeyboardInterrupt and keeps the complete layers.
    """
    import numpy as np  # noqa: PLC0415 (not needed to import the package)

    if threads is not None and threads < 1:
        raise InputError("limit.too_small", limit="threads", given=threads, least=1)
    require(game, "expectiminimax")
    layers, place = layers_of(game, pieces), Path(folder)
    require_sizes(game, layers)
    total = sum(each.size for each in layers)
    require_memory(4 * total, "memory.table")
    work = _Work(game, threads, Control(stop), ValueTables(game, place, {}, layers, _addresses()))
    watcher, started, done, built = Watcher(on_progress, stop), perf_counter(), 0, 0
    with write_errors(place):
        place.mkdir(parents=True, exist_ok=True)
    for number, layer in enumerate(layers):
        path = layer.file(place, "value")
        remove_partial(path)
        if path.exists():
            work.tables.keep(layer.number, _read(require_table(path, game, layer, "value")))
        else:
            values = np.full(layer.size, np.inf, np.float32)
            work.tables.keep(layer.number, values)
            work.run("fill", layer)
            _write(game, layer, path, values)
            built += layer.size
        work.tables.files[layer.number] = require_table(path, game, layer, "value")
        done += layer.size
        watcher.report(
            BuildProgress(
                layer.name, number, len(layers), done, total, built, perf_counter() - started
            )
        )  # fmt: skip
    return work.tables


def open_values(game: Game[S, A], folder: Path | str) -> ValueTables[S, A]:
    """Open all tables of a game with chance in a folder.

    Raises InputError if there are none, or if one is damaged or of another game or version.
    """
    place = Path(folder)
    if not (exists(place) and place.is_dir()):
        raise InputError("endgame.no_folder", folder=place)
    there = tuple(each for each in layers_of(game) if each.file(place, "value").exists())
    if not there:
        raise InputError("endgame.no_tables", folder=place, game=game.name)
    require_sizes(game, there)
    require_memory(4 * sum(each.size for each in there), "memory.table")
    tables = ValueTables(game, place, {}, there, _addresses())
    for layer in there:
        file = require_table(layer.file(place, "value"), game, layer, "value")
        tables.files[layer.number] = file
        tables.keep(layer.number, _read(file))
    return tables


def verify_values(
    tables: ValueTables[Any, Any], *, threads: int | None = None, stop: Stop | None = None
) -> dict[str, int]:
    """Compute every value again from the others; the number of positions of each layer.

    As play never returns to a position, values that agree are proven. Raises InputError at one that
    does not.
    """
    import numpy as np  # noqa: PLC0415

    work, found = _Work(tables.game, threads, Control(stop), tables), {}
    for layer in tables.layers:
        work.run("check", layer)
        counted = int((~np.isnan(tables.arrays[layer.number])).sum())
        claimed = tables.files[layer.number].header["positions"]
        if counted != claimed:
            raise InputError("endgame.counts", layer=layer.name, found=counted, claimed=claimed)
        found[layer.name] = counted
    return found


class _Work:
    """Threads that go through the positions of a layer."""

    def __init__(
        self, game: Game[Any, Any], threads: int | None, control: Control,
        tables: ValueTables[Any, Any],
    ) -> None:  # fmt: skip
        self.game, self.control, self.tables = game, control, tables
        self.threads = threads or os.cpu_count() or 1
        self.compiled: Compiled = compile_game(game, kernel)

    def run(self, task: str, layer: TableLayer) -> None:
        """Fill or check a layer."""
        turn, function = count(), getattr(self.compiled.functions, task)
        shares = -(-layer.size // SHARE)

        def work() -> None:
            block = kernel.Valuing()
            block.tables, block.total = self.tables.addresses, float(self.game.utility_sum or 0)
            while (at := next(turn)) < shares:
                first = SHARE * at
                last = min(first + SHARE, layer.size)
                ended = function(layer.number, first, last, block.address, self.control.flags)
                if ended != kernel.DONE:
                    self.control.set()
                    self._explain(ended, layer, block.position)

        run_all([partial(work)] * min(self.threads, shares), self.control)
        self.control.require_going()

    def _explain(self, ended: int, layer: TableLayer, at: int) -> None:
        if ended == kernel.STOPPED:
            raise StoppedError
        shown = self.game.position(as_capability(self.game, Numbered).unindex(layer.number, at))
        if ended == kernel.WRONG:
            raise InputError("endgame.wrong", layer=layer.name, state=shown)
        problem = "endgame.stuck" if ended == kernel.STUCK else "endgame.cycle"
        raise GameError(problem, game=self.game.name, state=shown)


def _addresses() -> Any:
    import numpy as np  # noqa: PLC0415

    return np.zeros(MOST_LAYERS, np.int64)


def _read(file: TableFile) -> Any:
    """The values of a file."""
    import numpy as np  # noqa: PLC0415

    return np.frombuffer(b"".join(file.blocks()), "<f4").astype(np.float32)


def _write(game: Game[Any, Any], layer: TableLayer, path: Path, values: Any) -> None:
    """Write a layer; wins and losses in its header are the values above and below 0."""
    import numpy as np  # noqa: PLC0415

    parts = [values[at : at + BLOCK].astype("<f4").tobytes() for at in range(0, layer.size, BLOCK)]
    with ThreadPoolExecutor() as pool:
        blocks = list(pool.map(lambda part: compress_block(part, plies=False), parts))
    header = required_header(game, layer, "value") | {
        "options": options_of(game), "positions": int((~np.isnan(values)).sum()),
        "wins": int((values > 0).sum()), "losses": int((values < 0).sum()),
    }  # fmt: skip
    write_table(path, header, blocks)
