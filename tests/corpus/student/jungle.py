"""A small Jungle: four animals each, which take weaker ones, and the rat takes the elephant."""

import enum
import functools
from dataclasses import dataclass

from adversario import Game


@functools.total_ordering
class Animal(enum.Enum):
    RAT = 1
    CAT = 2
    LION = 3
    ELEPHANT = 4

    def __lt__(self, other):
        return self.value < other.value

    def can_take(self, other):
        if self is Animal.RAT and other is Animal.ELEPHANT:
            return True
        if self is Animal.ELEPHANT and other is Animal.RAT:
            return False
        return self >= other


@dataclass(frozen=True)
class Piece:
    animal: Animal
    owner: str
    place: tuple

    def moved(self, place):
        return Piece(self.animal, self.owner, place)


WIDTH, HEIGHT = 3, 4
DENS = {"red": (1, 0), "blue": (1, HEIGHT - 1)}


def opponent(owner):
    return "blue" if owner == "red" else "red"


class Jungle(Game):
    utility_bounds = (-1, 1)

    def __init__(self, limit=24):
        self.limit = limit

    def initial(self):
        pieces = []
        for animal, place in zip(Animal, [(0, 0), (2, 0), (0, 1), (2, 1)]):
            pieces.append(Piece(animal, "red", place))
            x, y = place
            pieces.append(Piece(animal, "blue", (WIDTH - 1 - x, HEIGHT - 1 - y)))
        return (tuple(pieces), "red", 0)

    def player(self, state):
        return ["red", "blue"].index(state[1])

    def piece_at(self, pieces, place):
        for piece in pieces:
            if piece.place == place:
                return piece
        return None

    def actions(self, state):
        pieces, owner, ply = state
        found = []
        for piece in pieces:
            if piece.owner != owner:
                continue
            x, y = piece.place
            for place in ((x + 1, y), (x - 1, y), (x, y + 1), (x, y - 1)):
                if not (0 <= place[0] < WIDTH and 0 <= place[1] < HEIGHT):
                    continue
                if place == DENS[owner]:
                    continue
                there = self.piece_at(pieces, place)
                if there is None or (there.owner != owner and piece.animal.can_take(there.animal)):
                    found.append((piece.animal.name.lower(), place))
        return found

    def result(self, state, action):
        pieces, owner, ply = state
        name, place = action
        animal = Animal[name.upper()]
        after = []
        for piece in pieces:
            if piece.owner == owner and piece.animal == animal:
                after.append(piece.moved(place))
            elif piece.place != place:
                after.append(piece)
        return (tuple(after), opponent(owner), ply + 1)

    def winner(self, state):
        pieces, owner, ply = state
        for piece in pieces:
            if piece.place == DENS[opponent(piece.owner)]:
                return piece.owner
        owners = {piece.owner for piece in pieces}
        if len(owners) == 1:
            return owners.pop()
        return None

    def is_terminal(self, state):
        return self.winner(state) is not None or state[2] >= self.limit or not self.actions(state)

    def utility(self, state, player):
        winner = self.winner(state)
        if winner is None:
            return 0
        return 1 if winner == ("red", "blue")[player] else -1
