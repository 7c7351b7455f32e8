"""Pages of the documentation: the Markdown of the repository, written as HTML.

Links between files of the repository lead to the same places here. A link to a file that is no
part of the manual becomes plain text.
"""

from __future__ import annotations

import itertools
import posixpath
import re
from collections.abc import Sequence
from html import escape
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.token import Token

from adversario.web.manual import INDEX, PAGES, find

_PAGE = """<!doctype html>
<html lang="{lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title} · Adversario</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/manual.css">
</head>
<body>
<header><a href="/">Adversario</a> <a href="/manual/{index}">{contents}</a></header>
<main>
{body}</main>
</body>
</html>
"""
_CONTENTS = {"en": "Documentation", "es": "Documentación"}


def write_page(path: str, file: Path) -> str:
    """A page of the manual, or a text of it, as HTML."""
    text = file.read_text(encoding="utf-8")
    lang = "es" if path.startswith("docs/es/") or path.endswith(".es.md") else "en"
    if file.suffix in PAGES:
        title, body = _written(path, text)
    else:
        title, body = path, f"<h1>{escape(path)}</h1>\n<pre>{escape(text)}</pre>\n"
    return _PAGE.format(
        lang=lang, title=escape(title), index=INDEX[lang], contents=_CONTENTS[lang], body=body
    )


def _written(path: str, text: str) -> tuple[str, str]:
    """The title of a page and its HTML."""
    reader = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = reader.parse(text)
    title = next(
        (after.content for at, after in itertools.pairwise(tokens) if at.tag == "h1"),
        path,
    )
    _name_headings(tokens)
    for token in tokens:
        if token.attrs.pop("style", None) == "text-align:right":
            token.attrs["class"] = "number"  # pages may have no styles of their own
        if token.children:
            token.children = _with_links_that_hold(token.children, posixpath.dirname(path))
    html: str = reader.renderer.render(tokens, reader.options, {})
    return title, html.replace("<table>", '<div class="scroll"><table>').replace(
        "</table>", "</table></div>"
    )


def _name_headings(tokens: Sequence[Token]) -> None:
    """Give headings the names by which links of the repository refer to them."""
    for heading, inside in itertools.pairwise(tokens):
        if heading.type == "heading_open":
            words = "".join(each.content for each in inside.children or [])
            heading.attrs["id"] = re.sub(r"[^\w\- ]", "", words.lower()).replace(" ", "-")


def _with_links_that_hold(pieces: Sequence[Token], folder: str) -> list[Token]:
    """The pieces of a line, without links to files that the manual does not have."""
    kept: list[Token] = []
    dropped = False
    for piece in pieces:
        if piece.type == "link_open" and _is_dead(str(piece.attrs["href"]), folder):
            dropped = True
        elif piece.type == "link_close" and dropped:
            dropped = False
        else:
            kept.append(piece)
    return kept


def _is_dead(link: str, folder: str) -> bool:
    """Whether a link leads to a file that the manual does not have."""
    path = link.partition("#")[0]
    if re.match(r"[a-z]+:", link) or not path:
        return False
    return find(posixpath.normpath(posixpath.join(folder, path))) is None
