"""Col and Snort on a grid graph, adjacency as dict of sets; memoised neighbours."""

from functools import lru_cache
from itertools import product
from adversario import Game


@lru_cache(maxsize=None)
def neighbours(cell, rows, cols):
    r, c = cell
    return frozenset(
        (r + dr, c + dc)
        for dr, dc in ((0, 1), (1, 0), (0, -1), (-1, 0))
        if 0 <= r + dr < rows and 0 <= c + dc < cols
    )


class Snort(Game):
    utility_bounds = (-1, 1)

    def __init__(self, rows=3, cols=3):
        self.rows, self.cols = rows, cols
        self.cells = frozenset(product(range(rows), range(cols)))

    def initial(self):
        return frozenset(), frozenset(), 0

    def player(self, state):
        return state[-1]

    def blocked(self, stones):
        out = set()
        for s in stones:
            out |= neighbours(s, self.rows, self.cols)
        return out

    def actions(self, state):
        mine, theirs = state[state[2]], state[1 - state[2]]
        free = self.cells - mine - theirs - self.blocked(theirs)
        return sorted(free)

    def result(self, state, action):
        left, right, turn = state
        if turn == 0:
            left |= {action}
        else:
            right |= {action}
        return left, right, 1 - turn

    def is_terminal(self, state):
        return len(self.actions(state)) == 0

    def utility(self, state, player):
        return 1 if player != state[2] else -1
