"""The methods of Python's own types: text, tuples, lists, sets and dictionaries."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adversario.native.compiler.plain.code.iteration import Body
from adversario.native.compiler.plain.code.machine import I1, I64, INDEX, KEY, ORDER, VALUE
from adversario.native.compiler.plain.code.values import Value, shown
from adversario.native.compiler.plain.frames import key_of
from adversario.native.compiler.plain.kinds.layout import size_of
from adversario.native.compiler.plain.kinds.types import (
    BOOL,
    NEVER,
    AnyOf,
    DictOf,
    Float,
    Frozen,
    Int,
    ListOf,
    Never,
    Range,
    Record,
    Refusal,
    Seq,
    SetOf,
    Static,
    Sym,
    Tuple,
)
from adversario.native.compiler.plain.library.characters import character, is_char
from adversario.native.compiler.plain.library.iterables import sort_list, update_dict

Method = Callable[..., Value]

PURE = {
    "count", "index", "find", "upper", "lower", "strip", "isupper", "islower", "isdigit", "isalpha",
    "startswith", "endswith", "replace", "split", "join", "get", "bit_count", "union", "issubset",
    "intersection", "difference", "isdisjoint", "issuperset", "bit_length",
}  # fmt: skip
"""Methods whose result is known if the value and the arguments are."""


def method_result(
    code: Any, receiver: Value, name: str, given: list[Value], named: dict[str, Value], node: Any
) -> Value:
    """The result of calling a method of a value."""
    known = receiver.is_known and not isinstance(receiver.const, (Value, type))
    if known and code.held(receiver) is None and name in PURE and not named:
        if all(v.is_known and code.held(v) is None for v in given):
            try:
                return code.lift(getattr(receiver.const, name)(*(v.const for v in given)))  # type: ignore[no-any-return]
            except Exception:  # it is an error when the program runs
                pass
    if isinstance(receiver.const, dict):
        return _known_dict(code, receiver, name, given, node)
    settled = code.settle(receiver)
    if isinstance(settled.type, AnyOf):
        return code.each_option(  # type: ignore[no-any-return]
            settled, lambda option: method_result(code, option, name, given, named, node)
        )
    if isinstance(settled.type, Never):
        return Value(NEVER)
    kind = _kind(settled)
    found = METHODS.get((kind, name)) or METHODS.get(("any", name))
    if found is None:
        raise Refusal("method", name=f"{kind}.{name}")
    return found(code, settled, given, named, node)


def _kind(value: Value) -> str:
    kinds: dict[type, str] = {
        Tuple: "tuple", Record: "tuple", ListOf: "list", SetOf: "set", Frozen: "set",
        DictOf: "dict", Sym: "str", Range: "range", Int: "int", Float: "float",
    }  # fmt: skip
    if isinstance(value.type, Seq):
        return "str" if value.type.text else "tuple"
    return kinds.get(type(value.type), shown(value.type))


METHODS: dict[tuple[str, str], Method] = {}


def method(*names: str) -> Callable[[Method], Method]:
    """Register what stands for methods, as in `list.append`."""

    def register(function: Method) -> Method:
        for name in names:
            kind, _, own = name.partition(".")
            METHODS[kind, own] = function
        return function

    return register


def _none(code: Any) -> Value:
    found: Value = code.lift(None)
    return found


# Records.


@method("tuple._replace")
def _replace_fields(code: Any, value: Value, given: Any, named: Any, node: Any) -> Value:
    found: Value = code.replace(value, named)
    return found


# Sequences.


@method("tuple.count", "list.count", "str.count")
def _count(code: Any, value: Value, given: list[Value], named: Any, node: Any) -> Value:
    view = code.view(value)
    total, item = code.slot(I64), code.settle(given[0])
    code.b.store(I64(0), total)
    if isinstance(view.type, Seq) and isinstance(view.type.item, Never):
        return Value(Int(0, 0), (I64(0),))
    if view.type.text:
        item = character(code, item)

    def body(index: Any) -> None:
        same = code.b.zext(code.equal(code.item_at(view, index), item), I64)
        code.b.store(code.b.add(code.b.load(total), same), total)

    code.count_up(I64(0), view.parts[1], body)
    most = view.type.cap if view.type.cap is not None else 2**31
    return Value(Int(0, most), (code.b.load(total),))


@method("tuple.index", "list.index", "str.index", "str.find")
def _index(code: Any, value: Value, given: list[Value], named: Any, node: Any) -> Value:
    if len(given) != 1:
        raise Refusal("method", name="index")
    view, item = code.view(value), code.settle(given[0])
    if view.type.text and not (isinstance(item.type, Sym) and is_char(code, item.type)):
        place = code.find_text(view, code.view(item))
    else:
        place = code.find(view, item)
    most = (view.type.cap or 2**31) - 1
    if getattr(node.func, "attr", "") == "find":
        return Value(Int(-1, most), (place,))
    code.fail_if(code.b.icmp_signed("<", place, I64(0)), VALUE)
    return Value(Int(0, max(0, most)), (place,))


# Lists.


@method("list.append")
def _append(code: Any, value: Value, given: list[Value], named: Any, node: Any) -> Value:
    code.append(value, given[0])
    return _none(code)


@method("list.extend")
def _extend(code: Any, value: Value, given: list[Value], named: Any, node: Any) -> Value:
    source = given[0]
    if code.held(source) is None and isinstance(code.settle(source).type, (Tuple, Seq, ListOf)):
        code.extend(value, code.view(source))
    else:
        code.iterate(source, lambda item: code.append(value, item))
    return _none(code)


@method("list.insert")
def _insert(code: Any, value: Value, given: list[Value], named: Any, node: Any) -> Value:
    code.insert_at(value, code.as_int(code.as_number(given[0])), given[1])
    return _none(code)


@method("list.pop")
def _pop(code: Any, value: Value, given: list[Value], named: Any, node: Any) -> Value:
    length = code.length_of(value).parts[0]
    at = code.place(given[0] if given else code.lift(-1), length)
    found: Value = code.remove_at(value, at)
    return found


@method("list.popleft")
def _pop_left(code: Any, value: Value, given: list[Value], named: Any, node: Any) -> Value:
    length = code.length_of(value).parts[0]
    code.fail_if(code.b.icmp_signed("==", length, I64(0)), INDEX)
    found: Value = code.remove_at(value, I64(0))
    return found


@method("list.appendleft")
def _append_left(code: Any, value: Value, given: list[Value], named: Any, node: Any) -> Value:
    code.insert_at(value, I64(0), given[0])
    return _none(code)


@method("list.remove")
def _remove(code: Any, value: Value, given: list[Value], named: Any, node: Any) -> Value:
    place = code.find(code.list_view(value), code.settle(given[0]))
    code.fail_if(code.b.icmp_signed("<", place, I64(0)), VALUE)
    code.remove_at(value, place)
    return _none(code)


@method("list.clear")
def _clear(code: Any, value: Value, given: list[Value], named: Any, node: Any) -> Value:
    code.store(value.parts[0], I64(0))
    return _none(code)


@method("list.copy")
def _copy(code: Any, value: Value, given: list[Value], named: Any, node: Any) -> Value:
    found: Value = code.list_of(value, code.site(node, "copy"))
    return found


@method("list.sort")
def _sort(code: Any, value: Value, given: list[Value], named: Any, node: Any) -> Value:
    sort_list(code, value, named, node)
    return _none(code)


@method("list.reverse")
def _reverse(code: Any, value: Value, given: list[Value], named: Any, node: Any) -> Value:
    view, b = code.view(value), code.b
    half = b.sdiv(view.parts[1], I64(2))
    step = I64(size_of(view.type.item))

    def body(index: Any) -> None:
        other = code.b.sub(code.b.sub(view.parts[1], I64(1)), index)
        pair = [code.kept(code.item_at(view, at)) for at in (index, other)]
        code.write(code.at(view.parts[0], code.b.mul(index, step)), pair[1])
        code.write(code.at(view.parts[0], code.b.mul(other, step)), pair[0])

    code.count_up(I64(0), half, body)
    return _none(code)


# Sets.


@method("set.add")
def _add(code: Any, value: Value, given: list[Value], named: Any, node: Any) -> Value:
    code.set_add(value, given[0])
    return _none(code)


@method("set.discard")
def _discard(code: Any, value: Value, given: list[Value], named: Any, node: Any) -> Value:
    code.set_remove(value, given[0])
    return _none(code)


@method("set.remove")
def _remove_item(code: Any, value: Value, given: list[Value], named: Any, node: Any) -> Value:
    code.set_remove(value, given[0], KEY)
    return _none(code)


@method("set.pop")
def _pop_any(code: Any, value: Value, given: list[Value], named: Any, node: Any) -> Value:
    code.unit.report_pop(code.frame.function, code.line)
    several = code.b.icmp_signed(">", code.length_of(value).parts[0], I64(1))
    code.fail_if(several, ORDER)
    first = code.lazy((key_of(node), "pop"), lambda body: code.each_in_set(value, body))
    found = code.kept(code.first_of(first, None, node, KEY))
    code.set_remove(value, found)
    return found  # type: ignore[no-any-return]


@method("set.update")
def _update(code: Any, value: Value, given: list[Value], named: Any, node: Any) -> Value:
    for source in given:
        code.iterate(source, lambda item: code.set_add(value, item), ordered=False)
    return _none(code)


@method("set.difference_update")
def _difference_update(code: Any, value: Value, given: list[Value], named: Any, node: Any) -> Value:
    for source in given:
        code.iterate(source, lambda item: code.set_remove(value, item), ordered=False)
    return _none(code)


@method("set.copy")
def _copy_set(code: Any, value: Value, given: list[Value], named: Any, node: Any) -> Value:
    if isinstance(value.type, Frozen):
        return value
    found: Value = code.collect_set(value, code.site(node, "copy"))
    return found


@method("set.clear")
def _clear_set(code: Any, value: Value, given: list[Value], named: Any, node: Any) -> Value:
    empty = code.new_set(code.site(node, "empty"))
    assert isinstance(value.type, SetOf)
    code.joiner.merge(value.type.site, empty.type.site)
    code.iterate(
        code.collect(value, (key_of(node), "all"), ordered=False),
        lambda item: code.set_remove(value, item),
    )
    return _none(code)


def _as_set(code: Any, value: Value, node: Any) -> Value:
    if code.held(value) is None:
        settled = code.settle(value)
        if isinstance(settled.type, (SetOf, Frozen)):
            return settled  # type: ignore[no-any-return]
    found: Value = code.collect_set(value, code.site(node, "operand"))
    return found


def _algebra(op: str) -> Method:
    def apply(code: Any, value: Value, given: list[Value], named: Any, node: Any) -> Value:
        made = value
        for at, other in enumerate(given):
            site = code.site(node, f"algebra{at}") if isinstance(value.type, SetOf) else None
            made = code.set_algebra(op, made, _as_set(code, other, (key_of(node), at)), site)
        if not given and isinstance(value.type, SetOf):
            return _copy_set(code, value, given, named, node)
        return made

    return apply


for _name, _op in (
    ("union", "or"), ("intersection", "and"), ("difference", "sub"),
    ("symmetric_difference", "xor"),
):  # fmt: skip
    METHODS["set", _name] = _algebra(_op)


@method("set.issubset")
def _subset(code: Any, value: Value, given: list[Value], named: Any, node: Any) -> Value:
    return Value(BOOL, (code.subset(value, _as_set(code, given[0], node)),))


@method("set.issuperset")
def _superset(code: Any, value: Value, given: list[Value], named: Any, node: Any) -> Value:
    return _for_all(code, value, given[0], inside=True)


@method("set.isdisjoint")
def _disjoint(code: Any, value: Value, given: list[Value], named: Any, node: Any) -> Value:
    return _for_all(code, value, given[0], inside=False)


def _for_all(code: Any, value: Value, items: Value, *, inside: bool) -> Value:
    """Whether all items are in a set, or none is."""
    found, after = code.slot(I1), code.block("tested")
    code.b.store(I1(1), found)

    def body(item: Value) -> None:
        there = code.contains(value, item)
        with code.if_(code.b.not_(there) if inside else there):
            code.b.store(I1(0), found)
            code.goto(after)

    code.iterate(items, body, ordered=False)
    code.goto(after)
    code.enter(after)
    return Value(BOOL, (code.b.load(found),))


# Dictionaries.


def dict_items(code: Any, value: Value, node: Any) -> Value:
    """The pairs of a dictionary."""
    if isinstance(value.type, Static):
        found: Value = code.lift(tuple(value.const.items()))
        return found

    def each(body: Body) -> None:
        keys, values = code.keys_of(value), code.values_of(value)

        def one(index: Any) -> None:
            key = code.item_at(code.list_view(keys), index)
            item = code.item_at(code.list_view(values), index)
            body(Value(Tuple((key.type, item.type)), (*key.parts, *item.parts)))

        code.count_up(I64(0), lambda: code.load(keys.parts[0], I64), one)

    return code.lazy((key_of(node), "items"), each, is_iterator=False)  # type: ignore[no-any-return]


def _known_dict(code: Any, value: Value, name: str, given: list[Value], node: Any) -> Value:
    found = value.const
    if name == "items":
        return dict_items(code, value, node)
    if name == "keys":
        return code.lift(tuple(found))  # type: ignore[no-any-return]
    if name == "values":
        return code.lift(tuple(found.values()))  # type: ignore[no-any-return]
    if name == "get":
        default = given[1] if len(given) > 1 else _none(code)
        return code.known_dict_item(found, given[0], default)  # type: ignore[no-any-return]
    if name == "copy":
        made: Value = code.new_dict(code.site(node, "keys"), code.site(node, "values"))
        update_dict(code, made, value, node)
        return made
    raise Refusal("method", name=f"dict.{name}")


@method("dict.items")
def _items(code: Any, value: Value, given: list[Value], named: Any, node: Any) -> Value:
    return dict_items(code, value, node)


@method("dict.keys")
def _keys(code: Any, value: Value, given: list[Value], named: Any, node: Any) -> Value:
    found: Value = code.keys_of(value)
    return found


@method("dict.values")
def _values(code: Any, value: Value, given: list[Value], named: Any, node: Any) -> Value:
    found: Value = code.values_of(value)
    return found


@method("dict.get")
def _get(code: Any, value: Value, given: list[Value], named: Any, node: Any) -> Value:
    default = given[1] if len(given) > 1 else _none(code)
    found: Value = code.dict_get(value, given[0], default)
    return found


@method("dict.setdefault")
def _setdefault(code: Any, value: Value, given: list[Value], named: Any, node: Any) -> Value:
    default = given[1] if len(given) > 1 else _none(code)
    with code.if_(code.b.not_(code.contains(value, given[0]))):
        code.dict_put(value, given[0], default)
    found: Value = code.item(value, given[0])
    return found


@method("dict.update")
def _update_dict(code: Any, value: Value, given: list[Value], named: Any, node: Any) -> Value:
    for source in given:
        update_dict(code, value, source, node)
    return _none(code)


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
    made: Value = code.new_dict(code.site(node, "keys"), code.site(node, "values"))
    update_dict(code, made, value, node)
    return made


@method("int.bit_count")
def _bit_count(code: Any, value: Value, given: list[Value], named: Any, node: Any) -> Value:
    b, number = code.b, code.as_int(value)
    number = b.select(b.icmp_signed("<", number, I64(0)), b.neg(number), number)
    return Value(Int(0, 64), (b.ctpop(number),))
