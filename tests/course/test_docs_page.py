"""What a page may have is on the documentation's page about courses, in both languages."""

from __future__ import annotations

from pathlib import Path

import pytest

from adversario.course.course import Course
from adversario.course.live import FORMS as LIVE
from adversario.course.page import figures_of
from adversario.course.question import FORMS as QUESTIONS

ROOT = Path(__file__).parent.parent.parent


@pytest.mark.parametrize("name", ["docs/course.md", "docs/es/course.md"])
def test_every_block_question_and_key_is_documented(name: str) -> None:
    words = (ROOT / name).read_text(encoding="utf-8")
    rows = {line.split("`")[1]: line for line in words.splitlines() if line.startswith("| `")}
    for kind, form in (*LIVE.items(), *QUESTIONS.items()):
        place = {"tree", "game", "moves"} if "tree" in form.checks else set()
        for key in set(form.checks) - place - {"about"}:
            assert f"`{key}`" in rows[kind] or f"`{key}: " in rows[kind], (kind, key)


def test_the_example_is_a_course() -> None:
    (page,) = Course(ROOT / "examples" / "course").pages("en")
    assert figures_of(page)["value: nim:heaps=1-2-3"] == -1
