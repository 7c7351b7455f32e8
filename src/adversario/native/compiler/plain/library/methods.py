"""The methods of Python's own types: text, tuples, lists, sets and dictionaries."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from adversario.native.compiler.plain.data.machine import I1, I64, INDEX, KEY, ORDER, VALUE
from adversario.native.compiler.plain.data.values import Value, shown
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
    Sym,
    Tuple,
)
from adversario.native.compiler.plain.library.characters import is_char
from adversario.native.compiler.plain.library.ordering import sort_list

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
        from adversario.native.compiler.plain.library.dictionaries import known_dict

        return known_dict(code, receiver, name, given, node)
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


# What operators do, as functions.


@method("any.__getitem__")
def _getitem(code: Any, value: Value, given: list[Value], named: Any, node: Any) -> Value:
    found: Value = code.item(value, given[0])
    return found


@method("any.__contains__")
def _contains(code: Any, value: Value, given: list[Value], named: Any, node: Any) -> Value:
    return Value(BOOL, (code.contains(value, given[0]),))


@method("any.__len__")
def _len(code: Any, value: Value, given: list[Value], named: Any, node: Any) -> Value:
    found: Value = code.length_of(value)
    return found


# Sequences.


@method("tuple.count", "list.count", "str.count")
def _count(code: Any, value: Value, given: list[Value], named: Any, node: Any) -> Value:
    view = code.view(value)
    total, item = code.slot(I64), code.settle(given[0])
    code.b.store(I64(0), total)
    if isinstance(view.type, Seq) and isinstance(view.type.item, Never):
        return Value(Int(0, 0), (I64(0),))
    if view.type.text and not (isinstance(item.type, Sym) and is_char(code, item.type)):
        from adversario.native.compiler.plain.library.texts import each_part

        def one(_: Any) -> None:
            code.b.store(code.b.add(code.b.load(total), I64(1)), total)

        each_part(code, view, code.view(item), one, lambda at: None)
        return Value(Int(0, view.type.cap or 2**31), (code.b.load(total),))

    def body(index: Any) -> None:
        same = code.b.zext(code.equal(code.item_at(view, index), item), I64)
        code.b.store(code.b.add(code.b.load(total), same), total)

    code.count_up(I64(0), view.parts[1], body)
    most = view.type.cap if view.type.cap is not None else 2**31
    return Value(Int(0, most), (code.b.load(total),))


def _index(
    code: Any, value: Value, given: list[Value], named: Any, node: Any,
    *, find: bool = False, last: bool = False,
) -> Value:  # fmt: skip
    """The first or last place of an item or a part; -1 or an error if there is none."""
    view, item = code.view(value), code.settle(given[0])
    length, first = view.parts[1], I64(0)
    part = view
    if len(given) > 1:
        bounds = [code.as_int(code.as_number(each)) for each in given[1:]]
        part = code.slice(view, (given[1], given[2] if len(given) > 2 else None, None))
        first = code.clipped(bounds[0], length)
    if view.type.text and not (isinstance(item.type, Sym) and is_char(code, item.type)):
        place = code.find_text(part, code.view(item), last=last)
    else:
        place = code.find(part, item, last=last)
    there = code.b.icmp_signed(">=", place, I64(0))
    if len(given) > 1:
        there = code.b.and_(there, code.b.icmp_signed("<=", bounds[0], length))
        place = code.b.select(there, code.b.add(place, first), I64(-1))
    most = (view.type.cap or 2**31) - (0 if view.type.text else 1)
    if find:
        return Value(Int(-1, most), (place,))
    code.fail_if(code.b.not_(there), VALUE)
    return Value(Int(0, max(0, most)), (place,))


METHODS |= {(kind, "index"): _index for kind in ("tuple", "list", "str")}
METHODS["str", "find"] = partial(_index, find=True)
METHODS["str", "rfind"] = partial(_index, find=True, last=True)
METHODS["str", "rindex"] = partial(_index, last=True)


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
    if id(node) not in code.unit.free_pops:
        code.unit.report_order(code.frame.function, code.line, "set_pop")
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


@method("set.intersection_update")
def _intersect(code: Any, value: Value, given: list[Value], named: Any, node: Any) -> Value:
    for at, source in enumerate(given):
        other = _as_set(code, source, (key_of(node), at))
        items = code.collect(value, (key_of(node), "all"), ordered=False)

        def body(item: Value, other: Value = other) -> None:
            with code.if_(code.b.not_(code.contains(other, item))):
                code.set_remove(value, item)

        code.iterate(items, body)
    return _none(code)


@method("set.symmetric_difference_update")
def _toggle(code: Any, value: Value, given: list[Value], named: Any, node: Any) -> Value:
    """Items that are there are taken out, others are put in."""
    other = _as_set(code, given[0], node)

    def body(item: Value) -> None:
        there, yes, no = code.contains(value, item), code.block("there"), code.block("new")
        after = code.block("toggled")
        code.branch(there, yes, no)
        code.enter(yes)
        code.set_remove(value, item)
        code.goto(after)
        code.enter(no)
        code.set_add(value, item)
        code.goto(after)
        code.enter(after)

    code.iterate(code.collect(other, (key_of(node), "all"), ordered=False), body)
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


@method("int.bit_count")
def _bit_count(code: Any, value: Value, given: list[Value], named: Any, node: Any) -> Value:
    b, number = code.b, code.as_int(value)
    number = b.select(b.icmp_signed("<", number, I64(0)), b.neg(number), number)
    return Value(Int(0, 64), (b.ctpop(number),))
