"""Games that break the contract, each in one way, and where that must be noticed.

    FAULTY["DeadEnd"].make(), FAULTY["DeadEnd"].noticed_by("solve")

All are the race to 10 in steps of 1 or 2, with one fault. The player who reaches 10 or more loses:
without a fault the first player loses (-1). Each class can be loaded from the command line as
`tests/faulty_games.py:DeadEnd`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from adversario import CHANCE, Game

GOAL = 10
EVERYWHERE = frozenset({"check", "search", "solve", "mcts"})


class At(NamedTuple):
    """The sum so far, and the player to move."""

    sum: int
    turn: int


class Race(Game[Any, Any]):
    """The game without a fault."""

    def initial(self) -> Any:
        return At(0, 0)

    def player(self, state: Any) -> Any:
        return state.turn

    def actions(self, state: Any) -> Any:
        yield 1
        yield 2

    def result(self, state: Any, action: Any) -> Any:
        return At(state.sum + action, 1 - state.turn)

    def is_terminal(self, state: Any) -> Any:
        return state.sum >= GOAL

    def utility(self, state: Any, player: int) -> Any:
        return 1 if state.turn == player else -1


@dataclass(frozen=True)
class Faulty:
    """A game with a fault.

    `noticed` are the jobs that must raise an AdversarioError (or let an error of the rules pass,
    which the command line reports with file and line): "check", "search" (to depth 4, and to the
    end of a game of 12 plies), "solve" and "mcts". Jobs that are not in it must end, and if
    `value` is known, a proven answer must be that. `arithmetic` is for faults that only compiled
    code has, where numbers do not fit into 64 bits.
    """

    make: Callable[[], Game[Any, Any]]
    fault: str
    noticed: frozenset[str] = EVERYWHERE
    value: int | None = None
    arithmetic: bool = False

    def noticed_by(self, job: str) -> bool:
        """Whether the job must report the fault."""
        return job in self.noticed


FAULTY: dict[str, Faulty] = {}
"""By the name of the class."""


def faulty(
    *noticed: str, value: int | None = None, arithmetic: bool = False
) -> Callable[[type[Game[Any, Any]]], type[Game[Any, Any]]]:
    """Enter a class; its docstring is the fault. Without names the fault is noticed everywhere."""

    def enter(kind: type[Game[Any, Any]]) -> type[Game[Any, Any]]:
        jobs = frozenset(noticed) if noticed else EVERYWHERE
        jobs -= {"nowhere"}
        FAULTY[kind.__name__] = Faulty(kind, kind.__doc__ or "", jobs, value, arithmetic)
        return kind

    return enter


# Actions.


@faulty()
class DeadEnd(Race):
    """A state that is not terminal has no actions."""

    def actions(self, state: Any) -> Any:
        if state.sum != 5:
            yield 1
            yield 2


@faulty()
class DeadStart(Race):
    """The initial state has no actions."""

    def actions(self, state: Any) -> Any:
        if state.sum:
            yield 1


@faulty()
class EndlessActions(Race):
    """The actions of a state never end."""

    def actions(self, state: Any) -> Any:
        step = 1
        while True:
            yield step
            step += 1


@faulty()
class NoIterable(Race):
    """The actions are a number."""

    def actions(self, state: Any) -> Any:
        return 2


@faulty()
class NothingReturned(Race):
    """The actions are None, because a return is missing."""

    def actions(self, state: Any) -> Any:
        tuple(range(1, 3))


@faulty()
class RaisingActions(Race):
    """The actions raise an IndexError in the middle of the game."""

    steps = (1, 2, 1, 2, 1)

    def actions(self, state: Any) -> Any:
        yield self.steps[state.sum]


@faulty("check", value=-1)
class RepeatedActions(Race):
    """An action is offered twice, which changes no value."""

    def actions(self, state: Any) -> Any:
        yield 1
        yield 1
        yield 2


@faulty()
class RandomActions(Race):
    """The actions change from call to call."""

    def actions(self, state: Any) -> Any:
        return tuple(random.sample(range(1, 100), 2))


@faulty()
class SpentIterator(Race):
    """The actions are one iterator, which is used up after the first call."""

    def __init__(self) -> None:
        self.steps = iter((1, 2))

    def actions(self, state: Any) -> Any:
        return self.steps


@faulty("nowhere", value=-1)
class ActionsInSet(Race):
    """The actions are a set of texts: allowed, but their order differs between processes."""

    def actions(self, state: Any) -> Any:
        return {"one", "two"}

    def result(self, state: Any, action: Any) -> Any:
        return At(state.sum + (1 if action == "one" else 2), 1 - state.turn)


@faulty("nowhere", value=-1)
class ActionsInDict(Race):
    """The actions are the keys of a dictionary, which is allowed."""

    def actions(self, state: Any) -> Any:
        return {1: "one", 2: "two"}


# Players.


@faulty()
class BadPlayer(Race):
    """The player to move is 2 of 0 and 1, in one state."""

    def player(self, state: Any) -> Any:
        return state.turn + (2 - state.turn if state.sum == 6 else 0)


@faulty()
class BadStart(Race):
    """The player to move first is 7."""

    def player(self, state: Any) -> Any:
        return state.turn if state.sum else 7


@faulty()
class UndeclaredChance(Race):
    """A state is a chance node, but the game declares no chance."""

    def player(self, state: Any) -> Any:
        return CHANCE if state.sum == 6 else state.turn


@faulty()
class NegativePlayer(Race):
    """The player to move is -3."""

    def player(self, state: Any) -> Any:
        return -3 if state.sum == 6 else state.turn


@faulty()
class NoPlayer(Race):
    """The player to move is None."""

    def player(self, state: Any) -> Any:
        return None


@faulty()
class PlayerInWords(Race):
    """The player to move is a text."""

    def player(self, state: Any) -> Any:
        return "MAX" if state.turn == 0 else "MIN"


# Endless play.


@faulty("nowhere")
class Cycle(Race):
    """No state is terminal, and play goes round in a circle."""

    def result(self, state: Any, action: Any) -> Any:
        return At((state.sum + action) % 7, 1 - state.turn)

    def is_terminal(self, state: Any) -> Any:
        return state.sum == 100


@faulty("solve")
class Endless(Race):
    """No state is terminal, and there are infinitely many."""

    def is_terminal(self, state: Any) -> Any:
        return state.sum < 0


@faulty()
class NoTerminalTest(Race):
    """The terminal test is None, because a return is missing: play never ends."""

    def is_terminal(self, state: Any) -> Any:
        state.sum >= GOAL  # noqa: B015 (the fault)


# Utilities and evaluations.


@faulty()
class WrongSum(Race):
    """Both players have the same utility in a game of zero sum."""

    def utility(self, state: Any, player: int) -> Any:
        return state.sum


@faulty()
class WrongConstantSum(Race):
    """The utilities add up to 2, but 1 is declared."""

    zero_sum = False
    utility_sum = 1

    def utility(self, state: Any, player: int) -> Any:
        return 2 if state.turn == player else 0


@faulty()
class BeyondBounds(Race):
    """Utilities exceed the bounds that are declared."""

    utility_bounds = (-1, 1)

    def utility(self, state: Any, player: int) -> Any:
        worth = 1 + 50 * (state.sum - GOAL)
        return worth if state.turn == player else -worth


@faulty("check", "search")
class EvaluationBeyondBounds(Race):
    """Evaluations exceed the bounds that are declared."""

    utility_bounds = (-1, 1)

    def evaluate(self, state: Any, player: int) -> Any:
        return 5 if player == 0 else -5


@faulty()
class NanUtility(Race):
    """A utility is not a number."""

    def utility(self, state: Any, player: int) -> Any:
        return float("nan") if state.sum > GOAL else 1.0 if state.turn == player else -1.0


@faulty()
class InfiniteUtility(Race):
    """A utility is infinite."""

    def utility(self, state: Any, player: int) -> Any:
        worth = float("inf") if state.sum > GOAL else 1.0
        return worth if state.turn == player else -worth


@faulty("check", "search")
class NanEvaluation(Race):
    """An evaluation is not a number."""

    def evaluate(self, state: Any, player: int) -> Any:
        return float("nan")


@faulty()
class NoUtility(Race):
    """The utility is None, because a return is missing."""

    def utility(self, state: Any, player: int) -> Any:
        1 if state.turn == player else -1  # noqa: B018 (the fault)


@faulty()
class UtilityInWords(Race):
    """The utility is a text."""

    def utility(self, state: Any, player: int) -> Any:
        return "won" if state.turn == player else "lost"


@faulty("check", "search")
class EvaluationInWords(Race):
    """The evaluation is a text."""

    def evaluate(self, state: Any, player: int) -> Any:
        return "good"


@faulty()
class RaisingUtility(Race):
    """The utility raises a ZeroDivisionError at one sum."""

    def utility(self, state: Any, player: int) -> Any:
        worth = 100 // (state.sum - GOAL)
        return worth if state.turn == player else -worth


@faulty()
class ImpureUtility(Race):
    """The utility depends on how often it was asked for."""

    def __init__(self) -> None:
        self.calls = [0]

    def utility(self, state: Any, player: int) -> Any:
        self.calls[0] += 1
        return 1 if self.calls[0] % 4 > 1 else -1


@faulty("nowhere", arithmetic=True)
class HugeUtility(Race):
    """Utilities that floats do not tell apart."""

    def utility(self, state: Any, player: int) -> Any:
        worth = (1 << 53) + (1 if state.sum > GOAL else 0)
        return worth if player == 0 else -worth


@faulty("nowhere", arithmetic=True)
class BeyondWords(Race):
    """An intermediate number that does not fit into 64 bits."""

    def utility(self, state: Any, player: int) -> Any:
        worth = 3 ** (state.sum * 5) % 11 - 5
        return worth if player == 0 else -worth


# States.


@faulty()
class ListStates(Race):
    """States are lists, which are not hashable."""

    def initial(self) -> Any:
        return [0, 0]

    def player(self, state: Any) -> Any:
        return state[1]

    def result(self, state: Any, action: Any) -> Any:
        return [state[0] + action, 1 - state[1]]

    def is_terminal(self, state: Any) -> Any:
        return state[0] >= GOAL

    def utility(self, state: Any, player: int) -> Any:
        return 1 if state[1] == player else -1


@faulty()
class MutatedStates(ListStates):
    """An action changes the state that it is played in."""

    def result(self, state: Any, action: Any) -> Any:
        state[0] += action
        state[1] = 1 - state[1]
        return state


@faulty()
class RandomResults(Race):
    """An action leads to another state each time."""

    def result(self, state: Any, action: Any) -> Any:
        return At(state.sum + action + random.randrange(1000), 1 - state.turn)


@faulty()
class NoResult(Race):
    """An action leads to None, because a return is missing."""

    def result(self, state: Any, action: Any) -> Any:
        At(state.sum + action, 1 - state.turn)


@faulty()
class OtherShape(Race):
    """An action leads to a state with other fields."""

    def result(self, state: Any, action: Any) -> Any:
        return (state.sum + action,)


@faulty()
class NoStart(Race):
    """The initial state is None."""

    def initial(self) -> Any:
        return None


# Chance.


class Tossed(Race):
    """A race for one side with a chance node at every odd sum, without a fault."""

    chance = True

    def player(self, state: Any) -> Any:
        return CHANCE if state.sum % 2 and state.sum < GOAL else state.turn

    def chances(self, state: Any) -> Iterable[tuple[Any, Any]]:
        yield 1, 0.5
        yield 2, 0.5


@faulty()
class DeadChance(Tossed):
    """A chance node has no outcomes."""

    def chances(self, state: Any) -> Iterator[tuple[Any, Any]]:
        if state.sum != 5:
            yield 1, 0.5
            yield 2, 0.5


@faulty()
class EndlessChances(Tossed):
    """The outcomes of a chance node never end."""

    def chances(self, state: Any) -> Iterator[tuple[Any, Any]]:
        step = 1
        while True:
            yield step, 0.5
            step += 1


@faulty()
class WrongChances(Tossed):
    """The probabilities of a chance node add up to 2."""

    def chances(self, state: Any) -> Iterator[tuple[Any, Any]]:
        yield 1, 1.0
        yield 2, 1.0


# Allowed, but easy to compile into something else.


@faulty("nowhere")
class NegativeIndex(Race):
    """A negative index, which counts from the end."""

    worths = (5, -3, 4, -1, 2, 6, -2, 1, 3, 0, 9, 8)

    def utility(self, state: Any, player: int) -> Any:
        worth = self.worths[state.sum - 14]
        return worth if player == 0 else -worth


@faulty("nowhere")
class NegativeModulo(Race):
    """Remainders and quotients of negative numbers, which are rounded down."""

    def utility(self, state: Any, player: int) -> Any:
        worth = (-7 * state.sum) % 11 - (state.sum - 50) // 4 + int(-2.5 * state.sum)
        return worth if player == 0 else -worth


@faulty("check", "solve", "mcts")
class FarDeadEnd(Race):
    """A state without actions that only a long game reaches."""

    def actions(self, state: Any) -> Any:
        if state.sum != 398:
            yield 1
            yield 2

    def is_terminal(self, state: Any) -> Any:
        return state.sum >= 400
