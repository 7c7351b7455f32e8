"""The package as an engine of GTP: commands in, answers out, moves by Monte Carlo tree search."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from time import process_time
from typing import Any

from adversario.algorithms.core.limit import Limit
from adversario.algorithms.mcts.result import MctsResult
from adversario.base.bitboards import has, pack_cells
from adversario.base.errors import AdversarioError, InputError
from adversario.contract.repetition import allowed_actions
from adversario.games.boards.go import PASS, Go
from adversario.games.boards.go.handicap import handicap_points, most_stones
from adversario.games.boards.go.status import final_status
from adversario.native.engines.engine_choice import Engine
from adversario.native.engines.mcts import mcts
from adversario.protocols.clock import allot
from adversario.protocols.gtp.boards import BOARDS, colour_of
from adversario.protocols.gtp.record import Record
from adversario.records.sgf import GoRecord, read_sgf, write_sgf

HOPELESS = -0.96
"""The mean of all simulations below which the engine resigns."""

STATUS = ("alive", "dead", "seki")


@dataclass(frozen=True)
class Strength:
    """How long the engine thinks about a move without a clock."""

    simulations: int | None = 10_000
    seconds: float | None = None
    memory_mib: float = 256
    engine: Engine = "auto"

    def limit(self) -> Limit:
        """The limit of a search."""
        return Limit(nodes=self.simulations, time=self.seconds)


@dataclass
class Clock:
    """The time settings: main time, then periods of some stones; what is left for each player."""

    main: float = 0.0
    period: float = 0.0
    stones: int = 0
    is_set: bool = False

    def __post_init__(self) -> None:
        self.left = [(self.main, 0), (self.main, 0)]

    def seconds(self, player: int) -> float | None:
        """The seconds for the next move; None without a limit."""
        if not self.is_set or (self.period > 0 and self.stones == 0):
            return None
        left, stones = self.left[player]
        if stones:
            return max(0.01, 0.9 * left / stones)
        if left <= 0 and self.period > 0:
            return max(0.01, 0.9 * self.period / self.stones)
        return allot(left).most / 2


class GtpEngine:
    """An engine that is given lines and writes answers."""

    def __init__(
        self,
        write: Callable[[str], None],
        *,
        game: str = "go",
        strength: Strength | None = None,
        version: str = "",
    ) -> None:
        self.write, self.version = write, version
        self.board = BOARDS[game]
        self.strength = Strength() if strength is None else strength
        self.size, self.komi, self.clock = self.board.size, 7.5, Clock()
        self.record = Record(self.board, self.board.game(self.size, self.komi))
        self.tree: object = None
        self.commands: dict[str, Callable[[list[str]], str]] = {
            "protocol_version": lambda _: "2",
            "name": lambda _: "Adversario",
            "version": lambda _: self.version,
            "known_command": lambda words: str(
                words[:1][0:1] != [] and words[0] in self.known
            ).lower(),
            "list_commands": lambda _: "\n".join(self.known),
            "quit": lambda _: "",
            "boardsize": self.set_size,
            "clear_board": self.clear,
            "komi": self.set_komi,
            "play": self.play,
            "genmove": self.genmove,
            "reg_genmove": lambda words: self.genmove(words, keeps=False),
            "undo": self.undo,
            "time_settings": self.set_time,
            "time_left": self.set_time_left,
            "showboard": lambda _: "\n" + self.record.game.text(self.record.state),
            "cputime": lambda _: f"{process_time():.3f}",
        }
        if self.board is BOARDS["go"]:
            self.commands |= {
                "fixed_handicap": self.fixed_handicap,
                "place_free_handicap": self.place_free_handicap,
                "set_free_handicap": self.set_free_handicap,
                "final_score": self.final_score,
                "final_status_list": self.final_status_list,
                "loadsgf": self.load_sgf,
                "printsgf": self.print_sgf,
            }
        self.known = tuple(sorted(self.commands))

    def run(self, lines: Iterable[str]) -> None:
        """Answer all lines, up to `quit` or the last."""
        for line in lines:
            if not self.handle(line):
                return

    def handle(self, line: str) -> bool:
        """Answer a line; whether to go on. An error is an answer that begins with `?`."""
        text = re.sub(r"[\x00-\x08\x0b-\x1f\x7f]", "", line).partition("#")[0].replace("\t", " ")
        words = text.split()
        if not words:
            return True
        number = words.pop(0) if words[0].isascii() and words[0].isdecimal() else ""
        if not words:
            return True
        command, *rest = words
        try:
            if command not in self.commands:
                raise InputError("gtp.unknown")
            answer, sign = self.commands[command](rest), "="
        except AdversarioError as error:
            answer, sign = str(error), "?"
        self.write(f"{sign}{number} {answer}".rstrip(" ") + "\n\n")
        return command != "quit"

    # The board.

    def set_size(self, words: list[str]) -> str:
        """Another board, empty."""
        size = _whole(words)
        try:
            game = self.board.game(size, self.komi)
        except InputError:
            raise InputError("gtp.size") from None
        self.size = size
        self.begin(Record(self.board, game))
        return ""

    def clear(self, _: list[str]) -> str:
        """The empty board."""
        self.begin(Record(self.board, self.board.game(self.size, self.komi)))
        return ""

    def begin(self, record: Record) -> None:
        """Go on from another record."""
        self.record, self.tree = record, None

    def set_komi(self, words: list[str]) -> str:
        """Another komi, with the same moves."""
        komi = _number(words)
        if isinstance(self.record.game, Go):
            game = Go(self.size, komi, handicap=self.record.game.handicap)
            self.begin(Record(self.board, game, self.record.states, self.record.actions))
        self.komi = komi
        return ""

    def play(self, words: list[str]) -> str:
        """Play a move of either player."""
        if len(words) != 2:
            raise InputError("gtp.words")
        self.record.play(colour_of(words[0]), words[1])
        return ""

    def undo(self, _: list[str]) -> str:
        """Take the last move back."""
        self.record.undo()
        return ""

    # Moves.

    def genmove(self, words: list[str], *, keeps: bool = True) -> str:
        """The engine's move, which is played."""
        if len(words) != 1:
            raise InputError("gtp.words")
        player = colour_of(words[0])
        self.record.turn_to(player)
        game, state = self.record.game, self.record.state
        if game.is_terminal(state):
            return "resign"
        seconds = self.clock.seconds(player)
        limit = self.strength.limit() if seconds is None else Limit(time=seconds)
        found = mcts(
            game, state, limit=limit, memory_mib=self.strength.memory_mib, tree=self.tree,
            engine=self.strength.engine, **self.board.search,
        )  # fmt: skip
        action = self.choose(found)
        vertex = self.board.vertex(game, state, action)
        if keeps:
            assert not isinstance(found.value, tuple)
            own = float(found.value) if player == 0 else -float(found.value)
            if own < HOPELESS and len(self.record.actions) > self.size:
                return "resign"
            self.tree = found.tree
            self.record.append(action)
        return vertex

    def choose(self, found: MctsResult[Any, Any]) -> Any:
        """The action of most simulations that may be played; a pass if that wins at once."""
        game, states = self.record.game, self.record.states
        if isinstance(game, Go) and self.record.last_was_pass():
            own = game.utility(game.result(states[-1], PASS), states[-1].turn)
            if own > 0:
                return PASS
        visits = dict(zip((score.action for score in found.scores), found.visits, strict=True))
        return max(allowed_actions(game, states), key=lambda action: visits.get(action, 0))

    def set_time(self, words: list[str]) -> str:
        """The main time, the time of a period, and its stones."""
        if len(words) != 3:
            raise InputError("gtp.words")
        main, period, stones = (_number([word]) for word in words)
        self.clock = Clock(main, period, int(stones), is_set=True)
        return ""

    def set_time_left(self, words: list[str]) -> str:
        """The seconds that a player has left, for some stones or, if 0, of the main time."""
        if len(words) != 3:
            raise InputError("gtp.words")
        self.clock.left[colour_of(words[0])] = _number(words[1:2]), _whole(words[2:])
        return ""

    # Handicap, score and files of Go.

    def fixed_handicap(self, words: list[str]) -> str:
        """Handicap stones on the usual points of an empty board."""
        stones = _whole(words)
        if not 2 <= stones <= most_stones(self.size):
            raise InputError("gtp.handicap")
        return self.place([], stones)

    def place_free_handicap(self, words: list[str]) -> str:
        """Handicap stones where the engine likes: on the usual points, as many as there are."""
        return self.place([], min(max(2, _whole(words)), most_stones(self.size)))

    def set_free_handicap(self, words: list[str]) -> str:
        """Handicap stones on the points named."""
        game = self.record.game
        cells = [game.parse_action(game.initial(), word) for word in words]
        if len(set(cells)) != len(words) or len(words) < 2 or PASS in cells:
            raise InputError("gtp.handicap")
        return self.place(cells, len(words))

    def place(self, cells: list[int], stones: int) -> str:
        """Handicap stones on those points, or on the usual ones; their names."""
        if self.record.actions or any(self.record.state.black):
            raise InputError("gtp.not_empty")
        game = Go(self.size, self.komi)
        if not cells:
            cells = [
                row * game.stride + column for row, column in handicap_points(self.size, stones)
            ]
        state = game.initial()._replace(black=pack_cells(cells, game.bit_count), turn=1)
        self.begin(Record(self.board, game, [state]))
        return " ".join(game.action_name(state, cell) for cell in cells)

    def final_score(self, _: list[str]) -> str:
        """The score by area, without the stones that are dead."""
        lead = self.status().lead
        return f"{'B' if lead > 0 else 'W'}+{abs(lead):g}" if lead else "0"

    def final_status_list(self, words: list[str]) -> str:
        """The stones of that status; the engine knows of no seki."""
        if words[:1] == [] or words[0] not in STATUS:
            raise InputError("gtp.status", known=", ".join(STATUS))
        game, state, dead = self.record.game, self.record.state, self.status().dead
        assert isinstance(game, Go)
        stones = [c for c in game.cells if has(state.black, c) or has(state.white, c)]
        wanted = [c for c in stones if words[0] != "seki" and (c in dead) == (words[0] == "dead")]
        return "\n".join(game.action_name(state, cell) for cell in wanted)

    def status(self) -> Any:
        """What is dead on the board, and the score."""
        assert isinstance(self.record.game, Go)
        return final_status(self.record.game, self.record.state)

    def load_sgf(self, words: list[str]) -> str:
        """The game of a file, up to before a move if its number is given."""
        if not words:
            raise InputError("gtp.words")
        most = _whole(words[1:]) - 1 if words[1:] else None
        loaded = read_sgf(Path(words[0]))[0]
        moves = loaded.moves if most is None else loaded.moves[:most]
        game = loaded.game
        record = Record(self.board, game, [loaded.start])
        for move in moves:
            record.append(move)
        self.size, self.komi = game.size, game.komi
        self.begin(record)
        return ""

    def print_sgf(self, _: list[str]) -> str:
        """The game so far."""
        game = self.record.game
        assert isinstance(game, Go)
        return write_sgf([GoRecord(game, self.record.states[0], tuple(self.record.actions))])


def _whole(words: list[str]) -> int:
    if len(words) != 1 or not re.fullmatch(r"-?\d{1,9}", words[0]):
        raise InputError("gtp.whole")
    return int(words[0])


def _number(words: list[str]) -> float:
    if len(words) != 1 or not re.fullmatch(r"[+-]?(\d{1,9}\.?\d{0,9}|\.\d{1,9})", words[0]):
        raise InputError("gtp.number")
    return float(words[0])
