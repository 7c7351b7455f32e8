"""What a search reports while it runs: the one vocabulary of traces, drawings and exercises.

A search given `on_event=f` calls `f(event)` for each of these, in order. States and actions are the
game's own values. Every node visited yields one `Enter` and then either one `Leaf`, or, for each
child searched, the child's own events followed by `Child` and, if it changed anything, `Update`;
then `Cut` if the rest was pruned, and `Leave`. `ply` is the node's distance from the root. Enhanced
searches add a `Note` where they depart from that, and may visit a child twice before its `Child`.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum
from typing import Any, NamedTuple, TypeAlias

from adversario.base.numbers import Number, Value


class Node(StrEnum):
    """How a node chooses among its children."""

    MAX = "max"
    MIN = "min"
    CHANCE = "chance"
    OWN = "own"  # max^n: whoever moves maximises their own utility


class Bound(StrEnum):
    """What a value promises about the true one, to the depth searched."""

    EXACT = "exact"
    LOWER = "lower"  # the true value is at least this
    UPPER = "upper"  # the true value is at most this

    @property
    def negated(self) -> Bound:
        """The bound of the negated value, as seen by the other side."""
        return _NEGATED[self]


_NEGATED = {Bound.EXACT: Bound.EXACT, Bound.LOWER: Bound.UPPER, Bound.UPPER: Bound.LOWER}


class LeafKind(StrEnum):
    """Why a node was not expanded."""

    TERMINAL = "terminal"
    EVALUATION = "evaluation"
    TABLE = "table"  # known from an earlier visit, well enough for this window
    UNLIKELY = "unlikely"  # evaluated, as the line happens too rarely to be searched


class Reason(StrEnum):
    """Why the rest of a node's children was cut: which inequality held."""

    BETA = "beta"  # v >= beta at a MAX node
    ALPHA = "alpha"  # v <= alpha at a MIN node
    BETA_STRICT = "beta-strict"  # v > beta
    ALPHA_STRICT = "alpha-strict"  # v < alpha
    CHANCE_BETA = "chance-beta"  # whatever is left, the expectation is >= beta (Star1, Star2)
    CHANCE_ALPHA = "chance-alpha"  # whatever is left, the expectation is <= alpha
    SHALLOW = "shallow"  # max^n: too little is left for the player above
    PROBE = "probe"  # Star2 looked at one action only, for now
    STAND_PAT = "stand-pat"  # quiescence: doing nothing is already good enough
    NULL_MOVE = "null-move"  # even passing is good enough


class Remark(StrEnum):
    """What an enhanced search does that the textbook's does not."""

    TABLE_FIRST = "table-first"  # an action comes first as it was best here before ...
    KILLER = "killer"  # ... or ahead of its turn, as it cut elsewhere at this ply ...
    HISTORY = "history"  # ... or has cut often ...
    LAST_BEST = "last-best"  # ... or, at the root, was better in the last iteration
    SCOUT = "scout"  # it is searched with a null window, expected to be no better
    REDUCED = "reduced"  # it is searched less deep
    AGAIN = "again"  # it is better than expected, and is searched again
    PASS = "pass"  # what if one did nothing at all?
    WIDENED = "widened"  # the value is outside the window of the root, which is searched again


class Enter(NamedTuple):
    """A node is entered. The window is None where the search has none."""

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
    bound: Bound = Bound.EXACT  # what the table knows may be less than the value


class Child(NamedTuple):
    """A child returned its value to the node `state`."""

    ply: int
    state: Any
    action: Any
    value: Value


class Update(NamedTuple):
    """The node has a new best child, and perhaps a narrower window."""

    ply: int
    state: Any
    action: Any
    value: Value
    alpha: Value | None
    beta: Value | None


class Cut(NamedTuple):
    """The rest of the node's children is pruned: `value` against `limit` decided it."""

    ply: int
    state: Any
    value: Value
    limit: Number
    reason: Reason
    pruned: tuple[Any, ...]  # the actions left out, in order


class Leave(NamedTuple):
    """The node is done. `action` is the best found; None at chance nodes."""

    ply: int
    state: Any
    value: Value
    action: Any
    bound: Bound


class Note(NamedTuple):
    """What is special about what the node does next with an action; None: with all of them."""

    ply: int
    state: Any
    action: Any
    remark: Remark


class Iteration(NamedTuple):
    """Iterative deepening starts to search to this depth."""

    depth: int


Event: TypeAlias = Enter | Leaf | Child | Update | Cut | Leave | Note | Iteration
Observer: TypeAlias = Callable[[Event], None]
