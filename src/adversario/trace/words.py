"""A trace in words: the calls of the search line by line, in the style of lectures."""

from __future__ import annotations

from collections.abc import Iterator

from adversario.algorithms.core.events import (
    Bound,
    Child,
    Cut,
    Enter,
    Iteration,
    Leaf,
    Leave,
    Node,
    Note,
)
from adversario.base.catalogue import text
from adversario.base.distribution import adds_up, exact_sum
from adversario.base.numbers import Number, Value, show
from adversario.trace.recorder import Trace

FUNCTIONS = {
    Node.MAX: "maxValue",
    Node.MIN: "minValue",
    Node.CHANCE: "expValue",
    Node.OWN: "maxnValue",
}


def text_trace(trace: Trace, lang: str = "en") -> Iterator[str]:
    """The lines of the trace; the last one is the result."""
    for _, line in numbered_lines(trace, lang):
        yield line
    yield ""
    yield conclusion(trace, lang)


def conclusion(trace: Trace, lang: str = "en") -> str:
    """The result of the search in words."""
    if trace.action is None:
        return text("trace.found_value", lang, value=show(trace.value))
    root = next(event.state for event in trace.events if isinstance(event, Enter))
    return text("trace.found", lang, value=show(trace.value), root=root, action=trace.action)


def numbered_lines(trace: Trace, lang: str = "en") -> Iterator[tuple[int, str]]:
    """The lines about nodes, each with the index of the last event that it is about.

    A call and the value that a leaf returns at once make one line; so do a cut and the value that
    the node returns.
    """
    path: list[Enter] = []
    waiting: Enter | None = None  # entered, not known yet to be a leaf
    cut: Cut | None = None
    means: dict[int, list[tuple[Number, Value]]] = {}  # parts of means, by ply
    for index, event in enumerate(trace.events):
        if isinstance(event, Leaf) and waiting is not None:
            yield index, _leaf(waiting, event, trace, lang)
            waiting = None
            continue
        if waiting is not None:
            yield index - 1, _indent(waiting.ply) + _call(waiting, trace, lang) + " :"
            waiting = None
        if isinstance(event, Iteration):
            yield index, text("trace.iteration", lang, depth=event.depth)
        elif isinstance(event, Enter):
            del path[event.ply :]
            path.append(event)
            means[event.ply] = []
            waiting = event
        elif isinstance(event, Note):
            note = text(f"trace.note.{event.remark}", lang, action=event.action)
            yield index, _indent(event.ply + 1) + note
        elif isinstance(event, Child):
            if path[event.ply].node is Node.CHANCE:
                means[event.ply].append((path[event.ply + 1].probability or 0, event.value))
        elif isinstance(event, Cut):
            cut = event
        elif isinstance(event, Leave):
            mean = "" if cut is not None else _mean(means[event.ply])
            yield index, _leave(path, event, cut, trace, lang) + mean
            cut = None


def _mean(parts: list[tuple[Number, Value]]) -> str:
    """The calculation of the value of a chance node, if all of its outcomes were searched."""
    if not adds_up(exact_sum(weight for weight, _ in parts), 1):
        return ""
    return " = " + " + ".join(f"{show(weight)} * {show(value)}" for weight, value in parts)


def line_of(trace: Trace, index: int, lang: str = "en") -> str:
    """The line about the event of that index."""
    return next(line for last, line in numbered_lines(trace, lang) if last >= index)


def _indent(ply: int) -> str:
    return ". " * ply


def _call(event: Enter, trace: Trace, lang: str) -> str:
    arguments = [str(event.state)]
    if event.node is Node.OWN:
        arguments.append(text("trace.turn", lang, player=trace.players[event.player]))
    if event.probability is not None:
        arguments.append(f"p= {show(event.probability)}")
    if event.alpha is not None and event.beta is not None:
        arguments.append(text("trace.alpha", lang, alpha=show(event.alpha)))
        arguments.append(f"beta= {show(event.beta)}")
    return text("trace.call", lang, function=FUNCTIONS[event.node], arguments=" , ".join(arguments))


def _leaf(entered: Enter, leaf: Leaf, trace: Trace, lang: str) -> str:
    relation = {Bound.EXACT: "=", Bound.LOWER: ">=", Bound.UPPER: "<="}[leaf.bound]
    returned = text(f"trace.leaf.{leaf.kind}", lang, value=show(leaf.value), relation=relation)
    return f"{_indent(leaf.ply)}{_call(entered, trace, lang)} -> {returned}"


def _leave(path: list[Enter], event: Leave, cut: Cut | None, trace: Trace, lang: str) -> str:
    entered = path[event.ply]
    details = {
        "function": FUNCTIONS[entered.node],
        "name": entered.state,
        "assigned": show(event.value),
    }
    if cut is None:
        return _indent(event.ply) + text("trace.assigns", lang, **details)
    value = cut.value
    if isinstance(value, tuple):
        value = value[entered.player]
        details["above"] = trace.players[path[event.ply - 1].player]
        details["player"] = trace.players[entered.player]
    reason = text(f"trace.cut.{cut.reason}", lang, **details, value=show(value),
                  limit=show(cut.limit))  # fmt: skip
    return _indent(event.ply) + reason
