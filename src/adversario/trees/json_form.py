"""The JSON form of trees, read; `tree.schema.json` describes it."""

from __future__ import annotations

import json
from fractions import Fraction
from importlib import resources
from typing import Any

from adversario.base.catalogue import message
from adversario.base.formats.json_text import JsonItem, Literal, read_json
from adversario.base.formats.literals import probability, utility
from adversario.base.formats.source_text import SourceError, SourceText, SourceValue
from adversario.base.numbers import Number, Value
from adversario.trees.complete import complete
from adversario.trees.draft import Draft, DraftEdge, DraftNode, Who
from adversario.trees.source import MAX_DEPTH, MAX_NODES, tree_text
from adversario.trees.tree import Tree

_TREE_KEYS = ("$schema", "players", "turns", "root")
_EDGE_KEYS = ("action", "probability", "node")
_NODE_KEYS = ("name", "player", "set", "evaluation", "children")
_LEAF_KEYS = ("name", "player", "utility")


def tree_from_json(text: str, *, source: str | None = None) -> Tree:
    """The tree in a JSON text; `source`, a file's name, is said in errors.

    Raises TreeError, with line, column and JSON path, if the text is no tree in JSON.
    """
    read = tree_text(text, source)
    return complete(read, _Reader(read).draft(read_json(read)))


def tree_schema() -> dict[str, Any]:
    """The JSON Schema of trees (draft 2020-12)."""
    file = resources.files("adversario.trees") / "tree.schema.json"
    schema: dict[str, Any] = json.loads(file.read_text(encoding="utf-8"))
    return schema


class _Reader:
    """Turns located JSON values into a draft, one method a kind of value."""

    def __init__(self, source: SourceText) -> None:
        self.source = source
        self.nodes = 0

    def draft(self, document: JsonItem) -> Draft:
        """The whole document."""
        members = self._members(document, _TREE_KEYS, required=("root",))
        players = self._items(members["players"]) if "players" in members else []
        turns = self._items(members["turns"]) if "turns" in members else []
        return Draft(
            self._node(members["root"], 0),
            tuple(map(self._text, players)),
            tuple(map(self._who, turns)),
        )

    def _node(self, item: JsonItem, depth: int) -> DraftNode:
        if depth > MAX_DEPTH:
            raise self.source.error(item.spot, "tree.too_deep", most=MAX_DEPTH)
        self.nodes += 1
        if self.nodes > MAX_NODES:
            raise self.source.error(item.spot, "tree.too_large", most=MAX_NODES)
        if not isinstance(item.value, dict):
            return DraftNode(item.spot, value=self._value(item, "node"))
        is_leaf = "utility" in item.value
        keys = _LEAF_KEYS if is_leaf else _NODE_KEYS
        members = self._members(item, keys, required=() if is_leaf else ("children",))
        name, who, label = (members.get(key) for key in ("name", "player", "set"))
        value = members.get("utility" if is_leaf else "evaluation")
        children = [] if is_leaf else self._items(members["children"])
        return DraftNode(
            item.spot,
            None if name is None else self._text(name),
            None if who is None else self._who(who),
            None if label is None else self._text(label),
            None if value is None else self._value(value, "value"),
            tuple(self._edge(child, depth + 1) for child in children),
        )

    def _edge(self, item: JsonItem, depth: int) -> DraftEdge:
        """A child: an edge with its node, or just a node."""
        if not (isinstance(item.value, dict) and any(key in item.value for key in _EDGE_KEYS)):
            return DraftEdge(None, None, self._node(item, depth))
        members = self._members(item, _EDGE_KEYS, required=("node",))
        action, chance = members.get("action"), members.get("probability")
        return DraftEdge(
            None if action is None else self._text(action),
            None if chance is None else self._probability(chance),
            self._node(members["node"], depth),
        )

    def _members(
        self, item: JsonItem, allowed: tuple[str, ...], *, required: tuple[str, ...]
    ) -> dict[str, JsonItem]:
        """The members of an object, whose keys are among the allowed and include the required."""
        if not isinstance(item.value, dict):
            raise self._expected_error(item, "object")
        for key, member in item.value.items():
            if key not in allowed:
                raise self.source.error(
                    member.key_spot, "tree.json_key", key=key, allowed=", ".join(allowed)
                )
        for key in required:
            if key not in item.value:
                raise self.source.error(item.spot, "tree.json_missing", key=key)
        return item.value

    def _items(self, item: JsonItem) -> list[JsonItem]:
        if not isinstance(item.value, list) or not item.value:
            raise self._expected_error(item, "list")
        return item.value

    def _text(self, item: JsonItem) -> SourceValue[str]:
        if type(item.value) is not str or not item.value:
            raise self._expected_error(item, "text")
        return SourceValue(item.spot, item.value)

    def _who(self, item: JsonItem) -> SourceValue[Who]:
        if isinstance(item.value, Literal):
            if item.value.isdigit() and len(item.value) < 10:
                return SourceValue(item.spot, int(item.value))
            raise self._expected_error(item, "who")
        if not isinstance(item.value, str) or not item.value:
            raise self._expected_error(item, "who")
        return SourceValue(item.spot, item.value)

    def _value(self, item: JsonItem, what: str) -> SourceValue[Value]:
        if isinstance(item.value, list):
            return SourceValue(item.spot, tuple(map(self._number, self._items(item))))
        if not isinstance(item.value, str):
            raise self._expected_error(item, what)
        return SourceValue(item.spot, utility(self.source, item.spot, item.value))

    def _number(self, item: JsonItem) -> Number:
        if not isinstance(item.value, str):
            raise self._expected_error(item, "number")
        return utility(self.source, item.spot, item.value)

    def _probability(self, item: JsonItem) -> SourceValue[Fraction]:
        if not isinstance(item.value, str):
            raise self._expected_error(item, "number")
        return SourceValue(item.spot, probability(self.source, item.spot, item.value))

    def _expected_error(self, item: JsonItem, what: str) -> SourceError:
        """The error of a value that is not of the kind expected there."""
        return self.source.error(
            item.spot, "tree.json_expected", expected=message(f"tree.json_expected.{what}")
        )
