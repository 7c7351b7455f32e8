"""Memory that a kernel shares with its driver, declared once: named fields at computed places.

    class Search(Block):
        nodes = Word("how many nodes were visited")
        stop = Address("of the stop flag")
        best = Float("the value of a win")

A kernel has the address of a block and names a field by its class, which is the place of the field,
a constant of the compiled code: `word(block, Search.nodes)`. A driver makes a view, on which fields
have their values: `view = Search(); view.stop = flags; view.nodes`. A class that extends another
has the fields of that class at the same places, and its own after them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, ClassVar, Self, overload

WORD_BYTES = 8


class Field:
    """A field: `size` words from `place` on, and what they hold."""

    def __init__(self, doc: str, size: int = 1) -> None:
        self.doc, self.size = doc, size
        self.place = -1  # until the class is declared


class Word(Field):
    """A whole number of 64 bits with a sign."""

    def __get__(self, block: Block | None, owner: type[Block]) -> int:
        """The place of the field in the class, its value in a view."""
        return self.place if block is None else int(block.words[self.place])

    def __set__(self, block: Block, value: Any) -> None:
        """Write the value of the field."""
        block.words[self.place] = value


class Address(Word):
    """The address of other memory; 0 for none."""

    def __set__(self, block: Block, value: Any) -> None:
        """Write an address, or that of an array, which the view then keeps alive."""
        if hasattr(value, "ctypes"):
            block.arrays[self.place] = value
            value = value.ctypes.data
        super().__set__(block, value)


class Float(Field):
    """A float of 64 bits."""

    @overload
    def __get__(self, block: None, owner: type[Block]) -> int: ...
    @overload
    def __get__(self, block: Block, owner: type[Block]) -> float: ...
    def __get__(self, block: Block | None, owner: type[Block]) -> float:
        """The place of the field in the class, its value in a view."""
        return self.place if block is None else float(block.floats[self.place])

    def __set__(self, block: Block, value: Any) -> None:
        """Write the value of the field."""
        block.floats[self.place] = value


class Words(Field):
    """A number of words, one after the other."""

    def __init__(self, size: int, doc: str) -> None:
        super().__init__(doc, size)

    @overload
    def __get__(self, block: None, owner: type[Block]) -> int: ...
    @overload
    def __get__(self, block: Block, owner: type[Block]) -> Any: ...
    def __get__(self, block: Block | None, owner: type[Block]) -> Any:
        """The place of the first word in the class; in a view, an array of the words themselves."""
        return self.place if block is None else block.words[self.place : self.place + self.size]

    def __set__(self, block: Block, value: Any) -> None:
        """Write all the words."""
        block.words[self.place : self.place + self.size] = value


class _Names(dict[str, Any]):
    """The names of a class body. A plain one would silently keep the second of two fields."""

    def __setitem__(self, name: str, value: Any) -> None:
        if isinstance(self.get(name), Field):
            raise TypeError(f"the field {name!r} is declared twice")
        super().__setitem__(name, value)


class _Declaration(type):
    """The class of blocks, which reads their bodies."""

    @classmethod
    def __prepare__(cls, name: str, bases: tuple[type, ...], /, **_: Any) -> _Names:
        names = _Names()
        names["__slots__"] = ()  # a view has its fields and nothing else: assignments are checked
        return names


class Block(metaclass=_Declaration):
    """A view of a block of words, and, as a class, its declaration.

    `size` is how many words it has, `bytes` how many bytes, `fields` its fields by name. A view has
    the `words` as an array, also as `floats`, their `address`, and the `arrays` that it refers to.
    """

    __slots__ = ("address", "arrays", "floats", "words")
    size: ClassVar[int] = 0
    bytes: ClassVar[int] = 0
    fields: ClassVar[Mapping[str, Field]] = {}

    def __init__(self, words: Any = None) -> None:
        """View these words, an array of int64; by default new ones, all 0."""
        import numpy as np  # noqa: PLC0415 (not before a compiled search runs)

        if words is None:
            words = np.zeros(self.size, np.int64)
        if words.dtype != np.int64 or len(words) < self.size:
            raise TypeError(f"{type(self).__name__} is {self.size} words of int64")
        self.words: Any = words
        self.floats: Any = words.view(np.float64)
        self.address = int(words.ctypes.data)
        self.arrays: dict[int, Any] = {}

    def copy(self) -> Self:
        """A view of a copy of the words."""
        other = type(self)(self.words.copy())
        other.arrays.update(self.arrays)
        return other

    def __init_subclass__(cls, **options: Any) -> None:
        """Give every field its place."""
        super().__init_subclass__(**options)
        if len(cls.__bases__) > 1:
            raise TypeError(f"{cls.__name__} extends more than one block")
        parent: Any = cls.__base__
        size, fields = parent.size, dict(parent.fields)
        for name, field in _added_fields(cls, parent):
            field.place = size
            fields[name] = field
            size += field.size
        cls.size, cls.bytes, cls.fields = size, WORD_BYTES * size, fields


def _added_fields(cls: type[Block], parent: type[Block]) -> Iterator[tuple[str, Field]]:
    """The fields that a class adds to its parent's, by name; TypeError for a wrong one."""
    for name, field in vars(cls).items():
        if not isinstance(field, Field):
            continue
        where = f"{cls.__name__}.{name}"
        if name in parent.fields:
            raise TypeError(f"{where}: the block it extends has a field of that name")
        if hasattr(Block, name):
            raise TypeError(f"{where}: every block has an attribute of that name")
        if field.place >= 0:
            raise TypeError(f"{where}: the field belongs to another declaration")
        if field.size < 1:
            raise TypeError(f"{where}: a field has at least one word")
        if not field.doc:
            raise TypeError(f"{where}: a field says what it holds")
        yield name, field
