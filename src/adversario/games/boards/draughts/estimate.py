"""Evaluation of draughts: features, and their weights."""

from __future__ import annotations

from adversario.bits import count
from adversario.games.boards.draughts.rules import DraughtsRules
from adversario.games.boards.draughts.state import State

SHORT_WEIGHTS = (0.44, 0.60, 0.06, 0.05, 0.04, 0.03, 0.03, 0.12, 0.02)
FLYING_WEIGHTS = (0.22, 0.62, 0.08, 0.04, 0.03, 0.02, 0.02, 0.10, 0.00)
"""The weights of the features for kings that go one square, and for flying kings. As each feature
is at most 1, and the number of pieces is limited, no estimate reaches the value of a win.
"""


class DraughtsEvaluation(DraughtsRules):
    """The rules of draughts with an evaluation."""

    feature_names = (
        "men", "kings", "lead", "advance", "back_row", "centre", "freedom", "runaways", "the_move",
    )  # fmt: skip

    def __init__(self, size: int, draw: int) -> None:
        super().__init__(size, draw)
        low, high = size // 2 - 2, size // 2 + 2
        places = map(self.place, range(self.area))
        self.centre = sum(
            1 << square
            for square, (row, column) in enumerate(places)
            if low <= row < high and low <= column < high
        )
        self.even_rows = sum(self.row << self.half * row for row in range(0, size, 2))

    def evaluate(self, state: State, player: int) -> float:
        """The weighted sum of the features."""
        return float(super().evaluate(state, player))

    def features(self, state: State, player: int) -> tuple[float, ...]:
        """The lead of a player in nine respects, each from -1 to 1.

        Men; kings; pieces, relative to all that are left; the advance of the men; men still on the
        first row; pieces in the centre; possible steps; men with no opponent ahead of them; the
        opposition.
        """
        sign = 1.0 if player == self.black_turn else -1.0
        black, white, kings = state.black, state.white, state.kings
        black_men, white_men = black & ~kings, white & ~kings
        men = count(black_men) - count(white_men)
        crowns = count(black & kings) - count(white & kings)
        ahead = self.advance(black_men, white_men)
        back = count(black_men & self.far[1]) - count(white_men & self.far[0])
        centre = count(black & self.centre) - count(white & self.centre)
        return (
            sign * men / self.pieces,
            sign * crowns / self.pieces,
            sign * (men + crowns) / max(1, count(black | white)),
            sign * ahead / (self.pieces * self.size),
            sign * back / self.half,
            sign * centre / self.pieces,
            sign * self.freedom(black, white, kings) / (4 * self.pieces),
            sign * self.runaways(black, white, kings) / self.pieces,
            sign * self.opposition(state),
        )

    def advance(self, black_men: int, white_men: int) -> int:
        """The rows that Black's men have advanced, less those of White's."""
        rows = 0
        for row in range(1, self.size):
            rows += row * count(black_men >> self.half * row & self.row)
            rows -= row * count(white_men >> self.half * (self.size - 1 - row) & self.row)
        return rows

    def freedom(self, black: int, white: int, kings: int) -> int:
        """The steps by one square that Black has, less White's, captures not considered."""
        empty = self.squares & ~(black | white)
        lead = 0
        for way in range(4):
            start = self.before(empty, way)
            south = way >> 1 == 1
            lead += count(start & (black if south else black & kings))
            lead -= count(start & (white & kings if south else white))
        return lead

    def runaways(self, black: int, white: int, kings: int) -> int:
        """The men of Black with no piece of White ahead of them, less those of White.

        Ahead is every square that a man can reach on an empty board.
        """
        from_black, from_white = black, white
        for _ in range(self.size - 1):
            from_black |= self.before_north(from_black) & self.squares
            from_white |= self.before_south(from_white)
        return count(black & ~kings & ~from_white) - count(white & ~kings & ~from_black)

    def opposition(self, state: State) -> float:
        """1 if Black has "the move", -1 if White has it; less than that the more pieces there are.

        With equal numbers of pieces, a player to move has it if the number of pieces, of both
        players, is odd on the columns that start at dark squares on the player's side; otherwise
        the opponent has it.
        """
        if count(state.black) != count(state.white):
            return 0.0
        pieces = state.black | state.white
        black_moves = state.turn == self.black_turn
        system = self.even_rows if black_moves else self.squares ^ self.even_rows
        odd = count(pieces & system) % 2 == 1
        lead = 1.0 if odd == black_moves else -1.0
        return lead * (1.0 - count(pieces) / (2.0 * self.pieces + 1.0))
