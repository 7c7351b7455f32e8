"""Expressions and statements made at random, many to a program, compiled and interpreted."""

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


def text(random: Random, depth: int) -> str:
    """An expression for a text."""
    if depth == 0:
        return random.choice(("word", "word[:2]", "'ab'", "word[::-1]", "str(n)"))
    one, two = text(random, depth - 1), number(random, depth - 1)
    return random.choice(
        (
            f"({one} + {text(random, depth - 1)})", f"{one}[{two} % 3:]",
            f"{one}.replace('a', 'xy')",
            f"''.join(sorted({one}))", f"'-'.join(str(x) for x in {items(random, depth - 1)})",
            f"f'{{{two}}}:{{{one}}}'", f"({one} if {test(random, depth - 1)} else 'c')",
        )
    )  # fmt: skip


def bag(random: Random, depth: int) -> str:
    """An expression for a set of whole numbers."""
    if depth == 0:
        return random.choice(("set(cells)", "{1, n, 30}", "frozenset(range(n))", "set()"))
    one, two = bag(random, depth - 1), bag(random, depth - 1)
    return random.choice(
        (
            f"({one} | {two})", f"({one} & {two})", f"({one} - {two})", f"({one} ^ {two})",
            f"{{x % 40 for x in {items(random, depth - 1)}}}", f"{{x for x in {one} if x > n}}",
        )
    )  # fmt: skip


def statements(random: Random, depth: int, loops: int = 2) -> list[str]:
    """Statements about a number `a`, a list `xs`, a set `s`, a dictionary `d` and a text `t`."""
    one, few = number(random, depth), items(random, depth)
    inner = ["    " + line for line in statements(random, 0, loops - 1)] if loops else []
    simple = (
        [f"a += {one}"], [f"a, n = n, {one} % 7"], [f"xs = list({few})[:20]"],
        [f"xs.append({one})"], ["if xs:", "    a += xs.pop()"], ["xs.sort(key=lambda x: -x)"],
        [f"if {test(random, depth)}:", "    xs.reverse()", "else:", f"    xs.insert(0, {one})"],
        [f"s = set({bag(random, depth)})"], [f"s.add({one} % 50)"],
        ["s.discard(n)", "a += len(s)"],
        [f"d[{one} % 5] = {number(random, depth)}"], ["a += sum(d.values()) + sum(d)"],
        ["for k, v in sorted(d.items()):", "    a += k * v % 11"],
        [f"a += len(d) + d.get({one}, 3)"],
        [f"t = ({text(random, depth)})[:12]"], ["a += len(t) + t.count('a')", "t = t[1:] + 'b'"],
        ["a += sum(x for x in s) + max(s, default=0)", "xs = sorted(s)"],
        ["try:", f"    a += xs[{one} % 9]", "except IndexError:", "    a -= 1"],
        ["def add(x, by=2):", "    return x * by + n", f"a += add({one}) % 1000"],
        [f"match {one} % 4:", "    case 0 | 1:", "        a += 1", "    case k if k > n:",
         "        a -= k", "    case _:", "        pass"],
        ["first, *others = (a, *xs)", "a = first + len(others)"],
    )  # fmt: skip
    loop = (
        [f"for i, x in enumerate({few}):", "    a += i * x % 7", *inner],
        [f"w{loops} = 0", f"while w{loops} < {one} % 4:", f"    w{loops} += 1", *inner],
        [f"if {test(random, depth)}:", *inner, "else:", f"    a = {one}"],
    )
    made = [random.choice(simple) for _ in range(2)]
    made.insert(random.randrange(3), random.choice(loop if loops else simple))
    return [line for lines in made for line in lines]


def program(random: Random, depth: int) -> str:
    """The body of a function with statements."""
    start = ["a, xs, s, d, t = n, list(cells), {n}, {0: n}, word"]
    return "\n".join([*start, *statements(random, depth), "return (a + sum(xs)) % 10007"])


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
    bodies = [f"return {number(random, 3)}" for _ in range(20)]
    bodies += [program(random, 1) for _ in range(8)]
    compare(bodies, tmp_path, f"bench_random_{seed}")


@settings(max_examples=6)
@given(st.randoms(use_true_random=False))
def test_expressions_of_the_grammar_mean_what_they_mean_in_python(
    tmp_path_factory: pytest.TempPathFactory, random: Random
) -> None:
    bodies = [f"return {number(random, 2)}" for _ in range(3)]
    bodies.append(program(random, 1))
    compare(bodies, tmp_path_factory.mktemp("grammar"), f"bench_grammar_{next(NUMBER)}")


test.__test__ = False  # type: ignore[attr-defined]
