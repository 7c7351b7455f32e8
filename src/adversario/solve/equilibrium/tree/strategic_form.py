"""The strategic form of a tree: a matrix game of pure strategies, and mixtures taken back.

Pure strategies are reduced: they choose only in sets that their own choices leave reachable. With
perfect recall a mixture of them is worth as much as a behaviour strategy (Kuhn 1953).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from math import prod
from typing import Any, TypeAlias

from adversario.base.errors import InputError
from adversario.base.numbers import Number
from adversario.solve.equilibrium.dictionary import Exact
from adversario.solve.equilibrium.matrix.game import MAX_CELLS, MatrixGame, Mixture
from adversario.solve.equilibrium.tree.exact import exact_tree
from adversario.solve.equilibrium.tree.flat import ROOT, FlatTree, InformationSet
from adversario.solve.equilibrium.tree.response import GameOrTree, as_tree
from adversario.solve.equilibrium.tree.sequence_form import ends_of

Plan: TypeAlias = frozenset[int]
"""A reduced pure strategy: the slots that it chooses."""


def strategic_form(game: GameOrTree[Any], *, max_cells: int = MAX_CELLS) -> MatrixGame:
    """The matrix game in which every player chooses a reduced pure strategy; exact.

    InputError if it has more than `max_cells` profiles.
    """
    tree = exact_tree(as_tree(game))
    return matrix_of_plans(tree, plans_of(tree, max_cells))


def plans_of(tree: FlatTree[Any], max_cells: int = MAX_CELLS) -> list[list[Plan]]:
    """The reduced pure strategies of each player."""
    players = range(tree.game.players)
    sets = [_sets_by_parent(tree, who) for who in players]
    cells = prod(_count(each, ROOT) for each in sets)
    if cells > max_cells:
        raise InputError("equilibrium.too_large", game=tree.game.name, size=cells, most=max_cells)
    return [_plans(each, ROOT) for each in sets]


def matrix_of_plans(tree: FlatTree[Any], plans: Sequence[Sequence[Plan]]) -> MatrixGame:
    """The payoffs of all profiles."""
    players = range(tree.game.players)
    ends = [
        (last, [chance * tree.utilities[who][node] for who in players])
        for node, last, chance in ends_of(tree)
    ]
    cells: list[list[Exact]] = []
    for profile in product(*plans):
        cell: list[Any] = [0] * len(players)
        for last, payoffs in ends:
            if all(slot == ROOT or slot in plan for slot, plan in zip(last, profile, strict=True)):
                cell = [total + payoff for total, payoff in zip(cell, payoffs, strict=True)]
        cells.append(cell)
    names = [[_name(tree, plan) for plan in each] for each in plans]
    players_names = [tree.game.player_name(who) for who in players]
    return MatrixGame(names, cells, players=players_names)


def behaviour_of(
    tree: FlatTree[Any], plans: Sequence[Sequence[Plan]], mixtures: Sequence[Mixture]
) -> list[Number]:
    """The weights of actions, by slots: how often a mixture plays up to them."""
    weights: list[Number] = [0] * tree.slots
    for own, mixture in zip(plans, mixtures, strict=True):
        for plan, share in zip(own, mixture, strict=True):
            for slot in plan:
                weights[slot] += share
    return weights


Sets: TypeAlias = dict[int, list[InformationSet[Any]]]


def _sets_by_parent(tree: FlatTree[Any], who: int) -> Sets:
    """A player's sets by the own action before them."""
    found: Sets = {}
    for each in tree.sets:
        if each.player == who:
            found.setdefault(each.parent, []).append(each)
    return found


def _count(sets: Sets, slot: int) -> int:
    """The number of plans from an action on."""
    return prod(sum(_count(sets, next_) for next_ in each.slots) for each in sets.get(slot, ()))


def _plans(sets: Sets, slot: int) -> list[Plan]:
    """The plans from an action on."""
    options = [
        [plan | {chosen} for chosen in each.slots for plan in _plans(sets, chosen)]
        for each in sets.get(slot, ())
    ]
    return [frozenset().union(*parts) for parts in product(*options)]


def _name(tree: FlatTree[Any], plan: Plan) -> str:
    """The actions of a plan by their sets; the empty plan is `-`."""
    return (
        "; ".join(
            f"{each.label}: {each.names[slot - each.slot]}"
            for each in tree.sets
            for slot in each.slots
            if slot in plan
        )
        or "-"
    )
