"""What widgets need: anywidget, which is an extra, and their JavaScript, which is built."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

BUNDLE = Path(__file__).parent / "static" / "widget.js"
"""Built by `make web`."""


def available_widgets() -> ModuleType | None:
    """The module of the widgets, if they can be had."""
    if find_spec("anywidget") is None or not BUNDLE.is_file():
        return None
    from adversario.notebook import widgets  # noqa: PLC0415 (not before they are shown)

    return widgets
