"""A search with a live count of its nodes, if it takes long."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter
from typing import Any

from rich.console import Console
from rich.live import Live
from rich.text import Text

from adversario.algorithms.core.answer import Result
from adversario.algorithms.core.limit import Budget, Limit
from adversario.base.catalogue import text
from adversario.game import Game
from adversario.native.engines.dispatch import search

PATIENCE = 0.5
"""Seconds before the count is shown."""


def watched_search(
    game: Game[Any, Any], state: Any, lang: str, *, limit: Limit | None, **options: Any
) -> Result[Any, Any]:
    """Search as `search` does; standard error, if it is a terminal, shows the progress."""
    budget = Budget(Limit() if limit is None else limit)
    compiled: list[bool] = []

    def words(spent: float) -> str:
        if compiled and not budget.count.nodes:
            return text("cli.compiling", lang, seconds=f"{spent:.0f}")
        return text("cli.searching", lang, nodes=budget.count.nodes, seconds=f"{spent:.0f}")

    with show_when_slow(words):
        return search(
            game, state, limit=limit, budget=budget, on_native=lambda: compiled.append(True),
            **options,
        )  # fmt: skip


@contextmanager
def show_when_slow(words: Callable[[float], str]) -> Iterator[Callable[[], None]]:
    """Show `words(seconds)` on a terminal once it takes a while.

    Yields a function that ends the notice early.
    """
    if not sys.stderr.isatty():
        yield lambda: None
        return
    started = perf_counter()

    def render() -> Text:
        spent = perf_counter() - started
        return Text(words(spent), style="dim") if spent >= PATIENCE else Text()

    # Live refreshes in a thread of its own, so the search is not slowed down.
    console = Console(stderr=True)
    live = Live(get_renderable=render, console=console, transient=True, refresh_per_second=4)
    with live:
        yield live.stop
