"""The algorithms by name: one record each, with all properties that other packages use."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from importlib import import_module
from typing import Any

from adversario.algorithms.core.answer import Result
from adversario.base.errors import InputError
from adversario.base.suggest import did_you_mean

ROOM = "adversario.algorithms"


@dataclass(frozen=True, slots=True)
class Algorithm:
    """A search, its requirements on a game, and its properties.

    The function is named rather than imported, because the searches use these records to check
    whether a game fits. Its compiled form is in `adversario.native.engines.dispatch`; its title and
    its pseudocode are in the catalogue.
    """

    name: str
    home: str
    """The function, as `module:function` below `adversario.algorithms`."""
    pseudocode: tuple[str, ...]
    """The parts of its pseudocode."""
    fixed: Mapping[str, Any] = field(default_factory=dict)
    """The options of the function that make it this algorithm."""
    two_sided: bool = False
    """Whether it needs one player, or two sides whose utilities have a constant sum."""
    chance: bool = False
    """Whether it searches chance nodes."""
    bounded: bool = False
    """Whether it prunes by the bounds of utilities, which the game must declare."""
    hidden: bool = False
    """Whether it is for games in which players do not see everything, or move at the same time."""
    rounds: bool = False
    """Whether it is for games in which players move at the same time, and for no others."""
    own: bool = False
    """Whether the value is the utility of the player to move at the root, not player 0's."""
    anytime: bool = False
    """Whether it has an answer at any time: a limit of time or nodes needs no deepening."""
    recommended: bool = False
    """Whether it is a default: of these, a game is searched by the first that fits."""
    whole_tree: bool = False
    """Whether it prunes nothing, so that its nodes are the size of the tree."""

    @property
    def function(self) -> Callable[..., Result[Any, Any]]:
        """The interpreted search, with its fixed options."""
        module, _, name = self.home.partition(":")
        found: Callable[..., Result[Any, Any]] = getattr(import_module(f"{ROOM}.{module}"), name)
        return partial(found, **self.fixed) if self.fixed else found


_RECORDS = (
    Algorithm(
        "minimax", "minimax:minimax", ("minimax",),
        two_sided=True, whole_tree=True,
    ),
    Algorithm(
        "alphabeta", "alphabeta:alphabeta", ("alphabeta",),
        two_sided=True, recommended=True,
    ),
    Algorithm("expectimax", "expectimax:expectimax", ("minimax", "chance"), chance=True, own=True),
    Algorithm(
        "expectiminimax", "expectiminimax:expectiminimax", ("minimax", "chance"),
        two_sided=True, chance=True, recommended=True, whole_tree=True,
    ),
    Algorithm(
        "star1", "expectiminimax:expectiminimax", ("alphabeta", "star"),
        fixed={"pruning": "star1"}, two_sided=True, chance=True, bounded=True,
    ),
    Algorithm(
        "star2", "expectiminimax:expectiminimax", ("alphabeta", "star"),
        fixed={"pruning": "star2"}, two_sided=True, chance=True, bounded=True,
    ),
    Algorithm(
        "maxn", "maxn:maxn", ("maxn", "chance"),
        chance=True, own=True, recommended=True, whole_tree=True,
    ),
    Algorithm("paranoid", "paranoid:paranoid", ("alphabeta",), own=True),
    Algorithm("mcts", "mcts.tree_search:mcts", ("mcts",), chance=True, anytime=True),
    Algorithm(
        "ismcts", "imperfect.ismcts:ismcts", ("ismcts",), chance=True, hidden=True, anytime=True,
    ),
    Algorithm(
        "pimc", "imperfect.pimc:pimc", ("pimc",), chance=True, hidden=True, anytime=True,
    ),
    Algorithm(
        "regret-matching", "imperfect.regret_matching:regret_matching", ("regret_matching",),
        chance=True, hidden=True, rounds=True, anytime=True,
    ),
)  # fmt: skip

ALGORITHMS: Mapping[str, Algorithm] = {record.name: record for record in _RECORDS}
"""By name, in the order in which they are listed; among the recommended, those that prune most come
first.
"""


def algorithm_named(name: str) -> Algorithm:
    """The record of that name; raises InputError, with all names, if there is none."""
    if name not in ALGORITHMS:
        close, known = did_you_mean(name, ALGORITHMS), ", ".join(ALGORITHMS)
        raise InputError("search.unknown", algorithm=name[:60], close=close, known=known)
    return ALGORITHMS[name]
