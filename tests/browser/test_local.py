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
from playwright.sync_api import Browser, Page, expect

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


def test_it_plays_without_a_server_and_explores_without_a_network(
    browser: Browser, site: Site
) -> None:
    context = browser.new_context(locale="es")
    page, outside, errors = context.new_page(), list[str](), list[str]()
    page.on("request", lambda sent: outside.append(sent.url) if is_outside(sent.url) else None)
    page.on("pageerror", lambda error: errors.append(str(error)))

    page.goto(site.address)
    page.wait_for_selector("main h1")  # before Python is there
    expect(page.locator("nav.pages")).to_contain_text("Jugar")
    page.wait_for_selector(".python-phase[data-phase=ready]", timeout=PATIENCE)
    page.goto(f"{site.address}/#/play?game=tictactoe")
    page.wait_for_selector(".board-live")
    play_to_the_end(page)

    page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    context.set_offline(True)
    page.goto(f"{site.address}/?embed#/explore?tree=A(B(3,5),C(2,9))")
    page.wait_for_selector("main h1")
    expect(page.locator("header.top")).to_be_hidden()
    page.wait_for_selector(".python-phase[data-phase=ready]", state="attached", timeout=PATIENCE)
    expect(page.locator("main")).to_contain_text("minValue", timeout=PATIENCE)
    assert page.evaluate("crossOriginIsolated")  # so that searches can be stopped
    context.close()
    assert not outside
    assert not errors


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
