"""Values written as texts, and numbers read from texts."""

from __future__ import annotations

import re
from typing import Any

from adversario.native.compiler.plain.data.machine import (
    CAPACITY,
    I8,
    I64,
    UNSUPPORTED,
    VALUE,
)
from adversario.native.compiler.plain.data.values import Value
from adversario.native.compiler.plain.kinds.types import (
    AnyOf,
    Bool,
    Int,
    Never,
    Record,
    Refusal,
    Seq,
    Sym,
)
from adversario.native.compiler.plain.library.builtins import BUILTINS, builtin
from adversario.native.compiler.plain.library.methods import method
from adversario.native.compiler.plain.library.texts import is_one_of

DIGITS = Sym(frozenset(map(ord, "-0123456789")))


def text_of(code: Any, value: Value, write: Any = str) -> Value:
    """`str(value)`, or how else Python writes constants."""
    value = code.settle(value)
    if isinstance(value.type, AnyOf):
        return code.each_option(value, lambda option: text_of(code, option, write))  # type: ignore[no-any-return]
    if code.is_text(value) or isinstance(value.type, Never):
        return value
    if isinstance(value.type, Sym):
        return _text_of_constant(code, value, write)
    if isinstance(value.type, Bool):
        truth = value.parts[0]
        return code.choose_value(truth, code.lift("True"), code.lift("False"))  # type: ignore[no-any-return]
    if isinstance(value.type, Record):
        own: Value | None = code.special(value, "__str__") or code.special(value, "__repr__")
        if own is None:
            raise Refusal("format")
        return own
    if not isinstance(value.type, Int):
        raise Refusal("format")
    return _text_of_number(code, value)


def _text_of_constant(code: Any, value: Value, write: Any) -> Value:
    """How Python writes one of some constants."""
    members = {number: code.constants.value_of(number) for number in sorted(value.type.ids)}  # type: ignore[union-attr]
    texts = tuple(write(member) for member in members.values())
    if len(texts) == 1:
        return code.lift(texts[0])  # type: ignore[no-any-return]
    order = {number: at for at, number in enumerate(members)}
    found: Value = code.item_at(
        code.settle(code.lift(texts)), code.look_up(value.parts[0], order, VALUE)
    )
    return found


def padded(code: Any, value: Value, spec: str) -> Value:
    """A whole number with at least that many characters, as in `f"{n:02}"`."""
    found = re.fullmatch(r"(0?)(\d+)d?", spec)
    number = code.settle(value)
    if spec in ("", "d") and isinstance(number.type, Int):
        return _text_of_number(code, number)
    if found is None or not isinstance(number.type, Int) or number.type.lo < 0:
        raise Refusal("format")
    text, width = _text_of_number(code, number), int(found[2])
    gap = code.b.sub(I64(width), text.parts[1])
    fill = code.repeat(code.lift("0" if found[1] else " "), Value(Int(0, width), (gap,)))
    return code.concatenate(fill, text)  # type: ignore[no-any-return]


def _text_of_number(code: Any, value: Value) -> Value:
    """The digits of a whole number."""
    assert isinstance(value.type, Int)
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


@method("str.format")
def _format(code: Any, value: Value, given: list[Value], named: Any, node: Any) -> Value:
    """`"{}-{}".format(a, b)` of a text that is known."""
    if not value.is_known:
        raise Refusal("format")
    made, place = code.lift(""), 0
    for at, part in enumerate(re.split(r"\{(\w*)\}", value.const)):
        if at % 2 == 0:
            if "{" in part or "}" in part:
                raise Refusal("format")
            piece = code.lift(part)
        elif part and not part.isdigit():
            piece = text_of(code, named[part], format)
        else:
            piece = text_of(code, given[int(part) if part else place], format)
            place += 1
        made = code.concatenate(made, piece)
    return made  # type: ignore[no-any-return]


def percent(code: Any, text: str, given: Value) -> Value:
    """`"%s-%d" % (a, b)`."""
    pieces = re.split(r"(%[sd])", text)
    places = [piece for piece in pieces if re.fullmatch(r"%[sd]", piece)]
    if any("%" in piece for piece in pieces[::2]):
        raise Refusal("format")
    values = [given] if not code.is_row(given) else code.items_of(given, len(places))
    made, rest = code.lift(""), list(values)
    for piece in pieces:
        is_place = re.fullmatch(r"%[sd]", piece)
        made = code.concatenate(made, text_of(code, rest.pop(0)) if is_place else code.lift(piece))
    return made  # type: ignore[no-any-return]


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
        char = code.item_at(text, index)
        digit = code.b.sub(char.parts[0], I64(ord("0")))
        odd = is_one_of(code, char, lambda c: c.isspace() or c in "_+" or ord(c) > 127)
        code.fail_if(odd, UNSUPPORTED)  # Python may read it
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
