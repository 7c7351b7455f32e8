"""What all tests share."""

from __future__ import annotations

import os
from collections.abc import Iterator

import pytest
from hypothesis import settings

# A shared machine is no clock, so there are no deadlines. Where a failure would stop others the
# examples are always the same; at one's desk they are new each time.
settings.register_profile("desk", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "desk")


@pytest.fixture(scope="session", autouse=True)
def compiled_games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """One cache for all tests and workers, so that each game is compiled once."""
    base = tmp_path_factory.getbasetemp()
    shared = base.parent if os.environ.get("PYTEST_XDIST_WORKER") else base
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ADVERSARIO_CACHE", str(shared / "compiled"))
        yield
