"""Endgame tables made: layer after layer, each on disk before the next begins.

    build_tables(make_game("endings:pieces=R"), "krk", metric="dtw")

A layer is expanded block by block, in several threads: every block depends on the layers before
only. Then its moves are turned around, and it is solved from the ends backwards. The values are the
same whatever the threads do, so the same files come of it every time. Layers that are there are
not made again, so that a build that was stopped, or killed, goes on with the next one.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from glob import escape
from itertools import count
from pathlib import Path
from threading import Lock
from time import perf_counter
from typing import Any

from adversario.errors import InputError
from adversario.game import A, Game, S
from adversario.native.control import Control, run_all
from adversario.native.endgame import Expanded, Memory, StoppedError, compiled_for, expand
from adversario.native.kernels.endgame import HOLE
from adversario.solve.endgame.format import (
    PART,
    about,
    compressed,
    options_of,
    require_table,
    write_table,
)
from adversario.solve.endgame.graph import WORK, Work, packed, solve_layer
from adversario.solve.endgame.plan import Layer, layers_of, require_metric
from adversario.solve.endgame.tables import Tables, open_tables


@dataclass(frozen=True)
class Progress:
    """How far a build is. Positions count once their moves are known."""

    layer: str
    number: int
    layers: int
    done: int
    positions: int
    built: int  # of those done, what was made in this run
    seconds: float

    @property
    def left(self) -> float | None:
        """The seconds that the rest will take at the pace so far; None: too early to tell."""
        if self.built == 0 or self.seconds < 1:
            return None
        return (self.positions - self.done) * self.seconds / self.built


Tell = Callable[[Progress], None]


def build_tables(
    game: Game[S, A],
    folder: Path | str,
    *,
    pieces: int = 0,
    metric: str = "wdl",
    threads: int | None = None,
    tell: Tell | None = None,
) -> Tables[S, A]:
    """Make the tables of at most so many pieces (0: all) that are not in the folder yet.

    With "wdl" a table says who wins, with "dtw" also in how many plies to the end of the game: the
    winner hurries, the loser delays. Ctrl-C raises KeyboardInterrupt and keeps the layers that are
    complete. InputError for a game without layers and for files of something else, NotCompilable
    for one whose rules do not compile.
    """
    if threads is not None and threads < 1:
        raise InputError("limit.too_small", limit="threads", given=threads, least=1)
    builder = _Builder(game, Path(folder), pieces, metric, threads or os.cpu_count() or 1, tell)
    builder.run()
    return open_tables(game, folder, metric=metric)


class _Builder:
    """One build: the layers, those done in memory, and the clock."""

    def __init__(
        self,
        game: Game[Any, Any],
        folder: Path,
        pieces: int,
        metric: str,
        threads: int,
        tell: Tell | None,
    ) -> None:
        self.game, self.folder, self.threads, self.tell = game, folder, threads, tell
        self.layers = layers_of(game, pieces)
        self.metric = require_metric(metric)
        self.memory = Memory(plies=self.metric == "dtw")
        self.control = Control()
        self.done = self.built = 0
        self.started = perf_counter()

    def run(self) -> None:
        """All layers, those on disk as they are."""
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise InputError("cli.unwritable", file=self.folder, problem=error) from None
        for number, layer in enumerate(self.layers):
            path = layer.file(self.folder, self.metric)
            for leftover in (f"{escape(path.name)}{PART}", f"{escape(path.name)}-*{WORK}"):
                for each in self.folder.glob(leftover):  # of a build that was killed
                    each.unlink()
            if path.exists():
                file = require_table(path, self.game, layer, self.metric)
                self.memory.add(layer.number, b"".join(file.blocks()))
                self.done += layer.size
            else:
                self.build(number, layer, path)

    def build(self, number: int, layer: Layer, path: Path) -> None:
        """Solve a layer and write it; Ctrl-C leaves no trace of it."""
        compiled_for(self.game)  # before several threads want it
        work = Work(self.folder, path.name)
        before = self.done

        def watch() -> None:
            if self.tell is not None:
                spent = perf_counter() - self.started
                total = sum(each.size for each in self.layers)
                self.tell(
                    Progress(
                        layer.name, number, len(self.layers), self.done, total, self.built, spent
                    )
                )

        try:
            blocks = self.expanded(layer, watch)
            (values,) = run_all(
                [lambda: solve_layer(blocks, work, self.control.flags)], self.control, watch=watch
            )
            self.write(layer, path, values)
        except StoppedError:
            self.done = before
            raise KeyboardInterrupt from None
        finally:
            work.clear()
        watch()

    def expanded(self, layer: Layer, watch: Callable[[], None]) -> deque[Expanded]:
        """The moves of all blocks, each by the next thread that is free."""
        spans = layer.blocks()
        found: list[Expanded | None] = [None] * len(spans)
        turn, lock = count(), Lock()

        def work() -> None:
            while (at := next(turn)) < len(spans):
                try:
                    found[at] = expand(
                        self.game, self.memory, layer.number, *spans[at], self.control.flags
                    )
                except StoppedError:
                    return
                except BaseException:
                    self.control.stop()  # the others need not go on
                    raise
                with lock:
                    self.done += spans[at][1] - spans[at][0]
                    self.built += spans[at][1] - spans[at][0]

        run_all([work] * min(self.threads, len(spans)), self.control, watch=watch)
        if self.control.interrupted:
            raise StoppedError
        return deque(each for each in found if each is not None)

    def write(self, layer: Layer, path: Path, values: Any) -> None:
        """The values on disk, and in memory for the layers to come."""
        plies = self.metric == "dtw"
        parts = [packed(values, *span, plies=plies) for span in layer.blocks()]
        with ThreadPoolExecutor(self.threads) as pool:
            blocks: Sequence[bytes] = list(
                pool.map(lambda part: compressed(part, plies=plies), parts)
            )
        header = about(self.game, layer, self.metric) | {"options": options_of(self.game)}
        header |= tally(values, plies=plies)
        write_table(path, header, blocks)
        self.memory.add(layer.number, b"".join(parts))


def tally(values: Any, *, plies: bool) -> dict[str, int]:
    """How many positions there are, how many of them who moves wins and loses, the most plies."""
    there = values[values != HOLE]
    found = {
        "positions": len(there), "wins": int((there > 0).sum()), "losses": int((there < 0).sum()),
    }  # fmt: skip
    return found | ({"longest": max(int(abs(there).max(initial=0)) - 1, 0)} if plies else {})
