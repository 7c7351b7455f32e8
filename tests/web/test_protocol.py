"""The wire: types written once, messages read strictly, whatever they are."""

from __future__ import annotations

import json
from dataclasses import fields
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from adversario.base.errors import InputError
from adversario.web.handlers import JOBS, WARM
from adversario.web.limits import QUICK
from adversario.web.protocol import (
    EXCHANGES,
    AnalyseRequest,
    SearchRequest,
    ViewPayload,
    ViewRequest,
)
from adversario.web.typescript import typescript
from adversario.web.wire import dump, parse, read, write

GENERATED = Path(__file__).parents[2] / "frontend" / "src" / "protocol.ts"

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)


def test_the_types_of_the_browser_are_those_of_the_server() -> None:
    assert GENERATED.read_text(encoding="utf-8") == typescript(), (
        "run: python -m adversario.web.typescript > frontend/src/protocol.ts"
    )


def test_every_request_has_a_job() -> None:
    assert {*JOBS, "hello", "texts"} == {*EXCHANGES, WARM}
    assert EXCHANGES.keys() > QUICK


def test_an_interface_has_the_fields_of_its_dataclass() -> None:
    text = typescript()
    body = text[text.index("export interface ViewPayload {") :].partition("}")[0]
    for each in fields(ViewPayload):
        assert f"\n  {each.name}: " in body
    assert "extends PlacePayload {" in text
    assert "  moves?: string[];" in text


def test_a_request_is_read_as_it_was_written() -> None:
    request = SearchRequest(game="nim", moves=["a1"], depth=3, order={"A": ["b", "c"]})
    assert read(SearchRequest, parse(dump(write(request)))) == request


def test_a_number_may_be_whole() -> None:
    assert read(AnalyseRequest, {"game": "nim", "time": 2}).time == 2.0


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ({}, "'game' is missing"),
        ({"game": 3}, "game: expected a text"),
        ({"game": "nim", "moves": "a1"}, "moves: expected a list"),
        ({"game": "nim", "moves": ["a1", None]}, r"moves\[1\]: expected a text"),
        ({"game": "nim", "options": {"heaps": 3}}, "options.heaps: expected a text"),
        ({"game": "nim", "lines": True}, "lines: expected a whole number"),
        ({"game": "nim", "lines": 2**60}, "lines: expected a whole number"),
        ({"game": "nim", "time": "soon"}, "time: expected a number"),
        ({"game": "nim", "depht": 3}, "no field 'depht'"),
    ],
)
def test_what_is_wrong_is_named(given: dict[str, Any], said: str) -> None:
    with pytest.raises(InputError, match=said):
        read(AnalyseRequest, given)


@pytest.mark.parametrize("text", ["", "[]", "3", "{", '{"a": NaN}', "[" * 100_000, "\ud800"])
def test_what_is_no_object_is_refused(text: str) -> None:
    with pytest.raises(InputError):
        parse(text)


@given(st.sampled_from(sorted(EXCHANGES)), st.dictionaries(st.text(max_size=8), JSON, max_size=4))
def test_whatever_comes_is_a_request_or_an_input_error(kind: str, given: dict[str, Any]) -> None:
    try:
        request: Any = read(EXCHANGES[kind].request, given)
    except InputError:
        return
    assert read(EXCHANGES[kind].request, write(request)) == request


@given(st.dictionaries(st.sampled_from([each.name for each in fields(ViewRequest)]), JSON))
def test_fields_of_the_right_names_are_still_checked(given: dict[str, Any]) -> None:
    try:
        request = read(ViewRequest, given)
    except InputError:
        return
    assert isinstance(request.game, str)
    assert all(isinstance(move, str) for move in request.moves)
    assert json.loads(dump(write(request)))["game"] == request.game
