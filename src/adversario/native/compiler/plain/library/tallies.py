"""Counters and dictionaries with defaults in compiled rules."""

from __future__ import annotations

import ast
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable
from typing import Any

from adversario.native.compiler.plain.data.values import Value, whole
from adversario.native.compiler.plain.frames import Getter, key_of
from adversario.native.compiler.plain.kinds.types import DictOf, Refusal
from adversario.native.compiler.plain.library.builtins import BUILTINS, builtin
from adversario.native.compiler.plain.library.dictionaries import dict_items
from adversario.native.compiler.plain.library.iterables import update_dict
from adversario.native.compiler.plain.library.methods import method
from adversario.native.compiler.plain.library.ordering import sort_list

MADE = (int, float, bool, str, tuple, list, set, dict)
"""What a defaultdict may be made with."""


@builtin(Counter)
def _counter(code: Any, node: Any, given: list[Value], named: dict[str, Value]) -> Value:
    """How often each of some items is there."""
    made: Value = code.new_dict(code.site(node, "keys"), code.site(node, "values"), Counter)
    for source in given:
        count_items(code, made, source, (key_of(node), "count"))
    for name, value in named.items():
        code.dict_put(made, code.lift(name), value)
    return made


def count_items(code: Any, target: Value, source: Value, node: Any) -> None:
    """Add items to a counter; or the numbers of a dictionary to those that it has."""
    is_dict = isinstance(source.const, dict) or isinstance(source.type, DictOf)

    def add(key: Value, by: Value) -> None:
        key = code.settle(key)
        now = code.item(target, key)
        code.dict_put(target, key, code.arithmetic(ast.Add(), now, by))

    def body(item: Value) -> None:
        if is_dict:
            add(*code.items_of(item, 2))
        else:
            add(item, whole(1))

    def write(from_set: bool) -> None:
        if from_set:
            code.mark_unordered(target)
        items = dict_items(code, source, (key_of(node), "items")) if is_dict else source
        code.iterate(items, body, ordered=False)

    code.note_sets((key_of(node), "counted"), write)


def counter_algebra(code: Any, op: ast.operator, one: Value, other: Value, node: Any) -> Value:
    """`a + b`, `a - b`, `a & b` and `a | b` of counters: what is there more often than never."""
    if type(op) not in COUNTS or not all(_is_counter(each) for each in (one, other)):
        raise Refusal("operator", name=type(op).__name__)
    made: Value = code.new_dict(code.site(node, "keys"), code.site(node, "values"), Counter)

    def put(key: Value, number: Value) -> None:
        with code.if_(code.compare(ast.Gt(), number, whole(0))):
            code.dict_put(made, key, number)

    def own(pair: Value) -> None:
        key, number = code.items_of(pair, 2)
        put(
            key,
            COUNTS[type(op)](
                code, number, code.dict_get(other, key, whole(0)), (key_of(node), "own")
            ),
        )

    def new(pair: Value) -> None:
        key, number = code.items_of(pair, 2)
        with code.if_(code.b.not_(code.contains(one, key))):
            put(key, COUNTS[type(op)](code, whole(0), number, (key_of(node), "new")))

    def write(from_set: bool) -> None:
        if from_set:
            code.mark_unordered(made)
        code.iterate(dict_items(code, one, (key_of(node), "one")), own, ordered=False)
        code.iterate(dict_items(code, other, (key_of(node), "other")), new, ordered=False)

    code.note_sets((key_of(node), "algebra"), write)
    return made


def _is_counter(value: Value) -> bool:
    return isinstance(value.type, DictOf) and value.type.missing is Counter


def _chosen(which: Callable[..., Any]) -> Callable[..., Value]:
    def count(code: Any, one: Value, other: Value, node: Any) -> Value:
        found: Value = BUILTINS[which](code, (key_of(node), "count"), [one, other], {})
        return found

    return count


def _counted(op: ast.operator) -> Callable[..., Value]:
    def count(code: Any, one: Value, other: Value, node: Any) -> Value:
        found: Value = code.arithmetic(op, one, other)
        return found

    return count


COUNTS: dict[type[ast.operator], Callable[..., Value]] = {
    ast.Add: _counted(ast.Add()), ast.Sub: _counted(ast.Sub()),
    ast.BitAnd: _chosen(min), ast.BitOr: _chosen(max),
}  # fmt: skip
"""How often an item is in what an operator makes of two counters."""


@builtin(defaultdict)
def _defaultdict(code: Any, node: Any, given: list[Value], named: dict[str, Value]) -> Value:
    """A dictionary that makes values."""
    factory = given[0].const if given and given[0].is_known else None
    if not any(factory is each for each in MADE) or named:
        raise Refusal("callable", name="defaultdict")
    made: Value = code.new_dict(code.site(node, "keys"), code.site(node, "values"), factory)
    if len(given) > 1:
        update_dict(code, made, given[1], node)
    return made


BUILTINS[OrderedDict] = BUILTINS[dict]


@method("dict.most_common")
def _most_common(code: Any, value: Value, given: list[Value], named: Any, node: Any) -> Value:
    """The items of a counter and their numbers: most frequent first, then as they came."""
    assert isinstance(value.type, DictOf)
    if value.type.missing is not Counter:
        raise Refusal("method", name="dict.most_common")
    code.meet_keys(value.type, True)
    pairs = code.collect(dict_items(code, value, (key_of(node), "all")), (key_of(node), "common"))
    second = code.hold((key_of(node), "second"), Getter((1,), items=True))
    sort_list(code, pairs, {"key": second, "reverse": code.lift(True)}, node)
    if not given or code.is_none(given[0]):
        return pairs  # type: ignore[no-any-return]
    cut = code.slice(pairs, (None, given[0], None))
    return code.list_of(cut, code.site(node, "cut"))  # type: ignore[no-any-return]


@method("dict.total")
def _total(code: Any, value: Value, given: list[Value], named: Any, node: Any) -> Value:
    found: Value = BUILTINS[sum](code, (key_of(node), "total"), [code.values_of(value)], {})
    return found
