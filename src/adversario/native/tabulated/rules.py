"""The rules of any game, read from the rows of its table: the game that is compiled.

It has no constant of the particular game but what it declares (players, chance, bounds), so one
program serves all games that declare the same. The rules run interpreted too.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from adversario.game import Game
from adversario.native.kernels.memory import bits_float, call, number, word
from adversario.native.tabulated.layout import (
    CALM,
    EVALUATE,
    EXPAND,
    FOLLOW,
    IDENTIFY,
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


def expanded(row: int) -> int:
    """The row, once it is known what can be done in its state."""
    if word(row, Row.kind) == NEW:
        call(word(row, Row.python), row, EXPAND, 0)
    return row


def after_move(row: int, place: int) -> int:
    """The row of the state after the move of that place."""
    move = word(expanded(row), Row.moves) + Move.bytes * place
    if word(move, Move.successor) == 0:
        call(word(row, Row.python), row, FOLLOW, place)
    return word(move, Move.successor)


class TableRules(Game[int, int]):
    """The rules of a game by the addresses of rows. Subclasses have its optional methods."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.players, self.teams = game.players, game.teams
        self.zero_sum, self.utility_sum = game.zero_sum, game.utility_sum
        self.utility_bounds, self.chance = game.utility_bounds, game.chance
        self.repetition, self.clock_limit = game.repetition, game.clock_limit
        self.forbids_repetition, self.estimate_unit = game.forbids_repetition, game.estimate_unit

    def initial(self) -> int:
        """A row of no game, for the compiler: games start where their caller says."""
        return nowhere().address

    def player(self, state: int) -> int:
        """The player to move."""
        return word(expanded(state), Row.mover)

    def is_terminal(self, state: int) -> bool:
        """Whether the game is over."""
        return word(expanded(state), Row.kind) == TERMINAL

    def actions(self, state: int) -> Iterator[int]:
        """The actions, each with its place."""
        row = expanded(state)
        moves = word(row, Row.moves)
        for place in range(word(row, Row.count)):
            yield place << PLACE | word(moves + Move.bytes * place, Move.action)

    def result(self, state: int, action: int) -> int:
        """The state after an action of this state."""
        return after_move(state, action >> PLACE)

    def utility(self, state: int, player: int) -> float:
        """The utility of a terminal state."""
        return number(expanded(state), Row.size + player)

    def key(self, state: int) -> int:
        """The number of the game's key."""
        if word(state, Row.key) == UNKNOWN:
            call(word(state, Row.python), state, IDENTIFY, 0)
        return word(state, Row.key)


class NumberedRules(TableRules):
    """With actions that are equal in all states that have them, for trees without states."""

    def actions(self, state: int) -> Iterator[int]:
        """The numbers of the actions."""
        row = expanded(state)
        moves = word(row, Row.moves)
        for place in range(word(row, Row.count)):
            yield word(moves + Move.bytes * place, Move.action)

    def result(self, state: int, action: int) -> int:
        """The state after an action of that number."""
        row = expanded(state)
        place, moves = 0, word(row, Row.moves)
        while word(moves + Move.bytes * place, Move.action) != action:
            place += 1
        return after_move(row, place)


# The optional methods; those that a game defines become methods of its rules.


def chances(self: Any, state: int) -> Iterator[tuple[int, float]]:
    """The outcomes of chance."""
    moves, place = word(expanded(state), Row.moves), 0
    for action in self.actions(state):
        yield action, bits_float(word(moves + Move.bytes * place, Move.weight))
        place += 1  # noqa: SIM113 (compiled, a loop over a generator counts best by hand)


def evaluate(self: Any, state: int, player: int) -> float:
    """The evaluation for a player."""
    found = number(state, Row.size + player)
    if found != found:  # noqa: PLR0124 (NaN: unknown)
        call(word(state, Row.python), state, EVALUATE, player)
        found = number(state, Row.size + player)
    return found


def is_quiet(self: Any, state: int) -> bool:
    """Whether the evaluation can be trusted."""
    if word(state, Row.noisy_count) == UNKNOWN:
        call(word(state, Row.python), state, CALM, 0)
    return word(state, Row.quiet) != 0


def noisy_actions(self: Any, state: int) -> Iterator[int]:
    """The actions to search in a state that is not quiet."""
    if word(state, Row.noisy_count) == UNKNOWN:
        call(word(state, Row.python), state, CALM, 0)
    noisy = word(state, Row.noisy)
    for at in range(word(state, Row.noisy_count)):
        yield word(noisy, at)


def priors(self: Any, state: int) -> Iterator[float]:
    """The prior weights of the actions."""
    if word(state, Row.weighed) == UNKNOWN:
        call(word(state, Row.python), state, WEIGH, 0)
    moves = word(state, Row.moves)
    for place in range(word(state, Row.weighed)):
        yield bits_float(word(moves + Move.bytes * place, Move.weight))


def symmetries(self: Any, state: int) -> Iterator[int]:
    """The images of a state."""
    if word(state, Row.image_count) == UNKNOWN:
        call(word(state, Row.python), state, REFLECT, 0)
    images = word(state, Row.images)
    for at in range(word(state, Row.image_count)):
        yield word(images, at)


def pass_turn(self: Any, state: int) -> int:
    """The state after a null move."""
    if word(state, Row.passed) == 0:
        call(word(state, Row.python), state, PASS, 0)
    return word(state, Row.passed)


def position_key(self: Any, state: int) -> int:
    """The number of the position."""
    if word(state, Row.position) == UNKNOWN:
        call(word(state, Row.python), state, RECUR, 0)
    return word(state, Row.position)


def reversible(self: Any, state: int) -> int:
    """How many plies back the position may have occurred."""
    if word(state, Row.position) == UNKNOWN:
        call(word(state, Row.python), state, RECUR, 0)
    return word(state, Row.reversible)


OPTIONAL = (
    evaluate, is_quiet, noisy_actions, priors, symmetries, pass_turn, position_key, reversible,
)  # fmt: skip
"""The methods of capabilities that rules may have."""


@cache
def rules_class(names: frozenset[str], numbered: bool) -> type[TableRules]:
    """The rules with the optional methods of those names."""
    methods: dict[str, Any] = {each.__name__: each for each in (chances, *OPTIONAL)}
    base = NumberedRules if numbered else TableRules
    return type("TableRules", (base,), {name: methods[name] for name in names})


@cache
def nowhere() -> Row:
    """A row of no game, whose memory is kept."""
    row = Row()
    row.kind = TERMINAL
    return row
