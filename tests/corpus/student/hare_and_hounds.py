"""Hare and hounds: three hounds, which never go back, try to trap the hare."""

from adversario import Game

BOARD = {
    "s": ["a1", "a2", "a3"],
    "a1": ["s", "a2", "b1", "b2"],
    "a2": ["s", "a1", "a3", "b2"],
    "a3": ["s", "a2", "b2", "b3"],
    "b1": ["a1", "b2", "c1"],
    "b2": ["a1", "a2", "a3", "b1", "b3", "c1", "c2", "c3"],
    "b3": ["a3", "b2", "c3"],
    "c1": ["b1", "b2", "c2", "e"],
    "c2": ["b2", "c1", "c3", "e"],
    "c3": ["b2", "b3", "c2", "e"],
    "e": ["c1", "c2", "c3"],
}
COLUMN = {
    "s": 0,
    "a1": 1,
    "a2": 1,
    "a3": 1,
    "b1": 2,
    "b2": 2,
    "b3": 2,
    "c1": 3,
    "c2": 3,
    "c3": 3,
    "e": 4,
}


class HareAndHounds(Game):
    utility_bounds = (-1, 1)

    def initial(self):
        # hounds (a frozenset), hare, whose turn, number of moves
        return (frozenset({"s", "a1", "a3"}), "e", "hounds", 0)

    def player(self, state):
        return 0 if state[2] == "hounds" else 1

    def actions(self, state):
        hounds, hare, turn, n = state
        moves = []
        if turn == "hare":
            for place in BOARD[hare]:
                if place not in hounds:
                    moves.append((hare, place))
        else:
            for hound in sorted(hounds):
                for place in BOARD[hound]:
                    if place != hare and place not in hounds and COLUMN[place] >= COLUMN[hound]:
                        moves.append((hound, place))
        return moves

    def result(self, state, action):
        hounds, hare, turn, n = state
        start, end = action
        if turn == "hare":
            return (hounds, end, "hounds", n + 1)
        return ((hounds - {start}) | {end}, hare, "hare", n + 1)

    def is_terminal(self, state):
        hounds, hare, turn, n = state
        if n >= 20:
            return True
        if COLUMN[hare] <= min(COLUMN[h] for h in hounds):
            return True
        return self.actions(state) == []

    def utility(self, state, player):
        hounds, hare, turn, n = state
        trapped = turn == "hare" and not self.actions(state)
        escaped = not trapped
        value = -1 if escaped else 1
        return value if player == 0 else -value
