"""Programs that are spoken to, and do what they should not."""

from __future__ import annotations

import os
import shlex
import sys
from contextlib import suppress
from pathlib import Path
from time import monotonic, sleep

import pytest

from adversario.protocols.process import (
    LONGEST_LINE,
    MOST_LINES,
    EngineError,
    EngineProcess,
)


def started(tmp_path: Path, code: str) -> EngineProcess:
    program = tmp_path / "program.py"
    program.write_text(code, encoding="utf-8")
    return EngineProcess(f"{shlex.quote(sys.executable)} -S {shlex.quote(str(program))}")


def test_a_program_that_talks_without_end_has_to_wait(tmp_path: Path) -> None:
    process = started(tmp_path, "while True: print('x', flush=False)")
    with pytest.raises(EngineError, match="did not answer"):
        process.read_until("uciok", 0.5)
    assert process._lines.qsize() <= MOST_LINES
    begun = monotonic()
    process.close()
    assert not process.is_running
    assert monotonic() - begun < 10


def test_a_line_without_end_is_read_in_pieces(tmp_path: Path) -> None:
    process = started(tmp_path, f"print('x' * {3 * LONGEST_LINE})\nprint('uciok')")
    *pieces, last = process.read_until("uciok", 30.0)
    assert (sum(map(len, pieces)), max(map(len, pieces)), last) == (
        3 * LONGEST_LINE, LONGEST_LINE, "uciok",
    )  # fmt: skip
    process.close()


def test_the_end_of_a_program_can_be_read_again(tmp_path: Path) -> None:
    process = started(tmp_path, "print('bye')")
    assert process.read(30.0) == "bye"
    for _ in range(3):
        with pytest.raises(EngineError, match=r"ended .* bye"):
            process.read(30.0)


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="asks /proc whether it lives")
def test_what_a_program_has_started_ends_with_it(tmp_path: Path) -> None:
    process = started(
        tmp_path,
        "import subprocess, sys, time\n"
        "child = subprocess.Popen([sys.executable, '-S', '-c', 'import time; time.sleep(60)'])\n"
        "print(child.pid, flush=True)\ntime.sleep(60)",
    )
    child = int(process.read(30.0))
    process.close()
    with suppress(ProcessLookupError, FileNotFoundError):
        for _ in range(500):
            os.kill(child, 0)
            if _is_dead(child):
                break
            sleep(0.01)
        else:
            pytest.fail("the child of the program is alive")


def _is_dead(process: int) -> bool:
    """Whether a process has ended, and only waits to be collected."""
    state = Path(f"/proc/{process}/stat").read_text(encoding="ascii").rpartition(")")[2]
    return state.split()[0] == "Z"
