"""The rules of backgammon without the cube: rolls, plays, and what a game is worth."""

from __future__ import annotations

from typing import NamedTuple

from adversario.game import CHANCE
from adversario.games.dice.backgammon.bearing_off import home_number, home_of, layer_numbers
from adversario.games.dice.backgammon.board import Board, count_pips, points_won
from adversario.games.dice.backgammon.plays import PASS, PlayRules
from adversario.games.dice.backgammon.pubeval import score

__all__ = ["PASS", "BackgammonRules", "State"]


class State(NamedTuple):
    """A board as the side on roll sees it, that side, and its dice: 0 before they are thrown."""

    board: Board
    turn: int
    big: int
    small: int
    opening: bool
    """Whether the first dice have not been thrown: one by each player, the larger begins."""


class BackgammonRules(PlayRules[State]):
    """The rules of a game for points, without the cube."""

    def __init__(self, start: str = "backgammon", gammons: bool = True) -> None:
        self.start, self.gammons = start, gammons
        self.set_men(start)
        self.utility_bounds = (-3, 3) if gammons else (-1, 1)
        self.outcomes = (-3, -2, -1, 1, 2, 3) if gammons else (-1, 1)

    def initial(self) -> State:
        """All men on the board, no dice thrown."""
        return State(Board(self.low, self.high, self.low, self.high), 0, 0, 0, True)

    def player(self, state: State) -> int:
        """The side on roll, or chance before its dice are thrown."""
        return state.turn if state.big else CHANCE

    def result(self, state: State, action: int) -> State:
        """The state after the dice are thrown or, from the other side, after a play."""
        board = state.board
        if state.big == 0:
            one, two = action >> 3, action & 7
            turn = state.turn
            if state.opening:
                turn = 0 if one > two else 1
            return State(board, turn, max(one, two), min(one, two), False)
        return State(self.board_after(state, action), 1 - state.turn, 0, 0, False)

    def is_terminal(self, state: State) -> bool:
        """Whether the side that has just played has borne off all its men."""
        return state.board.theirs_low & 15 == self.men

    def utility(self, state: State, player: int) -> int:
        """1 point for the winner, 2 for a gammon, 3 for a backgammon.

        It is a gammon if the loser has borne off no man, and a backgammon if the loser besides has
        a man on the bar or in the winner's home.
        """
        points = points_won(state.board) if self.gammons else 1
        return -points if player == state.turn else points

    def reference_score(self, state: State, after: State) -> float:
        """That of pubeval."""
        return score(state.board, after.board, self.men)

    def reference_name(self) -> str:
        """The name of the reference player."""
        return "pubeval"

    def evaluate(self, state: State, player: int) -> float:
        """The lead in pips, a hundred for a point, within the bounds."""
        board = state.board
        lead = count_pips(board.theirs_low, board.theirs_high)
        lead -= count_pips(board.mine_low, board.mine_high)
        value = max(-0.99, min(0.99, lead / 100))
        return value if player == state.turn else -value

    # Numbers of positions in which both sides bear off, for endgame tables.

    def layers(self, pieces: int = 0) -> list[int]:
        """The layers with at most `pieces` men of each side on the board."""
        return layer_numbers(min(pieces or self.men, self.men))

    def layer(self, state: State) -> int:
        """The layer of a position before the dice with all men at home; -1 for others."""
        board = state.board
        if state.big or state.opening or board.mine_high or board.theirs_high:
            return -1
        if board.mine_low >> 28 or board.theirs_low >> 28:
            return -1
        mine, theirs = self.men - (board.mine_low & 15), self.men - (board.theirs_low & 15)
        if mine == 0 or theirs == 0:
            return -1
        return 16 * mine + theirs if mine >= theirs else 16 * theirs + mine

    def layer_name(self, layer: int) -> str:
        """As off-6-4: six men of one side are left, and four of the other."""
        return f"off-{layer >> 4}-{layer & 15}"

    def layer_size(self, layer: int) -> int:
        """Every position of both sides, with either on roll."""
        more, fewer = layer >> 4, layer & 15
        return self.homes[more] * self.homes[fewer] * (1 if more == fewer else 2)

    def index(self, state: State) -> int:
        """First the positions in which the side on roll has more men left, or as many."""
        board = state.board
        mine, theirs = self.men - (board.mine_low & 15), self.men - (board.theirs_low & 15)
        number = home_number(board.mine_low) * self.homes[theirs] + home_number(board.theirs_low)
        return number if mine >= theirs else self.homes[mine] * self.homes[theirs] + number

    def unindex(self, layer: int, index: int) -> State:
        """The position of that number, with player 0 on roll."""
        mine, theirs = layer >> 4, layer & 15
        if index >= self.homes[mine] * self.homes[theirs]:
            index -= self.homes[mine] * self.homes[theirs]
            mine, theirs = theirs, mine
        own, other = index // self.homes[theirs], index % self.homes[theirs]
        low = home_of(own, mine) | (self.men - mine)
        their_low = home_of(other, theirs) | (self.men - theirs)
        return State(Board(low, 0, their_low, 0), 0, 0, 0, False)
