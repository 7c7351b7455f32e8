"""Lists, sets and dictionaries in memory.

A list is a header (length, room, address of its items); a set has a bit for each value its items
may have, or is a list without repetition if there are too many; a dictionary is two lists.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from typing import Any

from adversario.native.compiler.plain.layout import cap_of, is_flat, size_of, words_of_set
from adversario.native.compiler.plain.machine import (
    CAPACITY,
    I1,
    I64,
    INDEX,
    KEY,
    POINTER,
    VALUE,
)
from adversario.native.compiler.plain.operations import Operations
from adversario.native.compiler.plain.types import (
    MOST,
    NEVER,
    AnyOf,
    DictOf,
    Frozen,
    Int,
    ListOf,
    Never,
    Range,
    Record,
    Refusal,
    Seq,
    SetOf,
    Site,
    Static,
    Sym,
    Tuple,
    Type,
    has_bits,
)
from adversario.native.compiler.plain.values import Value, same_layout, shown, split, whole
from adversario.native.compiler.source import MISSING

HEADER = 24
FIRST_ROOM = 8
"""The items for which a new list has room."""


class Containers(Operations):
    """Code that makes, reads and changes containers."""

    # Lists.

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
        if isinstance(kind, Frozen):
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

    # Items.

    def item_at(self, view: Value, index: Any) -> Value:
        """The item of a sequence in memory at a place that it has."""
        assert isinstance(view.type, Seq)
        step = I64(size_of(view.type.item))
        return self.read(self.at(view.parts[0], self.b.mul(index, step)), view.type.item)

    def place(self, index: Value, length: Any, code: int = INDEX) -> Any:
        """An index, counted from the end if it is negative, as a place; an error if there is none."""
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

    def item(self, value: Value, index: Value) -> Value:  # noqa: PLR0911 (a case each)
        """`value[index]` for a sequence or a dictionary."""
        if isinstance(value.type, Static) and isinstance(value.const, dict):
            return self.known_dict_item(value.const, index)
        if index.is_known and isinstance(value.type, Static):
            try:
                return self.lift(value.const[index.const])
            except (IndexError, KeyError, TypeError):
                self.fail(INDEX)
                return Value(NEVER)
        value, kind = self.settle(value), self.settle(value).type
        if isinstance(kind, AnyOf):
            return self.each_option(value, lambda option: self.item(option, index))
        if isinstance(index.type, AnyOf) and not isinstance(kind, DictOf):
            return self.each_option(index, lambda option: self.item(value, option))
        if isinstance(kind, Never) or isinstance(index.type, Never):
            return Value(NEVER)
        if isinstance(kind, (Tuple, Record)) and index.is_known:
            items = split(kind.items, value.parts)
            if not -len(items) <= index.const < len(items):
                raise Refusal("index_range", index=index.const)
            return items[index.const]
        if isinstance(kind, DictOf):
            found = self.key_place(value, index)
            self.fail_if(self.b.icmp_signed("<", found, I64(0)), KEY)
            return self.kept(self.item_at(self.list_view(self.values_of(value)), found))
        if isinstance(kind, Range):
            length = self.length_of(value).parts[0]
            place = self.place(index, length)
            b = self.b
            number = b.add(value.parts[0], b.mul(place, value.parts[2]))
            return Value(kind.item, (number,))
        view = self.view(value)
        found = self.item_at(view, self.place(index, view.parts[1]))
        return self.kept(found) if isinstance(kind, ListOf) else found

    def set_item(self, target: Value, index: Value, item: Value) -> None:
        """`target[index] = item` for a list or a dictionary."""
        kind = target.type
        item = self.settle(item)
        if isinstance(kind, ListOf):
            self.joiner.put(kind.site, item.type)
            item = self.convert(item, kind.item)
            view = self.list_view(target)
            place = self.place(index, view.parts[1])
            step = I64(size_of(kind.item))
            self.write(self.at(view.parts[0], self.b.mul(place, step)), item)
        elif isinstance(kind, DictOf):
            self.dict_put(target, index, item)
        elif not isinstance(kind, Never):
            raise Refusal("assign_item", given=shown(kind, self.constants))

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

    def _stride(self, view: Value, start: Value | None, stop: Value | None, step: Value) -> Value:
        assert isinstance(view.type, Seq)
        if not (step.is_known and isinstance(step.const, int) and step.const):
            raise Refusal("slice_step")
        b, length, by = self.b, view.parts[1], step.const
        if by > 0:
            first = I64(0) if start is None else self._clip(start, length)
            last = length if stop is None else self._clip(stop, length)
        else:
            if stop is not None:
                raise Refusal("slice_step")
            last = I64(-1)
            top = b.sub(length, I64(1))
            first = top if start is None else self._clip(start, length)
            first = b.select(b.icmp_signed(">", first, top), top, first)
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

    def length_of(self, value: Value) -> Value:  # noqa: PLR0911 (a case each)
        """How many items there are."""
        if isinstance(value.type, Static):
            return whole(len(value.const))
        kind, b = value.type, self.b
        if isinstance(kind, AnyOf):
            return self.each_option(value, self.length_of)
        if isinstance(kind, (Tuple, Record)):
            return whole(len(kind.items))
        if isinstance(kind, Sym):
            return self.length_of(self.as_text(value))
        if isinstance(kind, Seq):
            cap = MOST if kind.cap is None else kind.cap
            return Value(Int(cap if kind.fixed else 0, cap), (value.parts[1],))
        if isinstance(kind, ListOf):
            return Value(Int(0, 2**31), (self.load(value.parts[0], I64),))
        if isinstance(kind, DictOf):
            return self.length_of(self.keys_of(value))
        if isinstance(kind, (SetOf, Frozen)):
            return self._set_size(value)
        if isinstance(kind, Range):
            start, stop, step = value.parts
            up = b.icmp_signed(">", step, I64(0))
            span = b.select(up, b.sub(stop, start), b.sub(start, stop))
            size = b.select(up, step, b.neg(step))
            count = b.sdiv(b.sub(b.add(span, size), I64(1)), size)
            none = b.icmp_signed("<=", span, I64(0))
            return Value(Int(0, MOST), (b.select(none, I64(0), count),))
        if isinstance(kind, Never):
            return whole(0)
        raise Refusal("length_type", given=shown(kind, self.constants))

    # Sets.

    def new_set(self, site: Site) -> Value:
        """An empty set."""
        kind = SetOf(site)
        if not has_bits(kind.item):
            return Value(kind, self.new_list(site).parts)
        return Value(kind, (self._no_bits(kind.item),))

    def _no_bits(self, item: Type) -> Any:
        data = self.alloc(I64(8 * words_of_set(item)))
        self.clear(data, 8 * words_of_set(item))
        return data

    def _items_list(self, value: Value) -> Value:
        """A set that is a list without repetition, as that list."""
        site = Site()
        site.item = value.type.item  # type: ignore[union-attr]
        own = value.type.site if isinstance(value.type, SetOf) else site
        return Value(ListOf(own), value.parts)

    def _bit(self, bits: Any, place: Any) -> tuple[Any, Any]:
        b = self.b
        pointer = self.at(bits, b.shl(b.lshr(place, I64(6)), I64(3)))
        return pointer, b.shl(I64(1), b.and_(place, I64(63)))

    def set_add(self, target: Value, item: Value) -> None:
        """Put an item into a set."""
        kind = target.type
        item = self.settle(item)
        if isinstance(kind, SetOf):
            self.joiner.put(kind.site, item.type)
        assert isinstance(kind, (SetOf, Frozen))
        if has_bits(kind.item):
            place, inside = self.place_in(item, kind.item)
            self.fail_if(self.b.not_(inside), CAPACITY)
            pointer, bit = self._bit(target.parts[0], place)
            self.store(pointer, self.b.or_(self.load(pointer, I64), bit))
        else:
            with self.if_(self.b.not_(self.contains(target, item))):
                self.append(self._items_list(target), item)

    def set_remove(self, target: Value, item: Value, missing: int = 0) -> None:
        """Take an item out of a set; an error, if one is named, if it was not there."""
        kind = target.type
        assert isinstance(kind, (SetOf, Frozen))
        if has_bits(kind.item):
            place, inside = self.place_in(self.settle(item), kind.item)
            if missing:
                self.fail_if(self.b.not_(inside), missing)
            with self.if_(inside):
                pointer, bit = self._bit(target.parts[0], place)
                word = self.load(pointer, I64)
                if missing:
                    absent = self.b.icmp_signed("==", self.b.and_(word, bit), I64(0))
                    self.fail_if(absent, missing)
                self.store(pointer, self.b.and_(word, self.b.not_(bit)))
            return
        items = self._items_list(target)
        found = self.find(self.list_view(items), item)
        if missing:
            self.fail_if(self.b.icmp_signed("<", found, I64(0)), missing)
        with self.if_(self.b.icmp_signed(">=", found, I64(0))):
            self.remove_at(items, found)

    def _set_size(self, value: Value) -> Value:
        kind = value.type
        assert isinstance(kind, (SetOf, Frozen))
        if not has_bits(kind.item):
            return self.length_of(self._items_list(value))
        total: Any = I64(0)
        for index in range(words_of_set(kind.item)):
            word = self.load(self.at(value.parts[0], 8 * index), I64)
            total = self.b.add(total, self.b.ctpop(word))
        return Value(Int(0, 64 * words_of_set(kind.item)), (total,))

    def each_in_set(self, value: Value, body: Callable[[Value], None]) -> None:
        """Code for each item of a set, in order if the set has a bit for each."""
        kind = value.type
        assert isinstance(kind, (SetOf, Frozen))
        if isinstance(kind.item, Never):
            return
        if not has_bits(kind.item):
            items = self._items_list(value)
            self.each_in_list(items, body)
            return
        words, rest = words_of_set(kind.item), self.slot(I64)

        def each_word(number: Any) -> None:
            word = self.load(self.at(value.parts[0], self.b.shl(number, I64(3))), I64)
            self.b.store(word, rest)
            head, inner, after = self.block("bits"), self.block("bit"), self.block("nobits")
            self.goto(head)
            self.enter(head)
            now = self.b.load(rest)
            self.branch(self.b.icmp_signed("!=", now, I64(0)), inner, after)
            self.enter(inner)
            self.b.store(self.b.and_(now, self.b.sub(now, I64(1))), rest)
            low = self.b.cttz(now, I1(1))
            place = self.b.add(self.b.shl(number, I64(6)), low)
            body(self.value_at(place, kind.item))
            self.goto(head)
            self.enter(after)

        if words == 1:
            each_word(I64(0))
        else:
            self.count_up(I64(0), I64(words), each_word)

    def each_in_list(self, value: Value, body: Callable[[Value], None]) -> None:
        """Code for each item of a list, which may change meanwhile."""
        self.count_up(
            I64(0),
            lambda: self.load(value.parts[0], I64),
            lambda index: body(self.item_at(self.list_view(value), index)),
        )

    def set_algebra(self, op: str, one: Value, other: Value, site: Site | None) -> Value:
        """Union, intersection, difference or symmetric difference; with a site, a set to change."""
        one, other = self.settle(one), self.settle(other)
        first, second, b = one.type, other.type, self.b
        assert isinstance(first, (SetOf, Frozen))
        assert isinstance(second, (SetOf, Frozen))
        grows = op in ("or", "xor")
        item = self.joiner.join(first.item, second.item) if grows else first.item
        if site is not None:
            self.joiner.put(site, item)
            item = site.root().item
        kind: Type = Frozen(item) if site is None else SetOf(site)
        if has_bits(item) and has_bits(first.item) and has_bits(second.item):
            left = self.convert(one, Frozen(item))
            if not grows and second.item != item:
                other = self._restricted(other, item)
            right = self.convert(other, Frozen(item))
            data = self.alloc(I64(8 * words_of_set(item)))
            for index in range(words_of_set(item)):
                x = self.load(self.at(left.parts[0], 8 * index), I64)
                y = self.load(self.at(right.parts[0], 8 * index), I64)
                made = {
                    "or": lambda x=x, y=y: b.or_(x, y),
                    "and": lambda x=x, y=y: b.and_(x, y),
                    "sub": lambda x=x, y=y: b.and_(x, b.not_(y)),
                    "xor": lambda x=x, y=y: b.xor(x, y),
                }[op]
                b = self.b
                self.store(self.at(data, 8 * index), made())
            return Value(kind, (data,))
        return self._algebra_of_lists(op, one, other, site, item)

    def _restricted(self, value: Value, item: Type) -> Value:
        """Those items of a set that a smaller type has too."""
        made = Value(Frozen(item), (self._no_bits(item),))

        def body(each: Value) -> None:
            place, inside = self.place_in(each, item)
            with self.if_(inside):
                pointer, bit = self._bit(made.parts[0], place)
                self.store(pointer, self.b.or_(self.load(pointer, I64), bit))

        self.each_in_set(value, body)
        return made

    def _algebra_of_lists(
        self, op: str, one: Value, other: Value, site: Site | None, item: Type
    ) -> Value:
        own = site or Site()
        if site is None:
            own.item = item
        made = self.new_set(own)
        if op == "or":
            for each in (one, other):
                self.each_in_set(each, lambda found: self.set_add(made, found))
            return Value(made.type if site else Frozen(item), made.parts)
        pairs = [(one, other)] if op != "xor" else [(one, other), (other, one)]
        for source, mask in pairs:

            def body(found: Value, mask: Value = mask) -> None:
                inside = self.contains(mask, found)
                with self.if_(inside if op == "and" else self.b.not_(inside)):
                    self.set_add(made, found)

            self.each_in_set(source, body)
        return Value(made.type if site else Frozen(item), made.parts)

    def subset(self, one: Value, other: Value) -> Any:
        """Whether all items of a set are in another."""
        found = self.slot(I1)
        self.b.store(I1(1), found)
        other = self.settle(other)

        def body(item: Value) -> None:
            with self.if_(self.b.not_(self.contains(other, item))):
                self.b.store(I1(0), found)

        self.each_in_set(self.settle(one), body)
        return self.b.load(found)

    def equal_sets(self, one: Value, other: Value) -> Any:
        """Whether two sets have the same items."""
        first, second = one.type, other.type
        assert isinstance(first, (SetOf, Frozen))
        assert isinstance(second, (SetOf, Frozen))
        if first.item == second.item and has_bits(first.item):
            size = I64(8 * words_of_set(first.item))
            return self.same_bytes(one.parts[0], other.parts[0], size)
        sizes = [self._set_size(each).parts[0] for each in (one, other)]
        return self.b.and_(self.b.icmp_signed("==", *sizes), self.subset(one, other))

    def convert_container(self, value: Value, kind: Type) -> Value:
        """A container as one of another type."""
        own = value.type
        if isinstance(kind, ListOf) and isinstance(own, (Tuple, Seq)):
            return self.list_of(value, kind.site)
        if isinstance(kind, (SetOf, Frozen)) and isinstance(own, (SetOf, Frozen)):
            if own.item == kind.item:
                return Value(kind, value.parts)
            if isinstance(kind, SetOf):
                made = self.new_set(kind.site)
            else:
                site = Site()
                site.item = kind.item
                made = Value(kind, self.new_set(site).parts)
            self.each_in_set(value, lambda item: self.set_add(made, item))
            return made
        return super().convert_container(value, kind)

    # Whether something is there.

    def contains(self, value: Value, item: Value) -> Any:  # noqa: PLR0911, PLR0912 (a case each)
        """`item in value`."""
        if isinstance(value.type, Static):
            if item.is_known and not isinstance(item.const, Value):
                return I1(int(item.const in value.const))
            if isinstance(value.const, dict):
                value = self.lift(tuple(value.const))
            if isinstance(value.const, (set, frozenset)):
                value = self._known_set(value.const)
        value, item = self.settle(value), self.settle(item)
        kind, b = value.type, self.b
        if isinstance(kind, AnyOf):
            return self.each_option(
                value, lambda option: Value(self.lift(True).type, (self.contains(option, item),))
            ).parts[0]
        if isinstance(kind, (SetOf, Frozen)):
            if not has_bits(kind.item):
                return self.contains(self._items_list(value), item)
            if isinstance(item.type, AnyOf):
                return self.each_option(
                    item,
                    lambda option: Value(self.lift(True).type, (self.contains(value, option),)),
                ).parts[0]
            place, inside = self.place_in(item, kind.item)
            safe = b.select(inside, place, I64(0))
            pointer, bit = self._bit(value.parts[0], safe)
            there = b.icmp_signed("!=", b.and_(self.load(pointer, I64), bit), I64(0))
            return b.and_(inside, there)
        if isinstance(kind, DictOf):
            return b.icmp_signed(">=", self.key_place(value, item), I64(0))
        if isinstance(kind, Range):
            return self._in_range(value, item)
        if isinstance(kind, (Tuple, Record)):
            found: Any = I1(0)
            for each in split(kind.items, value.parts):
                found = self.b.or_(found, self.equal(each, item))
            return found
        if isinstance(kind, Sym):
            value = self.as_text(value)
            kind = value.type
        if isinstance(kind, Seq) and kind.text and not self._is_char(item):
            return b.icmp_signed(">=", self.find_text(value, self.view(item)), I64(0))
        if isinstance(kind, Never):
            return I1(0)
        return b.icmp_signed(">=", self.find(self.view(value), item), I64(0))

    def _known_set(self, found: Any) -> Value:
        """A known set as one of bits, or as a sorted table."""
        return self.settle_items(found)

    def _is_char(self, value: Value) -> bool:
        return isinstance(value.type, Sym) and all(
            type(word) is str and len(word) == 1 for word in self.constants.values_of(value.type)
        )

    def _in_range(self, value: Value, item: Value) -> Any:
        b = self.b
        start, stop, step = value.parts
        number = self.as_int(self.as_number(item))
        up = b.icmp_signed(">", step, I64(0))
        low = b.select(up, start, b.add(stop, I64(1)))
        high = b.select(up, stop, b.add(start, I64(1)))
        inside = b.and_(b.icmp_signed(">=", number, low), b.icmp_signed("<", number, high))
        return b.and_(inside, b.icmp_signed("==", b.srem(b.sub(number, start), step), I64(0)))

    def find(self, view: Value, item: Value) -> Any:
        """The first place of an item in a sequence in memory; -1 if it is not there."""
        assert isinstance(view.type, Seq)
        found, after = self.slot(I64), self.block("found")
        self.b.store(I64(-1), found)
        if not isinstance(view.type.item, Never):
            item = self._compact(item, view.type.item)

            def body(index: Any) -> None:
                with self.if_(self.equal(self.item_at(view, index), item)):
                    self.b.store(index, found)
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

    def find_text(self, text: Value, part: Value) -> Any:
        """Where a text has another one; -1 if nowhere."""
        assert isinstance(text.type, Seq)
        assert isinstance(part.type, Seq)
        b, found, after = self.b, self.slot(I64), self.block("found")
        b.store(I64(-1), found)
        stop = b.add(b.sub(text.parts[1], part.parts[1]), I64(1))
        step = size_of(text.type.item)
        kind = Seq(text.type.item, text.type.cap, False, True)

        def body(index: Any) -> None:
            pointer = self.at(text.parts[0], self.b.mul(index, I64(step)))
            here = Value(kind, (pointer, part.parts[1]))
            with self.if_(self._equal_sequences(here, part)):
                self.b.store(index, found)
                self.goto(after)

        self.count_up(I64(0), stop, body)
        self.goto(after)
        self.enter(after)
        return self.b.load(found)

    # Dictionaries.

    def new_dict(self, keys: Site, values: Site) -> Value:
        """An empty dictionary."""
        parts = (*self.new_list(keys).parts, *self.new_list(values).parts)
        return Value(DictOf(keys, values), parts)

    def keys_of(self, value: Value) -> Value:
        """The list of a dictionary's keys."""
        assert isinstance(value.type, DictOf)
        return Value(value.type.keys, value.parts[:1])

    def values_of(self, value: Value) -> Value:
        """The list of a dictionary's values."""
        assert isinstance(value.type, DictOf)
        return Value(value.type.values, value.parts[1:])

    def key_place(self, value: Value, key: Value) -> Any:
        """The place of a key; -1 if the dictionary does not have it."""
        return self.find(self.list_view(self.keys_of(value)), self.settle(key))

    def dict_put(self, target: Value, key: Value, item: Value) -> None:
        """Give a key a value."""
        key, item = self.settle(key), self.settle(item)
        kind = target.type
        assert isinstance(kind, DictOf)
        self.joiner.put(kind.key_site, key.type)
        self.joiner.put(kind.value_site, item.type)
        place = self.key_place(target, key)
        old, new, after = self.block("old"), self.block("new"), self.block("put")
        self.branch(self.b.icmp_signed(">=", place, I64(0)), old, new)
        self.enter(old)
        view = self.list_view(self.values_of(target))
        step = I64(size_of(kind.values.item))
        self.write(
            self.at(view.parts[0], self.b.mul(place, step)), self.convert(item, kind.values.item)
        )
        self.goto(after)
        self.enter(new)
        self.append(self.keys_of(target), key)
        self.append(self.values_of(target), item)
        self.goto(after)
        self.enter(after)

    def dict_get(self, value: Value, key: Value, default: Value) -> Value:
        """The value of a key, or a default."""
        if isinstance(value.type, Static):
            return self.known_dict_item(value.const, key, default)
        place = self.key_place(value, key)
        yes, no, after = self.block("has"), self.block("hasnot"), self.block("got")
        self.branch(self.b.icmp_signed(">=", place, I64(0)), yes, no)
        self.enter(yes)
        found = self.item_at(self.list_view(self.values_of(value)), place)
        made = [(found, self.b.block)]
        self.enter(no)
        made.append((self.settle(default), self.b.block))
        return self.meet(made, after)

    def known_dict_item(self, known: Any, key: Value, default: Value | None = None) -> Value:
        """The value of a key in a table that is known."""
        if key.is_known and not isinstance(key.const, Value):
            if key.const in known:
                return self.lift(known[key.const])
            if default is None:
                self.fail(KEY)
            return Value(NEVER) if default is None else default
        if isinstance(key.type, AnyOf):
            return self.each_option(key, lambda each: self.known_dict_item(known, each, default))
        if isinstance(key.type, Never):
            return Value(NEVER)
        if not known:
            raise Refusal("dict_empty")
        place = self._known_place(list(known), key)
        values = self.settle(self.lift(tuple(known.values())))
        if default is None:
            self.fail_if(self.b.icmp_signed("<", place, I64(0)), KEY)
            return self.item_at(values, place)
        yes, no, after = self.block("has"), self.block("hasnot"), self.block("got")
        self.branch(self.b.icmp_signed(">=", place, I64(0)), yes, no)
        self.enter(yes)
        found = self.item_at(values, place)
        made = [(found, self.b.block)]
        self.enter(no)
        made.append((self.settle(default), self.b.block))
        return self.meet(made, after)

    def _known_place(self, keys: list[Any], key: Value) -> Any:
        """The place of a key among known ones; -1 if it is none of them."""
        if isinstance(key.type, Sym):
            mine = {number: self.constants.value_of(number) for number in key.type.ids}
            places = {number: keys.index(value) for number, value in mine.items() if value in keys}
            return self.look_up(key.parts[0], places, 0, -1) if places else I64(-1)
        if isinstance(key.type, Int) and all(isinstance(each, int) for each in keys):
            return self.look_up(key.parts[0], {int(k): i for i, k in enumerate(keys)}, 0, -1)
        return self.find(self.settle(self.lift(tuple(keys))), key)


_ = (MISSING, VALUE, cap_of, ast)
