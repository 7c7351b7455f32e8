"""The app without a server: files that play and explore, first from a host, then offline."""

from __future__ import annotations

import gzip
import subprocess
import sys
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from adversario.base.catalogue import text
from adversario.course.course import shipped_course
from adversario.course.query import show_plain
from adversario.course.question import Question
from adversario.exercises import make_exercise
from tests.browser.conftest import ROOT, is_outside

MOST_BYTES = 10_000_000
"""What may be loaded, compressed, before the first board."""

PATIENCE = 120_000.0
"""Milliseconds for Python to start on a loaded machine."""


class Site(NamedTuple):
    folder: Path
    address: str


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *args: object) -> None:
        """Say nothing."""


@pytest.fixture(scope="module")
def site(bundle: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    """The app as built, at a plain web server."""
    folder = tmp_path_factory.mktemp("site")
    build = [sys.executable, str(ROOT / "frontend" / "local.py"), str(folder)]
    subprocess.run(build, check=True, capture_output=True)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(folder)))
    Thread(target=server.serve_forever, daemon=True).start()
    yield Site(folder, f"http://127.0.0.1:{server.server_port}")
    server.shutdown()
    server.server_close()


class Opened(NamedTuple):
    page: Page
    outside: list[str]
    errors: list[str]


@pytest.fixture(scope="module")
def opened(browser: Browser, site: Site) -> Iterator[Opened]:
    """The app, loaded for the first time, with what it asks of others and its errors."""
    context = browser.new_context(locale="es")
    page, outside, errors = context.new_page(), list[str](), list[str]()
    page.on("request", lambda sent: outside.append(sent.url) if is_outside(sent.url) else None)
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(site.address)
    page.wait_for_selector("main h1")  # before Python is there
    expect(page.locator("nav.pages")).to_contain_text("Jugar")
    page.wait_for_selector(".python-phase[data-phase=ready]", timeout=PATIENCE)
    yield Opened(page, outside, errors)
    context.close()


@pytest.fixture(scope="module")
def offline(opened: Opened, site: Site) -> Page:
    """The app loaded again, with the network cut."""
    page = opened.page
    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    page.context.set_offline(True)
    page.goto(f"{site.address}/?embed#/explore?tree=A(B(3,5),C(2,9))")
    page.wait_for_selector(".python-phase[data-phase=ready]", state="attached", timeout=PATIENCE)
    return page


def test_it_is_embedded_without_a_network(offline: Page, opened: Opened) -> None:
    offline.wait_for_selector("main h1")
    expect(offline.locator("header.top")).to_be_hidden()
    expect(offline.locator("main")).to_contain_text("minValue")
    assert offline.evaluate("crossOriginIsolated")  # so that searches can be stopped
    assert not opened.outside
    assert not opened.errors


def test_a_whole_game_is_played_without_a_network(
    offline: Page, opened: Opened, site: Site
) -> None:
    offline.goto(f"{site.address}/#/play?game=tictactoe")
    offline.wait_for_selector(".board-live", timeout=PATIENCE)
    play_to_the_end(offline)
    assert not opened.outside
    assert not opened.errors


PAGES = (
    "home", "course", "play", "explore", "analyse", "trees", "exercises", "compare", "maps",
    "matrix", "class",
)  # fmt: skip


def test_every_page_loads_with_the_network_cut(offline: Page, site: Site) -> None:
    for name in PAGES:
        offline.goto(f"{site.address}/#/{name}")
        expect(offline.locator("main h1")).to_be_visible()
        expect(offline.locator(".waiting")).to_have_count(0)
        expect(offline.locator(".problem")).to_have_count(0)
        said = offline.locator(".python-phase")  # what only the installed program can do
        expect(said).to_have_text(text("web.local.ready", "es"))


def test_an_exercise_is_solved_and_a_search_stepped_without_a_network(
    offline: Page, site: Site
) -> None:
    exercise = make_exercise("alphabeta", seed=5, difficulty="easy", depth=2)
    names = [vertex.name for vertex in exercise.tree.root.walk()]
    offline.goto(f"{site.address}/#/exercises?topic=alphabeta&seed=5")
    for name in exercise.key().discarded:
        offline.click(f"[data-node='{names.index(name)}']")
    offline.click(f"button:has-text('{text('web.exercises.check', 'es')}')")
    expect(offline.locator(".judgement-right")).to_be_visible()
    offline.goto(f"{site.address}/#/explore?tree=A(B(3,12,8),C(2,4,6))")
    offline.wait_for_selector("[role=treeitem]")
    for _ in range(3):
        offline.click(f"[aria-label='{text('web.steps.next', 'es')}']")
    expect(offline.locator("output")).to_contain_text("3 /")
    expect(offline.locator(".trace [aria-current]")).to_have_count(1)


@pytest.mark.parametrize("place", [0, -1], ids=["first", "last"])
def test_a_page_of_the_course_is_done_without_a_network(
    offline: Page, site: Site, place: int
) -> None:
    name = shipped_course().names("es")[place]
    lesson = shipped_course().page(name, "es")
    offline.goto(f"{site.address}/#/course?page={name}")
    for number, question in enumerate(lesson.questions):
        answer_question(offline.locator(f"[data-question='{number}']"), question)
    done = offline.locator(".course-question-done")
    expect(done).to_have_count(len(lesson.questions))


def answer_question(asked: Locator, question: Question) -> None:
    """Give the right answer to a question of a number, choices or a move."""
    if question.kind == "choice":
        for at, option in enumerate(question.options):
            if option.right:
                asked.locator("label").nth(at).click()
    elif question.kind == "number":
        asked.locator("input").fill(show_plain(question.right()))
    else:
        assert question.kind == "move", question.kind
        asked.locator(f"[data-cell='{str(question.right()).split()[0]}']").click()
        return
    asked.get_by_role("button", name=text("web.exercises.check", "es")).click()


def play_to_the_end(page: Page) -> None:
    """Take the first free cell until the game is over; the opponent answers."""
    for _ in range(5):
        page.wait_for_selector(".board-live, .status-over", timeout=PATIENCE)
        if page.locator(".status-over").count():
            break
        made = page.locator(".moves li").count()
        page.locator("[role=gridcell]:not(:has(.piece))").first.click()
        page.wait_for_function(
            "made => document.querySelectorAll('.moves li').length > made", arg=made
        )
        page.wait_for_selector(".board-live, .status-over", timeout=PATIENCE)
    expect(page.locator(".status-over")).to_be_visible()


def test_the_first_load_is_small(site: Site) -> None:
    files = [file for file in site.folder.rglob("*") if file.is_file()]
    assert sum(len(gzip.compress(file.read_bytes(), 6)) for file in files) < MOST_BYTES
