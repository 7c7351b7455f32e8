"""The word game Ghost with a small dictionary. Who completes a word loses."""

from adversario import Game

WORDS = """
ant anvil apple apply arena bat baton bead beard cat cater dog dogma dot eagle ear earth
""".split()


def prefixes():
    found = set()
    for word in WORDS:
        for i in range(len(word) + 1):
            found.add(word[:i])
    return found


PREFIXES = prefixes()


class Ghost(Game):
    utility_bounds = (-1, 1)

    def initial(self):
        return ""

    def player(self, word):
        return len(word) % 2

    def actions(self, word):
        letters = []
        for letter in "abcdefghijklmnopqrstuvwxyz":
            if word + letter in PREFIXES:
                letters.append(letter)
        return letters

    def result(self, word, letter):
        return word + letter

    def is_terminal(self, word):
        return word in WORDS

    def utility(self, word, player):
        last = (len(word) - 1) % 2
        return -1 if player == last else 1
