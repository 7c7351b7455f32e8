"""Checking endgame tables: every value against those of the positions that its moves lead to.

With distances this is a proof. A win or loss that agrees with its moves depends on shorter ones,
down to terminal positions; a player without a winning move who has not lost can play on for ever.
Without distances, wins could depend on each other in a cycle: the check then finds errors, but not
all.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from itertools import count
from typing import Any

from adversario.base.errors import InputError
from adversario.base.progress import Watcher
from adversario.base.stop import Stop, StoppedError
from adversario.native.engines.control import Control, run_all
from adversario.native.engines.endgame import Checked, check_block
from adversario.solve.endgame.plan import TableLayer
from adversario.solve.endgame.tables import Tables


@dataclass(frozen=True, slots=True)
class VerifyProgress:
    """The layer that is being checked, and the number of its positions checked so far."""

    layer: str
    positions: int


def verify_tables(
    tables: Tables[Any, Any],
    *,
    threads: int | None = None,
    on_progress: Callable[[VerifyProgress], None] | None = None,
    stop: Stop | None = None,
) -> dict[str, Checked]:
    """Check all tables, and return the counts of each layer.

    Raises InputError if a value is wrong, KeyboardInterrupt on Ctrl-C, and StoppedError if the
    `stop` token is set.
    """
    tables.memory()
    watcher, found = Watcher(on_progress, stop), {}
    for layer in tables.layers:
        checked = _verify(tables, layer, threads or os.cpu_count() or 1, watcher)
        header = tables.files[layer.number].header
        claimed = Checked(
            header["positions"], header["wins"], header["losses"],
            header["longest"] if tables.plies else checked.longest,
        )  # fmt: skip
        if checked != claimed:
            raise InputError("endgame.counts", layer=layer.name, found=checked, claimed=claimed)
        found[layer.name] = checked
    return found


def _verify(
    tables: Tables[Any, Any], layer: TableLayer, threads: int, watcher: Watcher[VerifyProgress]
) -> Checked:
    """Check one layer, block by block."""
    control, turn, spans = Control(watcher.stop), count(), layer.blocks()
    parts: list[Checked] = []

    def work() -> None:
        while (at := next(turn)) < len(spans):
            try:
                parts.append(
                    check_block(
                        tables.game, tables.memory(), layer.number, *spans[at], control.flags
                    )
                )
            except StoppedError:
                return
            except BaseException:
                control.set()
                raise

    def watch() -> None:
        watcher.report(VerifyProgress(layer.name, sum(each.positions for each in parts)))

    run_all([work] * min(threads, len(spans)), control, watch=watch)
    control.require_going()
    return Checked(
        sum(each.positions for each in parts),
        sum(each.wins for each in parts),
        sum(each.losses for each in parts),
        max(each.longest for each in parts),
    )
