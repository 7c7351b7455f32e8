"""Traces on disk: JSON lines, a header first, then every event, the decision last."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import fields
from enum import StrEnum
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
from adversario.base.errors import InputError
from adversario.base.numbers import from_json, to_json
from adversario.trace.recorder import Trace
from adversario.trace.tree import TreeNode

FORMAT = 1
KINDS: Mapping[str, type[Any]] = {
    kind.__name__.lower(): kind
    for kind in (Enter, Leaf, Child, Update, Cut, Leave, Note, Iteration)
}
VALUES = frozenset({"value", "alpha", "beta", "limit", "probability"})
ENUMS: Mapping[tuple[str, str], type[StrEnum]] = {
    ("enter", "node"): Node,
    ("leaf", "kind"): LeafKind,
    ("leaf", "bound"): Bound,
    ("cut", "reason"): Reason,
    ("leave", "bound"): Bound,
    ("note", "remark"): Remark,
}


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
    """The trace of those lines; raises InputError with the source and the wrong line."""
    records = [
        (number, _parse(line, source, number))
        for number, line in enumerate(lines, start=1)
        if line.strip()
    ]
    if not records:
        raise InputError("trace.empty")

    def read(index: int, reader: Callable[[dict[str, Any]], Any]) -> Any:
        number, record = records[index]
        try:
            return reader(record)
        except (KeyError, TypeError, ValueError, ZeroDivisionError) as error:
            problem = f"{type(error).__name__} {error}"
            raise InputError(
                "trace.malformed", source=source, line=number, problem=problem
            ) from None

    game, algorithm, players = read(0, _header)
    events = tuple(read(index, event_from_json) for index in range(1, len(records) - 1))
    action, value = read(len(records) - 1, _decision)
    return Trace(game, algorithm, players, events, action, value)


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


def event_from_json(record: Mapping[str, Any]) -> Event:
    """The inverse of `event_to_json`.

    Raises KeyError, TypeError or ValueError for other records.
    """
    name = record["event"]
    kind = KINDS[name]
    given = {
        field: _field(name, field, record[field])
        for field in kind._fields
        if field in record or field not in kind._field_defaults
    }
    event: Event = kind(**given)
    return event


def _field(event: str, name: str, value: Any) -> Any:
    if name == "pruned":
        return tuple(_tree_from_json(node) for node in value)
    if name in VALUES:
        return None if value is None else from_json(value)
    if (event, name) in ENUMS:
        return ENUMS[event, name](value)
    if name in ("ply", "player", "depth") and not isinstance(value, int):
        raise TypeError(name)
    return value


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


def _tree_from_json(record: Mapping[str, Any]) -> TreeNode:
    given = dict(record)
    for name in VALUES & given.keys():
        given[name] = from_json(given[name])
    given["node"] = Node(given["node"])
    if "leaf" in given:
        given["leaf"] = LeafKind(given["leaf"])
    given["children"] = tuple(_tree_from_json(child) for child in given.get("children", ()))
    return TreeNode(**given)


def _header(record: dict[str, Any]) -> tuple[str, str, tuple[str, ...]]:
    if record.get("adversario") != "trace" or record["format"] != FORMAT:
        raise ValueError("header")
    return record["game"], record["algorithm"], tuple(record["players"])


def _decision(record: dict[str, Any]) -> tuple[str | None, Any]:
    if record["event"] != "decision":
        raise ValueError("decision")
    return record["action"], from_json(record["value"])


def _parse(line: str, source: str, number: int) -> dict[str, Any]:
    try:
        record = json.loads(line)
    except json.JSONDecodeError as error:
        raise InputError(
            "trace.malformed", source=source, line=number, problem=str(error)
        ) from None
    if not isinstance(record, dict):
        raise InputError("trace.malformed", source=source, line=number, problem=line[:40])
    return record


def _line(record: Mapping[str, Any]) -> str:
    return json.dumps(record, ensure_ascii=False)
