"""`adversario engine`: what is given on standard input need not be text."""

from __future__ import annotations

import io
from typing import Any

import pytest


@pytest.mark.parametrize(
    ("protocol", "said"), [("uci", "info string unknown command"), ("gtp", "? unknown command")]
)
def test_bytes_that_are_no_text_are_an_unknown_command(
    run: Any, monkeypatch: pytest.MonkeyPatch, protocol: str, said: str
) -> None:
    lines = io.TextIOWrapper(io.BytesIO(b"\xff\xfe\nquit\n"), encoding="utf-8")
    monkeypatch.setattr("sys.stdin", lines)
    done = run("engine", protocol)
    assert (done.code, done.err) == (0, "")
    assert said in done.out
