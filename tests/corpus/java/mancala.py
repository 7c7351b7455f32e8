"""Mini-Mancala with getters, an immutable class with slots and __eq__/__hash__ written by hand."""

from adversario import Game


class MancalaState(object):
    __slots__ = ("_pits", "_stores", "_turn")

    def __init__(self, pits, stores, turn):
        self._pits = tuple(pits)
        self._stores = tuple(stores)
        self._turn = turn

    @property
    def pits(self):
        return self._pits

    def getStore(self, player):
        return self._stores[player]

    def getTurn(self):
        return self._turn

    def __eq__(self, other):
        if not isinstance(other, MancalaState):
            return False
        return (
            self._pits == other._pits
            and self._stores == other._stores
            and self._turn == other._turn
        )

    def __hash__(self):
        return hash((self._pits, self._stores, self._turn))

    def __repr__(self):
        return "MancalaState(%s, %s, %d)" % (self._pits, self._stores, self._turn)


class MiniMancala(Game):
    PITS_PER_SIDE = 3
    SEEDS = 2

    def initial(self):
        return MancalaState([self.SEEDS] * (2 * self.PITS_PER_SIDE), [0, 0], 0)

    def player(self, state):
        return state.getTurn()

    def ownPits(self, player):
        start = player * self.PITS_PER_SIDE
        return range(start, start + self.PITS_PER_SIDE)

    def actions(self, state):
        return [p for p in self.ownPits(state.getTurn()) if state.pits[p] > 0]

    def result(self, state, pit):
        pits = list(state.pits)
        stores = [state.getStore(0), state.getStore(1)]
        turn = state.getTurn()
        seeds = pits[pit]
        pits[pit] = 0
        position = pit
        while seeds > 0:
            position = (position + 1) % len(pits)
            pits[position] += 1
            seeds -= 1
        if pits[position] in (2, 3):
            stores[turn] += pits[position]
            pits[position] = 0
        return MancalaState(pits, stores, 1 - turn)

    def is_terminal(self, state):
        return not self.actions(state) or max(state.getStore(0), state.getStore(1)) > 6

    def utility(self, state, player):
        return state.getStore(player) - state.getStore(1 - player)
