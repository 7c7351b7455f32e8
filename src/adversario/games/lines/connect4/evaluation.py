"""The features of Connect Four."""

from __future__ import annotations

from collections.abc import Iterator

from adversario import bits
from adversario.games.lines.connect4.rules import PATTERN, ConnectFourRules, State


class ConnectFourFeatures(ConnectFourRules):
    """The rules with features, and no weights for them."""

    feature_names = (
        "to_move", "centre", "beside_centre", "ones", "twos", "threes",
        "threats_good_rows", "threats_other_rows", "stacked_threats", "threats_now",
    )  # fmt: skip

    def features(self, state: State, player: int) -> tuple[float, ...]:
        """The features, as differences between the player and the opponent.

        Whether it is the player's move; stones in the middle column and next to it; lines of four
        without stones of the opponent, with one, two and three of the player's own; cells that
        would complete four, in the rows that a player will get if all else is filled (odd ones for
        X, even ones for O) and in the others, those above another one, and those that can be played
        at once.
        """
        own, theirs = state.mover, state.other
        if player != state.turn:
            own, theirs = theirs, own
        good, bad = (self.odd, self.even) if player == 0 else (self.even, self.odd)
        taken = own | theirs
        free = (taken + self.bottom) & self.cells
        ones, twos, threes = self.lines(own, theirs)
        other_ones, other_twos, other_threes = self.lines(theirs, own)
        wins, dangers = self.fours(own, taken), self.fours(theirs, taken)
        return (
            1.0 if player == state.turn else -1.0,
            float(bits.count(own & self.middle) - bits.count(theirs & self.middle)),
            float(bits.count(own & self.beside) - bits.count(theirs & self.beside)),
            float(ones - other_ones),
            float(twos - other_twos),
            float(threes - other_threes),
            float(bits.count(wins & good) - bits.count(dangers & bad)),
            float(bits.count(wins & bad) - bits.count(dangers & good)),
            float(bits.count(wins & wins >> 1) - bits.count(dangers & dangers >> 1)),
            float(bits.count(wins & free) - bits.count(dangers & free)),
        )

    def patterns(self, state: State, player: int) -> Iterator[int]:
        """The lines of four, each with tables for the first player and for the second.

        The one gets the odd rows if all else is filled, the other the even ones.
        """
        own, theirs = state.mover, state.other
        if player != state.turn:
            own, theirs = theirs, own
        next_cells = ((own | theirs) + self.bottom) & self.cells
        own, theirs = own | next_cells, theirs | next_cells  # both: an empty cell to be filled next
        table = PATTERN * len(self.line_places) * player
        for first, step in self.line_places:
            index = (own >> first & 1) + 2 * (theirs >> first & 1)
            index += 4 * (own >> (first + step) & 1) + 8 * (theirs >> (first + step) & 1)
            index += 16 * (own >> (first + 2 * step) & 1) + 32 * (theirs >> (first + 2 * step) & 1)
            index += 64 * (own >> (first + 3 * step) & 1) + 128 * (theirs >> (first + 3 * step) & 1)
            yield table + int(index)
            table += PATTERN

    def lines(self, stones: int, against: int) -> tuple[int, int, int]:
        """The number of lines of four that are still possible with one, two and three stones.

        A line is the bit of its first cell. The stones of all lines are added up at once, the sum
        in two boards of binary digits.
        """
        possible, ones, twos, threes = self.cells & ~against, 0, 0, 0
        for step in (1, self.stride - 1, self.stride, self.stride + 1):
            pairs = possible & possible >> step
            room = pairs & pairs >> 2 * step
            odd, both = stones ^ stones >> step, stones & stones >> step
            low, carry = odd ^ odd >> 2 * step, odd & odd >> 2 * step
            high = both ^ both >> 2 * step ^ carry
            ones += bits.count(room & low & ~high)
            twos += bits.count(room & high & ~low)
            threes += bits.count(room & low & high)
        return ones, twos, threes
