"""Schemas: what they let through, and what they say of the rest."""

from __future__ import annotations

from enum import StrEnum
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adversario.base.errors import InputError
from adversario.base.formats.schema import (
    VALUE,
    Anything,
    Choice,
    Constant,
    Exact,
    Flag,
    ListOf,
    MapOf,
    Member,
    Nullable,
    Real,
    Record,
    Schema,
    Text,
    Whole,
    read_as,
)
from adversario.base.numbers import to_json
from tests.hostile import BAD_VALUES


class Colour(StrEnum):
    RED = "red"


GAME: Record[dict[str, Any]] = Record(
    {"players": ListOf(Text(empty=False), least=1), "points": MapOf(Whole(0, 9))},
    {"colour": Member(Colour), "end": Nullable(Real(0, 1)), "note": Anything()},
)

GOOD: dict[str, Any] = {"players": ["a"], "points": {}}
DIGIT = "a whole number from 0 to 9"


def test_values_are_converted() -> None:
    given = {"players": ["a"], "points": {"a": 3}, "colour": "red", "end": None, "note": [1]}
    read = read_as(GAME, given, "f")
    assert read == given | {"players": ("a",), "colour": Colour.RED}
    assert read_as(GAME, {"players": ["b"], "points": {}}, "f") == {"players": ("b",), "points": {}}
    assert read_as(Record({"a": Whole()}, make=lambda a: a + 1), {"a": 1}, "f") == 2


@pytest.mark.parametrize(
    ("value", "says"),
    [
        ([], "expected an object, found a list of 0."),
        ({"points": {}}, "players: expected a list, found nothing."),
        (GOOD | {"players": []}, "players: expected a list of 1 or more, found a list of 0."),
        (
            GOOD | {"players": ["a", ""]},
            'players[1]: expected a text that is not empty, found "".',
        ),
        (GOOD | {"points": {"b": True}}, f"points.b: expected {DIGIT}, found true."),
        (GOOD | {"points": {"b": 10}}, f"points.b: expected {DIGIT}, found 10."),
        (GOOD | {"colour": "blue"}, 'colour: expected one of red, found "blue".'),
        (GOOD | {"end": 1.5}, "end: expected a number from 0 to 1, found 1.5."),
        (
            GOOD | {"x": {}},
            "x: expected no field of that name; the fields are players, points, colour, end, note, "
            "found an object.",
        ),
    ],
)  # fmt: skip
def test_errors_name_the_path_and_what_was_expected(value: Any, says: str) -> None:
    with pytest.raises(InputError) as caught:
        read_as(GAME, value, "f")
    assert str(caught.value) == f"f: {says}"
    assert caught.value.text("es") != says
    with pytest.raises(InputError, match=r"^f, line 7: "):
        read_as(GAME, value, "f", 7)


@given(st.integers(-99, 99) | st.floats(allow_nan=False) | st.fractions())
def test_exact_numbers_are_read_as_they_are_written(number: float | Fraction) -> None:
    assert read_as(VALUE, to_json(number, exact=True), "f") == number
    assert read_as(VALUE, to_json((number, 1), exact=True), "f") == (number, 1)


@pytest.mark.parametrize("text", ["1/0", "1/00", "a/b", "nan", "inf", "1", "", "1/" + "9" * 5000])
def test_what_is_no_exact_number(text: str) -> None:
    with pytest.raises(InputError, match="expected a number, or a fraction"):
        read_as(Exact(), text, "f")


@pytest.mark.parametrize(
    "schema",
    [
        Text(3), Whole(), Whole(None), Real(), Real(1), Exact(), Flag(), Choice(("a",)),
        Constant(3), Constant(True), Nullable(Flag()), ListOf(Flag(), size=2), MapOf(Flag()), GAME,
        VALUE,
    ],
)  # fmt: skip
def test_no_value_raises_anything_else(schema: Schema[Any]) -> None:
    refused = 0
    for value in (*BAD_VALUES, float("nan"), float("inf"), 1, 1.0):
        try:
            read_as(schema, value, "f")
        except InputError:
            refused += 1
    assert refused > 5
