"""The right answer to an exercise: each part with the event of the search that decides it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple, TypeAlias

from adversario.algorithms.core.events import Cut, Enter, Leaf, Leave
from adversario.base.catalogue import text
from adversario.base.numbers import Value, show, to_json
from adversario.trace.recorder import Trace
from adversario.trace.tree import TreeNode
from adversario.trees import Tree


class Part(StrEnum):
    """The parts of a question about a node."""

    VALUE = "value"
    ALPHA = "alpha"
    BETA = "beta"
    ACTION = "action"
    DISCARDED = "discarded"


Answer: TypeAlias = Value | str | bool
"""A value or bound; the name of an action; or, of a leaf, whether it is discarded."""


class KeyItem(NamedTuple):
    """One part of the answer."""

    node: str
    part: Part
    answer: Answer
    event: int  # index in the trace of the event that decides it


@dataclass(frozen=True)
class Key:
    """All parts of the answer, in the order in which the search decides them."""

    trace: Trace
    asked: tuple[str, ...]
    items: tuple[KeyItem, ...]

    @property
    def discarded(self) -> tuple[str, ...]:
        """The discarded leaves, if the question is which."""
        return tuple(item.node for item in self.items if item.answer is True)

    def text(self, lang: str = "en") -> str:
        """The answer in the form that the statement asks for."""
        found = {(item.node, item.part): item.answer for item in self.items}
        if not self.asked:
            return " ".join(self.discarded) or text("exercise.none", lang)
        entries = []
        for name in self.asked:
            value = format_answer(found[name, Part.VALUE])
            if (name, Part.ALPHA) in found:
                bounds = (format_answer(found[name, part]) for part in (Part.ALPHA, Part.BETA))
                entries.append(f"{name}: {' '.join(bounds)} -> {value}")
            else:
                entries.append(f"{name}={value}")
        action = text("exercise.action", lang)
        entries += (f"{action}={item.answer}" for item in self.items if item.part is Part.ACTION)
        return ("; " if "->" in entries[0] else " ").join(entries)

    def to_json(self) -> dict[str, Any]:
        """The key as plain JSON values."""
        return {
            "algorithm": self.trace.algorithm,
            "answer": self.text(),
            "items": [
                {"node": item.node, "part": str(item.part), "answer": _to_json(item.answer)}
                for item in self.items
            ],
        }


def make_key(tree: Tree, trace: Trace, asked: tuple[str, ...], *, action: bool) -> Key:
    """The answers of the trace about the asked nodes; if none are, the leaves it discards."""
    found = _items_asked(trace, asked) if asked else _leaf_items(trace)
    items = sorted(found, key=lambda item: item.event)
    if action and trace.action is not None:
        items.append(KeyItem(tree.initial(), Part.ACTION, trace.action, len(trace.events) - 1))
    return Key(trace, asked, tuple(items))


def leaves_below(node: TreeNode) -> Iterator[str]:
    """The names of the leaves of a drawn tree, from left to right."""
    if not node.children:
        yield node.name
    for child in node.children:
        yield from leaves_below(child)


def _items_asked(trace: Trace, asked: tuple[str, ...]) -> Iterator[KeyItem]:
    for index, event in enumerate(trace.events):
        if isinstance(event, Enter) and event.state in asked:
            if event.alpha is not None and event.beta is not None:
                yield KeyItem(event.state, Part.ALPHA, event.alpha, index)
                yield KeyItem(event.state, Part.BETA, event.beta, index)
        elif isinstance(event, Leave) and event.state in asked:
            yield KeyItem(event.state, Part.VALUE, event.value, index)


def _leaf_items(trace: Trace) -> Iterator[KeyItem]:
    for index, event in enumerate(trace.events):
        if isinstance(event, Leaf):
            yield KeyItem(event.state, Part.DISCARDED, False, index)
        elif isinstance(event, Cut):
            for node in event.pruned:
                for name in leaves_below(node):
                    yield KeyItem(name, Part.DISCARDED, True, index)


def format_answer(answer: Answer) -> str:
    """The answer as text."""
    return answer if isinstance(answer, str) else show(answer)


def _to_json(answer: Answer) -> Any:
    return answer if isinstance(answer, (str, bool)) else to_json(answer)
