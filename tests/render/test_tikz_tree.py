from __future__ import annotations

import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from adversario.algorithms.core.events import Node
from adversario.render.folding import fold
from adversario.render.latex import latex, typeset
from adversario.render.tikz import tikz_tree
from adversario.trace.tree import TreeNode
from tests.render.samples import (
    UNUSUAL,
    binary,
    chain,
    chances,
    classic,
    inner,
    three_players,
    unusual,
    wide,
)
from tests.require import needs

TREES: dict[str, Callable[[], TreeNode]] = {
    "single": lambda: inner("A", Node.MAX, value=3),
    "classic": classic,
    "chances": chances,
    "three-players": three_players,
    "folded": lambda: fold(binary(5, 5), 60),
    "unusual": unusual,
    "deep": lambda: chain(1000),
    "wide": lambda: wide(500),
}


def test_a_document_or_a_picture() -> None:
    picture = tikz_tree(classic(), standalone=False)
    assert picture.startswith(r"\begin{tikzpicture}")
    assert picture.endswith("\\end{tikzpicture}\n")
    document = tikz_tree(classic())
    assert document.startswith(r"\documentclass")
    assert picture in document


def test_conventions() -> None:
    drawn = tikz_tree(classic(), windows=True)
    assert drawn.count("node[strike") == 4
    assert drawn.count(r"\draw[struck]") == 4
    assert drawn.count(r"\draw[best]") == 2
    assert drawn.count(r"\node[max") == 2
    assert drawn.count(r"\node[min") == 3
    assert r"$8 \ge  \beta  = 3$" in drawn


def test_only_ascii() -> None:
    assert all(tikz_tree(tree(), windows=True, lang="es").isascii() for tree in TREES.values())


def test_latex_escapes() -> None:
    assert latex(r"a_b\{50%}") == r"a\_b\textbackslash{}\{50\%\}"
    assert latex("más café, ñ") == r"m\'{a}s caf\'{e}, \~{n}"
    assert latex("x→♠ λ") == r"x$\rightarrow$$\spadesuit$ $\lambda$"
    assert latex("漢") == "U+6F22"
    assert latex("ộ") == "U+1ED9"


def test_numbers_are_typeset_as_math() -> None:
    assert typeset("(1, -2)") == "$(1, -2)$"
    assert typeset("≤2") == r"$\le 2$"
    assert typeset("B1") == "B1"
    assert typeset("") == ""


@pytest.mark.slow
@needs("latex")
@pytest.mark.parametrize("tree", TREES)
def test_it_compiles(tree: str, tmp_path: Path) -> None:
    source = tmp_path / "tree.tex"
    source.write_text(tikz_tree(TREES[tree](), windows=True), encoding="utf-8")
    command = ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", source.name]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, check=False, timeout=300)
    assert done.returncode == 0, done.stdout.decode(errors="replace")[-2000:]
    assert source.with_suffix(".pdf").stat().st_size > 0


def test_unusual_names_keep_braces_balanced() -> None:
    escaped = latex(UNUSUAL.replace("{}", ""))
    assert escaped.count("{") == escaped.count("}")
