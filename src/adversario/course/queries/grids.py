"""Value iteration on a grid (Bellman 1957), as textbooks print it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from adversario.base.errors import InputError
from adversario.base.grid_world import NAMES, Grid, marks
from adversario.course.queries.source import game_of
from adversario.solve.mdp.grid import is_grid_walk

SWEEPS, ERROR = 10_000, 1e-10
MOST_CELLS = 400
ARROWS = ("↑", "→", "↓", "←")


@dataclass(frozen=True)
class Walk:
    """A grid with the probability of a slip to each side, the reward of a step, and a discount."""

    grid: Grid
    slip: float
    living: float
    discount: float

    def worth(self, values: list[float], cell: int, heading: int) -> float:
        """The expected value of a step from a cell."""
        sides = (heading, 1 - 2 * self.slip), (heading + 1, self.slip), (heading + 3, self.slip)
        ahead = sum(
            chance * values[self.grid.neighbour(cell, each % 4)] for each, chance in sides if chance
        )
        return self.living + self.discount * ahead

    def free(self) -> Iterator[int]:
        """The cells in which a step is chosen."""
        for cell, worth in enumerate(self.grid.exits):
            if worth is None and not self.grid.walls[cell]:
                yield cell

    def sweep(self, values: list[float]) -> list[float]:
        """Every value backed up by one step."""
        after = list(values)
        for cell in self.free():
            after[cell] = max(self.worth(values, cell, heading) for heading in range(4))
        return after

    def policy(self, values: list[float], cell: int) -> int:
        """The best heading in a cell."""
        return max(range(4), key=lambda heading: round(self.worth(values, cell, heading), 9))


@lru_cache(maxsize=64)
def _solved(
    source: str, slip: float | None, living: float | None, discount: float | None, sweeps: int
) -> tuple[Walk, list[float]]:
    game = game_of(source)
    if not is_grid_walk(game) or len(game.grid.exits) > MOST_CELLS:
        raise InputError("course.grid", given=source[:60], most=MOST_CELLS)
    walk = Walk(
        game.grid,
        game.slip if slip is None else slip,
        game.living if living is None else living,
        game.discount if discount is None else discount,
    )
    if not 0 <= walk.slip <= 0.5:
        raise InputError("grid.slip", given=walk.slip)
    if not abs(walk.living) <= 100 or not 0 < walk.discount <= 1:
        raise InputError("course.grid", given=f"{walk.living}, {walk.discount}", most=MOST_CELLS)
    values = [each or 0.0 for each in walk.grid.exits]
    for _ in range(min(sweeps, SWEEPS)):
        after = walk.sweep(values)
        change = max(abs(a - b) for a, b in zip(after, values, strict=True))
        values = after
        if change < ERROR or abs(values[walk.grid.start]) > 1e6:
            break
    return walk, values


def grid(
    source: str = "gridworld", *, slip: float | None = None, living: float | None = None,
    discount: float | None = None, sweeps: int = SWEEPS,
) -> str:  # fmt: skip
    """The values of a grid and the best steps, as text."""
    walk, values = _solved(source, slip, living, discount, sweeps)
    numbers, arrows = marks(walk.grid), marks(walk.grid)
    for cell in walk.free():
        numbers[cell] = f"{values[cell]:.3f}"
        arrows[cell] = ARROWS[walk.policy(values, cell)]
    return f"{_rows(numbers, walk.grid.columns)}\n\n{_rows(arrows, walk.grid.columns)}"


def _rows(words: list[str], columns: int) -> str:
    wide = max(map(len, words))
    lines = [words[at : at + columns] for at in range(0, len(words), columns)]
    return "\n".join(" ".join(f"{word:>{wide}}" for word in line) for line in lines)


def cell(
    source: str, name: str, *, slip: float | None = None, living: float | None = None,
    discount: float | None = None, sweeps: int = SWEEPS,
) -> float:  # fmt: skip
    """The value of a cell, named by row and column, as in 3,1."""
    walk, values = _solved(source, slip, living, discount, sweeps)
    return round(values[_cell(walk, name)], 3)


def heading(
    source: str, name: str, *, slip: float | None = None, living: float | None = None,
    discount: float | None = None,
) -> str:  # fmt: skip
    """The best step in a cell: up, right, down or left."""
    walk, values = _solved(source, slip, living, discount, SWEEPS)
    return NAMES[walk.policy(values, _cell(walk, name))]


def _cell(walk: Walk, name: str) -> int:
    for each in range(len(walk.grid.exits)):
        if walk.grid.name(each) == name:
            return each
    raise InputError("mdp.no_state", state=name[:60])
