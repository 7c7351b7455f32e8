"""More of itertools in compiled rules: streams that are loops where they are used."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from operator import add
from typing import Any

from adversario.native.compiler.plain.code.iteration import Body, Pull
from adversario.native.compiler.plain.data.machine import I1, I64
from adversario.native.compiler.plain.data.values import Value, split, whole
from adversario.native.compiler.plain.frames import key_of
from adversario.native.compiler.plain.kinds.types import MOST, Int, Refusal, Seq, Tuple
from adversario.native.compiler.plain.library.builtins import builtin
from adversario.native.compiler.plain.library.iterables import go_on, is_started

UNPACKED: dict[Any, Callable[[Any, Any, list[Value], Value], Value]] = {}
"""What stands for functions that are called with `*rows`, if the number of rows is not known."""


def _pair(one: Value, other: Value) -> Value:
    return Value(Tuple((one.type, other.type)), (*one.parts, *other.parts))


@builtin(itertools.count)
def _count(code: Any, node: Any, given: list[Value], named: dict[str, Value]) -> Value:
    start = named.get("start", given[0] if given else whole(0))
    step = named.get("step", given[1] if len(given) > 1 else whole(1))
    first, by = code.as_number(start), code.as_number(step)
    if not (isinstance(first.type, Int) and isinstance(by.type, Int)):
        raise Refusal("callable", name="count")
    kind = Int(first.type.lo if by.type.lo >= 0 else -MOST - 1, MOST)

    def each(body: Body) -> None:
        place = code.slot(I64)
        code.b.store(first.parts[0], place)
        head = code.block("count")
        code.goto(head)
        code.enter(head)
        now = code.b.load(place)
        code.b.store(code.checked("sadd", now, by.parts[0]), place)
        body(Value(kind, (now,)))
        code.goto(head)
        code.enter(code.block("never"))
        code.b.unreachable()

    def start_counting() -> Pull:
        place = code.slot(I64)
        code.b.store(first.parts[0], place)

        def pull(done: Any) -> Value:
            now = code.b.load(place)
            code.b.store(code.checked("sadd", now, by.parts[0]), place)
            return Value(kind, (now,))

        return pull

    found: Value = code.lazy(node, each, start=start_counting)
    return found


@builtin(itertools.islice)
def _islice(code: Any, node: Any, given: list[Value], named: Any) -> Value:
    source, *bounds = given
    none = [value.is_known and value.const is None for value in bounds]
    start = whole(0) if len(bounds) == 1 or none[0] else bounds[0]
    stop_at = 0 if len(bounds) == 1 else 1
    step = bounds[2] if len(bounds) > 2 and not none[2] else whole(1)
    stop = None if none[stop_at] else code.as_int(code.as_number(bounds[stop_at]))
    first, by = code.as_int(code.as_number(start)), code.as_int(code.as_number(step))

    def each(body: Body) -> None:
        place, after = code.slot(I64), code.block("sliced")
        code.b.store(I64(0), place)

        def one(item: Value) -> None:
            now = code.b.load(place)
            code.b.store(code.b.add(now, I64(1)), place)
            if stop is not None and not is_started(code, source):
                go = code.block("within")
                code.branch(code.b.icmp_signed("<", now, stop), go, after)
                code.enter(go)
            offset = code.b.sub(now, first)
            late = code.b.icmp_signed(">=", offset, I64(0))
            hit = code.b.icmp_signed("==", code.b.srem(offset, by), I64(0))
            with code.if_(code.b.and_(late, hit)):
                body(item)

        if is_started(code, source):  # it must not lose the item after the last
            further = code.start_of(source)

            def pull(done: Any) -> Value:
                if stop is not None:
                    go = code.block("within")
                    code.branch(code.b.icmp_signed("<", code.b.load(place), stop), go, done)
                    code.enter(go)
                return further(done)  # type: ignore[no-any-return]

            go_on(code, pull, one)
        else:
            code.iterate(source, one)
        code.goto(after)
        code.enter(after)

    end = bounds[stop_at].type
    most = end.hi if isinstance(end, Int) else None
    found: Value = code.lazy(node, each, most if most is not None and most < 1 << 16 else None)
    return found


def _while(drop: bool) -> Any:
    def stream(code: Any, node: Any, given: list[Value], named: Any) -> Value:
        function, source = given

        def each(body: Body) -> None:
            after, dropping = code.block("taken"), code.slot(I1)
            code.b.store(I1(1), dropping)

            def one(item: Value) -> None:
                item = code.settle(item)
                holds = code.truth_of(code.call(function, [item], {}, (node, "while")))
                if drop:
                    still = code.b.and_(code.b.load(dropping), holds)
                    code.b.store(still, dropping)
                    with code.if_(code.b.not_(still)):
                        body(item)
                    return
                go = code.block("take")
                code.branch(holds, go, after)
                code.enter(go)
                body(item)

            code.iterate(source, one)
            code.goto(after)
            code.enter(after)

        most, _ = code.bound_of(source)
        found: Value = code.lazy(node, each, most)
        return found

    return stream


builtin(itertools.takewhile)(_while(drop=False))
builtin(itertools.dropwhile)(_while(drop=True))


@builtin(itertools.filterfalse)
def _filterfalse(code: Any, node: Any, given: list[Value], named: Any) -> Value:
    function, source = given

    def each(body: Body) -> None:
        def one(item: Value) -> None:
            item = code.settle(item)
            holds = item
            if not (function.is_known and function.const is None):
                holds = code.call(function, [item], {}, (node, "filter"))
            with code.if_(code.b.not_(code.truth_of(holds))):
                body(item)

        code.iterate(source, one)

    found: Value = code.lazy(node, each, code.bound_of(source)[0])
    return found


@builtin(itertools.pairwise)
def _pairwise(code: Any, node: Any, given: list[Value], named: Any) -> Value:
    if is_started(code, given[0]):
        raise Refusal("iterator", name="")

    def each(body: Body) -> None:
        length, item = code.indexable(given[0], node)

        def one(index: Any) -> None:
            before = code.settle(item(code.b.sub(index, I64(1))))
            body(_pair(before, code.settle(item(index))))

        code.count_up(I64(1), length, one)

    found: Value = code.lazy(node, each, code.bound_of(given[0])[0])
    return found


@builtin(itertools.repeat)
def _repeat(code: Any, node: Any, given: list[Value], named: dict[str, Value]) -> Value:
    times = named.get("times", given[1] if len(given) > 1 else None)
    if times is None:
        raise Refusal("callable", name="repeat")
    count = code.as_int(code.as_number(times))

    def each(body: Body) -> None:
        code.count_up(I64(0), count, lambda _: body(given[0]))

    found: Value = code.lazy(node, each, times.const if times.is_known else None, times.is_known)
    return found


@builtin(itertools.starmap)
def _starmap(code: Any, node: Any, given: list[Value], named: Any) -> Value:
    function, source = given
    most, fixed = code.bound_of(source)

    def each(body: Body) -> None:
        def one(item: Value) -> None:
            body(code.call(function, code.items_of(item), {}, (node, "starmap")))

        code.iterate(source, one)

    found: Value = code.lazy(node, each, most, fixed)
    return found


@builtin(itertools.accumulate)
def _accumulate(code: Any, node: Any, given: list[Value], named: dict[str, Value]) -> Value:
    """Running totals: all in a list."""
    function = named.get("func", given[1] if len(given) > 1 else code.lift(add))
    site = code.site(node, "accumulated")
    made = code.new_list(site)
    if "initial" in named:
        code.append(made, named["initial"])

    def one(item: Value) -> None:
        item = code.kept(code.settle(item))
        length = code.length_of(made).parts[0]
        first, more, after = code.block("first"), code.block("more"), code.block("total")
        code.branch(code.b.icmp_signed("==", length, I64(0)), first, more)
        code.enter(first)
        code.append(made, item)
        code.goto(after)
        code.enter(more)
        last = code.item_at(code.list_view(made), code.b.sub(length, I64(1)))
        code.append(made, code.call(function, [last, item], {}, (node, "accumulate")))
        code.goto(after)
        code.enter(after)

    code.iterate(given[0], one)
    found: Value = code.lazy(
        (key_of(node), "all"), lambda body: code.iterate(made, body), code.bound_of(given[0])[0],
        start=lambda: code.start_items(made),
    )  # fmt: skip
    return found


def _columns(code: Any, node: Any, first: list[Value], rows: Value) -> Value:
    """`zip(*rows)`: the columns of rows whose number is not known."""
    if first:
        raise Refusal("unpack_type", given="list")

    def each(body: Body) -> None:
        view = code.view(rows)
        shortest = code.slot(I64)
        code.b.store(I64(0), shortest)

        def narrow(index: Any) -> None:
            length = code.length_of(code.settle(code.item_at(view, index))).parts[0]
            least = code.b.load(shortest)
            is_first = code.b.icmp_signed("==", index, I64(0))
            less = code.b.or_(is_first, code.b.icmp_signed("<", length, least))
            code.b.store(code.b.select(less, length, least), shortest)

        code.count_up(I64(0), view.parts[1], narrow)

        def column(at: Any) -> None:
            made = code.new_list(code.site(node, "column"), view.parts[1])

            def cell(index: Any) -> None:
                row = code.view(code.item_at(view, index))
                code.append(made, code.item_at(row, at))

            code.count_up(I64(0), view.parts[1], cell)
            items = code.list_view(made)
            body(Value(Seq(items.type.item, None, False), items.parts))

        code.count_up(I64(0), code.b.load(shortest), column)

    found: Value = code.lazy((key_of(node), "columns"), each)
    return found


def _chained(code: Any, node: Any, first: list[Value], rows: Value) -> Value:
    """`chain(*rows)`."""

    def each(body: Body) -> None:
        for value in first:
            code.iterate(value, body)
        code.iterate(rows, lambda inner: code.iterate(inner, body))

    found: Value = code.lazy((key_of(node), "chained"), each)
    return found


UNPACKED[zip], UNPACKED[itertools.chain] = _columns, _chained


@builtin(itertools.groupby)
def _groupby(code: Any, node: Any, given: list[Value], named: dict[str, Value]) -> Value:
    """The runs of items with one key: each key, with its items as a list."""
    key = named.get("key", given[1] if len(given) > 1 else None)

    def each(body: Body) -> None:
        groups = code.new_list(code.site(node, "groups"))

        def start(of: Value, item: Value) -> None:
            run = code.new_list(code.site(node, "run"))
            code.append(run, item)
            code.append(groups, _pair(of, run))

        def add(item: Value) -> None:
            item = code.settle(item)
            of = item if key is None else code.settle(code.call(key, [item], {}, (node, "key")))
            some, first, new, after = (code.block(n) for n in ("some", "first", "new", "grouped"))
            code.branch(code.truth_of(groups), some, new)
            code.enter(some)
            last = code.item(groups, whole(-1))
            if isinstance(last.type, Tuple):
                own, run = split(last.type.items, last.parts)
                code.branch(code.equal(own, of), first, new)
                code.enter(first)
                code.append(run, item)
            code.goto(after)
            code.enter(new)
            start(of, item)
            code.goto(after)
            code.enter(after)

        code.iterate(given[0], add)
        code.iterate(groups, body)

    return code.lazy(node, each)  # type: ignore[no-any-return]
