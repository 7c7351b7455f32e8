"""What is required and missing fails; what is only missing is skipped, with the reason."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests import require
from tests.require import PARTS, Part, required

TESTS = Path(__file__).parent


@pytest.fixture
def absent(monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setitem(PARTS, "latex", Part(lambda: False, "no LaTeX"))
    return "latex"


def test_a_missing_part_is_skipped(absent: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(require.VARIABLE, "ray")
    with pytest.raises(pytest.skip.Exception, match="no LaTeX"):
        require.require(absent)


def test_a_missing_part_that_is_required_fails(
    absent: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(require.VARIABLE, "ray, latex")
    with pytest.raises(pytest.fail.Exception, match="ADVERSARIO_REQUIRE names latex"):
        require.require(absent)


def test_a_part_that_is_there_lets_the_test_run(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(PARTS, "latex", Part(lambda: True, "no LaTeX"))
    require.require("latex")


def test_unknown_names_are_an_error() -> None:
    assert required({}) == frozenset()
    assert required({require.VARIABLE: " numba,latex, "}) == {"numba", "latex"}
    with pytest.raises(pytest.UsageError, match="unknown latx; known: chess, chromium, latex"):
        required({require.VARIABLE: "numba,latx"})


def test_nothing_is_skipped_in_another_way() -> None:
    """Only what a platform lacks may be skipped by a mark."""
    skips = re.compile(r"importorskip|pytest\.skip\(|skipif\((?!sys\.platform|os\.name|not Path)")
    for file in TESTS.rglob("*.py"):
        if file.name not in {"require.py", "test_require.py"}:
            assert not skips.search(file.read_text(encoding="utf-8")), file
