"""The states of a game by number, as far as a search has met them: Python's side of the table.

Machine code calls `StateTable.answer` for what a row does not have yet. The rules run once for each
state; from then on it is a row of memory.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from ctypes import c_void_p, cast
from math import nan
from struct import Struct
from threading import RLock, get_ident
from types import SimpleNamespace
from typing import Any

from adversario.base.catalogue import message
from adversario.base.errors import InputError
from adversario.contract.capability import as_capability, defines
from adversario.contract.evaluation import Quiescent
from adversario.contract.guidance import Guided, Passable
from adversario.contract.repetition import Repeating
from adversario.contract.symmetry import Keyed
from adversario.game import CHANCE, Game
from adversario.native.compiler.problems import NotRepresentable, Problem
from adversario.native.kernels.memory import FUNCTION, float_bits, set_number, set_word, word
from adversario.native.tabulated.arena import Arena
from adversario.native.tabulated.layout import (
    CALM,
    EVALUATE,
    EXPAND,
    FOLLOW,
    IDENTIFY,
    INNER,
    NEW,
    PASS,
    PLACE,
    RECUR,
    REFLECT,
    TERMINAL,
    UNKNOWN,
    WEIGH,
    Move,
    Row,
)

STATE_BYTES = 600
"""About what a state takes in Python, beside its row: the object, and its place in a dictionary."""


class TableFullError(InputError):
    """A game has more states than there is room for in its table."""


AT: Any = SimpleNamespace(
    size=Row.size, **{name: field.place for name, field in Row.fields.items()}
)
"""The places in a row. As attributes of the class, they would take half of the time."""

MOVE_BYTES, MOVE_SUCCESSOR = Move.bytes, Move.successor
MOVE_ACTION, MOVE_WEIGHT = Move.action, Move.weight


class StateTable:
    """The rows of a game's states; TableFullError once they would take more than `max_mib` MiB."""

    def __init__(self, game: Game[Any, Any], max_mib: int) -> None:
        self.game, self.max_mib = game, max_mib
        self.states: list[Any] = []
        self.actions: list[Any] = []
        self._arena = Arena()
        self._rows: dict[Hashable, int] = {}
        self._numbers: dict[Hashable, int] = {}  # of actions
        self._keys: dict[Hashable, int] | None = {} if defines(game, "key") else None
        self._positions: dict[Hashable, int] = {}
        self._layout = Struct(f"<{AT.size}q{game.players}d")
        self._lock = RLock()  # rules may search the game themselves
        self._failures: dict[int, BaseException] = {}  # by thread
        self._function = FUNCTION(self.answer)
        known = {
            "python": cast(self._function, c_void_p).value, "kind": NEW, "key": UNKNOWN,
            "weighed": UNKNOWN, "noisy_count": UNKNOWN, "image_count": UNKNOWN,
            "position": UNKNOWN,
        }  # fmt: skip
        self._unexpanded = [*(known.get(name, 0) for name in Row.fields), *[nan] * game.players]

    def __len__(self) -> int:
        return len(self.states)

    @property
    def bytes(self) -> int:
        """About how much memory the table takes."""
        return self._arena.used + STATE_BYTES * len(self.states)

    def row(self, state: Any) -> int:
        """The address of the row of a state, which may be new."""
        found = self._rows.get(state)
        if found is None:
            with self._lock:
                found = self._rows.get(state) or self._append(state)
        return found

    def state(self, row: int) -> Any:
        """The state of a row."""
        return self.states[word(row, AT.number)]

    def action(self, compiled: int) -> Any:
        """The action of a compiled one."""
        return self.actions[compiled & ((1 << PLACE) - 1)]

    def take_failure(self) -> BaseException:
        """What went wrong in the last call of this thread.

        Where nothing is known, Ctrl-C came between two instructions, and ctypes dropped it.
        """
        return self._failures.pop(get_ident(), None) or KeyboardInterrupt()

    def answer(self, row: int, question: int, detail: int) -> int:
        """Find out what machine code asks for; return 1, or 0 if that failed."""
        try:
            with self._lock:
                HANDLERS[question](self, row, detail)
        except BaseException as failure:
            self._failures[get_ident()] = failure
            return 0
        return 1

    def _append(self, state: Any) -> int:
        number = len(self.states)
        if number % 256 == 0 and self.bytes > self.max_mib << 20:
            raise TableFullError(
                "tabulated.full", game=self.game.name, states=number, mib=self.max_mib
            )
        values = self._unexpanded
        values[AT.number] = number
        if self._keys is None:
            values[AT.key] = number
        row = self._arena.take(self._layout, *values)
        self.states.append(state)
        self._rows[state] = row
        return row

    def _action_number(self, action: Any) -> int:
        found = self._numbers.get(action)
        if found is None:
            found = self._numbers[action] = len(self.actions)
            self.actions.append(action)
        return found

    def _as_float(self, method: str, value: Any) -> float:
        """A value as rows have it; NotRepresentable for an integer that is no float."""
        found = float(value)
        if isinstance(value, int) and found != value:
            reason = message("native.reason.number", problem=str(value))
            name = f"{type(self.game).__name__}.{method}"
            raise NotRepresentable(self.game, (Problem(name, "", 0, "", reason),))
        return found

    # The questions of machine code.

    def _expand(self, row: int, _: int) -> None:
        """The kind of a state, which is written last; its mover and actions, or its utilities."""
        if word(row, AT.kind) != NEW:  # another thread was faster
            return
        game, state = self.game, self.state(row)
        if game.is_terminal(state):
            for player in range(game.players):
                worth = self._as_float("utility", game.utility(state, player))
                set_number(row, AT.size + player, worth)
            set_word(row, AT.kind, TERMINAL)
            return
        mover = game.player(state)
        if mover == CHANCE:
            pairs = [(a, float(p)) for a, p in game.chances(state)]
        else:
            pairs = [(action, 0.0) for action in game.actions(state)]
        words = [
            item
            for action, weight in pairs
            for item in (0, self._action_number(action), float_bits(weight))
        ]
        set_word(row, AT.moves, self._take_words(words))
        set_word(row, AT.count, len(pairs))
        set_word(row, AT.mover, mover)
        set_word(row, AT.kind, INNER)

    def _follow(self, row: int, place: int) -> None:
        """The state after the action of that place."""
        move = word(row, AT.moves) + MOVE_BYTES * place
        action = self.actions[word(move, MOVE_ACTION)]
        set_word(move, MOVE_SUCCESSOR, self.row(self.game.result(self.state(row), action)))

    def _evaluate(self, row: int, player: int) -> None:
        """The evaluation for a player."""
        worth = self._as_float("evaluate", self.game.evaluate(self.state(row), player))
        set_number(row, AT.size + player, worth)

    def _identify(self, row: int, _: int) -> None:
        """The number of the game's key."""
        assert self._keys is not None
        key = as_capability(self.game, Keyed).key(self.state(row))
        set_word(row, AT.key, self._keys.setdefault(key, len(self._keys)))

    def _weigh(self, row: int, _: int) -> None:
        """The priors, in the places of the moves."""
        self._expand(row, 0)
        weights = list(as_capability(self.game, Guided).priors(self.state(row)))
        moves = word(row, AT.moves)
        for place, weight in enumerate(weights[: word(row, AT.count)]):
            set_word(moves + MOVE_BYTES * place, MOVE_WEIGHT, float_bits(float(weight)))
        set_word(row, AT.weighed, len(weights))

    def _calm(self, row: int, _: int) -> None:
        """Whether a state is quiet, and its noisy actions, which are among its moves."""
        self._expand(row, 0)
        hints, state = as_capability(self.game, Quiescent), self.state(row)
        quiet, noisy = hints.is_quiet(state), []
        if not quiet:
            moves = word(row, AT.moves)
            places = {
                word(moves + MOVE_BYTES * place, MOVE_ACTION): place
                for place in range(word(row, AT.count))
            }
            for action in hints.noisy_actions(state):
                number = self._action_number(action)
                noisy.append(places[number] << PLACE | number)
        set_word(row, AT.noisy, self._take_words(noisy))
        set_word(row, AT.quiet, quiet)
        set_word(row, AT.noisy_count, len(noisy))

    def _reflect(self, row: int, _: int) -> None:
        """The images of a state."""
        images = [self.row(image) for image in self.game.symmetries(self.state(row))]
        set_word(row, AT.images, self._take_words(images))
        set_word(row, AT.image_count, len(images))

    def _pass(self, row: int, _: int) -> None:
        """The state after a null move."""
        passed = as_capability(self.game, Passable).pass_turn(self.state(row))
        set_word(row, AT.passed, self.row(passed))

    def _recur(self, row: int, _: int) -> None:
        """The number of the position, and how many plies back it may have occurred."""
        hints, state = as_capability(self.game, Repeating), self.state(row)
        set_word(row, AT.reversible, hints.reversible(state))
        key = hints.position_key(state)
        set_word(row, AT.position, self._positions.setdefault(key, len(self._positions)))

    def _take_words(self, words: Iterable[int]) -> int:
        """The address of these words."""
        listed = list(words)
        return self._arena.take(Struct(f"<{len(listed)}q"), *listed) if listed else 0


HANDLERS: dict[int, Callable[[StateTable, int, int], None]] = {
    EXPAND: StateTable._expand,
    FOLLOW: StateTable._follow,
    EVALUATE: StateTable._evaluate,
    IDENTIFY: StateTable._identify,
    WEIGH: StateTable._weigh,
    CALM: StateTable._calm,
    REFLECT: StateTable._reflect,
    PASS: StateTable._pass,
    RECUR: StateTable._recur,
}
"""How each question of machine code is answered."""
