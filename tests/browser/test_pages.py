"""Every page, in both languages: it shows, it fits, it is accessible, and asks nobody else."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from adversario.base.catalogue import text
from adversario.web.handlers import OfferedGames
from tests.browser.conftest import AXE, Open, is_outside

PAGES = {
    "play": ("#/play?game=connect4&moves=4~4", "[role=grid]"),
    "explore": ("#/explore?step=18", "[role=treeitem]"),
    "analyse": ("#/analyse?game=tictactoe&moves=4~0~8", ".lines li"),
    "trees": ("#/trees", "[role=treeitem]"),
    "exercises": ("#/exercises?topic=windows", "[role=treeitem]"),
    "compare": ("#/compare", ".chart polyline"),
    "maps": ("#/maps", ".map-cell"),
}
LANGUAGES = ("en", "es")
MOST_SERIOUS = ("serious", "critical")


def violations(page: Page) -> list[str]:
    """What axe-core finds serious or worse."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found: dict[str, Any] = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
    return [
        f"{each['id']}: {each['nodes'][0]['html']}"
        for each in found["violations"]
        if each["impact"] in MOST_SERIOUS
    ]


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name", PAGES)
def test_a_page_shows_in_the_language_of_the_browser_and_is_accessible(
    name: str, lang: str, open_page: Open, keep: Callable[[Page, str], None]
) -> None:
    address, ready = PAGES[name]
    page = open_page(address, lang=lang, color_scheme="light" if lang == "en" else "dark")
    page.wait_for_selector(ready)
    assert page.inner_text("main h1") == text(f"web.page.{name}", lang)
    assert page.get_attribute("html", "lang") == lang
    assert "web." not in page.inner_text("body"), "an identifier without a text"
    keep(page, f"{name}-{lang}")
    assert violations(page) == []


@pytest.mark.parametrize("name", PAGES)
def test_a_page_fits_a_narrow_screen(
    name: str, open_page: Open, keep: Callable[[Page, str], None]
) -> None:
    address, ready = PAGES[name]
    page = open_page(address, viewport={"width": 360, "height": 740}, has_touch=True)
    page.wait_for_selector(ready)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    keep(page, f"{name}-narrow")


def test_language_and_theme_are_switched_without_a_reload_and_kept(open_page: Open) -> None:
    page = open_page("#/play")
    page.evaluate("window.same = true")
    page.click("button.switch[lang=es]")
    page.wait_for_selector("h1:has-text('Jugar')")
    assert page.evaluate("window.same") is True
    page.click(f"[aria-label='{text('web.theme', 'es', theme=text('web.theme.system', 'es'))}']")
    page.click(f"[aria-label='{text('web.theme', 'es', theme=text('web.theme.light', 'es'))}']")
    dark = page.evaluate("getComputedStyle(document.body).backgroundColor")
    assert sum(map(int, dark.strip("rgb()").split(","))) < 200
    page.reload()
    page.wait_for_selector("h1:has-text('Jugar')")
    assert page.get_attribute("html", "data-theme") == "dark"


def test_pages_follow_each_other_without_a_reload_and_back_again(open_page: Open) -> None:
    page = open_page("#/play")
    page.evaluate("window.same = true")
    for name in PAGES:
        page.click(f"nav >> text={text(f'web.page.{name}', 'en')}")
        page.wait_for_selector(f"h1:has-text('{text(f'web.page.{name}', 'en')}')")
    page.go_back()
    page.wait_for_selector(f"h1:has-text('{text('web.page.compare', 'en')}')")
    assert page.evaluate("window.same") is True


def test_nonsense_in_the_address_gets_a_message_and_the_page_goes_on(open_page: Open) -> None:
    page = open_page("#/play?game=tictactoe&moves=nowhere")
    page.wait_for_selector("[role=alert]")
    page.click(f"text={text('web.play.new', 'en')}")
    page.wait_for_selector("[role=grid]")
    assert page.query_selector("[role=alert]") is None


@pytest.mark.parametrize("lang", LANGUAGES)
def test_home_says_what_this_is_and_shows_every_game(
    lang: str, open_page: Open, keep: Callable[[Page, str], None]
) -> None:
    page = open_page("", lang=lang, color_scheme="light" if lang == "en" else "dark")
    expect(page.locator("main h1")).to_have_text(text("web.home.title", lang))
    offered = OfferedGames({})
    games = len(offered.kinds) + len(offered.hidden)
    expect(page.locator(".lead")).to_have_text(text("web.home.lead", lang, games=games))
    expect(page.locator(".gallery .card")).to_have_count(games)
    expect(page.locator(".thumb .position")).to_have_count(len(offered.kinds))
    expect(page.locator(".thumb .hidden-thumb")).to_have_count(len(offered.hidden))
    expect(page.locator(".readers code")).to_contain_text("adversario serve")
    said = page.locator(".running figcaption").inner_text()
    expect(page.locator(".running figcaption")).not_to_have_text(said)  # it runs by itself
    assert "web." not in page.inner_text("body"), "an identifier without a text"
    keep(page, f"home-{lang}")
    assert violations(page) == []
    page.click(f".card:has-text('{text('web.title.nim', lang)}')")
    page.wait_for_selector("[role=grid]")
    page.click(f"text={text('web.rules', lang)}")
    page.click(f"text={text('web.rules.more', lang)}")
    expect(page.locator("main h1")).to_have_text("Nim, Grundy's game, Kayles")
    page.go_back()
    page.click(f"footer >> text={text('web.documentation', lang)}")
    expect(page.locator("main h1")).to_have_text(text("web.documentation", lang))
    assert violations(page) == []


def test_home_fits_a_narrow_screen(open_page: Open, keep: Callable[[Page, str], None]) -> None:
    page = open_page("", viewport={"width": 360, "height": 740}, has_touch=True)
    page.wait_for_selector(".thumb .position")
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    keep(page, "home-narrow")


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("#/play?game=mornington-crescent", "There is no game 'mornington-crescent' here."),
        ("#/nowhere", "There is no page 'nowhere'."),
    ],
)
def test_a_link_to_nothing_says_so(address: str, words: str, open_page: Open) -> None:
    page = open_page(address)
    expect(page.locator("main")).to_contain_text(words)
    page.click(f"main >> text={text('web.page.play', 'en')}")
    page.wait_for_selector("[role=grid]")


@pytest.mark.parametrize(
    ("url", "outside"),
    [
        ("http://127.0.0.1:8000/assets/a.js", False),
        ("ws://localhost:8000/ws", False),
        ("data:image/svg+xml;utf8,x", False),
        ("https://example.org/font.css", True),
        ("http://127.0.0.1.example.org:80/", True),
    ],
)
def test_the_watch_knows_what_is_outside(url: str, outside: bool) -> None:
    assert is_outside(url) is outside


def test_the_bundle_is_small(open_page: Open) -> None:
    page = open_page("#/play")
    sizes = page.evaluate(
        """async () => {
            const urls = performance.getEntriesByType('resource').map(({name}) => name)
                .filter((name) => name.includes('/assets/'));
            const pack = async (url) => {
                const body = (await fetch(url)).body.pipeThrough(new CompressionStream('gzip'));
                return (await new Response(body).arrayBuffer()).byteLength;
            };
            return Promise.all(urls.map(pack));
        }"""
    )
    assert sizes
    assert sum(sizes) < 150_000
