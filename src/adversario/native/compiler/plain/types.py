"""The types of values in compiled rules, and how they are joined where two ways meet."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeAlias

LEAST, MOST = -(2**63), 2**63 - 1
"""The bounds of whole numbers."""

THRESHOLDS_LOW = (0, -1, -128, -(2**15), -(2**31), LEAST)
THRESHOLDS_HIGH = (0, 1, 7, 15, 31, 63, 127, 1023, 2**15 - 1, 2**31 - 1, MOST)
"""Where the bounds of a variable go that grows in a loop."""


class Refusal(Exception):  # noqa: N818 (it becomes a problem where the line is known)
    """Something that has no compiled form; `id` is its message's, `details` are for its text."""

    def __init__(self, id: str, **details: object) -> None:  # noqa: A002
        super().__init__(id, details)
        self.id, self.details = id, details


@dataclass(frozen=True, slots=True)
class Never:
    """The type of no value: of what is not known yet, or of code that is not reached."""


@dataclass(frozen=True, slots=True)
class Int:
    """A whole number within bounds."""

    lo: int = LEAST
    hi: int = MOST


@dataclass(frozen=True, slots=True)
class Float:
    """A floating-point number; fractions are such numbers too."""


@dataclass(frozen=True, slots=True)
class Bool:
    """True or False."""


@dataclass(frozen=True, slots=True)
class Sym:
    """One of some constants: words, characters, members of enums, None. By their numbers."""

    ids: frozenset[int]


@dataclass(frozen=True, slots=True)
class Tuple:
    """A tuple of a known number of values, each of its own type."""

    items: tuple[Type, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """An instance of a NamedTuple or a frozen dataclass."""

    cls: Any
    items: tuple[Type, ...]


@dataclass(frozen=True, slots=True)
class Seq:
    """A tuple (or a string, if `text`) of values of one type, at most `cap` or exactly `cap`."""

    item: Type
    cap: int | None
    fixed: bool
    text: bool = False


@dataclass(frozen=True, slots=True)
class Range:
    """A range of whole numbers, all of that type."""

    item: Int


@dataclass(frozen=True, slots=True)
class Frozen:
    """A frozenset of values whose type has a small domain: a bit for each."""

    item: Type


class Site:
    """A place of the source that makes lists: what may be in them. Sites can become one."""

    def __init__(self) -> None:
        self.item: Type = NEVER
        self.parent: Site | None = None
        self.growths = 0

    def root(self) -> Site:
        """The site that this one has become part of."""
        found = self
        while found.parent is not None:
            found = found.parent
        return found


class Mutable:
    """The base of lists and sets that can change."""

    __slots__ = ("site",)

    def __init__(self, site: Site) -> None:
        self.site = site

    @property
    def item(self) -> Type:
        """The type of what is in it."""
        return self.site.root().item

    def __eq__(self, other: object) -> bool:
        return (
            type(self) is type(other)
            and isinstance(other, Mutable)
            and self.site.root() is other.site.root()
        )

    def __hash__(self) -> int:
        return hash((type(self), id(self.site.root())))


class ListOf(Mutable):
    """A list."""

    __slots__ = ()


class SetOf(Mutable):
    """A set that can change."""

    __slots__ = ()


class DictOf:
    """A dictionary: a list of keys and one of values."""

    __slots__ = ("key_site", "value_site")

    def __init__(self, key_site: Site, value_site: Site) -> None:
        self.key_site, self.value_site = key_site, value_site

    @property
    def keys(self) -> ListOf:
        """The list of keys."""
        return ListOf(self.key_site)

    @property
    def values(self) -> ListOf:
        """The list of values."""
        return ListOf(self.value_site)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, DictOf) and (self.keys, self.values) == (other.keys, other.values)

    def __hash__(self) -> int:
        return hash((DictOf, self.keys, self.values))


@dataclass(frozen=True, slots=True)
class AnyOf:
    """One of several types of different kinds; a number says which."""

    options: tuple[Type, ...]


class Static:
    """A value that is known when the rules are compiled: a function, a class, a table."""

    __slots__ = ("value",)

    def __init__(self, value: Any) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Static) and self.value is other.value

    def __hash__(self) -> int:
        return id(self.value)


Type: TypeAlias = Never | Int | Float | Bool | Sym | Tuple | Record | Seq | Range | Frozen | ListOf | SetOf | DictOf | AnyOf | Static  # fmt: skip

NEVER, FLOAT, BOOL, INT = Never(), Float(), Bool(), Int()
EMPTY = Tuple(())


class Constants:
    """The constants that have a number: characters of ASCII have their code, others follow."""

    FIRST = 128

    def __init__(self) -> None:
        self._values: list[Any] = []
        self._ids: dict[Any, int] = {}

    def id_of(self, value: Any) -> int:
        """The number of a constant."""
        if type(value) is str and len(value) == 1 and ord(value) < self.FIRST:
            return ord(value)
        key = (type(value), value.name if isinstance(value, Enum) else value)
        if key not in self._ids:
            self._ids[key] = self.FIRST + len(self._values)
            self._values.append(value)
        return self._ids[key]

    def value_of(self, number: int) -> Any:
        """The constant with a number."""
        return chr(number) if number < self.FIRST else self._values[number - self.FIRST]

    def values_of(self, kind: Sym) -> list[Any]:
        """The constants that a value may be, by their numbers."""
        return [self.value_of(number) for number in sorted(kind.ids)]


def is_symbol(value: object) -> bool:
    """Whether a Python value is a constant with a number."""
    return value is None or isinstance(value, (str, Enum))


def widen(lo: int, hi: int) -> Int:
    """The next bounds at which a number that grows is looked at again."""
    low = next((bound for bound in THRESHOLDS_LOW if bound <= lo), LEAST)
    high = next((bound for bound in THRESHOLDS_HIGH if bound >= hi), MOST)
    return Int(low, high)


class Joiner:
    """Joins types; needs to know the constants, as words may become text."""

    def __init__(self, constants: Constants) -> None:
        self.constants = constants
        self.merged = False  # whether two sites have become one
        self.trusts = False  # whether `keep` keeps the kinds of values too

    def join(self, one: Type, other: Type, *, keep: bool = False) -> Type:  # noqa: PLR0911, PLR0912
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
                return self.join(self.as_text(one), other, keep=True)
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

    def _widened(self, old: Type, new: Type) -> Type:  # noqa: PLR0911
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
        first, second = self.as_seq(one), self.as_seq(other)
        if first.text != second.text:
            return None
        item = self.join(first.item, second.item, keep=keep)
        if keep and isinstance(one, Seq):
            empty = isinstance(one.item, Never) and not one.cap
            cap = second.cap if empty else one.cap
            return Seq(item, cap, one.fixed and not empty, one.text)
        if isinstance(item, AnyOf) and not (
            isinstance(first.item, AnyOf) or isinstance(second.item, AnyOf)
        ):
            pass
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


def options_of(kind: Type) -> tuple[Type, ...]:
    """The types of which a value has one."""
    return kind.options if isinstance(kind, AnyOf) else (kind,)


def kind_of(kind: Type) -> Any:  # noqa: PLR0911 (a case each)
    """What makes two types of one kind: a value of several types has at most one of each kind."""
    if isinstance(kind, (Int, Float, Bool)):
        return "0number"
    if isinstance(kind, Sym):
        return "1sym"
    if isinstance(kind, Record):
        return f"2record {kind.cls.__qualname__} {id(kind.cls)}"
    if isinstance(kind, Seq) and kind.text:
        return "6text"
    if isinstance(kind, (Tuple, Seq)):
        return "3tuple"
    if isinstance(kind, ListOf):
        return "4list"
    if isinstance(kind, (SetOf, Frozen)):
        return "5set"
    if isinstance(kind, DictOf):
        return "7dict"
    if isinstance(kind, Range):
        return "8range"
    if isinstance(kind, Static):
        return f"9static {id(kind.value)}"
    return "never"


def erased(kind: Type) -> Any:  # noqa: PLR0911 (a case each)
    """A type without its bounds: a function has one form for all arguments that are alike."""
    if isinstance(kind, (Int, Float, Bool)):
        return type(kind).__name__
    if isinstance(kind, Sym):
        return "Sym"
    if isinstance(kind, (Tuple, Record)):
        return type(kind).__name__, getattr(kind, "cls", None), tuple(map(erased, kind.items))
    if isinstance(kind, Seq):
        return "Seq", kind.text, erased(kind.item)
    if isinstance(kind, (ListOf, SetOf, Frozen)):
        return type(kind).__name__, erased(kind.item)
    if isinstance(kind, DictOf):
        return "DictOf", erased(kind.keys.item), erased(kind.values.item)
    if isinstance(kind, AnyOf):
        return "AnyOf", tuple(map(erased, kind.options))
    if isinstance(kind, Static):
        return "Static", id(kind.value)
    return type(kind).__name__


def has_pointers(kind: Type) -> bool:
    """Whether values of a type refer to memory."""
    if isinstance(kind, (Tuple, Record)):
        return any(map(has_pointers, kind.items))
    if isinstance(kind, AnyOf):
        return any(map(has_pointers, kind.options))
    return isinstance(kind, (Seq, Frozen, ListOf, SetOf, DictOf))


def domain_size(kind: Type) -> int:  # noqa: PLR0911 (a case each)
    """How many values a type has, at most; a huge number if that is not known."""
    huge = 1 << 62
    if isinstance(kind, Int):
        return kind.hi - kind.lo + 1
    if isinstance(kind, Bool):
        return 2
    if isinstance(kind, Never):
        return 1
    if isinstance(kind, Sym):
        return max(kind.ids) - min(kind.ids) + 1
    if isinstance(kind, (Tuple, Record)):
        total = 1
        for item in kind.items:
            total = min(huge, total * domain_size(item))
        return total
    if isinstance(kind, Seq) and kind.fixed and not kind.text and (kind.cap or 0) <= 4:
        return int(min(huge, domain_size(kind.item) ** (kind.cap or 0)))
    return huge


MOST_BITS = 2048
"""Sets of a type with more values are lists without repetition."""


def has_bits(item: Type) -> bool:
    """Whether a set of such items is a bit for each possible one."""
    return domain_size(item) <= MOST_BITS
