"""The chances to win a match before each of its games, computed from the shortest matches up.

Both sides are as strong, so each game is won with a chance of one half, and a fixed share of games
won are gammons; the cube is used as `MatchPlay` has it. After the Crawford game the trailing side
doubles at once.
"""

from __future__ import annotations

from functools import lru_cache

from adversario.games.dice.backgammon.cube.match_play import AFTER, CRAWFORD, PLAIN, MatchPlay

GAMMONS = 0.26
"""The share of games won that are gammons."""


class MatchTable(MatchPlay):
    """Chances at all scores of matches of a length, by the points that each side needs."""

    def __init__(self, points: int) -> None:
        self.points = points
        self.after = _after_crawford(points)
        self.before: dict[tuple[int, int], float] = {}
        for mine in range(1, points + 1):
            for theirs in range(1, mine + 1):
                found = 0.5 if mine == theirs else self._chance(mine, theirs)
                self.before[mine, theirs], self.before[theirs, mine] = found, 1 - found

    def match_chance(self, mine: int, theirs: int, stage: int) -> float:
        """The chance before a game that follows one of that stage."""
        if mine <= 0 or theirs <= 0:
            return 1.0 if mine <= 0 else 0.0
        if stage != PLAIN:
            return self.after[mine] if theirs == 1 else 1 - self.after[theirs]
        return self.before[mine, theirs]

    def _chance(self, mine: int, theirs: int) -> float:
        """The chance of the side that needs more points, by those of scores closer to the end."""
        stage, may = (CRAWFORD, False) if theirs == 1 else (PLAIN, True)
        return self.match_value(0.5, GAMMONS, GAMMONS, mine, theirs, stage, 1, may, may)

    def rows(self, stage: int) -> tuple[float, ...]:
        """The chances by `(points + 1) * mine + theirs`, of games that follow one of a stage."""
        size = self.points + 1
        return tuple(
            1.0
            if mine == 0
            else 0.0
            if theirs == 0
            else self.match_chance(mine, theirs, stage)
            if stage == PLAIN or 1 in (mine, theirs)
            else 0.5
            for mine in range(size)
            for theirs in range(size)
        )


@lru_cache(maxsize=8)
def match_table(points: int) -> MatchTable:
    """The table of matches to at most that many points."""
    return MatchTable(points)


def _after_crawford(points: int) -> list[float]:
    """The chance of a side by the points it needs, if the other needs one, after Crawford."""
    chances = [1.0, 0.5]
    for needed in range(2, points + 1):
        plain, gammon = chances[max(needed - 2, 0)], chances[max(needed - 4, 0)]
        chances.append(0.5 * (plain + GAMMONS * (gammon - plain)))
    return chances


__all__ = ["AFTER", "CRAWFORD", "GAMMONS", "PLAIN", "MatchTable", "match_table"]
