"""Tic-tac-toe with the complete contract, in 40 lines."""

from collections.abc import Iterator

from adversario import Game

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


def has_line(state: str) -> bool:
    """Whether somebody has three in a row."""
    return any(state[a] == state[b] == state[c] != "." for a, b, c in LINES)


class TicTacToe(Game[str, int]):
    """A state is the board, nine characters row by row; an action is an empty cell, 0 to 8."""

    def initial(self) -> str:
        """The empty board."""
        return "." * 9

    def player(self, state: str) -> int:
        """X is player 0 and moves first."""
        return state.count("X") - state.count("O")

    def actions(self, state: str) -> Iterator[int]:
        """The empty cells."""
        return (cell for cell in range(9) if state[cell] == ".")

    def result(self, state: str, action: int) -> str:
        """The board with the mover's mark in that cell."""
        return state[:action] + "XO"[self.player(state)] + state[action + 1 :]

    def is_terminal(self, state: str) -> bool:
        """Whether there are three in a row, or no cell is left."""
        return has_line(state) or "." not in state

    def utility(self, state: str, player: int) -> int:
        """1 for the winner, who moved last, and -1 for the loser; 0 in a draw."""
        return has_line(state) * (-1 if player == self.player(state) else 1)
