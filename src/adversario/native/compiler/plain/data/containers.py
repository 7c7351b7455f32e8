"""Dictionaries, which are a list of keys and one of values; and what all containers have."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from enum import EnumMeta
from typing import Any

from adversario.native.compiler.plain.data.machine import (
    I1,
    I64,
    INDEX,
    KEY,
    TYPE,
)
from adversario.native.compiler.plain.data.sets import Sets
from adversario.native.compiler.plain.data.values import Value, shown, split, whole
from adversario.native.compiler.plain.kinds.layout import size_of
from adversario.native.compiler.plain.kinds.types import (
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
    has_bits,
)


class Containers(Sets):
    """Code that makes, reads and changes containers."""

    def item(self, value: Value, index: Value) -> Value:
        """`value[index]` for a sequence or a dictionary."""
        if isinstance(value.type, Static) and isinstance(value.const, dict):
            return self.known_dict_item(value.const, index)
        if isinstance(value.type, Static) and isinstance(value.const, EnumMeta):
            return self.known_dict_item(self.constants.table_of(value.const), index)
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
        if self.is_none(value):
            self.fail(TYPE)
            return Value(NEVER)
        if isinstance(kind, Record):
            own = self.special(value, "__getitem__", index)
            if own is not None:
                return own
        if isinstance(kind, (Tuple, Record)) and index.is_known:
            items = split(kind.items, value.parts)
            if not -len(items) <= index.const < len(items):
                raise Refusal("index_range", index=index.const)
            return items[index.const]  # type: ignore[no-any-return]
        if isinstance(kind, DictOf):
            return self._item_of_dict(value, index)
        if isinstance(kind, Range):
            length = self.length_of(value).parts[0]
            place = self.place(index, length)
            b = self.b
            number = b.add(value.parts[0], b.mul(place, value.parts[2]))
            return Value(kind.item, (number,))
        view = self.view(value)
        found = self.item_at(view, self.place(index, view.parts[1]))
        return self.kept(found) if isinstance(kind, ListOf) else found

    def set_item(self, target: Value, index: Value, item: Value, *, once: bool = False) -> None:
        """`target[index] = item` for a list or a dictionary; `once` as in `dict_put`."""
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
            self.dict_put(target, index, item, once=once)
        elif not isinstance(kind, Never):
            raise Refusal("assign_item", given=shown(kind, self.constants))

    def length_of(self, value: Value) -> Value:
        """How many items there are."""
        if isinstance(value.type, Static):
            return whole(len(value.const))
        kind, b = value.type, self.b
        if isinstance(kind, AnyOf):
            return self.each_option(value, self.length_of)
        if isinstance(kind, Record):
            own = self.special(value, "__len__")
            if own is not None:
                return own
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

    # Whether something is there.

    def contains(self, value: Value, item: Value) -> Any:
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
            self.require_fields(item.type)
            if not has_bits(kind.item):
                return self.contains(self._items_list(value), item)
            if isinstance(item.type, AnyOf):
                return self.each_option(
                    item,
                    lambda option: Value(self.lift(True).type, (self.contains(value, option),)),
                ).parts[0]
            place, inside = self.place_in(item, kind.item)
            if getattr(inside, "constant", None) == 0:
                return inside
            safe = b.select(inside, place, I64(0))
            pointer, bit = self._bit(value.parts[0], safe)
            there = b.icmp_signed("!=", b.and_(self.load(pointer, I64), bit), I64(0))
            return b.and_(inside, there)
        if isinstance(kind, DictOf):
            return b.icmp_signed(">=", self.key_place(value, item), I64(0))
        if isinstance(kind, Range):
            return self._in_range(value, item)
        if isinstance(kind, Record):
            own = self.special(value, "__contains__", item)
            if own is not None:
                return self.truth_of(own)
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

    # Dictionaries.

    def equal_dicts(self, one: Value, other: Value) -> Any:
        """Whether two dictionaries have the same keys, each with the same value."""
        if Counter in (one.type.missing, other.type.missing):  # type: ignore[union-attr]
            raise Refusal("method", name="Counter.__eq__")
        same, after = self.slot(I1), self.block("compared")
        sizes = [self.length_of(each).parts[0] for each in (one, other)]
        self.b.store(self.b.icmp_signed("==", *sizes), same)
        keys, values = self.list_view(self.keys_of(one)), self.list_view(self.values_of(one))

        def body(index: Any) -> None:
            place = self.key_place(other, self.item_at(keys, index))
            mine = self.item_at(values, index)
            view = self.list_view(self.values_of(other))
            holds = self.choose(
                self.b.icmp_signed(">=", place, I64(0)),
                lambda: self.equal(mine, self.item_at(view, place)),
                lambda: I1(0),
            )
            with self.if_(self.b.not_(holds)):
                self.b.store(I1(0), same)
                self.goto(after)

        with self.if_(self.b.load(same)):
            self.count_up(I64(0), keys.parts[1], body)
        self.goto(after)
        self.enter(after)
        return self.b.load(same)

    def new_dict(self, keys: Site, values: Site, missing: Any = None) -> Value:
        """An empty dictionary."""
        parts = (*self.new_list(keys).parts, *self.new_list(values).parts)
        return Value(DictOf(keys, values, missing), parts)

    def _item_of_dict(self, value: Value, key: Value) -> Value:
        """The value of a key; a Counter has 0 for others, and a defaultdict makes one."""
        kind = value.type
        assert isinstance(kind, DictOf)
        if kind.missing is Counter:
            return self.dict_get(value, key, whole(0))
        if kind.missing is not None:
            with self.if_(self.b.icmp_signed("<", self.key_place(value, key), I64(0))):
                self.dict_put(value, key, self.made_by(kind.missing, kind))
        found = self.key_place(value, key)
        self.fail_if(self.b.icmp_signed("<", found, I64(0)), KEY)
        return self.kept(self.item_at(self.list_view(self.values_of(value)), found))

    def made_by(self, factory: Any, kind: DictOf) -> Value:
        """What the factory of a defaultdict makes."""
        raise NotImplementedError

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
        key = self.settle(key)
        self.require_fields(key.type)
        return self.find(self.list_view(self.keys_of(value)), key)

    def mark_unordered(self, target: Value) -> None:
        """Note that the keys of a dictionary come in no order."""
        assert isinstance(target.type, DictOf)
        if not target.type.key_site.root().unordered:
            target.type.key_site.root().unordered = self.joiner.merged = True

    def dict_put(self, target: Value, key: Value, item: Value, *, once: bool = False) -> None:
        """Give a key a value; with `once`, Python goes on if the key has another one already."""
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
        if once:
            self.order_matters(self.b.not_(self.equal(self.item_at(view, place), item)))
        self.write(
            self.at(view.parts[0], self.b.mul(place, step)), self.convert(item, kind.values.item)
        )
        self.goto(after)
        self.enter(new)
        self.append(self.keys_of(target), key)
        self.append(self.values_of(target), item)
        self.goto(after)
        self.enter(after)

    def order_matters(self, condition: Any) -> None:
        """Leave it to Python if a condition holds: then the order of a set matters."""
        raise NotImplementedError

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
        place = self.known_place(list(known), key)
        try:
            values = self.settle(self.lift(tuple(known.values())))
        except Refusal:
            return self._one_of_values(tuple(known.values()), place, default)
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

    def _one_of_values(self, values: Sequence[Any], place: Any, default: Value | None) -> Value:
        """The value at a place among those that have no table, as functions."""
        after, none, made = self.block("value"), self.block("novalue"), []
        switch = self.b.switch(place, none)
        for at, value in enumerate(values):
            block = self.block("case")
            switch.add_case(I64(at), block)
            made.append((self.lift(value), block))
        self.enter(none)
        if default is None:
            self.fail(KEY)
            self.b.unreachable()
        else:
            made.append((self.settle(default), none))
        return self.meet(made, after)

    def known_place(self, keys: list[Any], key: Value) -> Any:
        """The place of a key among known ones; -1 if it is none of them."""
        if isinstance(key.type, Sym):
            mine = {number: self.constants.value_of(number) for number in key.type.ids}
            places = {number: keys.index(value) for number, value in mine.items() if value in keys}
            return self.look_up(key.parts[0], places, 0, -1) if places else I64(-1)
        if isinstance(key.type, Int) and all(isinstance(each, int) for each in keys):
            return self.look_up(key.parts[0], {int(k): i for i, k in enumerate(keys)}, 0, -1)
        return self.find(self.settle(self.lift(tuple(keys))), key)
