"""An example for each reason why a line does not compile: such a line, and one that compiles."""

from __future__ import annotations

from typing import NamedTuple


class Example(NamedTuple):
    """Two ways to write the same: one that does not compile, and one that does."""

    before: str
    after: str


EXAMPLES = {
    "arguments": Example(
        "def f(a, **more): return a\nf(n, b=1)", "def f(a, b): return a\nf(n, b=1)"
    ),
    "assign": Example("row[::2] = [0, 0, 0]", "for i in range(0, len(row), 2): row[i] = 0"),
    "assign_item": Example("cells[0] = n", "row = list(cells); row[0] = n; cells = tuple(row)"),
    "callable": Example("kind = hash(cells)", "kind = sum(cells)"),
    "choice_size": Example("permutations(cells, len(word))", "permutations(cells, 2)"),
    "class": Example("class Move(dict): ...", "class Move(NamedTuple): ..."),
    "closure": Example(
        "def made():\n    def rule(x): return x + n\n    return rule\nmade()(1)",
        "def rule(x): return x + n\nrule(1)",
    ),
    "code_value": Example("rules = [abs, lambda x: x]", "x = abs(n) if n else n"),
    "constant": Example("ROWS = collections.OrderedDict(a=1)", "ROWS = {'a': 1}"),
    "convert": Example("[0, 'a', (n,)][n].x", "[(0, n)][0]"),
    "default_changes": Example("def f(x, seen=[]): ...", "def f(x, seen=()): ..."),
    "delete": Example("del row[1:3]", "row = row[:1] + row[3:]"),
    "dict_empty": Example("WORTH = {}", "WORTH = {'pawn': 1}"),
    "dict_kinds": Example(
        "d = Counter(word) if n else {}", "d = Counter(word) if n else Counter()"
    ),
    "double_star": Example(
        "changes = {'rank': n}\nreplace(card, **changes)", "replace(card, rank=n)"
    ),
    "empty_text": Example("word.count('')", "len(word) + 1"),
    "enum_value": Example("Colour((n, n))", "Colour(word[0])"),
    "format": Example("name = f'{cells}'", "name = '-'.join(str(c) for c in cells)"),
    "functions_differ": Example("best = min\nif n: best = 3", "best = min(cells) if n else 3"),
    "global": Example("global best; best = n", "best = n"),
    "identity": Example("cells is row", "cells == tuple(row)"),
    "index_range": Example("pair[2]", "pair[1]"),
    "inline_recursion": Example(
        "def walk(items): return 0 if n else walk(c for c in items)\nwalk(c for c in cells)",
        "def walk(items): return 0 if n else walk([c for c in items])\nwalk([c for c in cells])",
    ),
    "isinstance": Example("isinstance(n, [int, str][n])", "isinstance(n, (int, str))"),
    "iterate": Example("for digit in n: pass", "for digit in str(n): pass"),
    "iterator": Example(
        "items = (c for c in cells)\nfor c in items:\n    for d in items: pass",
        "items = [c for c in cells]\nfor c in items:\n    for d in items: pass",
    ),
    "iterator_inside": Example(
        "items = (c for c in cells)\ndef total(): return sum(items)\ntotal()",
        "items = [c for c in cells]\ndef total(): return sum(items)\ntotal()",
    ),
    "large": Example("x = 1 << 70", "x = (1 << 35, 1 << 35)"),
    "lazy": Example("len(c for c in cells if c)", "len([c for c in cells if c])"),
    "length": Example("sum(*row)", "sum(row)"),
    "length_type": Example("len(n)", "len(str(n))"),
    "method": Example("word.swapcase()", "word.upper()"),
    "mixed_keys": Example("{(1, n), Point(1, 2)}", "{Point(1, n), Point(1, 2)}"),
    "name": Example("return scroe", "return score"),
    "next": Example("next(cells)", "next(iter(cells))"),
    "no_attribute": Example("state.trun", "state.turn"),
    "not_int": Example("cells[n / 2]", "cells[n // 2]"),
    "not_number": Example("abs(word)", "abs(len(word))"),
    "operator": Example("Counter(word) - {'a': 1}", "Counter(word) - Counter({'a': 1})"),
    "order": Example("sorted([None, n])", "sorted([-1, n])"),
    "own_equality": Example(
        "def __eq__(self, other): return self.id == other.id",
        "@dataclass(frozen=True)  # equal if the fields are",
    ),
    "range_equality": Example("range(n) == range(3)", "n == 3"),
    "replace": Example("replace(cells, x=n)", "replace(card, rank=n)"),
    "sequence": Example("n[0]", "str(n)[0]"),
    "set_domain": Example(
        "State(frozenset(words))", "State(frozenset(WORDS.index(w) for w in words))"
    ),
    "set_order": Example(
        "for x in stones: row.append(x)\nreturn row[-1]",
        "for x in sorted(stones): row.append(x)\nreturn row[-1]",
    ),
    "set_pop": Example("x = stones.pop()", "x = min(stones); stones.remove(x)"),
    "slice_step": Example("cells[::n]", "cells[::2]"),
    "source": Example(">>> class Nim(Game): ...", "# nim.py\nclass Nim(Game): ..."),
    "state_size": Example("State(board, history=every_board)", "State(board, ply=ply + 1)"),
    "static_value": Example("x = abs if n else 0", "x = abs(n) if n else 0"),
    "super": Example("super(Child, self).moves()", "super().moves()"),
    "syntax": Example("with open(word) as file: pass", "TABLE = {'ab': 1}"),
    "text_mixed": Example(
        "x = word[:2] if n else None\nlist(x)", "x = word[:2] if n else ''\nlist(x)"
    ),
    "unhashable": Example("stones.add([n, 1])", "stones.add(n)"),
    "unpack": Example("a, b = (n, 1, 2)", "a, b, _ = (n, 1, 2)"),
    "unpack_type": Example("a, b = n", "a, b = divmod(n, 10)"),
    "unsettled": Example("path = (step, path)", "path = (*path, step)"),
    "value": Example("State(place=2 + 3j)", "State(place=(2, 3))"),
    "yield": Example("x = yield n", "yield n"),
}
"""By what comes after `native.plain.` in the name of a reason."""

OF_NO_LINE = frozenset({"differs", "failed", "raised", "room", "rule", "too_large"})
"""Reasons that are about the compiler, or a rule as a whole."""


def example_for(reason: str) -> Example | None:
    """An example of what to write in place of such a line; None if the reason needs none."""
    return EXAMPLES.get(reason.removeprefix("native.plain."))
