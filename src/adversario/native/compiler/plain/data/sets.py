"""Sets: a bit for each value that an item may have, or a list without repetition."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import Any

from adversario.native.compiler.plain.data.lists import Lists
from adversario.native.compiler.plain.data.machine import I1, I64, RANGE
from adversario.native.compiler.plain.data.values import Value, shown
from adversario.native.compiler.plain.kinds.equality import with_own_equality
from adversario.native.compiler.plain.kinds.layout import words_of_set
from adversario.native.compiler.plain.kinds.types import (
    Bool,
    Float,
    Frozen,
    Int,
    ListOf,
    Never,
    Record,
    Refusal,
    Seq,
    SetOf,
    Site,
    Sym,
    Tuple,
    Type,
    has_bits,
    has_mutables,
    options_of,
)


class Sets(Lists):
    """Code that makes, reads and changes sets."""

    def contains(self, value: Value, item: Value) -> Any:
        """Whether a container has an item."""
        raise NotImplementedError

    def new_set(self, site: Site) -> Value:
        """An empty set."""
        kind = SetOf(site)
        if not has_bits(kind.item):
            return Value(kind, self.new_list(site).parts)
        return Value(kind, (self._no_bits(kind.item),))

    def require_fields(self, key: Type) -> None:
        """Refuse keys of dictionaries and items of sets that are equal by a rule of their own."""
        if (name := with_own_equality(key)) is not None:
            raise Refusal("own_equality", name=name)
        if has_mutables(key):
            raise Refusal("unhashable", given=shown(key, self.constants))
        if self._mixes(key):
            raise Refusal("mixed_keys", given=shown(key, self.constants))

    def _mixes(self, kind: Type) -> bool:
        """Whether values of several kinds may be equal: 1 and a member of an IntEnum."""
        if isinstance(kind, (Tuple, Record)):
            return any(map(self._mixes, kind.items))
        if isinstance(kind, (Seq, Frozen)):
            return self._mixes(kind.item)
        options = options_of(kind)
        words = [option for option in options if isinstance(option, Sym)]
        values = [each for word in words for each in self.constants.values_of(word)]
        if not all(isinstance(each, str) or each is None for each in values):
            plain = [
                each.value if isinstance(each, (int, str)) else each
                for each in values
                if each is not None and isinstance(each, Enum)
            ]
            plain += [each for each in values if type(each) is str]
            if len(set(plain)) < len(plain):
                return True
            numbers = any(isinstance(option, (Int, Float, Bool)) for option in options)
            if numbers and any(isinstance(each, int) for each in values):
                return True
        rows = [
            option
            for option in options
            if isinstance(option, (Tuple, Seq))
            or (isinstance(option, Record) and issubclass(option.cls, tuple))
        ]
        texts = sum(isinstance(option, Seq) and option.text for option in rows)
        return len(rows) - texts > 1 or any(
            self._mixes(option) for option in options if isinstance(option, (Tuple, Record, Seq))
        )

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
        assert isinstance(kind, (SetOf, Frozen))
        if isinstance(kind, SetOf):
            self.joiner.put(kind.site, item.type)
        self.require_fields(kind.item)
        if has_bits(kind.item):
            place, inside = self.place_in(item, kind.item)
            self.fail_if(self.b.not_(inside), RANGE)
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

    def set_algebra(self, op: str, one: Value, other: Value, site: Site | None) -> Value:
        """Union, intersection, difference or symmetric difference; with a site, a set to change."""
        one, other = self.settle(one), self.settle(other)
        first, second = one.type, other.type
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
                self.store(self.at(data, 8 * index), self._combined(op, x, y))
            return Value(kind, (data,))
        return self._algebra_of_lists(op, one, other, site, item)

    def _combined(self, op: str, one: Any, other: Any) -> Any:
        """The bits of two words combined."""
        b = self.b
        if op == "sub":
            return b.and_(one, b.not_(other))
        return {"or": b.or_, "and": b.and_, "xor": b.xor}[op](one, other)

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
