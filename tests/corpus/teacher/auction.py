"""A dollar auction for two with words; general sum."""

from adversario import Game


class DollarAuction(Game):
    zero_sum = False

    def initial(self):
        return ((0, 0), 0, False)

    def player(self, state):
        return state[1]

    def actions(self, state):
        (mine, theirs), turn, over = state
        high = max(state[0])
        options = ["pass"]
        for raise_by in (1, 2):
            if high + raise_by <= 6:
                options.append(f"bid {high + raise_by}")
        return options

    def result(self, state, action):
        bids, turn, over = state
        match action.split():
            case ["pass"]:
                return (bids, turn, True)
            case ["bid", amount]:
                new = list(bids)
                new[turn] = int(amount)
                return (tuple(new), 1 - turn, False)
            case _:
                raise ValueError(f"unknown action {action!r}")

    def is_terminal(self, state):
        return state[2]

    def utility(self, state, player):
        bids, turn, over = state
        winner = 1 - turn
        if bids == (0, 0):
            return 0
        prize = 4 if player == winner else 0
        return prize - bids[player]
