"""The rows of a recorded search as the events of any other search.

The rows have numbers in place of states and actions, and values as the player to move sees them
(see `adversario.native.kernels.search.report`). The interpreted rules of the game supply the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from adversario.algorithms.core.events import (
    Bound,
    Child,
    Cut,
    Enter,
    Event,
    Iteration,
    Leaf,
    LeafKind,
    Leave,
    Node,
    Note,
    Reason,
    Remark,
    Update,
)
from adversario.algorithms.core.run import window_bound
from adversario.algorithms.core.sides import two_sides
from adversario.base.numbers import Number, tidy
from adversario.contract.capability import as_capability
from adversario.contract.evaluation import Quiescent
from adversario.contract.guidance import Passable
from adversario.game import Game, mover_of
from adversario.native.kernels.search import report as row
from adversario.native.kernels.search.enhanced import FIRST_TRY, KILLER
from adversario.native.kernels.tables.deepening import AT_LEAST, AT_MOST, EXACT

NOTES = {
    row.SCOUTED: Remark.SCOUT,
    row.REDUCED: Remark.REDUCED,
    row.AGAIN: Remark.AGAIN,
    row.PASSED: Remark.PASS,
    row.PRUNED: Remark.PRUNED,
    row.WIDENED: Remark.WIDENED,
}
LEAVES = {
    row.TERMINAL: LeafKind.TERMINAL,
    row.EVALUATED: LeafKind.EVALUATION,
    row.KNOWN: LeafKind.TABLE,
    row.REPEATED: LeafKind.REPETITION,
}
CUTS = {
    row.STAND_PAT: Reason.STAND_PAT,
    row.NULL_CUT: Reason.NULL_MOVE,
    row.STATIC_CUT: Reason.STATIC,
}
BOUNDS = {EXACT: Bound.EXACT, AT_LEAST: Bound.LOWER, AT_MOST: Bound.UPPER}


class _Visit:
    """A node being searched: its state and what can be done there."""

    def __init__(self, game: Game[Any, Any], state: Any, node: Node) -> None:
        self.game, self.state, self.node = game, state, node
        self.actions: tuple[Any, ...] = ()
        self.left: list[int] = []  # the numbers of the actions not tried yet
        self.trying: Any = None  # None: a null move

    def offer(self, actions: Iterable[Any]) -> None:
        """These are the actions that numbers stand for."""
        if not self.actions:
            self.actions = tuple(actions)
            self.left = list(range(len(self.actions)))

    def action(self, number: int) -> Any:
        """The action of that number; None if it is none's."""
        return self.actions[number] if number < len(self.actions) else None

    def child(self) -> Any:
        """The state that is entered next."""
        if self.trying is None:
            return as_capability(self.game, Passable).pass_turn(self.state)
        return self.game.result(self.state, self.trying)

    def seen(self, value: float) -> Number:
        """A value to the player to move here as MAX sees it; a whole number as an int."""
        value = value if self.node is Node.MAX else -value
        return tidy(value)

    def window(self, low: float, high: float) -> tuple[Number, Number]:
        """A window of the player to move here as MAX sees it."""
        alpha, beta = (low, high) if self.node is Node.MAX else (high, low)
        return self.seen(alpha), self.seen(beta)


class Replay:
    """Rows to events, one after the other."""

    def __init__(self, game: Game[Any, Any], root: Any) -> None:
        self.game, self.root, self.nodes = game, root, two_sides(game).nodes
        self.path: list[_Visit] = []

    def events(self, rows: Any) -> Iterator[Event]:
        """The events that the rows (an array of words, one row a line) stand for."""
        words = rows[:, [row.Row.kind, row.Row.number]].tolist()
        floats = rows.view("float64")[:, [row.Row.low, row.Row.high, row.Row.value]].tolist()
        for (kind, number), (low, high, value) in zip(words, floats, strict=True):
            if kind == row.DEEPENED:
                yield Iteration(number)
            elif kind == row.ENTER:
                yield self.enter(low, high)
            elif not self.path:
                yield Note(0, self.root, None, NOTES[kind])
            else:
                yield from self.about(self.path[-1], kind, number, low, high, value)

    def enter(self, low: float, high: float) -> Enter:
        """The root, or the child that is being tried."""
        parent = self.path[-1] if self.path else None
        state = self.root if parent is None else parent.child()
        player = mover_of(self.game, state)
        visit = _Visit(self.game, state, self.nodes[player])
        self.path.append(visit)
        alpha, beta = visit.window(low, high)
        via = None if parent is None else parent.trying
        return Enter(len(self.path) - 1, state, visit.node, player, via, None, alpha, beta)

    def about(
        self, visit: _Visit, kind: int, number: int, low: float, high: float, value: float
    ) -> Iterator[Event]:
        """What a row says of the node that was entered last."""
        ply, state = len(self.path) - 1, visit.state
        if kind in LEAVES:
            self.path.pop()
            bound = BOUNDS[number] if kind == row.KNOWN else Bound.EXACT
            bound = bound if visit.node is Node.MAX else bound.opposite
            yield Leaf(ply, state, visit.seen(value), LEAVES[kind], bound)
        elif kind in (row.TRIED, row.NOISY):
            noisy, hints = kind == row.NOISY, as_capability(self.game, Quiescent)
            visit.offer(hints.noisy_actions(state) if noisy else self.game.actions(state))
            visit.trying = visit.action(number)
            if number != visit.left[0]:
                yield Note(ply, state, visit.trying, _why(value))
            visit.left.remove(number)
        elif kind in NOTES:
            if kind == row.PASSED:
                visit.trying = None
            yield Note(ply, state, visit.trying, NOTES[kind])
        elif kind == row.CHILD:
            yield Child(ply, state, visit.action(number), visit.seen(value))
        elif kind == row.UPDATED:
            window = visit.window(low, high)
            yield Update(ply, state, visit.action(number), visit.seen(value), *window)
        elif kind == row.LEFT:
            self.path.pop()
            found = visit.seen(value)
            bound = window_bound(found, *visit.window(low, high))
            yield Leave(ply, state, found, visit.action(number), bound)
        else:
            yield self.cut(visit, kind, high, value)

    def cut(self, visit: _Visit, kind: int, limit: float, value: float) -> Cut:
        """The rest of a node's children is left out."""
        if kind == row.STAND_PAT:
            visit.offer(as_capability(self.game, Quiescent).noisy_actions(visit.state))
        else:
            visit.offer(self.game.actions(visit.state))
        own = Reason.BETA if visit.node is Node.MAX else Reason.ALPHA
        pruned = tuple(visit.actions[number] for number in visit.left)
        return Cut(
            len(self.path) - 1, visit.state, visit.seen(value), visit.seen(limit),
            CUTS.get(kind, own), pruned,
        )  # fmt: skip


def _why(score: float) -> Remark:
    """Why an action comes before others that precede it in the game's order."""
    if score < 0:
        return Remark.LAST_BEST
    if score >= FIRST_TRY:
        return Remark.TABLE_FIRST
    return Remark.KILLER if score >= KILLER else Remark.HISTORY
