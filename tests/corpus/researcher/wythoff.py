"""Wythoff's game: take from one heap, or the same number from both; the last one wins."""

from adversario import Game


class Wythoff(Game):
    utility_bounds = (-1, 1)

    def __init__(self, *heaps):
        self.heaps = heaps or (5, 8)

    def initial(self):
        return (*self.heaps, 0)

    def player(self, s):
        return s[-1]

    def actions(self, s):
        a, b, _ = s
        yield from (("a", k) for k in range(1, a + 1))
        yield from (("b", k) for k in range(1, b + 1))
        yield from (("both", k) for k in range(1, min(a, b) + 1))

    def result(self, s, move):
        a, b, p = s
        match move:
            case ("a", k):
                return (a - k, b, 1 - p)
            case ("b", k):
                return (a, b - k, 1 - p)
            case (_, k):
                return (a - k, b - k, 1 - p)

    def is_terminal(self, s):
        return s[:2] == (0, 0)

    def utility(self, s, p):
        return -1 if s[-1] == p else 1
