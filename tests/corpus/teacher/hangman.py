"""Evil hangman: player guesses letters, the evil host picks the pattern among words."""

from adversario import Game

WORDS = ["ally", "beta", "cool", "deal", "else", "flew", "good", "hope", "ibex"]
LETTERS = "abelo"


def pattern(word, letter):
    return "".join(c if c == letter else "-" for c in word)


class EvilHangman(Game):
    utility_bounds = (-20, 20)

    def initial(self):
        return (tuple(WORDS), "", None)

    def player(self, state):
        return 0 if state[2] is None else 1

    def actions(self, state):
        words, guessed, letter = state
        if letter is None:
            return [c for c in LETTERS if c not in guessed]
        return sorted({pattern(w, letter) for w in words})

    def result(self, state, action):
        words, guessed, letter = state
        if letter is None:
            return (words, guessed, action)
        left = tuple(w for w in words if pattern(w, letter) == action)
        return (left, guessed + letter, None)

    def is_terminal(self, state):
        words, guessed, letter = state
        return letter is None and (len(words) == 1 or len(guessed) == 3)

    def utility(self, state, player):
        found = 10 - len(state[0])
        return found if player == 0 else -found
