"""Numbers of positions, of games and of nodes."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import comb, factorial, log10
from typing import Any

from adversario.base.errors import InputError
from adversario.counting.complexity import PUBLISHED
from adversario.counting.count import Count, count_game
from adversario.counting.perft import perft as count_sequences
from adversario.course.queries.source import game_of, state_of

MOST_STATES = 10_000
MOST_SEQUENCES = 300_000
LARGEST_POWER = 4000


@lru_cache(maxsize=32)
def _count(source: str) -> Count:
    found = count_game(game_of(source), most=MOST_STATES, engine="python")
    if not found.complete:
        raise InputError("course.states", most=MOST_STATES)
    return found


def states(source: str) -> int:
    """The number of positions that can be reached."""
    return _count(source).states


def games(source: str) -> int:
    """The number of games that can be played to the end."""
    found = _count(source).all_games
    return -1 if found is None else found


def won(source: str, player: int) -> int:
    """The number of complete games that a player (from 1) wins outright."""
    every = _count(source).games or {}
    return sum(number for outcome, number in every.items()
               if outcome[player - 1] == max(outcome) != min(outcome))  # fmt: skip


def perft(source: str, depth: int, *, moves: str = "") -> int:
    """The number of sequences of exactly `depth` plies."""
    game = game_of(source)
    state: Any = state_of(game, moves)
    branching = sum(1 for _ in game.actions(state))
    if branching ** max(0, depth) > MOST_SEQUENCES:
        raise InputError("course.sequences", most=MOST_SEQUENCES)
    return count_sequences(game, depth, state, engine="python")


def actions(source: str, *, moves: str = "") -> int:
    """The number of legal actions in a position."""
    game = game_of(source)
    return sum(1 for _ in game.actions(state_of(game, moves)))


def power(base: int, exponent: int) -> int:
    """A whole power."""
    if not 0 <= exponent * max(1, abs(base)).bit_length() <= LARGEST_POWER:
        raise InputError("course.power", most=LARGEST_POWER)
    return int(base**exponent)


def product(*numbers: Fraction) -> Fraction:
    """The product of numbers."""
    total = Fraction(1)
    for number in numbers:
        total *= number
    return total


def quotient(one: Fraction, other: Fraction, *, digits: int = 2) -> Fraction:
    """The quotient of two numbers, rounded."""
    if other == 0:
        raise InputError("course.number", name="quotient", given="0")
    return Fraction(round(one / other, digits))


def digits(base: float, exponent: float) -> int:
    """The power of ten of a power: its digits before the decimal point, without the first."""
    if base <= 1 or not 0 <= exponent * log10(base) < 10**9:
        raise InputError("course.power", most=LARGEST_POWER)
    return int(exponent * log10(base))


def full(branching: int, depth: int) -> int:
    """The nodes of a complete tree."""
    return sum(power(branching, level) for level in range(depth + 1))


def knuth(branching: int, depth: int) -> int:
    """The leaves that alpha-beta visits in the best order (Knuth and Moore 1975)."""
    return power(branching, (depth + 1) // 2) + power(branching, depth // 2) - 1


def choose(many: int, few: int) -> int:
    """The number of ways to choose `few` things of `many`."""
    if not 0 <= few <= many <= 200:
        raise InputError("course.power", most=200)
    return comb(many, few)


def orders(many: int) -> int:
    """The number of orders of `many` things."""
    if not 0 <= many <= 200:
        raise InputError("course.power", most=200)
    return factorial(many)


def published(name: str, what: str) -> str:
    """The published number of positions or of games of a well-known game, or its source."""
    if name not in PUBLISHED or what not in ("states", "games", "source"):
        raise InputError("course.choice", given=f"{name}, {what}"[:60], known=", ".join(PUBLISHED))
    found: str = getattr(PUBLISHED[name], what)
    return found
