"""The dice of backgammon, and the plays that they allow: what all forms of the game share."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol, TypeVar

from adversario.base.errors import InputError
from adversario.game import Game
from adversario.games.dice.backgammon.bearing_off import position_count
from adversario.games.dice.backgammon.board import (
    BAR,
    Board,
    can_move,
    men_on,
    move_man,
    next_origin,
    pack,
    swap_sides,
)
from adversario.games.dice.backgammon.inputs import SIDE, stage_of, units

PASS = 0
"""The play of a side that cannot move."""

STARTS = {
    "backgammon": {24: 2, 13: 5, 8: 3, 6: 5},
    "nackgammon": {24: 2, 23: 2, 13: 4, 8: 3, 6: 4},
    "hypergammon": {24: 1, 23: 1, 22: 1},
}
"""The men of each side on its points at the start."""


class Thrown(Protocol):
    """A board as the side on roll sees it, that side, and its dice: 0 before they are thrown."""

    @property
    def board(self) -> Board:
        """The men, as the side on roll sees them."""

    @property
    def turn(self) -> int:
        """The side on roll."""

    @property
    def big(self) -> int:
        """The greater die."""

    @property
    def small(self) -> int:
        """The smaller die."""

    @property
    def opening(self) -> bool:
        """Whether the first dice have not been thrown."""

    def __hash__(self) -> int: ...


P = TypeVar("P", bound=Thrown)


class PlayRules(Game[P, int]):
    """The dice and the plays.

    A play, up to four moves of men, is one action, and no two lead to one board.

    An action holds the points that men leave, five bits each in the order of play, above a bit that
    says whether the smaller die is played first. An outcome of chance is 8 times the greater die
    plus the smaller one, at the start 8 times the die of player 0 plus that of player 1.
    """

    chance = True
    pattern_sizes = (2 * SIDE,)
    stages = 2

    def set_men(self, start: str) -> None:
        """Keep the men of a start by its name; raises InputError if there is none."""
        if start not in STARTS:
            raise InputError("backgammon.start", start=start, known=", ".join(STARTS))
        men = [STARTS[start].get(point, 0) for point in range(BAR + 1)]
        self.men = sum(men)
        self.low, self.high = pack(tuple(men))
        self.homes = tuple(position_count(number) for number in range(self.men + 1))

    def chances(self, state: P) -> Iterator[tuple[int, float]]:
        """The 21 rolls of two dice; at the start the 30 pairs of different dice."""
        if state.opening:
            for first in range(1, 7):
                for second in range(1, 7):
                    if first != second:
                        yield 8 * first + second, 1 / 30
        else:
            for big in range(1, 7):
                for small in range(1, big):
                    yield 8 * big + small, 2 / 36
                yield 9 * big, 1 / 36

    # One flat generator: compiled, a generator below another costs several times as much.
    def actions(self, state: P) -> Iterator[int]:  # noqa: PLR0912
        """Every board that the dice allow, once.

        As many dice as possible are played; if only one of two can be, the larger.
        """
        board, big, small = state.board, state.big, state.small
        if big == small:
            # Men leave their points in descending order, which reaches every board once. A board
            # is kept for each move made, so that the moves after it can be varied.
            most = self.longest_play(board, big)
            if most == 0:
                yield PASS
            one, two, three = board, board, board
            points, made, below = 0, 0, BAR + 1
            while most > 0:
                here = board if made == 0 else one if made == 1 else two if made == 2 else three
                point = next_origin(here, below, big)
                if point == 0:
                    if made == 0:
                        break
                    made -= 1
                    below = points >> 5 * made & 31
                    points &= (1 << 5 * made) - 1
                elif made + 1 == most:
                    yield (points | point << 5 * made) << 1
                    below = point
                else:
                    after = move_man(here, point, big)
                    if made == 0:
                        one = after
                    elif made == 1:
                        two = after
                    else:
                        three = after
                    points |= point << 5 * made
                    made, below = made + 1, point + 1
        else:
            both = False
            for order in range(2):
                first, second = (big, small) if order == 0 else (small, big)
                start = next_origin(board, BAR + 1, first)
                while start:
                    between = move_man(board, start, first)
                    then = next_origin(between, BAR + 1, second)
                    while then:
                        both = True
                        if not self.is_repeated(board, start, then, big, small, order):
                            yield (then << 5 | start) << 1 | order
                        then = next_origin(between, then, second)
                    start = next_origin(board, start, first)
            if not both:
                order = 0 if next_origin(board, BAR + 1, big) else 1
                die = big if order == 0 else small
                start = next_origin(board, BAR + 1, die)
                if start == 0:
                    yield PASS
                while start:
                    yield start << 1 | order
                    start = next_origin(board, start, die)

    def longest_play(self, board: Board, die: int) -> int:
        """The number of men, at most four, that can move by the die, one after another.

        The rearmost man that can move does: that never takes a later move away.
        """
        made = 0
        point = next_origin(board, BAR + 1, die)
        while point and made < 4:
            board = move_man(board, point, die)
            made += 1
            point = next_origin(board, BAR + 1, die)
        return made

    def is_repeated(
        self, board: Board, start: int, then: int, big: int, small: int, order: int
    ) -> bool:
        """Whether a play of two dice reaches a board that another play in the list reaches too.

        `order` is 0 if the larger die is played first. Of such plays the list has one that plays
        the larger die first; if both do, the one in which two men move.
        """
        if order == 0:
            if then != start - big:
                return False
            after = move_man(move_man(board, start, big), then, small)
            return self.reaches(board, start - small, start, big, small, after)
        after = move_man(move_man(board, start, small), then, big)
        return (
            self.reaches(board, then, start, big, small, after)
            or self.reaches(board, start, then, big, small, after)
            or self.reaches(board, start, start - big, big, small, after)
        )

    def reaches(
        self, board: Board, start: int, then: int, big: int, small: int, after: Board
    ) -> bool:
        """Whether the moves by the larger die from `start` and by the smaller from `then` do."""
        if start < 1 or then < 1:
            return False
        if not men_on(board.mine_low, board.mine_high, start) or not can_move(board, start, big):
            return False
        between = move_man(board, start, big)
        if not men_on(between.mine_low, between.mine_high, then):
            return False
        return can_move(between, then, small) and move_man(between, then, small) == after

    def board_after(self, state: P, action: int) -> Board:
        """The board after a play, as the other side sees it."""
        board = state.board
        die = state.small if action & 1 else state.big
        points = action >> 1
        while points:
            board = move_man(board, points & 31, die)
            points >>= 5
            die = state.big + state.small - die
        return swap_sides(board)

    def patterns(self, state: P, player: int) -> Iterator[tuple[int, float]]:
        """The inputs of networks, as the player sees the board."""
        board = state.board if player == state.turn else swap_sides(state.board)
        return units(board)

    def viewer(self, state: P) -> int:
        """The side on roll, before its dice are thrown too."""
        return state.turn

    def stage(self, state: P) -> int:
        """Contact or race."""
        return stage_of(state.board)
