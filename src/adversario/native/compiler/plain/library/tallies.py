"""Counters and dictionaries with defaults in compiled rules."""

from __future__ import annotations

import ast
from collections import Counter, OrderedDict, defaultdict
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
