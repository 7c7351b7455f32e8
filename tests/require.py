"""Optional parts that some tests need: those are skipped without them, or fail.

The variable `ADVERSARIO_REQUIRE` names the parts that must be there, as in
`numba,chromium,ray,chess,latex`: tests that need one of these fail without it. Continuous
integration sets it for all that it installs, so that no test is skipped there unnoticed.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from pathlib import Path
from typing import NamedTuple

import pytest

from adversario.native.compiler.availability import available

VARIABLE = "ADVERSARIO_REQUIRE"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
OWN_BROWSER = Path(__file__).parent.parent / "frontend" / ".chromium" / "chromium"
"""The one that `frontend/browser.py` installs if the system has none."""


class Part(NamedTuple):
    """Whether an optional part is there, and what to say if it is not."""

    is_there: Callable[[], bool]
    absence: str


def chromium() -> str | None:
    """The path of Chromium: as ADVERSARIO_CHROMIUM says, else the system's, else our own."""
    given = os.environ.get("ADVERSARIO_CHROMIUM")
    return given or next(filter(None, map(shutil.which, (*BROWSERS, str(OWN_BROWSER)))), None)


PARTS = {
    "chess": Part(lambda: find_spec("chess") is not None, "python-chess is not installed"),
    "chromium": Part(lambda: chromium() is not None, "no Chromium: run frontend/browser.py"),
    "latex": Part(lambda: shutil.which("pdflatex") is not None, "pdflatex is not installed"),
    "numba": Part(available, "Numba is not installed"),
    "ray": Part(lambda: find_spec("ray") is not None, "Ray is not installed"),
}

needs = pytest.mark.needs
"""Marks a test, or by `pytestmark` all tests of a file, that need an optional part."""


def required(environment: Mapping[str, str] = os.environ) -> frozenset[str]:
    """The parts that must be there; pytest.UsageError if one of the names is unknown."""
    named = frozenset(filter(None, map(str.strip, environment.get(VARIABLE, "").split(","))))
    if unknown := named - PARTS.keys():
        known = ", ".join(PARTS)
        raise pytest.UsageError(f"{VARIABLE}: unknown {', '.join(sorted(unknown))}; known: {known}")
    return named


def require(part: str) -> None:
    """Skip the test, or at the top of a file all of its tests, if an optional part is missing.

    If it is one of those that `ADVERSARIO_REQUIRE` names, fail instead.
    """
    is_there, absence = PARTS[part]
    if is_there():
        return
    if part in required():
        pytest.fail(f"{absence}, and {VARIABLE} names {part}", pytrace=False)
    pytest.skip(absence, allow_module_level=True)
