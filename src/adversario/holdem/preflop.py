"""Before the flop: all starting hands against each other, and the game of push or fold.

In push or fold the small blind moves all in or folds, and the big blind calls or folds. With few
big blinds that is close to the whole game, and small enough to solve for all 169 classes at once.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from math import comb
from typing import TYPE_CHECKING, Any, NamedTuple

from adversario.base.errors import InputError
from adversario.holdem.cards import (
    CARDS,
    class_names,
    class_of_hand,
    hands_of_class,
    starting_hands,
)
from adversario.native.compiler.compile import compile_kernel
from adversario.native.kernels.cards import preflop

if TYPE_CHECKING:
    import numpy as np

    Array = np.ndarray[Any, Any]

TABLE = "showdowns.npy"
SMALL_BLIND, BIG_BLIND = 0.5, 1.0
BOARDS = comb(CARDS - 4, 5)
SMALLEST_STACK, LARGEST_STACK = 1.0, 1000.0


class ShowdownTable(NamedTuple):
    """What class against class comes to over all hands and boards.

    `pairs[a, b]` is the number of pairs of hands of the classes that share no card, and
    `wins[a, b]` in how many of their `BOARDS` deals each the hand of class `a` wins.
    """

    pairs: Array
    wins: Array

    @property
    def margins(self) -> Array:
        """The mean of won minus lost deals, for pairs of hands together."""
        return (self.wins - self.wins.T) / BOARDS


@cache
def showdown_table() -> ShowdownTable:
    """The table, from the package's data."""
    import numpy as np  # noqa: PLC0415

    with files("adversario.holdem").joinpath(TABLE).open("rb") as file:
        wins = np.load(file, allow_pickle=False).astype(np.int64)
    return ShowdownTable(_pairs(), wins)


def compute_showdowns() -> Array:
    """The wins of the table, computed: all boards up to suits, some 20 seconds compiled."""
    import numpy as np  # noqa: PLC0415

    cards = np.array(starting_hands(), np.int64)
    sets = (1 << cards[:, 0]) | (1 << cards[:, 1])
    classes = np.array(class_of_hand(), np.int64)
    number = len(class_names())
    wins = np.zeros((number, number), np.int64)
    room, order, strengths = (np.zeros(len(sets), np.int64) for _ in range(3))
    below, held = np.zeros(number, np.int64), np.zeros(CARDS, np.int64)
    holders = np.zeros((CARDS, CARDS), np.int64)
    run = compile_kernel(preflop)
    dealt = 0
    for first in range(CARDS - 4):
        dealt += run.add_boards(
            first, sets, classes, cards, room, order, strengths, below, holders, held, wins
        )
    assert dealt == comb(CARDS, 5)
    return wins


def _pairs() -> Array:
    import numpy as np  # noqa: PLC0415

    hands, members = starting_hands(), hands_of_class()
    sets = np.array([1 << one | 1 << two for one, two in hands], np.int64)
    number = len(class_names())
    free = (sets[:, None] & sets[None, :]) == 0
    by_class = np.zeros((len(hands), number), np.int64)
    for place, group in enumerate(members):
        by_class[list(group), place] = 1
    found: Array = by_class.T @ free @ by_class
    return found


class PushFold(NamedTuple):
    """An equilibrium of push or fold.

    `push[c]` is how often the small blind pushes class `c`, `call[c]` how often the big blind
    calls with it. `value` is what the small blind gains in big blinds, and `exploitability` what
    a best response gains against these strategies, the mean of both sides.
    """

    stack: float
    push: tuple[float, ...]
    call: tuple[float, ...]
    value: float
    exploitability: float
    iterations: int

    def share(self, strategy: tuple[float, ...]) -> float:
        """The share of all starting hands that a strategy plays."""
        weights = [len(group) for group in hands_of_class()]
        return sum(w * s for w, s in zip(weights, strategy, strict=True)) / sum(weights)

    def to_json(self) -> dict[str, Any]:
        """The equilibrium as JSON."""
        names = class_names()
        return {
            "stack": self.stack, "value": self.value, "exploitability": self.exploitability,
            "iterations": self.iterations,
            **{
                name: {
                    "share": self.share(strategy),
                    "hands": dict(zip(names, strategy, strict=True)),
                }
                for name, strategy in (("push", self.push), ("call", self.call))
            },
        }  # fmt: skip


def push_or_fold(stack: float, *, iterations: int = 2000) -> PushFold:
    """Solve push or fold by CFR+, for stacks of that many big blinds before the blinds are paid.

    Weights of iterations are linear; the exploitability is that of the average strategies, by an
    exact best response.
    """
    import numpy as np  # noqa: PLC0415

    if not SMALLEST_STACK < stack <= LARGEST_STACK:
        raise InputError("holdem.stack", least=SMALLEST_STACK, most=LARGEST_STACK, given=stack)
    if iterations < 1:
        raise InputError("holdem.iterations", given=iterations)
    table = showdown_table()
    number = len(class_names())
    regrets, sums = np.zeros((2, 2, number)), np.zeros((2, number))
    for step in range(1, iterations + 1):
        for who in range(2):
            shares = [_share(regrets[0]), _share(regrets[1])]
            gains = _gains(table, stack, who, shares[1 - who])
            worth = shares[who] * gains[1] + (1 - shares[who]) * gains[0]
            regrets[who] = np.maximum(regrets[who] + gains - worth, 0)
            sums[who] += step * _share(regrets[who])
    average = sums / (iterations * (iterations + 1) / 2)
    push, call = average
    best = [
        np.maximum(*_gains(table, stack, who, average[1 - who])).sum() / table.pairs.sum()
        for who in range(2)
    ]
    gains = _gains(table, stack, 0, call)
    value = (push * gains[1] + (1 - push) * gains[0]).sum() / table.pairs.sum()
    return PushFold(
        stack, tuple(map(float, push)), tuple(map(float, call)), float(value),
        float(best[0] + best[1]) / 2, iterations,
    )  # fmt: skip


def _share(regrets: Array) -> Array:
    """The probability of the second action by regret matching; half if no regret is positive."""
    import numpy as np  # noqa: PLC0415

    total = regrets.sum(axis=0)
    return np.where(total > 0, regrets[1] / np.where(total > 0, total, 1), 0.5)


def _gains(table: ShowdownTable, stack: float, who: int, other: Array) -> Array:
    """What folding, and pushing or calling, gains each class, over all pairs of hands."""
    import numpy as np  # noqa: PLC0415

    showdown = stack * (table.margins @ other)
    if who == 0:
        folded = -SMALL_BLIND * table.pairs.sum(axis=1)
        return np.array([folded, showdown + BIG_BLIND * (table.pairs @ (1 - other))])
    spared = SMALL_BLIND * (table.pairs @ (1 - other))
    return np.array([spared - BIG_BLIND * (table.pairs @ other), spared + showdown])
