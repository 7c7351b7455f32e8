"""The display of a running analysis: lines, or, on a terminal, a block that is redrawn."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import typer
from rich.console import Console, Group
from rich.live import Live
from rich.table import Table
from rich.text import Text

from adversario.algorithms.core.answer import Result
from adversario.base.catalogue import text
from adversario.base.numbers import show

COLUMNS = ("depth", "value", "nodes", "speed", "hash", "seconds", "line")
SHOWN = 12
"""The most iterations that a terminal shows."""

LONG = re.compile(r"\d+\.\d{4,}")
"""A number with more decimals than an estimate deserves."""


class Plain:
    """Prints one line for each iteration, and its other lines of play below, under a heading.

    Before the first line `begin` is called, which ends the notice.
    """

    def __init__(self, lang: str, begin: Callable[[], None]) -> None:
        self.lang, self.begin, self.begun = lang, begin, False

    def __call__(self, result: Result[Any, Any]) -> None:
        """Print an iteration."""
        if not self.begun:
            self.begin()
            typer.echo(_row([text(f"column.{column}", self.lang) for column in COLUMNS]))
            self.begun = True
        typer.echo(_row(_cells(result)))
        for line in result.best_lines[1:]:
            blank = [""] * (len(COLUMNS) - 3)
            typer.echo(_row(["", line.text, *blank, " ".join(result.names(line.actions))]))

    def close(self) -> None:
        """Do nothing: every line has been printed."""


class Block:
    """Draws the iterations, the best lines and a score for every action, in place."""

    def __init__(self, lang: str, begin: Callable[[], None], console: Console) -> None:
        self.lang, self.begin = lang, begin
        self.rows: list[list[str]] = []
        self.live = Live(console=console, auto_refresh=False, vertical_overflow="crop")

    def __call__(self, result: Result[Any, Any]) -> None:
        """Redraw the block with one more iteration."""
        if not self.rows:
            self.begin()
            self.live.start()
        self.rows.append(_cells(result))
        block = Group(self.iterations(), Text(), self.lines(result), Text(), self.scores(result))
        self.live.update(block, refresh=True)

    def close(self) -> None:
        """Stop redrawing; the last block stays."""
        self.live.stop()

    def iterations(self) -> Table:
        """The last iterations."""
        table = _table(*(text(f"column.{column}", self.lang) for column in COLUMNS))
        for row in self.rows[-SHOWN:]:
            table.add_row(*map(Text, row))
        return table

    def lines(self, result: Result[Any, Any]) -> Table:
        """The best lines of play."""
        table = _table(text("column.value", self.lang), text("cli.analyse.best", self.lang))
        for line in result.best_lines:
            table.add_row(Text(line.text), Text(" ".join(result.names(line.actions))))
        return table

    def scores(self, result: Result[Any, Any]) -> Table:
        """The value of every action of the root, side by side."""
        names = [result.game.action_name(result.state, score.action) for score in result.scores]
        table = _table(text("column.action", self.lang), *names, left=False)
        values = [_brief(score.text) for score in result.scores]
        table.add_row(text("column.value", self.lang), *map(Text, values))
        return table


def _cells(result: Result[Any, Any]) -> list[str]:
    """The columns of an iteration."""
    cost, (first, *_) = result.statistics, result.best_lines or (None,)
    speed = cost.nodes / cost.seconds / 1e6 if cost.seconds else 0.0
    use = "-" if cost.hash_use is None else f"{100 * cost.hash_use:.1f}"
    value = _brief(show(result.value) if first is None else first.text)
    line = " ".join(result.variation_names())
    return [
        str(result.depth), value, str(cost.nodes), f"{speed:.2f}", use, f"{cost.seconds:.2f}", line
    ]  # fmt: skip


def _brief(value: str) -> str:
    """A value with as many digits as an estimate deserves."""
    return LONG.sub(lambda number: f"{float(number[0]):.4g}", value)


def _row(cells: list[str]) -> str:
    *numbers, line = cells
    return "  ".join([*(cell.rjust(11) for cell in numbers), line]).rstrip()


def _table(*heads: str, left: bool = True) -> Table:
    """A table of numbers; with `left`, a last column of text, cut at the terminal's width."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for at, head in enumerate(heads):
        last = left and at == len(heads) - 1
        justify: Any = "left" if last else "right"
        table.add_column(Text(head), justify=justify, no_wrap=True, overflow="ellipsis")
    return table
