"""Gale's game of subsets: none may hold one that was named; whoever cannot name one loses."""

from adversario import Game


class SubsetTakeaway(Game):
    """Gale's game: name a subset not containing a named one."""

    utility_bounds = (-1, 1)
    n = 3

    def initial(self):
        return frozenset(), 0

    def player(self, s):
        return s[1]

    def actions(self, s):
        named = s[0]
        for mask in range(1, 2**self.n - 1):
            if not any(mask & other == other for other in named):
                yield mask

    def result(self, s, mask):
        return s[0] | {mask}, s[1] ^ 1

    def is_terminal(self, s):
        return not list(self.actions(s))

    def utility(self, s, p):
        return (-1) ** (p == s[1])
