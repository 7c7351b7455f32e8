"""Trees without rounding: probabilities and utilities as fractions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction

from adversario.base.errors import InputError
from adversario.base.numbers import Number
from adversario.game import CHANCE, A
from adversario.solve.equilibrium.matrix.game import to_exact
from adversario.solve.equilibrium.tree.flat import FlatTree

MOST_DENOMINATOR = 1_000_000
"""The greatest denominator of a probability that rules compute as a float, such as 1 / 3."""
ROUNDING = 1e-14
"""How far such a float may be from the fraction that is meant."""


def exact_tree(tree: FlatTree[A]) -> FlatTree[A]:
    """The tree with fractions: 1 / 3 as a float is the fraction 1/3, 0.1 is 1/10.

    InputError if the probabilities of a chance node, as fractions, do not add up to 1.
    """
    chance: list[Number] = list(map(exact_probability, tree.chance))
    for node, mover in enumerate(tree.player):
        if mover == CHANCE:
            first = tree.first[node]
            total = sum(chance[first : first + tree.children[node]])
            if total != 1:
                raise InputError("equilibrium.inexact", game=tree.game.name, total=float(total))
    utilities = tuple(_exact_list(values) for values in tree.utilities)
    return replace(tree, chance=chance, utilities=utilities)


def exact_probability(probability: Number) -> Fraction:
    """The fraction that a probability stands for: the nearest simple one, if it is that near."""
    if not isinstance(probability, float):
        return Fraction(probability)
    simple = Fraction(probability).limit_denominator(MOST_DENOMINATOR)
    return simple if abs(float(simple) - probability) <= ROUNDING else Fraction(repr(probability))


def _exact_list(values: Sequence[Number]) -> list[Number]:
    return list(map(to_exact, values))
