"""Grid worlds as Markov decision processes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol, TypeGuard

from adversario.base.errors import InputError
from adversario.base.grid_world import NAMES, STEPS, Grid
from adversario.solve.mdp.model import MAX_REWARD, Mdp

SLIP, LIVING = 0.1, -0.04
"""The defaults of the classic grid: the probability of a slip to each side, and the step reward."""


@dataclass(frozen=True)
class CellNames:
    """Names of the states of a grid, which are its cells without walls, by row and column."""

    grid: Grid
    cells: Any

    def state(self, number: int) -> str:
        """The name of a cell."""
        return self.grid.name(int(self.cells[number]))

    def choice(self, state: int, choice: int) -> str:
        """The name of the direction."""
        return NAMES[choice]

    def find(self, name: str) -> int:
        """The number of the cell of that name; raises InputError if there is none."""
        row, _, column = name.partition(",")
        if row.strip().isdecimal() and column.strip().isdecimal():
            at, across = int(row) - 1, int(column) - 1
            if at < self.grid.rows and 0 <= across < self.grid.columns:
                cell = self.grid.columns * at + across
                number = int(self.cells.searchsorted(cell))
                if number < len(self.cells) and self.cells[number] == cell:
                    return number
        raise InputError("mdp.no_state", state=name)


class GridWalk(Protocol):
    """A game of walking on a grid; see `Gridworld` for the rules."""

    grid: Grid
    slip: float
    living: float
    discount: float


def is_grid_walk(game: object) -> TypeGuard[GridWalk]:
    """Whether the game is a walk on a grid, that is, has a `grid`."""
    return isinstance(getattr(game, "grid", None), Grid)


def mdp_from_walk(game: GridWalk, *, slip: float | None = None, living: float | None = None) -> Mdp:
    """The problem of a walk without its limit on steps; `slip` and `living` override the game's."""
    return mdp_from_grid(
        game.grid,
        slip=game.slip if slip is None else slip,
        living=game.living if living is None else living,
        discount=game.discount,
    )


def mdp_from_grid(
    grid: Grid, *, slip: float = SLIP, living: float = LIVING, discount: float = 1.0
) -> Mdp:
    """The problem of walking on the grid; see `Gridworld` for the rules."""
    import numpy as np  # noqa: PLC0415 (not needed to import the package)

    if not 0 <= slip <= 0.5:
        raise InputError("grid.slip", given=slip)
    if not abs(living) <= MAX_REWARD:
        raise InputError("mdp.too_large", given=living, most=MAX_REWARD)
    shape = (grid.rows, grid.columns)
    walls = np.array(grid.walls).reshape(shape)
    is_exit = np.array([worth is not None for worth in grid.exits])
    cells = np.flatnonzero(~walls)
    number = np.full(walls.size, -1, np.int32)
    number[cells] = np.arange(len(cells), dtype=np.int32)
    after = np.stack([_neighbours(walls, step)[cells] for step in STEPS])  # by heading
    deciding = ~is_exit[cells]
    around = number[after[:, deciding]]  # the numbers of the neighbours, by heading and state
    ways, chances = [0], [1 - 2 * slip]
    if slip > 0:
        ways, chances = [0, 1, 3], [1 - 2 * slip, slip, slip]
    if slip == 0.5:
        ways, chances = [1, 3], [slip, slip]
    targets = np.stack(
        [around[(heading + way) % 4] for heading in range(4) for way in ways], axis=1
    )
    choices = np.concatenate([[0], np.cumsum(4 * deciding)]).astype(np.int64)
    acting = 4 * int(deciding.sum())
    terminal_values = np.array([worth or 0.0 for worth in grid.exits])[cells]
    return Mdp(
        choices=choices,
        outcomes=np.arange(acting + 1, dtype=np.int64) * len(ways),
        targets=np.ascontiguousarray(targets.reshape(-1), np.int32),
        probabilities=np.tile(np.array(chances), acting),
        rewards=np.full(acting, float(living)),
        terminal_values=terminal_values,
        start=((int(number[grid.start]), 1.0),),
        names=CellNames(grid, cells),
        discount=discount,
        source=grid,
    )


def _neighbours(walls: Any, step: tuple[int, int]) -> Any:
    """For every cell, the cell that a step leads to."""
    import numpy as np  # noqa: PLC0415

    rows, columns = walls.shape
    at = np.arange(walls.size).reshape(walls.shape)
    row = np.clip(np.arange(rows) + step[0], 0, rows - 1)
    column = np.clip(np.arange(columns) + step[1], 0, columns - 1)
    there = at[np.ix_(row, column)]
    return np.where(walls[np.ix_(row, column)], at, there).reshape(-1)
