"""Red-blue Hackenbush on a small graph; edges not connected to the ground fall."""

from typing import FrozenSet, Tuple
from adversario import Game

Edge = Tuple[int, int, str]
GROUND = 0
EDGES: FrozenSet[Edge] = frozenset(
    {
        (0, 1, "b"),
        (1, 2, "r"),
        (2, 3, "b"),
        (1, 3, "r"),
        (0, 4, "r"),
        (4, 5, "b"),
        (4, 2, "b"),
        (0, 5, "r"),
    }
)


def supported(edges):
    reached = {GROUND}
    frontier = [GROUND]
    while frontier:
        node = frontier.pop()
        for a, b, _ in edges:
            for here, there in ((a, b), (b, a)):
                if here == node and there not in reached:
                    reached.add(there)
                    frontier.append(there)
    return frozenset(e for e in edges if e[0] in reached)


class Hackenbush(Game[tuple, Edge]):
    utility_bounds = (-1, 1)

    def initial(self):
        return EDGES, 0

    def player(self, state):
        return state[1]

    def actions(self, state):
        edges, mover = state
        color = "br"[mover]
        return sorted(e for e in edges if e[2] == color)

    def result(self, state, action):
        edges, mover = state
        return supported(edges - {action}), 1 - mover

    def is_terminal(self, state):
        return not any(e[2] == "br"[state[1]] for e in state[0])

    def utility(self, state, player):
        return -1 if player == state[1] else 1
