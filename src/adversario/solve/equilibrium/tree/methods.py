"""The methods that solve games with information sets, by name, and the one to choose."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeAlias, get_args

from adversario.base.errors import InputError
from adversario.base.stop import Stop
from adversario.game import A
from adversario.native.engines.engine_choice import Engine
from adversario.solve.equilibrium.tree.answer import Equilibrium
from adversario.solve.equilibrium.tree.flat import FlatTree
from adversario.solve.equilibrium.tree.regret import (
    VARIANTS,
    CfrProgress,
    Variant,
    cfr,
)
from adversario.solve.equilibrium.tree.response import GameOrTree, as_tree
from adversario.solve.equilibrium.tree.sequence_form import solve_exactly
from adversario.solve.equilibrium.tree.subgames import subgame_perfect

Method: TypeAlias = Literal["sequence-form", "subgames"] | Variant
EXACT: tuple[Literal["sequence-form", "subgames"], ...] = ("sequence-form", "subgames")
METHODS: tuple[Method, ...] = (*EXACT, *get_args(Variant))

MOST_EXACT = 120
"""The most actions of information sets in a tree that is solved exactly without being asked to."""

ITERATIONS = 1000
"""The default number of iterations."""


def equilibrium(
    game: GameOrTree[A], *, method: Method | str | None = None, iterations: int | None = None,
    exploitability: float | None = None, curve: bool = False, seed: int = 0,
    engine: Engine = "auto",
    on_progress: Callable[[CfrProgress], None] | None = None, stop: Stop | None = None,
) -> Equilibrium[A]:  # fmt: skip
    """An equilibrium by the method of that name, or by the one that fits.

    Small trees are solved exactly: two players with a constant sum by the sequence form, others
    subgame by subgame if that is possible. Larger ones, and all if a limit of `iterations` or
    `exploitability` is given, are solved by `cfr`, with these options.
    """
    tree = as_tree(game, engine)
    if method is None and iterations is None and exploitability is None and not curve:
        found = _solve_small(tree)
        if found is not None:
            return found
    name = "dcfr" if method is None else method
    if name == "sequence-form":
        return solve_exactly(tree)
    if name == "subgames":
        return subgame_perfect(tree)
    if name not in VARIANTS:
        raise InputError("equilibrium.variant", given=name, known=", ".join(METHODS))
    return cfr(
        tree, iterations=ITERATIONS if iterations is None else iterations, variant=name,
        exploitability=exploitability, curve=curve, seed=seed, engine=engine,
        on_progress=on_progress, stop=stop,
    )  # fmt: skip


def _solve_small(tree: FlatTree[A]) -> Equilibrium[A] | None:
    """The exact answer for a small tree, if there is a way to it."""
    if tree.slots > MOST_EXACT:
        return None
    try:
        return _exact(tree)
    except InputError:
        return None


def _exact(tree: FlatTree[Any]) -> Equilibrium[Any]:
    hidden = not tree.game.kind.is_open
    return solve_exactly(tree) if hidden and tree.is_solvable else subgame_perfect(tree)
