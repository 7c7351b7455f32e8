"""A process that runs jobs, one at a time. Orders and answers are lines of text.

An order is `{"job": 7, "type": "view", "lang": "en", "compiled": true, "request": {...}}`, or
`{"stop": 7}`, which has the effect of Ctrl-C on a search in a terminal: the job ends with the best
answer so far, or none. Answers are `7 update {...}`, and at last `7 result {...}` or `7 error
{...}`; the JSON is forwarded unchanged. The process ends at the end of its input.
"""

from __future__ import annotations

import os
import signal
import sys
import threading
import warnings
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from queue import SimpleQueue
from types import FrameType
from typing import Any, TextIO

from adversario.base.process.shield import interrupt_main_thread
from adversario.course.course import Course, shipped_course
from adversario.web.capacity import limit_memory
from adversario.web.handlers import JOBS, WARM, Context, OfferedGames, own_games
from adversario.web.handlers.engines import NO_ENGINES, Engines
from adversario.web.limits import REPLY_BYTES, LimitError
from adversario.web.problems import problem_of
from adversario.web.protocol import EXCHANGES, PlacePayload, ProblemPayload
from adversario.web.wire import dump, parse, read, write

IMPORTS = ("importlib", "_frozen_importlib")


class JobWorker:
    """Runs the jobs that it is ordered to."""

    def __init__(
        self,
        orders: TextIO,
        answers: TextIO,
        games: OfferedGames,
        course: Course | None = None,
        engines: Engines = NO_ENGINES,
    ) -> None:
        self.orders, self.answers, self.games, self.engines = orders, answers, games, engines
        self.course = shipped_course() if course is None else course
        self.waiting: SimpleQueue[dict[str, Any]] = SimpleQueue()
        self.current: int | None = None
        self.stopping: int | None = None
        self.sending = threading.Lock()

    def serve(self) -> None:
        """Run jobs until the process ends."""
        signal.signal(signal.SIGINT, self._interrupt)
        threading.Thread(target=self._listen, daemon=True).start()
        while True:
            order = self.waiting.get()
            self._send(*self._run_job(order["job"], order))

    def _listen(self) -> None:
        """Read orders; orders to stop act at once."""
        for line in self.orders:
            order = parse(line)
            if "stop" in order:
                self.stopping = order["stop"]
                interrupt_main_thread()
            else:
                self.waiting.put(order)
        os._exit(0)  # the server is gone

    def _interrupt(self, _: int = 0, frame: FrameType | None = None) -> None:
        """In the main thread: end the job if it is to be stopped and can be interrupted now."""
        if self.current is not None and self.stopping == self.current and not _is_importing(frame):
            self.stopping = None
            raise KeyboardInterrupt

    def _send(self, number: int, word: str, answer: str) -> None:
        with self.sending:
            self.answers.write(f"{number} {word} {answer}\n")
            self.answers.flush()

    def _run_job(self, number: int, order: dict[str, Any]) -> tuple[int, str, str]:
        """The answer to an order."""
        lang, kind = order["lang"], order["type"]
        context = Context(
            self.games, lang, self._reporter(number), order["compiled"], self.course, self.engines
        )
        form: type[Any] = PlacePayload if kind == WARM else EXCHANGES[kind].request
        try:
            try:
                self.current = number
                self._interrupt()  # it may have been stopped before it began
                value = JOBS[kind](context, read(form, order["request"]))
            finally:
                self.current = None
            written = dump(write(value))
            if len(written) > REPLY_BYTES:
                raise LimitError("web.limit.reply")
            return number, "result", written
        except KeyboardInterrupt:
            problem = ProblemPayload("stopped", context.text("web.stopped"))
        except Exception as error:
            problem = problem_of(context, error)
        return number, "error", dump(write(problem))

    def _reporter(self, number: int) -> Callable[[Any], None]:
        """A function that sends the updates of a job; it is not interrupted within a line."""

        def report(value: Any) -> None:
            written = dump(write(value))
            if threading.current_thread() is not threading.main_thread():
                self._send(number, "update", written)
                return
            self.current = None
            try:
                self._send(number, "update", written)
            finally:
                self.current = number
            self._interrupt()

        return report


def _is_importing(frame: FrameType | None) -> bool:
    """Whether an import is running, which an interrupt would leave half done.

    The order to stop is repeated, and the page does not wait for it. The compiler is behind a
    shield (see `base.process.shield`).
    """
    while frame is not None:
        if frame.f_globals.get("__name__", "").startswith(IMPORTS):
            return True
        frame = frame.f_back
    return False


def main() -> None:
    """Serve on standard input and output.

    Arguments: the niceness, the most bytes of memory (0: no limit), a file of games and the folder
    of a course (empty: none), and the engines that are offered as opponents.
    """
    warnings.simplefilter("ignore")
    niceness, memory, file, folder, *engines = sys.argv[1:]
    if hasattr(os, "nice"):
        os.nice(int(niceness))
    if int(memory):
        limit_memory(int(memory))
    with suppress(ImportError):
        import numba  # noqa: F401, PLC0415 (before the first request)
    answers = os.fdopen(os.dup(1), "w", encoding="ascii")
    os.dup2(2, 1)  # output of a game is not an answer
    own = own_games(Path(file) if file else None)
    course = Course(Path(folder)) if folder else None
    JobWorker(sys.stdin, answers, OfferedGames(own), course, Engines(engines)).serve()


if __name__ == "__main__":
    main()
