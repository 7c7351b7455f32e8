"""The types of values in compiled rules, and how they are joined where two ways meet."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum
from typing import Any, TypeAlias

LEAST, MOST = -(2**63), 2**63 - 1
"""The bounds of whole numbers."""


class Refusal(Exception):
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
        self.unordered = False  # of the keys of a dictionary: they came from a set

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
            isinstance(other, Mutable)
            and type(self) is type(other)
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
    """A dictionary: a list of keys and one of values.

    `missing` makes the value of a key that is missing: None, `Counter` or what a defaultdict has.
    """

    __slots__ = ("key_site", "missing", "value_site")

    def __init__(self, key_site: Site, value_site: Site, missing: Any = None) -> None:
        self.key_site, self.value_site, self.missing = key_site, value_site, missing

    @property
    def keys(self) -> ListOf:
        """The list of keys."""
        return ListOf(self.key_site)

    @property
    def values(self) -> ListOf:
        """The list of values."""
        return ListOf(self.value_site)

    def __eq__(self, other: object) -> bool:
        own = (self.keys, self.values, self.missing)
        return isinstance(other, DictOf) and own == (other.keys, other.values, other.missing)

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


Scalar: TypeAlias = Never | Int | Float | Bool | Sym | Static
Row: TypeAlias = Tuple | Record | Seq | Range
Container: TypeAlias = Frozen | ListOf | SetOf | DictOf
Type: TypeAlias = Scalar | Row | Container | AnyOf

NEVER, FLOAT, BOOL, INT = Never(), Float(), Bool(), Int()
EMPTY = Tuple(())


class Constants:
    """The constants that have a number: characters of ASCII have their code, others follow."""

    FIRST = 128

    def __init__(self) -> None:
        self._values: list[Any] = []
        self._ids: dict[Any, int] = {}
        self._tables: dict[int, tuple[Any, dict[Any, Any]]] = {}

    def table_of(self, view: Any) -> dict[Any, Any]:
        """The items of a mapping that cannot be changed, the same dictionary in every pass.

        Of an enum, they are its members by their names.
        """
        items = getattr(view, "__members__", view)
        return self._tables.setdefault(id(view), (view, dict(items)))[1]

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


def options_of(kind: Type) -> tuple[Type, ...]:
    """The types of which a value has one."""
    return kind.options if isinstance(kind, AnyOf) else (kind,)


def kind_of(kind: Type) -> Any:
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


def erased(kind: Type) -> Any:
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


def has_mutables(kind: Type) -> bool:
    """Whether values of a type can change, or hold what can."""
    if isinstance(kind, (Tuple, Record)):
        return any(map(has_mutables, kind.items))
    if isinstance(kind, AnyOf):
        return any(map(has_mutables, kind.options))
    if isinstance(kind, (Seq, Frozen)):
        return has_mutables(kind.item)
    return isinstance(kind, (ListOf, SetOf, DictOf))


def domain_size(kind: Type) -> int:
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
    if isinstance(kind, Frozen):
        size = domain_size(kind.item)
        return int(2**size) if size < 12 else huge
    if isinstance(kind, AnyOf):
        return min(huge, sum(map(domain_size, kind.options)))
    return huge


MOST_BITS = 2048
"""Sets of a type with more values are lists without repetition."""


def refers(kind: Type) -> bool:
    """Whether the bytes of a value refer to others, so that they cannot be those of a state."""
    if isinstance(kind, (Tuple, Record)):
        return any(map(refers, kind.items))
    if isinstance(kind, AnyOf):
        return any(map(refers, kind.options))
    if isinstance(kind, Seq):
        return refers(kind.item)
    if isinstance(kind, Frozen):
        return not has_bits(kind.item)
    return isinstance(kind, (ListOf, SetOf, DictOf))


def has_bits(item: Type) -> bool:
    """Whether a set of such items is a bit for each possible one."""
    return domain_size(item) <= MOST_BITS
