"""Random games with cycles, as endgame tables want them, and their values by plain iteration."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from adversario.game import Game

ROOMS, FLOORS = 48, 3
PRIME = 2_147_483_647


class Room(NamedTuple):
    """A room of a maze; `marks` is of no importance, as a count of moves would be."""

    maze: int
    floor: int
    room: int
    marks: int


def scramble(one: int, two: int, three: int, four: int) -> int:
    """A number that looks random, from four small ones."""
    mixed = (one * 7919 + two * 104_729 + three * 1_299_709 + four * 15_485_863 + 12_345) % PRIME
    for _ in range(3):
        mixed = (mixed * 48_271 + 11) % PRIME
        mixed ^= mixed >> 15
    return mixed >> 3


class Mazes(Game[Room, int]):
    """Many mazes of some floors: doors lead to rooms of the same floor or one below, both ways.

    Anyone may be the one to move in a room, some rooms are ends, and some numbers are no rooms.
    """

    utility_bounds = (-2, 2)

    def __init__(self, mazes: int = 40) -> None:
        self.mazes = mazes

    def initial(self) -> Room:
        return Room(0, 1, self.nearest(0, 1, 0), 0)

    def nearest(self, maze: int, floor: int, room: int) -> int:
        """The next number from there on that is a room."""
        while not self.is_room(maze, floor, room):
            room = (room + 1) % ROOMS
        return room

    def is_room(self, maze: int, floor: int, room: int) -> bool:
        return room == 0 or scramble(maze, floor, room, 1) % 5 != 0

    def player(self, state: Room) -> int:
        return scramble(state.maze, state.floor, state.room, 2) % 2

    def doors(self, state: Room) -> int:
        return scramble(state.maze, state.floor, state.room, 3) % 4 + (state.maze % 3 == 0)

    def actions(self, state: Room) -> Iterator[int]:
        yield from range(self.doors(state))

    def result(self, state: Room, action: int) -> Room:
        drawn = scramble(state.maze, state.floor, state.room, 10 + action)
        floor = state.floor - 1 if drawn % 6 == 0 and state.floor > 0 else state.floor
        room = self.nearest(state.maze, floor, drawn // 6 % ROOMS)
        return Room(state.maze, floor, room, state.marks + 1)

    def is_terminal(self, state: Room) -> bool:
        return self.doors(state) == 0

    def utility(self, state: Room, player: int) -> int:
        worth = scramble(state.maze, state.floor, state.room, 4) % 5 - 2
        return worth if player == 0 else -worth

    def layers(self, pieces: int = 0) -> Iterable[int]:
        return range((pieces or self.mazes) * FLOORS)

    def layer(self, state: Room) -> int:
        there = self.is_room(state.maze, state.floor, state.room)
        return FLOORS * state.maze + state.floor if there else -1

    def layer_size(self, layer: int) -> int:
        return ROOMS

    def index(self, state: Room) -> int:
        return state.room

    def unindex(self, layer: int, index: int) -> Room:
        return Room(layer // FLOORS, layer % FLOORS, index, 0)

    def rooms(self, maze: int) -> list[Room]:
        """All states of a maze."""
        places = [Room(maze, floor, room, 0) for floor in range(FLOORS) for room in range(ROOMS)]
        return [place for place in places if self.is_room(maze, place.floor, place.room)]


class Broken(Mazes):
    """Its layers come in the wrong order."""

    def layers(self, pieces: int = 0) -> Iterable[int]:
        return reversed(range(self.mazes * FLOORS))


def naive_values(game: Game[Any, Any], states: Iterable[Any]) -> dict[Any, tuple[int, int]]:
    """The value to who moves and the plies to the end of all states of a closed set.

    Round n finds what is decided in n plies; a state that no round decides is a draw, in -1 plies.
    States that are told apart by their moves so far must have been made the same.
    """
    known: dict[Any, tuple[int, int]] = {}
    todo = []
    for state in states:
        if game.is_terminal(state):
            worth = game.utility(state, game.player(state))
            known[state] = ((worth > 0) - (worth < 0), 0 if worth else -1)
        else:
            todo.append(state)
    for plies in range(1, len(todo) + 2):
        found = {}
        for state in todo:
            mover, results = game.player(state), []
            for action in game.actions(state):
                after = game.result(state, action)
                after = after._replace(marks=0) if isinstance(after, Room) else after
                value, _ = known.get(after, (0, -1))
                results.append(value if game.player(after) == mover else -value)
            if 1 in results or all(result == -1 for result in results):
                found[state] = (1 if 1 in results else -1, plies)
        if not found:
            break
        known |= found
        todo = [state for state in todo if state not in known]
    return known | dict.fromkeys(todo, (0, -1))
