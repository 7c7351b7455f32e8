"""The functions of itertools, functools and dataclasses in compiled rules."""

from __future__ import annotations

import dataclasses
import itertools
import math
from functools import reduce
from typing import Any

from adversario.native.compiler.plain.code.iteration import Body
from adversario.native.compiler.plain.code.machine import I64
from adversario.native.compiler.plain.code.values import Value
from adversario.native.compiler.plain.frames import key_of
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
    found: Value = code.lazy(node, each, most, all(exact for _, exact in bounds))
    return found


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
        length, item = code.indexable(given[0], node)

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

    found: Value = code.lazy(node, each)
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
        for value in given:
            code.iterate(value, body)

    found: Value = code.lazy(node, each)
    return found


@builtin(itertools.chain.from_iterable)
def _flatten(code: Any, node: Any, given: list[Value], named: Any) -> Value:
    def each(body: Body) -> None:
        code.iterate(given[0], lambda inner: code.iterate(inner, body))

    found: Value = code.lazy(node, each)
    return found


@builtin(reduce)
def _reduce(code: Any, node: Any, given: list[Value], named: Any) -> Value:
    if len(given) < 3:
        raise Refusal("reduce")
    found: Value = code.fold(
        given[1], given[2], node,
        lambda total, item: code.call(given[0], [total, item], {}, (node, "reduce")),
    )  # fmt: skip
    return found
