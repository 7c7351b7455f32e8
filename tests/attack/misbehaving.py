"""Files of games that misbehave in ways that no contract mentions, and games made at random."""

from __future__ import annotations

from random import Random

RACE = """
from typing import NamedTuple
from adversario import Game

class At(NamedTuple):
    sum: int
    turn: int

class Race(Game):
    def initial(self): return At(0, 0)
    def player(self, s): return s.turn
    def actions(self, s):
        yield 1
        yield 2
    def result(self, s, a): return At(s.sum + a, 1 - s.turn)
    def is_terminal(self, s): return s.sum >= 10
    def utility(self, s, p): return 1 if s.turn == p else -1
"""
"""The race to 10 in steps of 1 or 2: the first player loses."""

SCORE = -1

METHODS = {
    "exits": "def result(self, s, a): raise SystemExit(0)",
    "exits at a move": "def utility(self, s, p): exit()",
    "interrupts": "def result(self, s, a): raise KeyboardInterrupt",
    "recursion": "def utility(self, s, p): return self.utility(s, p)",
    "no memory": "def utility(self, s, p): raise MemoryError",
    "a generator stops": "def utility(self, s, p): return next(iter(()))",
    "asserts": "def is_terminal(self, s): assert s.sum < 3; return False",
    "prints": "def is_terminal(self, s): print('{}'); return s.sum >= 10",
    "wrong parameters": "def result(self, s): return s",
    "a property": "player = property(lambda self: 1)",
    "not a method": "utility = 5",
    "an odd error": "def utility(self, s, p): raise type('\\ud800', (Exception,), {})('\\ud800')",
    "an error without words": "def utility(self, s, p): raise Exception",
    "an error that fails": (
        "def utility(self, s, p): raise type('E', (Exception,), {'__str__': lambda s: 1 / 0})"
    ),
    "a name that fails": "def action_name(self, s, a): return 1 / 0",
    "a name that is no text": "def action_name(self, s, a): return 5",
    "a position that is no text": "def position(self, s): return None",
    "a huge name": "def action_name(self, s, a): return 'x' * 10**6",
    "a surrogate as name": "def action_name(self, s, a): return '\\ud800' + str(a)",
    "terminal codes": "def action_name(self, s, a): return '\\x1b[2J' + str(a)",
    "bounds upside down": "utility_bounds = (1, -1)",
    "bounds of words": "utility_bounds = 'ab'",
    "no players": "players = 0",
    "minus players": "players = -1",
    "players of words": "players = 'two'",
    "many players": "players = 10**9",
    "symmetries that lie": "def symmetries(self, s): return [At(9, 0)]",
    "a key that lies": "def key(self, s): return 0",
    "an evaluation of None": "def evaluate(self, s, p): return None",
    "features that change": "def features(self, s, p): return [1.0] * s.sum",
}
"""A fault each: a method or an attribute that replaces that of the race."""

FILES = {
    "empty": "", "a syntax error": "class (", "an import error": "import no_such_module",
    "exits": "import sys; sys.exit(0)", "exits with words": "raise SystemExit('bye')",
    "interrupts": "raise KeyboardInterrupt", "no class": "x = 5",
    "an odd coding": "# coding: rot13",
    "a zero byte": "x = 1\0", "recursion": "def f(): f()\nf()", "no game": "class Race: pass",
    "deep": "x = " + "(" * 5000 + ")" * 5000, "a class that fails": RACE + "    x = 1 / 0\n",
    "needs arguments": RACE + "    def __init__(self, n): self.n = n\n",
    "fails when made": RACE + "    def __init__(self): raise ValueError('no')\n",
    "not UTF-8": "x = '\udcff'",
}  # fmt: skip
"""Files that are no games, or fail when they are loaded."""

COMMANDS = (
    ("check", "--playouts", "5"), ("search", "-d", "4"), ("solve", "--method", "table"),
    ("search", "-a", "mcts", "--nodes", "50"), ("play", "-d", "2", "--no-review"), ("draw", "-d",
    "2"),
    ("trace", "-d", "2"), ("count",), ("doctor",), ("analyse", "-d", "3"),
)  # fmt: skip


ATOMS = ("s.sum", "s.sum", "s.turn", "3", "(-7)", "11", "(2**31)", "(2**62)", "(-(2**63))",
         "6364136223846793005")  # fmt: skip
"""The simplest expressions of games made at random."""


def faulty_file(method: str) -> str:
    """The race with one method replaced."""
    return f"{RACE}\nclass Faulty(Race):\n    {method}\n"


def random_game(random: Random) -> str:
    """A race whose utilities are a random expression, exact in Python whatever its size."""
    goal = random.choice((7, 10, 15, 40))
    expression = _expression(random, 3)
    step = random.choice(("s.sum + a", "s.sum + a", f"s.sum + a + {_expression(random, 1)} % 2"))
    return (
        f"{RACE}\nclass Made(Race):\n"
        "    worths = (5, -3, 4, -1, 2, 6, -2, 1, 3, 0, 9, 8)\n"
        f"    def result(self, s, a): return At({step}, 1 - s.turn)\n"
        f"    def is_terminal(self, s): return s.sum >= {goal}\n"
        "    def utility(self, s, p):\n"
        f"        worth = ({expression}) % 1009 - 500\n"
        "        return worth if p == 0 else -worth\n"
    )


def _expression(random: Random, depth: int) -> str:
    """A random expression of whole numbers over the state."""
    if depth == 0:
        return random.choice(ATOMS)
    left, right = _expression(random, depth - 1), _expression(random, depth - 1)
    form = random.choice(
        (
            "({0} + {1})", "({0} - {1})", "({0} * {1})", "({0} * {1})", "({0} // {1})",
            "({0} % {1})",
            "({0} ** ({1} % 40))", "(({0} % 1000) << ({1} % 70))", "({0} >> ({1} % 70))",
            "(1 << ({1} % 80 - 2))", "({0} & {1})", "({0} | {1})", "({0} ^ {1})", "(-{0})",
            "(~{0})",
            "abs({0})", "min({0}, {1})", "max({0}, {1})", "({0} if {1} > 3 else s.sum)",
            "self.worths[{0} % 14 - 1]", "self.worths[-({1} % 12) - 1]", "int({0} % 50 * 2.5)",
        )
    )  # fmt: skip
    return form.format(left, right)
