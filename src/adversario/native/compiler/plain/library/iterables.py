"""Python's own functions of several items, and those of itertools."""

from __future__ import annotations

import ast
import math
from typing import Any

from adversario.native.compiler.plain.code.iteration import Body, Pull
from adversario.native.compiler.plain.data.machine import I64, STOP
from adversario.native.compiler.plain.data.values import Value, whole
from adversario.native.compiler.plain.frames import Lazy, key_of
from adversario.native.compiler.plain.kinds.equality import with_own_order
from adversario.native.compiler.plain.kinds.types import (
    MOST,
    Float,
    Frozen,
    Int,
    Never,
    Refusal,
    Seq,
    SetOf,
    Tuple,
)
from adversario.native.compiler.plain.library.builtins import _one, builtin


@builtin(any)
def _any(code: Any, node: Any, given: list[Value], named: Any) -> Value:
    found: Value = code.any_of(_one(given))
    return found


@builtin(all)
def _all(code: Any, node: Any, given: list[Value], named: Any) -> Value:
    found: Value = code.any_of(_one(given), every=True)
    return found


@builtin(sum)
def _sum(code: Any, node: Any, given: list[Value], named: Any) -> Value:
    start = named.get("start", given[1] if len(given) > 1 else whole(0))

    def step(total: Value, item: Value) -> Value:
        if isinstance(code.settle(total).type, (Tuple, Seq)):
            return code.concatenate(total, item)  # type: ignore[no-any-return]
        return code.arithmetic(ast.Add(), total, item)  # type: ignore[no-any-return]

    found: Value = code.fold(given[0], start, node, step, commutes=True)
    return found


@builtin(math.prod)
def _prod(code: Any, node: Any, given: list[Value], named: Any) -> Value:
    found: Value = code.fold(
        given[0],
        whole(1),
        node,
        lambda total, item: code.arithmetic(ast.Mult(), total, item),
        commutes=True,
    )
    return found


@builtin(list)
def _list(code: Any, node: Any, given: list[Value], named: Any) -> Value:
    if not given:
        made: Value = code.new_list(code.site(node, "list"))
        return made
    ordered = id(node) not in code.unit.unordered or _shows_order(code, given[0])
    return code.collect(given[0], node, ordered=ordered)  # type: ignore[no-any-return]


def _shows_order(code: Any, value: Value) -> bool:
    """Whether a sum or an order of the items of a set may depend on where they are."""
    kind = code.settle(value).type if code.held(value) is None else None
    item = kind.item if isinstance(kind, (Frozen, SetOf)) else None
    return isinstance(item, Float) or (item is not None and with_own_order(item))


@builtin(tuple)
def _tuple(code: Any, node: Any, given: list[Value], named: Any) -> Value:
    if not given:
        return Value(Tuple(()))
    found: Value = code.collect_tuple(given[0], node)
    return found


@builtin(set)
def _set(code: Any, node: Any, given: list[Value], named: Any) -> Value:
    made: Value = code.collect_set(given[0] if given else None, code.site(node, "set"))
    return made


@builtin(frozenset)
def _frozenset(code: Any, node: Any, given: list[Value], named: Any) -> Value:
    value = code.settle(given[0]) if given and code.held(given[0]) is None else None
    if value is not None and isinstance(value.type, Frozen):
        return value  # type: ignore[no-any-return]
    made = code.collect_set(given[0] if given else None, code.site(node, "set"))
    assert isinstance(made.type, SetOf)
    return Value(Frozen(made.type.item), made.parts)


@builtin(dict)
def _dict(code: Any, node: Any, given: list[Value], named: dict[str, Value]) -> Value:
    made: Value = code.new_dict(code.site(node, "keys"), code.site(node, "values"))
    if given:
        update_dict(code, made, given[0], node)
    for name, value in named.items():
        code.dict_put(made, code.lift(name), value)
    return made


def update_dict(code: Any, target: Value, source: Value, node: Any) -> None:
    """Put the keys and values of a dictionary, or of pairs, into another."""
    from adversario.native.compiler.plain.library.dictionaries import dict_items

    is_dict = isinstance(source.const, dict) or type(source.type).__name__ == "DictOf"
    pairs = dict_items(code, source, ("update", key_of(node))) if is_dict else source

    def body(pair: Value) -> None:
        key, value = code.items_of(pair, 2)
        code.dict_put(target, key, value, once=from_set)

    from_set = False

    def write(known: bool) -> None:
        nonlocal from_set
        from_set = known
        if known:
            code.mark_unordered(target)
        code.iterate(pairs, body, ordered=False)

    code.note_sets((key_of(node), "update"), write)


@builtin(enumerate)
def _enumerate(code: Any, node: Any, given: list[Value], named: dict[str, Value]) -> Value:
    start = named.get("start", given[1] if len(given) > 1 else whole(0))
    most, fixed = code.bound_of(given[0])

    def each(body: Body) -> None:
        low = start.type.lo if isinstance(start.type, Int) else 0
        high = start.type.hi if isinstance(start.type, Int) else MOST
        top = 2**31 if most is None else max(0, most - 1)
        kind = Int(low, min(MOST, high + top))
        counter = code.slot(I64)
        code.b.store(code.as_int(start), counter)

        def one(item: Value) -> None:
            item = code.settle(item)
            now = code.b.load(counter)
            code.b.store(code.b.add(now, I64(1)), counter)
            body(Value(Tuple((kind, item.type)), (now, *item.parts)))

        code.iterate(given[0], one)

    def start_counting() -> Pull:
        source, counter = code.start_of(given[0]), code.slot(I64)
        code.b.store(code.as_int(start), counter)

        def pull(done: Any) -> Value:
            item = code.settle(source(done))
            now = code.b.load(counter)
            code.b.store(code.b.add(now, I64(1)), counter)
            low = start.type.lo if isinstance(start.type, Int) else 0
            return Value(Tuple((Int(low, MOST), item.type)), (now, *item.parts))

        return pull

    found: Value = code.lazy(node, each, most, fixed, start=start_counting)
    return found


@builtin(zip)
def _zip(code: Any, node: Any, given: list[Value], named: Any) -> Value:
    bounds = [code.bound_of(value) for value in given]
    caps = [most for most, _ in bounds if most is not None]
    fixed = all(exact for _, exact in bounds)

    def start() -> Pull:
        sources = [code.start_of(value) for value in given]

        def pull(done: Any) -> Value:
            items = [code.settle(source(done)) for source in sources]
            kinds = tuple(item.type for item in items)
            return Value(Tuple(kinds), tuple(part for item in items for part in item.parts))

        return pull

    def each(body: Body) -> None:
        if any(is_started(code, value) for value in given):
            go_on(code, start(), body)
            return
        sources = [code.indexable(value, (key_of(node), at)) for at, value in enumerate(given)]
        shortest = sources[0][0]
        for length, _ in sources[1:]:
            shorter = code.b.icmp_signed("<", length, shortest)
            shortest = code.b.select(shorter, length, shortest)

        def one(index: Any) -> None:
            items = [code.settle(item(index)) for _, item in sources]
            kinds = tuple(item.type for item in items)
            body(Value(Tuple(kinds), tuple(part for item in items for part in item.parts)))

        code.count_up(I64(0), shortest, one)

    found: Value = code.lazy(node, each, min(caps) if caps else None, fixed, start=start)
    return found


def is_started(code: Any, value: Value) -> bool:
    """Whether a value is an iterator that goes on where it was left."""
    held = code.held(value)
    return isinstance(held, Lazy) and held.pull is not None


def go_on(code: Any, pull: Pull, body: Body) -> None:
    """Code for each further item of an iterator."""
    head, done = code.block("next"), code.block("exhausted")
    code.goto(head)
    code.enter(head)
    body(pull(done))
    code.goto(head)
    code.enter(done)


@builtin(reversed)
def _reversed(code: Any, node: Any, given: list[Value], named: Any) -> Value:
    most, fixed = code.bound_of(given[0])

    def each(body: Body) -> None:
        length, item = code.indexable(given[0], node)

        def one(index: Any) -> None:
            body(item(code.b.sub(code.b.sub(length, I64(1)), index)))

        code.count_up(I64(0), length, one)

    found: Value = code.lazy(
        node, each, most, fixed, start=lambda: code.start_items(given[0], backward=True)
    )
    return found


@builtin(map)
def _map(code: Any, node: Any, given: list[Value], named: Any) -> Value:
    function, *sources = given
    source = sources[0] if len(sources) == 1 else _zip(code, (key_of(node), "zip"), sources, {})
    most, fixed = code.bound_of(source)

    def apply(item: Value) -> Value:
        arguments = [item] if len(sources) == 1 else code.items_of(item)
        return code.call(function, arguments, {}, (node, "map"))  # type: ignore[no-any-return]

    def each(body: Body) -> None:
        ordered = code.take_order()
        code.iterate(source, lambda item: body(apply(item)), ordered=ordered)

    def start() -> Pull:
        pull = code.start_of(source)
        return lambda done: apply(pull(done))

    found: Value = code.lazy(node, each, most, fixed, start=start, order=False)
    return found


@builtin(filter)
def _filter(code: Any, node: Any, given: list[Value], named: Any) -> Value:
    function, source = given
    most, _ = code.bound_of(source)

    def holds(item: Value) -> Any:
        if not (function.is_known and function.const is None):
            return code.truth_of(code.call(function, [item], {}, (node, "filter")))
        return code.truth_of(item)

    def each(body: Body) -> None:
        ordered = code.take_order()

        def one(item: Value) -> None:
            with code.if_(holds(item)):
                body(item)

        code.iterate(source, one, ordered=ordered)

    def start() -> Pull:
        further = code.start_of(source)

        def pull(done: Any) -> Value:
            head, go = code.block("again"), code.block("kept")
            code.goto(head)
            code.enter(head)
            item: Value = further(done)
            code.branch(holds(item), go, head)
            code.enter(go)
            return item

        return pull

    found: Value = code.lazy(node, each, most, start=start, order=False)
    return found


@builtin(iter)
def _iter(code: Any, node: Any, given: list[Value], named: Any) -> Value:
    source = _one(given)
    if isinstance(code.held(source), Lazy):
        return source
    most, fixed = code.bound_of(source)

    def each(body: Body) -> None:
        code.iterate(source, body, ordered=code.take_order())

    found: Value = code.lazy(
        node, each, most, fixed, start=lambda: code.start_items(source), order=False
    )
    return found


@builtin(next)
def _next(code: Any, node: Any, given: list[Value], named: Any) -> Value:
    if isinstance(given[0].type, Never):
        return Value(given[0].type)
    if not isinstance(code.held(given[0]), Lazy):
        raise Refusal("next")
    default = given[1] if len(given) > 1 else None
    found: Value = code.first_of(given[0], default, node, STOP)
    return found
