"""Monte Carlo tree search, compiled: see `adversario.search.mcts` for what it does and answers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import sqrt
from time import perf_counter
from typing import Any, NamedTuple

from adversario.errors import InputError
from adversario.game import A, Game, S
from adversario.native.choose import Engine, compiled_form
from adversario.native.compile import Compiled
from adversario.native.control import Control, run_all
from adversario.native.kernels import mcts as kernel
from adversario.search.limit import Limit
from adversario.search.mcts import mcts as interpreted_mcts
from adversario.search.mcts_result import (
    Arm,
    MctsResult,
    MctsTree,
    View,
    checked,
    conclude,
    dead_end,
    found,
    kept_root,
    view_of,
)

DEEPEST = 4096
"""The depth beyond which a tree does not grow."""

LINE = 64
"""The bytes of a line of the processor's cache."""

ENDLESS = 1 << 62
"""More simulations than there is time for."""


def mcts(
    game: Game[S, A],
    state: S | None = None,
    *,
    limit: Limit | None = None,
    simulations: int | None = None,
    exploration: float = sqrt(2),
    rollout_depth: int | None = None,
    seed: int = 0,
    solver: bool = True,
    memory_mib: float = 64,
    threads: int = 1,
    tree: object = None,
    engine: Engine = "auto",
) -> MctsResult[S, A]:
    """The action that most simulations of the game chose; the options are the interpreted one's.

    - `threads`: compiled, so many trees grow at once, each with its share of the simulations and
      of the memory, and are added up at the root. One thread finds the same again, node for node,
      with the same seed and without a limit of time.
    - `engine`: "native" (NotCompilable says why not), "python", or "auto".
    """
    limit = checked(
        game, limit, simulations, exploration=exploration, rollout_depth=rollout_depth,
        memory_mib=memory_mib,
    )  # fmt: skip
    if threads < 1:
        raise InputError("mcts.threads", given=threads)
    start = game.initial() if state is None else state
    compiled = compiled_form(game, kernel, engine, start)
    if compiled is None:
        return interpreted_mcts(
            game, start, limit=limit, exploration=exploration, rollout_depth=rollout_depth,
            seed=seed, solver=solver, memory_mib=memory_mib, tree=tree,
        )  # fmt: skip
    view = view_of(game, solver)
    children = partial(_children, game, view)
    kept = found(kept_root(game, tree, _Spot), start, children)
    trees = _trees(compiled, view, kept, threads, memory_mib, len(list(game.legal(start))))
    started = _run(compiled, start, view, trees, limit, exploration, rollout_depth, seed)
    root = _Spot(start, trees, (0,) * threads)
    counts = sum(tree.counts for tree in trees)
    return conclude(
        game, start, view, _arm(None, root, 0), children, MctsTree(game, root),
        simulations=int(counts[kernel.DONE]), evaluations=int(counts[kernel.EVALUATIONS]),
        deepest=max(int(tree.counts[kernel.DEEPEST]) for tree in trees),
        tree_nodes=int(counts[kernel.USED]), started=started,
    )  # fmt: skip


class _Rows:
    """A tree as the kernel has it. The root is row 0, and `counts` tells how many are in use."""

    def __init__(self, view: View, capacity: int) -> None:
        import numpy as np  # noqa: PLC0415 (not before a compiled search runs)

        # Both halves of a row are one line of the processor's cache: who looks at a child's values
        # has its links as well.
        width = row_width(view)
        memory = np.empty(capacity * width + LINE // 8)
        start = -memory.ctypes.data % LINE // 8
        rows: Any = memory[start : start + capacity * width].reshape(capacity, width)
        self.values: Any = rows[:, : kernel.MEAN + view.columns]
        self.links: Any = rows.view(np.int32)[:, -1 - kernel.VISITS :]
        self.counts: Any = np.zeros(8, np.int64)
        self.ranges: Any = np.array(
            [[*seen, _scale(*seen), view.bottom, view.top] for seen in view.ranges], np.float64
        )

    @property
    def proven(self) -> bool:
        """Whether the value of the root is known."""
        return bool(self.values[0, kernel.LOWER] == self.values[0, kernel.UPPER])


class _Spot(NamedTuple):
    """A state, and its row in each of the trees that grow together; -1 where there is none."""

    state: Any
    trees: tuple[_Rows, ...]
    rows: tuple[int, ...]


def row_width(view: View) -> int:
    """How many numbers of 8 bytes a node takes: at least a line of the cache."""
    return max(LINE // 8, kernel.MEAN + view.columns + (kernel.VISITS + 1) // 2)


def _scale(least: float, greatest: float) -> float:
    return 1 / (greatest - least) if least < greatest else 1.0


def _trees(
    compiled: Compiled,
    view: View,
    kept: _Spot | None,
    threads: int,
    memory_mib: float,
    branches: int,
) -> tuple[_Rows, ...]:
    """A tree for each thread: what is kept of earlier ones, or a root alone."""
    share = int(memory_mib * 2**20) // (8 * row_width(view)) // threads
    capacity = max(1 + branches, share)
    trees = tuple(_Rows(view, capacity) for _ in range(threads))
    known = {} if kept is None else dict(enumerate(zip(kept.trees, kept.rows, strict=True)))
    for number, tree in enumerate(trees):
        other, row = known.get(number, (None, -1))
        if other is None or row < 0:
            compiled.functions.clear(0, tree.links, tree.values, tree.ranges)
            tree.counts[kernel.USED] = 1
        else:
            arrays = other.links, other.values, tree.links, tree.values
            tree.counts[kernel.USED] = compiled.functions.copy(row, *arrays)
            tree.ranges[:, : kernel.BOTTOM] = other.ranges[:, : kernel.BOTTOM]
    return trees


def _run(
    compiled: Compiled,
    start: Any,
    view: View,
    trees: Sequence[_Rows],
    limit: Limit,
    exploration: float,
    rollout_depth: int | None,
    seed: int,
) -> float:
    """Let all trees grow until the limit, Ctrl-C, or the proof of the root in one of them.

    Returns when that started.
    """
    import numpy as np  # noqa: PLC0415

    control, state = Control(), compiled.encode(start)
    logs = np.log(np.maximum(np.arange(1 << kernel.PRECISION), 1))
    works = []
    for number, tree in enumerate(trees):
        tree.counts[kernel.PLIES] = -1 if rollout_depth is None else rollout_depth
        tree.counts[kernel.SOLVES] = view.solves
        word = np.uint64((seed * len(trees) + number) * kernel.SECOND_MIX % 2**64)
        path, payoffs = np.zeros((DEEPEST, 2), np.int64), np.zeros(view.columns)
        works.append(
            partial(
                compiled.functions.search, state, tree.links, tree.values, path,
                np.array(view.sides), tree.ranges, payoffs, tree.counts, float(exploration), logs,
                word, control.flags,
            )
        )  # fmt: skip
    works[0]()  # no simulation is allowed yet: this only compiles, which shall cost no time
    started = perf_counter()
    if compiled.game.is_terminal(start) or any(tree.proven for tree in trees):
        return started
    for number, tree in enumerate(trees):
        allowed = ENDLESS if limit.nodes is None else (limit.nodes + number) // len(trees)
        tree.counts[kernel.LIMIT] = allowed
    last = run_all(works, control, seconds=limit.time)
    for tree, state in zip(trees, last, strict=True):
        if tree.counts[kernel.STUCK]:
            raise dead_end(compiled.game, compiled.decode(state))
    return started


def _children(game: Game[Any, Any], view: View, spot: _Spot) -> list[Arm]:
    """The arms of a node, in the order of its actions; none if it was not expanded."""
    firsts = [
        int(tree.links[row, kernel.FIRST]) if row >= 0 and tree.links[row, kernel.COUNT] else -1
        for tree, row in zip(spot.trees, spot.rows, strict=True)
    ]
    if max(firsts) < 0:
        return []
    column = view.sides[game.player(spot.state)][0]
    arms = []
    for index, action in enumerate(game.legal(spot.state)):
        rows = tuple(first + index if first >= 0 else -1 for first in firsts)
        after = _Spot(game.result(spot.state, action), spot.trees, rows)
        arms.append(_arm(action, after, column))
    return arms


def _arm(action: Any, spot: _Spot, column: int) -> Arm:
    """What all trees together know of a node; `column` is that of whoever moves there."""
    known = [
        (t.links[r], t.values[r]) for t, r in zip(spot.trees, spot.rows, strict=True) if r >= 0
    ]
    visits = sum(int(link[kernel.VISITS]) for link, _ in known)
    weights = [int(link[kernel.VISITS]) / max(visits, 1) for link, _ in known]
    means = sum(w * value[kernel.MEAN :] for w, (_, value) in zip(weights, known, strict=True))
    apart = [value[kernel.MEAN + column] - means[column] for _, value in known]
    between = visits * sum(w * d * d for w, d in zip(weights, apart, strict=True))
    spread = float(sum(value[kernel.SPREAD] for _, value in known) + between)
    lower = max(float(value[kernel.LOWER]) for _, value in known)
    upper = min(float(value[kernel.UPPER]) for _, value in known)
    return Arm(action, visits, tuple(map(float, means)), spread, lower, upper, spot)
