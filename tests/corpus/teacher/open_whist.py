"""Whist for two with open cards: four tricks, and a trump."""

from adversario import Game

RANKS = ["J", "Q", "K", "A"]
SUITS = {"S": "spades", "H": "hearts"}
ALL = [rank + suit for suit in SUITS for rank in RANKS]


def beats(card, other, trump):
    if card[1] == other[1]:
        return RANKS.index(card[0]) > RANKS.index(other[0])
    return card[1] == trump


class OpenWhist(Game):
    utility_bounds = (-4, 4)

    def __init__(self, trump="H"):
        if trump not in SUITS:
            raise ValueError(f"no such suit: {trump}")
        self.trump = trump

    def initial(self):
        hands = (frozenset(ALL[::2]), frozenset(ALL[1::2]))
        return (hands, "", 0, (0, 0))

    def player(self, state):
        return state[2]

    def actions(self, state):
        hands, table, turn, tricks = state
        hand = hands[turn]
        if table:
            same = [card for card in hand if card[1] == table[1]]
            if same:
                return sorted(same)
        return sorted(hand, key=lambda card: (card[1], -RANKS.index(card[0])))

    def result(self, state, card):
        hands, table, turn, tricks = state
        hands = tuple(h - {card} if i == turn else h for i, h in enumerate(hands))
        if not table:
            return (hands, card, 1 - turn, tricks)
        winner = turn if beats(card, table, self.trump) else 1 - turn
        tricks = tuple(n + 1 if i == winner else n for i, n in enumerate(tricks))
        return (hands, "", winner, tricks)

    def is_terminal(self, state):
        hands, table, turn, tricks = state
        return not any(hands) and table == ""

    def utility(self, state, player):
        return state[3][player] - state[3][1 - player]
