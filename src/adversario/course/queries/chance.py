"""Expectations, mixed strategies, and decisions with chance."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache
from typing import Any

from adversario.base.distribution import Distribution
from adversario.base.errors import InputError
from adversario.base.numbers import Number
from adversario.course.queries.source import game_of
from adversario.solve.equilibrium.matrix.game import MatrixGame
from adversario.solve.equilibrium.matrix.nash import equilibria
from adversario.solve.equilibrium.matrix.reading import matrix_from_text
from adversario.solve.equilibrium.matrix.textbook.named import textbook_game
from adversario.solve.equilibrium.matrix.zero_sum import solve_zero_sum
from adversario.solve.equilibrium.tree.answer import Equilibrium
from adversario.solve.equilibrium.tree.flat import flatten
from adversario.solve.equilibrium.tree.methods import equilibrium

MOST_SIDES = 100
MOST_HISTORIES = 5000


def _outcomes(outcomes: tuple[str, ...]) -> Iterator[tuple[int, Fraction, Fraction]]:
    """Each outcome numbered, with its value and its probability, from texts such as `0.4 10`."""
    for number, each in enumerate(outcomes):
        try:
            chance, worth = each.split()
            percent = Fraction(chance[:-1]) / 100 if chance.endswith("%") else Fraction(chance)
            yield number, Fraction(worth), percent
        except (ValueError, ZeroDivisionError):
            raise InputError("course.lottery", given=each[:60]) from None


def expect(*outcomes: str) -> Number:
    """The expected value of a lottery: outcomes such as `0.4 10`, a probability and a value."""
    listed = list(_outcomes(outcomes))
    worth = {number: value for number, value, _ in listed}
    return Distribution((number, chance) for number, _, chance in listed).expectation(
        worth.__getitem__
    )


def die(sides: int = 6, *, dice: int = 1) -> Number:
    """The expected sum of dice."""
    if not 1 <= sides <= MOST_SIDES or not 1 <= dice <= MOST_SIDES:
        raise InputError("course.power", most=MOST_SIDES)
    return dice * Distribution.uniform(range(1, sides + 1)).expectation()


def roll(total: int, *, sides: int = 6) -> Number:
    """The probability of a total of two dice."""
    if not 1 <= sides <= MOST_SIDES:
        raise InputError("course.power", most=MOST_SIDES)
    one = Distribution.uniform(range(1, sides + 1))
    return one.joint(one).probability(lambda pair: sum(pair) == total)


def rolls(sides: int = 6) -> int:
    """The number of different throws of two dice, in any order."""
    if not 1 <= sides <= MOST_SIDES:
        raise InputError("course.power", most=MOST_SIDES)
    return sides * (sides + 1) // 2


@lru_cache(maxsize=32)
def _table(text: str) -> MatrixGame:
    return textbook_game(text) if text[:1].isalpha() else matrix_from_text(text)


def matrix(text: str) -> Number:
    """The value of a table of payoffs to the first player."""
    return solve_zero_sum(_table(text)).value


def mixture(text: str, player: int = 1) -> tuple[Fraction, ...]:
    """The probabilities of a player's strategies in the first equilibrium of a table."""
    found = equilibria(_table(text)).extreme
    return tuple(found[0].mixtures[player - 1])


def equilibria_of(text: str) -> int:
    """The number of extreme equilibria of a table."""
    return len(equilibria(_table(text)).extreme)


@lru_cache(maxsize=8)
def _equilibrium(source: str) -> Equilibrium[Any]:
    return equilibrium(flatten(game_of(source), max_histories=MOST_HISTORIES))


def equilibrium_value(source: str, player: int = 1) -> Number:
    """The value of a small game with hidden information to a player, exactly."""
    found: Number = _equilibrium(source).values[player - 1]
    return found


def strategy(source: str, player: int, known: str, move: str) -> Fraction:
    """The probability of a move in an equilibrium, for a player who knows that."""
    for name, knows, choices in _equilibrium(source).strategy.rows():
        if name == str(player) and knows == known:
            words = choices.split()
            chances = dict(zip(words[::2], words[1::2], strict=False))
            if move in chances:
                return Fraction(chances[move])
    raise InputError("course.node", node=f"{player} {known} {move}"[:60])
