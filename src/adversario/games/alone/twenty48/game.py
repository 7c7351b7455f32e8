"""2048 as a game: rules, notation and pictures."""

from __future__ import annotations

from adversario.games.alone.tiles import board_svg, board_text, read, write_rows
from adversario.games.alone.twenty48.notation import NAMES, parse_slide, tile_name
from adversario.games.alone.twenty48.rules import State, Twenty48Rules
from adversario.games.registry import register


@register("twenty48")
class Twenty48(Twenty48Rules):
    """Play until no tile moves, for points; or, with a `target`, only to reach that tile.

    `size` is the side of the board, 2 to 4. Points are those of the tiles on the board as if all
    had grown from 2s (see `tiles.points`): the usual score, plus 4 for each 4 that appeared. With a
    target the utility is 1 if it is reached and 0 otherwise.

    An outcome of chance is twice the cell, plus one for a 4.
    """

    # Notation.

    def action_name(self, state: State, action: int) -> str:
        """The direction.

        For an outcome the cell (column and row, from the top left) and the tile.
        """
        return tile_name(action, self.size) if state.spawns else NAMES[action]

    def parse_action(self, state: State, text: str) -> int:
        """The inverse of `action_name`; the first letter of a direction is enough."""
        return parse_slide(self, state, text)

    def rows(self, state: State) -> list[list[int]]:
        """The ranks, row by row."""
        ranks = [state.board >> 4 * cell & 15 for cell in range(self.size * self.size)]
        return [ranks[at : at + self.size] for at in range(0, len(ranks), self.size)]

    def position(self, state: State) -> str:
        """The tiles row by row, as in `2 4/. 2`, and a * for each tile that is to appear."""
        return write_rows(self.rows(state), state.spawns)

    def parse_position(self, text: str) -> State:
        """The inverse of `position`."""
        rows, spawns = read(text, self.size, self.size)
        ranks = [rank for row in rows for rank in row]
        return State(sum(rank << 4 * cell for cell, rank in enumerate(ranks)), spawns)

    # Pictures.

    def text(self, state: State) -> str:
        """The board, each tile as its number."""
        return board_text(self.rows(state))

    def svg(self, state: State) -> str:
        """The board drawn."""
        return board_svg(self.rows(state))
