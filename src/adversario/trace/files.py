"""Traces on disk: JSON lines, a header first, then every event, the decision last."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import fields
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
from adversario.base.catalogue import message
from adversario.base.errors import InputError
from adversario.base.formats.json_text import load_json
from adversario.base.formats.schema import (
    MISSING,
    VALUE,
    Choice,
    Constant,
    Exact,
    Flag,
    ListOf,
    Member,
    Nullable,
    Record,
    Schema,
    Text,
    Version,
    Whole,
    mismatch,
    read_as,
)
from adversario.base.numbers import to_json
from adversario.game import CHANCE
from adversario.trace.recorder import Trace
from adversario.trace.tree import TreeNode

FORMAT = 1
KINDS: Mapping[str, type[Any]] = {
    kind.__name__.lower(): kind
    for kind in (Enter, Leaf, Child, Update, Cut, Leave, Note, Iteration)
}
VALUES = frozenset({"value", "alpha", "beta", "limit", "probability"})

TRACE: Record[dict[str, Any]] = Record(
    {
        "adversario": Constant("trace"),
        "format": Version(FORMAT),
        "game": Text(),
        "algorithm": Text(),
        "players": ListOf(Text(), least=1),
    }
)
"""The first line of a trace."""

DECISION: Record[dict[str, Any]] = Record(
    {"event": Constant("decision"), "action": Nullable(Text()), "value": VALUE}
)
"""The last line."""


class _Tree:
    """The schema of a pruned branch, which has branches of its own."""

    def read(self, value: Any, path: str) -> TreeNode:
        """The branch."""
        return TREE.read(value, path)


_NAME, _PLY, _WINDOW, _CHANCE = Nullable(Text()), Whole(0), Nullable(VALUE), Nullable(Exact())

TREE = Record(
    {"name": Text(), "node": Member(Node), "player": Text()},
    {
        "action": _NAME,
        "probability": _CHANCE,
        "value": VALUE,
        "bound": Member(Bound),
        "alpha": VALUE,
        "beta": VALUE,
        "leaf": Member(LeafKind),
        "pruned": Flag(),
        "chosen": Flag(),
        "folded": Whole(0),
        "set": _NAME,
        "children": ListOf(_Tree()),
    },
    make=TreeNode,
)
"""A branch that was pruned."""

FIELDS: Mapping[str, Mapping[str, Schema[Any]]] = {
    "enter": {
        "node": Member(Node), "player": Whole(CHANCE), "action": _NAME, "probability": _CHANCE,
        "alpha": _WINDOW, "beta": _WINDOW,
    },
    "leaf": {"value": VALUE, "kind": Member(LeafKind), "bound": Member(Bound)},
    "child": {"action": _NAME, "value": VALUE},
    "update": {"action": _NAME, "value": VALUE, "alpha": _WINDOW, "beta": _WINDOW},
    "cut": {
        "value": VALUE, "limit": Exact(infinite=True), "reason": Member(Reason),
        "pruned": ListOf(_Tree()),
    },
    "leave": {"value": VALUE, "action": _NAME, "bound": Member(Bound)},
    "note": {"action": _NAME, "remark": Member(Remark)},
}  # fmt: skip
"""The fields of events that are about a node, besides its ply and state."""


def _event(name: str, fields: Mapping[str, Schema[Any]]) -> Record[Any]:
    """The line of an event; fields with a default may be missing."""
    kind = KINDS[name]
    defaults = kind._field_defaults
    return Record(
        {"event": Constant(name)}
        | {key: one for key, one in fields.items() if key not in defaults},
        {key: one for key, one in fields.items() if key in defaults},
        make=lambda event, **given: kind(**given),
    )


EVENTS: Mapping[str, Record[Any]] = {
    name: _event(name, {"ply": _PLY, "state": Text(), **fields}) for name, fields in FIELDS.items()
} | {"iteration": _event("iteration", {"depth": Whole(0)})}
"""The lines between the first and the last."""


class _Kind:
    """The schema of any line: it has the name of an event."""

    def read(self, value: Any, path: str) -> str:
        """The name."""
        return Choice(tuple(EVENTS)).read(value.get("event", MISSING), f"{path}.event")


KIND = _Kind()


def dump_trace(trace: Trace) -> Iterator[str]:
    """The lines of the trace's file."""
    header = {
        "adversario": "trace",
        "format": FORMAT,
        "game": trace.game,
        "algorithm": trace.algorithm,
        "players": list(trace.players),
    }
    yield _line(header)
    for event in trace.events:
        yield _line(event_to_json(event))
    yield _line(
        {"event": "decision", "action": trace.action, "value": to_json(trace.value, exact=True)}
    )


def load_trace(lines: Iterable[str], source: str = "-") -> Trace:
    """The trace of those lines; raises InputError with the source, the line and what is wrong."""
    records = [
        (number, load_json(line, source, number))
        for number, line in enumerate(lines, start=1)
        if line.strip()
    ]
    if not records:
        raise InputError("trace.empty_file", file=source)
    first, middle, (last_line, last) = records[0], records[1:-1], records[-1]
    header = read_as(TRACE, first[1], source, first[0])
    order = _Order(len(header["players"]))
    events = tuple(
        order.check(event_from_json(record, source, line), source, line) for line, record in middle
    )
    found = read_as(DECISION, last, source, last_line)
    return Trace(
        header["game"], header["algorithm"], header["players"], events, found["action"],
        found["value"],
    )  # fmt: skip


class _Order:
    """The order of events: nodes are entered from their parents, and left again."""

    def __init__(self, players: int) -> None:
        self.players, self.depth = players, 0

    def check(self, event: Event, source: str, line: int) -> Event:
        """The event; raises InputError if it cannot follow those before."""
        place = message("schema.in_line", file=source, line=line)
        if isinstance(event, Iteration):
            self.depth = 0
            return event
        most = self.depth if isinstance(event, (Enter, Note)) else self.depth - 1
        if event.ply > most:
            expected = message("schema.whole_between", least=0, most=max(most, 0))
            raise mismatch(place, "ply", expected, event.ply)
        if isinstance(event, Enter):
            if event.player >= self.players:
                expected = message("schema.whole_between", least=CHANCE, most=self.players - 1)
                raise mismatch(place, "player", expected, event.player)
            self.depth = event.ply + 1
        return event


def event_to_json(event: Event) -> dict[str, Any]:
    """One event as plain JSON values."""
    record: dict[str, Any] = {"event": type(event).__name__.lower()}
    for name, value in event._asdict().items():
        if name == "pruned":
            record[name] = [tree_to_json(node) for node in value]
        elif name in VALUES and value is not None:
            record[name] = to_json(value, exact=True)
        else:
            record[name] = value
    return record


def event_from_json(record: Any, source: str = "-", line: int = 1) -> Event:
    """The inverse of `event_to_json`; raises InputError with line and path for other records."""
    name = read_as(KIND, record if isinstance(record, dict) else {}, source, line)
    event: Event = read_as(EVENTS[name], record, source, line)
    return event


def tree_to_json(node: TreeNode) -> dict[str, Any]:
    """A pruned branch, without values equal to their default."""
    record: dict[str, Any] = {}
    for field in fields(TreeNode):
        value = getattr(node, field.name)
        if field.name == "children":
            if value:
                record["children"] = [tree_to_json(child) for child in value]
        elif field.name in VALUES:
            if value is not None:
                record[field.name] = to_json(value, exact=True)
        elif value != field.default:
            record[field.name] = value
    return record


def _line(record: Mapping[str, Any]) -> str:
    return json.dumps(record, ensure_ascii=False)
