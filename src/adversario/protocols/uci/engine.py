"""The package as an engine of UCI: commands in, searches in a thread of their own, answers out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from random import Random
from threading import Event, Lock, Thread
from time import perf_counter

from adversario.algorithms.core.answer import Result
from adversario.algorithms.core.limit import Limit
from adversario.analysis.analyse import analyse
from adversario.analysis.repertoire.openings import shipped_repertoire
from adversario.base.errors import AdversarioError, InputError
from adversario.base.stop import Stop
from adversario.games.boards.chess import Chess, State
from adversario.games.boards.chess.moves import uci_name
from adversario.native.engines.enhanced.enhancements import SELECTIVE, Enhancements
from adversario.protocols.clock import Allotment
from adversario.protocols.uci.info import info_lines
from adversario.protocols.uci.request import Go, Position, read_go, read_position

AUTHORS = "the Adversario authors"
IGNORED = ("debug", "register", "ponderhit")


@dataclass(frozen=True)
class Options:
    """What an interface may set."""

    hash: int = 64
    threads: int = 1
    multi_pv: int = 1
    chess960: bool = False
    overhead: int = 30
    own_book: bool = False

    def described(self) -> list[str]:
        """The options as UCI declares them."""
        return [
            f"option name Hash type spin default {self.hash} min 1 max 4096",
            f"option name Threads type spin default {self.threads} min 1 max 64",
            f"option name MultiPV type spin default {self.multi_pv} min 1 max 64",
            "option name UCI_Chess960 type check default false",
            "option name OwnBook type check default false",
            f"option name Move Overhead type spin default {self.overhead} min 0 max 5000",
        ]

    def changed(self, name: str, value: str) -> Options:
        """The options with one set; InputError if there is no such option or value."""
        spins = {
            "hash": ("hash", 1, 4096),
            "threads": ("threads", 1, 64),
            "multipv": ("multi_pv", 1, 64),
            "move overhead": ("overhead", 0, 5000),
        }
        known = name.lower()
        checks = {"uci_chess960": "chess960", "ownbook": "own_book"}
        if known in checks and value.lower() in ("true", "false"):
            return replace(self, **{checks[known]: value.lower() == "true"})
        if known not in spins:
            raise InputError("uci.option", name=name, value=value)
        field, least, most = spins[known]
        if not value.isascii() or not value.isdigit() or not least <= int(value) <= most:
            raise InputError("uci.option", name=name, value=value)
        return replace(self, **{field: int(value)})  # type: ignore[arg-type]  # all are whole


class UciEngine:
    """An engine that is given lines and writes lines.

    `handle` returns at once; only `isready` waits, until the rules are compiled.
    """

    def __init__(self, write: Callable[[str], None], name: str = "Adversario") -> None:
        self._write_line, self.name = write, name
        self._writing = Lock()
        self.options = Options()
        game = Chess()
        self.position = Position(game, (game.initial(),))
        self._search: _Search | None = None
        self._is_warm = False

    def run(self, lines: Iterable[str]) -> None:
        """Handle all lines, up to `quit` or the last, after which a search is finished."""
        try:
            for line in lines:
                if not self.handle(line):
                    return
            if self._search is not None and self._search.has_end:
                self._search.join()
        finally:
            self.finish()

    def handle(self, line: str) -> bool:
        """Do as a line says; whether to go on. What is wrong is reported by `info string`."""
        words = line.split()
        if not words:
            return True
        try:
            return self._obey(words[0], words[1:])
        except AdversarioError as error:
            self.write(f"info string {error}")
            return True

    def write(self, line: str) -> None:
        """Give the interface a line; from any thread."""
        with self._writing:
            self._write_line(line)

    def finish(self) -> None:
        """End the search, if there is one, and wait for its answer."""
        if self._search is not None:
            self._search.end()
            self._search = None

    def _obey(self, command: str, words: list[str]) -> bool:
        if command == "quit":
            return False
        commands: dict[str, Callable[[list[str]], None]] = {
            "uci": self._introduce,
            "isready": self._get_ready,
            "setoption": self._set_option,
            "position": self._set_position,
            "go": self._go,
            "d": self._show,
        }
        if command in ("stop", "ucinewgame"):
            self.finish()
        elif command in commands:
            commands[command](words)
        elif command not in IGNORED:
            raise InputError("uci.unknown", command=command)
        return True

    def _introduce(self, _: list[str]) -> None:
        self.write(f"id name {self.name}")
        self.write(f"id author {AUTHORS}")
        for line in Options().described():
            self.write(line)
        self.write("uciok")

    def _get_ready(self, _: list[str]) -> None:
        """Compile the rules, which takes seconds once, and load them."""
        if not self._is_warm:
            analyse(Chess(), limit=Limit(depth=1), enhancements=self._enhancements())
            self._is_warm = True
        self.write("readyok")

    def _show(self, _: list[str]) -> None:
        """The board, which people who type commands may want to see."""
        game, state = self.position.game, self.position.state
        for line in (*game.text(state).splitlines(), f"Fen: {game.position(state)}"):
            self.write(line)

    def _set_position(self, words: list[str]) -> None:
        self.finish()
        self.position = read_position(Chess(), words)

    def _set_option(self, words: list[str]) -> None:
        text = " ".join(words)
        name, _, value = text.removeprefix("name ").partition(" value ")
        if not text.startswith("name "):
            raise InputError("uci.option", name=text, value="")
        self.options = self.options.changed(name.strip(), value.strip())

    def _enhancements(self) -> Enhancements:
        return replace(SELECTIVE, table_mib=self.options.hash)

    def _go(self, words: list[str]) -> None:
        self.finish()
        go = read_go(words)
        self._search = _Search(self, self.position, go, self.options, self._enhancements())
        self._search.start()


class _Search(Thread):
    """A search in progress, which writes the best move when it ends."""

    def __init__(
        self, engine: UciEngine, position: Position, go: Go, options: Options, means: Enhancements
    ) -> None:
        super().__init__(daemon=True)
        self.engine, self.position, self.go = engine, position, go
        self.options, self.means = options, means
        self.stop, self.asked = Stop(), Event()
        self.allotment: Allotment | None = go.allotment(
            position.state.turn, options.overhead / 1000
        )
        self.started = perf_counter()
        self.best: int | None = None

    @property
    def has_end(self) -> bool:
        """Whether the search ends by itself: a bare `go` has no limit."""
        return not self.go.infinite and self.go.limit(self.allotment) != Limit()

    def end(self) -> None:
        """Stop, and wait until the best move is written."""
        self.asked.set()
        self.stop.set()
        self.join()

    def run(self) -> None:
        game, state = self.position.game, self.position.state
        try:
            if not game.is_terminal(state):
                self.best = self.opening()
            if self.best is None and not game.is_terminal(state):
                self.best = next(iter(game.actions(state)))
                found = analyse(
                    game, state, limit=self.go.limit(self.allotment), stop=self.stop,
                    threads=self.options.threads, lines=self.options.multi_pv,
                    enhancements=self.means, on_progress=self.report,
                    past=self.position.states[:-1],
                )  # fmt: skip
                self.best = self.best if found.action is None else found.action
        except AdversarioError as error:
            self.engine.write(f"info string {error}")
        if self.go.infinite:
            self.asked.wait()  # the answer is not to be given before it is asked for
        name = "0000"
        if self.best is not None:
            name = uci_name(game, state, self.best, chess960=self.options.chess960)
        self.engine.write(f"bestmove {name}")

    def opening(self) -> int | None:
        """A move of the package's repertoire, if the interface asked for it and it has one."""
        repertoire = shipped_repertoire(self.position.game) if self.options.own_book else None
        if repertoire is None or self.go.infinite:
            return None
        return repertoire.choose(self.position.state, Random())

    def report(self, result: Result[State, int]) -> None:
        """Write what an iteration found; end the search if it has had enough time."""
        if result.depth is None and not result.proven:
            return
        changed = result.action != self.best
        self.best = result.action
        several = self.options.multi_pv > 1
        for line in info_lines(result, chess960=self.options.chess960, several=several):
            self.engine.write(line)
        if self.allotment is not None and self.go.movetime is None:
            enough = self.allotment.enough * (2 if changed else 1)
            if perf_counter() - self.started >= enough:
                self.stop.set()
