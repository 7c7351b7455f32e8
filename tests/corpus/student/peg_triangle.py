"""Peg solitaire on a triangle."""

from adversario import Game


class PegTriangle(Game):
    players = 1
    utility_bounds = (-15, -1)

    def __init__(self, rows=4):
        self.rows = rows

    def initial(self):
        board = []
        for r in range(self.rows):
            row = []
            for c in range(r + 1):
                row.append(not (r == 1 and c == 0))
            board.append(tuple(row))
        return tuple(board)

    def player(self, board):
        return 0

    def is_on(self, r, c):
        return r >= 0 and r < self.rows and c >= 0 and c <= r

    def actions(self, board):
        moves = []
        for r in range(self.rows):
            for c in range(r + 1):
                if board[r][c] == False:
                    continue
                for dr, dc in [(0, 1), (0, -1), (1, 0), (-1, 0), (1, 1), (-1, -1)]:
                    if self.is_on(r + 2 * dr, c + 2 * dc):
                        if board[r + dr][c + dc] and not board[r + 2 * dr][c + 2 * dc]:
                            moves.append(((r, c), (r + 2 * dr, c + 2 * dc)))
        return moves

    def result(self, board, move):
        (r1, c1), (r2, c2) = move
        new = [list(row) for row in board]
        new[r1][c1] = False
        new[(r1 + r2) // 2][(c1 + c2) // 2] = False
        new[r2][c2] = True
        return tuple([tuple(row) for row in new])

    def is_terminal(self, board):
        return len(self.actions(board)) == 0

    def utility(self, board, player):
        return -sum(sum(row) for row in board)
