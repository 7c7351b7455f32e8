"""Pac-Man: eat all the food of a maze before a ghost eats you.

Moves are made in turn: Pac-Man's, then those of the ghosts, one by one. The scoring is the usual
one of courses in artificial intelligence.
"""

from __future__ import annotations

from collections.abc import Iterator

from adversario.base.errors import IllegalActionError, InputError
from adversario.bits import count, indices
from adversario.contract.opponents import Opponents
from adversario.game import CHANCE, Game
from adversario.games.pacman.ghosts import ghost_kinds
from adversario.games.pacman.maze import maze_of
from adversario.games.pacman.notation import NAMES, WORD, Sizes, parse_state, state_text
from adversario.games.pacman.picture import maze_svg
from adversario.games.pacman.state import State
from adversario.games.registry import register
from adversario.tuples import replaced

UP, RIGHT, DOWN, LEFT, STOP = range(5)
PACMAN = 0
STEP, FOOD, GHOST, ALL_FOOD, EATEN = -1, 10, 200, 500, -500
SCARED = 40
"""The turns for which a capsule scares a ghost."""

FAR = 5
"""Within so many steps a ghost matters to the estimate."""


BY_HAND = (1.0, -12.0, -1.5, -60.0, -2.0, 60.0)
"""Weights of the first features, after a few trials; greedy ghosts go by these."""


@register("pacman")
class Pacman(Game[State, int]):
    """Pac-Man (player 0) maximises the score; the ghosts, all of them player 1, minimise it.

    `layout` is the name of a maze, a file, or a text of several lines. `ghosts` says what they do:
    "minimax" leaves their moves to player 1, "random" to nature, and a percentage to nature too,
    who then takes the best action by a search of depth 1 that often, and a random one else. With
    a + between them each ghost has its own. If no ghost is player 1's this is a game for one.

    A step costs a point, food gives 10, all of it 500 more, a scared ghost 200, and being eaten
    costs 500. A ghost never stops, and turns back only at a dead end. A capsule scares all ghosts
    for 40 of their turns: a scared ghost moves in every second turn only, and if Pac-Man meets
    it, it goes home and is scared no more.
    """

    feature_names = (
        "score", "food", "food_distance", "capsules", "danger", "prey",
        "always", "touched", "ways", "food_near", "capsule_near",
    )  # fmt: skip
    weights = (*BY_HAND, 0, 0, 0, 0, 0)

    def __init__(self, layout: str = "small", ghosts: str = "minimax") -> None:
        self.layout, self.ghosts = layout, ghosts
        self.maze = maze = maze_of(layout)
        self.onward, self.distances = maze.onward, maze.distances
        self.walks = tuple(_open(row) | 1 << STOP for row in maze.onward)
        self.paths = tuple(_paths(_open(row)) for row in maze.onward)
        self.food_at = _numbers(maze.cells("."), len(maze.places))
        self.capsule_at = _numbers(maze.cells("o"), len(maze.places))
        self.nearest = _nearest(maze.distances, maze.cells("."))
        self.food_cells = maze.cells(".")
        # Compiled code has no empty tuples: without capsules there is a place that is never asked
        # for, without ghosts there is room for one, who never moves.
        self.capsules, self.capsule_cells = len(maze.cells("o")), maze.cells("o") or maze.cells("P")
        self.ghost_count = len(maze.cells("G"))
        self.homes = maze.cells("G") or maze.cells("P")
        self.frightened = (SCARED if self.ghost_count else 0,) * len(self.homes)
        self.greeds = _greeds(ghosts, self.ghost_count)
        self.chance = self.ghost_count > 0 and max(self.greeds) >= 0
        self.players = 2 if self.ghost_count > 0 and min(self.greeds) < 0 else 1

    # The rules.

    def initial(self) -> State:
        """Everybody at home, and all the food there."""
        food = len(self.food_cells)
        words = tuple((1 << min(WORD, food - done)) - 1 for done in range(0, food, WORD))
        return State(
            pacman=self.maze.cells("P")[0],
            ghosts=self.homes,
            headings=(STOP,) * len(self.homes),
            scared=(0,) * len(self.homes),
            food=words,
            capsules=(1 << self.capsules) - 1,
            score=0,
            turn=PACMAN,
            caught=False,
        )

    def player(self, state: State) -> int:
        """Pac-Man, or who moves the ghost whose turn it is."""
        if state.turn == PACMAN:
            return 0
        return 1 if self.greeds[state.turn - 1] < 0 else CHANCE

    def actions(self, state: State) -> Iterator[int]:
        """The open directions; for Pac-Man also a stop, and for a ghost not the way back."""
        return indices(self.open_directions(state))

    def open_directions(self, state: State) -> int:
        """The actions as bits."""
        if state.turn == PACMAN:
            return self.walks[state.pacman]
        ghost = state.turn - 1
        if state.scared[ghost] % 2 == 1:
            return 1 << STOP
        return self.paths[state.ghosts[ghost]][state.headings[ghost]]

    def chances(self, state: State) -> Iterator[tuple[int, float]]:
        """Any action, all equally likely, but for the share of the greedy one."""
        greed, options = self.greeds[state.turn - 1] / 100, self.open_directions(state)
        share, greedy = (1 - greed) / count(options), STOP
        if greed > 0:
            greedy = self.greedy(state)
        for action in indices(options):
            yield action, share + (greed if action == greedy else 0.0)

    def greedy(self, state: State) -> int:
        """The action that looks worst for Pac-Man at once, the first in a tie."""
        least, chosen = float("inf"), STOP
        for action in indices(self.open_directions(state)):
            value = self.estimate(self.result(state, action))
            if value < least:
                least, chosen = value, action
        return chosen

    def result(self, state: State, action: int) -> State:
        """The state after a move, of Pac-Man's or a ghost's."""
        if state.turn == PACMAN:
            return self.pacman_moved(state, action)
        return self.ghost_moved(state, action)

    def pacman_moved(self, state: State, action: int) -> State:
        """Food and capsules are eaten first, then scared ghosts; an active one eats Pac-Man."""
        cell = state.pacman if action == STOP else self.onward[state.pacman][action]
        food, capsules, score = state.food, state.capsules, state.score + STEP
        ghosts, headings, scared = state.ghosts, state.headings, state.scared
        if self.has_food(food, self.food_at[cell]):
            index = self.food_at[cell]
            food = replaced(food, index // WORD, food[index // WORD] ^ 1 << index % WORD)
            score += FOOD
            if self.is_bare(food):
                score += ALL_FOOD
                return State(cell, ghosts, headings, scared, food, capsules, score, PACMAN, False)
        if self.capsule_at[cell] >= 0 and capsules >> self.capsule_at[cell] & 1:
            capsules ^= 1 << self.capsule_at[cell]
            scared = self.frightened
        for ghost in range(self.ghost_count):
            if ghosts[ghost] == cell:
                if scared[ghost] == 0:
                    score += EATEN
                    return State(
                        cell, ghosts, headings, scared, food, capsules, score, PACMAN, True
                    )
                score += GHOST
                ghosts = replaced(ghosts, ghost, self.homes[ghost])
                headings = replaced(headings, ghost, STOP)
                scared = replaced(scared, ghost, 0)
        turn = 1 if self.ghost_count else PACMAN
        return State(cell, ghosts, headings, scared, food, capsules, score, turn, False)

    def ghost_moved(self, state: State, action: int) -> State:
        """A ghost that meets Pac-Man eats him, or, if it is still scared, is eaten."""
        ghost, score, heading = state.turn - 1, state.score, state.headings[state.turn - 1]
        cell = state.ghosts[ghost]
        if action != STOP:
            cell, heading = self.onward[cell][action], action
        fear = max(0, state.scared[ghost] - 1)
        turn = PACMAN if state.turn == self.ghost_count else state.turn + 1
        caught = cell == state.pacman and fear == 0
        if caught:
            score += EATEN
            turn = PACMAN
        elif cell == state.pacman:
            score += GHOST
            cell, heading, fear = self.homes[ghost], STOP, 0
        return State(
            state.pacman,
            replaced(state.ghosts, ghost, cell),
            replaced(state.headings, ghost, heading),
            replaced(state.scared, ghost, fear),
            state.food,
            state.capsules,
            score,
            turn,
            caught,
        )

    def is_terminal(self, state: State) -> bool:
        """Whether Pac-Man was eaten, or all the food was."""
        return state.caught or self.is_bare(state.food)

    def utility(self, state: State, player: int) -> int:
        """The score; to the ghosts as much less."""
        return state.score if player == 0 else -state.score

    def is_bare(self, food: tuple[int, ...]) -> bool:
        """Whether no food is left."""
        return all(word == 0 for word in food)

    def has_food(self, food: tuple[int, ...], index: int) -> bool:
        """Whether that piece is still there; there is none of index -1."""
        return index >= 0 and food[index // WORD] >> index % WORD & 1 == 1

    # The estimate.

    def features(self, state: State, player: int) -> tuple[float, ...]:
        """What counts from a player's side.

        First the score, food and its distance, capsules, active ghosts near, scared ones in reach.
        Then what has no weight unless it is fitted: a constant, active ghosts one step away, the
        ways open to Pac-Man, and how near food and capsules are.
        """
        sign = 1.0 if player == 0 else -1.0
        score, left, distance, capsules, danger, prey = self.basics(state)
        touched, near = 0, 0.0
        for ghost in range(self.ghost_count):
            if state.scared[ghost] == 0:
                touched += self.distances[state.pacman][state.ghosts[ghost]] <= 1
        for index in indices(state.capsules):
            steps = self.distances[state.pacman][self.capsule_cells[index]]
            near = max(near, 1 / (1 + steps))
        return (
            sign * score, sign * left, sign * distance, sign * capsules, sign * danger, sign * prey,
            sign, sign * touched, sign * count(self.walks[state.pacman]),
            sign / (1 + distance), sign * near,
        )  # fmt: skip

    def basics(self, state: State) -> tuple[float, ...]:
        """The first features, to Pac-Man."""
        left = sum(count(word) for word in state.food)
        danger, prey = 0.0, 0.0
        for ghost in range(self.ghost_count):
            steps = max(1, self.distances[state.pacman][state.ghosts[ghost]])
            if state.scared[ghost] == 0:
                danger += max(0, FAR + 1 - steps) / steps
            elif steps < state.scared[ghost]:
                prey += 1 / steps
        return (
            float(state.score), float(left), float(self.food_distance(state)),
            float(count(state.capsules)), danger, prey,
        )  # fmt: skip

    def food_distance(self, state: State) -> int:
        """The steps to the nearest food."""
        for index in self.nearest[state.pacman]:
            if self.has_food(state.food, index):
                return self.distances[state.pacman][self.food_cells[index]]
        return 0

    def estimate(self, state: State) -> float:
        """What a state seems to be worth to Pac-Man, by the weights set by hand."""
        if self.is_terminal(state):
            return float(state.score)
        total, found = 0.0, self.basics(state)
        for index in range(len(BY_HAND)):
            total += BY_HAND[index] * found[index]
        return total

    # What the searches do not need: opponents, notation, pictures.

    def opponents(self) -> Opponents[State, int]:
        """The kinds of ghosts in this maze, and how games against them are scored."""

        def is_won(state: State) -> bool:
            return self.is_terminal(state) and not state.caught

        return ghost_kinds(lambda kind: Pacman(self.layout, kind), self.ghost_count, is_won)

    def player_name(self, player: int) -> str:
        """Pac-Man or the ghosts."""
        return super().player_name(player) if player == CHANCE else ("Pac-Man", "ghosts")[player]

    def action_name(self, state: State, action: int) -> str:
        """up, right, down, left or stop."""
        return NAMES[action]

    def parse_action(self, state: State, text: str) -> int:
        """A direction or stop, which may be shortened to a letter; it has to be open."""
        wanted = text.strip().lower()
        legal = {NAMES[action]: action for action in self.legal(state)}
        for name, action in legal.items():
            if wanted and name.startswith(wanted):
                return action
        raise IllegalActionError(
            "game.illegal",
            action=text.strip(),
            state=self.position(state),
            legal=", ".join(legal) or "-",
        )

    def position(self, state: State) -> str:
        """All that can change, on one line."""
        return state_text(state, self.maze.places, self.ghost_count)

    def parse_position(self, text: str) -> State:
        """What `position` writes, or the moves played."""
        marks = len(self.food_cells), self.capsules
        found = parse_state(text, Sizes(self.maze.cell_at, self.ghost_count, *marks))
        if found is None:
            return super().parse_position(text)
        nobody = self.initial()
        return State(*found) if self.ghost_count else State(found[0], *nobody[1:4], *found[4:])

    def rows(self, state: State) -> list[str]:
        """The maze as its layout is written, a scared ghost as g, an eaten Pac-Man as X."""
        rows = [list(row) for row in self.maze.rows]
        for cell, (row, column) in enumerate(self.maze.places):
            capsule = self.capsule_at[cell]
            rows[row][column] = (
                "." if self.has_food(state.food, self.food_at[cell])
                else "o" if capsule >= 0 and state.capsules >> capsule & 1
                else " "
            )  # fmt: skip
        for ghost in range(self.ghost_count):
            row, column = self.maze.places[state.ghosts[ghost]]
            rows[row][column] = "g" if state.scared[ghost] else "G"
        row, column = self.maze.places[state.pacman]
        rows[row][column] = "X" if state.caught else "P"
        return ["".join(row) for row in rows]

    def text(self, state: State) -> str:
        """The maze, and the score below it."""
        return "\n".join([*self.rows(state), f"P {state.score}"])

    def svg(self, state: State) -> str:
        """The maze drawn."""
        return maze_svg(self.rows(state), state.score)


def _open(onward: tuple[int, ...]) -> int:
    """The directions without a wall, as bits."""
    return sum(1 << direction for direction, after in enumerate(onward) if after >= 0)


def _paths(ways: int) -> tuple[int, ...]:
    """Where a ghost can go, as bits, by its last direction: not back, unless it must."""
    return tuple(ways & ~(1 << (heading ^ 2)) or ways for heading in range(5))


def _numbers(cells: tuple[int, ...], size: int) -> tuple[int, ...]:
    """By cell its place in the list; -1 for one that is not in it."""
    numbers = {cell: number for number, cell in enumerate(cells)}
    return tuple(numbers.get(cell, -1) for cell in range(size))


def _nearest(
    distances: tuple[tuple[int, ...], ...], cells: tuple[int, ...]
) -> tuple[tuple[int, ...], ...]:
    """From every cell the numbers of the cells listed, the nearest first."""
    return tuple(
        tuple(sorted(range(len(cells)), key=lambda number: steps[cells[number]]))
        for steps in distances
    )


def _greeds(behaviour: str, ghosts: int) -> tuple[int, ...]:
    """How often each ghost, in percent, is greedy; -1 for one that a player moves."""
    greeds = [_greed(word, behaviour, ghosts) for word in behaviour.split("+")]
    if len(greeds) == 1:
        greeds *= max(1, ghosts)
    if len(greeds) != max(1, ghosts):
        raise InputError("pacman.ghosts", given=behaviour, ghosts=ghosts)
    return tuple(greeds)


def _greed(word: str, behaviour: str, ghosts: int) -> int:
    known = {"minimax": -1, "random": 0}
    if word in known:
        return known[word]
    if not word.isdecimal() or int(word) > 100:
        raise InputError("pacman.ghosts", given=behaviour, ghosts=ghosts)
    return int(word)
