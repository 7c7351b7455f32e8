"""Docstrings of the package as reStructuredText.

They are plain text: names between single backticks, paragraphs, lists, and examples that are
indented by four spaces. What else reStructuredText would take for markup is escaped.
"""

from __future__ import annotations

import re
from typing import Any

CODE = re.compile(r"(`[^`]+`)")
MARKUP = re.compile(r"([\\*|_])")
ITEM = re.compile(r"\s*(-|\d+\.) ")


def setup(application: Any) -> dict[str, bool]:
    """Have Sphinx rewrite docstrings before it reads them."""
    application.connect("autodoc-process-docstring", rewrite)
    return {"parallel_read_safe": True}


def rewrite(*event: Any) -> None:
    """Rewrite a docstring in place: the last argument of the event, its lines."""
    lines: list[str] = event[-1]
    if lines and lines[0].startswith("Alias for field number"):
        lines.clear()  # a field of a named tuple that has no docstring of its own
    written: list[str] = []
    literal = False
    for line in lines:
        indented = line.startswith("    ") and not ITEM.match(line)
        follows_item = bool(written) and bool(ITEM.match(written[-1]))
        if indented and not literal and written and not written[-1].strip() and not follows_item:
            written += ["::", ""]
            literal = True
        elif line.strip() and not indented:
            literal = False
        written.append(line if literal else escape(line))
    lines[:] = written


def escape(line: str) -> str:
    """A line of text in which only code between backticks is markup."""
    parts = CODE.split(line)
    parts[::2] = [MARKUP.sub(r"\\\1", part) for part in parts[::2]]
    parts[1::2] = [f"`{part}`" for part in parts[1::2]]
    return "".join(parts)
