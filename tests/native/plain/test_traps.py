# ruff: noqa: E501 (a construct a line)
"""Where compilers of Python go wrong: compiled code means the same, or leaves it to Python."""

from __future__ import annotations

from math import isclose

import pytest

from tests.native.plain.bench import Bench

HEADER = """
from abc import ABC, abstractmethod
from enum import IntFlag, auto
from types import MappingProxyType

OTHERS = MappingProxyType({"a": 4, "b": 7, "c": 1, "bc": 2})
WORDS = {"abcba", "bcbaq", "ab", "toolongtobefound"}
RANK = {"a": 3, "b": 1, "c": 2}.__getitem__
ORDER = (5, 3, 1, 4, 2, 0, 6)
OPERATIONS = {"a": lambda x: x + 1, "b": lambda x: x * x, "c": abs}


class Side(IntFlag):
    LEFT = auto()
    RIGHT = auto()
    UP = auto()


class Tally:
    SIZE = 7

    def __init__(self, items, start=0):
        self.items = list(items)
        self.first, self.__secret = items[0], start + 4

    def total(self):
        return sum(self.items)

    def hidden(self):
        return self.__secret * 3


class Shape(ABC):
    def __init__(self, size):
        self.size = size

    @abstractmethod
    def area(self, n):
        pass

    def twice(self):
        return 2 * self.area(1)


class Square(Shape):
    def area(self, n):
        return self.size * self.size + n


class Strip(Shape):
    def __init__(self, length):
        super().__init__(length + 1)
        self.width = 2

    def area(self, n):
        return self.size * self.width - n
"""

SAME = {
    "a slice backward with an end": "x = word[3:0:-1] + word[n:-9:-1] + word[-9::-1] + word[9:n:-2] + word[:1:-1]\nreturn int(''.join(str('abc'.index(c)) for c in x) + '1')",
    "alias list": "a = [1, 2]\nb = a\nb.append(n)\nreturn len(a) * 10 + a[-1]",
    "alias rows": "grid = [[0] * 3] * 3\ngrid[1][1] = 5\nreturn sum(map(sum, grid))",
    "deepcopy": "g = [[0, 1], [2, 3]]\nh = copy.deepcopy(g)\nh[0][0] = 9\nreturn g[0][0] * 10 + h[0][0]",
    "default argument": "k = n\ndef f(x=k):\n    return x\nk = 100\nreturn f()",
    "closure loop": "t = 0\nfor i in range(3):\n    f = lambda: i * 10\n    t += f()\nreturn t",
    "closure late var": "x = 1\nf = lambda: x\nx = n + 5\nreturn f()",
    "mutate during iteration": "a = [1, 2, 3, 4]\nt = 0\nfor x in a:\n    t += x\n    if x == 2:\n        a.remove(x)\nreturn t",
    "append during iteration": "a = [1]\nfor x in a:\n    if x < 5:\n        a.append(x + 1)\nreturn sum(a)",
    "loop var reassigned": "t = 0\nfor i in range(4):\n    t += i\n    i = 10\nreturn t * 100 + i",
    "bool eq 1": "x = [0, 1, True, False]\nreturn x.count(1) * 10 + x.index(True)",
    "float keys": "d = {1: 5, 2: 6}\nreturn d[1.0] + d.get(2.5, 3)",
    "float in set": "return (2.0 in {1, 2, 3}) + 2 * (2.5 in {1, 2})",
    "neg div": "return (-7 // (n + 1)) * 100 + (-7 % (n + 1)) + (7 // -(n + 1)) * 10 + 7 % -(n + 1)",
    "divmod neg2": "a, b = divmod(7 + n, -3)\nreturn a * 10 + b",
    "round half": "return round(n + 0.5) * 100 + round(2.5) + round(-n - 0.5)",
    "floor ceil": "return math.floor(-n - 0.5) * 100 + math.ceil(-n - 0.5) * 10 + math.floor(n)",
    "unicode order": "return ('é' > 'z') + 2 * (word + 'é' > word + 'z')",
    "chained": "calls = []\ndef f(x):\n    calls.append(x)\n    return x\nr = 0 < f(n) < f(3)\nreturn len(calls) * 10 + r",
    "except lookup": "try:\n    return cells[n + 3]\nexcept LookupError:\n    return -1",
    "except partial": "a = [1]\ntry:\n    a.append(2)\n    a.append(cells[9])\nexcept IndexError:\n    pass\nreturn len(a)",
    "dict reinsertion": "d = {3: 1, 1: 2}\ndel d[3]\nd[3] = 5\nreturn list(d)[0]",
    "dict pop": "d = {1: 2, 3: 4}\nreturn d.pop(1) * 10 + d.pop(n, 7) + len(d)",
    "defaultdict": "d = defaultdict(list)\nfor c in cells:\n    d[c % 2].append(c)\nreturn len(d[0]) * 10 + len(d[5]) + len(d)",
    "defaultdict in": "d = defaultdict(int)\nx = n in d\nd[n]\nreturn x * 10 + (n in d)",
    "counter": "c = Counter(word)\nreturn c['a'] * 100 + c['z'] * 10 + len(c)",
    "counter common": "c = Counter(cells)\nreturn c.most_common(1)[0][0] * 10 + c.most_common()[-1][0]",
    "counter neg": "c = Counter(cells)\nc[1] -= 5\nreturn c[1] + c.total()",
    "set inplace": "a = {1, 2}\nb = a\nb |= {n + 5}\nreturn len(a)",
    "frozen inplace": "a = frozenset([1, 2])\nb = a\nb |= {n + 5}\nreturn len(a) * 10 + len(b)",
    "list inplace": "a = [1]\nb = a\na += [2]\nreturn len(b)",
    "list mult inplace": "a = [1, 2]\nb = a\na *= 2\nreturn len(b)",
    "tuple vs list in": "return ((1, 2) in [[1, 2]]) + 2 * ([1] in [(1,)])",
    "namedtuple dict": "d = {Point(1, 2): 5}\nreturn d.get((1, n), 0)",
    "enum in set": "return (1 in {Level.LOW, Level.HIGH}) + 2 * (Level.LOW in {1, n})",
    "enum dict": "d = {Level.LOW: 5}\nreturn d.get(1, 0) * 10 + d.get(n - 1, 0)",
    "str bool none": "return len(str(n > 1)) * 10 + len(f'{None}')",
    "percent": "return len('%d-%s' % (n * 100, word))",
    "format method": "return len('{}-{}'.format(n * 100, word))",
    "text find": "return word.find('b', 2) * 100 + word.rfind('b') * 10 + word.find('zz') + word.find('', 9)",
    "text replace": "return len((word + 'abab').replace('ab', 'x')) * 10 + len(word.replace('a', 'bb', 1))",
    "text split": "s = ' a  b ' + word + ' '\nreturn len(s.split()) * 10 + len(s.split(' '))",
    "text split sep": "s = 'a--b---c' + word\np = s.split('--')\nreturn len(p) * 10 + len(p[-1])",
    "text strip": "s = '  x ' + word + '  '\nreturn len(s.strip()) * 100 + len(s.lstrip()) + len(word.strip('a')) * 10",
    "text eq sym": "x = 'ab' if n > 1 else 'abc'\nreturn (x == word[:2]) + 2 * (x == 'ab') + 4 * (x in ('ab', 'z'))",
    "sorted reverse stable": "p = [(c % 2, i) for i, c in enumerate(cells)]\nreturn sum(i * 10 ** k for k, (_, i) in enumerate(sorted(p, key=lambda t: t[0], reverse=True)))",
    "walrus": "return sum(y for c in cells if (y := c * 2) > 4) + y",
    "swap tricky": "x = [1, 0, 2]\ni = 0\ni, x[i] = 2, 9\nreturn x[2] * 10 + x[0]",
    "aug index once": "log = []\ndef f():\n    log.append(1)\n    return 0\nx = [1]\nx[f()] += n\nreturn len(log) * 10 + x[0]",
    "nested unpack": "(a, b), [c, *d] = (1, n), [3, 4, 5]\nreturn a + b * 10 + c * 100 + len(d)",
    "product repeat var": "return sum(int(''.join(map(str, p))) for p in product(range(2), repeat=n % 4) if p)",
    "combinations var": "return sum(sum(c) for c in combinations(cells, n % 4))",
    "match seq str": "match word:\n    case [a, *_]:\n        return 1\n    case _:\n        return 2",
    "match point": "match Point(n, 2):\n    case (2, y):\n        return y * 10\n    case (x, y):\n        return x",
    "match star": "match list(cells):\n    case [3, *rest, 5]:\n        return len(rest)\n    case _:\n        return 0",
    "match class": "match Card(n):\n    case Card(2, suit=s):\n        return ord(s)\n    case Card(r):\n        return r",
    "match int class": "x = 'a' if n > 2 else n\nmatch x:\n    case int(k):\n        return k * 10\n    case str():\n        return 1",
    "match none": "x = None if n > 2 else n\nmatch x:\n    case None:\n        return 1\n    case 0 | 1:\n        return 2\n    case _:\n        return 3",
    "const list copy": "x = list(STEPS)\nx.append((5, n))\nreturn len(x) * 10 + len(STEPS)",
    "raise in except": "try:\n    try:\n        return cells[10]\n    except IndexError:\n        raise KeyError\nexcept KeyError:\n    return 3",
    "try break": "t = 0\nfor i in range(9):\n    try:\n        t += 10 // (n - i)\n    except ZeroDivisionError:\n        break\nreturn t",
    "words in a set": "return (word[:2] in {'ab', 'bc', 'xyz'}) + 2 * (word in WORDS) + 4 * (word[1:] + 'q' in WORDS)",
    "a dictionary from a set": "d = {c: c * c for c in set(cells)}\nreturn sorted(d)[0] * 10 + d[max(d)] + len(d)",
    "pairs of a set": "d = dict(frozenset((c, c % 3) for c in cells))\nreturn sum(d.values()) * 10 + d[5]",
    "the best of a set": "return max({c * 7 % 31 for c in cells}, key=lambda c: (c % 5, c))",
    "sorted by a key": "return sorted({c * 7 % 31 for c in cells}, key=lambda c: -c)[0]",
    "a search of a graph": "near = {0: {9, 18}, 9: {0}, 18: {27}, 27: set(), 36: {0}}\nseen, todo = {n % 5 * 9}, [n % 5 * 9]\nwhile todo:\n    at = todo.pop()\n    for to in near[at]:\n        if to not in seen:\n            seen.add(to)\n            todo.append(to)\nreturn sum(seen) * 10 + len(seen)",
    "a search that takes from a set": "near = [{1, 2}, {0}, {3}, set(), {0}]\nseen, todo = {n % 5}, {n % 5}\nwhile todo:\n    at = todo.pop()\n    for to in near[at]:\n        if to not in seen:\n            seen.add(to)\n            todo.add(to)\nreturn sum(seen) * 10 + len(seen)",
    "unions of a loop": "out = set()\nfor c in set(cells):\n    out |= {c, c + 1}\nreturn len(out) * 10 + (n in out)",
    "flags": "a = Side.LEFT | Side(n % 8)\nreturn bool(a & Side.RIGHT) + 2 * (a == Side.LEFT) + 4 * len([s for s in Side if s & a]) + 100 * (~a & Side.UP == Side.UP)",
    "an object": "b = Tally(cells)\nreturn b.total() * 10 + b.first + b.SIZE",
    "an object that holds a list": "b = Tally(cells)\nb.items.append(n)\nc = b\nreturn len(c.items)",
    "objects of several classes": "return sum(shape.area(n) for shape in (Square(2), Strip(3))) + Square(n).twice()",
    "functions by name": "return OPERATIONS[word[0]](n) + sum(f(n) for f in OPERATIONS.values())",
    "bound method of a table": "return RANK(word[0]) * 10 + sorted(cells, key=ORDER.index)[0]",
    "greatest common divisor": "return math.gcd(n * 6, 4) * 10 + math.gcd(12, 18, n)",
    "private names": "return Tally(cells).hidden()",
    "a list of a set, sorted later": "x = [c * 9 for c in set(cells) if c != n]\nif not x:\n    return -1\nreturn sorted(x)[0] * 10 + len(x)",
    "a list of a set, sorted in place": "x = []\nfor c in set(cells):\n    x.append((c * 9, n))\n    x.append((c, 1))\nx.sort()\nreturn x[0][0] * 10 + x[-1][0]",
    "a list of a set, only searched": "x = list({c * 9 for c in cells})\nreturn (n in x) + 2 * (9 in x) + 10 * sum(x)",
    "a list of a set, worked off": "near = [{1, 2}, {0}, {3}, set(), {0}]\nseen = {n % 5}\ntodo = list(seen | {(n * 9) % 5})\nwhile todo:\n    at = todo.pop()\n    for to in near[at]:\n        if to not in seen and to != 3:\n            seen.add(to)\n            todo.append(to)\nreturn sum(seen) * 10 + len(seen)",
    "the same value for the keys of a set": "d = {c * 9: c for c in cells}\nfor c in set(cells):\n    d[c * 9] = n\nreturn sum(d.values()) * 10 + len(d)",
    "rows as arguments": "def add(a, b, c, d, e):\n    return a * 3 + b - c * d + e\nx = list(cells)\nx.append(n)\nreturn add(*x[:5]) + add(*sorted(x)[1:]) + Square(*[n]).area(2) + add(1, *x[:4])",
    "too few arguments in a row": "def add(a, b):\n    return a + b\ntry:\n    return add(*list(cells)[n:])\nexcept (TypeError, ValueError):\n    return -1",
    "algebra of counters": "a, b = Counter(word), Counter('abca')\nreturn sum((a + b).values()) * 100 + sum((a & b).values()) * 10 + len(a - b) + (a | b)['a']",
    "counters in order": "return list(Counter(word) - Counter('a'))[0] == 'b'",
    "keys in order": "d = dict.fromkeys(cells, n)\nreturn list(d)[1] * 100 + len(d) * 10 + d[1] + (dict.fromkeys('ab')['a'] is None)",
    "items as a key": "return max(range(5), key=cells.__getitem__) * 10 + len(list(filter({1, 4}.__contains__, cells)))",
    "runs": "g = [(k, len(list(v))) for k, v in groupby(sorted(word))]\nreturn len(g) * 100 + g[0][1] * 10 + sum(sum(v) for k, v in groupby(cells, key=lambda c: c > 2) if k)",
    "whole numbers": "return math.isqrt(n * n + n) * 1000 + math.comb(n + 3, n) + math.perm(n + 2, 2) * 7 + math.factorial(n) + math.comb(2, n) + math.isqrt(2 ** 62 - 1 - n) % 97",
    "a mapping that cannot change": "return OTHERS[word[0]] * 10 + OTHERS.get(word[1:3], n) + sum(OTHERS.values()) + ('b' in OTHERS)",
    "one of several functions": "return {'a': Tally(cells).total, 'b': lambda: n, 'c': lambda: -1}[word[0]]() + {0: abs, 1: math.isqrt}[n % 2](n + 1)",
    "no such function": "try:\n    return {0: abs, 1: math.isqrt}[n](5)\nexcept KeyError:\n    return -1",
    "members by name": "return Level[('LOW', 'HIGH')[n % 2]] + 10 * (Colour[word[:0] + ('RED' if n > 2 else 'BLUE')] is Colour.RED)",
    "methods of several types": "x = word[:2] if n > 3 else (1, n) if n else 'zz'\nreturn x.count('a') * 10 + len(x) if n != 2 else x.index(n)",
}
"""Compiled, and the same as in Python."""

LEFT = {
    "big mult": "x = 10 ** 10\nreturn x * x * (n + 1) // x // x",
    "pow neg": "return 2 ** -n",
    "int div big": "return (2**53 + 1 + n) / 1 == 2**53 + 1 + n",
    "unbound": "try:\n    if n > 5:\n        q = 1\n    return q\nexcept UnboundLocalError:\n    return 9",
    "infinite recursion": "def f(k):\n    return f(k + 1)\ntry:\n    return f(0)\nexcept RecursionError:\n    return 1",
    "unbound loop": "for i in range(n - 2):\n    pass\ntry:\n    return i\nexcept NameError:\n    return 9",
    "nan": "x = float('nan')\nreturn (x == x) + 2 * (x in [x]) + n",
    "ties of a set": "return max({c * 7 % 31 for c in cells}, key=lambda c: c % 2)",
    "a key twice": "d = {}\nfor c in {c * 7 % 31 for c in cells}:\n    d[c % 2] = c\nreturn d[1]",
    "an overflow is no error of Python's": "try:\n    return 10 ** 18 * (n + 10) // 10 ** 18\nexcept ArithmeticError:\n    return -1",
}
"""Compiled, and left to Python when it comes to it."""

REFUSED = {
    "default argument list": (
        "def f(x, acc=[]):\n    acc.append(x)\n    return len(acc)\nf(1)\nreturn f(2)",
        "default_changes",
    ),
    "enum mixed set": ("return len({Level.LOW, 1, n})", "mixed_keys"),
    "namedtuple in set": ("return len({Point(1, 2), (1, n)})", "mixed_keys"),
    "kwargs dict": ("def f(**k):\n    return k['a']\nreturn f(a=n)", "arguments"),
    "unhashable": ("try:\n    return len({[1]})\nexcept TypeError:\n    return 7", "unhashable"),
    "match true": (
        "match n:\n    case True:\n        return 1\n    case 2:\n        return 2\n    case _:\n        return 3",
        "identity",
    ),
    "set order": ("return list({3, 1, 2, n})[0]", "set_order"),
    "global mutate": ("STEPS.append((n, n))\nSTEPS.pop()\nreturn len(STEPS)", "method"),
    "counter compare": ("return Counter(word) == Counter('abcba')", "method"),
    "an order that shows": (
        "out = []\nfor c in set(cells):\n    out.append(c * 9)\nreturn out[0]",
        "set_order",
    ),
    "a list of a set whose order shows": (
        "x = [c * 9 for c in set(cells)]\nif x:\n    y = sorted(x)\n    return x[0] + y[0]",
        "set_order",
    ),
    "a list of a set that is shared": (
        "x = [c * 9 for c in set(cells)]\ny = [x]\nx.sort()\nreturn y[0][0] if n else sum(x)",
        "set_order",
    ),
    "several values for the keys of a set": (
        "d = {}\nfor c in {c * 9 for c in cells}:\n    d[c] = n\n    d[9] = c\nreturn list(d)[0]",
        "set_order",
    ),
    "a dictionary in no order": (
        "d = {c * 9: 1 for c in set(cells)}\nreturn list(d)[0]",
        "set_order",
    ),
    "a search whose order shows": (
        "near = {0: {9, 18}, 9: {0}, 18: {27}, 27: set()}\nseen, todo = [0], [0]\nwhile todo:\n    at = todo.pop()\n    for to in near[at]:\n        if to not in seen:\n            seen.append(to)\n            todo.append(to)\nreturn seen[-1]",
        "set_order",
    ),
}
"""Refused, for a reason."""


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    """All of them in one program."""
    bodies = (*SAME.values(), *LEFT.values())
    return Bench(bodies, tmp_path_factory.mktemp("traps"), "traps", HEADER)


def test_all_compile(bench: Bench) -> None:
    assert bench.problems == []


@pytest.mark.parametrize("name", SAME)
def test_it_means_the_same(bench: Bench, name: str) -> None:
    number = list(SAME).index(name)
    for state in bench.states:
        expected, found = bench.answers(number, state)
        assert found != "no room"
        assert found == expected or isclose(found, expected, rel_tol=1e-12), state


@pytest.mark.parametrize("name", LEFT)
def test_it_is_left_to_python(bench: Bench, name: str) -> None:
    number = len(SAME) + list(LEFT).index(name)
    answers = [bench.answers(number, state) for state in bench.states]
    assert any(found == "raises" for _, found in answers)
    assert all(found in ("raises", expected) for expected, found in answers)


@pytest.fixture(scope="module")
def refusals(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    """What is not compiled, in one program."""
    bodies = [body for body, _ in REFUSED.values()]
    return Bench(bodies, tmp_path_factory.mktemp("refused"), "refused_traps", HEADER)


@pytest.mark.parametrize("name", REFUSED)
def test_it_is_refused(refusals: Bench, name: str) -> None:
    number = list(REFUSED).index(name)
    found = {
        problem.reason.id
        for problems in refusals.analysis.optional_problems.values()
        for problem in problems
        if problem.method == f"f{number}"
    }
    assert f"native.plain.{REFUSED[name][1]}" in found
