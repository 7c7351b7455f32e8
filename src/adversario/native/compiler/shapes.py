"""The shapes of values in compiled code: numbers, tuples, and records for the classes of a game.

Compiled code has fixed types where Python has values. A state's shape is read from its class's
annotations and, where these leave something open, such as the length of a tuple, from a sample.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from fractions import Fraction
from typing import Annotated, Any, TypeAlias, get_args, get_origin, get_type_hints

from adversario.base.catalogue import Message, message

LARGE = 1 << 63


class Unsupported(Exception):  # noqa: N818 (caught where the line at fault is known)
    """Something has no compiled form."""

    def __init__(self, reason: Message) -> None:
        super().__init__(reason.text())
        self.reason = reason


@dataclass(frozen=True, slots=True)
class Scalar:
    """A number: int64, uint64, float64 or boolean."""

    type: str


@dataclass(frozen=True, slots=True)
class Items:
    """A tuple of that many values."""

    shapes: tuple[Shape, ...]


@dataclass(frozen=True, slots=True)
class Record:
    """An instance of a class with named fields; a field of unknown shape is None."""

    cls: type
    names: tuple[str, ...]
    shapes: tuple[Shape | None, ...]


Shape: TypeAlias = Scalar | Items | Record

INT, WORD, FLOAT, BOOL = map(Scalar, ("int64", "uint64", "float64", "boolean"))


def is_record_class(value: object) -> bool:
    """Whether this is a class of named fields: a NamedTuple or a frozen dataclass."""
    if not isinstance(value, type):
        return False
    if is_dataclass(value):
        return bool(value.__dataclass_params__.frozen)  # type: ignore[attr-defined]
    return issubclass(value, tuple) and hasattr(value, "_fields")


def field_names(cls: Any) -> tuple[str, ...]:
    """The names of a record's fields, in order."""
    if is_dataclass(cls):
        return tuple(field.name for field in fields(cls))
    return tuple(cls._fields)


def field_defaults(cls: Any) -> dict[str, Any]:
    """The defaults of those of a record's fields that have a number for one."""
    if is_dataclass(cls):
        found = {field.name: field.default for field in fields(cls)}
    else:
        found = cls._field_defaults
    return {name: value for name, value in found.items() if isinstance(value, (int, float))}


def record_of(cls: type, sample: object = None) -> Record:
    """The shape of a class's instances, from its annotations and, if there is one, a sample."""
    try:
        hints = get_type_hints(cls, include_extras=True)
    except Exception:  # an annotation that cannot be evaluated tells nothing
        hints = {}
    names = field_names(cls)
    shapes = [
        annotated_shape(hints.get(name), None if sample is None else getattr(sample, name))
        for name in names
    ]
    return Record(cls, names, tuple(shapes))


def annotated_shape(hint: Any, sample: object) -> Shape | None:
    """The shape that an annotation, or else a sample, determines; None if neither does."""
    simple: Mapping[Any, Shape] = {int: INT, float: FLOAT, bool: BOOL}
    if get_origin(hint) is Annotated and "uint64" in get_args(hint):
        return WORD
    if hint in simple:
        return simple[hint]
    if is_record_class(hint):
        if sample is not None and not isinstance(sample, hint):
            given = {"annotation": hint.__name__, "given": type(sample).__name__}
            raise Unsupported(message("native.reason.annotation", **given))
        return record_of(hint, sample)
    parts = get_args(hint) if get_origin(hint) is tuple else ()
    if isinstance(sample, tuple) and not is_record_class(type(sample)):
        if len(parts) == 2 and parts[1] is Ellipsis:
            parts = (parts[0],) * len(sample)
        if len(parts) != len(sample):
            parts = (None,) * len(sample)
        return Items(
            tuple(_known(annotated_shape(*pair)) for pair in zip(parts, sample, strict=True))
        )
    if parts and Ellipsis not in parts:
        inner = [annotated_shape(part, None) for part in parts]
        return None if None in inner else Items(tuple(_known(shape) for shape in inner))
    return None if sample is None else shape_of(sample)


def shape_of(sample: Any) -> Shape:  # noqa: PLR0911 (a case each)
    """The shape of a value; Unsupported if compiled code has no such values."""
    if isinstance(sample, bool):
        return BOOL
    if isinstance(sample, Enum) and isinstance(sample.value, int):
        return INT
    if isinstance(sample, int):
        if not -LARGE <= sample < 2 * LARGE:
            raise Unsupported(message("native.reason.large"))
        return INT if sample < LARGE else WORD
    if isinstance(sample, (float, Fraction)):
        return FLOAT
    if is_record_class(type(sample)):
        return record_of(type(sample), sample)
    if isinstance(sample, tuple):
        return Items(tuple(shape_of(item) for item in sample))
    if hasattr(sample, "dtype") and hasattr(sample, "item") and sample.shape == ():
        return shape_of(sample.item())
    raise Unsupported(message("native.reason.value", type=type(sample).__name__))


def _known(shape: Shape | None) -> Shape:
    if shape is None:
        raise Unsupported(message("native.reason.open_shape"))
    return shape


def coerce_to(shape: Shape | None, text: str, *, checked: bool) -> str:
    """An expression of that shape for the value of another; checked, what does not fit raises."""
    if isinstance(shape, Scalar):
        return f"as_{shape.type}({text})" if checked else f"{shape.type}({text})"
    if isinstance(shape, Items):
        whole = f"sized({text}, {len(shape.shapes)})"  # a tuple of another length does not compile
        items = [
            coerce_to(item, f"{text if index else whole}[{index}]", checked=checked)
            for index, item in enumerate(shape.shapes)
        ]
        return "(" + "".join(f"{item}, " for item in items) + ")" if items else whole
    return text


def words(shape: Shape, text: str) -> list[str]:
    """Expressions for the 64-bit words that make up a value."""
    if isinstance(shape, Scalar):
        return [f"float_word({text})" if shape == FLOAT else f"uint64({text})"]
    if isinstance(shape, Items):
        pairs = [(item, f"{text}[{index}]") for index, item in enumerate(shape.shapes)]
    else:
        named = zip(shape.names, shape.shapes, strict=True)
        pairs = [(_known(item), f"{text}.{name}") for name, item in named]
    return [word for item, path in pairs for word in words(item, path)]


def load_expression(
    shape: Shape, load: str, places: Iterator[int], names: Mapping[Any, str]
) -> str:
    """An expression for the value whose words are at `address`, at the next of the places.

    `load` is the function that reads a word, `names` has the makers of records.
    """
    if isinstance(shape, Scalar):
        word = f"{load}(address, {next(places)})"
        return f"bits_float({word})" if shape == FLOAT else f"{shape.type}({word})"
    items = [load_expression(_known(item), load, places, names) for item in shape.shapes]
    if isinstance(shape, Items):
        return "(" + "".join(f"{item}, " for item in items) + ")"
    return f"{names[shape.cls]}({', '.join(items)})"


def encoder(shape: Shape, natives: Mapping[type, Any], word: Any) -> Callable[[Any], Any]:
    """The function that turns Python's values of that shape into compiled code's.

    `natives` has the compiled form of each class, `word` makes an unsigned number. The function
    raises ValueError or TypeError for a value of another shape.
    """
    if isinstance(shape, Scalar):
        maker: Any = {INT: int, WORD: word, FLOAT: float, BOOL: bool}[shape]
        return maker  # type: ignore[no-any-return]
    if isinstance(shape, Items):
        items = [encoder(item, natives, word) for item in shape.shapes]
        return lambda value: tuple(make(x) for make, x in zip(items, value, strict=True))
    parts = [encoder(_known(item), natives, word) for item in shape.shapes]
    native, names = natives[shape.cls], shape.names
    if issubclass(shape.cls, tuple):
        return lambda value: native(
            *[make(item) for make, item in zip(parts, _of(value, shape.cls), strict=True)]
        )
    return lambda value: native(
        *(make(getattr(value, name)) for make, name in zip(parts, names, strict=True))
    )


def flattener(shape: Shape) -> Callable[[Any], list[int]]:
    """The function that converts a value of that shape to the words `load_expression` reads."""
    if isinstance(shape, Scalar):
        if shape == FLOAT:
            return lambda value: list(struct.unpack("<q", struct.pack("<d", value)))
        return lambda value: [int(value)]
    inner = [_known(item) for item in shape.shapes]
    cls = tuple if isinstance(shape, Items) else shape.cls
    if issubclass(cls, tuple) and all(part in (INT, WORD, BOOL) for part in inner):
        size = len(inner)  # the usual state, made short work of

        def items(value: Any) -> list[int]:
            found = list(_of(value, cls))
            if len(found) != size:
                raise ValueError(size)
            return found

        return items
    parts = [flattener(item) for item in inner]
    names = None if isinstance(shape, Items) else shape.names

    def words(value: Any) -> list[int]:
        fields = value if names is None else [getattr(value, name) for name in names]
        return [word for make, item in zip(parts, fields, strict=True) for word in make(item)]

    return words


def _of(value: Any, cls: type) -> Any:
    """The value, which must be of that class."""
    if not isinstance(value, cls):
        raise TypeError(cls)
    return value
