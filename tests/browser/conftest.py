"""A real server, a real Chromium, and pages that may speak to nobody else.

The tests build the bundle (frontend/build.py); `make test` sees to the browser first
(frontend/browser.py). Screenshots are kept in `artefacts/`.
"""

from __future__ import annotations

import os
import shlex
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect, sync_playwright

from tests.require import chromium, require

ROOT = Path(__file__).parent.parent.parent
ARTEFACTS = Path(os.environ.get("ADVERSARIO_ARTEFACTS", Path(__file__).parent / "artefacts"))
ENGINE = ROOT / "tests" / "protocols" / "scripted_engine.py"
"""An opponent in chess, which ends at its second move."""

AXE = ROOT / "frontend" / "node_modules" / "axe-core" / "axe.min.js"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
LOOPBACK = {"127.0.0.1", "localhost", "::1"}
STARTER = """
from adversario.cli import main
from adversario.web import scheduler
scheduler.MOST_GAMES = 2
main()
"""
"""Starts the program with few games compiled ahead: the tests look at nearly all of them."""

PATIENCE = 30.0
"""Seconds to wait for what a loaded machine may take long over."""

Open = Callable[..., Page]
"""Opens the app at the part of the address behind the #."""


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "browser: drives the web app in Chromium")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.xdist_group("browser"))


@pytest.fixture(scope="session")
def bundle() -> None:
    """The pages as they are in this checkout."""
    build = [sys.executable, str(ROOT / "frontend" / "build.py")]
    subprocess.run(build if AXE.is_file() else [*build, "--force"], check=True)


@pytest.fixture(scope="session")
def server(bundle: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a server of this checkout."""
    with serving(free_port(), tmp_path_factory.mktemp("server") / "log.txt") as address:
        yield address


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
    return port


@contextmanager
def serving(port: int, log: Path) -> Iterator[str]:
    """A server at that port, for as long as it is needed."""
    with log.open("w") as said:
        engine = f"uci:{shlex.quote(sys.executable)} {shlex.quote(str(ENGINE))}"
        command = [
            sys.executable, "-c", STARTER, "serve", "--no-browser", "--port", str(port),
            "--engine", engine,
        ]  # fmt: skip
        process = subprocess.Popen(command, stdout=said, stderr=subprocess.STDOUT, cwd=ROOT)
    address = f"http://127.0.0.1:{port}"
    try:
        _wait_for(address, process, log)
        yield address
    finally:
        process.terminate()
        process.wait(timeout=20)


def _wait_for(address: str, process: subprocess.Popen[bytes], log: Path) -> None:
    deadline = monotonic() + PATIENCE
    while monotonic() < deadline:
        assert process.poll() is None, log.read_text()
        try:
            with urllib.request.urlopen(address, timeout=5):
                return
        except OSError:
            sleep(0.1)
    raise AssertionError(f"the server does not answer: {log.read_text()}")


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    expect.set_options(timeout=PATIENCE * 1000)
    with sync_playwright() as started:
        yield started


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    require("chromium")
    launched = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
    yield launched
    launched.close()


@pytest.fixture
def open_page(browser: Browser, server: str) -> Iterator[Open]:
    """Opens pages; in the end none may have asked anybody else, nor have had an error."""
    contexts = []
    outside: list[str] = []
    errors: list[str] = []

    def note(url: str) -> None:
        if is_outside(url):
            outside.append(url)

    def watch(page: Page) -> None:
        page.on("request", lambda request: note(request.url))
        page.on("websocket", lambda opened: note(opened.url))
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.on("console", lambda said: errors.append(said.text) if said.type == "error" else None)

    def opened(at: str = "", *, lang: str = "en", **options: Any) -> Page:
        options.setdefault("viewport", {"width": 1280, "height": 900})
        context = browser.new_context(locale=lang, **options)
        context.set_default_timeout(PATIENCE * 1000)
        contexts.append(context)
        page = context.new_page()
        watch(page)
        page.goto(f"{server}/{at}")
        page.wait_for_selector("main h1")
        return page

    yield opened
    for context in contexts:
        context.close()
    assert not outside, f"requests outside loopback: {outside}"
    assert not errors, f"errors in the page: {errors}"


def is_outside(url: str) -> bool:
    """Whether a request for it leaves this machine."""
    parts = urlsplit(url)
    return parts.scheme not in {"data", "blob"} and parts.hostname not in LOOPBACK


@pytest.fixture
def keep() -> Callable[[Page, str], None]:
    """Keeps a screenshot of the whole page."""
    ARTEFACTS.mkdir(parents=True, exist_ok=True)

    def shoot(page: Page, name: str) -> None:
        page.screenshot(path=ARTEFACTS / f"{name}.png", full_page=True)

    return shoot
