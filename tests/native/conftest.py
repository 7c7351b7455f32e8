from __future__ import annotations

from collections.abc import Iterator

import pytest


@pytest.fixture(scope="session", autouse=True)
def compiled_games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """One cache for all tests, so that each game is compiled once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ADVERSARIO_CACHE", str(tmp_path_factory.mktemp("compiled")))
        yield
