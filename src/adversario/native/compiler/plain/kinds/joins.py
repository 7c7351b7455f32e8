"""Types joined where two ways meet."""

from __future__ import annotations

from typing import Any

from adversario.native.compiler.plain.kinds.types import (
    FLOAT,
    LEAST,
    MOST,
    NEVER,
    AnyOf,
    Bool,
    Constants,
    DictOf,
    Float,
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
    Sym,
    Tuple,
    Type,
    kind_of,
    options_of,
)

THRESHOLDS_LOW = (0, -1, -128, -(2**15), -(2**31), LEAST)
THRESHOLDS_HIGH = (0, 1, 7, 15, 31, 63, 127, 1023, 2**15 - 1, 2**31 - 1, MOST)
"""Where the bounds of a variable go that grows in a loop."""


def widen(lo: int, hi: int) -> Int:
    """The next bounds at which a number that grows is looked at again."""
    low = next((bound for bound in THRESHOLDS_LOW if bound <= lo), LEAST)
    high = next((bound for bound in THRESHOLDS_HIGH if bound >= hi), MOST)
    return Int(low, high)


TIGHT = 4
"""From this much room on, what had one length in all samples may have others."""


def room_for(longest: int, times: int) -> int:
    """The most items of a sequence if that many is the most that was seen."""
    return (longest + longest // 2 + 2) * times


class Joiner:
    """Joins types; needs to know the constants, as words may become text."""

    def __init__(self, constants: Constants) -> None:
        self.constants = constants
        self.merged = False  # whether two sites have become one
        self.room = 1  # times the room for lengths that is given at first
        self.trusts = False  # whether `keep` keeps the kinds of values too

    def join(self, one: Type, other: Type, *, keep: bool = False) -> Type:
        """The least type that has the values of both.

        With `keep`, bounds of numbers and lengths stay those of the first, where it has any: values
        beyond them are refused when the program runs.
        """
        if one == other or isinstance(other, Never):
            return one
        if isinstance(one, Never):
            return other
        if isinstance(one, AnyOf) or isinstance(other, AnyOf):
            return self._options(one, other, keep)
        if keep and isinstance(one, Sym) and isinstance(other, Seq) and other.text:
            if all(type(word) is str for word in self.constants.values_of(one)):
                return self.join(self._with_room(self.as_text(one)), other, keep=True)
        if isinstance(one, Seq) and one.text and isinstance(other, Sym):
            if all(type(word) is str for word in self.constants.values_of(other)):
                return self.join(one, self.as_text(other), keep=keep)
        if isinstance(one, Int) and isinstance(other, Int):
            return one if keep else Int(min(one.lo, other.lo), max(one.hi, other.hi))
        if isinstance(one, (Int, Float, Bool)) and isinstance(other, (Int, Float, Bool)):
            return self._numbers(one, other, keep)
        if isinstance(one, Sym) and isinstance(other, Sym):
            return Sym(one.ids | other.ids)
        if isinstance(one, Record) and isinstance(other, Record) and one.cls is other.cls:
            pairs = zip(one.items, other.items, strict=True)
            return Record(one.cls, tuple(self.join(*pair, keep=keep) for pair in pairs))
        if isinstance(one, Range) and isinstance(other, Range):
            joined = self.join(one.item, other.item)
            assert isinstance(joined, Int)
            return Range(joined)
        if isinstance(one, (Tuple, Seq)) and isinstance(other, (Tuple, Seq)):
            found = self._sequences(one, other, keep)
            if found is not None:
                return found
        if isinstance(one, ListOf) or isinstance(other, ListOf):
            found = self._lists(one, other)
            if found is not None:
                return found
        if isinstance(one, SetOf) and isinstance(other, SetOf):
            self.merge(one.site, other.site)
            return one
        if isinstance(one, (Frozen, SetOf)) and isinstance(other, (Frozen, SetOf)):
            return self._sets(one, other, keep)
        if isinstance(one, DictOf) and isinstance(other, DictOf):
            if one.missing != other.missing:
                raise Refusal("dict_kinds")
            self.merge(one.key_site, other.key_site)
            self.merge(one.value_site, other.value_site)
            return one
        return self._options(one, other, keep)

    def merge(self, one: Site, other: Site) -> None:
        """Make two sites one."""
        first, second = one.root(), other.root()
        if first is not second:
            item = second.item
            second.parent = first
            first.unordered = first.unordered or second.unordered
            self.merged = True
            self.put(first, item)

    def put(self, site: Site, item: Type) -> None:
        """Have a site hold values of that type too."""
        site = site.root()
        joined = self.grown(site.item, item)
        if joined != site.item:
            site.item = joined
            self.merged = True

    def grown(self, old: Type, new: Type) -> Type:
        """The join of a type that is looked at again and again, so that it must not creep."""
        joined = self.join(old, new)
        return joined if joined == old or isinstance(old, Never) else self._widened(old, joined)

    def _widened(self, old: Type, new: Type) -> Type:
        if isinstance(new, Int):
            if isinstance(old, Int) and old == new:
                return new
            return widen(new.lo, new.hi)
        if isinstance(new, Tuple) and isinstance(old, Tuple) and len(old.items) == len(new.items):
            return Tuple(tuple(map(self._widened, old.items, new.items)))
        if isinstance(new, Record) and isinstance(old, Record) and old.cls is new.cls:
            return Record(new.cls, tuple(map(self._widened, old.items, new.items)))
        if isinstance(new, Range) and isinstance(old, Range):
            item = self._widened(old.item, new.item)
            assert isinstance(item, Int)
            return Range(item)
        if isinstance(new, Seq) and isinstance(old, (Seq, Tuple)):
            item = self._widened(old.item, new.item) if isinstance(old, Seq) else new.item
            cap = old.cap if isinstance(old, Seq) else len(old.items)
            grows = isinstance(old, Seq) and not old.fixed and cap != new.cap
            return Seq(item, None if grows else new.cap, new.fixed, new.text)
        if isinstance(new, AnyOf):
            olds = {kind_of(each): each for each in options_of(old)}
            return AnyOf(
                tuple(
                    self._widened(olds[kind_of(each)], each) if kind_of(each) in olds else each
                    for each in new.options
                )
            )
        return new

    def _numbers(self, one: Type, other: Type, keep: bool) -> Type:
        if isinstance(one, Float) or isinstance(other, Float):
            return FLOAT
        whole = Int(0, 1)
        return self.join(
            whole if isinstance(one, Bool) else one,
            whole if isinstance(other, Bool) else other,
            keep=keep,
        )

    def _sequences(self, one: Tuple | Seq, other: Tuple | Seq, keep: bool) -> Type | None:
        if isinstance(one, Tuple) and isinstance(other, Tuple):
            if len(one.items) == len(other.items):
                pairs = zip(one.items, other.items, strict=True)
                return Tuple(tuple(self.join(*pair, keep=keep) for pair in pairs))
        if keep and isinstance(one, Tuple) and isinstance(other, Seq) and not other.text:
            if one.items and self.trusts:  # of the length that was seen, which is checked
                return Tuple(tuple(self.join(item, other.item, keep=True) for item in one.items))
        first, second = self.as_seq(one), self.as_seq(other)
        if first.text != second.text:
            return None
        item = self.join(first.item, second.item, keep=keep)
        if keep and isinstance(one, Seq):
            empty = isinstance(one.item, Never) and not one.cap
            cap = second.cap if empty else one.cap
            return Seq(item, cap, one.fixed and not empty, one.text)
        if first.fixed and second.fixed and first.cap == second.cap:
            return Seq(item, first.cap, True, first.text)
        caps = (first.cap, second.cap)
        most = None if None in caps else max(cap for cap in caps if cap is not None)
        return Seq(item, most, False, first.text)

    def as_seq(self, kind: Tuple | Seq) -> Seq:
        """The type of a tuple's values as items of one type."""
        if isinstance(kind, Seq):
            return kind
        item: Type = NEVER
        for each in kind.items:
            item = self.join(item, each)
        return Seq(item, len(kind.items), True)

    def as_text(self, kind: Sym) -> Seq:
        """The type of words as sequences of characters; Refusal if some are no words."""
        words = self.constants.values_of(kind)
        if not all(type(word) is str for word in words):
            raise Refusal("text_mixed")
        chars = frozenset(self.constants.id_of(char) for word in words for char in word)
        lengths = {len(word) for word in words}
        return Seq(Sym(chars) if chars else NEVER, max(lengths), len(lengths) == 1, True)

    def _with_room(self, text: Seq) -> Seq:
        """The type of texts that were seen, for longer ones too unless all have one length."""
        if text.cap is None or (text.fixed and self.room < TIGHT):
            return text
        return Seq(text.item, room_for(text.cap, self.room), False, True)

    def _lists(self, one: Type, other: Type) -> Type | None:
        if isinstance(one, ListOf) and isinstance(other, ListOf):
            self.merge(one.site, other.site)
            return one
        found, rest = (one, other) if isinstance(one, ListOf) else (other, one)
        if isinstance(rest, (Tuple, Seq)) and isinstance(found, ListOf):
            if isinstance(rest, Seq) and rest.text:
                return None
            self.put(found.site, self.as_seq(rest).item)
            return found
        return None

    def _sets(self, one: Frozen | SetOf, other: Frozen | SetOf, keep: bool) -> Type:
        if isinstance(one, Frozen):
            return Frozen(self.join(one.item, other.item, keep=keep))
        self.put(one.site, other.item)
        return one

    def _options(self, one: Type, other: Type, keep: bool) -> Type:
        found: dict[Any, Type] = {}
        trusted = keep and self.trusts and not self._is_nothing(one)
        kinds = {kind_of(each) for each in options_of(one)}
        for each in (*options_of(one), *options_of(other)):
            kind = kind_of(each)
            if trusted and kind not in kinds and kind != "6text":
                continue
            found[kind] = self.join(found[kind], each, keep=keep) if kind in found else each
        self._words_to_text(found)
        options = tuple(found[kind] for kind in sorted(found, key=str))
        return options[0] if len(options) == 1 else AnyOf(options)

    def _is_nothing(self, kind: Type) -> bool:
        """Whether only None was seen."""
        return isinstance(kind, Sym) and kind.ids == {self.constants.id_of(None)}

    def _words_to_text(self, found: dict[Any, Type]) -> None:
        """Words beside text are text."""
        words = found.get("1sym")
        if "6text" in found and isinstance(words, Sym):
            named = {number: self.constants.value_of(number) for number in words.ids}
            strings = frozenset(number for number, value in named.items() if type(value) is str)
            if strings:
                text, own = self.as_text(Sym(strings)), found["6text"]
                assert isinstance(own, Seq)
                joined = self._sequences(own, text, keep=False)
                assert joined is not None
                found["6text"] = joined
                rest = words.ids - strings
                if rest:
                    found["1sym"] = Sym(rest)
                else:
                    del found["1sym"]
