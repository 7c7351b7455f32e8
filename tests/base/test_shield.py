"""Work behind a shield: Ctrl-C ends the waiting for it, and never the work."""

from __future__ import annotations

import threading
from time import monotonic, sleep

import pytest

from adversario.base.process.shield import (
    Task,
    has_unattended_tasks,
    interrupt_main_thread,
    shielded,
)
from adversario.base.stop import StoppedError
from adversario.native.engines.control import Control, run_all


def interrupt_after(seconds: float) -> threading.Timer:
    timer = threading.Timer(seconds, interrupt_main_thread)
    timer.start()
    return timer


def test_answers_and_errors_come_through() -> None:
    assert shielded(lambda: shielded(lambda: 7)) == 7
    with pytest.raises(ZeroDivisionError):
        shielded(lambda: 1 // 0)
    assert not has_unattended_tasks()


def test_an_interrupt_ends_the_waiting_and_not_the_work() -> None:
    done, go_on = threading.Event(), threading.Event()

    def compile_slowly() -> None:
        go_on.wait(60)
        done.set()

    interrupt_after(0.2)
    with pytest.raises(KeyboardInterrupt):
        shielded(compile_slowly)
    assert has_unattended_tasks()
    assert not done.is_set()
    go_on.set()
    assert done.wait(30)


def test_what_follows_abandoned_work_is_not_done() -> None:
    """A search whose kernel was being compiled does not start when that is done."""
    go_on, searched = threading.Event(), threading.Event()
    tasks: list[Task[None]] = []

    def search() -> None:
        tasks.append(threading.current_thread())  # type: ignore[arg-type]
        shielded(lambda: go_on.wait(60))
        searched.set()

    interrupt_after(0.2)
    began = monotonic()
    with pytest.raises(KeyboardInterrupt):
        run_all([search], Control())
    assert monotonic() - began < 30
    go_on.set()
    assert tasks[0].done.wait(30)
    assert isinstance(tasks[0].error, StoppedError)
    assert not searched.is_set()


def test_a_search_beside_one_that_is_compiled_is_waited_for() -> None:
    go_on, control = threading.Event(), Control()
    ended: list[bool] = []

    def search() -> None:
        while not control.is_set():
            sleep(0.01)
        sleep(0.3)
        ended.append(True)

    interrupt_after(0.2)
    with pytest.raises(KeyboardInterrupt):
        run_all([lambda: shielded(lambda: go_on.wait(60)), search], control)
    assert ended == [True]
    go_on.set()


def test_a_search_that_is_not_compiled_answers() -> None:
    control = Control()

    def search() -> int:
        while not control.is_set():
            sleep(0.01)
        return 5

    interrupt_after(0.2)
    assert run_all([search], control) == [5]
    assert control.interrupted


def test_other_exceptions_stop_the_search_too() -> None:
    control, ended = Control(), threading.Event()

    def search() -> None:
        while not control.is_set():
            sleep(0.01)
        ended.set()

    def watch() -> None:
        raise SystemExit(143)

    with pytest.raises(SystemExit):
        run_all([search], control, watch=watch)
    assert ended.wait(30)
