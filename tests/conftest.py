"""What all tests share."""

from __future__ import annotations

import gc
import os
import signal
from collections import defaultdict
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
SHORT_RUN = 120
"""Seconds that tests take together, below which the slowest files are not printed."""
SHOWN_FILES = 12


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "needs(part): needs an optional part, see tests/require.py")
    required()


class FileScheduling(LoadGroupScheduling):  # type: ignore[misc]  # xdist has no types
    """A worker runs all tests of a group, or else of a file.

    Tests of a file compile the same programs, which two workers would do at the same time.
    """

    def _split_scope(self, nodeid: str) -> str:
        return str(super()._split_scope(nodeid)).partition("::")[0]


LONGEST = (
    "tests/browser/",
    "tests/native/tabulated/",
    "tests/contract/test_check_game.py",
    "tests/attack/test_attack.py",
    "tests/test_docs.py",
    "tests/test_faulty_games.py",
    "tests/web/test_sessions.py",
    "tests/solve/endgame/",
    "tests/native/",
    "tests/counting/",
    "tests/corpus/",
    "tests/web/",
    "tests/base/test_stop.py",
)
"""What takes longest, by the summary of a run. Workers begin with it, so as to finish together."""


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> FileScheduling | None:
    if config.getvalue("dist") != "loadgroup":
        return None
    config.option.loadscopereorder = False  # it would begin with the files of most tests
    return FileScheduling(config, log)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if hasattr(config, "workerinput"):
        items.sort(key=lambda item: _place(item.nodeid))


def _place(nodeid: str) -> int:
    """The place of a test's file among the longest, which come first."""
    starts = (place for place, start in enumerate(LONGEST) if nodeid.startswith(start))
    return next(starts, len(LONGEST))


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """After a long run, print the files that took longest: `make test` is to take eight minutes."""
    seconds: dict[str, float] = defaultdict(float)
    for reports in terminalreporter.stats.values():
        for report in reports:
            if isinstance(report, pytest.TestReport):
                seconds[report.nodeid.partition("::")[0]] += report.duration
    if (total := sum(seconds.values())) < SHORT_RUN:
        return
    terminalreporter.section(f"slowest files, of {total:.0f} s in all processes")
    for file in sorted(seconds, key=lambda file: -seconds[file])[:SHOWN_FILES]:
        terminalreporter.write_line(f"{seconds[file]:6.1f} s  {file}")


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
