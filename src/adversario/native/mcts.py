"""Monte Carlo tree search, compiled: see `adversario.search.mcts` for what it does and answers."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from math import inf, sqrt
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
    places = _places(compiled, view, start, tree, threads, memory_mib)
    started = _run(compiled, view, places, limit, exploration, rollout_depth, seed)
    children = partial(_children, game)
    counts = sum(place.tree.counts for place in places)
    return conclude(
        game, start, view, _merged([place.arm(None) for place in places], 0),
        partial(_all_children, game, view, tuple(places)), MctsTree(game, tuple(places)),
        simulations=int(counts[kernel.DONE]), evaluations=int(counts[kernel.EVALUATIONS]),
        deepest=max(int(place.tree.counts[kernel.DEEPEST]) for place in places),
        tree_nodes=int(counts[kernel.USED]), started=started,
    )  # fmt: skip
