"""The playable squares of a board as bits, and the steps between them.

Square `half * row + k` is the k-th dark square of a row, seen with White at the bottom and counted
from the top left. A row is `shifted` if its dark squares start at the second column.
"""

from __future__ import annotations

NORTH_WEST, NORTH_EAST, SOUTH_WEST, SOUTH_EAST = range(4)
"""The directions of a step: White's men go north, Black's south."""

STEPS = ((-1, -1), (-1, 1), (1, -1), (1, 1))
"""The directions in rows and columns."""


class DraughtsBoard:
    """A square board of `size` by `size`: its masks, and whole sets of squares moved by a step.

    - `area`: the number of squares; `squares`: all of them;
    - `beside[4 * square + way]`: the square a step away, `area` if that is off the board, which is
      always empty;
    - `far[0]`, `far[1]`: the row on which Black's and White's men become kings.
    """

    def __init__(self, size: int, corner_right: bool) -> None:
        self.size, self.half, self.area = size, size // 2, size * size // 2
        self.squares = (1 << self.area) - 1
        self.row = (1 << self.half) - 1
        self.corner_right = corner_right
        self.far = (self.row << self.area - self.half, self.row)
        shifted = [row for row in range(size) if (row % 2 == 1) == corner_right]
        self.shifted = sum(self.row << self.half * row for row in shifted)
        self.plain = self.squares ^ self.shifted
        first = sum(1 << self.half * row for row in range(size))
        self.shifted_inner = self.shifted & ~(first << self.half - 1)  # with a square to the east
        self.plain_inner = self.plain & ~first  # with a square to the west
        self.beside = (
            tuple(
                self.square_at(row + down, column + right)
                for row, column in map(self.place, range(self.area))
                for down, right in STEPS
            )
            + (self.area,) * 4
        )

    def place(self, square: int) -> tuple[int, int]:
        """The row and the column of a square, from the top left."""
        row, number = divmod(square, self.half)
        return row, 2 * number + (self.shifted >> square & 1)

    def square_at(self, row: int, column: int) -> int:
        """The square there, `area` if there is none."""
        inside = 0 <= row < self.size and 0 <= column < self.size
        return self.half * row + column // 2 if inside else self.area

    def north_west(self, board: int) -> int:
        """The squares a step to the north-west."""
        return (board & self.shifted) >> self.half | (board & self.plain_inner) >> self.half + 1

    def north_east(self, board: int) -> int:
        """The squares a step to the north-east."""
        return (board & self.shifted_inner) >> self.half - 1 | (board & self.plain) >> self.half

    def south_west(self, board: int) -> int:
        """The squares a step to the south-west; may have bits beyond the last row."""
        return (board & self.shifted) << self.half | (board & self.plain_inner) << self.half - 1

    def south_east(self, board: int) -> int:
        """The squares a step to the south-east; may have bits beyond the last row."""
        return (board & self.shifted_inner) << self.half + 1 | (board & self.plain) << self.half

    def before(self, board: int, way: int) -> int:
        """The squares from which a step in that direction leads to the board."""
        if way == NORTH_WEST:
            return self.south_east(board) & self.squares
        if way == NORTH_EAST:
            return self.south_west(board) & self.squares
        return self.north_east(board) if way == SOUTH_WEST else self.north_west(board)

    def before_north(self, board: int) -> int:
        """The squares from which a step to the north leads to the board.

        May have bits beyond it.
        """
        return self.south_west(board) | self.south_east(board)

    def before_south(self, board: int) -> int:
        """The squares from which a step to the south leads to the board."""
        return self.north_west(board) | self.north_east(board)
