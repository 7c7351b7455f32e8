"""The inside of a fence: lines `key: value`, where a line that begins with spaces continues one."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from adversario.base.errors import AdversarioError
from adversario.base.suggest import did_you_mean
from adversario.course.markdown import Block
from adversario.course.place import Place

Check: TypeAlias = Callable[[str], object]
"""Raises InputError if a value is not one that the key can have."""

_FIELD = re.compile(r"([a-z]+): *(\S.*)")


class Field(NamedTuple):
    """A key with its value."""

    place: Place
    key: str
    value: str


@dataclass(frozen=True)
class Form:
    """The keys that a block must have, may have, and may have more than once, each with a check."""

    required: Mapping[str, Check]
    optional: Mapping[str, Check]
    repeated: Mapping[str, Check]

    @property
    def checks(self) -> Mapping[str, Check]:
        """All keys."""
        return {**self.required, **self.optional, **self.repeated}


@dataclass(frozen=True)
class Fields:
    """The fields of a block, in order."""

    place: Place
    fields: tuple[Field, ...]

    def one(self, key: str, otherwise: str = "") -> str:
        """The value of a key that is there at most once."""
        return next((field.value for field in self.fields if field.key == key), otherwise)

    def all(self, key: str) -> tuple[Field, ...]:
        """Every field of that key."""
        return tuple(field for field in self.fields if field.key == key)


def read_fields(block: Block, form: Form) -> Fields:
    """The fields of a fence, checked; raises InputError with the line that is wrong."""
    fields: list[Field] = []
    for place, line in block.lines:
        if line.startswith("  ") and fields:
            last = fields[-1]
            fields[-1] = last._replace(value=f"{last.value} {line.strip()}")
        elif found := _FIELD.fullmatch(line):
            fields.append(Field(place, found[1], found[2]))
        elif line:
            raise place.error("course.field", text=line[:40])
    for field in fields:
        _check(form, field, [each.key for each in fields].count(field.key))
    given = {field.key for field in fields}
    for key in form.required:
        if key not in given:
            raise block.place.error("course.missing", key=key, block=" ".join(block.words))
    return Fields(block.place, tuple(fields))


def _check(form: Form, field: Field, times: int) -> None:
    checks = form.checks
    if field.key not in checks:
        close, known = did_you_mean(field.key, checks), ", ".join(checks)
        raise field.place.error("course.key", key=field.key, close=close, known=known)
    if times > 1 and field.key not in form.repeated:
        raise field.place.error("course.twice", key=field.key)
    try:
        checks[field.key](field.value)
    except AdversarioError as error:
        raise field.place.wrap(error) from None
