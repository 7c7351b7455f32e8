"""The widgets of notebooks in Chromium: their JavaScript on one side, the real traits on the other.

Only what lies between, the notebook, is made up: a model that hands changes over.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from adversario import alphabeta, make_game, parse_tree
from adversario.base.catalogue import text
from adversario.notebook.bundle import BUNDLE
from tests.browser.conftest import AXE, PATIENCE, ROOT

NEXT = f"[aria-label='{text('web.steps.next', 'en')}']"
LAST = f"[aria-label='{text('web.steps.last', 'en')}']"

MODEL = """async ([code, state]) => {
  const listeners = new Map(), changed = {};
  const take = (news) => {
    for (const [name, value] of Object.entries(news)) {
      state[name] = value;
      for (const listener of listeners.get(`change:${name}`) ?? []) listener();
    }
  };
  const model = {
    get: (name) => state[name],
    set: (name, value) => { changed[name] = value; take({ [name]: value }); },
    on: (event, listener) => listeners.set(event, [...(listeners.get(event) ?? []), listener]),
    off: (event, listener) =>
      listeners.set(event, (listeners.get(event) ?? []).filter((each) => each !== listener)),
    save_changes: () => { window.saved = window.toPython({ ...changed }).then(take); },
    send: () => undefined,
  };
  window.fromPython = take;
  const url = URL.createObjectURL(new Blob([code], { type: "text/javascript" }));
  const widget = (await import(url)).default;
  window.again = async () => {
    window.leave = await widget.render({ model, el: document.getElementById("cell") });
  };
  await window.again();
}"""

Show = Callable[[Any], Page]


@pytest.fixture
def show(browser: Browser, monkeypatch: pytest.MonkeyPatch) -> Iterator[Show]:
    """Shows a widget on an empty page, which may ask nobody for anything."""
    subprocess.run([sys.executable, str(ROOT / "frontend" / "build.py")], check=True)
    monkeypatch.setenv("LC_ALL", "en_GB.UTF-8")
    context = browser.new_context(viewport={"width": 1200, "height": 900})
    context.set_default_timeout(PATIENCE * 1000)
    asked: list[str] = []
    errors: list[str] = []

    def shown(widget: Any) -> Page:
        def to_python(changes: dict[str, Any]) -> dict[str, Any]:
            widget.set_state(changes)
            return {name: getattr(widget, name) for name in watched}

        names = [name for name in widget.trait_names(sync=True) if not name.startswith("_")]
        state = {name: getattr(widget, name) for name in names if name not in IGNORED}
        watched = [name for name in ("step", "moves", "position", "view") if name in state]
        page = context.new_page()
        page.on("request", lambda request: asked.append(request.url))
        page.on("websocket", lambda opened: asked.append(opened.url))
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)
        page.set_content("<!doctype html><html lang=en><title>-</title><main id=cell></main>")
        page.expose_function("toPython", to_python)
        page.evaluate(MODEL, [BUNDLE.read_text(encoding="utf-8"), state])
        return page

    yield shown
    context.close()
    assert not [url for url in asked if not url.startswith(("blob:", "data:", "about:"))]
    assert not errors


IGNORED = {"layout", "comm", "tabbable", "tooltip"}
"""Traits of every widget, of no use here."""


def settle(page: Page) -> None:
    """Wait until Python has taken in what was done last."""
    page.evaluate("window.saved")


def has_untranslated(page: Page) -> bool:
    """Whether an identifier of the catalogue shows, for want of its text."""
    return "web." in page.inner_text(".notebook")


def test_the_code_fetches_nothing(show: Show) -> None:
    code = BUNDLE.read_text(encoding="utf-8")
    hosts = set(re.findall(r"(?:\w+:)?//([\w.-]+\.[a-z]+)", code))
    assert hosts <= {"www.w3.org"}  # the names of SVG and its like, which nobody visits
    reaching = r"\bfetch\(|XMLHttpRequest|WebSocket|EventSource|sendBeacon|\bimport\b|url\("
    assert not re.findall(reaching, code)


def test_a_search_is_stepped_through(show: Show, keep: Callable[[Page, str], None]) -> None:
    explorer = alphabeta(parse_tree("A(B(3, 12, 8), C(2, 4, 6), D(14, 5, 2))")).explore()
    page = show(explorer.widget)
    expect(page.locator("[role=treeitem]")).to_have_count(13)
    expect(page.locator("output")).to_contain_text("0 /")
    page.click(NEXT)
    page.click(NEXT)
    expect(page.locator("output")).to_contain_text("2 /")
    expect(page.locator(".pseudocode [aria-current]")).to_have_count(1)
    settle(page)
    assert explorer.widget.step == 2
    page.click(LAST)
    settle(page)
    assert explorer.widget.step == len(explorer.search.events)
    expect(page.locator(".is-pruned")).to_have_count(2)
    page.locator(".is-pruned").first.focus()
    expect(page.locator(".tip")).to_contain_text("2 <= alpha = 3")
    assert not has_untranslated(page)
    keep(page, "widget-explorer")
    page.evaluate("fromPython({ step: 1 })")
    expect(page.locator("output")).to_contain_text("1 /")


def test_moves_are_played_by_click_and_by_keyboard(
    show: Show, keep: Callable[[Page, str], None]
) -> None:
    game = make_game("tictactoe")
    board = game.board(game.parse_position("X../.O./..."))
    page = show(board.widget)
    expect(page.locator(".cell-open")).to_have_count(7)
    page.click("[data-cell='1']")
    expect(page.locator(".cell-open")).to_have_count(6)
    assert board.position == "XX./.O./..."
    page.focus("[data-cell='1']")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("Enter")
    expect(page.locator(".cell-open")).to_have_count(5)
    assert board.moves == ("1", "2")
    assert not has_untranslated(page)
    keep(page, "widget-board")
    page.get_by_role("button", name=text("web.play.undo", "en")).click()
    expect(page.locator(".cell-open")).to_have_count(6)
    assert board.position == "XX./.O./..."


def test_the_picture_is_hidden_while_the_widget_is_there(show: Show) -> None:
    game = make_game("tictactoe")
    widget = game.board(game.initial()).widget
    widget.picture = "picture"
    page = show(widget)
    page.evaluate("document.body.insertAdjacentHTML('beforeend', '<p id=picture>X</p>')")
    page.evaluate("leave()")
    page.evaluate("again()")
    expect(page.locator("#picture")).to_be_hidden()
    page.evaluate("leave()")
    expect(page.locator("#picture")).to_be_visible()


def test_styles_stay_inside_and_all_goes_with_the_widget(show: Show) -> None:
    game = make_game("connect4")
    page = show(game.board(game.initial()).widget)
    expect(page.locator("[role=grid]")).to_be_visible()
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgba(0, 0, 0, 0)"
    page.evaluate("leave()")
    expect(page.locator("#cell > *")).to_have_count(0)


def test_it_can_be_used_by_all(show: Show) -> None:
    game = make_game("tictactoe")
    for widget in (
        game.board(game.initial()).widget,
        alphabeta(parse_tree("A(B(3, 12), C(2, 4))")).explore().widget,
    ):
        page = show(widget)
        page.add_script_tag(path=AXE)
        found = page.evaluate("axe.run({ runOnly: ['wcag2a', 'wcag2aa'] })")
        bad = [each["id"] for each in found["violations"] if each["impact"] in SERIOUS]
        assert not bad


SERIOUS = {"serious", "critical"}
