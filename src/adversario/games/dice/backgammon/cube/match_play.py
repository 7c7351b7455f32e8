"""The cube in matches: what games won and lost lead to, and where each side cashes.

The points are found from the last useful cube down: after a take the other side owns the cube, and
the value is linear from where that side cashes it to a game won. This is the model of live cubes at
match scores of GNU Backgammon's manual.
"""

from __future__ import annotations

from adversario.games.dice.backgammon.cube.equity import between, live_value

PLAIN, CRAWFORD, AFTER = 0, 1, 2
"""Games before the Crawford game, the first in which a player needs one point; it; those after."""


class MatchPlay:
    """Chances of winning a match with the cube; `match_chance` says those between games."""

    def match_chance(self, mine: int, theirs: int, stage: int) -> float:
        """The chance to win a match before a game, by the points that each side needs."""
        raise NotImplementedError

    def after_win(self, mine: int, theirs: int, stage: int, cube: int, gammons: float) -> float:
        """The chance after winning a game; `gammons` is the share of these that are gammons."""
        plain = self.match_chance(mine - cube, theirs, stage)
        return plain + gammons * (self.match_chance(mine - 2 * cube, theirs, stage) - plain)

    def after_loss(self, mine: int, theirs: int, stage: int, cube: int, gammons: float) -> float:
        """The chance after losing a game."""
        plain = self.match_chance(mine, theirs - cube, stage)
        return plain + gammons * (self.match_chance(mine, theirs - 2 * cube, stage) - plain)

    def cash_point(
        self, mine: int, theirs: int, stage: int, cube: int, gained: float, lost: float
    ) -> float:
        """The chance of winning from which the other side passes if this one doubles.

        `gained` and `lost` are the shares of gammons among games won and lost.
        """
        # Whose turn it would be to double, at each cube up to the last that is of use to its owner.
        last = cube
        while last < 64 and (mine if last // cube in (1, 4, 16, 64) else theirs) > last:
            last *= 2
        found = 1.0
        while last > cube:
            last //= 2
            own = last // cube in (1, 4, 16, 64)
            me, other = (mine, theirs) if own else (theirs, mine)
            wins, losses = (gained, lost) if own else (lost, gained)
            cashed = self.match_chance(me - last, other, stage)
            top = self.after_win(me, other, stage, 2 * last, wins)
            bottom = self.after_loss(me, other, stage, 2 * last, losses)
            start = 0.0
            if other > 2 * last:  # the other side could redouble
                start = 1 - found
                bottom = self.match_chance(me, other - 2 * last, stage)
            rise = top - bottom
            share = (cashed - bottom) / rise if rise > 0 else 1.0
            found = start + (1 - start) * min(1.0, max(0.0, share))
        return found

    def match_value(
        self,
        chance: float,
        gained: float,
        lost: float,
        mine: int,
        theirs: int,
        stage: int,
        cube: int,
        may: bool,
        may_they: bool,
    ) -> float:
        """The chance to win the match in a position; `may` and `may_they` say who may double."""
        won = self.after_win(mine, theirs, stage, cube, gained)
        bottom = self.after_loss(mine, theirs, stage, cube, lost)
        low, low_value, high, high_value = 0.0, bottom, 1.0, won
        if may_they and theirs > cube:
            low = 1 - self.cash_point(theirs, mine, stage, cube, lost, gained)
            low_value = self.match_chance(mine, theirs - cube, stage)
        if may and mine > cube:
            high = self.cash_point(mine, theirs, stage, cube, gained, lost)
            high_value = self.match_chance(mine - cube, theirs, stage)
        live = live_value(chance, bottom, won, low, low_value, high, high_value)
        return between(chance, bottom, won, live)
