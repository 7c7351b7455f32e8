"""A small Kalah with three houses a side, two seeds in each."""

from adversario import Game

HOUSES = ["a", "b", "c"]
STORE = {"South": "S", "North": "N"}
RING = ["South a", "South b", "South c", "S", "North a", "North b", "North c", "N"]


class WordKalah(Game):
    utility_bounds = (-12, 12)

    def initial(self):
        counts = {}
        for place in RING:
            counts[place] = 0 if len(place) == 1 else 2
        return self.pack(counts, "South")

    def pack(self, counts, turn):
        return tuple(counts[place] for place in RING) + (turn,)

    def unpack(self, state):
        *numbers, turn = state
        return dict(zip(RING, numbers)), turn

    def player(self, state):
        return 0 if state[-1] == "South" else 1

    def actions(self, state):
        counts, turn = self.unpack(state)
        return [house for house in HOUSES if counts[turn + " " + house] > 0]

    def result(self, state, house):
        counts, turn = self.unpack(state)
        other = "North" if turn == "South" else "South"
        place = f"{turn} {house}"
        hand = counts[place]
        counts[place] = 0
        at = RING.index(place)
        while hand > 0:
            at = (at + 1) % len(RING)
            if RING[at] == STORE[other]:
                continue
            counts[RING[at]] += 1
            hand -= 1
        last = RING[at]
        if last.startswith(turn) and counts[last] == 1:
            opposite = other + " " + HOUSES[2 - HOUSES.index(last[-1])]
            if counts[opposite]:
                counts[STORE[turn]] += counts[opposite] + 1
                counts[opposite] = counts[last] = 0
        if last != STORE[turn]:
            turn, other = other, turn
        for side in ("South", "North"):
            if sum(counts[f"{side} {h}"] for h in HOUSES) == 0:
                for s in ("South", "North"):
                    for h in HOUSES:
                        counts[STORE[s]] += counts[f"{s} {h}"]
                        counts[f"{s} {h}"] = 0
                break
        return self.pack(counts, turn)

    def is_terminal(self, state):
        counts, _ = self.unpack(state)
        return counts["S"] + counts["N"] == 12

    def utility(self, state, player):
        counts, _ = self.unpack(state)
        lead = counts["S"] - counts["N"]
        return lead if player == 0 else -lead
