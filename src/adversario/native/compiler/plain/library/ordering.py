"""The least, the greatest, and all items in order."""

from __future__ import annotations

from functools import partial
from typing import Any

from adversario.native.compiler.plain.data.machine import I64, VALUE
from adversario.native.compiler.plain.data.values import Value
from adversario.native.compiler.plain.frames import key_of
from adversario.native.compiler.plain.kinds.equality import with_own_order
from adversario.native.compiler.plain.kinds.layout import size_of
from adversario.native.compiler.plain.kinds.types import Int, Never, Seq
from adversario.native.compiler.plain.library.builtins import BOOLEAN, BUILTINS, builtin


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

    def note_tie(best: Value, rank: Value, better: Any, item: Value) -> None:
        same = code.b.and_(code.b.load(has), code.equal(best, rank))
        other = code.b.not_(code.equal(code.get(items, kinds[0]), item))
        tie = code.b.or_(code.b.and_(same, other), code.b.load(tied))
        code.b.store(code.b.and_(tie, code.b.not_(better)), tied)

    def body(item: Value) -> None:
        item = code.settle(item)
        rank = item if key is None else code.settle(code.call(key, [item], {}, (node, "key")))
        code.unit.grow(best_item, item.type)
        code.unit.grow(best_key, rank.type)
        if (best_item.type, best_key.type) != kinds:
            return
        best = code.get(keys, kinds[1])
        better = code.less(best, rank) if greatest else code.less(rank, best)
        if from_set:
            note_tie(best, rank, better, item)
        with code.if_(code.b.or_(better, code.b.not_(code.b.load(has)))):
            code.put(items, code.convert(item, kinds[0]))
            code.put(keys, code.convert(rank, kinds[1]))
            code.b.store(BOOLEAN(1), has)

    ordered = with_own_order(kinds[0] if key is None else kinds[1])
    from_set, tied = False, code.slot(BOOLEAN)

    def write(known: bool) -> None:
        nonlocal from_set
        from_set = known and key is not None
        code.b.store(BOOLEAN(0), tied)
        code.iterate(given[0], body, ordered=ordered)

    code.note_sets((key_of(node), "extreme"), write)
    if from_set:
        code.order_matters(code.b.load(tied))
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
    has_key = "key" in named
    made: Value | None = None

    def write(known: bool) -> None:
        nonlocal made
        made = code.collect(given[0], node, ordered=not has_key and with_own_order(item))
        sort_list(code, made, named, node, ties=known and has_key)

    code.note_sets((key_of(node), "sorted"), write)
    assert made is not None
    return made


def sort_list(
    code: Any, target: Value, named: dict[str, Value], node: Any, *, ties: bool = False
) -> None:
    """Sort a list in place, by insertion: lists of rules are short or almost in order.

    With `ties`, the items came in no order, and Python goes on if two of them have one rank.
    """
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
    if ties:
        assert isinstance(ranks.type, Seq)
        code.meet_set(ranks.type.item, with_own_order(ranks.type.item))

        def compare(at: Any) -> None:
            before = code.b.sub(at, I64(1))
            same = code.equal(code.item_at(ranks, before), code.item_at(ranks, at))
            equal = code.equal(code.item_at(items, before), code.item_at(items, at))
            code.order_matters(code.b.and_(same, code.b.not_(equal)))

        code.count_up(I64(1), items.parts[1], compare)


def _put_at(code: Any, view: Value, at: Any, value: Value) -> None:
    assert isinstance(view.type, Seq)
    step = I64(size_of(view.type.item))
    code.write(code.at(view.parts[0], code.b.mul(at, step)), code.convert(value, view.type.item))
