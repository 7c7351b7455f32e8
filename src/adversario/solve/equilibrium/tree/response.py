"""Best responses, and how far a strategy is from an equilibrium.

Independent of how a strategy was found: no regret is used here. All is exact if the probabilities
and utilities of the game and the strategy are.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeAlias

from adversario.base.distribution import Distribution, exact_quotient
from adversario.base.errors import InputError
from adversario.base.numbers import Number
from adversario.contract.information.memory import Memory
from adversario.game import CHANCE, A, Game
from adversario.native.engines.engine_choice import Engine
from adversario.native.kernels.equilibrium.regret import END
from adversario.solve.equilibrium.tree.flat import ROOT, FlatTree, flatten
from adversario.solve.equilibrium.tree.strategy import (
    Strategy,
    slots_of_strategy,
    strategy_of_slots,
)

GameOrTree: TypeAlias = "Game[Any, A] | FlatTree[A]"
Choices: TypeAlias = "Mapping[Memory[A], Distribution[A]]"


class Response(NamedTuple, Generic[A]):
    """A best response of a player: the greatest value there is, and a strategy that reaches it."""

    value: Number
    strategy: Strategy[A]


def as_tree(game: GameOrTree[A], engine: Engine = "auto") -> FlatTree[A]:
    """The tree of a game, unless it is one already."""
    return game if isinstance(game, FlatTree) else flatten(game, engine=engine)


def best_response(game: GameOrTree[A], strategy: Choices[A], player: int) -> Response[A]:
    """The best that a player can do against the strategies of the others; always pure.

    Of equal actions the first is chosen, also in sets that are not reached.
    """
    tree = as_tree(game)
    if player not in range(tree.game.players):
        raise InputError("equilibrium.player", given=player, most=tree.game.players - 1)
    value, chosen = respond(tree, slots_of_strategy(tree, strategy, without=player), player)
    return Response(value, strategy_of_slots(tree, chosen).of(player))


def expected_values(game: GameOrTree[A], strategy: Choices[A]) -> tuple[Number, ...]:
    """What each player gets on average, if all play the strategy."""
    tree = as_tree(game)
    return values_of_slots(tree, slots_of_strategy(tree, strategy))


def nash_conv(game: GameOrTree[A], strategy: Choices[A]) -> Number:
    """What the players could gain by best responses, each alone, all together.

    0: the strategy is an equilibrium.
    """
    tree = as_tree(game)
    return nash_conv_of_slots(tree, slots_of_strategy(tree, strategy))


def exploitability(game: GameOrTree[A], strategy: Choices[A]) -> Number:
    """`nash_conv` divided by the number of players."""
    tree = as_tree(game)
    return exact_quotient(nash_conv(tree, strategy), tree.game.players)


def nash_conv_of_slots(tree: FlatTree[Any], chosen: Sequence[Number]) -> Number:
    """What the players could gain by best responses, each alone, all together."""
    values = values_of_slots(tree, chosen)
    return sum(respond(tree, chosen, who)[0] - value for who, value in enumerate(values))


def values_of_slots(tree: FlatTree[Any], chosen: Sequence[Number]) -> tuple[Number, ...]:
    """What each player gets on average, by the probabilities of actions."""
    reach: list[Number] = [1] * tree.histories
    totals: list[Number] = [0] * tree.game.players
    for node, mover in enumerate(tree.player):
        if mover == END:
            for who, utilities in enumerate(tree.utilities):
                totals[who] += reach[node] * utilities[node]
        for index in range(tree.children[node]):
            child = tree.first[node] + index
            share = tree.chance[child] if mover == CHANCE else chosen[tree.slot[node] + index]
            reach[child] = reach[node] * share
    return tuple(totals)


def respond(tree: FlatTree[Any], chosen: Sequence[Number], who: int) -> tuple[Number, list[Number]]:
    """The value of a best response, and its choices: 1 at a slot of `who` that is chosen.

    Ends are added up by the last own action before them, weighted by the choices of the others.
    Then each set of `who`, the last first, passes the most that it can get to the action before.
    """
    reach: list[Number] = [1] * tree.histories
    last = [ROOT] * tree.histories
    gains: list[Number] = [0] * (tree.slots + 1)  # the last item: before any own action
    for node, mover in enumerate(tree.player):
        if mover == END:
            gains[last[node]] += reach[node] * tree.utilities[who][node]
        for index in range(tree.children[node]):
            child, slot = tree.first[node] + index, tree.slot[node] + index
            if mover == who:
                reach[child], last[child] = reach[node], slot
            else:
                share = tree.chance[child] if mover == CHANCE else chosen[slot]
                reach[child], last[child] = reach[node] * share, last[node]
    response: list[Number] = [0] * tree.slots
    for each in reversed(tree.sets):
        if each.player == who:
            best = max(each.slots, key=gains.__getitem__)
            response[best] = 1
            gains[each.parent] += gains[best]
    return gains[ROOT], response
