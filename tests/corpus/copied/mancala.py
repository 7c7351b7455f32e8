"""A small mancala: three pits a side, two seeds in each, and a store for each player.

Seeds are sown one by one to the right, over the own store but not the other's. A last seed in the
own store moves again. When the player to move has no seeds, the other player keeps the rest.
"""

from adversario import Game

PITS = 3
SEEDS = 2


class Mancala(Game):
    utility_bounds = (-2 * PITS * SEEDS, 2 * PITS * SEEDS)

    def initial(self):
        side = [SEEDS] * PITS + [0]
        return tuple(side + side + [0])

    def player(self, state):
        return state[-1]

    def actions(self, state):
        first = state[-1] * (PITS + 1)
        return [i for i in range(PITS) if state[first + i] > 0]

    def result(self, state, pit):
        board = list(state)
        turn = board.pop()
        hole = turn * (PITS + 1) + pit
        other = (1 - turn) * (PITS + 1) + PITS
        seeds = board[hole]
        board[hole] = 0
        while seeds > 0:
            hole = (hole + 1) % len(board)
            if hole == other:
                continue
            board[hole] += 1
            seeds -= 1
        if hole != turn * (PITS + 1) + PITS:
            turn = 1 - turn
        board.append(turn)
        return tuple(board)

    def is_terminal(self, state):
        return not self.actions(state)

    def utility(self, state, player):
        board = list(state[:-1])
        mine = sum(board[: PITS + 1])
        theirs = sum(board[PITS + 1 :])
        return mine - theirs if player == 0 else theirs - mine
