"""Lists and other sequences in memory.

A list is a header (length, room, address of its items). Tuples and texts are seen through: a
slice of one is a part of its memory.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from adversario.native.compiler.plain.data.comparison import Comparison
from adversario.native.compiler.plain.data.machine import (
    I1,
    I64,
    INDEX,
    POINTER,
    UNSUPPORTED,
)
from adversario.native.compiler.plain.data.values import Value, same_layout, split
from adversario.native.compiler.plain.kinds.layout import is_flat, size_of
from adversario.native.compiler.plain.kinds.types import (
    MOST,
    AnyOf,
    Float,
    Frozen,
    Int,
    ListOf,
    Never,
    Record,
    Refusal,
    Seq,
    Site,
    Static,
    Tuple,
    Type,
    has_bits,
)

HEADER = 24
FIRST_ROOM = 8
"""The items for which a new list has room."""


class Lists(Comparison):
    """Code that makes, reads and changes lists."""

    def new_list(self, site: Site, room: Any = None) -> Value:
        """An empty list with room for some items."""
        kind = ListOf(site)
        header = self.alloc(I64(HEADER))
        room = I64(FIRST_ROOM) if room is None else room
        self.store(header, I64(0))
        self.store(self.at(header, 8), room)
        self.store(self.at(header, 16), self.new_items(kind.item, room))
        return Value(kind, (header,))

    def append(self, target: Value, item: Value) -> None:
        """Add an item to the end of a list."""
        kind = target.type
        assert isinstance(kind, ListOf)
        item = self.settle(item)
        self.joiner.put(kind.site, item.type)
        item = self.convert(item, kind.item)
        pointer = self.extend_by(target, I64(1))
        self.write(pointer, item)

    def extend_by(self, target: Value, count: Any) -> Any:
        """Make a list longer; the address of the first new item, which is not written yet."""
        kind, b = target.type, self.b
        assert isinstance(kind, ListOf)
        header, step = target.parts[0], I64(size_of(kind.item))
        length, room = self.load(header, I64), self.load(self.at(header, 8), I64)
        wanted = b.add(length, count)
        with self.if_(b.icmp_signed(">", wanted, room)):
            bigger = self.b.add(self.b.mul(wanted, I64(2)), I64(8))
            data = self.alloc(self.b.mul(bigger, step))
            old = self.load(self.at(header, 16), POINTER)
            self.copy(data, old, self.b.mul(length, step))
            self.store(self.at(header, 8), bigger)
            self.store(self.at(header, 16), data)
            self.pin()
        self.store(header, wanted)
        data = self.load(self.at(header, 16), POINTER)
        return self.at(data, self.b.mul(length, step))

    def list_of(self, value: Value, site: Site) -> Value:
        """A new list of the items of a sequence in memory."""
        view = self.view(value)
        assert isinstance(view.type, Seq)
        self.joiner.put(site, view.type.item)
        target = self.new_list(site, view.parts[1])
        self.extend(target, view)
        return target

    def extend(self, target: Value, view: Value) -> None:
        """Add the items of a sequence in memory to a list."""
        kind = target.type
        assert isinstance(kind, ListOf)
        assert isinstance(view.type, Seq)
        self.joiner.put(kind.site, view.type.item)
        if isinstance(view.type.item, Never):
            return
        if same_layout(view.type.item, kind.item):
            size = self.b.mul(view.parts[1], I64(size_of(kind.item)))
            self.copy(self.extend_by(target, view.parts[1]), view.parts[0], size)
            return
        self.count_up(
            I64(0), view.parts[1], lambda index: self.append(target, self.item_at(view, index))
        )

    def remove_at(self, target: Value, index: Any) -> Value:
        """Take the item at a place, which the list has, out of it."""
        view = self.list_view(target)
        assert isinstance(view.type, Seq)
        found, b, step = self.item_at(view, index), self.b, size_of(view.type.item)
        found = self.kept(found)
        pointer = self.at(view.parts[0], b.mul(index, I64(step)))
        rest = b.sub(b.sub(view.parts[1], index), I64(1))
        self.move(pointer, self.at(pointer, step), b.mul(rest, I64(step)))
        self.store(target.parts[0], b.sub(view.parts[1], I64(1)))
        return found

    def kept(self, value: Value) -> Value:
        """A value whose bytes are not those of a list that is about to change."""
        kind = value.type
        if isinstance(kind, Seq):
            size = self.b.mul(value.parts[1], I64(size_of(kind.item)))
            data = self.alloc(size)
            self.copy(data, value.parts[0], size)
            return Value(kind, (data, value.parts[1]))
        if isinstance(kind, Frozen) and has_bits(kind.item):
            data = self.alloc(I64(size_of(kind)))
            self.copy(data, value.parts[0], I64(size_of(kind)))
            return Value(kind, (data,))
        if isinstance(kind, (Tuple, Record)):
            items = [self.kept(item) for item in split(kind.items, value.parts)]
            return Value(kind, tuple(part for item in items for part in item.parts))
        if isinstance(kind, AnyOf):
            return self.each_option(value, self.kept)
        return value

    def insert_at(self, target: Value, index: Any, item: Value) -> None:
        """Put an item before the one at a place."""
        kind, b = target.type, self.b
        assert isinstance(kind, ListOf)
        self.joiner.put(kind.site, self.settle(item).type)
        item = self.convert(self.settle(item), kind.item)
        length, step = self.load(target.parts[0], I64), size_of(kind.item)
        below = b.select(b.icmp_signed("<", index, I64(0)), b.add(index, length), index)
        below = b.select(b.icmp_signed("<", below, I64(0)), I64(0), below)
        place = b.select(b.icmp_signed(">", below, length), length, below)
        self.extend_by(target, I64(1))
        data = self.load(self.at(target.parts[0], 16), POINTER)
        pointer = self.at(data, self.b.mul(place, I64(step)))
        size = self.b.mul(self.b.sub(length, place), I64(step))
        self.move(self.at(pointer, step), pointer, size)
        self.write(pointer, item)

    def item_at(self, view: Value, index: Any) -> Value:
        """The item of a sequence in memory at a place that it has."""
        assert isinstance(view.type, Seq)
        step = I64(size_of(view.type.item))
        return self.read(self.at(view.parts[0], self.b.mul(index, step)), view.type.item)

    def place(self, index: Value, length: Any, code: int = INDEX) -> Any:
        """An index, from the end if it is negative, as a place; an error if there is none."""
        kind, b = index.type, self.b
        number = self.as_int(self.as_number(index))
        low = kind.lo if isinstance(kind, Int) else 0
        if low < 0:
            negative = b.icmp_signed("<", number, I64(0))
            number = b.select(negative, b.add(number, length), number)
        high = kind.hi if isinstance(kind, Int) else MOST
        known = getattr(length, "constant", None)
        if not (low >= 0 and isinstance(known, int) and high < known):
            self.fail_if(b.icmp_unsigned(">=", number, length), code)
        return number

    def slice(self, value: Value, bounds: tuple[Value | None, Value | None, Value | None]) -> Value:
        """`value[start:stop:step]`; lists are copied, others are seen through."""
        start, stop, step = bounds
        if isinstance(value.type, Static) and all(e is None or e.is_known for e in bounds):
            at = slice(*(None if each is None else each.const for each in bounds))
            return self.lift(value.const[at])
        if isinstance(value.type, AnyOf):
            return self.each_option(value, lambda option: self.slice(option, bounds))
        value = self.settle(value)
        kind = value.type
        if isinstance(kind, Never):
            return value
        if isinstance(kind, Tuple) and all(e is None or e.is_known for e in bounds):
            at = slice(*(None if each is None else each.const for each in bounds))
            items = split(kind.items, value.parts)[at]
            return Value(
                Tuple(tuple(i.type for i in items)), tuple(p for i in items for p in i.parts)
            )
        view = self.view(value)
        assert isinstance(view.type, Seq)
        if step is not None and not (step.is_known and step.const == 1):
            return self._stride(view, start, stop, step)
        b, length = self.b, view.parts[1]
        first = I64(0) if start is None else self._clip(start, length)
        last = length if stop is None else self._clip(stop, length)
        count = b.sub(last, first)
        count = b.select(b.icmp_signed("<", count, I64(0)), I64(0), count)
        pointer = self.at(view.parts[0], b.mul(first, I64(size_of(view.type.item))))
        return Value(Seq(view.type.item, view.type.cap, False, view.type.text), (pointer, count))

    def _clip(self, bound: Value, length: Any) -> Any:
        b = self.b
        number = self.as_int(self.as_number(bound))
        if not (isinstance(bound.type, Int) and bound.type.lo >= 0):
            from_end = b.add(number, length)
            number = b.select(b.icmp_signed("<", number, I64(0)), from_end, number)
            number = b.select(b.icmp_signed("<", number, I64(0)), I64(0), number)
        return b.select(b.icmp_signed(">", number, length), length, number)

    def _clip_backward(self, bound: Value, length: Any) -> Any:
        """A bound of a slice that goes backward: from -1, before the first item, to the last."""
        b, top = self.b, self.b.sub(length, I64(1))
        number = self.as_int(self.as_number(bound))
        from_end = b.add(number, length)
        number = b.select(b.icmp_signed("<", number, I64(0)), from_end, number)
        number = b.select(b.icmp_signed("<", number, I64(-1)), I64(-1), number)
        return b.select(b.icmp_signed(">", number, top), top, number)

    def _stride(self, view: Value, start: Value | None, stop: Value | None, step: Value) -> Value:
        assert isinstance(view.type, Seq)
        if not (step.is_known and isinstance(step.const, int) and step.const):
            raise Refusal("slice_step")
        b, length, by = self.b, view.parts[1], step.const
        if by > 0:
            first = I64(0) if start is None else self._clip(start, length)
            last = length if stop is None else self._clip(stop, length)
        else:
            last = I64(-1) if stop is None else self._clip_backward(stop, length)
            first = b.sub(length, I64(1))
            first = first if start is None else self._clip_backward(start, length)
        span = b.sub(last, first) if by > 0 else b.sub(first, last)
        count = b.sdiv(b.add(span, I64(abs(by) - 1)), I64(abs(by)))
        count = b.select(b.icmp_signed("<", count, I64(0)), I64(0), count)
        item, size = view.type.item, size_of(view.type.item)
        data = self.new_items(item, count)

        def body(index: Any) -> None:
            source = self.b.add(first, self.b.mul(index, I64(by)))
            self.write(self.at(data, self.b.mul(index, I64(size))), self.item_at(view, source))

        self.count_up(I64(0), count, body)
        return Value(Seq(item, view.type.cap, False, view.type.text), (data, count))

    def concatenate(self, one: Value, other: Value) -> Value:
        """Two tuples or texts, one after the other."""
        one, other = self.settle(one), self.settle(other)
        first, second = one.type, other.type
        if isinstance(first, Tuple) and isinstance(second, Tuple):
            return Value(Tuple(first.items + second.items), one.parts + other.parts)
        left, right, b = self.view(one), self.view(other), self.b
        assert isinstance(left.type, Seq)
        assert isinstance(right.type, Seq)
        item = self.joiner.join(left.type.item, right.type.item)
        a, c = left.type, right.type
        cap = None if a.cap is None or c.cap is None else a.cap + c.cap
        fixed = a.fixed and c.fixed
        left = self.convert(left, Seq(item, a.cap, a.fixed, a.text))
        right = self.convert(right, Seq(item, c.cap, c.fixed, c.text))
        step = I64(size_of(item))
        length = b.add(left.parts[1], right.parts[1])
        data = self.alloc(b.mul(length, step))
        size = self.b.mul(left.parts[1], step)
        self.copy(data, left.parts[0], size)
        self.copy(self.at(data, size), right.parts[0], self.b.mul(right.parts[1], step))
        return Value(Seq(item, cap, fixed, a.text), (data, length))

    def repeat(self, value: Value, times: Value) -> Value:
        """A tuple or text several times."""
        view = self.view(value)
        assert isinstance(view.type, Seq)
        b, kind = self.b, view.type
        count = self.as_int(self.as_number(times))
        count = b.select(b.icmp_signed("<", count, I64(0)), I64(0), count)
        size = b.mul(view.parts[1], I64(size_of(kind.item)))
        data = self.alloc(b.mul(size, count))

        def body(index: Any) -> None:
            self.copy(self.at(data, self.b.mul(index, size)), view.parts[0], size)

        self.count_up(I64(0), count, body)
        most = times.type.hi if isinstance(times.type, Int) else MOST
        cap = None if kind.cap is None or most > 4096 else kind.cap * max(most, 0)
        fixed = kind.fixed and isinstance(times.type, Int) and times.type.lo == most >= 0
        return Value(Seq(kind.item, cap, fixed, kind.text), (data, b.mul(view.parts[1], count)))

    def each_in_list(self, value: Value, body: Callable[[Value], None]) -> None:
        """Code for each item of a list, which may change meanwhile."""
        self.count_up(
            I64(0),
            lambda: self.load(value.parts[0], I64),
            lambda index: body(self.item_at(self.list_view(value), index)),
        )

    def find(self, view: Value, item: Value, *, last: bool = False) -> Any:
        """The first or last place of an item in a sequence in memory; -1 if it is not there."""
        assert isinstance(view.type, Seq)
        found, after = self.slot(I64), self.block("found")
        self.b.store(I64(-1), found)
        if not isinstance(view.type.item, Never):
            item = self._compact(item, view.type.item)
            if isinstance(item.type, Float):  # Python finds NaN by its identity
                number = item.parts[0]
                self.fail_if(self.b.fcmp_unordered("!=", number, number), UNSUPPORTED)

            def body(index: Any) -> None:
                with self.if_(self.equal(self.item_at(view, index), item)):
                    self.b.store(index, found)
                    if not last:
                        self.goto(after)

            self.count_up(I64(0), view.parts[1], body)
        self.goto(after)
        self.enter(after)
        return self.b.load(found)

    def _compact(self, item: Value, kind: Type) -> Value:
        """The item in the memory layout of those that it is compared with, if that is simple."""
        if isinstance(kind, Seq) and isinstance(item.type, Tuple) and is_flat(kind):
            joined = self.joiner.join(self.joiner.as_seq(item.type), kind)
            if isinstance(joined, Seq) and same_layout(joined.item, kind.item):
                return self.convert(item, Seq(joined.item, len(item.type.items), True, kind.text))
        return item

    def find_text(self, text: Value, part: Value, *, last: bool = False) -> Any:
        """Where a text has another one, first or last; -1 if nowhere."""
        assert isinstance(text.type, Seq)
        assert isinstance(part.type, Seq)
        b, found, after = self.b, self.slot(I64), self.block("found")
        b.store(I64(-1), found)
        stop = b.add(b.sub(text.parts[1], part.parts[1]), I64(1))

        def body(index: Any) -> None:
            with self.if_(self._equal_part(text, part, index)):
                self.b.store(index, found)
                if not last:
                    self.goto(after)

        self.count_up(I64(0), stop, body)
        self.goto(after)
        self.enter(after)
        return self.b.load(found)

    def _equal_part(self, text: Value, part: Value, index: Any) -> Any:
        """Whether a part begins at a place of a text that has room for it there."""
        assert isinstance(text.type, Seq)
        step = I64(size_of(text.type.item))
        pointer = self.at(text.parts[0], self.b.mul(index, step))
        kind = Seq(text.type.item, text.type.cap, False, True)
        return self._equal_sequences(Value(kind, (pointer, part.parts[1])), part)

    def is_at(self, text: Value, part: Value, index: Any) -> Any:
        """Whether a text has a part at a place."""
        end = self.b.add(index, part.parts[1])
        fits = self.b.icmp_signed("<=", end, text.parts[1])
        return self.choose(fits, lambda: self._equal_part(text, part, index), lambda: I1(0))

    def clipped(self, number: Any, length: Any) -> Any:
        """Where a slice starts, or ends, that begins at a number."""
        return self._clip(Value(Int(), (number,)), length)
