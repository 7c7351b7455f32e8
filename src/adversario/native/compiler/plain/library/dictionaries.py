"""The methods of dictionaries."""

from __future__ import annotations

from collections import Counter
from typing import Any

from adversario.native.compiler.plain.code.iteration import Body
from adversario.native.compiler.plain.data.machine import I64, KEY
from adversario.native.compiler.plain.data.values import Value
from adversario.native.compiler.plain.frames import key_of
from adversario.native.compiler.plain.kinds.types import BOOL, DictOf, Refusal, Static, Tuple
from adversario.native.compiler.plain.library.builtins import builtin
from adversario.native.compiler.plain.library.iterables import update_dict
from adversario.native.compiler.plain.library.methods import method


def dict_items(code: Any, value: Value, node: Any) -> Value:
    """The pairs of a dictionary."""
    if isinstance(value.type, Static):
        found: Value = code.lift(tuple(value.const.items()))
        return found

    def each(body: Body) -> None:
        code.meet_keys(value.type, code.take_order())
        keys, values = code.keys_of(value), code.values_of(value)

        def one(index: Any) -> None:
            key = code.item_at(code.list_view(keys), index)
            item = code.item_at(code.list_view(values), index)
            body(Value(Tuple((key.type, item.type)), (*key.parts, *item.parts)))

        code.count_up(I64(0), lambda: code.load(keys.parts[0], I64), one)

    return code.lazy((key_of(node), "items"), each, is_iterator=False, order=False)  # type: ignore[no-any-return]


def known_dict(code: Any, value: Value, name: str, given: list[Value], node: Any) -> Value:
    """The result of a method of a table that is known."""
    found = value.const
    if name == "items":
        return dict_items(code, value, node)
    if name == "keys":
        return code.lift(tuple(found))  # type: ignore[no-any-return]
    if name == "values":
        return code.lift(tuple(found.values()))  # type: ignore[no-any-return]
    if name == "get":
        default = given[1] if len(given) > 1 else code.lift(None)
        return code.known_dict_item(found, given[0], default)  # type: ignore[no-any-return]
    if name == "__getitem__":
        return code.known_dict_item(found, given[0])  # type: ignore[no-any-return]
    if name == "__contains__":
        return Value(BOOL, (code.contains(value, given[0]),))
    if name == "copy":
        made: Value = code.new_dict(code.site(node, "keys"), code.site(node, "values"))
        update_dict(code, made, value, node)
        return made
    raise Refusal("method", name=f"dict.{name}")


@builtin(dict.fromkeys)
def _from_keys(code: Any, node: Any, given: list[Value], named: dict[str, Value]) -> Value:
    """A dictionary with the same value for all keys."""
    made: Value = code.new_dict(code.site(node, "keys"), code.site(node, "values"))
    value = given[1] if len(given) > 1 else code.lift(None)

    def write(from_set: bool) -> None:
        if from_set:
            code.mark_unordered(made)
        code.iterate(given[0], lambda key: code.dict_put(made, key, value), ordered=False)

    code.note_sets((key_of(node), "fromkeys"), write)
    return made


@method("dict.items")
def _items(code: Any, value: Value, given: list[Value], named: Any, node: Any) -> Value:
    return dict_items(code, value, node)


@method("dict.keys")
def _keys(code: Any, value: Value, given: list[Value], named: Any, node: Any) -> Value:
    return _in_no_order(code, value, code.keys_of(value), node)


def _in_no_order(code: Any, value: Value, items: Value, node: Any) -> Value:
    """The keys or values of a dictionary, which may have come from a set."""
    assert isinstance(value.type, DictOf)
    kind = value.type
    if not kind.key_site.root().unordered:
        return items

    def each(body: Body) -> None:
        code.meet_keys(kind, code.take_order())
        code.each_in_list(items, body)

    return code.lazy((key_of(node), "view"), each, is_iterator=False, order=False)  # type: ignore[no-any-return]


@method("dict.values")
def _values(code: Any, value: Value, given: list[Value], named: Any, node: Any) -> Value:
    return _in_no_order(code, value, code.values_of(value), node)


@method("dict.get")
def _get(code: Any, value: Value, given: list[Value], named: Any, node: Any) -> Value:
    default = given[1] if len(given) > 1 else code.lift(None)
    found: Value = code.dict_get(value, given[0], default)
    return found


@method("dict.setdefault")
def _setdefault(code: Any, value: Value, given: list[Value], named: Any, node: Any) -> Value:
    default = given[1] if len(given) > 1 else code.lift(None)
    with code.if_(code.b.not_(code.contains(value, given[0]))):
        code.dict_put(value, given[0], default)
    found: Value = code.item(value, given[0])
    return found


@method("dict.update")
def _update_dict(code: Any, value: Value, given: list[Value], named: Any, node: Any) -> Value:
    assert isinstance(value.type, DictOf)
    if value.type.missing is Counter:
        from adversario.native.compiler.plain.library.tallies import count_items

        for at, source in enumerate(given):
            count_items(code, value, source, (key_of(node), at))
        return code.lift(None)  # type: ignore[no-any-return]
    for source in given:
        update_dict(code, value, source, node)
    return code.lift(None)  # type: ignore[no-any-return]


@method("dict.pop")
def _pop_key(code: Any, value: Value, given: list[Value], named: Any, node: Any) -> Value:
    place = code.key_place(value, given[0])
    there = code.b.icmp_signed(">=", place, I64(0))
    if len(given) == 1:
        code.fail_if(code.b.not_(there), KEY)
        code.remove_at(code.keys_of(value), place)
        found: Value = code.remove_at(code.values_of(value), place)
        return found
    yes, no, after = code.block("has"), code.block("hasnot"), code.block("popped")
    code.branch(there, yes, no)
    code.enter(yes)
    code.remove_at(code.keys_of(value), place)
    made = [(code.remove_at(code.values_of(value), place), code.b.block)]
    made.append((code.settle(given[1]), no))
    return code.meet(made, after)  # type: ignore[no-any-return]


@method("dict.copy")
def _copy_dict(code: Any, value: Value, given: list[Value], named: Any, node: Any) -> Value:
    assert isinstance(value.type, DictOf)
    sites = code.site(node, "keys"), code.site(node, "values")
    made: Value = code.new_dict(*sites, value.type.missing)
    update_dict(code, made, value, node)
    return made
