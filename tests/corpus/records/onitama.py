"""Onitama with three pieces each: the cards say how they move."""

from dataclasses import dataclass
from typing import NamedTuple

from adversario import Game

CARDS = {
    "tiger": [(-2, 0), (1, 0)],
    "crab": [(-1, 0), (0, -2), (0, 2)],
    "monkey": [(-1, -1), (-1, 1), (1, -1), (1, 1)],
    "crane": [(-1, 0), (1, -1), (1, 1)],
    "ox": [(-1, 0), (0, 1), (1, 0)],
}
SIZE = 5
TEMPLE = {0: (4, 2), 1: (0, 2)}


class Move(NamedTuple):
    card: str
    start: tuple
    end: tuple


@dataclass(frozen=True)
class State:
    pieces: frozenset  # of (row, col, player, is_master)
    hands: tuple  # two tuples of two card names
    spare: str
    turn: int = 0
    count: int = 0


class Onitama(Game):
    utility_bounds = (-1, 1)

    def __init__(self, limit=30):
        self.limit = limit

    def initial(self):
        pieces = set()
        for col in (1, 2, 3):
            pieces.add((4, col, 0, col == 2))
            pieces.add((0, col, 1, col == 2))
        return State(frozenset(pieces), (("tiger", "crab"), ("monkey", "crane")), "ox")

    def player(self, state):
        return state.turn

    def actions(self, state):
        own = {(r, c) for r, c, p, m in state.pieces if p == state.turn}
        sign = 1 if state.turn == 0 else -1
        moves = []
        for card in state.hands[state.turn]:
            for r, c in sorted(own):
                for dr, dc in CARDS[card]:
                    end = (r + sign * dr, c + sign * dc)
                    if 0 <= end[0] < SIZE and 0 <= end[1] < SIZE and end not in own:
                        moves.append(Move(card, (r, c), end))
        return moves

    def result(self, state, move):
        pieces = set()
        for r, c, p, m in state.pieces:
            if (r, c) == move.start:
                pieces.add((*move.end, p, m))
            elif (r, c) != move.end:
                pieces.add((r, c, p, m))
        hand = [state.spare if card == move.card else card for card in state.hands[state.turn]]
        hands = list(state.hands)
        hands[state.turn] = tuple(sorted(hand))
        return State(frozenset(pieces), tuple(hands), move.card, 1 - state.turn, state.count + 1)

    def winner(self, state):
        masters = {p: (r, c) for r, c, p, m in state.pieces if m}
        for p in (0, 1):
            if p not in masters:
                return 1 - p
        for p in (0, 1):
            if masters[p] == TEMPLE[1 - p]:
                return p
        return None

    def is_terminal(self, state):
        return (
            self.winner(state) is not None or state.count >= self.limit or not self.actions(state)
        )

    def utility(self, state, player):
        w = self.winner(state)
        if w is None:
            return 0
        return 1 if w == player else -1
