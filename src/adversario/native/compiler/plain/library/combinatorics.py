"""The functions of itertools, functools and dataclasses in compiled rules."""

from __future__ import annotations

import dataclasses
import itertools
import math
from collections import deque
from functools import reduce
from operator import attrgetter, itemgetter
from typing import Any

from adversario.native.compiler.plain.code.iteration import Body, Pull
from adversario.native.compiler.plain.data.machine import I64, POINTER, TYPE, VALUE
from adversario.native.compiler.plain.data.values import Value
from adversario.native.compiler.plain.frames import Getter, key_of
from adversario.native.compiler.plain.kinds.layout import size_of
from adversario.native.compiler.plain.kinds.types import (
    Int,
    Never,
    Refusal,
    Seq,
    Tuple,
)
from adversario.native.compiler.plain.library.builtins import builtin


@builtin(dataclasses.replace)
def _replace(code: Any, node: Any, given: list[Value], named: dict[str, Value]) -> Value:
    found: Value = code.replace(given[0], named)
    return found


@builtin(itertools.product)
def _product(code: Any, node: Any, given: list[Value], named: dict[str, Value]) -> Value:
    times = 1
    if "repeat" in named:
        if not named["repeat"].is_known:
            return _repeated_product(code, node, given, named["repeat"])
        times = named["repeat"].const
    sources = list(given) * times

    def each(body: Body) -> None:
        fixed = [
            code.collect(value, (key_of(node), at)) if code.held(value) is not None else value
            for at, value in enumerate(given)
        ] * times

        def level(at: int, chosen: list[Value]) -> None:
            if at == len(fixed):
                kinds = tuple(item.type for item in chosen)
                body(Value(Tuple(kinds), tuple(part for item in chosen for part in item.parts)))
                return
            code.iterate(fixed[at], lambda item: level(at + 1, [*chosen, code.settle(item)]))

        level(0, [])

    bounds = [code.bound_of(source) for source in sources]
    most = None if any(m is None for m, _ in bounds) else math.prod(m or 0 for m, _ in bounds)
    exact = all(exact for _, exact in bounds)
    found: Value = code.lazy(node, each, most, exact, start=lambda: _start(code, found, node))
    return found


MOST_REPEATS = 64
"""A product of more factors has more items than any list has room for."""


def _repeated_product(code: Any, node: Any, given: list[Value], times: Value) -> Value:
    """The product of items with themselves, a number of times that only the rule knows.

    It is a mileage counter, whose last place turns fastest.
    """
    if len(given) != 1:
        raise Refusal("choice_size")

    def each(body: Body) -> None:
        count = code.as_int(code.as_number(times))
        code.fail_if(code.b.icmp_signed("<", count, I64(0)), VALUE)
        code.check_room(code.b.icmp_signed("<=", count, I64(MOST_REPEATS)))
        rows = code.collect(given[0], (key_of(node), "rows"))
        size = code.list_view(rows).parts[1]
        places = code.slot(I64, MOST_REPEATS)
        counter = code.b.bitcast(places, POINTER)
        code.clear(counter, 8 * MOST_REPEATS)
        most = times.type.hi if isinstance(times.type, Int) else MOST_REPEATS
        head, done = code.block("product"), code.block("products")
        none = code.b.and_(
            code.b.icmp_signed("==", size, I64(0)), code.b.icmp_signed(">", count, I64(0))
        )
        code.branch(none, done, head)
        code.enter(head)
        view = code.list_view(rows)
        item = view.type.item
        data = code.new_items(item, count)
        step = I64(size_of(item))

        def fill(at: Any) -> None:
            place = code.load(code.at(counter, code.b.mul(at, I64(8))), I64)
            code.write(code.at(data, code.b.mul(at, step)), code.item_at(view, place))

        if not isinstance(item, Never):
            code.count_up(I64(0), count, fill)
        body(Value(Seq(item, min(most, MOST_REPEATS), False), (data, count)))
        at = code.slot(I64)
        code.b.store(count, at)
        turn, carry, stay = code.block("turn"), code.block("carry"), code.block("stay")
        code.goto(turn)
        code.enter(turn)
        place = code.b.sub(code.b.load(at), I64(1))
        code.b.store(place, at)
        code.branch(code.b.icmp_signed("<", place, I64(0)), done, carry)
        code.enter(carry)
        pointer = code.at(counter, code.b.mul(place, I64(8)))
        following = code.b.add(code.load(pointer, I64), I64(1))
        code.store(pointer, following)
        code.branch(code.b.icmp_signed("<", following, size), head, stay)
        code.enter(stay)
        code.store(pointer, I64(0))
        code.goto(turn)
        code.enter(done)

    found: Value = code.lazy(node, each, start=lambda: _start(code, found, node))
    return found


def _start(code: Any, items: Value, node: Any) -> Pull:
    """An iterator over what Python chooses from items that it has collected."""
    started: Pull = code.start_items(code.collect(items, (key_of(node), "all")))
    return started


def _choices(
    code: Any, node: Any, given: list[Value], named: dict[str, Value], ordered: bool
) -> Value:
    if len(given) > 1:
        size = given[1]
    elif "r" in named:
        size = named["r"]
    else:
        raise Refusal("arguments", name="permutations")
    if not size.is_known:
        if ordered:
            raise Refusal("choice_size")
        return _some_combinations(code, node, given[0], size)

    def each(body: Body) -> None:
        length, item = code.indexable(given[0], node, ordered=code.take_order())

        def level(places: list[Any]) -> None:
            if len(places) == size.const:
                chosen = [code.settle(item(place)) for place in places]
                kinds = tuple(each.type for each in chosen)
                body(Value(Tuple(kinds), tuple(part for each in chosen for part in each.parts)))
                return
            start = I64(0)
            if places and not ordered:
                start = code.b.add(places[-1], I64(1))

            def one(place: Any) -> None:
                skip = code.block("taken")
                if ordered:
                    for other in places:
                        go = code.block("free")
                        code.branch(code.b.icmp_signed("==", other, place), skip, go)
                        code.enter(go)
                level([*places, place])
                code.goto(skip)
                code.enter(skip)

            code.count_up(start, length, one)

        level([])

    found: Value = code.lazy(
        node, each, start=lambda: _start(code, found, node), order=False, inner=True
    )
    return found


def _some_combinations(code: Any, node: Any, source: Value, size: Value) -> Value:
    """Combinations of a number of items that only the rule knows.

    The last place that can still move on does, and those after it follow.
    """

    def each(body: Body) -> None:
        count = code.as_int(code.as_number(size))
        code.fail_if(code.b.icmp_signed("<", count, I64(0)), VALUE)
        code.check_room(code.b.icmp_signed("<=", count, I64(MOST_REPEATS)))
        length, item = code.indexable(source, node, ordered=code.take_order())
        room = code.slot(I64, MOST_REPEATS)
        places = code.b.bitcast(room, POINTER)

        def pointer(at: Any) -> Any:
            return code.at(places, code.b.mul(at, I64(8)))

        code.count_up(I64(0), count, lambda at: code.store(pointer(at), at))
        head, done = code.block("combination"), code.block("combinations")
        code.branch(code.b.icmp_signed(">", count, length), done, head)
        code.enter(head)
        chosen = code.new_list(code.site(node, "chosen"), count)
        code.count_up(
            I64(0), count,
            lambda at: code.append(chosen, item(code.load(pointer(at), I64))),
        )  # fmt: skip
        view = code.list_view(chosen)
        most = size.type.hi if isinstance(size.type, Int) else MOST_REPEATS
        body(Value(Seq(view.type.item, min(most, MOST_REPEATS), False), view.parts))
        at = code.slot(I64)
        code.b.store(count, at)
        turn, test, move = code.block("turn"), code.block("test"), code.block("move")
        code.goto(turn)
        code.enter(turn)
        place = code.b.sub(code.b.load(at), I64(1))
        code.b.store(place, at)
        code.branch(code.b.icmp_signed("<", place, I64(0)), done, test)
        code.enter(test)
        now = code.load(pointer(place), I64)
        last = code.b.add(code.b.sub(length, count), place)
        code.branch(code.b.icmp_signed("<", now, last), move, turn)
        code.enter(move)
        gap = code.b.add(code.b.sub(now, place), I64(1))
        code.count_up(place, count, lambda i: code.store(pointer(i), code.b.add(i, gap)))
        code.goto(head)
        code.enter(done)

    found: Value = code.lazy(
        node, each, start=lambda: _start(code, found, node), order=False, inner=True
    )
    return found


@builtin(itertools.combinations)
def _combinations(code: Any, node: Any, given: list[Value], named: dict[str, Value]) -> Value:
    return _choices(code, node, given, named, ordered=False)


@builtin(itertools.permutations)
def _permutations(code: Any, node: Any, given: list[Value], named: dict[str, Value]) -> Value:
    return _choices(code, node, given, named, ordered=True)


@builtin(itertools.chain)
def _chain(code: Any, node: Any, given: list[Value], named: Any) -> Value:
    def each(body: Body) -> None:
        ordered = code.take_order()
        for value in given:
            code.iterate(value, body, ordered=ordered)

    found: Value = code.lazy(node, each, order=False)
    return found


@builtin(itertools.chain.from_iterable)
def _flatten(code: Any, node: Any, given: list[Value], named: Any) -> Value:
    def each(body: Body) -> None:
        code.iterate(given[0], lambda inner: code.iterate(inner, body))

    found: Value = code.lazy(node, each)
    return found


@builtin(reduce)
def _reduce(code: Any, node: Any, given: list[Value], named: Any) -> Value:
    def step(total: Value, item: Value) -> Value:
        return code.call(given[0], [total, item], {}, (node, "reduce"))  # type: ignore[no-any-return]

    if len(given) > 2:
        found: Value = code.fold(given[1], given[2], node, step)
        return found
    rows = code.collect(given[1], node)
    view = code.list_view(rows)
    code.fail_if(code.b.icmp_signed("==", view.parts[1], I64(0)), TYPE)
    first = code.kept(code.item_at(view, I64(0)))
    rest = code.slice(view, (code.lift(1), None, None))
    return code.fold(rest, first, node, step)  # type: ignore[no-any-return]


@builtin(itemgetter)
def _itemgetter(code: Any, node: Any, given: list[Value], named: Any) -> Value:
    found: Value = code.hold(node, Getter(tuple(value.const for value in given), items=True))
    return found


@builtin(attrgetter)
def _attrgetter(code: Any, node: Any, given: list[Value], named: Any) -> Value:
    found: Value = code.hold(node, Getter(tuple(value.const for value in given), items=False))
    return found


@builtin(deque)
def _deque(code: Any, node: Any, given: list[Value], named: dict[str, Value]) -> Value:
    """A deque is a list."""
    if named or len(given) > 1:
        raise Refusal("callable", name="deque")
    found: Value = code.collect(given[0], node) if given else code.new_list(code.site(node, "list"))
    return found
