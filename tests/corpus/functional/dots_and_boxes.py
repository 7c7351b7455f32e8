"""Dots and boxes with 2x2 boxes, as sets of the edges drawn so far."""

from adversario import Game

SIZE = 2
EDGES = tuple(
    [("h", r, c) for r in range(SIZE + 1) for c in range(SIZE)]
    + [("v", r, c) for r in range(SIZE) for c in range(SIZE + 1)]
)
BOXES = tuple(
    frozenset({("h", r, c), ("h", r + 1, c), ("v", r, c), ("v", r, c + 1)})
    for r in range(SIZE)
    for c in range(SIZE)
)


class DotsAndBoxes(Game):
    utility_bounds = (-len(BOXES), len(BOXES))

    def initial(self):
        return frozenset(), 0, 0  # edges, the lead of player 0, the player to move

    def player(self, state):
        return state[2]

    def actions(self, state):
        return (edge for edge in EDGES if edge not in state[0])

    def result(self, state, edge):
        edges, lead, turn = state
        drawn = edges | {edge}
        made = sum(edge in box and box <= drawn for box in BOXES)
        return drawn, lead + (made if turn == 0 else -made), turn if made else 1 - turn

    def is_terminal(self, state):
        return len(state[0]) == len(EDGES)

    def utility(self, state, player):
        return state[1] * (1, -1)[player]

    def action_name(self, state, edge):
        return "".join(map(str, edge))
