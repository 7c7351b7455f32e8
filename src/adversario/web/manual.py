"""The parts of the repository that are its manual, by the paths that they have there."""

from __future__ import annotations

import posixpath
import re
from functools import cache
from pathlib import Path

PACKAGED = Path(__file__).parent.parent / "manual"
"""Where a wheel has the manual (hatch_build.py puts it there)."""

CHECKOUT = Path(__file__).parents[3]

PAGES, TEXTS, PICTURES = {".md"}, {".py", ".txt", ".tree", ".json", ".pgn"}, {".svg", ".png"}
FOLDERS = ("docs/", "examples/", "benchmarks/results/")
AT_THE_TOP = re.compile(r"[A-Z]+(\.es)?\.md")
INDEX = {"en": "docs/index.md", "es": "docs/es/index.md"}


def root() -> Path | None:
    """The folder that paths of the manual begin in; None if there is no manual."""
    return next((at for at in (PACKAGED, CHECKOUT) if (at / INDEX["en"]).is_file()), None)


def find(path: str) -> Path | None:
    """The file of a path, if it is a part of the manual."""
    top = root()
    if top is None or path != posixpath.normpath(path) or not is_part(path):
        return None
    file = top / path
    return file if file.is_file() and file.resolve().is_relative_to(top.resolve()) else None


def is_part(path: str) -> bool:
    """Whether the manual may have a file of this path."""
    if path.startswith("docs/builder/"):
        return False
    if not path.startswith(FOLDERS):
        return AT_THE_TOP.fullmatch(path) is not None
    return posixpath.splitext(path)[1] in PAGES | TEXTS | PICTURES


@cache
def page_about(game: str) -> str:
    """The page in `docs/games` about a game; empty if there is none."""
    top = root()
    for file in sorted((top / "docs" / "games").glob("*.md")) if top else []:
        body = file.read_text(encoding="utf-8")
        if file.stem == game or f"`{game}`" in body.split("\n## ")[0]:
            return f"docs/games/{file.name}"
    return ""


def address(path: str) -> str:
    """Where the server has a page; empty for none."""
    return f"manual/{path}" if path else ""
