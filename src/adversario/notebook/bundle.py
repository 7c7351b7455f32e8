"""Requirements of widgets: anywidget, an optional dependency, and the built JavaScript."""

from __future__ import annotations

import os
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType

BUNDLE = Path(__file__).parent / "static" / "widget.js"
"""Built by `make web`."""

VARIABLE = "ADVERSARIO_NOTEBOOK"
"""With the value `pictures`, notebooks show pictures only: they are also seen without a network."""


def available_widgets() -> ModuleType | None:
    """The module of the widgets, or None if they are not available."""
    if os.environ.get(VARIABLE) == "pictures":
        return None
    if find_spec("anywidget") is None or not BUNDLE.is_file():
        return None
    from adversario.notebook import widgets  # noqa: PLC0415 (not before they are shown)

    return widgets
