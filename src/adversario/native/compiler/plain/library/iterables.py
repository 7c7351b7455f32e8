"""Python's own functions of several items, and those of itertools."""

from __future__ import annotations

import ast
import math
from functools import partial
from typing import Any

from adversario.native.compiler.plain.code.iteration import Body, Pull
from adversario.native.compiler.plain.code.machine import I64, STOP, VALUE
from adversario.native.compiler.plain.code.values import Value, whole
from adversario.native.compiler.plain.frames import Lazy, key_of
from adversario.native.compiler.plain.kinds.equality import with_own_order
from adversario.native.compiler.plain.kinds.types import (
    MOST,
    Frozen,
    Int,
    Never,
    Refusal,
    Seq,
    SetOf,
    Tuple,
)
from adversario.native.compiler.plain.library.builtins import BOOLEAN, BUILTINS, _one, builtin


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


@builtin(min, max)
def _min_or_max(code: Any, node: Any, given: list[Value], named: Any) -> Value:
    raise NotImplementedError


def _extreme(
    greatest: bool, code: Any, node: Any, given: list[Value], named: dict[str, Value]
) -> Value:
    """The least or greatest item: the first one, as in Python."""
    key, default = named.get("key"), named.get("default")
    if key is not None and key.is_known and key.const is None:
        key = None
    if len(given) > 1:
        return _extreme_of_few(greatest, code, node, given, key)
    best_item = code.unit.variable((code.frame.key, key_of(node), "best item"))
    best_key = code.unit.variable((code.frame.key, key_of(node), "best key"))
    kinds = best_item.type, best_key.type
    items, keys = code.places(kinds[0]), code.places(kinds[1])
    has = code.slot(BOOLEAN)
    code.b.store(BOOLEAN(0), has)

    def body(item: Value) -> None:
        item = code.settle(item)
        rank = item if key is None else code.settle(code.call(key, [item], {}, (node, "key")))
        code.unit.grow(best_item, item.type)
        code.unit.grow(best_key, rank.type)
        if (best_item.type, best_key.type) != kinds:
            return
        best = code.get(keys, kinds[1])
        better = code.less(best, rank) if greatest else code.less(rank, best)
        with code.if_(code.b.or_(better, code.b.not_(code.b.load(has)))):
            code.put(items, code.convert(item, kinds[0]))
            code.put(keys, code.convert(rank, kinds[1]))
            code.b.store(BOOLEAN(1), has)

    code.iterate(given[0], body, ordered=key is not None or with_own_order(kinds[0]))
    if default is None:
        code.fail_if(code.b.not_(code.b.load(has)), VALUE)
        found: Value = code.get(items, kinds[0])
        return found
    yes, no, after = code.block("some"), code.block("none"), code.block("extreme")
    code.branch(code.b.load(has), yes, no)
    code.enter(yes)
    made = [(code.get(items, kinds[0]), yes)]
    made.append((code.settle(default), no))
    return code.meet(made, after)  # type: ignore[no-any-return]


def _extreme_of_few(
    greatest: bool, code: Any, node: Any, given: list[Value], key: Value | None
) -> Value:
    settled = [code.settle(value) for value in given]

    def rank(value: Value, at: int) -> Value:
        return value if key is None else code.call(key, [value], {}, (node, at))

    best, best_rank = settled[0], rank(settled[0], 0)
    for at, value in enumerate(settled[1:], 1):
        own = rank(value, at)
        better = code.less(best_rank, own) if greatest else code.less(own, best_rank)
        best = _select(code, better, value, best)
        best_rank = best if key is None else _select(code, better, own, best_rank)
        if key is None and isinstance(best.type, Int):
            best.type = _tight(greatest, settled[: at + 1], best.type)
            best_rank = best
    return best  # type: ignore[no-any-return]


def _tight(greatest: bool, values: list[Value], joined: Int) -> Int:
    kinds = [value.type for value in values]
    if not all(isinstance(kind, Int) for kind in kinds):
        return joined
    lows, highs = [k.lo for k in kinds], [k.hi for k in kinds]  # type: ignore[union-attr]
    if greatest:
        return Int(max(lows), max(highs))
    return Int(min(lows), min(highs))


def _select(code: Any, condition: Any, yes: Value, no: Value) -> Value:
    kind = code.joiner.join(yes.type, no.type)
    one, other = code.convert(yes, kind), code.convert(no, kind)
    pairs = zip(one.parts, other.parts, strict=True)
    return Value(kind, tuple(code.b.select(condition, *pair) for pair in pairs))


BUILTINS[min], BUILTINS[max] = partial(_extreme, False), partial(_extreme, True)


@builtin(sorted)
def _sorted(code: Any, node: Any, given: list[Value], named: dict[str, Value]) -> Value:
    item = code.site(node, "collect").root().item
    ordered = "key" in named or with_own_order(item)
    made = code.collect(given[0], node, ordered=ordered)
    sort_list(code, made, named, node)
    return made  # type: ignore[no-any-return]


def sort_list(code: Any, target: Value, named: dict[str, Value], node: Any) -> None:
    """Sort a list in place, by insertion: lists of rules are short or almost in order."""
    key, reverse = named.get("key"), named.get("reverse")
    if key is not None and key.is_known and key.const is None:
        key = None
    down = code.lift(False) if reverse is None else reverse
    items = code.list_view(target)
    assert isinstance(items.type, Seq)
    if isinstance(items.type.item, Never):
        return
    ranks = items
    if key is not None:
        site = code.unit.site((code.frame.key, key_of(node), "ranks"))
        made = code.new_list(site, items.parts[1])
        code.count_up(
            I64(0), items.parts[1],
            lambda at: code.append(
                made, code.call(key, [code.item_at(items, at)], {}, (node, "key"))
            ),
        )  # fmt: skip
        ranks = code.list_view(made)
    if isinstance(ranks.type, Seq) and isinstance(ranks.type.item, Never):
        return
    backward = code.truth_of(down)
    place = code.slot(I64)

    def insert(end: Any) -> None:
        b = code.b
        rank, item = code.kept(code.item_at(ranks, end)), code.kept(code.item_at(items, end))
        b.store(end, place)
        head, test, shift, done = (code.block(n) for n in ("head", "test", "shift", "done"))
        code.goto(head)
        code.enter(head)
        now = code.b.load(place)
        code.branch(code.b.icmp_signed(">", now, I64(0)), test, done)
        code.enter(test)
        before = code.b.sub(now, I64(1))
        other = code.item_at(ranks, before)
        known = getattr(backward, "constant", None)
        if known in (0, 1, True, False):
            wrong = code.less(other, rank) if known else code.less(rank, other)
        else:
            wrong = code.b.select(backward, code.less(other, rank), code.less(rank, other))
        code.branch(wrong, shift, done)
        code.enter(shift)
        _put_at(code, ranks, now, other)
        if ranks is not items:
            _put_at(code, items, now, code.item_at(items, before))
        code.b.store(before, place)
        code.goto(head)
        code.enter(done)
        at = code.b.load(place)
        _put_at(code, ranks, at, rank)
        if ranks is not items:
            _put_at(code, items, at, item)

    code.count_up(I64(1), items.parts[1], insert)


def _put_at(code: Any, view: Value, at: Any, value: Value) -> None:
    from adversario.native.compiler.plain.kinds.layout import size_of

    assert isinstance(view.type, Seq)
    step = I64(size_of(view.type.item))
    code.write(code.at(view.parts[0], code.b.mul(at, step)), code.convert(value, view.type.item))


@builtin(list)
def _list(code: Any, node: Any, given: list[Value], named: Any) -> Value:
    if not given:
        made: Value = code.new_list(code.site(node, "list"))
        return made
    ordered = id(node) not in code.unit.unordered
    return code.collect(given[0], node, ordered=ordered)  # type: ignore[no-any-return]


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
    from adversario.native.compiler.plain.library.methods import dict_items

    is_dict = isinstance(source.const, dict) or type(source.type).__name__ == "DictOf"
    pairs = dict_items(code, source, ("update", key_of(node))) if is_dict else source

    def body(pair: Value) -> None:
        key, value = code.items_of(pair, 2)
        code.dict_put(target, key, value)

    code.iterate(pairs, body)


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
