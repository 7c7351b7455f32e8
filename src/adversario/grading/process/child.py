"""The process of one program: `python -m adversario.grading.process.child`, started by `Program`.

Requests come as pickles on standard input, from the grader; replies go back as lines of JSON on
what was standard output. Nothing that this process says is trusted: whatever it writes is the
answer of the program, and each answer has to carry the token of its request.
"""

from __future__ import annotations

import importlib.util
import json
import math
import os
import pickle
import random
import sys
import threading
import time
import traceback
from collections.abc import Callable
from contextlib import suppress
from fractions import Fraction
from numbers import Integral, Rational, Real
from pathlib import Path
from typing import Any

import adversario
from adversario.base.python.plugins import Portable
from adversario.game import Game
from adversario.grading.process.guard import install_guard
from adversario.grading.process.hidden_game import HiddenGame, Position, Shown
from adversario.grading.process.limits import Limits

LOADED = "submission"
"""The name of the program's module."""

MOST_DIGITS = 300


def main() -> None:
    """Serve requests until the pipe is closed."""
    requests = os.fdopen(os.dup(0), "rb")
    replies = os.dup(1)
    _redirect()
    setup = pickle.load(requests)
    _watch_parent(os.getppid())
    _limit(setup["limits"])
    server = _Server(requests, replies)
    game: Portable[Game[Any, Any]] = pickle.loads(setup["game"])
    server.game = game.value
    random.seed(setup["seed"])
    folder = os.getcwd()
    sys.path.insert(0, folder)
    places = [sys.prefix, sys.base_prefix, sys.exec_prefix, str(Path(adversario.__file__).parent)]
    places += [each for each in sys.path if each.endswith("site-packages")]
    install_guard(folder, places, setup["limits"].files, server.tried.append)
    server.run(setup["token"], lambda: server.load(Path(folder, setup["file"]), setup["functions"]))
    while True:
        try:
            token, name, arguments = pickle.load(requests)
        except EOFError:
            return
        server.run(token, lambda: server.call(name, *arguments))  # noqa: B023 (called now)


def _redirect() -> None:
    """Standard output becomes standard error, which is captured, and standard input is empty."""
    os.dup2(2, 1)
    empty = os.open(os.devnull, os.O_RDONLY)
    os.dup2(empty, 0)


def _watch_parent(parent: int) -> None:
    """End this process when the grader has ended, whatever the program does."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(0.5)
        os._exit(1)

    threading.Thread(target=watch, daemon=True).start()


def _limit(limits: Limits) -> None:
    """Set the system's limits; there are none on Windows, and none of memory on macOS."""
    try:
        import resource  # noqa: PLC0415 (not on Windows)
    except ImportError:
        return
    sizes = {
        "RLIMIT_CPU": limits.cpu, "RLIMIT_AS": limits.memory << 20, "RLIMIT_CORE": 0,
        "RLIMIT_FSIZE": limits.file << 10, "RLIMIT_NOFILE": limits.files + 32, "RLIMIT_NPROC": 0,
    }  # fmt: skip
    for name, size in sizes.items():
        if (kind := getattr(resource, name, None)) is not None:
            with suppress(OSError, ValueError):  # less is allowed already
                resource.setrlimit(kind, (size, size + (name == "RLIMIT_CPU")))


class _Server:
    """The program's functions, called as the grader asks."""

    def __init__(self, requests: Any, replies: int) -> None:
        self.requests, self.replies = requests, replies
        self.game: Game[Any, Any]
        self.functions: dict[str, Callable[..., Any]] = {}
        self.tried: list[str] = []
        self.token = ""

    def run(self, token: str, work: Callable[[], Any]) -> None:
        """Do the work and reply with its answer, or with what it raised."""
        self.token = token
        try:
            reply = {"answer": work()}
        except BaseException as error:  # also SystemExit
            reply = {"error": _described(error), "line": _line(error)}
        if self.tried:
            reply["tried"] = self.tried[:3]
            self.tried.clear()
        self.reply(reply)

    def reply(self, reply: dict[str, Any]) -> None:
        """Write one line."""
        left = (json.dumps({"token": self.token, **reply}) + "\n").encode()
        while left:
            left = left[os.write(self.replies, left) :]

    def load(self, file: Path, names: list[str]) -> list[str]:
        """Load the program; its functions that are missing."""
        spec = importlib.util.spec_from_file_location(LOADED, file)
        assert spec is not None
        assert spec.loader is not None
        module = sys.modules[LOADED] = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        found = {name: getattr(module, name, None) for name in names}
        self.functions = {name: each for name, each in found.items() if callable(each)}
        return [name for name in names if name not in self.functions]

    def call(self, name: str, *arguments: Any) -> Any:
        """The answer of a function, in a form that JSON has."""
        answer: Any = getattr(self, name)(*arguments)
        return answer

    def evaluate(self, state: Any, player: int) -> Any:
        """The program's evaluation."""
        return _number(self.functions["evaluate"](self.game, state, player))

    def order(self, state: Any, actions: list[Any]) -> Any:
        """The places, among the actions given, of those that the program returns."""
        ordered = self.functions["order"](self.game, state, list(actions))
        return [_place(each, actions) for each in ordered]

    def choose(self, state: Any, actions: list[Any], seconds: float) -> Any:
        """The place of the action that the program chooses."""
        return _place(self.functions["choose"](self.game, state, seconds), actions)

    def search(self, root: Shown, players: int, bounds: Any, depth: int | None) -> Any:
        """The value and the action's name that the program's search returns."""
        game = HiddenGame(Shown(*root), players, bounds, self.ask)
        found = self.functions["search"](game, Position(game.root), depth)
        value, action = found if isinstance(found, tuple) else (found, None)
        return [_number(value), action if isinstance(action, str) else None]

    def ask(self, what: str, number: int, detail: Any) -> Any:
        """What the grader says about a position."""
        self.reply({"ask": [what, number, detail]})
        return pickle.load(self.requests)


def _number(value: Any) -> Any:
    """A number as text, exactly; a list with the type's name for anything else."""
    if isinstance(value, bool) or not isinstance(value, Real):
        return [type(value).__name__]
    if isinstance(value, Integral | Rational):
        exact = Fraction(int(value)) if isinstance(value, Integral) else Fraction(value)
        if max(abs(exact.numerator), exact.denominator) < 10**MOST_DIGITS:
            return str(exact)
        return str(math.inf if exact > 0 else -math.inf)
    return repr(float(value))


def _place(action: Any, actions: list[Any]) -> Any:
    """The place of an action; a list with its text for one that is not among them."""
    for at, each in enumerate(actions):
        if type(action) is type(each) and action == each:
            return at
    return [repr(action)[:60]]


def _described(error: BaseException) -> str:
    with suppress(Exception):
        return f"{type(error).__name__}: {error}"[:300]
    return type(error).__name__


def _line(error: BaseException) -> int | None:
    """The last line of the program's own file that the error passed."""
    if isinstance(error, SyntaxError):
        return error.lineno
    folder = os.getcwd()
    frames = reversed(traceback.extract_tb(error.__traceback__))
    return next((each.lineno for each in frames if each.filename.startswith(folder)), None)


if __name__ == "__main__":
    main()
