"""The sequence form: two players with a constant sum solved exactly, by one linear program.

Koller, Megiddo and von Stengel, "Fast algorithms for finding randomized strategies in game trees",
STOC 1994. A strategy with perfect recall is given by the products of its probabilities along every
sequence of own actions; a product is at most as large as that of the sequence before it. So the
program has a variable for each action of the first player and one for each information set of the
second: what the second must concede there.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from time import perf_counter
from typing import Any, NamedTuple

from adversario.base.errors import InputError
from adversario.base.numbers import Number
from adversario.game import CHANCE, A
from adversario.native.kernels.equilibrium.regret import END
from adversario.solve.equilibrium.dictionary import Exact
from adversario.solve.equilibrium.linear_program import maximise
from adversario.solve.equilibrium.tree.answer import Equilibrium
from adversario.solve.equilibrium.tree.exact import exact_tree
from adversario.solve.equilibrium.tree.flat import ROOT, FlatTree
from adversario.solve.equilibrium.tree.response import (
    GameOrTree,
    as_tree,
    nash_conv_of_slots,
    respond,
    values_of_slots,
)
from adversario.solve.equilibrium.tree.strategy import slots_of_strategy, strategy_of_slots

MOST_ENTRIES = 250_000
"""The most entries of a program that is solved in fractions: some 700 actions in all."""


class Sequences(NamedTuple):
    """What the program finds."""

    value: Fraction
    """What the first player gets."""
    weights: list[Exact]
    """The weight of each action of both players, by slots; 0 in all of a set: not reached."""
    pivots: int


def solve_exactly(game: GameOrTree[A], *, max_entries: int = MOST_ENTRIES) -> Equilibrium[A]:
    """An equilibrium of two players with a constant sum, in fractions, without rounding.

    Optimal from the start on; in sets that a player's own choices avoid, the first best response is
    chosen. The answer is verified by best responses. InputError if the game is of another kind, or
    has a program of more than `max_entries` entries.
    """
    started = perf_counter()
    tree = as_tree(game)
    if not tree.is_solvable:
        raise InputError("equilibrium.not_zero_sum", game=tree.game.name)
    tree = exact_tree(tree)
    found = sequence_form(tree, (0, 1), max_entries)
    strategy = strategy_of_slots(tree, respond_where_avoided(tree, found.weights))
    chosen = slots_of_strategy(tree, strategy)
    values, gap = values_of_slots(tree, chosen), nash_conv_of_slots(tree, chosen)
    assert (gap, values[0]) == (0, found.value)
    seconds = perf_counter() - started
    return Equilibrium(strategy, values, gap, "sequence-form", found.pivots, seconds, "python")


def respond_where_avoided(tree: FlatTree[Any], weights: Sequence[Exact]) -> list[Number]:
    """The weights, with best responses in sets where all are 0."""
    chosen = slots_of_strategy(tree, strategy_of_slots(tree, weights))
    filled: list[Number] = list(weights)
    for who in range(tree.game.players):
        _, response = respond(tree, chosen, who)
        for each in tree.sets:
            if each.player == who and not any(weights[slot] for slot in each.slots):
                for slot in each.slots:
                    filled[slot] = response[slot]
    return filled


def sequence_form(
    tree: FlatTree[Any], players: tuple[int, int], max_entries: int = MOST_ENTRIES
) -> Sequences:
    """The solution for two players whose utilities have a constant sum; others have no actions.

    The utilities are shifted to be at least 0. Then weights that add up to less than the weight
    before them may be raised, which only helps the first player; so inequalities do, and all
    variables at 0 are a start. The prices of the second player's rows are that player's weights.
    """
    program = _Program(tree, players, max_entries)
    constant = program.add_payoffs()
    program.add_concessions()
    program.add_choices()
    found = maximise(program.objective, program.rows, program.limits)
    weights: list[Exact] = [0] * tree.slots
    for slot, column in program.columns.items():
        weights[slot] = found.solution[column]
    for slot, row in program.numbers.items():
        weights[slot] = found.prices[row]
    return Sequences(found.value + constant, weights, found.pivots)


class _Program:
    """The linear program: the first player's weights, and what the second must concede."""

    def __init__(self, tree: FlatTree[Any], players: tuple[int, int], most: int) -> None:
        self.tree, self.players = tree, players
        self.own, self.theirs = ([s for s in tree.sets if s.player == who] for who in players)
        slots = [slot for each in self.own for slot in each.slots]
        self.columns = {slot: column for column, slot in enumerate(slots)}
        self.concede = {each.slot: len(slots) + at for at, each in enumerate(self.theirs)}
        answers = [slot for each in self.theirs for slot in each.slots]
        self.numbers = {slot: row for row, slot in enumerate(answers)}
        width, height = len(slots) + len(self.theirs), len(answers) + len(self.own)
        if height * width > most:
            size = height * width
            raise InputError("equilibrium.too_large", game=tree.game.name, size=size, most=most)
        self.rows: list[list[Exact]] = [[0] * width for _ in range(height)]
        self.limits: list[Exact] = [0] * height
        self.objective: list[Exact] = [0] * width

    def add_payoffs(self) -> Exact:
        """What the first player gets for each action of the second; returns what is always paid."""
        payoffs, always = sequence_payoffs(self.tree, *self.players)
        for (first, second), payoff in payoffs.items():
            if first == second == ROOT:
                always += payoff
            elif second == ROOT:
                self.objective[self.columns[first]] += payoff
            elif first == ROOT:
                self.limits[self.numbers[second]] += payoff
            else:
                self.rows[self.numbers[second]][self.columns[first]] -= payoff
        return always

    def add_concessions(self) -> None:
        """In a set the second player concedes no more than by any action, and what follows it."""
        for each in self.theirs:
            column = self.concede[each.slot]
            for slot in each.slots:
                self.rows[self.numbers[slot]][column] += 1
            if each.parent == ROOT:
                self.objective[column] += 1
            else:
                self.rows[self.numbers[each.parent]][column] -= 1

    def add_choices(self) -> None:
        """In a set of the first player the weights add up to that of the action before."""
        for row, each in enumerate(self.own, len(self.numbers)):
            for slot in each.slots:
                self.rows[row][self.columns[slot]] += 1
            if each.parent == ROOT:
                self.limits[row] = 1
            else:
                self.rows[row][self.columns[each.parent]] -= 1


def sequence_payoffs(
    tree: FlatTree[Any], one: int, two: int
) -> tuple[dict[tuple[int, int], Exact], Exact]:
    """What the first player gets by the last own actions of both, times chance; and the shift.

    The shift was subtracted from every utility, so that the least is 0.
    """
    ends = [node for node, mover in enumerate(tree.player) if mover == END]
    shift = Fraction(min(tree.utilities[one][node] for node in ends))
    payoffs: dict[tuple[int, int], Exact] = {}
    for node, last, chance in ends_of(tree):
        pair = last[one], last[two]
        payoff = chance * (Fraction(tree.utilities[one][node]) - shift)
        payoffs[pair] = payoffs.get(pair, 0) + payoff
    return payoffs, shift


def ends_of(tree: FlatTree[Any]) -> list[tuple[int, tuple[int, ...], Fraction]]:
    """The terminal nodes, each with the last action of every player and its chance."""
    last = [(ROOT,) * tree.game.players] * tree.histories
    chance = [Fraction(1)] * tree.histories
    found: list[tuple[int, tuple[int, ...], Fraction]] = []
    for node, mover in enumerate(tree.player):
        if mover == END:
            found.append((node, last[node], chance[node]))
        for index in range(tree.children[node]):
            child = tree.first[node] + index
            last[child], chance[child] = last[node], chance[node]
            if mover == CHANCE:
                chance[child] *= Fraction(tree.chance[child])
            else:
                slot = tree.slot[node] + index
                last[child] = (*last[node][:mover], slot, *last[node][mover + 1 :])
    return found
