"""Small games on random graphs in which positions recur, and their values by brute force."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import NamedTuple

from adversario.contract.repetition import allowed_actions, is_drawn_by_repetition
from adversario.game import Game

ENDS = 3
"""The number of nodes at which the game is over."""


GRAPHS = 40
"""How many graphs there are; one program is compiled for all of them."""


class Place(NamedTuple):
    graph: int
    node: int
    turn: int
    moves: int = 0  # a counter of the past, which is no part of the position


class Walk(Game[Place, int]):
    """Two players move a token along the arcs of a graph with cycles, to ends of some utility."""

    utility_bounds = (-1, 1)

    def __init__(self, repetition: int = 2, forbids: bool = False, nodes: int = 4) -> None:
        random = Random(nodes)
        self.arcs = tuple(random.randrange(nodes + ENDS) for _ in range(2 * nodes * GRAPHS))
        self.utilities_of_ends = (-1, 0, 1)
        self.nodes, self.repetition, self.forbids_repetition = nodes, repetition, forbids

    def initial(self) -> Place:
        return Place(0, 0, 0)

    def player(self, state: Place) -> int:
        return state.turn

    def first_arc(self, state: Place) -> int:
        """The place of the first of the two arcs from a node of its graph."""
        return 2 * (self.nodes * state.graph + state.node)

    def actions(self, state: Place) -> range:
        first = self.first_arc(state)
        return range(1 if self.arcs[first] == self.arcs[first + 1] else 2)

    def result(self, state: Place, action: int) -> Place:
        node = self.arcs[self.first_arc(state) + action]
        return Place(state.graph, node, 1 - state.turn, state.moves + 1)

    def is_terminal(self, state: Place) -> bool:
        return state.node >= self.nodes

    def utility(self, state: Place, player: int) -> int:
        found = self.utilities_of_ends[state.node - self.nodes]
        return found if player == 0 else -found

    def position_key(self, state: Place) -> int:
        return 2 * (self.nodes + ENDS) * state.graph + 2 * state.node + state.turn

    def reversible(self, state: Place) -> int:
        return state.moves

    def table_key(self, state: Place) -> int:
        return self.position_key(state)


def true_value(game: Walk, states: Sequence[Place]) -> int:
    """What the game after these states is worth to player 0, by the rule to the letter."""
    last = states[-1]
    if game.is_terminal(last):
        return int(game.utility(last, 0))
    if is_drawn_by_repetition(game, states):
        return 0
    values = [
        true_value(game, (*states, game.result(last, action)))
        for action in allowed_actions(game, states)
    ]
    return (max if last.turn == 0 else min)(values, default=0)


def play_on(game: Walk, graph: int, random: Random, plies: int) -> list[Place]:
    """The states of a random game of that many plies, or fewer if it would be over."""
    states = [Place(graph, 0, 0)]
    for _ in range(plies):
        options = [
            action
            for action in allowed_actions(game, states)
            if not game.is_terminal(game.result(states[-1], action))
            and not is_drawn_by_repetition(game, (*states, game.result(states[-1], action)))
        ]
        if not options:
            break
        states.append(game.result(states[-1], random.choice(options)))
    return states
