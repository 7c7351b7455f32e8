"""The methods of texts."""

from __future__ import annotations

from typing import Any

from adversario.native.compiler.plain.data.machine import I1, I64, UNSUPPORTED, VALUE
from adversario.native.compiler.plain.data.values import Value
from adversario.native.compiler.plain.frames import key_of
from adversario.native.compiler.plain.kinds.layout import size_of
from adversario.native.compiler.plain.kinds.types import (
    BOOL,
    Never,
    Refusal,
    Seq,
    Sym,
)
from adversario.native.compiler.plain.library.characters import is_char
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
    """The text with a part replaced wherever it is, or that many times."""
    old, new = code.view(given[0]), code.view(given[1])
    view = code.view(value)
    site = code.unit.site((code.frame.key, key_of(node), "replaced"))
    target, left = code.new_list(site, view.parts[1]), code.slot(I64)
    code.b.store(code.as_int(given[2]) if len(given) > 2 else I64(2**62), left)

    def wanted() -> Any:
        return code.b.icmp_signed("!=", code.b.load(left), I64(0))

    def found(_: Any) -> None:
        code.b.store(code.b.sub(code.b.load(left), I64(1)), left)
        code.extend(target, new)

    each_part(code, view, old, found, lambda i: code.append(target, code.item_at(view, i)), wanted)
    made = code.list_view(target)
    single = all(_length(each) == 1 for each in (old, new))
    return Value(
        Seq(made.type.item, view.type.cap if single else None, view.type.fixed and single, True),
        made.parts,
    )


def _length(text: Value) -> int | None:
    """The number of characters of a text, if it is known."""
    assert isinstance(text.type, Seq)
    return text.type.cap if text.type.fixed else None


def each_part(
    code: Any, view: Value, part: Value, found: Any, other: Any, wanted: Any = None
) -> None:
    """Code for each place of a part in a text, none within another; and for the other characters.

    Both are given the index. The part must not be empty, or Python goes on.
    """
    size, index = part.parts[1], code.slot(I64)
    if getattr(size, "constant", None) == 0:
        raise Refusal("empty_text")
    code.fail_if(code.b.icmp_signed("==", size, I64(0)), UNSUPPORTED)
    code.b.store(I64(0), index)
    head, inner, done = code.block("parts"), code.block("part"), code.block("allparts")
    code.goto(head)
    code.enter(head)
    now = code.b.load(index)
    code.branch(code.b.icmp_signed("<", now, view.parts[1]), inner, done)
    code.enter(inner)
    here = code.is_at(view, part, now)
    if wanted is not None:
        here = code.b.and_(here, wanted())
    yes, no = code.block("here"), code.block("nothere")
    code.branch(here, yes, no)
    code.enter(yes)
    found(now)
    code.b.store(code.b.add(now, size), index)
    code.goto(head)
    code.enter(no)
    other(now)
    code.b.store(code.b.add(now, I64(1)), index)
    code.goto(head)
    code.enter(done)


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
    """The parts of a text between others, or between white space."""
    if len(given) > 1 or named:
        raise Refusal("method", name="str.split")
    view = code.view(value)
    part = Seq(view.type.item, view.type.cap, False, True)
    made = code.new_list(code.site(node, "split"))
    code.joiner.put(made.type.site, part)
    start, step = code.slot(I64), I64(size_of(view.type.item))
    code.b.store(I64(0), start)

    def cut(end: Any, gap: Any) -> None:
        first = code.b.load(start)
        pointer = code.at(view.parts[0], code.b.mul(first, step))
        code.append(made, Value(part, (pointer, code.b.sub(end, first))))
        code.b.store(code.b.add(end, gap), start)

    if given and not code.is_none(given[0]):
        gap = code.view(given[0])
        each_part(code, view, gap, lambda at: cut(at, gap.parts[1]), lambda at: None)
        cut(view.parts[1], I64(0))
        return made  # type: ignore[no-any-return]

    def word(end: Any) -> None:
        with code.if_(code.b.icmp_signed("<", code.b.load(start), end)):
            cut(end, I64(0))
        code.b.store(code.b.add(end, I64(1)), start)

    def body(index: Any) -> None:
        with code.if_(is_one_of(code, code.item_at(view, index), str.isspace)):
            word(index)

    code.count_up(I64(0), view.parts[1], body)
    word(view.parts[1])
    return made  # type: ignore[no-any-return]


def is_one_of(code: Any, char: Value, test: Any) -> Any:
    """Whether a character is of a kind."""
    if not isinstance(char.type, Sym):
        return I1(0)
    known = {number: int(test(code.constants.value_of(number))) for number in char.type.ids}
    return code.b.trunc(code.look_up(char.parts[0], known, 0), I1)


@method("str.strip", "str.lstrip", "str.rstrip")
def _strip(code: Any, value: Value, given: list[Value], named: Any, node: Any) -> Value:
    """The text without white space, or without some characters, at its ends."""
    name, view = node.func.attr, code.view(value)
    chars = code.view(given[0]) if given and not code.is_none(given[0]) else None
    first, last = code.slot(I64), code.slot(I64)
    code.b.store(I64(0), first)
    code.b.store(view.parts[1], last)

    def goes(index: Any) -> Any:
        char = code.item_at(view, index)
        if chars is None:
            return is_one_of(code, char, str.isspace)
        return code.b.icmp_signed(">=", code.find(chars, char), I64(0))

    def shorten(end: Any, step: int) -> None:
        head, test, cut, done = (code.block(n) for n in ("ends", "end", "cut", "stripped"))
        code.goto(head)
        code.enter(head)
        some = code.b.icmp_signed("<", code.b.load(first), code.b.load(last))
        code.branch(some, test, done)
        code.enter(test)
        now = code.b.load(end)
        there = goes(now if step > 0 else code.b.sub(now, I64(1)))
        code.branch(there, cut, done)
        code.enter(cut)
        code.b.store(code.b.add(now, I64(step)), end)
        code.goto(head)
        code.enter(done)

    if name != "rstrip":
        shorten(first, 1)
    if name != "lstrip":
        shorten(last, -1)
    start = code.b.load(first)
    pointer = code.at(view.parts[0], code.b.mul(start, I64(size_of(view.type.item))))
    length = code.b.sub(code.b.load(last), start)
    return Value(Seq(view.type.item, view.type.cap, False, True), (pointer, length))
