"""Remove a run of equal letters from a word; whoever takes the last one wins."""

from itertools import groupby

from adversario import Game


class Runs(Game):
    """Remove a run of equal letters; nobody may leave an empty word... last to move wins."""

    utility_bounds = (-1, 1)

    def __init__(self, word="abbacab"):
        self.word = word

    def initial(self):
        return (self.word, 0)

    def player(self, s):
        return s[1]

    def actions(self, s):
        return [(letter, i) for i, (letter, group) in enumerate(groupby(s[0]))]

    def result(self, s, action):
        word, turn = s
        runs = ["".join(group) for _, group in groupby(word)]
        del runs[action[1]]
        return ("".join(runs), 1 - turn)

    def is_terminal(self, s):
        return s[0] == ""

    def utility(self, s, p):
        return -1 if s[1] == p else 1
