"""How values show themselves in a notebook: declared here, filled in where drawing is known.

A class further left in the flow calls these, from its `_repr_svg_` for one; the notebook package
registers what draws it.
"""

from __future__ import annotations

from functools import singledispatch
from typing import Any


@singledispatch
def svg(value: object) -> str | None:
    """The value as an SVG picture; None where nothing is registered to draw it."""
    return None


@singledispatch
def html(value: object) -> str | None:
    """The value as HTML; None where nothing is registered to draw it."""
    return None


@singledispatch
def widget(value: object) -> Any:
    """The value as a widget; None where none is registered, or a notebook could not show it."""
    return None


@singledispatch
def explorer(value: object) -> Any:
    """A search to be stepped through; None where nothing is registered to show it."""
    return None
