# ruff: noqa: E501 (a construct a line)
"""Iterators that are used twice, sets without order, equality by a rule of the class."""

from pathlib import Path

import pytest

from adversario import perft
from adversario.counting.count import count_game
from adversario.games.user_games import make_user_game
from adversario.native.compiler.problems import NotCompilable
from tests.native.plain.bench import Bench

COMPILED = {
    "next twice": "it = iter(cells)\nreturn next(it) * 10 + next(it)",
    "the rest": "it = iter(cells)\nfirst = next(it)\nreturn first * 100 + sum(it) * 10 + sum(it)",
    "all the same": "it = iter(cells[:n])\nfirst = next(it, None)\nreturn all(c == first for c in it)",
    "a generator expression twice": "g = (c + n for c in cells if c > 1)\nreturn sum(g) * 10 + sum(g)",
    "left by break": "it = iter(cells)\nfor c in it:\n    if c > 3:\n        break\nreturn sum(it) + len(list(it))",
    "in a loop": "it, t = iter(cells), 0\nfor i in range(n):\n    t = t * 10 + next(it, 9)\nreturn t",
    "membership": "it = iter(cells)\nreturn (4 in it) * 10 + (3 in it)",
    "pairs of one iterator": "it = iter(cells)\nreturn sum(a * 10 + b for a, b in zip(it, it))",
    "zip that ends early": "it = iter(cells)\nt = sum(a * b for a, b in zip(it, (1, n)))\nreturn t * 100 + sum(it)",
    "enumerate twice": "e = enumerate(cells)\ni, c = next(e)\nreturn c * 100 + sum(i * c for i, c in e) + len(list(e))",
    "map twice": "m = map(lambda c: c * n, cells)\nreturn next(m) * 1000 + sum(m) * 10 + sum(m)",
    "filter twice": "f = filter(lambda c: c > n, cells)\nreturn next(f, -1) * 100 + len(list(f)) * 10 + len(list(f))",
    "reversed twice": "r = reversed(cells)\nreturn next(r) * 100 + next(r) * 10 + len(list(r))",
    "zip twice": "z = zip(cells, word)\na, b = next(z)\nreturn a * 10 + len(list(z)) + len(list(z))",
    "constants twice": "z = zip((4, 5, 6), (1, 2, 3))\nreturn sum(a * b for a, b in z) * 10 + len(list(z)) + n",
    "islice of an iterator": "it = iter(cells)\nt = sum(islice(it, 2))\nreturn t * 100 + next(it)",
    "count kept": "c = count(n)\nreturn next(c) * 100 + next(c) * 10 + sum(islice(c, 2))",
    "accumulate twice": "a = accumulate(cells)\nreturn next(a) * 100 + sum(a) + len(list(a))",
    "combinations twice": "c = combinations(cells, 2)\na, b = next(c)\nreturn a * 100 + b * 10 + len(list(c)) + len(list(c))",
    "passed on": "def first(it):\n    return next(it)\nit = iter(cells)\nreturn first(it) * 10 + first(it)",
    "two names": "a = b = iter(cells)\nreturn next(a) * 10 + next(b)",
    "walrus": "return next(it := iter(cells)) * 10 + next(it)",
    "of a list that grows": "x = list(cells[:2])\nit = iter(x)\nt = next(it)\nx.append(n)\nreturn t * 100 + sum(it)",
    "of a range": "it = iter(range(n, 9, 2))\nreturn next(it) * 10 + sum(it)",
    "of a text": "it = iter(word)\nreturn (next(it) == next(it)) * 10 + len(list(it))",
    "source bound at once": "xs = cells\ng = (c for c in xs)\nxs = (n,)\nreturn sum(g)",
    "condition bound late": "k = 0\ng = (c for c in cells if c > k)\nk = 3\nreturn sum(g) * 10 + len(list(g))",
    "views again": "d = {c: i for i, c in enumerate(cells)}\nv = d.items()\nreturn sum(k for k, _ in v) * 100 + sum(i for _, i in v)",
    "new in each pass": "t = 0\nfor i in range(3):\n    it = iter(cells)\n    t = t * 10 + next(it) + next(it)\nreturn t + n",
    "sets counted": "s = {c * 7 % 31 for c in cells}\nt = 0\nfor c in s:\n    if c > n:\n        t += c\nreturn t * 10 + len(s)",
    "sets searched": "s = {c * 7 % 31 for c in cells}\nfor c in s:\n    if c == 21:\n        return True\nreturn False",
    "sets with a flag": "s, found = {c * 7 % 31 for c in cells}, False\nfor c in s:\n    if c % 11 == n:\n        found = True\n        break\nreturn found",
    "sets to sets": "s = {c * 9 for c in cells}\nseen = {0}\nnew = set()\nfor c in s:\n    for d in (c, c + n):\n        if d not in seen:\n            seen.add(d)\n            new.add(d)\nreturn len(new) * 10 + len(seen)",
    "the greatest of a set": "s, best = {c * 9 for c in cells}, None\nfor c in s:\n    k = c % 20\n    if best is None or k > best:\n        best = k\nreturn best",
    "cells of a set": "s, x = {(c * 9 + n) % 20 for c in cells}, [0] * 20\nfor c in s:\n    x[c] = c\nreturn sum(i * v for i, v in enumerate(x)) % 1000",
    "sums over sets": "s = {(c, c * 99) for c in cells}\nreturn sum(b for a, b in s if a > n) + sum([a for a, _ in s]) + max(b for _, b in s)",
    "sorted sets": "s = {c * 99 for c in cells}\nreturn sorted(s)[0] + sorted(list(s))[-1] + max(s) + min(s)",
    "pop of a set": "s = {n * 50}\nx = s.pop()\nreturn x + len(s)",
    "listed at once": "def total(xs):\n    xs = list(xs)\n    return sum(xs) * 10 + len(xs)\nreturn total(c + n for c in cells) + total(product((1, 2), repeat=2) and cells)",
    "combinations of a set": "s = {c * 9 for c in cells}\nreturn any(sum(t) == 36 for t in combinations(s, 2)) + sum(1 for t in combinations(s, 2) if sum(x for x in t) > 40)",
    "a set of one": "(x,) = {n * 50}\nreturn x",
    "small sets": "t = 0\nfor c in {6, n % 4, 5, cells[0] % 3}:\n    t = t * 10 + c\nreturn t",
    "equality of a class": "return (Mod(n) == Mod(3)) + 2 * (Mod(n) != Mod(4)) + 4 * ((Mod(n), 1) == (Mod(5), 1)) + 8 * (Mod(n) in [Mod(1), Mod(12)])",
}

REFUSED = {
    "a generator kept": ("g = count_down(n)\nx = next(g, 0)\nreturn x + sum(g)", "iterator"),
    "chain kept": ("c = chain(cells, (n,))\nx = next(c)\nreturn x + sum(c)", "iterator"),
    "two loops": (
        "g = ((a, b) for a in cells for b in cells)\nx = next(g)\nreturn x[0] + len(list(g))",
        "iterator",
    ),
    "inside a function": (
        "it = iter(cells)\ndef f(k):\n    return next(it) + k\nreturn f(1) + f(2)",
        "iterator",
    ),
    "a list of a set": ("s = {c * 7 % 31 for c in cells}\nreturn list(s)[0]", "set_order"),
    "the first of a set": ("s = {c * 7 % 31 for c in cells}\nreturn next(iter(s))", "set_order"),
    "a loop with a list": (
        "x = []\nfor c in {c * 7 % 31 for c in cells}:\n    x.append(c)\nreturn x[0]",
        "set_order",
    ),
    "a loop that mixes": (
        "t = 0\nfor c in {c * 7 % 31 for c in cells}:\n    t = t * 3 + c\nreturn t",
        "set_order",
    ),
    "a loop that returns": (
        "for c in {c * 7 % 31 for c in cells}:\n    if c > n:\n        return c\nreturn 0",
        "set_order",
    ),
    "the last of a loop": (
        "for c in {c * 7 % 31 for c in cells}:\n    pass\nreturn c",
        "set_order",
    ),
    "combinations of a set": (
        "return sum(a - b for a, b in combinations({c * 9 for c in cells}, 2))",
        "set_order",
    ),
    "floats of a set": ("return sum({c / 10 for c in cells})", "set_order"),
    "a set of texts": ("s = {word[:2], word[1:3]}\nreturn len(''.join(s))", "set_order"),
    "enumerated": (
        "return sum(i * c for i, c in enumerate({c * 7 % 31 for c in cells}))",
        "set_order",
    ),
    "keys with their own equality": ("return len({Mod(c) for c in cells})", "own_equality"),
    "keys of dictionaries": ("d = {Mod(1): 4}\nreturn d.get(Mod(n), 0)", "own_equality"),
    "equality of objects": ("return Plain(n) == Plain(2)", "own_equality"),
    "equality of some fields": ("return Noted(n, 1) == Noted(2, 1)", "own_equality"),
}


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    return Bench(list(COMPILED.values()), tmp_path_factory.mktemp("iterators"), "bench_iterators")


def test_all_compile(bench: Bench) -> None:
    assert bench.problems == []


@pytest.mark.parametrize("construct", COMPILED)
def test_it_means_what_it_means_in_python(bench: Bench, construct: str) -> None:
    number = list(COMPILED).index(construct)
    for state in bench.states:
        expected, found = bench.answers(number, state)
        assert expected == found, state


@pytest.fixture(scope="module")
def refusals(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    bodies = [body for body, _ in REFUSED.values()]
    return Bench(bodies, tmp_path_factory.mktemp("refused"), "bench_refused_iterators")


@pytest.mark.parametrize("construct", REFUSED)
def test_what_could_go_wrong_is_refused_with_its_line(refusals: Bench, construct: str) -> None:
    body, reason = REFUSED[construct]
    method = f"f{list(REFUSED).index(construct)}"
    problems = refusals.analysis.optional_problems["evaluate"]
    (problem,) = {p.reason.id: p for p in problems if p.method == method}.values()
    assert problem.reason.id.startswith(f"native.plain.{reason}")
    assert problem.text in body
    assert problem.line > 0


STATE = """
from dataclasses import dataclass
from adversario import Game

@dataclass(frozen=True)
class State:
    left: int
    note: int = 0

    def __eq__(self, other):
        return self.left == other.left

    def __hash__(self):
        return hash(self.left)


class Take(Game):
    def initial(self):
        return State(4)

    def player(self, s):
        return s.left % 2

    def actions(self, s):
        return [1, 2][: s.left]

    def result(self, s, a):
        return State(s.left - a, a)

    def is_terminal(self, s):
        return s.left == 0

    def utility(self, s, p):
        return 1 if p else -1
"""


def test_states_that_are_equal_by_a_rule_of_their_own(tmp_path: Path) -> None:
    path = tmp_path / "own_equality_game.py"
    path.write_text(STATE)
    game = make_user_game(path, "")
    assert count_game(game, engine="python").states == 5
    assert count_game(game).states == 5


POPPED = """
from adversario import Game

class Pops(Game):
    def initial(self):
        return (4, 0)

    def player(self, s):
        return s[1]

    def actions(self, s):
        left = {k * 5 for k in range(s[0])}
        return [left.pop(), 1]

    def result(self, s, a):
        return (s[0] - 1, 1 - s[1])

    def is_terminal(self, s):
        return s[0] == 0

    def utility(self, s, p):
        return 1 if p else -1
"""


def test_one_of_several_items_of_a_set(tmp_path: Path) -> None:
    path = tmp_path / "game_that_pops.py"
    path.write_text(POPPED)
    with pytest.raises(NotCompilable) as refusal:
        perft(make_user_game(path, ""), 3, engine="native")
    (problem,) = refusal.value.problems
    assert problem.reason.id == "native.plain.set_pop"
    assert problem.text == "return [left.pop(), 1]"
