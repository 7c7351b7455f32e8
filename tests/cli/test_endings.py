"""How the command line ends: exit codes and words for whatever happens, and at any moment."""

from __future__ import annotations

import errno
import os
import re
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from time import monotonic, sleep
from typing import Any

import pytest

from adversario.base.errors import InputError
from adversario.cli import app as application

posix = pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")


def raiser(error: BaseException) -> Callable[..., None]:
    def fail(*_: Any, **__: Any) -> None:
        raise error

    return fail


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (InputError("file.missing", file="x"), 2, "Error: "),
        (MemoryError(), 2, "memory"),
        (RecursionError("maximum recursion depth exceeded"), 2, "deeper"),
        (OSError(errno.ENOSPC, "No space left on device", "match.json"), 2, "No space left"),
        (OSError(errno.ENAMETOOLONG, "File name too long", "a" * 300), 2, "too long"),
        (BrokenPipeError(), 1, ""),
        (KeyboardInterrupt(), 130, "Stopped"),
        (SystemExit(143), 143, ""),
        (RuntimeError("no compiled object yet"), 70, "RuntimeError: no compiled object yet"),
    ],
)
def test_every_error_has_words_and_a_code(
    run: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, error: BaseException, code: int,
    said: str,
) -> None:  # fmt: skip
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr("adversario.cli.faults.silence_output", lambda: None)
    monkeypatch.setattr(application, "app", raiser(error))
    done = run("games", "--lang", "en")
    assert done.code == code
    assert said in done.err
    assert "Traceback" not in done.err
    if code == 70:
        assert "Internal error" in done.err
        (file,) = tmp_path.iterdir()
        assert str(file) in done.err
        assert "Traceback" in file.read_text(encoding="utf-8")
        assert "RuntimeError" in run("games", "--lang", "es").err
    else:
        assert not list(tmp_path.iterdir())


def test_the_traceback_is_printed_on_request(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADVERSARIO_TRACEBACK", "1")
    monkeypatch.setattr(application, "app", raiser(KeyError("x")))
    done = run("games", "--lang", "en")
    assert (done.code, "Traceback (most recent" in done.err) == (70, True)
    assert "Internal error: KeyError: 'x'" in done.err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="Linux has a device without room")
@pytest.mark.parametrize("arguments", [["--version"], ["draw", "(1,2)"], ["games", "--json"]])
def test_output_without_room_is_an_error_without_a_traceback(arguments: list[str]) -> None:
    environment = {name: kept for name, kept in os.environ.items() if name != "PYTHONUNBUFFERED"}
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [sys.executable, "-m", "adversario", *arguments],
            stdout=full, stderr=subprocess.PIPE, text=True, check=False, env=environment,
        )  # fmt: skip
    assert (done.returncode, len(done.stderr.splitlines())) == (2, 1)
    assert "No space left" in done.stderr


class Started:
    """A command in a process of its own, whose imports are watched."""

    def __init__(self, *arguments: str, cache: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-X", "importtime", "-m", "adversario", *arguments],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env={**os.environ, "ADVERSARIO_CACHE": str(cache)},
        )  # fmt: skip
        self.said = ""

    def wait_for_import(self, module: str) -> None:
        assert self.process.stderr is not None
        for line in self.process.stderr:
            self.said += line
            if line.split("|")[-1].strip() == module:
                return
        raise AssertionError(f"{module} was not imported")

    def end(self, number: signal.Signals) -> tuple[int, float, str]:
        """The exit code after a signal, the seconds until then, and what was printed."""
        self.process.send_signal(number)
        began = monotonic()
        try:
            _, rest = self.process.communicate(timeout=120)
        finally:
            self.process.kill()
        printed = re.sub(r"(?m)^import time:.*\n", "", self.said + rest)
        return self.process.returncode, monotonic() - began, printed


@posix
@pytest.mark.parametrize(
    "module",
    ["shutil", "typer.main", "rich.console", "adversario.game", "adversario.cli.faults"],
)
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_at_the_start_ends_quietly(
    tmp_path: Path, module: str, number: signal.Signals
) -> None:
    started = Started("solve", "connect4", cache=tmp_path)
    started.wait_for_import(module)
    code, seconds, printed = started.end(number)
    assert (code, printed) == (128 + number, "")
    assert seconds < 20


@posix
@pytest.mark.needs("numba")
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
@pytest.mark.parametrize(
    ("module", "delay"),
    [("numpy", 0.0), ("llvmlite.ir", 0.0), ("numba.core.types", 0.1), ("numba", 0.5), ("numba", 2)],
)
def test_an_interrupt_while_compiling_ends_quietly(
    tmp_path: Path, module: str, delay: float, number: signal.Signals
) -> None:
    """Compiling takes much longer than the interrupt: the cache is empty."""
    started = Started("perft", "othello", "12", "--engine", "native", cache=tmp_path / "cache")
    started.wait_for_import(module)
    sleep(delay)
    code, seconds, printed = started.end(number)
    assert code == 128 + number
    assert printed == "" if number == signal.SIGTERM else printed.startswith("Stopped.")
    assert printed.count("\n") <= 1
    assert seconds < 20


@posix
def test_an_interrupt_in_a_destructor_is_not_lost(tmp_path: Path) -> None:
    """It cannot be raised there, so that Python prints and drops it."""
    (tmp_path / "slow.py").write_text(
        "import os, signal, time\n"
        "from adversario.games import Nim\n"
        "class Bad:\n"
        "    def __del__(self):\n"
        "        os.kill(os.getpid(), signal.SIGINT)\n"
        "        time.sleep(0.01)\n"
        "class Slow(Nim):\n"
        "    def initial(self):\n"
        "        Bad()\n"
        "        time.sleep(60)\n"
    )
    done = subprocess.run(
        [sys.executable, "-m", "adversario", "search", "slow.py:Slow", "--lang", "en"],
        capture_output=True, text=True, check=False, cwd=tmp_path, timeout=50,
    )  # fmt: skip
    assert done.returncode == 130
    assert done.stderr.startswith("Stopped.")
    assert "ignored" not in done.stderr


@posix
def test_an_ignored_interrupt_stays_ignored(tmp_path: Path) -> None:
    """As of a shell that starts a command in the background."""
    command = f"trap '' INT; exec {sys.executable} -X importtime -m adversario games"
    started = subprocess.Popen(
        ["sh", "-c", command], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    assert started.stderr is not None
    for line in started.stderr:
        if "typer.main" in line:
            break
    started.send_signal(signal.SIGINT)
    started.communicate(timeout=120)
    assert started.returncode == 0


@posix
def test_a_reader_that_leaves_ends_the_command_quietly() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "adversario", "games"], stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, text=True,
    ) as process:  # fmt: skip
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.close()
        assert process.stderr.read() == ""
    assert process.returncode == 1


@posix
def test_what_the_terminal_cannot_show_is_no_error() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "adversario", "draw", "A(3, 5)", "--lang", "es"],
        capture_output=True, check=False, env={**os.environ, "PYTHONIOENCODING": "latin-1:strict"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert b"\\u25b3 A" in done.stdout
