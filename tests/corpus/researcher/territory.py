"""Two players fill a 2x4 board with stones; the largest connected group, by flood fill, wins.

States are pairs of frozensets; an evaluation, noisy actions and priors are defined too.
"""

from adversario import Game

CELLS = [(r, c) for r in range(2) for c in range(4)]


def neighbours(cell):
    r, c = cell
    return {(r + 1, c), (r - 1, c), (r, c + 1), (r, c - 1)}


def largest(stones):
    best, left = 0, set(stones)
    while left:
        todo, size = [left.pop()], 0
        while todo:
            size += 1
            near = neighbours(todo.pop()) & left
            left -= near
            todo.extend(near)
        best = max(best, size)
    return best


class LargestGroup(Game):
    utility_bounds = (-4, 4)

    def initial(self):
        return frozenset(), frozenset()

    def player(self, state):
        return len(state[0]) - len(state[1])

    def actions(self, state):
        return [cell for cell in CELLS if cell not in state[0] and cell not in state[1]]

    def result(self, state, cell):
        first, second = state
        if self.player(state) == 0:
            return first | {cell}, second
        return first, second | {cell}

    def is_terminal(self, state):
        return len(state[0]) + len(state[1]) == len(CELLS)

    def utility(self, state, player):
        return largest(state[player]) - largest(state[1 - player])

    def evaluate(self, state, player):
        return largest(state[player]) - largest(state[1 - player])

    def is_quiet(self, state):
        return not self.noisy_actions(state)

    def noisy_actions(self, state):
        own = state[self.player(state)]
        return [cell for cell in self.actions(state) if len(neighbours(cell) & own) > 1]

    def priors(self, state):
        own = state[self.player(state)]
        return [1 + len(neighbours(cell) & own) for cell in self.actions(state)]
