"""Answers of compiled code beside plain Python: what the interpreter finds on the line of play.

It looks at the states of the answer only, so it costs microseconds. A difference is an error of the
package or of a game that is not the same each time; it is never returned as an answer.
"""

from __future__ import annotations

from itertools import islice
from math import isclose
from typing import Any, TypeVar

from adversario.algorithms.core.answer import Result
from adversario.algorithms.core.events import Bound
from adversario.base.catalogue import message
from adversario.base.errors import GameError
from adversario.base.numbers import Number
from adversario.contract.capability import defines
from adversario.game import Game
from adversario.views.learned.layer import model_of

R = TypeVar("R", bound=Result[Any, Any])

CLOSE = 1e-9
"""The relative difference that is taken for rounding."""

CLOSE_REAL = 1e-4
"""The difference that is taken for the rounding of sums of 32-bit floats."""

AHEAD = 64
"""The number of successors that a proof is compared with at most."""


def confirm(result: R, *, complete_line: bool) -> R:
    """The result, if plain Python agrees with it; GameError names the method and the state if not.

    Every action of the line of play must be legal where it is played. If the line is complete, as
    it is unless it is what a table remembers, the value is that of its last state: the utility of a
    terminal state, or the estimate at the horizon.
    """
    game, state = result.game, result.state
    for action in result.principal_variation:
        if game.is_terminal(state):
            raise difference(game, "is_terminal", state, True, False)
        legal = list(game.legal(state))
        if action not in legal:
            raise difference(game, "actions", state, legal, action)
        state = game.result(state, action)
    if complete_line and result.bound is Bound.EXACT and not result.neglected and not game.chance:
        _confirm_value(result, state)
    return result


def _confirm_value(result: Result[Any, Any], last: Any) -> None:
    """Compare the value with that of the last state of the line."""
    game, viewer = result.game, result.viewer
    over = game.is_terminal(last)
    if not over and (result.proven or len(result.principal_variation) < (result.depth or 0)):
        return  # longer than a line that is kept
    if not over and not defines(game, "evaluate"):
        return
    method = "utility" if over else "evaluate"
    ask = game.utility if over else game.evaluate
    vector = isinstance(result.value, tuple)
    found = result.value if isinstance(result.value, tuple) else (result.value,)
    expected = tuple(ask(last, player) for player in (range(game.players) if vector else (viewer,)))
    if over:
        agree = all(same(*pair) for pair in zip(expected, found, strict=True))
    else:
        agree = all(same_estimate(game, *pair) for pair in zip(expected, found, strict=True))
    if not agree:
        shown = (expected, found) if vector else (expected[0], found[0])
        raise difference(game, method, last, *shown)


def confirm_proof(
    game: Game[Any, Any], state: Any, player: int, goal: Number, *, forced: bool
) -> None:
    """Compare whether a player can force a utility of `goal` with what is one ply ahead.

    A terminal successor with the goal decides for the player to move, and so does one without it
    for the opponent; if all successors are terminal, they decide in any case.
    """
    expected = _forced_by_a_ply(game, state, player, goal)
    if expected is not None and expected != forced:
        raise difference(game, "utility", state, expected, forced)


def _forced_by_a_ply(game: Game[Any, Any], state: Any, player: int, goal: Number) -> bool | None:
    """Whether the player can force the goal, if that is seen one ply ahead; else None."""
    if game.is_terminal(state):
        return bool(game.utility(state, player) >= goal)
    mover = game.player(state)
    wanted = mover == player  # what the player to move wants the answer to be
    undecided = False
    for number, action in enumerate(islice(game.legal(state), AHEAD + 1)):
        after = game.result(state, action)
        if number == AHEAD or not game.is_terminal(after):
            undecided = True
        elif (game.utility(after, player) >= goal) == wanted:
            return wanted
    return None if undecided else not wanted


def same(one: Any, other: Any) -> bool:
    """Whether two numbers are equal but for rounding."""
    return bool(one == other) or isclose(one, other, rel_tol=CLOSE, abs_tol=CLOSE)


def same_estimate(game: Game[Any, Any], one: Any, other: Any) -> bool:
    """Whether two estimates are equal but for rounding: of networks, that of 32-bit floats."""
    if model_of(game) is None:
        return same(one, other)
    return isclose(one, other, rel_tol=CLOSE_REAL, abs_tol=CLOSE_REAL)


def difference(
    game: Game[Any, Any], method: str, state: Any, expected: Any, found: Any
) -> GameError:
    """The error of a method that means two things."""
    problem = message("native.answers", expected=repr(expected), found=repr(found))
    return GameError(
        "native.differs", game=game.name, method=method, state=repr(state), problem=problem
    )
