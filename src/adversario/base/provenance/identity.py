"""Identity by value: the class of an object, and its constants.

Comparing costs a look at each constant; it is for caches, files and matches.
"""

from __future__ import annotations

import hashlib
from collections.abc import Hashable, Mapping
from fractions import Fraction
from inspect import signature
from types import FunctionType
from typing import Any

from adversario.base.provenance.rules_code import code_digest

CACHE = "_identity"
"""The attribute that caches the identity; it is not one of the constants."""

SCALARS = (int, float, bool, str, bytes, complex, type(None), Fraction)


class Identity:
    """A class and the constants of one of its instances, as one comparable value.

    Numbers are equal only if they are of one type, since compiled code depends on it. Values that
    cannot be compared are compared as objects.
    """

    __slots__ = ("_constants", "_hash", "_held", "cls")

    def __init__(self, instance: object) -> None:
        held = constants_of(instance)
        self.cls = type(instance)
        self._held = held  # objects that are compared by identity must stay alive
        self._constants = tuple((name, freeze(value)) for name, value in sorted(held.items()))
        self._hash = hash((self.cls, self._constants))

    @property
    def digest(self) -> str:
        """A short text of the rules and all constants, for the headers of files."""
        return digest_of(self.cls, self._held)

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        if not isinstance(other, Identity):
            return NotImplemented
        return (self._hash, self.cls, self._constants) == (other._hash, other.cls, other._constants)

    def __hash__(self) -> int:
        return self._hash

    def __repr__(self) -> str:
        return f"Identity({self.cls.__qualname__}, {self.digest})"


class _Object:
    """A value that is equal only to itself."""

    __slots__ = ("value",)

    def __init__(self, value: object) -> None:
        self.value = value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Object) and other.value is self.value

    def __hash__(self) -> int:
        return id(self.value)


def identity_of(instance: object) -> Identity:
    """The identity of an object, computed again only if one of its attributes was replaced."""
    held = vars(instance)
    ids = tuple((name, id(value)) for name, value in held.items() if name != CACHE)
    known = held.get(CACHE)
    if known is None or known[0] != ids:
        known = held[CACHE] = (ids, Identity(instance))
    found: Identity = known[1]
    return found


def constants_of(instance: object) -> dict[str, Any]:
    """The instance attributes of an object, by name."""
    return {name: value for name, value in vars(instance).items() if name != CACHE}


def freeze(value: Any) -> Hashable:  # noqa: PLR0911 (a case each)
    """A hashable form of a value, equal for values of equal contents and types."""
    kind = type(value)
    if kind in SCALARS:
        return kind, value
    if isinstance(value, (tuple, list)):
        if all(type(item) is int for item in value):
            return kind, int, tuple(value)
        return kind, tuple(freeze(item) for item in value)
    if isinstance(value, (set, frozenset)):
        return kind, frozenset(freeze(item) for item in value)
    if isinstance(value, Mapping):
        return kind, tuple((freeze(key), freeze(item)) for key, item in value.items())
    if hasattr(value, "tobytes") and hasattr(value, "dtype"):
        return kind, value.dtype.str, value.shape, value.tobytes()
    try:
        hash(value)
    except TypeError:
        return _Object(value)
    return kind, value


def digest_of(cls: type[Any], constants: Mapping[str, Any]) -> str:
    """A short text that differs if constants or rules differ, for the headers of files.

    Rules of the package are known by their `rules_version`, others by their code (see
    `rules_code`). So what a class of the package derives from its options is left out: a game may
    get a new hint for searches, and work saved for it stays valid.
    """
    derived = _derived(cls, constants)
    shown = sorted(
        (name, _describe(value)) for name, value in constants.items() if name not in derived
    )
    hashed = hashlib.sha256(repr(shown).encode())
    hashed.update(code_digest(cls).encode())
    if (version := getattr(cls, "rules_version", 1)) != 1:
        hashed.update(f"rules {version}".encode())
    return hashed.hexdigest()[:16]


def _derived(cls: type[Any], constants: Mapping[str, Any]) -> frozenset[str]:
    """The constants that the constructor of a class of the package makes of its arguments.

    Empty if the class is not of the package, or does not store all arguments under their names.
    """
    options = list(signature(cls.__init__).parameters)[1:]
    if code_digest(cls) or not all(name in constants for name in options):
        return frozenset()
    made = constants_of(cls(**{name: constants[name] for name in options}))
    return frozenset(
        name
        for name, value in made.items()
        if name not in options and name in constants and freeze(value) == freeze(constants[name])
    )


def _describe(value: Any) -> str:
    """A text of a value that is the same in every process, and different for other contents."""
    if _is_plain(value):
        return repr(value)
    name = f"{type(value).__module__}.{type(value).__qualname__}"
    if hasattr(value, "tobytes") and hasattr(value, "dtype"):
        contents = hashlib.sha256(value.tobytes()).hexdigest()
        return f"{name} {value.dtype.str} {value.shape} {contents}"
    if isinstance(value, (type, FunctionType)):
        return f"{name} {value.__qualname__}"
    if isinstance(value, Mapping):
        parts = [f"{_describe(key)}: {_describe(item)}" for key, item in value.items()]
    elif isinstance(value, (set, frozenset)):
        parts = sorted(map(_describe, value))
    elif isinstance(value, (tuple, list)):
        parts = list(map(_describe, value))
    elif (
        vars(object)["__repr__"] is type(value).__repr__
    ):  # an address, which differs in every process
        held = getattr(value, "__dict__", {})
        parts = [f"{key}={_describe(item)}" for key, item in sorted(held.items())]
    else:
        parts = [repr(value)]
    return f"{name}({', '.join(parts)})"


def _is_plain(value: Any) -> bool:
    """Whether the `repr` of a value is complete and the same in every process."""
    if type(value) in SCALARS:
        return True
    if type(value) in (tuple, list):
        return all(map(_is_plain, value))
    if type(value) is dict:
        return all(_is_plain(key) and _is_plain(item) for key, item in value.items())
    return False
