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
from adversario.native.compiler.plain.code.machine import I64, TYPE
from adversario.native.compiler.plain.code.values import Value
from adversario.native.compiler.plain.frames import Getter, key_of
from adversario.native.compiler.plain.kinds.types import (
    Refusal,
    Tuple,
)
from adversario.native.compiler.plain.library.builtins import builtin


@builtin(dataclasses.replace)
def _replace(code: Any, node: Any, given: list[Value], named: dict[str, Value]) -> Value:
    found: Value = code.replace(given[0], named)
    return found


@builtin(itertools.product)
def _product(code: Any, node: Any, given: list[Value], named: dict[str, Value]) -> Value:
    times = named["repeat"].const if "repeat" in named else 1
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
        raise Refusal("choice_size")

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
