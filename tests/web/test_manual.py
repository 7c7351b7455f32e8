"""The documentation as pages of the server."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from posixpath import dirname, join, normpath
from urllib.parse import unquote

import pytest

from adversario.games import GAMES
from adversario.web.access import HEADERS
from adversario.web.manual import FOLDERS, find, page_about
from adversario.web.manual_page import write_page
from tests.web.pages import Running

ROOT = Path(__file__).parents[2]
PAGES = [
    path.relative_to(ROOT).as_posix()
    for folder in FOLDERS
    for path in sorted((ROOT / folder).rglob("*.md"))
    if "builder" not in path.parts
]


class Links(HTMLParser):
    """The links, pictures and names of a page, and whether it has styles of its own."""

    def __init__(self) -> None:
        super().__init__()
        self.links: list[str] = []
        self.names: set[str] = set()
        self.styles = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        for name, value in attrs:
            if name in ("href", "src"):
                self.links.append(value or "")
            elif name == "id":
                self.names.add(value or "")
            self.styles += name == "style" or tag in ("style", "script")


def read(path: str) -> Links:
    file = find(path)
    assert file is not None, path
    page = Links()
    page.feed(write_page(path, file))
    return page


def test_every_page_is_shown_and_its_links_hold() -> None:
    known = {path: read(path) for path in [*PAGES, "README.md", "README.es.md"]}
    for path, page in known.items():
        assert page.styles == 0, path
        for link in page.links:
            if link.startswith(("/", "https://")):
                continue
            to, _, name = link.partition("#")
            target = normpath(join(dirname(path), to)) if to else path
            assert find(target) is not None, (path, link)
            if name and target in known:
                assert unquote(name) in known[target].names, (path, link)


def test_links_to_other_files_are_text() -> None:
    body = write_page("SECURITY.md", ROOT / "CONTRIBUTING.md")
    assert "<h1" in body
    assert not re.search(r'href="[^"]*(Makefile|src/)', body)


def test_games_have_their_page() -> None:
    pages = {game: page_about(game) for game in GAMES}
    assert all(page == "" or find(page) for page in pages.values())
    assert pages["nim"] == "docs/games/impartial.md"
    assert sum(map(bool, pages.values())) > 30


@pytest.mark.parametrize(
    ("path", "status", "kind"),
    [
        ("docs/index.md", 200, "text/html"),
        ("examples/take_away.py", 200, "text/html"),
        ("docs/pictures/web-explorer.en.png", 200, "image/png"),
        ("docs/builder/build.py", 404, "text/plain"),
        ("src/adversario/game.py", 404, "text/plain"),
        ("docs/../pyproject.toml", 404, "text/plain"),
        ("docs/%2e%2e/pyproject.toml", 404, "text/plain"),
        ("/etc/passwd", 404, "text/plain"),
        ("docs", 404, "text/plain"),
        ("docs/none.md", 404, "text/plain"),
        ("docs/%00.md", 404, "text/plain"),
    ],
)
def test_the_server_shows_the_manual_and_nothing_else(
    path: str, status: int, kind: str, server: Running
) -> None:
    got = server.get(f"/manual/{path}")
    assert got.status == status
    assert got.headers["content-type"].startswith(kind)
    assert got.headers.items() >= HEADERS.items()
