"""Node Kayles on a cycle: take a vertex that is no neighbour of a taken one; the last move wins."""

from adversario import Game


class NodeKayles(Game):
    utility_bounds = (-1, 1)

    def __init__(self, vertices=8):
        self.vertices = vertices
        self.near = {v: {(v - 1) % vertices, v, (v + 1) % vertices} for v in range(vertices)}

    def initial(self):
        return frozenset()

    def player(self, taken):
        return len(taken) % 2

    def actions(self, taken):
        blocked = set()
        for vertex in taken:
            blocked |= self.near[vertex]
        return sorted(set(self.near) - blocked)

    def result(self, taken, vertex):
        return taken | {vertex}

    def is_terminal(self, taken):
        return not self.actions(taken)

    def utility(self, taken, player):
        return -1 if player == self.player(taken) else 1

    def position(self, taken):
        return ",".join(map(str, sorted(taken))) or "-"
