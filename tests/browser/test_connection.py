"""A connection that is lost is taken up again, and the page goes on where it was."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, WebSocketRoute, expect

from tests.browser.conftest import PATIENCE, free_port, serving


class Line:
    """What is between the page and the server, to be cut."""

    def __init__(self) -> None:
        self.open: WebSocketRoute | None = None
        self.made = 0

    def connect(self, route: WebSocketRoute) -> None:
        self.open = route
        self.made += 1
        route.connect_to_server()

    def cut(self) -> None:
        assert self.open is not None
        self.open.close(code=1012)


@pytest.fixture
def line() -> Line:
    return Line()


@pytest.fixture
def page(browser: Browser, server: str, line: Line) -> Iterator[Page]:
    context = browser.new_context(locale="en")
    context.set_default_timeout(PATIENCE * 1000)
    page = context.new_page()
    page.route_web_socket("**/ws*", line.connect)
    page.goto(f"{server}/#/play?game=tictactoe&seats=human~human")
    page.wait_for_selector("[role=gridcell]")
    yield page
    context.close()


def test_play_goes_on_after_the_line_was_cut(page: Page, line: Line) -> None:
    page.click("[data-cell='4']")
    expect(page.locator("[data-cell='4'] .piece")).to_be_visible()
    line.cut()
    page.click("[data-cell='0']")
    expect(page.locator("[data-cell='0'] .piece")).to_be_visible()
    assert "O" in (page.get_attribute("[data-cell='0']", "aria-label") or "")
    expect(page.locator(".lost")).to_have_count(0)
    assert line.made >= 2


def test_an_analysis_goes_on_after_the_line_was_cut(page: Page, line: Line) -> None:
    page.goto(page.url.split("#", maxsplit=1)[0] + "#/analyse?game=checkers")
    page.wait_for_selector(".lines li")
    line.cut()
    # It ends by itself, with an answer: the button says so.
    expect(page.locator(".button-primary:has-text('deeper')")).to_be_visible()
    expect(page.locator(".problem")).to_have_count(0)
    assert line.made >= 2


def test_a_server_that_is_started_again_finds_the_page_waiting(
    browser: Browser, bundle: None, tmp_path: Path
) -> None:
    context = browser.new_context(locale="en")
    context.set_default_timeout(PATIENCE * 1000)
    page = context.new_page()
    port = free_port()
    with serving(port, tmp_path / "first.txt") as address:
        page.goto(f"{address}/#/play?game=tictactoe&seats=human~human")
        page.wait_for_selector(".board-live")
    expect(page.locator(".lost")).to_be_visible()
    page.click("[data-cell='4']")
    with serving(port, tmp_path / "second.txt"):
        expect(page.locator("[data-cell='4'] .piece")).to_be_visible()
        expect(page.locator(".lost")).to_have_count(0)
    context.close()
