"""Morris on the board for six men."""

from adversario import Game

MILLS = [
    (0, 1, 2),
    (3, 4, 5),
    (10, 11, 12),
    (13, 14, 15),
    (0, 6, 13),
    (3, 7, 10),
    (5, 8, 12),
    (2, 9, 15),
]
EDGES = [
    (0, 1),
    (1, 2),
    (3, 4),
    (4, 5),
    (10, 11),
    (11, 12),
    (13, 14),
    (14, 15),
    (0, 6),
    (6, 13),
    (3, 7),
    (7, 10),
    (5, 8),
    (8, 12),
    (2, 9),
    (9, 15),
    (1, 4),
    (11, 14),
    (6, 7),
    (8, 9),
]


class Board:
    EMPTY = 0

    def __init__(self, points, hands, turn, removing=False, ply=0):
        self._points = tuple(points)
        self._hands = tuple(hands)
        self._turn = turn
        self._removing = removing
        self._ply = ply

    def __eq__(self, other):
        return (
            isinstance(other, Board)
            and self._points == other._points
            and self._hands == other._hands
            and self._turn == other._turn
            and self._removing == other._removing
            and self._ply == other._ply
        )

    def __hash__(self):
        return hash((self._points, self._hands, self._turn, self._removing, self._ply))

    def get(self, point):
        return self._points[point]

    def getTurn(self):
        return self._turn

    def isRemoving(self):
        return self._removing

    def inHand(self, player):
        return self._hands[player]

    def count(self, player):
        return self._points.count(player + 1)

    def inMill(self, point):
        owner = self._points[point]
        for mill in MILLS:
            if point in mill:
                if all(self._points[p] == owner for p in mill):
                    return True
        return False


class Action:
    def __init__(self, kind, source, target):
        self.kind = kind
        self.source = source
        self.target = target

    def __eq__(self, other):
        if not isinstance(other, Action):
            return False
        return (self.kind, self.source, self.target) == (other.kind, other.source, other.target)

    def __hash__(self):
        return hash((self.kind, self.source, self.target))

    def __repr__(self):
        return f"{self.kind}({self.source}, {self.target})"


class SixMensMorris(Game):
    utility_bounds = (-1, 1)

    def __init__(self, men=4, limit=30):
        self.men = men
        self.limit = limit

    def initial(self):
        return Board([Board.EMPTY] * 16, [self.men, self.men], 0)

    def player(self, state):
        return state.getTurn()

    def actions(self, state):
        me = state.getTurn()
        result = []
        if state.isRemoving():
            theirs = [p for p in range(16) if state.get(p) == 2 - me]
            free = [p for p in theirs if not state.inMill(p)]
            for p in free if free else theirs:
                result.append(Action("remove", -1, p))
            return result
        if state.inHand(me) > 0:
            for p in range(16):
                if state.get(p) == Board.EMPTY:
                    result.append(Action("place", -1, p))
            return result
        for a, b in EDGES:
            if state.get(a) == me + 1 and state.get(b) == Board.EMPTY:
                result.append(Action("move", a, b))
            if state.get(b) == me + 1 and state.get(a) == Board.EMPTY:
                result.append(Action("move", b, a))
        return result

    def result(self, state, action):
        me = state.getTurn()
        points = list(state._points)
        hands = list(state._hands)
        if action.kind == "remove":
            points[action.target] = Board.EMPTY
            return Board(points, hands, 1 - me, False, state._ply + 1)
        if action.kind == "place":
            hands[me] -= 1
        else:
            points[action.source] = Board.EMPTY
        points[action.target] = me + 1
        after = Board(points, hands, me, False, state._ply)
        if after.inMill(action.target) and after.count(1 - me) > 0:
            return Board(points, hands, me, True, state._ply + 1)
        return Board(points, hands, 1 - me, False, state._ply + 1)

    def loser(self, state):
        for p in (0, 1):
            if state.inHand(p) == 0 and state.count(p) < 3:
                return p
        if not state.isRemoving() and len(self.actions(state)) == 0:
            return state.getTurn()
        return None

    def is_terminal(self, state):
        return self.loser(state) is not None or state._ply >= self.limit

    def utility(self, state, player):
        loser = self.loser(state)
        if loser is None:
            return 0
        return -1 if loser == player else 1
