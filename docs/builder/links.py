"""The links of a built site: whether each leads to a file of it, and to an anchor in that file."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

BESIDE = ("app",)
"""Folders that `make site` puts beside the documentation."""


class Page(HTMLParser):
    """The links of a page, and the anchors in it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[str] = []
        self.anchors: set[str] = {""}
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take the links and the anchors of an element."""
        for name, value in attrs:
            if name in ("href", "src") and value:
                self.links.append(value)
            elif name in ("id", "name") and value:
                self.anchors.add(value)


@cache
def page_of(file: Path) -> Page:
    """The links and anchors of a file."""
    return Page(file.read_text(encoding="utf-8"))


def dead_links(site: Path) -> Iterator[str]:
    """The links of a folder's pages that lead to nothing, each with its page."""
    for file in sorted(site.rglob("*.html")):
        for link in dict.fromkeys(page_of(file).links):
            if not leads_somewhere(site, file, link):
                yield f"{file.relative_to(site).as_posix()}: {link} leads nowhere"


def leads_somewhere(site: Path, file: Path, link: str) -> bool:
    """Whether a link of a file leads to a file and an anchor of the site, or out of it."""
    parts = urlsplit(link)
    if parts.scheme or parts.netloc:
        return True
    path = unquote(parts.path)
    target = (file.parent / path).resolve() if path else file
    if not target.is_relative_to(site):
        return target.relative_to(site.parent).parts[0] in BESIDE
    if target.is_dir():
        target /= "index.html"
    if not target.is_file():
        return False
    return target.suffix != ".html" or unquote(parts.fragment) in page_of(target).anchors
