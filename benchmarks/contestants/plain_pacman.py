"""Pac-Man in plain Python, as one writes it by hand: `plain_pacman.py minimax|expectimax`.

Places are pairs, food is a set, a successor is a copy with changes. Distances along the maze are
computed once beforehand.
"""

from __future__ import annotations

import json
import sys
from collections import deque
from collections.abc import Iterator
from time import perf_counter

from pacman_positions import DEPTH, LINES, ROWS, WORK

Place = tuple[int, int]
MOVES = {"up": (-1, 0), "right": (0, 1), "down": (1, 0), "left": (0, -1), "stop": (0, 0)}
BACK = {"up": "down", "right": "left", "down": "up", "left": "right"}
WEIGHTS = (1, -12, -1.5, -60, -2, 60)
FAR = 5

MARKS = {(row, column): mark for row, line in enumerate(ROWS) for column, mark in enumerate(line)}
OPEN = {place for place, mark in MARKS.items() if mark != "%"}
HOMES = [place for place, mark in MARKS.items() if mark == "G"]
nodes = 0


def steps_from(start: Place) -> dict[Place, int]:
    """How far every place is, along the maze."""
    steps, queue = {start: 0}, deque([start])
    while queue:
        row, column = queue.popleft()
        for down, right in MOVES.values():
            place = row + down, column + right
            if place in OPEN and place not in steps:
                steps[place] = steps[row, column] + 1
                queue.append(place)
    return steps


STEPS = {place: steps_from(place) for place in OPEN}


class Ghost:
    """A ghost: where it is, its last direction, and for how long it is scared."""

    def __init__(self, place: Place, heading: str | None, scared: int) -> None:
        self.place, self.heading, self.scared = place, heading, scared


class State:
    """A position; agent 0 is Pac-Man."""

    def __init__(self) -> None:
        self.pacman = next(place for place, mark in MARKS.items() if mark == "P")
        self.ghosts = [Ghost(home, None, 0) for home in HOMES]
        self.food = {place for place, mark in MARKS.items() if mark == "."}
        self.capsules = {place for place, mark in MARKS.items() if mark == "o"}
        self.score, self.agent, self.won, self.lost = 0, 0, False, False

    def copy(self) -> State:
        """Another state that may be changed."""
        other = State.__new__(State)
        other.pacman = self.pacman
        other.ghosts = [Ghost(ghost.place, ghost.heading, ghost.scared) for ghost in self.ghosts]
        other.food, other.capsules = set(self.food), set(self.capsules)
        other.score, other.agent = self.score, self.agent
        other.won, other.lost = self.won, self.lost
        return other

    def actions(self) -> list[str]:
        """What the agent whose turn it is may do."""
        if self.agent == 0:
            return [name for name, step in MOVES.items() if moved(self.pacman, step) in OPEN]
        ghost = self.ghosts[self.agent - 1]
        if ghost.scared % 2 == 1:
            return ["stop"]
        ways = [
            name
            for name, step in MOVES.items()
            if name != "stop" and moved(ghost.place, step) in OPEN
        ]
        if ghost.heading is not None and len(ways) > 1 and BACK[ghost.heading] in ways:
            ways.remove(BACK[ghost.heading])
        return ways

    def successor(self, action: str) -> State:
        """The state after an action."""
        after = self.copy()
        if self.agent == 0:
            after.move_pacman(action)
        else:
            after.move_ghost(after.ghosts[self.agent - 1], action)
        after.agent = (self.agent + 1) % (len(self.ghosts) + 1)
        return after

    def move_pacman(self, action: str) -> None:
        """Eat what is there, and meet who is there."""
        self.pacman = moved(self.pacman, MOVES[action])
        self.score -= 1
        if self.pacman in self.food:
            self.food.remove(self.pacman)
            self.score += 10
            if not self.food:
                self.score += 500
                self.won = True
                return
        if self.pacman in self.capsules:
            self.capsules.remove(self.pacman)
            for ghost in self.ghosts:
                ghost.scared = 40
        for ghost in self.ghosts:
            if not self.lost:
                self.meet(ghost)

    def move_ghost(self, ghost: Ghost, action: str) -> None:
        """One step, and perhaps Pac-Man is there."""
        if action != "stop":
            ghost.place, ghost.heading = moved(ghost.place, MOVES[action]), action
        ghost.scared = max(0, ghost.scared - 1)
        self.meet(ghost)

    def meet(self, ghost: Ghost) -> None:
        """If they are in one place, one eats the other."""
        if ghost.place != self.pacman:
            return
        if ghost.scared:
            self.score += 200
            ghost.place, ghost.heading, ghost.scared = HOMES[self.ghosts.index(ghost)], None, 0
        else:
            self.score -= 500
            self.lost = True


def moved(place: Place, step: tuple[int, int]) -> Place:
    """The place one step further."""
    return place[0] + step[0], place[1] + step[1]


def evaluate(state: State) -> float:
    """The same features and weights as the package's."""
    steps = STEPS[state.pacman]
    danger = prey = 0.0
    for ghost in state.ghosts:
        far = max(1, steps[ghost.place])
        if not ghost.scared:
            danger += max(0, FAR + 1 - far) / far
        elif far < ghost.scared:
            prey += 1 / far
    nearest = min(steps[place] for place in state.food)
    features = (state.score, len(state.food), nearest, len(state.capsules), danger, prey)
    return sum(weight * feature for weight, feature in zip(WEIGHTS, features, strict=True))


def alphabeta(state: State, plies: int, alpha: float, beta: float) -> float:
    """Minimax with alpha-beta pruning, fail-soft."""
    global nodes  # noqa: PLW0603
    nodes += 1
    if state.won or state.lost:
        return state.score
    if plies == 0:
        return evaluate(state)
    if state.agent == 0:
        value = float("-inf")
        for action in state.actions():
            value = max(value, alphabeta(state.successor(action), plies - 1, alpha, beta))
            if value >= beta:
                break
            alpha = max(alpha, value)
    else:
        value = float("inf")
        for action in state.actions():
            value = min(value, alphabeta(state.successor(action), plies - 1, alpha, beta))
            if value <= alpha:
                break
            beta = min(beta, value)
    return value


def expectimax(state: State, plies: int) -> float:
    """Pac-Man's best, the mean of what ghosts may do."""
    global nodes  # noqa: PLW0603
    nodes += 1
    if state.won or state.lost:
        return state.score
    if plies == 0:
        return evaluate(state)
    values = [expectimax(state.successor(action), plies - 1) for action in state.actions()]
    return max(values) if state.agent == 0 else sum(values) / len(values)


def decision(state: State, kind: str) -> str:
    """The best action of Pac-Man's, the first in a tie."""
    global nodes  # noqa: PLW0603
    nodes += 1
    plies = DEPTH * (1 + len(HOMES))
    best, chosen = float("-inf"), ""
    for action in state.actions():
        after = state.successor(action)
        if kind == "minimax":
            value = alphabeta(after, plies - 1, best, float("inf"))
        else:
            value = expectimax(after, plies - 1)
        if value > best:
            best, chosen = value, action
    return chosen


def positions() -> Iterator[State]:
    """The positions to decide in."""
    for line in LINES:
        state = State()
        for number in line:
            actions = state.actions()
            state = state.successor(actions[number % len(actions)])
            if state.won or state.lost:
                break
        else:
            yield state


kind = sys.argv[1]
states = list(positions())
started = perf_counter()
chosen = [decision(state, kind) for state in states]
seconds = perf_counter() - started
done = nodes, sum(number * list(MOVES).index(name) for number, name in enumerate(chosen, 1))
if done != WORK[kind]:
    raise SystemExit(f"other work was done: {done}")
print(json.dumps({"count": len(states), "repeats": 1, "seconds": seconds}))
