"""The events of a search: the common vocabulary of traces, drawings and exercises.

A search given `on_event=f` calls `f(event)` for each of these, in order. States and actions are the
game's own values. Every node visited yields one `Enter` and then either one `Leaf`, or, for each
child searched, the child's own events followed by `Child` and, if it changed anything, `Update`;
then `Cut` if the rest was pruned, and `Leave`. `ply` is the node's distance from the root. Enhanced
searches add a `Note` where they deviate from this, and may visit a child twice before its `Child`.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Any, NamedTuple, TypeAlias

from adversario.base.numbers import Number, Value
from adversario.base.pov import Bound

__all__ = [
    "Bound",
    "Child",
    "Cut",
    "Enter",
    "Event",
    "Iteration",
    "Leaf",
    "LeafKind",
    "Leave",
    "Node",
    "Note",
    "Observer",
    "Reason",
    "Remark",
    "Update",
]


class Node(StrEnum):
    """How a node chooses among its children."""

    MAX = "max"
    MIN = "min"
    CHANCE = "chance"
    OWN = "own"  # max^n: the player to move maximises their own utility


class LeafKind(StrEnum):
    """Why a node was not expanded."""

    TERMINAL = "terminal"
    EVALUATION = "evaluation"
    TABLE = "table"  # the table has a value good enough for this window
    REPETITION = "repetition"  # a draw: the position has occurred before
    UNLIKELY = "unlikely"  # evaluated, as the line is too unlikely to be searched


class Reason(StrEnum):
    """Why the rest of a node's children was cut: which inequality held."""

    BETA = "beta"  # v >= beta at a MAX node
    ALPHA = "alpha"  # v <= alpha at a MIN node
    BETA_STRICT = "beta-strict"  # v > beta
    ALPHA_STRICT = "alpha-strict"  # v < alpha
    CHANCE_BETA = "chance-beta"  # whatever is left, the expectation is >= beta (Star1, Star2)
    CHANCE_ALPHA = "chance-alpha"  # whatever is left, the expectation is <= alpha
    SHALLOW = "shallow"  # max^n: too little remains for the player above
    PROBE = "probe"  # Star2 has only searched one action so far
    STAND_PAT = "stand-pat"  # quiescence: doing nothing is already good enough
    NULL_MOVE = "null-move"  # even passing is good enough
    STATIC = "static"  # the estimate is so much better that a search would hardly change it


class Remark(StrEnum):
    """Deviations of an enhanced search from the textbook form."""

    TABLE_FIRST = "table-first"  # an action is first because it was best here before ...
    KILLER = "killer"  # ... or is moved up because it cut elsewhere at this ply ...
    HISTORY = "history"  # ... or because it has cut often ...
    LAST_BEST = "last-best"  # ... or, at the root, because it was better in the last iteration
    SCOUT = "scout"  # it is searched with a null window, expected to be no better
    REDUCED = "reduced"  # it is searched to a smaller depth
    AGAIN = "again"  # it is better than expected, and is searched again
    PASS = "pass"  # a null move is tried
    PRUNED = "pruned"  # it is left out: by the estimate it would change nothing
    WIDENED = "widened"  # the value is outside the window of the root, which is searched again


class Enter(NamedTuple):
    """A node is entered. The window is None if the search has none."""

    ply: int
    state: Any
    node: Node
    player: int
    action: Any  # that led here; None at the root
    probability: Number | None  # of that action, below a chance node
    alpha: Value | None
    beta: Value | None


class Leaf(NamedTuple):
    """The node entered last is a leaf of the search."""

    ply: int
    state: Any
    value: Value
    kind: LeafKind
    bound: Bound = Bound.EXACT  # a value of the table may be a bound


class Child(NamedTuple):
    """A child returned its value to the node `state`."""

    ply: int
    state: Any
    action: Any
    value: Value


class Update(NamedTuple):
    """The node has a new best child, and may have a narrower window."""

    ply: int
    state: Any
    action: Any
    value: Value
    alpha: Value | None
    beta: Value | None


class Cut(NamedTuple):
    """The rest of the node's children is pruned, because of `value` compared with `limit`."""

    ply: int
    state: Any
    value: Value
    limit: Number
    reason: Reason
    pruned: tuple[Any, ...]  # the pruned actions, in order


class Leave(NamedTuple):
    """The node is done. `action` is the best found; None at chance nodes."""

    ply: int
    state: Any
    value: Value
    action: Any
    bound: Bound


class Note(NamedTuple):
    """A remark about the next search of an action; None: of all actions."""

    ply: int
    state: Any
    action: Any
    remark: Remark


class Iteration(NamedTuple):
    """Iterative deepening starts a search to this depth."""

    depth: int


Event: TypeAlias = Enter | Leaf | Child | Update | Cut | Leave | Note | Iteration
Observer: TypeAlias = Callable[[Event], None]
