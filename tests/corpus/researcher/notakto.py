"""Notakto: tic-tac-toe in which both players play X, and three in a row lose."""

from itertools import chain

from adversario import Game

CELLS = frozenset(range(9))
LINES = tuple(
    map(
        frozenset,
        chain(
            (range(3 * i, 3 * i + 3) for i in range(3)),
            (range(i, 9, 3) for i in range(3)),
            [(0, 4, 8), (2, 4, 6)],
        ),
    )
)


class Notakto(Game):
    utility_bounds = (-1, 1)

    def initial(self):
        return frozenset()

    def player(self, crosses):
        return len(crosses) & 1

    def actions(self, crosses):
        yield from sorted(CELLS - crosses)

    def result(self, crosses, cell):
        return crosses | {cell}

    def is_terminal(self, crosses):
        return any(line <= crosses for line in LINES)

    def utility(self, crosses, player):
        return 1 if player == self.player(crosses) else -1

    def symmetries(self, crosses):
        for turn in (
            lambda r, c: (c, 2 - r),
            lambda r, c: (2 - r, 2 - c),
            lambda r, c: (2 - c, r),
            lambda r, c: (r, 2 - c),
            lambda r, c: (2 - r, c),
            lambda r, c: (c, r),
            lambda r, c: (2 - c, 2 - r),
        ):
            pairs = (turn(*divmod(cell, 3)) for cell in crosses)
            yield frozenset(3 * row + column for row, column in pairs)
