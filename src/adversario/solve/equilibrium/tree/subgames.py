"""Backward induction, and subgame-perfect equilibria of trees with information sets.

A node is the root of a proper subgame if every information set that has a node below it has all of
them there. Subgames are solved from the last on, and each solved one becomes an end that pays what
its equilibrium does (Selten 1965; Kuhn 1953 for perfect information).
"""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from dataclasses import replace
from time import perf_counter
from typing import Any

from adversario.base.errors import InputError
from adversario.base.numbers import Number
from adversario.game import A
from adversario.native.kernels.equilibrium.regret import END
from adversario.solve.equilibrium.matrix.game import MAX_CELLS
from adversario.solve.equilibrium.matrix.lemke_howson import lemke_howson
from adversario.solve.equilibrium.matrix.mixtures import pure
from adversario.solve.equilibrium.matrix.pure import pure_equilibria
from adversario.solve.equilibrium.tree.answer import Equilibrium
from adversario.solve.equilibrium.tree.exact import exact_tree
from adversario.solve.equilibrium.tree.flat import ROOT, FlatTree, InformationSet
from adversario.solve.equilibrium.tree.response import (
    GameOrTree,
    as_tree,
    nash_conv_of_slots,
    respond,
    values_of_slots,
)
from adversario.solve.equilibrium.tree.sequence_form import (
    respond_where_avoided,
    sequence_form,
)
from adversario.solve.equilibrium.tree.strategic_form import (
    behaviour_of,
    matrix_of_plans,
    plans_of,
)
from adversario.solve.equilibrium.tree.strategy import slots_of_strategy, strategy_of_slots

MOST_PROFILES = 20_000
"""The most profiles of pure strategies of a subgame that is not zero-sum."""


def subgame_perfect(game: GameOrTree[A], *, max_profiles: int = MOST_PROFILES) -> Equilibrium[A]:
    """An equilibrium that is one in every proper subgame too; exact.

    With perfect information this is backward induction, for any number of players; of equally good
    actions the first is chosen. A subgame in which two players do not see everything is solved by
    the sequence form if its sum is constant, else by Lemke-Howson; with more players an equilibrium
    in pure strategies is looked for. InputError if a subgame is too large, or has none of these.
    """
    started = perf_counter()
    tree = exact_tree(as_tree(game))
    chosen: list[Number] = [0] * tree.slots
    solver = _Backwards(tree, max_profiles)
    for root in reversed(proper_subgames(tree)):
        solver.solve(root, chosen)
    strategy = strategy_of_slots(tree, chosen)
    probabilities = slots_of_strategy(tree, strategy)
    gap = nash_conv_of_slots(tree, probabilities)
    assert gap == 0, "not an equilibrium"
    values = values_of_slots(tree, probabilities)
    seconds = perf_counter() - started
    return Equilibrium(strategy, values, gap, "subgames", solver.solved, seconds, "python")


def proper_subgames(tree: FlatTree[Any]) -> list[int]:
    """The roots of the proper subgames, ends left out, each before those below it."""
    enter, leave = _intervals(tree)
    first, last = list(enter), list(leave)  # of the sets that have a node below, or here
    spans: dict[int, tuple[int, int]] = {}
    for node, mover in enumerate(tree.player):
        if mover >= 0:
            low, high = spans.get(tree.slot[node], (enter[node], enter[node]))
            spans[tree.slot[node]] = min(low, enter[node]), max(high, enter[node])
    for node in reversed(range(tree.histories)):
        if tree.player[node] >= 0:
            low, high = spans[tree.slot[node]]
            first[node], last[node] = min(first[node], low), max(last[node], high)
        for child in _children(tree, node):
            first[node] = min(first[node], first[child])
            last[node] = max(last[node], last[child])
    return [
        node for node, mover in enumerate(tree.player)
        if mover != END and (first[node], last[node]) == (enter[node], leave[node])
    ]  # fmt: skip


def _children(tree: FlatTree[Any], node: int) -> range:
    return range(tree.first[node], tree.first[node] + tree.children[node])


def _intervals(tree: FlatTree[Any]) -> tuple[list[int], list[int]]:
    """For each node its number in depth-first order, and the last such number below it."""
    size = [1] * tree.histories
    for node in reversed(range(tree.histories)):
        size[node] += sum(size[child] for child in _children(tree, node))
    enter = [0] * tree.histories
    for node in range(tree.histories):
        at = enter[node] + 1
        for child in _children(tree, node):
            enter[child] = at
            at += size[child]
    return enter, [start + many - 1 for start, many in zip(enter, size, strict=True)]


class _Backwards:
    """A tree whose last subgames have been solved, with what they pay."""

    def __init__(self, tree: FlatTree[Any], max_profiles: int) -> None:
        self.tree, self.most, self.solved = tree, max_profiles, 0
        self.paid: dict[int, list[Number]] = {}
        self.sets = {each.slot: each for each in tree.sets}

    def solve(self, root: int, chosen: list[Number]) -> None:
        """Solve a subgame, whose own subgames are solved; write the weights of its actions."""
        small, sets = self.cut(root)
        weights = self.weights(small)
        for own, original in zip(small.sets, sets, strict=True):
            for at, slot in enumerate(original.slots):
                chosen[slot] = weights[own.slot + at]
        strategy = slots_of_strategy(small, strategy_of_slots(small, weights))
        self.paid[root] = list(values_of_slots(small, strategy))
        self.solved += 1

    def cut(self, root: int) -> tuple[FlatTree[Any], list[InformationSet[Any]]]:
        """The subgame as a tree of its own, and the sets of the whole tree that are its sets."""
        tree, players = self.tree, range(self.tree.game.players)
        player: list[int] = []
        slot: list[int] = []
        first: list[int] = []
        children: list[int] = []
        chance: list[Number] = [1]
        utilities: tuple[list[Number], ...] = tuple([] for _ in players)
        slots: dict[int, int] = {}  # of the whole tree, to those of the subgame
        sets: list[InformationSet[Any]] = []
        found: list[InformationSet[Any]] = []
        number = 0
        todo = deque([root])
        while todo:
            node = todo.popleft()
            ends = tree.player[node] == END or (node != root and node in self.paid)
            player.append(END if ends else tree.player[node])
            first.append(len(chance))
            children.append(0 if ends else tree.children[node])
            slot.append(0)
            paid = self.paid[node] if node in self.paid and ends else None
            for who in players:
                utilities[who].append(tree.utilities[who][node] if paid is None else paid[who])
            if ends:
                continue
            if tree.player[node] >= 0:
                if tree.slot[node] not in slots:
                    original = self.sets[tree.slot[node]]
                    for at, old in enumerate(original.slots):
                        slots[old] = number + at
                    parent = slots.get(original.parent, ROOT)
                    sets.append(replace(original, slot=number, parent=parent))
                    found.append(original)
                    number += len(original.actions)
                slot[-1] = slots[tree.slot[node]]
            for child in _children(tree, node):
                chance.append(tree.chance[child])
                todo.append(child)
        small = FlatTree(
            tree.game, player, slot, first, children, chance, utilities, tuple(sets), number
        )  # fmt: skip
        return small, found

    def weights(self, small: FlatTree[Any]) -> Sequence[Number]:
        """The weights of the actions of an equilibrium of a subgame without subgames."""
        movers = sorted({each.player for each in small.sets})
        if len(movers) <= 1:
            return respond(small, [0] * small.slots, movers[0])[1] if movers else []
        if len(movers) == 2 and _has_constant_sum(small, movers):
            weights = sequence_form(small, (movers[0], movers[1])).weights
            return respond_where_avoided(small, weights)
        plans = plans_of(small, min(self.most, MAX_CELLS))
        matrix = matrix_of_plans(small, plans)
        if len(movers) == 2 and small.game.players == 2:
            return behaviour_of(small, plans, lemke_howson(matrix).equilibrium.mixtures)
        profiles = pure_equilibria(matrix)
        if not profiles:
            raise InputError("equilibrium.no_pure", game=small.game.name)
        return behaviour_of(small, plans, pure(matrix, profiles[0]))


def _has_constant_sum(tree: FlatTree[Any], movers: Sequence[int]) -> bool:
    one, two = (tree.utilities[who] for who in movers)
    sums = {one[node] + two[node] for node, mover in enumerate(tree.player) if mover == END}
    return len(sums) == 1
