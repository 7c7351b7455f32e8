"""Lines that do not compile, and what they are rewritten to."""

from __future__ import annotations

from pathlib import Path

import pytest

from adversario.base.catalogue import message
from adversario.native.compiler.diagnosis.suggest import rewrite_line
from adversario.native.compiler.problems import Problem


def rewritten(line: str, tmp_path: Path, reason: str = "native.reason.set") -> str | None:
    file = tmp_path / f"rules_{abs(hash(line))}.py"
    file.write_text(f"def rule(self, state):\n    {line}\n", encoding="utf-8")
    return rewrite_line(Problem("rule", str(file), 2, line, message(reason)))


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("return t[:i] + (x,) + t[i + 1:]", "return replaced(t, i, x)"),
        ("return t[0:2] + (x,) + t[3:]", "return replaced(t, 2, x)"),
        ("s = self.b[:a.to] + (0,) + self.b[a.to + 1:]", "s = replaced(self.b, a.to, 0)"),
        ("return x in {1, 2, 3}", "return x in (1, 2, 3)"),
        ("if x not in {1, 2}: return 0", "if x not in (1, 2):\n    ..."),
        ("return {0: a, 1: b, 2: c}[state.turn]",
         "return a if state.turn == 0 else b if state.turn == 1 else c"),
        ("return tuple(sorted(t))", "return ordered(t)"),
        ("return tuple(x if j == i else y for j, y in enumerate(t))", "return replaced(t, i, x)"),
    ],
)  # fmt: skip
def test_rewrites(line: str, expected: str, tmp_path: Path) -> None:
    assert rewritten(line, tmp_path) == expected


@pytest.mark.parametrize(
    "line",
    [
        "return t[:i] + (x,) + t[i:]",
        "return t[:i] + (x,) + u[i + 1:]",
        "return t[:i] + (x, y) + t[i + 1:]",
        "return {0: a, 1: b}[next(numbers)]",
        "seen = {1, 2}",
        "return tuple(sorted(t, key=f))",
        "return tuple(y if j == i else y + j for j, y in enumerate(t))",
        "return tuple(j if j == i else y for j, y in enumerate(t))",
        "return f'{x}'",
    ],
)
def test_what_has_no_rewrite(line: str, tmp_path: Path) -> None:
    assert rewritten(line, tmp_path) is None


def test_a_problem_without_a_line() -> None:
    assert rewrite_line(Problem("initial", "", 0, "", message("native.reason.set"))) is None


@pytest.mark.parametrize(
    ("reason", "line", "expected"),
    [
        ("set_order", "for x in self.stones: y = x", "for x in sorted(self.stones):\n    ..."),
        ("set_order", "return [f(x) for x in a - b]", "return [f(x) for x in sorted(a - b)]"),
        ("set_order", "return list(a - b)", "return sorted(a - b)"),
        ("set_order", "return tuple(left)", "return tuple(sorted(left))"),
        ("set_order", "return next(iter(left))", "return min(left)"),
        ("identity", "return a is b or a is not c", "return a == b or a != c"),
        ("callable", "return type(x) is Move", "return isinstance(x, Move)"),
        ("callable", "return dict.fromkeys(xs, 0)", "return {key: 0 for key in xs}"),
        ("method", "return w.isdigit()", "return len(w) > 0 and all((c.isdigit() for c in w))"),
        ("not_number", "return sum(rows, [])", "return [item for row in rows for item in row]"),
        ("not_number", "return d.keys() & s", "return set(d) & s"),
        ("set_pop", "return s.pop()", None),
    ],
)  # fmt: skip
def test_plain_rewrites(reason: str, line: str, expected: str | None, tmp_path: Path) -> None:
    assert rewritten(line, tmp_path, f"native.plain.{reason}") == expected
