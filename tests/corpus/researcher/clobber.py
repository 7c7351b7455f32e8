"""Clobber on a 3x3 checkerboard: a stone captures a neighbour of the other colour; last move wins."""

from itertools import product

from adversario import Game

ROWS, COLUMNS = 3, 3
STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))


class Clobber(Game):
    utility_bounds = (-1, 1)

    def initial(self):
        grid = list(product(range(ROWS), range(COLUMNS)))
        white = frozenset(cell for cell in grid if sum(cell) % 2 == 0)
        return white, frozenset(grid) - white, 0

    def player(self, state):
        return state[2]

    def actions(self, state):
        own, other = state[state[2]], state[1 - state[2]]
        for (r, c), (dr, dc) in product(sorted(own), STEPS):
            if (r + dr, c + dc) in other:
                yield (r, c), (r + dr, c + dc)

    def result(self, state, action):
        start, end = action
        sides = [set(state[0]), set(state[1])]
        turn = state[2]
        sides[turn].remove(start)
        sides[turn].add(end)
        sides[1 - turn].discard(end)
        return frozenset(sides[0]), frozenset(sides[1]), 1 - turn

    def is_terminal(self, state):
        return next(self.actions(state), None) is None

    def utility(self, state, player):
        return 1 if player != state[2] else -1

    def evaluate(self, state, player):
        def mobility(turn):
            return sum(1 for _ in self.actions((state[0], state[1], turn)))

        return (mobility(player) - mobility(1 - player)) / 24
