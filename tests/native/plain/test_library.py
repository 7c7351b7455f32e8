# ruff: noqa: E501 (a construct a line)
"""More of Python and of its library, compiled and interpreted."""

from math import isclose

import pytest

from tests.native.plain.bench import Bench

CONSTRUCTS = {
    "deque": "q = deque([n])\nq.append(3)\nq.appendleft(7)\nx = q.popleft()\nreturn x * 100 + q.pop() * 10 + len(q)",
    "deque loop": "seen, q = {0}, deque([(0, 0)])\nfar = 0\nwhile q:\n    at, d = q.popleft()\n    far = max(far, d)\n"
    "    for t in (at + 1, at + cells[at]):\n        if t < 5 and t not in seen:\n            seen.add(t)\n            q.append((t, d + 1))\nreturn far",
    "accumulate": "return sum(accumulate(cells)) * 10 + list(accumulate(cells, max))[2]",
    "islice": "return sum(islice(cells, 2)) * 10 + sum(islice(cells, 1, None, 2))",
    "count and islice": "return sum(islice(count(n, 2), 3))",
    "count with next": "return next(i for i in count(1) if i * i > n * 7)",
    "takewhile": "return len(list(takewhile(lambda c: c != 4, cells))) * 10 + sum(dropwhile(lambda c: c != 4, cells))",
    "takewhile of count": "return sum(takewhile(lambda k: k < 20, (k * k for k in count(n))))",
    "pairwise": "return sum(abs(a - b) for a, b in pairwise(cells))",
    "repeat": "return sum(repeat(n, 3)) + len(list(repeat('x', 2)))",
    "starmap": "return sum(starmap(lambda a, b: a * b, zip(cells, cells[1:])))",
    "filterfalse": "return sum(filterfalse(lambda c: c > 2, cells))",
    "product of three": "return sum(a * b + c for a, b, c in product(cells, (1, n), [2]))",
    "chain of rows": "rows = [cells[:2], cells[2:]]\nreturn sum(chain(*rows)) * 10 + sum(chain.from_iterable(rows))",
    "transposed list": "rows = [list(cells[:2]), list(cells[2:4])]\nreturn sum(a * 10 + b for a, b in zip(*rows))",
    "rotated": "rows = [cells[:2], cells[2:4]]\nturned = [list(r) for r in zip(*rows[::-1])]\nreturn turned[0][0] * 100 + turned[0][1] * 10 + turned[1][0]",
    "transposed comprehension": "rows = [[c + i for c in cells] for i in range(3)]\ncols = [sum(col) for col in zip(*rows)]\nreturn cols[n % 5] * 10 + len(cols)",
    "max of starred": "return max(*cells) * 10 + min(*cells)",
    "itemgetter": "pairs = [(c, i) for i, c in enumerate(cells)]\nreturn sorted(pairs, key=itemgetter(1))[0][0] * 10 + max(pairs, key=itemgetter(0))[1]",
    "itemgetter of two": "pairs = [(c, i) for i, c in enumerate(cells)]\nreturn sorted(pairs, key=itemgetter(0, 1))[0][1]",
    "attrgetter": "return min([Point(c, i) for i, c in enumerate(cells)], key=attrgetter('x')).y",
    "operators": "return operator.sub(n, 2) + operator.floordiv(17, n + 1) * operator.mod(17, 5) + operator.neg(n) + operator.lt(n, 3)",
    "operator reduce": "return reduce(operator.xor, cells) + reduce(operator.mul, cells, 1)",
    "reduce without a start": "return reduce(lambda a, b: a * 2 + b, cells)",
    "infinity": "best = math.inf\nfor c in cells:\n    best = min(best, c)\nreturn best",
    "minus infinity": "best = float('-inf')\nfor c in cells:\n    best = max(best, c)\nreturn best if best > float('-inf') else 0",
    "list slice assigned": "x = list(cells)\nx[1:3] = [9, n]\nreturn x[1] * 10 + x[2] + len(x)",
    "longer slice assigned": "x = list(cells)\nx[1:2] = [9, n, 4]\nreturn x[2] * 10 + x[4] + len(x)",
    "whole slice assigned": "x = list(cells)\ny = x\ny[:] = [n]\nreturn x[0] + len(x)",
    "range with steps": "return sum(range(10, n, -3)) + len(range(0, 9, 2)) + list(range(n, 9, 4))[-1]",
    "text ends": "return word.endswith('a') * 1 + word.endswith(('b', 'ca')) * 2 + word.startswith(('a', 'cb')) * 4",
    "text repeated": "return (word * n).count('a') + len('ab' * n)",
    "text reversed": "return (word == word[::-1]) + 2 * (''.join(reversed(word)) < word)",
    "text sorted": "return sum(i for i, c in enumerate(sorted(word)) if c == 'b')",
    "text of numbers": "return int(''.join(str(c) for c in cells)) % 1000",
    "maps of text": "return sum(map(ord, word)) + sum(int(x) for x in map(str, cells))",
    "translated": "return sum({'a': 1, 'b': 2, 'c': 3}[x] * 10 ** i for i, x in enumerate(word[:3]))",
    "dunder add": "v = Vector(n, 1) + Vector(2, 3)\nreturn v.x * 10 + v.y",
    "dunder mul": "v = Vector(n, 1) * 3\nreturn v.x * 10 + v.y + (-v).x",
    "dunder items": "v = Vector(n, 4)\nreturn v[0] * 100 + v[1] * 10 + len(v)",
    "dunder iteration": "v = Vector(n, 4)\na, b = v\nreturn sum(v) + a * b + (n in v) + (4 in v) * 10",
    "dunder truth": "return (3 if Vector(n) else 5) + bool(Vector(0, n))",
    "dunder order": "return (Vector(n) < Vector(2)) + 2 * min([Vector(4), Vector(n)], key=lambda v: v.x).x",
    "dunder of a named tuple": "s = Step(1, 2) + (n, n)\nreturn s.dx * 10 + s.dy",
    "post init": "return Vector(n * 40).x",
    "match enums": "c = Colour.RED if n % 2 else Colour.BLUE\nmatch c:\n    case Colour.RED:\n        return 1\n    case Colour.BLUE:\n        return 2\nreturn 3",
    "match words": "match word[:2]:\n    case 'ab':\n        return 1\n    case 'ca' | 'bc':\n        return 2\n    case other:\n        return len(other) + 10",
    "enum members": "return len(Colour) + [c.name for c in Colour].index('BLUE') + list(Level)[n % 2]",
    "dictionary merged": "d = {1: n} | {2: 5}\nd |= {3: 7}\nreturn d[1] + d[2] * 10 + len(d)",
    "dictionary sorted": "d = {c: i for i, c in enumerate(cells)}\nbest = max(d, key=d.get)\nreturn best * 10 + sorted(d.items(), key=lambda kv: -kv[1])[0][0]",
    "dictionary equal": "return ({1: 2, n: 3} == {n: 3, 1: 2}) + 2 * (dict(zip('ab', cells)) == {'a': 3, 'b': 1})",
    "dictionary of lists": "d = {}\nfor c in cells:\n    d.setdefault(c % 3, []).append(c)\nreturn len(d.get(0, [])) * 10 + max(len(v) for v in d.values())",
    "set updated": "s = set(cells)\ns &= {1, 3, n}\ns ^= {5}\ns |= {8}\ns -= {1}\nreturn sum(s) * 10 + len(s)",
    "set of frozensets": "s = {frozenset((a, b)) for a, b in zip(cells, cells[1:])}\nreturn len(s) * 10 + (frozenset((n, 1)) in s)",
    "set order": "return len({1, 2} & set(cells)) + ({1, 2} < {1, 2, n}) + (set(cells) >= {1})",
    "sorted set": "return sorted({c * 7 % 11 for c in cells})[0] * 10 + min({c * 7 % 11 for c in cells} | {9})",
    "large sets": "s = {(c * 1000, -c) for c in cells}\nt = [s, s | {(n, n)}]\nreturn len(t[1]) * 10 + len(t[0]) + ((3000, -3) in t[0])",
    "frozensets in lists": "x = [frozenset(cells[:2]), frozenset(cells[2:])]\nx[0] = x[0] | {n * 1000}\nx[1] -= {1}\nreturn sum(x[0]) + len(x[1])",
    "any of a set": "s = set(cells)\nreturn any(c > 5 for c in s) + sum(1 for c in s if c % 2) * 10",
    "optional unpacked": "def find(k):\n    for i, c in enumerate(cells):\n        if c == k:\n            return i, c\n    return None\n"
    "def add(a, b):\n    return a * 10 + b\nreturn add(*find(cells[1])) + (find(99) is None)",
    "optional of a record": "p = Point(n, 2) if n > 1 else None\nreturn p.x + p.y if p else -1",
    "none compared": "xs = [None if c > 3 else c for c in cells]\nreturn xs.count(None) * 10 + sum(x for x in xs if x is not None)",
    "none filtered": "return sum(filter(None, cells)) + len(list(filter(None, [n, 0, 1])))",
    "truth of containers": "return (not []) + 2 * bool(cells[n:]) + 4 * bool({}) + 8 * bool(word[n:])",
    "list compared": "return (list(cells[:2]) == [3, 1]) + 2 * ([n] < [2, 1]) + 4 * (list(cells) != sorted(cells))",
    "list multiplied": "g = [[0] * 3] * 2\ng[0][1] = n\nreturn g[1][1] * 10 + len(g)",
    "nested unpacking": "t = 0\nfor i, (a, (b, c)) in enumerate([(n, (1, 2)), (3, (4, n))]):\n    t += i * 100 + a * 10 + b * c\nreturn t",
    "walrus in a comprehension": "return sum(y for c in cells if (y := c * 2) > 4)",
    "functions passed": "def twice(f, x):\n    return f(f(x))\nreturn twice(lambda k: k + n, 3) + twice(square, 2)",
    "functions returned": "def adder(k):\n    def add(x):\n        return x + k\n    return add\nreturn adder(n)(3)",
    "try else": "try:\n    x = cells.index(n)\nexcept ValueError:\n    x = -1\nelse:\n    x += 10\nreturn x",
    "try in a loop": "t = 0\nfor i in range(8):\n    try:\n        t += cells[i] // (i - n)\n    except (IndexError, ZeroDivisionError):\n        continue\nreturn t",
    "exception named": "try:\n    return WORTH[word[:n]]\nexcept KeyError as error:\n    return -2",
    "int of text": "try:\n    return int(word[0] + str(n))\nexcept ValueError:\n    return int(str(n) + '7')",
    "fractions": "x = Fraction(n, 4) + Fraction(1, 2)\nreturn x * 2 + (x > 1) + Fraction(3, 2) ** 2",
    "booleans": "return (n > 2) + (n > 1) * 2 + (True if n else False) - (not n) + (n > 1 and n < 4)",
    "global constant": "return WORTH['b'] + len(PRIMES & set(cells)) + STEPS[n % 4][1]",
    "sorted with several keys": "return int(''.join(str(c) for c in sorted(cells, key=lambda c: (c % 2, -c))))",
    "max with ties": "return max(enumerate(cells), key=lambda p: p[1] % 2)[0]",
    "any of a generator function": "def odd():\n    for c in cells:\n        if c % 2:\n            yield c\nreturn any(odd()) + (n in odd()) * 2 + sorted(odd(), reverse=True)[0]",
    "yield in a condition": "def pairs():\n    for i, a in enumerate(cells):\n        if a > n:\n            yield i, a\n        else:\n            yield -i, a\nreturn sum(i * a for i, a in pairs())",
    "print": "print\nreturn n",
    "tuple compared": "return ((n, 1) < (2, 0)) + 2 * (cells > (3, 1)) + 4 * ((n,) == cells[:1])",
    "tuple counted": "return ((n, 2), (1, 2), (n, 2)).count((n, 2)) + (cells + (n,)).index(n)",
    "in nested tuples": "grid = (cells[:3], cells[2:])\nreturn any(n in row for row in grid) + sum(row.count(1) for row in grid)",
    "shifts": "return (1 << n) | (256 >> n) | (n << 2)",
    "complex conditions": "return 1 if (n > 1 and (cells[0] > 2 or 'a' in word)) and not (n == 4) else 0",
    "while with a condition": "i, t = 0, 0\nwhile i < 5 and (c := cells[i]) != 6:\n    t += c\n    i += 1\nreturn t * 10 + i",
    "loop over a changed copy": "x = list(cells)\nfor c in x[:]:\n    if c % 2:\n        x.remove(c)\nreturn len(x) * 10 + sum(x)",
    "loop over pairs of a dictionary": "t = 0\nfor (a, b), v in {(1, 2): n, (3, 4): 5}.items():\n    t += a * v + b\nreturn t",
    "grid as a dictionary": "g = {(r, c): cells[(r + c) % 5] for r in range(2) for c in range(3)}\ng[0, 0], g[1, 2] = g[1, 2], n\n"
    "return sum(v * (r + 1) for (r, c), v in g.items()) + g.get((5, 5), -1)",
    "record as a tuple": "p = Point(n, 3)\nreturn sum(p) + p[0] * 10 + len(p) + p.index(3) + max(p)",
    "constants of a class": "return Card.ace().suit == 'a' and Level.HIGH > n",
    "isinstance": "x = word if n > 2 else cells if n else 4\nreturn 1 if isinstance(x, str) else 2 if isinstance(x, tuple) else x",
    "enumerate reversed": "return sum(i * c for i, c in enumerate(reversed(cells))) + list(reversed(range(n + 1)))[0]",
    "empty sequences": "return sum([]) + max([], default=n) + len(()) + sum(x for x in cells[n:n])",
    "chr and ord": "return ord(chr(ord('a') + n)) - 97 + 'abcdef'.index(chr(97 + n % 3))",
}


CONSTANT = {"deque", "global constant", "print"}
"""Constructs with the same answer in most states."""


@pytest.fixture(scope="module")
def bench(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    return Bench(list(CONSTRUCTS.values()), tmp_path_factory.mktemp("library"), "bench_library")


def test_all_constructs_compile(bench: Bench) -> None:
    assert bench.problems == []


@pytest.mark.parametrize("construct", CONSTRUCTS)
def test_a_construct_means_what_it_means_in_python(bench: Bench, construct: str) -> None:
    number = list(CONSTRUCTS).index(construct)
    seen = set()
    for state in bench.states:
        expected, found = bench.answers(number, state)
        seen.add(expected)
        numbers = "raises" not in (expected, found)
        same = isclose(expected, found) if numbers else expected == found
        assert same, (state, expected, found)
    assert len(seen) > 1 or construct in CONSTANT
