"""The methods of texts, and numbers written as texts."""

from __future__ import annotations

from typing import Any

from adversario.native.compiler.plain.code.machine import CAPACITY, I1, I8, I64, VALUE
from adversario.native.compiler.plain.code.values import Value
from adversario.native.compiler.plain.frames import key_of
from adversario.native.compiler.plain.kinds.layout import size_of
from adversario.native.compiler.plain.kinds.types import (
    BOOL,
    AnyOf,
    Int,
    Never,
    Refusal,
    Seq,
    Sym,
)
from adversario.native.compiler.plain.library.builtins import BUILTINS, builtin
from adversario.native.compiler.plain.library.characters import character, is_char
from adversario.native.compiler.plain.library.methods import method

DIGITS = Sym(frozenset(map(ord, "-0123456789")))


@method("str.join")
def _join(code: Any, value: Value, given: list[Value], named: Any, node: Any) -> Value:
    between = code.view(value)
    site = code.unit.site((code.frame.key, key_of(node), "joined"))
    target = code.new_list(site)
    first = code.slot(I1)
    code.b.store(I1(1), first)
    no_gap = getattr(between.parts[1], "constant", None) == 0

    def body(item: Value) -> None:
        if not no_gap:
            with code.if_(code.b.not_(code.b.load(first))):
                code.extend(target, between)
        code.b.store(I1(0), first)
        item = code.settle(item)
        if isinstance(item.type, Sym) and is_char(code, item.type):
            code.append(target, item)
        elif not isinstance(item.type, Never):
            code.extend(target, code.view(item))

    code.iterate(given[0], body)
    view = code.list_view(target)
    most, fixed = code.bound_of(given[0])
    single = isinstance(view.type.item, (Sym, Never)) and no_gap
    return Value(
        Seq(
            view.type.item,
            most if single else None,
            fixed and single and _joins_chars(code, given[0], node),
            True,
        ),
        view.parts,
    )


def _joins_chars(code: Any, source: Value, node: Any) -> bool:
    return False


@method("str.replace")
def _replace(code: Any, value: Value, given: list[Value], named: Any, node: Any) -> Value:
    old, new = character(code, code.settle(given[0])), code.settle(given[1])
    view = code.view(value)
    site = code.unit.site((code.frame.key, key_of(node), "replaced"))
    target = code.new_list(site, view.parts[1])
    left = code.slot(I64)
    code.b.store(code.as_int(given[2]) if len(given) > 2 else I64(2**62), left)

    def body(index: Any) -> None:
        item = code.item_at(view, index)
        same = code.b.and_(
            code.equal(item, old), code.b.icmp_signed("!=", code.b.load(left), I64(0))
        )
        yes, no, after = code.block("same"), code.block("other"), code.block("replaced")
        code.branch(same, yes, no)
        code.enter(yes)
        code.b.store(code.b.sub(code.b.load(left), I64(1)), left)
        if isinstance(new.type, Sym) and is_char(code, new.type):
            code.append(target, new)
        else:
            code.extend(target, code.view(new))
        code.goto(after)
        code.enter(no)
        code.append(target, item)
        code.goto(after)
        code.enter(after)

    code.count_up(I64(0), view.parts[1], body)
    made = code.list_view(target)
    single = isinstance(new.type, Sym) and is_char(code, new.type)
    return Value(
        Seq(made.type.item, view.type.cap if single else None, view.type.fixed and single, True),
        made.parts,
    )


def _any_part(code: Any, value: Value, given: list[Value], test: Any) -> Value:
    """Whether a test is true of a part, or of one of several."""
    parts = given[0].const if isinstance(given[0].const, tuple) else (given[0],)
    found: Any = I1(0)
    for part in parts:
        found = code.b.or_(found, test(code, value, code.lift(part)))
    return Value(BOOL, (found,))


@method("str.endswith")
def _ends(code: Any, value: Value, given: list[Value], named: Any, node: Any) -> Value:
    return _any_part(code, value, given, _ends_with)


def _ends_with(code: Any, value: Value, part: Value) -> Any:
    view, part = code.view(value), code.view(part)
    gap = code.b.sub(view.parts[1], part.parts[1])
    start = code.at(view.parts[0], code.b.mul(gap, I64(size_of(view.type.item))))
    end = Value(Seq(view.type.item, view.type.cap, False, True), (start, part.parts[1]))
    fits = code.b.icmp_signed(">=", gap, I64(0))
    return code.choose(fits, lambda: code.equal(end, part), lambda: I1(0))


@method("str.startswith")
def _starts(code: Any, value: Value, given: list[Value], named: Any, node: Any) -> Value:
    return _any_part(code, value, given, _starts_with)


def _starts_with(code: Any, value: Value, given: Value) -> Any:
    view, part = code.view(value), code.view(given)
    b = code.b
    fits = b.icmp_signed("<=", part.parts[1], view.parts[1])
    start = Value(Seq(view.type.item, view.type.cap, False, True), (view.parts[0], part.parts[1]))
    return code.choose(fits, lambda: code.equal(start, part), lambda: I1(0))


@method("str.upper", "str.lower", "str.isupper", "str.islower", "str.isdigit", "str.isalpha")
def _by_word(code: Any, value: Value, given: list[Value], named: Any, node: Any) -> Value:
    name = node.func.attr
    if not isinstance(value.type, Sym):
        if name not in ("upper", "lower"):
            raise Refusal("method", name=f"str.{name}")
        return _each_char(code, value, name, node)
    words = {number: code.constants.value_of(number) for number in sorted(value.type.ids)}
    results = [getattr(word, name)() for word in words.values()]
    order = {number: at for at, number in enumerate(words)}
    table = code.settle(code.lift(tuple(results)))
    found: Value = code.item_at(table, code.look_up(value.parts[0], order, VALUE))
    return found


def _each_char(code: Any, value: Value, name: str, node: Any) -> Value:
    view = code.view(value)
    target = code.new_list(code.unit.site((code.frame.key, key_of(node), "chars")), view.parts[1])
    code.count_up(
        I64(0), view.parts[1],
        lambda at: code.append(target, _by_word(code, code.item_at(view, at), [], {}, node)),
    )  # fmt: skip
    made = code.list_view(target)
    return Value(Seq(made.type.item, view.type.cap, view.type.fixed, True), made.parts)


@method("str.split")
def _split(code: Any, value: Value, given: list[Value], named: Any, node: Any) -> Value:
    """The parts of a text between characters of a kind."""
    if len(given) != 1:
        raise Refusal("method", name="str.split")
    view, gap = code.view(value), character(code, code.settle(given[0]))
    part = Seq(view.type.item, view.type.cap, False, True)
    made = code.new_list(code.site(node, "split"))
    code.joiner.put(made.type.site, part)
    start, step = code.slot(I64), I64(size_of(view.type.item))

    def cut(end: Any) -> None:
        first = code.b.load(start)
        pointer = code.at(view.parts[0], code.b.mul(first, step))
        code.append(made, Value(part, (pointer, code.b.sub(end, first))))
        code.b.store(code.b.add(end, I64(1)), start)

    def body(index: Any) -> None:
        with code.if_(code.equal(code.item_at(view, index), gap)):
            cut(index)

    code.b.store(I64(0), start)
    code.count_up(I64(0), view.parts[1], body)
    cut(view.parts[1])
    return made  # type: ignore[no-any-return]


def text_of(code: Any, value: Value) -> Value:
    """`str(value)` of a whole number or a text."""
    value = code.settle(value)
    if isinstance(value.type, AnyOf):
        return code.each_option(value, lambda option: text_of(code, option))  # type: ignore[no-any-return]
    if code._is_text(value) or isinstance(value.type, Never):
        return value
    if not isinstance(value.type, Int):
        raise Refusal("format")
    b, kind, number = code.b, value.type, value.parts[0]
    longest = max(len(str(kind.lo)), len(str(kind.hi)))
    data, at, rest = code.alloc(I64(longest)), code.slot(I64), code.slot(I64)
    negative = b.icmp_signed("<", number, I64(0))
    b.store(I64(longest), at)
    b.store(b.select(negative, b.neg(number), number), rest)
    head, after = code.block("digit"), code.block("digits")
    code.goto(head)
    code.enter(head)
    now, place = code.b.load(rest), code.b.sub(code.b.load(at), I64(1))
    digit = code.b.add(code.b.urem(now, I64(10)), I64(ord("0")))
    code.store(code.at(data, place), code.b.trunc(digit, I8))
    code.b.store(place, at)
    code.b.store(code.b.udiv(now, I64(10)), rest)
    code.branch(code.b.icmp_unsigned(">=", now, I64(10)), head, after)
    code.enter(after)
    with code.if_(negative):
        place = code.b.sub(code.b.load(at), I64(1))
        code.store(code.at(data, place), I8(ord("-")))
        code.b.store(place, at)
    first = code.b.load(at)
    size = code.b.sub(I64(longest), first)
    fixed = longest == min(len(str(kind.lo)), len(str(kind.hi))) and kind.lo >= 0
    return Value(Seq(DIGITS, longest, fixed, True), (code.at(data, first), size))


@builtin(str)
def _str(code: Any, node: Any, given: list[Value], named: Any) -> Value:
    return text_of(code, given[0]) if given else code.lift("")


def number_in(code: Any, text: Value) -> Value:
    """`int(text)`."""
    assert isinstance(text.type, Seq)
    b, total = code.b, code.slot(I64)
    length = text.parts[1]
    code.fail_if(b.icmp_signed("==", length, I64(0)), VALUE)
    minus = code.equal(code.item_at(text, I64(0)), code.lift("-"))
    first = code.b.zext(minus, I64)
    code.fail_if(code.b.icmp_signed("==", first, length), VALUE)
    code.fail_if(code.b.icmp_signed(">", length, I64(18)), CAPACITY)
    code.b.store(I64(0), total)

    def body(index: Any) -> None:
        digit = code.b.sub(code.item_at(text, index).parts[0], I64(ord("0")))
        code.fail_if(code.b.icmp_unsigned(">", digit, I64(9)), VALUE)
        code.b.store(code.b.add(code.b.mul(code.b.load(total), I64(10)), digit), total)

    code.count_up(first, length, body)
    found = code.b.load(total)
    cap = text.type.cap if text.type.cap is not None and text.type.cap < 18 else 18
    made = code.b.select(minus, code.b.neg(found), found)
    return Value(Int(-(10**cap), 10**cap), (made,))


_whole = BUILTINS[int]


@builtin(int)
def _int(code: Any, node: Any, given: list[Value], named: Any) -> Value:
    value = code.settle(given[0])
    if isinstance(value.type, Seq) and value.type.text and len(given) == 1:
        return number_in(code, value)
    return _whole(code, node, given, named)
