# ruff: noqa: E501 (a construct a line)
from math import isclose
from pathlib import Path

import pytest

from tests.native.plain.bench import Bench

CONSTRUCTS = {
    "comprehension": "return sum([c * c for c in cells if c % 2])",
    "nested comprehension": "return len([(i, j) for i in range(n) for j in cells if i < j])",
    "set comprehension": "return len({c % 3 for c in cells})",
    "dict comprehension": "d = {i: c for i, c in enumerate(cells)}\nreturn d[0] + d.get(9, 40)",
    "generator expression": "return max((c for c in cells if c > 1), default=-7)",
    "any and all": "return any(c > 5 for c in cells) * 2 + all(c for c in cells)",
    "slices": "t = cells[:n] + (9,) + cells[n + 1:]\nreturn t[-1] * 10 + len(t) + t[0]",
    "negative index": "return cells[-1] - cells[-2]",
    "slice backwards": "return cells[::-1][0] * 10 + cells[::2][1]",
    "index error": "return cells[n + 3]",
    "list changed": "x = list(cells)\nx[n % 5] = 8\nx.append(1)\nreturn sum(x) + x.pop()",
    "list methods": "x = [5]\nx.extend(cells)\nx.insert(1, 7)\nx.remove(5)\nx.reverse()\n"
    "x.sort()\nreturn x[0] * 100 + x.index(7) * 10 + x.count(1)",
    "aliasing": "x = list(cells)\ny = x\ny[0] = 50 + n\nz = x[:]\nz[0] = 1\nreturn x[0] + z[0]",
    "lists in lists": "g = [[0] * 3 for _ in range(2)]\ng[1][2] = n\nreturn sum(map(sum, g))",
    "delete": "x = list(cells)\ndel x[1]\nreturn x[1]",
    "starred": "a, *b, c = cells\nreturn a * 100 + sum(b) * 10 + c",
    "starred tuple": "t = (*cells, n)\nreturn t[5] + len(t)",
    "swap": "a, b = n, 3\na, b = b, a\nreturn a * 10 + b",
    "augmented": "x = list(cells)\nx[0] += n\nx += [1, 2]\nreturn x[0] * len(x)",
    "sorted": "return sorted(cells)[2] * 10 + sorted(cells, reverse=True)[0]",
    "sorted by key": "return sorted(cells, key=lambda c: (-c, c % 3))[1]",
    "min by key": "return min(cells, key=lambda c: abs(c - 3)) * 10 + max(range(5), key=lambda i: cells[i])",
    "min of few": "return min(n, 3, cells[0]) * 10 + max(n, 1)",
    "zip": "return sum(a * b for a, b in zip(cells, range(1, 9)))",
    "reversed": "return [c for c in reversed(cells)][0]",
    "enumerate from": "return sum(i * c for i, c in enumerate(cells, 2))",
    "map and filter": "return sum(map(lambda c: c + 1, filter(lambda c: c > 2, cells)))",
    "product": "return sum(a * b for a, b in product(cells, repeat=2))",
    "combinations": "return sum(1 for a, b, c in combinations(cells, 3) if a + b > c)",
    "permutations": "return len(list(permutations(range(n), 2)))",
    "chain": "return sum(chain(cells, [n], (1, 2)))",
    "reduce": "return reduce(lambda a, b: a * 3 + b, cells, 0)",
    "divmod": "q, r = divmod(n - 5, 3)\nreturn q * 10 + r",
    "floor division": "return (n - 4) // 3 * 100 + (n - 4) % 3 + (7 // (n + 1))",
    "true division": "return n / 4 + 1 / 2",
    "division by zero": "return 6 // n",
    "power": "return 2 ** n + (-3) ** n",
    "bits": "return (n << 3 | 5) ^ (n & 1) + (~n) + (9 >> 1) + n.bit_count()",
    "chained comparison": "return (0 < n < 3) + 2 * (cells[0] <= cells[1] <= 6)",
    "conditional": "return 5 if n > 2 else 3 if n else 1",
    "and or": "x = n or 40\ny = n and 7\nreturn x * 10 + y",
    "walrus": "if (m := n + 1) > 3:\n    return m\nreturn -m",
    "while else": "i = 0\nwhile i < n:\n    if i == 4:\n        break\n    i += 1\nelse:\n"
    "    return 100 + i\nreturn i",
    "for else": "for c in cells:\n    if c == 6:\n        break\nelse:\n    return -1\nreturn c",
    "continue": "t = 0\nfor c in cells:\n    if c % 2:\n        continue\n    t += c\nreturn t",
    "nested loops": "t = 0\nfor i in range(3):\n    for j in range(i):\n        if j == n:\n"
    "            break\n        t += 10 * i + j\nreturn t",
    "optional": "best = None\nfor c in cells:\n    if best is None or c > best:\n        best = c\n"
    "return best if best is not None else -1",
    "none or number": "x = None if n == 2 else n\nreturn -1 if x is None else x + 1",
    "union": "x = 'a' if n > 3 else (n, 1) if n else 9\n"
    "return 7 if x == 'a' else x[0] if isinstance(x, tuple) else x",
    "set": "s = set(cells)\ns.add(9)\ns.discard(1)\nreturn len(s) * 10 + (9 in s) + (1 in s)",
    "set algebra": "a, b = set(cells), {1, 2, 3}\n"
    "return len(a | b) * 100 + len(a & b) * 10 + len(a - b) + len(a ^ b)",
    "set relations": "a = {1, 2}\nreturn a.issubset(cells) + 2 * a.isdisjoint(cells) + 4 * (a <= {1, 2, n})",
    "set of tuples": "s = {(c, n) for c in cells}\nreturn ((3, n) in s) * 10 + len(s)",
    "set of texts": "s = {word[:2], word[1:3]}\nreturn len(s) + (word[:2] in s)",
    "frozenset": "return len(frozenset(cells) | {8}) + (n in PRIMES)",
    "flood": "seen, stack = {0}, [0]\nwhile stack:\n    at = stack.pop()\n"
    "    for step in (1, 2):\n        if at + step < 5 and cells[at + step] and at + step not in seen:\n"
    "            seen.add(at + step)\n            stack.append(at + step)\nreturn len(seen)",
    "dictionary": "d = {}\nfor c in cells:\n    d[c] = d.get(c, 0) + 1\n"
    "return sum(k * v for k, v in d.items()) + max(d.values()) + len(d)",
    "dictionary changed": "d = {1: 2, 3: 4}\nd.update({n: 7})\nd.pop(3)\nd.setdefault(8, 9)\n"
    "return sum(d) * 100 + sum(d.values()) + (3 in d)",
    "key error": "d = {1: 2, 2: 5}\nreturn d[n]",
    "dictionary of words": "return sum(WORTH[c] for c in word) + WORTH.get(word[:1], 0)",
    "text": "return word.count('a') * 10 + word.index('b') + ('bc' in word) + word.find('zz')",
    "text changed": "t = word[:n] + 'c' + word[n + 1:]\nreturn (t == word) + (t < word) * 2 + len(t)",
    "text replaced": "return word.replace('a', 'b').count('b') * 10 + word.upper().count('A')",
    "text joined": "t = ''.join(sorted(word))\nreturn (t[0] == 'a') + len('-'.join([t, word]))",
    "number as text": "t = f'{n}x{cells[0]}'\nreturn int(t.split('x')[0]) * 10 + int(t[2:])",
    "character codes": "return ord(word[0]) + (chr(97 + n % 3) == word[1])",
    "enum": "c = Colour.RED if n % 2 else Colour.BLUE\n"
    "return (c.other is Colour.RED) + 2 * (c.value == 'r') + len([k for k in Colour if k != c])",
    "enum of numbers": "x = Level(1 if n > 2 else 4)\nreturn x + x.value * 10 + (x == Level.LOW)",
    "enum without the value": "return Level(n)",
    "named tuple": "p = Point(n).shifted(3)\nx, y = p\nreturn x * 10 + y + (p == (n + 3, 2)) + Point.origin().x",
    "dataclass": "c = replace(Card(n + 1), suit=word[0])\n"
    "return c.worth + Card.ace().rank + (c < Card(3, 'b')) + (c == Card(n + 1, word[0]))",
    "closure": "def add(k):\n    return k + n\nreturn add(3) * add(1)",
    "recursive closure": "def reach(i):\n    return 0 if i >= 5 else cells[i] + reach(i + 1)\nreturn reach(n)",
    "nonlocal": "total = 0\ndef add(k):\n    nonlocal total\n    total += k\nfor c in cells:\n    add(c)\nreturn total",
    "lambda": "twice = lambda k: 2 * k\nreturn twice(n) + twice(cells[0])",
    "recursion": "return factorial(n) + square(n)",
    "generator": "return sum(count_down(n)) * 10 + next(count_down(n), -3)",
    "generator inside": "def odd():\n    for c in cells:\n        if c % 2:\n            yield c\n"
    "    yield 100\nreturn sum(odd()) + len(list(odd()))",
    "recursive generator": "def walk(i):\n    if i < 5:\n        yield cells[i]\n"
    "        yield from walk(i + 2)\nreturn sum(walk(0)) * 10 + len(list(walk(1)))",
    "match": "match n:\n    case 0:\n        return 10\n    case 1 | 2:\n        return 20\n"
    "    case _:\n        return n",
    "match tuples": "match (n % 2, word[0]):\n    case (0, 'a'):\n        return 1\n"
    "    case (1, letter):\n        return 2 + (letter == 'b')\nreturn 9",
    "try": "try:\n    return cells[n + 2]\nexcept IndexError:\n    return -5",
    "try with several": "try:\n    return {1: 4, 2: 6}[n] // (n - 1)\nexcept (KeyError, ZeroDivisionError):\n    return -1",
    "raise": "if n == 3:\n    raise ValueError('three')\nreturn n",
    "assertion": "assert n != 2\nreturn n",
    "overflow": "return 3 ** (n * 12)",
    "copy": "x = copy.copy(list(cells))\nx[0] = 9\nreturn x[0] + cells[0]",
    "rotation": "d = STEPS[n % 4]\nreturn d[0] * 10 + d[1] + STEPS.index(d)",
    "membership": "return (n in cells) + 2 * (n in range(1, 4)) + 4 * ((0, n) in STEPS) + 8 * (n not in (1, 2))",
    "transposed": "rows = (cells[:2], cells[2:4])\nreturn sum(a * 10 + b for a, b in zip(*rows))",
    "tuple of tuples": "g = tuple(tuple(c + i for c in cells) for i in range(3))\n"
    "return g[1][2] * 10 + max(map(max, g))",
    "varying tuples": "h = ()\nfor c in cells:\n    if c > n:\n        h = h + (c,)\nreturn len(h) * 10 + sum(h)",
    "default": "def f(k, by=2, *, plus=1):\n    return k * by + plus\nreturn f(n) + f(n, 3) + f(n, plus=n)",
    "several arguments": "def f(first, *rest):\n    return first * 10 + sum(rest) + len(rest)\nreturn f(n, 1, 2) + f(n)",
}


CONSTANT = {"set of texts", "raise"}
"""Constructs with the same answer in most states."""


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    return Bench(list(CONSTRUCTS.values()), tmp_path_factory.mktemp("bench"), "bench_constructs")


def test_all_constructs_compile(bench: Bench) -> None:
    assert bench.problems == []


@pytest.mark.parametrize("construct", CONSTRUCTS)
def test_a_construct_means_what_it_means_in_python(bench: Bench, construct: str) -> None:
    number = list(CONSTRUCTS).index(construct)
    seen = set()
    for state in bench.states:
        expected, found = bench.answers(number, state)
        if construct == "overflow" and expected != "raises" and abs(expected) > 2**53:
            expected = "raises"
        seen.add(expected)
        numbers = "raises" not in (expected, found)
        same = isclose(expected, found) if numbers else expected == found
        assert same, (state, expected, found)
    assert len(seen) > 1 or construct in CONSTANT


REFUSED = {
    "a file": "with open('x') as f:\n    return 1",
    "a step assigned": "x = list(cells)\nx[::2] = [3, 3, 3]\nreturn 1",
    "a number formatted": "return len(f'{n:3}')",
    "a module": "import os\nreturn os.getpid()",
}


@pytest.mark.parametrize("construct", REFUSED)
def test_what_does_not_compile_is_named_with_its_line(construct: str, tmp_path: Path) -> None:
    name = f"bench_{construct.replace(' ', '_')}"
    bench = Bench(["return n", REFUSED[construct]], tmp_path, name)
    assert not bench.analysis.problems
    (problem, *_) = bench.analysis.optional_problems["evaluate"]
    assert problem.method == "f1"
    assert problem.text in REFUSED[construct]
