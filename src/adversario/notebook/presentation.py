"""Widgets with a picture beside them, for where the notebook is only read.

A widget is alive where its JavaScript runs. In an exported page that is read without a network it
is not, and nothing would be there. So the picture is displayed too, and the widget hides it.
"""

from __future__ import annotations

from importlib import import_module
from typing import Any, Protocol
from uuid import uuid4


class Displayed(Protocol):
    """A value with a widget (None if there are only pictures) and a picture."""

    @property
    def widget(self) -> Any:
        """The widget."""

    def _repr_svg_(self) -> str | None: ...


def present_both(value: Displayed) -> bool:
    """Display the picture and the widget that hides it; False, and nothing, without a widget."""
    widget = value.widget
    if widget is None:
        return False
    display: Any = import_module("IPython.display").display  # it is there if widgets are
    picture = value._repr_svg_() or getattr(value, "_repr_html_", str)() or ""
    widget.picture = f"adversario-{uuid4().hex}"
    page = f'<div id="{widget.picture}">{picture}</div>'
    display({"text/html": page, "text/plain": repr(value)}, raw=True)
    display(widget)
    return True
