"""Whether a function keeps its contract: in its form, legal, and the same whenever it is asked."""

from __future__ import annotations

from typing import Any

from adversario.base.catalogue import Message, message
from adversario.base.numbers import Number
from adversario.game import Game
from adversario.grading.assignment import Test
from adversario.grading.kinds.asking import Asked, position_name
from adversario.grading.outcome import Tally
from adversario.grading.process.faults import Fault

CLOSE = 1e-6


def check_contract(
    test: Test, game: Game[Any, Any], states: list[Any], asked: Asked, tally: Tally
) -> None:
    """Ask about every state, twice."""
    check = {"evaluate": _evaluation, "order": _ordering, "choose": _choice}[test.function]
    for state in states:
        wrong = _wrong(lambda: check(test, game, state, asked), asked)  # noqa: B023 (called now)
        tally.add(wrong is None, lambda: _at(game, state, wrong))  # noqa: B023


def _wrong(check: Any, asked: Asked) -> Message | None:
    try:
        found: Message | None = check()
    except Fault as fault:
        if asked.program.over:
            raise
        return fault.message
    return found


def _at(game: Game[Any, Any], state: Any, problem: Message | None) -> Message:
    return message("grade.at", position=position_name(game, state), problem=problem)


def _evaluation(test: Test, game: Game[Any, Any], state: Any, asked: Asked) -> Message | None:
    """The evaluation is a finite number, the same twice, and what else the test asks for."""
    every = [asked.evaluate(state, player) for player in range(game.players)]
    again = asked.evaluate(state, 0)
    if again != every[0]:
        return message("grade.wrong.impure", one=every[0], other=again)
    if test.bounds is not None:
        low, high = test.bounds
        for value in every:
            if not low <= value <= high:
                return message("grade.wrong.bounds", value=value, low=low, high=high)
    if test.antisymmetric and not _is_close(sum(every), game.utility_sum or 0):
        return message("grade.wrong.antisymmetric", values=", ".join(map(str, every)))
    if test.symmetric:
        for other in game.symmetries(state):
            value = asked.evaluate(other, 0)
            if not _is_close(value, every[0]):
                return message(
                    "grade.wrong.symmetric", one=every[0], other=value,
                    position=position_name(game, other),
                )  # fmt: skip
    return _terminal(game, state, asked) if test.terminal else None


def _terminal(game: Game[Any, Any], state: Any, asked: Asked) -> Message | None:
    """Finished games one action away are worth their utility."""
    for action in game.legal(state):
        after = game.result(state, action)
        if game.is_terminal(after):
            value, right = asked.evaluate(after, 0), game.utility(after, 0)
            if not _is_close(value, right):
                return message(
                    "grade.wrong.terminal", position=position_name(game, after), value=value,
                    right=right,
                )  # fmt: skip
    return None


def _is_close(one: Number, other: Number) -> bool:
    return abs(float(one) - float(other)) <= CLOSE


def _ordering(test: Test, game: Game[Any, Any], state: Any, asked: Asked) -> Message | None:
    legal = list(game.legal(state))
    if asked.order(state, legal) != asked.order(state, legal):
        return message("grade.wrong.unstable")
    return None


def _choice(test: Test, game: Game[Any, Any], state: Any, asked: Asked) -> Message | None:
    asked.choose(state, test.seconds)
    return None
