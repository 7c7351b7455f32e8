"""Declared memory: places are computed, disjoint and checked, and both sides use the same ones."""

# ruff: noqa: E402

from __future__ import annotations

import importlib
import pkgutil
from types import new_class
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.require import require

require("numba")

import numpy as np

from adversario.native import kernels
from adversario.native.kernels.layout.block import Address, Block, Field, Float, Word, Words

for found in pkgutil.walk_packages(kernels.__path__, f"{kernels.__name__}."):
    importlib.import_module(found.name)


class Small(Block):
    count = Word("a counter")
    share = Float("a part of one")
    row = Words(3, "three numbers")
    memory = Address("of an array")


class Large(Small):
    more = Word("something else")


def blocks(cls: type[Block] = Block) -> list[type[Block]]:
    return [each for sub in cls.__subclasses__() for each in (sub, *blocks(sub))]


OURS = [each for each in blocks() if each.__module__.startswith(kernels.__name__)]


def declare(fields: dict[str, Any], base: type[Block] = Block) -> type[Block]:
    """A block of those fields, as a class statement declares it."""

    def body(names: Any) -> None:
        for name, field in fields.items():
            names[name] = field

    made: type[Block] = new_class("Made", (base,), {}, body)
    return made


def places(block: type[Block]) -> list[int]:
    return [
        place
        for field in block.fields.values()
        for place in range(field.place, field.place + field.size)
    ]


def test_a_field_is_its_place_in_the_class_and_its_value_in_a_view() -> None:
    assert (Small.count, Small.share, Small.row, Small.memory) == (0, 1, 2, 5)
    assert (Small.size, Small.bytes) == (6, 48)
    view, array = Small(), np.zeros(4)
    view.count, view.share, view.row, view.memory = 7, 0.5, [1, 2, 3], array
    assert (view.count, view.share, view.row.tolist()) == (7, 0.5, [1, 2, 3])
    assert view.memory == array.ctypes.data
    assert view.words[Small.count] == 7
    assert view.words.view("float64")[Small.share] == 0.5
    assert view.address == view.words.ctypes.data


def test_a_view_shares_the_words_that_it_is_given() -> None:
    words = np.zeros(10, np.int64)
    Small(words).count = 3
    assert Small(words).count == words[0] == 3
    other = Small(words).copy()
    other.count = 4
    assert words[0] == 3


def test_a_block_extends_another() -> None:
    assert Large.count == Small.count
    assert Large.more == Small.size
    assert Large.size == Small.size + 1
    assert list(Large.fields) == [*Small.fields, "more"]
    assert "more" not in Small.fields


def test_a_view_has_no_other_attributes() -> None:
    view: Any = Small()
    with pytest.raises(AttributeError):
        view.counts = 1


@pytest.mark.parametrize("words", [np.zeros(5, np.int64), np.zeros(6)])
def test_a_view_needs_words_enough(words: Any) -> None:
    with pytest.raises(TypeError, match="Small is 6 words"):
        Small(words)


def test_a_field_cannot_be_declared_twice() -> None:
    with pytest.raises(TypeError, match="'count' is declared twice"):

        class _Twice(Block):
            count = Word("a counter")
            count = Word("another")  # noqa: PIE794


WRONG: list[tuple[dict[str, Any], type[Block], str]] = [
    ({"count": Word("again")}, Small, "Made.count: the block it extends has a field of that name"),
    ({"size": Word("a size")}, Block, "Made.size: every block has an attribute of that name"),
    ({"words": Word("words")}, Block, "Made.words: every block has an attribute of that name"),
    ({"row": Words(0, "nothing")}, Block, "Made.row: a field has at least one word"),
    ({"count": Word("")}, Block, "Made.count: a field says what it holds"),
    ({"mine": vars(Small)["count"]}, Block, "Made.mine: the field belongs to another declaration"),
]


@pytest.mark.parametrize(("fields", "base", "reason"), WRONG)
def test_a_wrong_declaration_says_what_is_wrong(
    fields: dict[str, Any], base: type[Block], reason: str
) -> None:
    with pytest.raises(TypeError, match=reason):
        declare(fields, base)


def test_a_block_extends_one_other_only() -> None:
    class Other(Block):
        rest = Word("something")

    with pytest.raises(TypeError, match="more than one block"):

        class _Both(Small, Other):
            pass


FIELDS = st.one_of(
    st.builds(Word, st.just("a word")),
    st.builds(Float, st.just("a float")),
    st.builds(Address, st.just("an address")),
    st.builds(Words, st.integers(1, 9), st.just("words")),
)


@given(st.lists(FIELDS, max_size=12), st.lists(FIELDS, max_size=12))
def test_places_are_disjoint_and_in_range(first: list[Field], second: list[Field]) -> None:
    base = declare({f"a{number}": field for number, field in enumerate(first)})
    block = declare({f"b{number}": field for number, field in enumerate(second)}, base)
    assert places(block) == list(range(block.size))
    assert places(block)[: base.size] == places(base)
    assert block.bytes == 8 * block.size


@given(st.integers(-(2**63), 2**63 - 1), st.floats(allow_nan=False), st.lists(FIELDS, max_size=5))
def test_writing_one_field_leaves_the_others(word: int, number: float, rest: list[Field]) -> None:
    fields = {f"field{at}": field for at, field in enumerate(rest)}
    view: Any = declare({"word": Word("a word"), **fields, "number": Float("a float")})()
    view.word, view.number = word, number
    assert (view.word, view.number) == (word, number)
    assert not view.words[1 : view.size - 1].any()


def test_all_blocks_of_the_kernels_are_known_here() -> None:
    names = {each.__name__ for each in OURS}
    assert names >= {"Plain", "Deepening", "Exact", "Proof", "Tree", "Learning", "Flags", "Row"}


@pytest.mark.parametrize("block", OURS, ids=lambda each: each.__qualname__)
def test_every_block_of_the_kernels_has_its_places(block: type[Block]) -> None:
    assert places(block) == list(range(block.size))
    assert all(field.doc for field in block.fields.values())
