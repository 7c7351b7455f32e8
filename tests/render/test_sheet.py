"""Sheets: the question without its answer, and the key with it, in every form."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path
from xml.etree import ElementTree

import pytest

from adversario.base.catalogue import LANGUAGES
from adversario.exercises import Difficulty, Exercise, Topic, make_exercise
from adversario.render.sheet import svg_sheet, text_sheet, tikz_sheet
from adversario.trees import parse_tree
from tests.require import needs

SVG = "{http://www.w3.org/2000/svg}"
MARKS = re.compile(r"★|╳|stroke-dasharray|stroke-width=\"3.6\"|\\draw\[(best|pruned|struck)")
"""What only a solved tree has: a best line, or something pruned."""

SMALL = [make_exercise(topic, seed=11, depth=2, difficulty="easy") for topic in Topic]


def classic(topic: Topic, *asked: str) -> Exercise:
    tree = parse_tree("A(B(3, 12, B3(8, 7, 3)), C(2, 4, 6), D(14, 5, 1))")
    return Exercise(topic, 0, 3, 3, Difficulty.MEDIUM, tree, asked)


def test_text() -> None:
    assert text_sheet(classic(Topic.ALPHABETA), key=True).splitlines() == [
        "Alpha-beta pruning (seed 0, depth 3, branching 3, medium)",
        "",
        "Alpha-beta searches this tree from left to right. Which leaves does it discard,",
        "that is, never look at?",
        "",
        "Form of the answer: the names of the leaves, separated by spaces, or: none",
        "",
        "△ A",
        "├─ a1 → ▽ B",
        "│  ├─ B1 = 3",
        "│  ├─ B2 = 12",
        "│  └─ △ B3",
        "│     ├─ B31 = 8",
        "│     ├─ B32 = 7",
        "│     └─ B33 = 3",
        "├─ a2 → ▽ C",
        "│  ├─ C1 = 2",
        "│  ├─ C2 = 4",
        "│  └─ C3 = 6",
        "└─ a3 → ▽ D",
        "   ├─ D1 = 14",
        "   ├─ D2 = 5",
        "   └─ D3 = 1",
        "",
        "Key: B32 B33 C2 C3",
        "",
        "△ A = 3 [-∞, ∞] ★",
        "┣━ a1 → ▽ B = 3 [-∞, ∞] ★",
        "│  ┣━ B1 = 3 [-∞, ∞] ★",
        "│  ├─ B2 = 12 [-∞, 3]",
        "│  └─ △ B3 ≥ 8 [-∞, 3] (pruned: v = 8 ≥ β = 3)",
        "│     ├─ B31 = 8 [-∞, 3]",
        "│     ├╳ B32 = 7",
        "│     └╳ B33 = 3",
        "├─ a2 → ▽ C ≤ 2 [3, ∞] (pruned: v = 2 ≤ α = 3)",
        "│  ├─ C1 = 2 [3, ∞]",
        "│  ├╳ C2 = 4",
        "│  └╳ C3 = 6",
        "└─ a3 → ▽ D ≤ 1 [3, ∞] (cut, with nothing left to prune: v = 1 ≤ α = 3)",
        "   ├─ D1 = 14 [3, ∞]",
        "   ├─ D2 = 5 [3, 14]",
        "   └─ D3 = 1 [3, 5]",
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("exercise", SMALL, ids=list(Topic))
def test_the_question_gives_nothing_away(exercise: Exercise, lang: str) -> None:
    answer = exercise.key().text(lang)
    text, solved = (text_sheet(exercise, lang, key) for key in (False, True))
    assert solved.startswith(text)
    assert answer in " ".join(solved.split())
    for sheet in (text, svg_sheet(exercise, lang), tikz_sheet([exercise], lang)):
        assert exercise.topic is Topic.ALPHABETA or answer not in sheet
        assert not MARKS.search(sheet)
    for sheet in (solved, svg_sheet(exercise, lang, key=True), tikz_sheet([exercise], lang, True)):
        assert MARKS.search(sheet)
    for vertex in exercise.tree.root.walk():
        if vertex.edges:
            assert not re.search(rf"{vertex.name} [=≤≥]", text)


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("topic", Topic)
def test_svg_is_one_document(topic: Topic, lang: str) -> None:
    exercise = make_exercise(topic, seed=4, difficulty="hard")
    question = ElementTree.fromstring(svg_sheet(exercise, lang))
    solved = ElementTree.fromstring(svg_sheet(exercise, lang, key=True))
    assert len(question.findall(f"{SVG}svg")) == 1
    assert len(solved.findall(f"{SVG}svg")) == 2
    assert solved.findtext(f"{SVG}title") == exercise.title.text(lang)
    height = float(solved.attrib["height"])
    for tree in solved.findall(f"{SVG}svg"):
        assert float(tree.attrib["y"]) + float(tree.attrib["height"]) <= height
        assert float(tree.attrib["width"]) <= float(solved.attrib["width"])


def test_latex_has_questions_first_and_the_key_on_pages_of_its_own() -> None:
    sheet = tikz_sheet(SMALL, "es", key=True)
    questions, key = sheet.split(r"\newpage")
    assert r"\section*{Soluci\'{o}n}" in key
    for part in (questions, key):
        assert part.count(r"\begin{tikzpicture}") == len(SMALL)
    for number, exercise in enumerate(SMALL, 1):
        assert f"Ejercicio {number}. " in questions
        assert f"semilla {exercise.seed}" in questions
    assert sheet.isascii()
    assert sheet.count("Nombre:~") == questions.count("Fecha:~") == 1
    assert r"\newpage" not in tikz_sheet(SMALL, "es")


def test_wide_trees_turn_the_paper() -> None:
    assert "landscape" not in tikz_sheet(SMALL)
    assert "[11pt,a4paper,landscape]" in tikz_sheet([*SMALL, make_exercise("minimax", seed=1)])


@pytest.mark.slow
@needs("latex")
@pytest.mark.parametrize("lang", LANGUAGES)
def test_latex_compiles(lang: str, tmp_path: Path) -> None:
    large = [make_exercise(topic, seed=2, depth=4, difficulty="hard") for topic in Topic]
    (tmp_path / "sheet.tex").write_text(tikz_sheet([*SMALL, *large], lang, key=True))
    run = subprocess.run(
        ["pdflatex", "-interaction=nonstopmode", "-halt-on-error", "sheet.tex"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        errors="replace",
        check=False,
    )
    assert run.returncode == 0, run.stdout[-2000:]
    assert "Overfull" not in run.stdout
    assert (tmp_path / "sheet.pdf").stat().st_size > 0
