"""The reader of JSON reads what json reads, and refuses everything else with its place."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adversario.base.errors import InputError
from adversario.base.formats.json_text import MAX_NESTED, Literal, load_json, read_json
from adversario.base.formats.source_text import SourceError, SourceText
from tests.hostile import BAD_NUMBERS, bad_texts

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(st.characters(exclude_categories=["Cs"])),
    lambda inner: st.lists(inner) | st.dictionaries(st.text("aé\"\\[{"), inner),
    max_leaves=20,
)  # fmt: skip


def plain(value: Any) -> Any:
    """The values of located JSON."""
    if isinstance(value, dict):
        return {key: plain(item.value) for key, item in value.items()}
    if isinstance(value, list):
        return [plain(item.value) for item in value]
    return json.loads(value) if isinstance(value, Literal) else value


@given(VALUES, st.booleans(), st.sampled_from([None, 1]))
def test_json_is_read(value: Any, ascii_only: bool, indent: int | None) -> None:
    text = json.dumps(value, ensure_ascii=ascii_only, indent=indent)
    assert load_json(text) == value
    assert plain(read_json(SourceText(text)).value) == value


@pytest.mark.parametrize(
    ("text", "line", "column", "problem"),
    [
        ('{"a": 1,\n "a": 2}', 2, 2, '"a" is already in this object'),
        ('{"a": [1,\n 1e400]}', 2, 2, r"1e400 is beyond .* \(at \$\.a\[1\]\)"),
        ("[NaN]", 1, 2, "NaN is beyond"),
        ("[1, -Infinity]", 1, 5, "-Infinity is beyond"),
        ("7" * 301, 1, 1, r"7{37}\.\.\. is beyond"),
        ('[\n"\\ud800"]', 2, 1, r"half of a character"),
        ('{"\\udc00": 1}', 1, 2, r"half of a character"),
        ("[" * 10**5, 1, MAX_NESTED + 1, "more than 320 brackets"),
        ('{"a":' * 10**5, 1, 5 * MAX_NESTED + 1, "more than 320 brackets"),
        ("[1,\n2,]", 2, 3, "']' cannot stand here"),
        ("", 1, 1, "the end of the text cannot stand here"),
        ("[]\x00", 1, 3, "not well-formed"),
        ("[1] [2]", 1, 5, "not well-formed"),
    ],
)
def test_what_is_refused_has_its_place(text: str, line: int, column: int, problem: str) -> None:
    with pytest.raises(SourceError, match=problem) as caught:
        load_json(text, "a.json", 11)
    assert str(caught.value).startswith(f"a.json, line {line + 10}, column {column}: ")
    assert caught.value.text("es")


def test_what_only_looks_refused_is_read() -> None:
    assert load_json('["\\ud83d\\ude00", "\\\\ud800"]') == ["😀", "\\ud800"]
    assert load_json('["' + "[" * 1000 + '"]') == ["[" * 1000]
    assert load_json("[" * MAX_NESTED + "]" * MAX_NESTED)
    assert load_json("[" + "[]," * 1000 + "1]")[-1] == 1
    assert load_json("7" * 300) == int("7" * 300)


@pytest.mark.parametrize("number", BAD_NUMBERS)
def test_numbers_are_kept_as_they_were_written_if_they_are_not_asked_for(number: str) -> None:
    assert read_json(SourceText(number)).value == number
    with pytest.raises(InputError):
        load_json(number)


@pytest.mark.parametrize(("name", "data"), [*bad_texts()], ids=lambda value: str(value)[:20])
def test_nothing_but_input_errors(name: str, data: bytes) -> None:
    try:
        text = data.decode()
    except UnicodeDecodeError:
        return
    if name in ("list", "number"):
        load_json(text)
        return
    with pytest.raises(InputError):
        load_json(text, name)
