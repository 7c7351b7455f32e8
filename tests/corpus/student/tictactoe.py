"""Tic-tac-toe on a board that is a string of nine characters."""

from adversario import Game

LINES = ["012", "345", "678", "036", "147", "258", "048", "246"]


class TicTacToe(Game):
    utility_bounds = (-1, 1)

    def initial(self):
        return "." * 9

    def player(self, board):
        return (board.count("X") + board.count("O")) % 2

    def actions(self, board):
        squares = []
        for i in range(9):
            if board[i] == ".":
                squares.append(i)
        return squares

    def result(self, board, i):
        return board[:i] + "XO"[self.player(board)] + board[i + 1 :]

    def winner(self, board):
        for line in LINES:
            cells = [board[int(i)] for i in line]
            if cells == ["X"] * 3:
                return "X"
            if cells == ["O"] * 3:
                return "O"
        return None

    def is_terminal(self, board):
        return self.winner(board) is not None or "." not in board

    def utility(self, board, player):
        win = self.winner(board)
        if win is None:
            return 0
        if win == "XO"[player]:
            return 1
        return -1
