"""Threads under control: deadlines, interrupts, errors."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from time import perf_counter, sleep

import pytest

from adversario.native.engines.control import Control, run_all


def until_stopped(control: Control) -> str:
    while not control.is_set():
        sleep(0.002)
    return "stopped"


def test_everything_is_run_and_answers_in_order() -> None:
    control = Control()
    assert run_all([lambda: 1, lambda: 2], control) == [1, 2]
    assert not control.is_set()


def test_a_deadline_stops() -> None:
    control, started = Control(), perf_counter()
    assert run_all([lambda: until_stopped(control)] * 2, control, seconds=0.1) == ["stopped"] * 2
    assert 0.09 < perf_counter() - started < 30  # generous: this is about stopping at all
    assert not control.interrupted


INTERRUPTED = """
import os, signal, threading
from adversario.native.engines.control import Control, run_all
from tests.native.engines.test_control import until_stopped

control = Control()
threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT)).start()
print(run_all([lambda: until_stopped(control)], control), control.interrupted)
"""


def test_an_interrupt_stops_and_what_is_found_is_returned() -> None:
    # In a process of its own: a runner of tests may have its own mind about interrupts.
    root = Path(__file__).parents[3]
    code = [sys.executable, "-c", INTERRUPTED]
    done = subprocess.run(code, capture_output=True, text=True, check=True, cwd=root, timeout=60)
    assert done.stdout.strip() == "['stopped'] True"


def test_an_error_comes_out() -> None:
    def fail() -> int:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        run_all([fail, lambda: 1], Control())


def test_the_watcher_is_called() -> None:
    control, seen = Control(), list[int]()
    run_all([lambda: until_stopped(control)], control, seconds=0.2, watch=lambda: seen.append(1))
    assert seen
