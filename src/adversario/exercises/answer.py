"""Parsing of answers.

Values are `A=3 B=2.5 C=(1, 2, 6) action=a1`, windows `B3: -inf 3 -> 8`, and discarded leaves just
their names. `:` and `=` mean the same, brackets, arrows, commas and semicolons only separate, and
case does not matter.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from fractions import Fraction
from typing import TypeAlias

from adversario.base.catalogue import Message
from adversario.base.errors import InputError
from adversario.base.formats.json_text import shorten
from adversario.base.numbers import INFINITY, Number
from adversario.exercises.exercise import Exercise, Topic
from adversario.exercises.key import Answer, Part

Given: TypeAlias = Mapping[tuple[str, Part], Answer]
"""The content of an answer, by node and part."""

_ENTRY = re.compile(r"([^\W\d][\w']{0,63}+)\s*[:=]")
"""A name and its sign. Names have an end, lest a long word be read again from each letter on."""
_SEPARATORS = re.compile(r"(?:->|→|[\s,;()\[\]{}])+")
_NUMBER = re.compile(r"[+-]?(?:\d{1,30}/0{0,9}[1-9]\d{0,29}|\d{1,30}(?:\.\d{0,30})?|\.\d{1,30})")
_INFINITE = re.compile(r"[+-]?(?:inf|infinity|infinito|∞)")
_ACTION = ("action", "accion", "acción")
_NONE = ("none", "ninguna", "ninguno")


def parse_answer(exercise: Exercise, text: str) -> Given:
    """The content of the text; raises InputError with the part that cannot be understood."""
    plain = plain_text(text)
    if not pieces(plain):
        raise InputError("exercise.empty", form=exercise.statement[1])
    if exercise.topic is Topic.ALPHABETA:
        return _leaves(exercise, plain)
    given: dict[tuple[str, Part], Answer] = {}
    for name, body in entries(plain, exercise.statement[1]):
        entry = _entry(exercise, name, body)
        if given.keys() & entry.keys():
            raise InputError("exercise.twice", name=name)
        given |= entry
    return given


def plain_text(text: str) -> str:
    """The text with one kind of minus sign, and without the byte order mark of a file."""
    return unicodedata.normalize("NFC", text).removeprefix("\ufeff").replace("−", "-").strip()


def is_none(text: str) -> bool:
    """Whether the text says that there is none."""
    return [word.casefold() for word in pieces(text)] in ([none] for none in _NONE)


def _leaves(exercise: Exercise, text: str) -> Given:
    """The leaves named; an inner node means all the leaves below it."""
    words = [shorten(word) for word in pieces(text)]
    if is_none(text):
        return {}
    root = exercise.tree.root
    named = {vertex.name.casefold(): vertex for vertex in root.walk()}
    given: dict[tuple[str, Part], Answer] = {}
    for word in words:
        if word.casefold() not in named:
            leaves = [vertex.name for vertex in root.walk() if not vertex.edges]
            raise InputError("exercise.no_such_leaf", given=word, leaves=_list_names(leaves))
        for vertex in named[word.casefold()].walk():
            if not vertex.edges:
                given[vertex.name, Part.DISCARDED] = True
    return given


def entries(text: str, form: Message) -> list[tuple[str, str]]:
    """The text as names, each with the text that follows it, up to the next."""
    heads = list(_ENTRY.finditer(text))
    before = pieces(text[: heads[0].start()] if heads else text)
    if before or not heads:
        raise InputError("exercise.no_entry", given=shorten(" ".join(before) or text), form=form)
    ends = [head.start() for head in heads[1:]] + [len(text)]
    return [(head.group(1), text[head.end() : end]) for head, end in zip(heads, ends, strict=True)]


def _entry(exercise: Exercise, name: str, body: str) -> dict[tuple[str, Part], Answer]:
    """The content of one entry."""
    root = exercise.tree.initial()
    if name.casefold() in _ACTION and exercise.topic.asks_action:
        return {(root, Part.ACTION): _action(exercise, body)}
    asked = {node.casefold(): node for node in exercise.asked}
    if name.casefold() not in asked:
        raise InputError("exercise.not_asked", given=shorten(name), asked=", ".join(exercise.asked))
    node = asked[name.casefold()]
    numbers = tuple(to_number(node, piece) for piece in pieces(body))
    if exercise.topic is Topic.WINDOWS:
        _check_count(node, body, numbers, 3, at_least=2)
        parts = (Part.ALPHA, Part.BETA, Part.VALUE)
        return {(node, part): number for part, number in zip(parts, numbers, strict=False)}
    if exercise.topic is Topic.MAXN:
        _check_count(node, body, numbers, exercise.tree.players)
        return {(node, Part.VALUE): numbers}
    _check_count(node, body, numbers, 1)
    return {(node, Part.VALUE): numbers[0]}


def _action(exercise: Exercise, body: str) -> str:
    tree = exercise.tree
    legal = {action.casefold(): action for action in tree.actions(tree.initial())}
    given = shorten(" ".join(pieces(body)))
    if given.casefold() not in legal:
        raise InputError("exercise.no_such_action", given=given, legal=", ".join(legal.values()))
    return legal[given.casefold()]


def to_number(node: str, piece: str) -> Number:
    """A number of the answer about a node."""
    if _INFINITE.fullmatch(piece.casefold()):
        return -INFINITY if piece.startswith("-") else INFINITY
    if not _NUMBER.fullmatch(piece):
        raise InputError("exercise.not_a_number", node=node, given=shorten(piece))
    return Fraction(piece)


def _check_count(
    node: str, body: str, numbers: tuple[Number, ...], expected: int, at_least: int | None = None
) -> None:
    if not (at_least or expected) <= len(numbers) <= expected:
        raise InputError(
            "exercise.count", node=node, given=body.strip(), found=len(numbers), expected=expected
        )


def pieces(text: str) -> list[str]:
    """The words and numbers of a text."""
    return [piece for piece in _SEPARATORS.split(text) if piece]


def _list_names(names: Iterable[str], most: int = 12) -> str:
    """The names, at most `most` of them."""
    every = list(names)
    return ", ".join(every if len(every) <= most else [*every[:most], "..."])
