"""Expressions made at random, many to a program, compiled and interpreted."""

from itertools import count
from math import isclose
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.native.plain.bench import Bench

NUMBER = count()
"""Of the modules that are written: each has a name of its own."""

NUMBERS = (
    "n",
    "1",
    "2",
    "5",
    "cells[0]",
    "cells[-1]",
    "len(word)",
    "word.count('a')",
    "max(cells)",
)
ITEMS = (
    "cells",
    "range(n)",
    "cells[1:]",
    "sorted(cells)",
    "[n, 2, 3]",
    "sorted({1, n, 4})",
    "(n, 7)",
)


def number(random: Random, depth: int) -> str:
    """An expression for a whole number."""
    if depth == 0:
        return random.choice(NUMBERS)
    one, two = number(random, depth - 1), number(random, depth - 1)
    return random.choice(
        (
            f"({one} + {two})", f"({one} - {two})", f"({one} * {two})", f"({one} // {two})",
            f"({one} % {two})", f"({one} if {test(random, depth - 1)} else {two})",
            f"sum({items(random, depth - 1)})", f"len(list({items(random, depth - 1)}))",
            f"max({one}, {two})", f"min({items(random, depth - 1)}, default={one})",
            f"(cells + ({one},))[{two} % 5]", f"({one} or {two})", f"abs({one})",
            f"dict(enumerate({items(random, depth - 1)})).get({one}, {two})",
        )
    )  # fmt: skip


def test(random: Random, depth: int) -> str:
    """An expression for a condition."""
    if depth == 0:
        return random.choice(("n > 2", "'b' in word", "not n", "cells[0] in cells[1:]"))
    one, two = number(random, depth - 1), number(random, depth - 1)
    return random.choice(
        (
            f"{one} < {two}", f"0 <= {one} <= {two}", f"{one} == {two}", f"({one}) in {ITEMS[0]}",
            f"any(x > {one} for x in {items(random, depth - 1)})",
            f"all(x != {one} for x in {items(random, depth - 1)})",
            f"({test(random, depth - 1)} and {test(random, depth - 1)})",
        )
    )  # fmt: skip


def items(random: Random, depth: int) -> str:
    """An expression for several whole numbers."""
    if depth == 0:
        return random.choice(ITEMS)
    source, one = items(random, depth - 1), number(random, depth - 1)
    return random.choice(
        (
            f"[x + {one} for x in {source}]", f"sorted(x for x in {source} if x != {one})",
            f"tuple(x * i for i, x in enumerate({source}))", f"sorted(set({source}) | {{{one}}})",
            f"[a - b for a, b in zip({source}, cells)]", f"list({source})[:{one}]",
            f"sorted({source}, key=lambda x: (x % 3, -x))", f"[*{source}, {one}]",
        )
    )  # fmt: skip


def compare(bodies: list[str], folder: Path, name: str) -> None:
    """Compile functions with these bodies, and compare them with Python's on many states."""
    bench = Bench(bodies, folder, name)
    assert bench.problems == []
    for at, body in enumerate(bodies):
        for state in bench.states[:25]:
            expected, found = bench.answers(at, state)
            if "raises" in (expected, found) or found == "no room":
                assert expected == found, (body, state, expected, found)
            else:
                assert isclose(expected, found), (body, state, expected, found)


@pytest.mark.parametrize("seed", [0, pytest.param(1, marks=pytest.mark.slow)])
def test_random_expressions_mean_what_they_mean_in_python(seed: int, tmp_path: Path) -> None:
    random = Random(seed)
    bodies = [f"return {number(random, 3)}" for _ in range(40)]
    compare(bodies, tmp_path, f"bench_random_{seed}")


@settings(max_examples=6)
@given(st.randoms(use_true_random=False))
def test_expressions_of_the_grammar_mean_what_they_mean_in_python(
    tmp_path_factory: pytest.TempPathFactory, random: Random
) -> None:
    bodies = [f"return {number(random, 2)}" for _ in range(6)]
    compare(bodies, tmp_path_factory.mktemp("grammar"), f"bench_grammar_{next(NUMBER)}")


test.__test__ = False  # type: ignore[attr-defined]
