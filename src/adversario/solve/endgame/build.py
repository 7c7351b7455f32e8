"""Building endgame tables: layer by layer, each on disk before the next begins.

    build_tables(make_game("endings:pieces=R"), "krk", metric="dtw")

A layer is expanded block by block, by several threads or by a Ray cluster: every block depends only
on earlier layers. Then its moves are reversed, and it is solved by retrograde analysis. Values do
not depend on which worker expands which block, so the files are reproducible. Layers that exist are
not built again, so a build that was stopped or killed is resumed at the next layer.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from glob import escape
from pathlib import Path
from time import perf_counter, process_time
from typing import Any, Literal, get_args

from adversario.base.errors import InputError
from adversario.base.files import remove_partial, write_errors
from adversario.base.progress import Watcher
from adversario.base.stop import Stop, StoppedError
from adversario.game import A, Game, S
from adversario.native.engines.control import Control, run_all
from adversario.native.engines.endgame import get_ready
from adversario.native.kernels.endgame.expand import HOLE
from adversario.solve.endgame.cluster import cluster
from adversario.solve.endgame.executors import Executor, ThreadExecutor
from adversario.solve.endgame.format import (
    compress_block,
    options_of,
    require_table,
    required_header,
    write_table,
)
from adversario.solve.endgame.graph import WORK, LayerArrays, pack_values, solve_layer, warm_up
from adversario.solve.endgame.numbering import number_positions
from adversario.solve.endgame.plan import TableLayer, layers_of, require_metric, require_sizes
from adversario.solve.endgame.tables import Tables, open_tables

Engine = Literal["threads", "ray"]
"""The name of the executor that expands blocks."""

ENGINES: tuple[Engine, ...] = get_args(Engine)


@dataclass(frozen=True)
class BuildProgress:
    """The progress of a build. Positions are done once their moves are known."""

    layer: str
    number: int
    layers: int
    done: int
    positions: int
    built: int  # the part of `done` that was built in this run
    seconds: float
    moves: int = 0  # of `built`, within their layers
    expanding: float = 0.0  # CPU seconds, on all machines
    finishing: float = 0.0  # CPU seconds for the rest of the work on written layers

    @property
    def left(self) -> float | None:
        """The estimated seconds left, at the pace so far; None if it is too early."""
        if self.built == 0 or self.seconds < 1:
            return None
        return (self.positions - self.done) * self.seconds / self.built


def build_tables(
    game: Game[S, A],
    folder: Path | str,
    *,
    pieces: int = 0,
    metric: str = "wdl",
    threads: int | None = None,
    engine: str = "threads",
    workers: int | None = None,
    address: str | None = None,
    on_progress: Callable[[BuildProgress], None] | None = None,
    stop: Stop | None = None,
) -> Tables[S, A]:
    """Build the tables of at most `pieces` pieces (0: all) that are not in the folder yet.

    With "wdl" a table has the winner, with "dtw" also the number of plies to the end of the game:
    the winner takes as few as possible, the loser as many as possible. With the engine "ray" the
    blocks are expanded by the Ray cluster at `address`, or by one that is started for this build
    with `workers` workers. The files are the same.

    Ctrl-C raises KeyboardInterrupt and keeps the complete layers. Raises InputError if the game
    neither numbers its positions nor is small (see `numbering`), if files in the folder are of
    another game, and if Ray is not installed; NotCompilable if rules and numbers do not compile.
    """
    for limit, given in (("threads", threads), ("workers", workers)):
        if given is not None and given < 1:
            raise InputError("limit.too_small", limit=limit, given=given, least=1)
    if engine not in ENGINES:
        raise InputError("endgame.engine", given=engine, known=", ".join(ENGINES))
    if engine != "ray" and (workers, address) != (None, None):
        raise InputError("endgame.only_ray")
    game = number_positions(game)
    watcher, cores = Watcher(on_progress, stop), threads or os.cpu_count() or 1
    builder = _Builder(game, Path(folder), pieces, metric, cores, watcher)
    with builder.executor(engine, workers, address) as executor:
        builder.run(executor)
    return open_tables(game, folder, metric=metric)


class _Builder:
    """One build: its layers, settings and progress."""

    def __init__(
        self,
        game: Game[Any, Any],
        folder: Path,
        pieces: int,
        metric: str,
        threads: int,
        watcher: Watcher[BuildProgress],
    ) -> None:
        self.game, self.folder, self.threads, self.watcher = game, folder, threads, watcher
        self.layers = layers_of(game, pieces)
        require_sizes(game, self.layers)
        self.metric = require_metric(metric)
        self.plies = self.metric == "dtw"
        self.control = Control(watcher.stop)
        self.done = self.built = self.moves = 0
        self.finishing = 0.0
        self.started = perf_counter()

    @contextmanager
    def executor(self, engine: str, workers: int | None, address: str | None) -> Iterator[Executor]:
        """The executor of the engine, closed at the end of the `with` block."""
        if engine == "threads":
            yield ThreadExecutor(
                self.game, plies=self.plies, threads=self.threads, stop=self.control
            )
            return
        with cluster(
            self.game, plies=self.plies, workers=workers, address=address, stop=self.control
        ) as found:
            yield found

    def run(self, executor: Executor) -> None:
        """Build all layers; those on disk are loaded."""
        with write_errors(self.folder):
            self.folder.mkdir(parents=True, exist_ok=True)
        for number, layer in enumerate(self.layers):
            path = layer.file(self.folder, self.metric)
            remove_partial(path)  # left by a build that was killed, as are the .work files
            for leftover in self.folder.glob(f"{escape(path.name)}-*{WORK}"):
                leftover.unlink()
            if path.exists():
                file = require_table(path, self.game, layer, self.metric)
                executor.keep(layer.number, b"".join(file.blocks()))
                self.done += layer.size
            else:
                self.build(executor, number, layer, path)

    def build(self, executor: Executor, number: int, layer: TableLayer, path: Path) -> None:
        """Solve a layer and write it; Ctrl-C leaves no files of it."""
        get_ready(self.game)  # compile before threads start, and raise errors here
        warm_up()
        work = LayerArrays(self.folder, path.name)
        before = self.done

        def done(numbers: int) -> None:
            self.done += numbers
            self.built += numbers

        def watch() -> None:
            spent = perf_counter() - self.started
            total = sum(each.size for each in self.layers)
            self.watcher.report(
                BuildProgress(
                    layer.name, number, len(self.layers), self.done, total, self.built, spent,
                    self.moves, executor.seconds, self.finishing,
                )
            )  # fmt: skip

        try:
            blocks = executor.expand(layer, done, watch)
            self.moves += sum(len(each.targets) for each in blocks)
            started = process_time()
            (values,) = run_all(
                [lambda: solve_layer(blocks, work, self.control.flags)], self.control, watch=watch
            )
            self.write(executor, layer, path, values)
            self.finishing += process_time() - started
        except StoppedError:
            self.done = before
            self.control.require_going()
            raise
        finally:
            work.clear()
        watch()

    def write(self, executor: Executor, layer: TableLayer, path: Path, values: Any) -> None:
        """Write the values, and give them to the executor for later layers."""
        plies = self.plies
        parts = [pack_values(values, *span, plies=plies) for span in layer.blocks()]
        with ThreadPoolExecutor(self.threads) as pool:
            blocks: Sequence[bytes] = list(
                pool.map(lambda part: compress_block(part, plies=plies), parts)
            )
        header = required_header(self.game, layer, self.metric) | {"options": options_of(self.game)}
        header |= tally(values, plies=plies)
        write_table(path, header, blocks)
        executor.keep(layer.number, b"".join(parts))


def tally(values: Any, *, plies: bool) -> dict[str, int]:
    """The number of positions, of wins and losses of the player to move, and the most plies."""
    there = values[values != HOLE]
    found = {
        "positions": len(there), "wins": int((there > 0).sum()), "losses": int((there < 0).sum()),
    }  # fmt: skip
    return found | ({"longest": max(int(abs(there).max(initial=0)) - 1, 0)} if plies else {})
