"""Pac-Man once more, by sets of places and objects that change: what the rules are held against."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

Place = tuple[int, int]


@dataclass
class Ghost:
    """Where a ghost is, where it came from, and how long it is scared."""

    home: Place
    place: Place
    last: str | None = None
    fear: int = 0


class World:
    """A game under way. `legal` and `move` are for whoever is next: Pac-Man, then each ghost."""

    STEPS: ClassVar = {"up": (-1, 0), "right": (0, 1), "down": (1, 0), "left": (0, -1)}
    BACK: ClassVar = {"up": "down", "down": "up", "left": "right", "right": "left"}

    def __init__(self, rows: list[str]) -> None:
        marks = {(r, c): mark for r, row in enumerate(rows) for c, mark in enumerate(row)}
        self.size = len(rows), len(rows[0])
        self.walls = {place for place, mark in marks.items() if mark == "%"}
        self.food = {place for place, mark in marks.items() if mark == "."}
        self.capsules = {place for place, mark in marks.items() if mark == "o"}
        self.pacman = next(place for place, mark in marks.items() if mark == "P")
        self.ghosts = [Ghost(place, place) for place, mark in marks.items() if mark == "G"]
        self.score, self.next, self.over, self.eaten = 0, 0, False, False

    def step(self, place: Place, name: str) -> Place | None:
        down, right = self.STEPS[name]
        to = place[0] + down, place[1] + right
        inside = 0 <= to[0] < self.size[0] and 0 <= to[1] < self.size[1]
        return to if inside and to not in self.walls else None

    def open_from(self, place: Place) -> list[str]:
        return [name for name in self.STEPS if self.step(place, name) is not None]

    def legal(self) -> set[str]:
        if self.over:
            return set()
        if self.next == 0:
            return {"stop", *self.open_from(self.pacman)}
        ghost = self.ghosts[self.next - 1]
        if ghost.fear in range(1, 40, 2):
            return {"stop"}
        ways = set(self.open_from(ghost.place))
        if ghost.last is not None and ways != {self.BACK[ghost.last]}:
            ways.discard(self.BACK[ghost.last])
        return ways or {"stop"}  # between four walls

    def move(self, name: str) -> None:
        if self.next == 0:
            self.move_pacman(name)
        else:
            self.move_ghost(self.ghosts[self.next - 1], name)
        self.next = 0 if self.over else (self.next + 1) % (len(self.ghosts) + 1)

    def move_pacman(self, name: str) -> None:
        self.score -= 1
        self.pacman = self.step(self.pacman, name) or self.pacman if name != "stop" else self.pacman
        if self.pacman in self.food:
            self.food.remove(self.pacman)
            self.score += 10
            if not self.food:
                self.score += 500
                self.over = True
                return
        if self.pacman in self.capsules:
            self.capsules.remove(self.pacman)
            for ghost in self.ghosts:
                ghost.fear = 40
        for ghost in self.ghosts:
            if not self.over:
                self.meet(ghost)

    def move_ghost(self, ghost: Ghost, name: str) -> None:
        if name != "stop":
            to = self.step(ghost.place, name)
            assert to is not None
            ghost.place, ghost.last = to, name
        if ghost.fear:
            ghost.fear -= 1
        self.meet(ghost)

    def meet(self, ghost: Ghost) -> None:
        if ghost.place != self.pacman:
            return
        if ghost.fear:
            self.score += 200
            ghost.place, ghost.last, ghost.fear = ghost.home, None, 0
        else:
            self.score -= 500
            self.over = self.eaten = True
