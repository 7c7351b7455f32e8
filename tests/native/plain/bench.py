"""Functions compiled as rules, many in one program, and run beside Python."""

from __future__ import annotations

import importlib.util
import sys
import textwrap
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from adversario.native.compiler.plain.bridge import library_of
from adversario.native.compiler.plain.errors import NoRoom, RuleFault
from adversario.native.compiler.plain.program import PlainProgram
from adversario.native.compiler.plain.rules import Analysis
from adversario.native.compiler.plain.trust import Rules
from adversario.native.kernels import rules as rules_kernel

HEADER = """
import copy
import itertools
import math
import operator
from collections import Counter, defaultdict, deque, namedtuple
from dataclasses import dataclass, field, replace
from enum import Enum, IntEnum
from fractions import Fraction
from functools import cache, partial, reduce
from itertools import (
    accumulate, chain, combinations, combinations_with_replacement, count, cycle, dropwhile,
    filterfalse, groupby, islice, pairwise, permutations, product, repeat, starmap, takewhile,
    zip_longest,
)
from operator import attrgetter, itemgetter
from typing import Any, NamedTuple

from adversario import Game

WORTH = {"a": 1, "b": 5, "c": 9}
STEPS = [(0, 1), (1, 0), (0, -1), (-1, 0)]
PRIMES = frozenset({2, 3, 5, 7})


class Colour(Enum):
    RED = "r"
    BLUE = "b"

    @property
    def other(self):
        return Colour.BLUE if self is Colour.RED else Colour.RED


class Level(IntEnum):
    LOW = 1
    HIGH = 4


class Point(NamedTuple):
    x: int
    y: int = 2

    def shifted(self, by):
        return self._replace(x=self.x + by)

    @staticmethod
    def origin():
        return Point(0, 0)


@dataclass(frozen=True, order=True)
class Card:
    rank: int
    suit: str = "a"

    @property
    def worth(self):
        return self.rank * WORTH[self.suit]

    @classmethod
    def ace(cls):
        return cls(14)


@dataclass(frozen=True)
class Vector:
    x: int
    y: int = 0

    def __post_init__(self):
        if self.x > 100:
            raise ValueError("too far")

    def __add__(self, other):
        return Vector(self.x + other.x, self.y + other.y)

    def __mul__(self, by):
        return Vector(self.x * by, self.y * by)

    def __neg__(self):
        return Vector(-self.x, -self.y)

    def __getitem__(self, at):
        return self.x if at == 0 else self.y

    def __len__(self):
        return 2

    def __iter__(self):
        yield self.x
        yield self.y

    def __contains__(self, number):
        return number in (self.x, self.y)

    def __bool__(self):
        return self.x != 0 or self.y != 0

    def __lt__(self, other):
        return self.x < other.x


class Step(NamedTuple):
    dx: int
    dy: int

    def __add__(self, other):
        return Step(self.dx + other[0], self.dy + other[1])


@dataclass(frozen=True)
class Mod:
    number: int

    def __eq__(self, other):
        return self.number % 4 == other.number % 4

    def __hash__(self):
        return hash(self.number % 4)


@dataclass(frozen=True, eq=False)
class Plain:
    number: int


@dataclass(frozen=True)
class Noted:
    number: int
    note: int = field(default=0, compare=False)


def count_down(n):
    while n > 0:
        yield n
        n -= 1


def factorial(n):
    return 1 if n <= 1 else n * factorial(n - 1)


@cache
def square(n):
    return n * n


class State(NamedTuple):
    cells: tuple
    n: int
    word: str
"""

GAME = """
class Bench(Game):
    players = {count}
    zero_sum = False

    def initial(self):
        return State((3, 1, 4, 1, 5), 2, "abcba")

    def player(self, state):
        return 0

    def actions(self, state):
        return [0, 1, 2]

    def result(self, state, action):
        cells = tuple((c * 3 + action + i) % 7 for i, c in enumerate(state.cells))
        word = "".join("abc"[(c + action) % 3] for c in cells)
        return State(cells, (state.n + action) % 6, word)

    def is_terminal(self, state):
        return False

    def utility(self, state, player):
        return 0

    def evaluate(self, state, player):
"""


def module_of(bodies: Sequence[str], folder: Path, name: str, header: str = "") -> ModuleType:
    """A module with a game whose estimate for each player is a function of its own."""
    parts = [HEADER, header]
    for number, body in enumerate(bodies):
        parts.append(
            f"\n\ndef f{number}(cells, n, word):\n" + textwrap.indent(body.strip(), "    ")
        )
    parts.append("\n\n" + GAME.replace("{count}", str(len(bodies))))
    for number in range(len(bodies)):
        parts.append(f"        if player == {number}:")
        parts.append(f"            return f{number}(state.cells, state.n, state.word)")
    parts.append("        return 0\n")
    path = folder / f"{name}.py"
    path.write_text("\n".join(parts))
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


class Bench:
    """Functions compiled, and the states that they are run in."""

    def __init__(self, bodies: Sequence[str], folder: Path, name: str, header: str = "") -> None:
        self.game = module_of(bodies, folder, name, header).Bench()
        self.analysis = Analysis(self.game, self.game.initial())
        self.problems = [
            problem.message.text()
            for found in (*self.analysis.optional_problems.values(), self.analysis.problems)
            for problem in found
        ]
        self.states = list(dict.fromkeys(self.analysis.samples.states))[:60]
        if not self.problems:
            program = PlainProgram(self.game, self.game.initial(), rules_kernel, self.analysis)
            self.rules = Rules(
                self.analysis, library_of(self.analysis, f"bench_{program.fingerprint}")
            )

    def answers(self, number: int, state: Any) -> tuple[Any, Any]:
        """What Python and compiled code return; "raises" where they raise."""
        try:
            expected = self.game.evaluate(state, number)
        except Exception:
            expected = "raises"
        try:
            found = self.rules.call("evaluate", self.analysis.encode(state), number)
        except RuleFault:
            found = "raises"
        except NoRoom:
            found = "no room"
        return expected, found
