"""The course in the app: whole pages, in both languages, narrow and wide; questions answered."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page, expect

from adversario.base.catalogue import text
from adversario.course.course import shipped_course
from tests.browser.conftest import ARTEFACTS, Open

NAMES = shipped_course().names("en")
WIDTHS = {"wide": {"width": 1280, "height": 900}, "narrow": {"width": 360, "height": 800}}


def see_page(page: Page, name: str, lang: str, width: str) -> None:
    """Open a page of the course, and look at it: nothing missing, nothing too wide."""
    expected = shipped_course().page(name, lang)
    page.goto(page.url.partition("#")[0] + f"#/course?page={name}")
    expect(page.locator("main h1")).to_have_text("".join(span.text for span in expected.title))
    expect(page.locator("[data-question]")).to_have_count(len(expected.questions))
    expect(page.locator(".live")).to_have_count(len(expected.lives))
    expect(page.locator(".waiting")).to_have_count(0)
    expect(page.locator(".problem")).to_have_count(0)
    wide = page.evaluate(
        "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
    )
    assert wide <= 0, f"{name} is too wide"
    ARTEFACTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=ARTEFACTS / f"course-{name}.{lang}.{width}.png", full_page=True)


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("lang", ["en", "es"])
def test_the_first_page_and_the_last(open_page: Open, lang: str, width: str) -> None:
    page = open_page("#/course", lang=lang, viewport=WIDTHS[width])
    expect(page.locator(".course-contents li")).to_have_count(len(NAMES))
    for name in (NAMES[0], NAMES[-1]):
        see_page(page, name, lang, width)


@pytest.mark.slow
@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("lang", ["en", "es"])
def test_every_page(open_page: Open, lang: str, width: str) -> None:
    page = open_page("#/course", lang=lang, viewport=WIDTHS[width])
    for name in NAMES:
        see_page(page, name, lang, width)


def test_a_wrong_answer_is_followed_by_a_hint_and_progress_is_kept(open_page: Open) -> None:
    page = open_page("#/course?page=07-chance", lang="es")
    form = page.locator("form").filter(has=page.locator("input[type=text], input:not([type])"))
    first = form.nth(0)
    first.locator("input").fill("55")
    first.get_by_role("button", name=text("web.exercises.check", "es")).click()
    expect(first).to_contain_text("Multiplica cada premio por su probabilidad")
    first.locator("input").fill("28,0")
    first.get_by_role("button", name=text("web.exercises.check", "es")).click()
    expect(first).to_contain_text("20 + 8")
    page.goto(page.url.partition("#")[0] + "#/course")
    card = page.locator(".course-contents li").nth(NAMES.index("07-chance"))
    expect(card).to_contain_text(text("web.course.progress", "es", right=1, questions=4))


def test_a_setting_is_computed(open_page: Open) -> None:
    page = open_page("#/course?page=15-searchers")
    block = page.locator(".live").filter(has_text=text("web.course.set.ply"))
    block.locator("input").fill("9")
    block.get_by_role("button", name=text("web.course.compute")).click()
    expect(block.locator("pre")).to_have_text("18,297")
