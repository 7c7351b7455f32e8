"""A search step by step: its tree, the events at each node, and their lines of code."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from adversario.algorithms.core.algorithm import algorithm_named
from adversario.algorithms.core.answer import Result
from adversario.algorithms.core.events import (
    Child,
    Cut,
    Enter,
    Event,
    Iteration,
    Leaf,
    Leave,
    Note,
    Update,
)
from adversario.algorithms.core.limit import Limit
from adversario.algorithms.core.requirements import recommended
from adversario.algorithms.registry import search
from adversario.game import CHANCE, Game
from adversario.trace import Recorder, Trace, TreeNode
from adversario.trace.words import conclusion, numbered_lines
from adversario.web import protocol
from adversario.web.handlers.context import Context
from adversario.web.handlers.positions import game_of, state_of
from adversario.web.handlers.pseudocode import Pseudocode, pseudocode
from adversario.web.handlers.simulations import explore_simulations
from adversario.web.handlers.tree_payload import flat_tree, format_value
from adversario.web.limits import LIMITS, LimitError

ENDLESS = 10**15
"""More nodes than any search here visits: a limit that only makes the search deepen iteratively."""


class CappedRecorder(Recorder):
    """A recorder that stops searches with too many events to look at."""

    def __call__(self, event: Event) -> None:
        """Keep one event; raises LimitError if it is one too many."""
        if len(self.events) >= LIMITS.events:
            raise LimitError("web.limit.events", most=LIMITS.events)
        self.events.append(event)


def explore(context: Context, request: protocol.SearchRequest) -> protocol.Search:
    """The recorded search of a game or a tree."""
    game = game_of(context, request)
    state = state_of(game, request)
    name = algorithm_named(request.algorithm or recommended(game)).name
    if name in ("mcts", "ismcts"):
        return explore_simulations(context, game, state, request)
    options: dict[str, Any] = {}
    if name == "alphabeta":
        options = {"form": "hard" if request.hard else "soft", "strict": request.strict}
    if request.order:
        options["order"] = ordering(game, request.order)
    limit = None
    if request.depth is not None or request.deepening:
        limit = Limit(depth=request.depth, nodes=ENDLESS if request.deepening else None)
    recorder = CappedRecorder(game)
    result = search(game, state, algorithm=name, limit=limit, on_event=recorder, **options)
    code = pseudocode(
        name, context.lang, hard=request.hard, strict=request.strict, deepening=request.deepening
    )
    return search_payload(context, game, result, recorder.trace(result), code)


def ordering(
    game: Game[Any, Any], order: Mapping[str, list[str]]
) -> Callable[[Any, Iterable[Any]], Iterable[Any]]:
    """The order in which actions are tried, by position.

    Actions not named come last, in their order.
    """

    def sort_actions(state: Any, actions: Iterable[Any]) -> Iterable[Any]:
        names = order.get(game.position(state))
        if names is None:
            return actions
        places = {name: place for place, name in enumerate(names)}
        last = len(places)
        return sorted(actions, key=lambda each: places.get(game.action_name(state, each), last))

    return sort_actions


def search_payload(
    context: Context,
    game: Game[Any, Any],
    result: Result[Any, Any],
    trace: Trace,
    code: Pseudocode,
) -> protocol.Search:
    """A recorded search, as the steps that the browser shows."""
    walk = _Walk(context, trace, code)
    steps = list(walk.steps())
    root = walk.build_tree()
    places = root.number_nodes()
    if len(places) > LIMITS.tree_nodes:
        raise LimitError("web.limit.tree", nodes=len(places), most=LIMITS.tree_nodes)
    cost = result.statistics
    return protocol.Search(
        algorithm=result.algorithm,
        title=context.title(result.algorithm, result.algorithm),
        tree=flat_tree(game, root.to_tree_node(chosen=True)),
        events=[step.event(places) for step in steps],
        pseudocode=code.lines,
        conclusion=conclusion(trace, context.lang),
        action=trace.action,
        value=format_value(trace.value) or "",
        statistics=statistics(cost),
    )


def statistics(cost: Any) -> protocol.StatisticsPayload:
    """The cost of a search."""
    return protocol.StatisticsPayload(
        nodes=cost.nodes,
        leaves=cost.leaves,
        evaluations=cost.evaluations,
        cutoffs=cost.cutoffs,
        pruned=cost.pruned,
        depth=cost.depth,
        branching=cost.branching_factor,
        seconds=cost.seconds,
    )


@dataclass(eq=False, slots=True)
class _NodeBuilder:
    """A node of the tree that the search visits, over all of its visits."""

    node: TreeNode
    best: str | None = None
    children: dict[str | None, _NodeBuilder] = field(default_factory=dict)

    def number_nodes(self) -> dict[_NodeBuilder, int]:
        """The index of every node in preorder."""
        places: dict[_NodeBuilder, int] = {}
        todo = [self]
        while todo:
            builder = todo.pop()
            places[builder] = len(places)
            todo += reversed(builder.children.values())
        return places

    def to_tree_node(self, *, chosen: bool) -> TreeNode:
        """The tree as it is drawn, with the principal variation marked."""
        children = tuple(
            child.to_tree_node(chosen=chosen and action is not None and action == self.best)
            for action, child in self.children.items()
        )
        return replace(self.node, chosen=chosen, children=children)


@dataclass
class _Step:
    """An event whose nodes have no numbers yet."""

    kind: protocol.EventKind
    at: _NodeBuilder | None
    line: int | None
    text: str
    details: dict[str, Any]
    pruned: tuple[_NodeBuilder, ...] = ()

    def event(self, places: Mapping[_NodeBuilder, int]) -> protocol.Event:
        """The event, with its nodes numbered."""
        return protocol.Event(
            kind=self.kind,
            node=-1 if self.at is None else places[self.at],
            line=self.line,
            text=self.text,
            pruned=[places[each] for each in self.pruned],
            **self.details,
        )


class _Walk:
    """Replays the events of a trace: builds the tree, and makes a step of each event."""

    def __init__(self, context: Context, trace: Trace, code: Pseudocode) -> None:
        self.context, self.trace, self.code = context, trace, code
        self.words = dict(numbered_lines(trace, context.lang))
        self.path: list[_NodeBuilder] = []
        self.root: _NodeBuilder | None = None

    def build_tree(self) -> _NodeBuilder:
        """The complete tree, once all steps are done."""
        assert self.root is not None, "a search enters its root"
        return self.root

    def steps(self) -> Iterator[_Step]:
        """The steps to show, in order."""
        events = self.trace.events
        for index, event in enumerate(events):
            words = self.words.get(index, "").lstrip(". ")
            following = events[index + 1] if index + 1 < len(events) else None
            if isinstance(event, Iteration):
                yield _Step("iteration", None, self.code.line("iteration"), words, {})
            elif isinstance(event, Enter):
                entered = self._enter(event, words)
                if not isinstance(following, Leaf):  # which makes one step of both
                    yield entered
            elif isinstance(event, Child):
                if not isinstance(following, Update):  # which says the same
                    yield self._child(event)
            elif isinstance(event, Leave):
                cut = isinstance(events[index - 1], Cut)
                yield self._leave(event, words, cut=cut)
            else:
                yield self._step(event, index, words)

    def _enter(self, event: Enter, words: str) -> _Step:
        del self.path[event.ply :]
        parent = self.path[-1] if self.path else None
        known = self.root if parent is None else parent.children.get(event.action)
        node = TreeNode(
            name=event.state,
            node=event.node,
            player="" if event.player == CHANCE else self.trace.players[event.player],
            action=event.action,
            probability=event.probability,
            alpha=event.alpha,
            beta=event.beta,
        )
        if known is None:
            known = _NodeBuilder(node)
            if parent is not None:
                parent.children[event.action] = known
        known.node = node  # the data of an earlier visit are out of date
        self.root = self.root or known
        self.path.append(known)
        window = {"alpha": format_value(event.alpha), "beta": format_value(event.beta)}
        return _Step("enter", known, self._line("enter", known), words, window)

    def _child(self, event: Child) -> _Step:
        at = self.path[event.ply]
        value = format_value(event.value)
        words = self.context.text(
            "web.step.child", node=at.node.name, action=event.action, value=value
        )
        details = {"value": value, "action": event.action}
        return _Step("child", at, self._line("child", at), words, details)

    def _leave(self, event: Leave, words: str, *, cut: bool) -> _Step:
        """The node returns.

        After a cut, the line of the cut has given the reason and does the return.
        """
        at, value = self.path[event.ply], format_value(event.value)
        at.best = event.action
        at.node = replace(at.node, value=event.value, bound=event.bound)
        if cut:
            words = self.context.text("web.step.leave", node=at.node.name, value=value)
        details = {"value": value, "action": event.action, "bound": event.bound.value}
        return _Step("leave", at, self._line("cut" if cut else "leave", at), words, details)

    def _step(self, event: Leaf | Update | Cut | Note, index: int, words: str) -> _Step:
        """An event at a node that was entered before."""
        at = self.path[event.ply]
        if isinstance(event, Note):
            return _Step("note", at, None, words, {"action": event.action})
        value = format_value(event.value)
        if isinstance(event, Leaf):
            at.node = replace(at.node, value=event.value, bound=event.bound, leaf=event.kind)
            window = {"alpha": format_value(at.node.alpha), "beta": format_value(at.node.beta)}
            details = {"value": value, "bound": event.bound.value, **window}
            return _Step("leaf", at, self._line("leaf", at), words, details)
        if isinstance(event, Update):
            sentence = self.context.text(
                "web.step.update", node=at.node.name, action=event.action, value=value
            )
            window = {"alpha": format_value(event.alpha), "beta": format_value(event.beta)}
            details = {"value": value, "action": event.action, **window}
            return _Step("update", at, self._line("update", at), sentence, details)
        reason = self._reason(index)
        pruned = tuple(self._add_pruned(at, node) for node in event.pruned)
        details = {"value": value, "reason": reason}
        return _Step("cut", at, self._line("cut", at), reason, details, pruned)

    def _reason(self, cut: int) -> str:
        """The reason of a cut, from the line where the node is left."""
        later = (self.words[index] for index in range(cut, len(self.trace.events))
                 if index in self.words)  # fmt: skip
        return next(later).lstrip(". ")

    def _add_pruned(self, parent: _NodeBuilder, node: TreeNode) -> _NodeBuilder:
        """Add a pruned branch to the tree, unless the search has visited it before."""
        if node.action not in parent.children:
            parent.children[node.action] = _copy_branch(node)
        return parent.children[node.action]

    def _line(self, kind: str, at: _NodeBuilder) -> int | None:
        return self.code.line(f"{kind}.{at.node.node}")


def _copy_branch(node: TreeNode) -> _NodeBuilder:
    """A branch that was never visited, with everything known below it."""
    builder = _NodeBuilder(replace(node, children=()))
    for child in node.children:
        builder.children[child.action] = _copy_branch(child)
    return builder
