"""What checked arithmetic costs: `python benchmarks/checked.py` writes results/checked.md.

Each game is compiled twice, with arithmetic that is Python's or raises and with that of the
machine, and both run in turns in one process. The least time of the processor counts, so another
program on the machine does little harm. Perft is for all games that compile; search and Monte Carlo
tree search are for those that are named.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from time import thread_time
from typing import Any

import numpy as np

from adversario.algorithms.alphabeta import alphabeta
from adversario.algorithms.core.limit import Counters, Limit
from adversario.algorithms.core.sides import two_sides
from adversario.algorithms.mcts.settings import settings_for
from adversario.game import Game
from adversario.games.registry import GAMES, make_game
from adversario.native.compiler.compile import Compiled, compile_game
from adversario.native.compiler.problems import NotCompilable
from adversario.native.engines import mcts as mcts_engine
from adversario.native.engines.control import Control
from adversario.native.engines.modelled import Shares
from adversario.native.engines.plain_search import PlainSearch
from adversario.native.kernels.count import perft as perft_kernel
from adversario.native.kernels.layout.flags import Flags
from adversario.native.kernels.mcts import tree_search as mcts_kernel
from adversario.native.kernels.search import alphabeta as search_kernel

RESULT = Path(__file__).parent / "results" / "checked.md"
SEARCHED = ("connect4", "othello", "checkers", "hex", "kalah", "twenty48")
WANTED = 0.1
"""The seconds that a run takes at least; what is shorter is run several times."""
DEADLINE = 2.0
"""The seconds that no deeper run is tried after."""
ROUNDS = 15

Task = Callable[[Compiled, int], Callable[[], Any]]
"""From a compiled kernel and a size to the work."""


def perft_task(compiled: Compiled, depth: int) -> Callable[[], Any]:
    """Perft to a depth."""
    state, flags = compiled.encode(compiled.game.initial()), np.zeros(Flags.size, np.int64)
    return lambda: compiled.functions.watched_perft(state, depth, flags)


def search_task(compiled: Compiled, depth: int) -> Callable[[], Any]:
    """Plain alpha-beta to a depth, in this thread."""
    game = compiled.game
    root, limit = game.initial(), Limit(depth=depth)
    search: Any = PlainSearch(
        "alphabeta", compiled, root, lambda limit: alphabeta(game, root, limit=limit),
        sides=two_sides(game),
    )  # fmt: skip
    search.warm_up()
    return lambda: search.iterate(game, root, limit=limit).statistics.nodes


def mcts_task(compiled: Compiled, size: int) -> Callable[[], Any]:
    """Monte Carlo tree search of 2**size simulations, in this thread."""
    game = compiled.game
    settings = settings_for(game, {"limit": Limit(nodes=1 << size), "memory_mib": 32})

    def simulate() -> int:
        search: Any = mcts_engine._Search(
            compiled, game.initial(), settings, Shares(), 1, Control(), None, Counters()
        )
        (tree,) = search.trees
        tree.block.limit = 1 << size
        compiled.functions.search(compiled.encode(game.initial()), tree.address)
        return int(tree.block.done)

    return simulate


TASKS = {
    "perft": (perft_kernel, perft_task, 2),
    "search": (search_kernel, search_task, 2),
    "mcts": (mcts_kernel, mcts_task, 12),
}
"""By name: the kernel, the task, and its least size."""


def seconds(work: Callable[[], Any]) -> float:
    """The time of the processor that the work takes."""
    started = thread_time()
    work()
    return thread_time() - started


def repeat(work: Callable[[], Any], times: int) -> None:
    """Do the work so many times."""
    for _ in range(times):
        work()


def compare(name: str, kind: str) -> tuple[int, float, float] | None:
    """The size of a task, and its least seconds, checked and unchecked; None: does not compile."""
    kernel, task, size = TASKS[kind]
    game: Game[Any, Any] = make_game(name)
    try:
        forms = [compile_game(game, kernel, checked=checked) for checked in (True, False)]
    except NotCompilable:
        return None
    began = thread_time()
    while size < 40:
        work = task(forms[1], size)
        work()
        if seconds(work) > WANTED or thread_time() - began > DEADLINE:
            break
        size += 1
    works = [task(form, size) for form in forms]
    times = max(1, round(WANTED / max(seconds(works[1]), 1e-6)))  # of a game that is smaller
    answers = [work() for work in works]
    assert answers[0] == answers[1], (name, kind, answers)
    least = [float("inf")] * 2
    for _ in range(ROUNDS):
        for at, work in enumerate(works):
            least[at] = min(least[at], seconds(partial(repeat, work, times)))
    return size, least[0], least[1]


def rows(names: list[str]) -> Iterator[str]:
    """The lines of the table."""
    for name in names:
        for kind in TASKS if name in SEARCHED else ("perft",):
            if kind == "search" and (make_game(name).chance or make_game(name).players != 2):
                continue
            found = compare(name, kind)
            if found is not None:
                size, checked, plain = found
                share = f"{100 * (checked / plain - 1):+.1f} %"
                yield f"| {name} | {kind} {size} | {plain:.3f} | {checked:.3f} | {share} |"


def main() -> None:
    """Measure the games that are named, or all, and write the table of all."""
    lines = [
        "# What checked arithmetic costs",
        "",
        f"Seconds of the processor, the least of {ROUNDS} runs in turns: `benchmarks/checked.py`.",
        "",
        "| game | task | machine's | checked | cost |",
        "|---|---|---:|---:|---:|",
    ]
    for line in rows(sys.argv[1:] or list(GAMES)):
        print(line, flush=True)
        lines.append(line)
    if not sys.argv[1:]:
        RESULT.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
