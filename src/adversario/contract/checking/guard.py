"""The rules of a game, guarded: answers that break the contract raise GameError.

`check_game` tests everything that the contract promises. Jobs that interpret the rules ask a guard
instead of the game, which tests what costs little: that the player exists, that actions end, that
utilities are numbers within their bounds, that probabilities add up to 1. Each job tests its start
more closely (`require_start`), also if compiled rules do the rest.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from itertools import chain, islice
from math import isfinite
from random import Random
from sys import float_info
from time import perf_counter
from typing import Any, Generic

from adversario.base.catalogue import Message, message
from adversario.base.distribution import adds_up, exact_sum
from adversario.base.errors import GameError, NoEvaluationError
from adversario.base.numbers import Number, show
from adversario.base.pov import Stakes
from adversario.game import CHANCE, A, Game, S, mover_of

MAX_ACTIONS = 100_000
"""The limit on the actions of a state, or on the outcomes of a chance node."""

REHEARSED_STATES, REHEARSAL_SECONDS = 100, 0.05
"""The extent of a rehearsal: whatever is reached first."""

CLOSELY = 100
"""The number of terminal states of which a guard asks for the utilities of all players, twice."""


def breach(game: Game[Any, Any], method: str, state: object, problem: Message) -> GameError:
    """The error for an answer of a method that breaks the contract."""
    return GameError(
        "check.breach", game=game.name, method=method, state=repr(state), problem=problem
    )


def no_actions(game: Game[S, Any], state: S) -> GameError:
    """The error for a state that is not terminal and has no actions."""
    return GameError("game.no_actions", game=game.name, state=game.position(state))


def bounded(
    game: Game[Any, Any], method: str, state: object, found: Iterable[A], most: int = MAX_ACTIONS
) -> Iterator[A]:
    """The items of what a method returned; raises GameError if they are none, or do not end."""
    if isinstance(found, tuple | list) and len(found) <= most:
        return iter(found)
    try:
        items = iter(found)
    except TypeError:
        raise breach(game, method, state, message("check.no_items", given=found)) from None
    return chain(islice(items, most), _refuse_more(game, method, state, items, most))


def _refuse_more(
    game: Game[Any, Any], method: str, state: object, items: Iterator[A], most: int
) -> Iterator[A]:
    """Raise GameError if there are any items; for the end of a chain."""
    for _ in items:
        raise breach(game, method, state, message("check.endless", most=most))
    return
    yield


def require_finite(
    game: Game[Any, Any], method: str, state: object, player: int, value: Any
) -> None:
    """Raise GameError unless a utility or evaluation is a finite number within its bounds."""
    name = game.player_name(player)
    if not _is_finite(value):
        raise breach(game, method, state, message("check.not_finite", player=name, given=value))
    low, high = _bounds_of(game, player)
    if not low <= value <= high:
        details = {"player": name, "given": show(value), "low": show(low), "high": show(high)}
        raise breach(game, method, state, message("check.bounds", **details))


def require_truth(game: Game[Any, Any], state: object, over: object) -> None:
    """Raise GameError if the terminal test returned None: a `return` is missing."""
    if over is None:
        raise breach(game, "is_terminal", state, message("check.no_truth"))


def require_text(game: Game[Any, Any], method: str, state: object, name: object) -> None:
    """Raise GameError unless a method for names returned a text."""
    if not isinstance(name, str):
        raise breach(game, method, state, message("check.position"))


def require_player(game: Game[Any, Any], state: object, player: object) -> None:
    """Raise GameError unless it is the number of a player, or declared chance."""
    if hasattr(player, "__index__"):
        if player == CHANCE:
            if game.chance:
                return
            raise breach(game, "player", state, message("check.undeclared_chance"))
        if player in range(game.players):
            return
    problem = message("check.player", given=player, players=game.players)
    raise breach(game, "player", state, problem)


def require_sum(game: Game[Any, Any], state: object, utilities: tuple[Number, ...]) -> None:
    """Raise GameError unless the utilities of a terminal state add up to the declared sum."""
    expected = Stakes.of(game).total
    if game.players < 2 or expected is None:
        return
    total = exact_sum(utilities)
    if not adds_up(total, expected):
        problem = message("check.sum", total=show(total), expected=show(expected))
        raise breach(game, "utility", state, problem)


def require_chances(
    game: Game[Any, Any], state: object, pairs: Iterable[tuple[A, Number]]
) -> list[tuple[A, Number]]:
    """The outcomes with their probabilities; raises GameError if these are no distribution."""
    found = list(bounded(game, "chances", state, pairs))
    for outcome, probability in found:
        if not _is_finite(probability) or probability < 0:
            problem = message("check.probability", outcome=outcome, given=probability)
            raise breach(game, "chances", state, problem)
    total = exact_sum(probability for _, probability in found)
    if found and not adds_up(total, 1):
        raise breach(game, "chances", state, message("check.chances_sum", total=show(total)))
    return found


class Guard(Generic[S, A]):
    """The methods of a game that searches call, with their answers tested."""

    def __init__(self, game: Game[S, A]) -> None:
        self.game = game
        self.result, self.is_terminal = game.result, game.is_terminal
        self._player, self._actions, self._utility = game.player, game.actions, game.utility
        self._players = tuple(range(game.players))
        self._movers = (*self._players, *((CHANCE,) if game.chance else ()))
        self._bounds = tuple(_bounds_of(game, player) for player in range(game.players))
        self._closely = CLOSELY

    def player(self, state: S) -> int:
        """The player to move, or CHANCE; in a terminal state a player (see `mover_of`)."""
        try:
            usual = self._player(state)
        except Exception:  # an error of the game, unless the state is terminal
            return mover_of(self.game, state)
        if usual in self._players:
            return usual
        found = mover_of(self.game, state)
        if found not in self._movers:
            require_player(self.game, state, found)
        return found

    def actions(self, state: S) -> Iterator[A]:
        """The actions of a state; at most MAX_ACTIONS."""
        return bounded(self.game, "actions", state, self._actions(state))

    def chances(self, state: S) -> list[tuple[A, Number]]:
        """The outcomes of a chance node, with probabilities that add up to 1."""
        return require_chances(self.game, state, self.game.chances(state))

    def moves(self, state: S) -> Iterator[A]:
        """The actions, or outcomes of chance, of a state; none if it is terminal.

        Raises GameError if there are none elsewhere.
        """
        if self.is_terminal(state):
            return
        found: Iterator[A] = (
            iter([outcome for outcome, _ in self.chances(state)])
            if self.player(state) == CHANCE
            else self.actions(state)
        )
        number = 0
        for number, action in enumerate(found, 1):  # noqa: B007
            yield action
        if not number:
            raise no_actions(self.game, state)

    def utility(self, state: S, player: int) -> Number:
        """The utility of a terminal state for a player."""
        if self._closely:
            self.utilities(state)
        value = self._utility(state, player)
        self._require(value, "utility", state, player)
        return value

    def utilities(self, state: S) -> tuple[Number, ...]:
        """The utility of a terminal state for every player, with the declared sum."""
        values = self.game.utilities(state)
        for player, value in enumerate(values):
            self._require(value, "utility", state, player)
        require_sum(self.game, state, values)
        if self._closely:
            self._closely -= 1
            if self.game.utilities(state) != values:
                raise breach(self.game, "utility", state, message("check.indeterminate"))
        return values

    def evaluate(self, state: S, player: int) -> Number:
        """An estimate of the utility for a player."""
        value = self.game.evaluate(state, player)
        self._require(value, "evaluate", state, player)
        return value

    def _require(self, value: Any, method: str, state: S, player: int) -> None:
        low, high = self._bounds[player]
        try:
            good = low <= value <= high
        except TypeError:
            good = False
        if not good:
            require_finite(self.game, method, state, player, value)


def require_start(game: Game[S, A], state: S) -> None:
    """Raise GameError if the state that a job starts from breaks the contract.

    It must be hashable and have a name, and what the game says of it, and of its first successor,
    must be the same when asked again.
    """
    guard, ask = Guard(game), _Twice(game, state)
    try:
        hash(state)
    except TypeError:
        raise breach(game, "initial", state, message("check.unhashable")) from None
    over = ask("is_terminal", game.is_terminal)
    require_truth(game, state, over)
    if not over:
        require_player(game, state, ask("player", game.player))
    if over:
        ask("utility", guard.utilities)
    elif game.player(state) == CHANCE:
        ask("chances", guard.chances)
    else:
        actions = ask("actions", lambda here: list(guard.actions(here)))
        if not actions:
            raise no_actions(game, state)
        ask("result", lambda here: game.result(here, actions[0]))
        require_text(game, "action_name", state, game.action_name(state, actions[0]))
    require_text(game, "position", state, game.position(state))


def rehearse(game: Game[S, A], state: S) -> None:
    """Play on from a state at random, for a moment, and raise GameError at a breach.

    For rules that are about to be compiled: compiled code cannot afford to test what they answer.
    """
    guard, random, here = Guard(game), Random(0), state
    until = perf_counter() + REHEARSAL_SECONDS
    for _ in range(REHEARSED_STATES):
        if perf_counter() > until:
            return
        guard.player(here)
        if game.is_terminal(here):
            guard.utilities(here)
            here = state
            continue
        with suppress(NoEvaluationError):
            guard.evaluate(here, 0)
        moves = list(guard.moves(here))
        if moves != list(guard.moves(here)):
            raise breach(game, "actions", here, message("check.indeterminate"))
        here = game.result(here, random.choice(moves))


class _Twice(Generic[S]):
    """Asks for something twice: the answers must be equal."""

    def __init__(self, game: Game[S, Any], state: S) -> None:
        self.game, self.state = game, state

    def __call__(self, method: str, ask: Any) -> Any:
        first, second = ask(self.state), ask(self.state)
        if first != second:
            raise breach(self.game, method, self.state, message("check.indeterminate"))
        return first


def _is_finite(value: Any) -> bool:
    try:
        return isfinite(value)
    except (TypeError, OverflowError):  # an integer beyond all floats is of no use either
        return False


def _bounds_of(game: Game[Any, Any], player: int) -> tuple[Number, Number]:
    """The declared bounds of a player's utility, which in a two-player game are player 0's."""
    declared = None if player == 1 and game.players == 2 else game.utility_bounds
    return (-float_info.max, float_info.max) if declared is None else declared
