"""What all tests share."""

from __future__ import annotations

import gc
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import settings
from xdist.scheduler import LoadGroupScheduling

from tests.require import require, required

# A shared machine is no clock, so there are no deadlines. Where a failure would stop others the
# examples are always the same; at one's desk they are new each time.
settings.register_profile("desk", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "desk")

# A shell that starts the tests in the background has them ignore interrupts, and so would all that
# they start; but some of them are about interrupts.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

ROOT = Path(__file__).parents[1]


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "needs(part): needs an optional part, see tests/require.py")
    required()


class FileScheduling(LoadGroupScheduling):  # type: ignore[misc]  # xdist has no types
    """A worker runs all tests of a group, or else of a file.

    Tests of a file compile the same programs, which two workers would do at the same time.
    """

    def _split_scope(self, nodeid: str) -> str:
        return str(super()._split_scope(nodeid)).partition("::")[0]


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> FileScheduling | None:
    return FileScheduling(config, log) if config.getvalue("dist") == "loadgroup" else None


def pytest_collection_finish() -> None:
    """Spare the garbage collector what lives until the end; compilers leave much, and no cycles."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 50)


def pytest_runtest_setup(item: pytest.Item) -> None:
    for mark in item.iter_markers("needs"):
        require(*mark.args)


@pytest.fixture(scope="session", autouse=True)
def compiled_games() -> Iterator[None]:
    """One cache for all tests, workers and runs, so that each program is compiled once.

    That is sound: the name of a program's folder is a digest of all that it was compiled from.
    """
    folder = os.environ.get("ADVERSARIO_TEST_CACHE", str(ROOT / ".test_cache"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("ADVERSARIO_CACHE", folder)
        yield
