"""Strategies in files: JSON with the probability of every action of every information set."""

from __future__ import annotations

import json
from collections.abc import Mapping
from os import PathLike
from pathlib import Path
from typing import Any, NamedTuple

from adversario.base.distribution import Distribution
from adversario.base.errors import InputError
from adversario.base.files import read_json_file, write_whole
from adversario.base.formats.schema import (
    Constant,
    Exact,
    ListOf,
    MapOf,
    Record,
    Text,
    Version,
    Whole,
)
from adversario.base.numbers import Number
from adversario.base.provenance.saved_work import IDENTITY, identity, require_game
from adversario.contract.information.memory import Memory
from adversario.game import A, Game
from adversario.solve.equilibrium.tree.response import GameOrTree, as_tree
from adversario.solve.equilibrium.tree.strategy import Strategy

KIND, VERSION = "strategy", 1


class _SavedSet(NamedTuple):
    """An information set and the probabilities of its actions, by name."""

    player: int
    set: str
    actions: Mapping[str, Number]


SAVED: Record[dict[str, Any]] = Record(
    {
        "kind": Constant(KIND),
        "version": Version(VERSION),
        "source": Text(),
        **IDENTITY,
        "sets": ListOf(
            Record(
                {"player": Whole(), "set": Text(), "actions": MapOf(Exact(most=1.0))},
                make=_SavedSet,
            )
        ),
    }
)


def save_strategy(strategy: Strategy[A], path: str | PathLike[str], source: str = "") -> None:
    """Write a strategy to a file, atomically; `source` is the game as it was asked for."""
    game = strategy.tree.game
    head = {"kind": KIND, "version": VERSION, "source": source, **identity(game)}
    found = {**head, "sets": strategy.to_json()}
    write_whole(Path(path), json.dumps(found, ensure_ascii=False, indent=1) + "\n")


def load_strategy(path: str | PathLike[str], game: GameOrTree[A]) -> Strategy[A]:
    """The strategy of a file, which may have the sets of some players only.

    InputError if the file is not well formed, was made for another game or for other rules, or has
    sets, actions or probabilities that do not fit.
    """
    found = read_json_file(path, SAVED)
    played: Game[Any, A] = game if isinstance(game, Game) else game.game
    require_game(path, found, played)
    tree = as_tree(game)
    sets = {(each.player, each.label): each for each in tree.sets}
    chosen: dict[Memory[A], Distribution[A]] = {}
    for saved in found["sets"]:
        each = sets.get((saved.player, saved.set))
        if each is None:
            raise InputError("strategy.no_set", file=path, player=saved.player, set=saved.set)
        if each.memory in chosen:
            raise InputError("strategy.twice", file=path, player=saved.player, set=saved.set)
        if sorted(saved.actions) != sorted(each.names):  # in a file they may be in any order
            raise InputError(
                "strategy.actions", file=path, set=saved.set,
                found=", ".join(saved.actions), expected=", ".join(each.names),
            )  # fmt: skip
        try:
            chosen[each.memory] = Distribution(
                zip(each.actions, map(saved.actions.__getitem__, each.names), strict=True)
            )
        except InputError as problem:
            raise InputError(
                "strategy.chances", file=path, set=saved.set, problem=problem.message
            ) from None
    return Strategy(tree, chosen)
