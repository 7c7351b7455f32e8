"""Requirements of widgets: anywidget, an optional dependency, and the built JavaScript."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

BUNDLE = Path(__file__).parent / "static" / "widget.js"
"""Built by `make web`."""


def available_widgets() -> ModuleType | None:
    """The module of the widgets, or None if they are not available."""
    if find_spec("anywidget") is None or not BUNDLE.is_file():
        return None
    from adversario.notebook import widgets  # noqa: PLC0415 (not before they are shown)

    return widgets
