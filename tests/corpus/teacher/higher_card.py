"""Higher card: each of two players draws a card from 1 to 4, sees it, and keeps it or draws anew.

Cards are open. The first player decides first; the deck is without the cards that were drawn. The
higher card wins one coin.
"""

from fractions import Fraction

from adversario import CHANCE, Game

DECK = [1, 2, 3, 4]


class HigherCard(Game):
    chance = True
    utility_bounds = (-1, 1)

    def initial(self):
        return ()  # the words and cards so far

    def cards(self, state):
        return [word for word in state if isinstance(word, int)]

    def player(self, state):
        last = state[-1] if state else "deal"
        if last == "deal" or last == "change" or last == "keep":
            return CHANCE
        return 0 if state.count("keep") + state.count("change") == 0 else 1

    def actions(self, state):
        return ["keep", "change"]

    def chances(self, state):
        left = [card for card in DECK if card not in self.cards(state)]
        return [(card, Fraction(1, len(left))) for card in left]

    def result(self, state, word):
        if word == "keep" and len(state) == 1:
            return state + ("keep",)
        if word == "keep":
            return state + ("keep", "show")
        if isinstance(word, int) and self.decided(state) == 2:
            return state + (word, "show")
        if isinstance(word, int) and self.decided(state) == 1 and state[-1] == "change":
            return state + (word, "deal")
        return state + (word,)

    def decided(self, state):
        return state.count("keep") + state.count("change")

    def is_terminal(self, state):
        return bool(state) and state[-1] == "show"

    def hands(self, state):
        """The last card of each player."""
        hands = [0, 0]
        turn = 0
        for word in state:
            if isinstance(word, int):
                hands[turn] = word
            elif word == "keep" or word == "deal":
                turn = 1
        return hands

    def utility(self, state, player):
        hands = self.hands(state)
        sign = (hands[0] > hands[1]) - (hands[0] < hands[1])
        return sign if player == 0 else -sign
