"""The features of Tetris."""

from __future__ import annotations

from adversario.bits import count
from adversario.games.alone.tetris.rules import State, TetrisRules


class TetrisFeatures(TetrisRules):
    """The rules with features of the board."""

    feature_names = (
        "lines", "promised", "always", "possible", "holes", "pierced_rows", "steps", "height",
        "wells", "changes", "highest",
    )  # fmt: skip
    weights = (1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0)

    def features(self, state: State, player: int) -> tuple[float, ...]:
        """The lines so far, and the lines still possible, fewer the rougher the board is.

        A rough board has free cells below filled ones, uneven columns and high ones. The features
        after these two have no weight unless it is fitted: a constant; the lines that the remaining
        pieces could fill; free cells below filled ones, and rows with such; steps between columns;
        the height of all columns; cells of wells one wide; changes along rows; the highest column.
        """
        covered, holes, pierced, bumps, high, wells, changes, top = 0, 0, 0, 0, 0, 0, 0, 0
        for above in range(self.rows):
            row = state.rows[self.rows - 1 - above]
            covered |= row
            free = self.full & ~row
            holes += count(covered & free)
            pierced += (covered & free) != 0
            bumps += count((covered ^ covered >> 1) & self.full >> 1)
            high += count(covered) * (self.rows - above)
            top += covered != 0
            if covered:
                walled = (row << 1 | 1) & (row >> 1 | 1 << self.columns - 1)
                wells += count(free & ~covered & walled)
                changes += count((row ^ (row << 1 | 1)) & self.full)
        roughness = 0.25 * holes + 0.05 * bumps + 0.5 * high / (self.rows * self.columns)
        possible = 4 * (self.pieces - state.placed) / self.columns
        return (
            float(state.lines), possible / (1 + roughness), 1.0, possible,
            float(holes), float(pierced), float(bumps), high / self.rows,
            float(wells), float(changes), float(top),
        )  # fmt: skip
