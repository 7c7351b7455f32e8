"""Pages of the course on the documentation's site: figures computed, nothing alive left as text."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from adversario.course.course import shipped_course

sys.path.append(str(Path(__file__).parent.parent / "docs" / "builder"))

from lessons import Lesson, escape, lesson_names


@pytest.mark.parametrize(("name", "lang"), [("09-several", "en"), ("10-hidden", "es")])
def test_a_page_is_written_with_its_figures_pictures_and_answers(
    name: str, lang: str, tmp_path: Path
) -> None:
    page = shipped_course().page(name, lang)
    lesson = Lesson(page, lang, tmp_path)
    written = "\n\n".join(lesson.parts())
    assert "{{" not in written
    assert written.count("<details>") == written.count("</details>") > len(page.questions)
    assert f"app/#/course?page={name}" in written
    for number in range(1, lesson.pictures + 1):
        drawn = tmp_path / "course" / "boards" / f"{name}-{number}.svg"
        assert drawn.read_text(encoding="utf-8").startswith("<svg")
        assert f"boards/{drawn.name}" in written
    known = {"09-several": "(4, 3, 2)", "10-hidden": "(0,4; 0,6)"}
    assert known[name] in written


def test_every_page_is_on_the_site_and_words_keep_their_marks() -> None:
    names = shipped_course().names("en")
    assert lesson_names("en") == lesson_names("es") == [f"course/{name}.md" for name in names]
    assert escape("b^m * 2 <b> [x](y)") == r"b^m \* 2 \<b\> \[x\](y)"
