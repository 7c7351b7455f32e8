"""One server for all tests of this folder that do not need their own."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.web.pages import Running, running


@pytest.fixture(scope="session")
def static(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A bundle as small as can be."""
    folder = tmp_path_factory.mktemp("static")
    (folder / "index.html").write_text('<!doctype html><meta name="token" content="__TOKEN__">')
    (folder / "assets").mkdir()
    (folder / "assets" / "index-1.js").write_text("1;")
    return folder


@pytest.fixture(scope="session")
def server(static: Path, compiled_games: None) -> Iterator[Running]:
    """The application with the games of `own.py` beside the package's."""
    with running(static) as run:
        yield run
