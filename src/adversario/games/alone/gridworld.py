"""Grid worlds: walk to an exit on a slippery floor, where a step may go to either side.

After the 4x3 world of Russell and Norvig, "Artificial Intelligence: A Modern Approach". The game
ends after a number of steps; the problem without that end is solved by `adversario.solve.mdp`.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from adversario.base.errors import InputError
from adversario.base.grid_world import NAMES, marks, parse_grid
from adversario.game import CHANCE, Game
from adversario.games.drawing.grid import CELL, picture
from adversario.games.registry import register

CLASSIC = ". . . 1/. # . -1/S . . ."

WAITING = -1
"""The heading before a direction is chosen."""


class State(NamedTuple):
    """The cell, the direction chosen (or WAITING), and the steps left."""

    cell: int
    heading: int
    left: int


@register("gridworld")
class Gridworld(Game[State, int]):
    """The grid of `layout`, ended after `steps` steps.

    A step slips to each side with the probability `slip`, and pays `living`; an exit ends the game
    and pays its value. A payment after n steps counts discount ** n.
    """

    players = 1
    zero_sum = False
    chance = True

    def __init__(
        self,
        layout: str = CLASSIC,
        slip: float = 0.1,
        living: float = -0.04,
        steps: int = 30,
        discount: float = 1.0,
    ) -> None:
        if not 0 <= slip <= 0.5:
            raise InputError("grid.slip", given=slip)
        if not 0 <= discount <= 1:
            raise InputError("mdp.discount", given=discount)
        if steps < 1:
            raise InputError("limit.too_small", limit="steps", given=steps, least=1)
        self.layout, self.grid = layout, parse_grid(layout)
        grid = self.grid
        self.slip, self.living, self.steps, self.discount = slip, living, steps, discount
        cells = range(len(grid.exits))
        self.neighbours = tuple(
            tuple(grid.neighbour(cell, heading) for heading in range(4)) for cell in cells
        )
        self.is_exit = tuple(worth is not None for worth in grid.exits)
        self.worths = tuple(0.0 if worth is None else worth for worth in grid.exits)

    def initial(self) -> State:
        """At the start, with all steps left."""
        return State(self.grid.start, WAITING, self.steps)

    def player(self, state: State) -> int:
        """Chance once a direction is chosen."""
        return 0 if state.heading == WAITING else CHANCE

    def actions(self, state: State) -> Iterator[int]:
        """The four directions."""
        yield from range(4)

    def chances(self, state: State) -> Iterator[tuple[int, float]]:
        """The direction chosen, or the one to its left or right."""
        yield state.heading, 1 - 2 * self.slip
        if self.slip > 0:
            yield (state.heading + 1) % 4, self.slip
            yield (state.heading + 3) % 4, self.slip

    def result(self, state: State, action: int) -> State:
        """The state with the direction chosen, or after the step."""
        if state.heading == WAITING:
            return State(state.cell, action, state.left)
        return State(self.neighbours[state.cell][action], WAITING, state.left - 1)

    def is_terminal(self, state: State) -> bool:
        """Whether the cell is an exit, or no steps are left."""
        return self.is_exit[state.cell] or (state.heading == WAITING and state.left == 0)

    def utility(self, state: State, player: int) -> float:
        """The discounted sum of the payments and the value of the exit."""
        return self.payments(state)

    def evaluate(self, state: State, player: int) -> float:
        """The payments so far."""
        return self.payments(state)

    def payments(self, state: State) -> float:
        """The discounted sum of the payments of all steps, and the value of the exit."""
        total, factor = 0.0, 1.0
        for _ in range(self.steps - state.left):
            total += factor * self.living
            factor *= self.discount
        return total + factor * self.worths[state.cell]

    def action_name(self, state: State, action: int) -> str:
        """The name of the direction."""
        return NAMES[action]

    def position(self, state: State) -> str:
        """Row and column, the direction chosen, and the steps left."""
        way = "" if state.heading == WAITING else f" {NAMES[state.heading]}"
        return f"{self.grid.name(state.cell)}{way} {state.left}"

    def parse_position(self, text: str) -> State:
        """The inverse of `position`; without a number of steps, all are left."""
        cell, *rest = text.split() or [""]
        heading = NAMES.index(rest.pop(0)) if rest and rest[0] in NAMES else WAITING
        left = rest.pop(0) if rest else str(self.steps)
        named = {self.grid.name(at): at for at, wall in enumerate(self.grid.walls) if not wall}
        fits = cell in named and left.isdecimal() and int(left) <= self.steps and not rest
        if not fits or (heading != WAITING and left == "0"):
            raise InputError("grid.position", position=text)
        return State(named[cell], heading, int(left))

    def text(self, state: State) -> str:
        """The grid, with a @ in the current cell."""
        shown = ["@" if cell == state.cell else mark for cell, mark in enumerate(marks(self.grid))]
        width = max(map(len, shown))
        lines = [
            " ".join(word.rjust(width) for word in shown[at : at + self.grid.columns])
            for at in range(0, len(shown), self.grid.columns)
        ]
        return "\n".join(lines)

    def svg(self, state: State) -> str:
        """The grid drawn, with a disc in the current cell."""
        grid = self.grid
        width, height = CELL * grid.columns + 8, CELL * grid.rows + 8
        parts = ['<rect width="100%" height="100%" fill="white"/>']
        for cell, mark in enumerate(marks(grid)):
            x, y = 4 + CELL * (cell % grid.columns), 4 + CELL * (cell // grid.columns)
            fill = "#555" if grid.walls[cell] else "white"
            parts.append(
                f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{fill}" '
                'stroke="black"/>'
            )
            if grid.exits[cell] is not None:
                parts.append(
                    f'<text x="{x + CELL // 2}" y="{y + 31}" text-anchor="middle">{mark}</text>'
                )
            if cell == state.cell:
                parts.append(
                    f'<circle cx="{x + CELL // 2}" cy="{y + CELL // 2}" r="12" fill="#2a6"/>'
                )
        return picture(width, height, self.position(state), "".join(parts))
