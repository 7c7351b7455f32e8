"""A program in a process of its own, as the grader sees it: it is asked, timed, and ended.

The grader's clock is the one that counts, and the grader's copy of the game the one that decides.
What comes from the process is read as data, whatever it says.
"""

from __future__ import annotations

import json
import os
import pickle
import queue
import secrets
import shutil
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path
from time import perf_counter
from types import TracebackType
from typing import IO, Any

import adversario
from adversario.base.python.plugins import Portable
from adversario.game import Game
from adversario.grading.process.faults import Fault
from adversario.grading.process.limits import Limits

LONGEST = 1 << 16
"""The most bytes of a line of a reply."""

MODULE = "adversario.grading.process.child"

Serve = Callable[[str, Any, Any], Any]
"""Answers what a program asks while it is being called."""


class Program:
    """A program that runs, in a folder with copies of its files, until the block ends."""

    def __init__(
        self, files: Mapping[str, Path], main: str, game: Game[Any, Any], limits: Limits,
        functions: list[str], *, seed: int = 0,
    ) -> None:  # fmt: skip
        self.limits, self.game = limits, game
        self.spent, self.longest = 0.0, 0.0
        self.tried: list[str] = []
        self.missing: list[str] = []
        self._output, self._printed = bytearray(), 0
        self._folder = tempfile.mkdtemp(prefix="adversario-grade-")
        try:
            for name, file in files.items():
                target = Path(self._folder, name)
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(file, target)
            self._start()
        except BaseException:
            shutil.rmtree(self._folder, ignore_errors=True)
            raise
        self._setup = {
            "limits": limits, "game": pickle.dumps(Portable(game)), "file": main,
            "functions": functions, "seed": seed,
        }  # fmt: skip

    def __enter__(self) -> Program:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:  # fmt: skip
        """End the process and all that it started, and remove its folder."""
        self.end()

    def _start(self) -> None:
        package = str(Path(adversario.__file__).parents[1])
        environment = {
            "HOME": self._folder, "TMPDIR": self._folder, "PYTHONPATH": package, "LANG": "C.UTF-8",
            "PYTHONHASHSEED": "0", "PYTHONUTF8": "1", "PYTHONUNBUFFERED": "1",
            "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1", "PATH": os.defpath,
        }  # fmt: skip
        if sys.platform == "win32":
            environment["SYSTEMROOT"] = os.environ.get("SYSTEMROOT", "")
        self.process = subprocess.Popen(
            [sys.executable, "-s", "-P", "-B", "-m", MODULE],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            cwd=self._folder, env=environment, start_new_session=sys.platform != "win32",
        )  # fmt: skip
        self._replies: queue.Queue[bytes] = queue.Queue(64)
        self._ended = threading.Event()
        assert self.process.stdout
        assert self.process.stderr
        threads = (
            threading.Thread(target=self._read, args=(self.process.stdout,), daemon=True),
            threading.Thread(target=self._capture, args=(self.process.stderr,), daemon=True),
        )
        for thread in threads:
            thread.start()
        self._threads = threads

    def _read(self, pipe: IO[bytes]) -> None:
        with suppress(OSError, ValueError):
            while line := pipe.readline(LONGEST):
                while not self._ended.is_set():
                    with suppress(queue.Full):
                        self._replies.put(line, timeout=0.1)
                        break
        with suppress(queue.Full):
            self._replies.put(b"", timeout=1)

    def _capture(self, pipe: IO[bytes]) -> None:
        with suppress(OSError, ValueError):
            while piece := pipe.read1(1 << 16):  # type: ignore[attr-defined]
                room = (self.limits.output << 10) - len(self._output)
                self._output += piece[: max(0, room)]
                self._printed += len(piece)

    def load(self) -> None:
        """Load the program; raises Fault if it fails, or lacks a function."""
        self.missing = list(self._exchange(self._setup, self.limits.start, None))
        if self.missing:
            raise Fault("missing", function=self.missing[0])

    def call(
        self, name: str, *arguments: Any, seconds: float | None = None, serve: Serve | None = None
    ) -> Any:
        """The answer of a function of the program, as JSON; raises Fault if there is none."""
        most = min(seconds or self.limits.call, max(0.0, self.limits.test - self.spent))
        if most <= 0:
            raise Fault("total", seconds=f"{self.limits.test:g}", over=True)
        return self._exchange((name, arguments), most, serve)

    def _exchange(self, request: Any, most: float, serve: Serve | None) -> Any:
        token = secrets.token_hex(8)
        request = {**request, "token": token} if isinstance(request, dict) else (token, *request)
        started = perf_counter()
        own = 0.0  # time of the grader itself, within the call
        try:
            self._send(request, started + most)
            while True:
                reply = self._reply(token, started + most + own - perf_counter(), most)
                if "ask" not in reply:
                    break
                since = perf_counter()
                self._send(self._served(serve, reply["ask"]), since + most)
                own += perf_counter() - since
        finally:
            spent = perf_counter() - started - own
            self.spent, self.longest = self.spent + spent, max(self.longest, spent)
        self.tried += [str(each)[:100] for each in reply.get("tried", [])[:3]]
        if "error" in reply:
            line = reply.get("line")
            if isinstance(line, int):
                raise Fault("error", problem=str(reply["error"])[:300], line=line)
            raise Fault("raised", problem=str(reply["error"])[:300])
        return reply.get("answer")

    def _served(self, serve: Serve | None, asked: Any) -> Any:
        if serve is None or not isinstance(asked, list) or len(asked) != 3:
            raise self._over("forged")
        try:
            return serve(*asked)
        except (TypeError, ValueError, LookupError):  # a question that the game cannot have asked
            raise self._over("forged") from None

    def _send(self, value: Any, deadline: float) -> None:
        """Write to the process; one that does not read is ended at the deadline."""
        assert self.process.stdin
        watch = threading.Timer(max(0.1, deadline - perf_counter()), self._kill)
        data = pickle.dumps(value)
        slow = len(data) > 1 << 15  # others fit into the pipe
        if slow:
            watch.start()
        try:
            self.process.stdin.write(data)
            self.process.stdin.flush()
        except (OSError, ValueError):
            raise self._gone() from None
        finally:
            watch.cancel()

    def _reply(self, token: str, seconds: float, most: float) -> dict[str, Any]:
        try:
            line = self._replies.get(timeout=max(0.0, seconds))
        except queue.Empty:
            raise self._over("late", seconds=f"{most:.3g}") from None
        if not line:
            raise self._gone()
        try:
            reply = json.loads(line)
            true = isinstance(reply, dict) and reply.get("token") == token
        except (ValueError, RecursionError):
            true = False
        if not true:
            raise self._over("forged")
        found: dict[str, Any] = reply
        return found

    def _over(self, id: str, **details: object) -> Fault:  # noqa: A002
        self.end()
        return Fault(id, over=True, **details)

    def _gone(self) -> Fault:
        """The fault of a process that has ended, by its exit code or its signal."""
        with suppress(subprocess.TimeoutExpired):
            self.process.wait(1)
        code = self.process.poll()
        self.end()
        if code is None or code >= 0:
            return Fault("ended", code=code or 0, over=True)
        if -code == getattr(signal, "SIGXCPU", 24):
            return Fault("cpu", seconds=self.limits.cpu, over=True)
        name = signal.Signals(-code).name if -code in set(signal.Signals) else str(-code)
        return Fault("signal", signal=name, over=True)

    def _kill(self) -> None:
        with suppress(ProcessLookupError, PermissionError):
            if hasattr(os, "killpg"):
                os.killpg(self.process.pid, signal.SIGKILL)
            else:
                self.process.kill()

    def end(self) -> None:
        """End the process and all of its group."""
        if self._ended.is_set():
            return
        self._ended.set()
        self._kill()
        self.process.wait()
        for thread in self._threads:
            thread.join(1)
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            with suppress(OSError):
                if pipe is not None:
                    pipe.close()
        shutil.rmtree(self._folder, ignore_errors=True)

    @property
    def over(self) -> bool:
        """Whether the process is gone."""
        return self._ended.is_set()

    @property
    def output(self) -> str:
        """What the program printed, cut."""
        words = bytes(self._output).decode("utf-8", "replace")
        return words + (" ..." if self._printed > len(self._output) else "")
