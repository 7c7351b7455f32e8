"""The rules of backgammon without the cube: rolls, plays, and what a game is worth."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from adversario.base.errors import InputError
from adversario.game import CHANCE, Game
from adversario.games.dice.backgammon.bearing_off import (
    home_number,
    home_of,
    layer_numbers,
    position_count,
)
from adversario.games.dice.backgammon.board import (
    BAR,
    Board,
    can_move,
    count_pips,
    men_on,
    move_man,
    next_origin,
    pack,
    swap_sides,
)
from adversario.games.dice.backgammon.inputs import SIDE, stage_of, units
from adversario.games.dice.backgammon.pubeval import score

PASS = 0
"""The play of a side that cannot move."""

STARTS = {
    "backgammon": {24: 2, 13: 5, 8: 3, 6: 5},
    "nackgammon": {24: 2, 23: 2, 13: 4, 8: 3, 6: 4},
    "hypergammon": {24: 1, 23: 1, 22: 1},
}
"""The men of each side on its points at the start."""


class State(NamedTuple):
    """A board as the side on roll sees it, that side, and its dice: 0 before they are thrown."""

    board: Board
    turn: int
    big: int
    small: int
    opening: bool
    """Whether the first dice have not been thrown: one by each player, the larger begins."""


class BackgammonRules(Game[State, int]):
    """The rules. A play, up to four moves of men, is one action, and no two lead to one board.

    An action holds the points that men leave, five bits each in the order of play, above a bit that
    says whether the smaller die is played first. An outcome of chance is 8 times the greater die
    plus the smaller one, at the start 8 times the die of player 0 plus that of player 1.
    """

    chance = True
    pattern_sizes = (2 * SIDE,)
    stages = 2

    def __init__(self, start: str = "backgammon", gammons: bool = True) -> None:
        if start not in STARTS:
            raise InputError("backgammon.start", start=start, known=", ".join(STARTS))
        self.start, self.gammons = start, gammons
        men = [STARTS[start].get(point, 0) for point in range(BAR + 1)]
        self.men = sum(men)
        self.low, self.high = pack(tuple(men))
        self.homes = tuple(position_count(number) for number in range(self.men + 1))
        self.utility_bounds = (-3, 3) if gammons else (-1, 1)
        self.outcomes = (-3, -2, -1, 1, 2, 3) if gammons else (-1, 1)

    def initial(self) -> State:
        """All men on the board, no dice thrown."""
        return State(Board(self.low, self.high, self.low, self.high), 0, 0, 0, True)

    def player(self, state: State) -> int:
        """The side on roll, or chance before its dice are thrown."""
        return state.turn if state.big else CHANCE

    def chances(self, state: State) -> Iterator[tuple[int, float]]:
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
    def actions(self, state: State) -> Iterator[int]:  # noqa: PLR0912
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

    def result(self, state: State, action: int) -> State:
        """The state after the dice are thrown or, from the other side, after a play."""
        board = state.board
        if state.big == 0:
            one, two = action >> 3, action & 7
            turn = state.turn
            if state.opening:
                turn = 0 if one > two else 1
            return State(board, turn, max(one, two), min(one, two), False)
        die = state.small if action & 1 else state.big
        points = action >> 1
        while points:
            board = move_man(board, points & 31, die)
            points >>= 5
            die = state.big + state.small - die
        return State(swap_sides(board), 1 - state.turn, 0, 0, False)

    def is_terminal(self, state: State) -> bool:
        """Whether the side that has just played has borne off all its men."""
        return state.board.theirs_low & 15 == self.men

    def utility(self, state: State, player: int) -> int:
        """1 point for the winner, 2 for a gammon, 3 for a backgammon.

        It is a gammon if the loser has borne off no man, and a backgammon if the loser besides has
        a man on the bar or in the winner's home.
        """
        points = 1
        if self.gammons and state.board.mine_low & 15 == 0:
            points = 3 if state.board.mine_high >> 24 else 2
        return -points if player == state.turn else points

    def patterns(self, state: State, player: int) -> Iterator[tuple[int, float]]:
        """The inputs of networks, as the player sees the board."""
        board = state.board if player == state.turn else swap_sides(state.board)
        return units(board)

    def viewer(self, state: State) -> int:
        """The side on roll, before its dice are thrown too."""
        return state.turn

    def stage(self, state: State) -> int:
        """Contact or race."""
        return stage_of(state.board)

    def reference_score(self, state: State, after: State) -> float:
        """That of pubeval."""
        return score(state.board, after.board, self.men)

    def reference_name(self) -> str:
        """The name of the reference player."""
        return "pubeval"

    def evaluate(self, state: State, player: int) -> float:
        """The lead in pips, a hundred for a point, within the bounds."""
        board = state.board
        lead = count_pips(board.theirs_low, board.theirs_high)
        lead -= count_pips(board.mine_low, board.mine_high)
        value = max(-0.99, min(0.99, lead / 100))
        return value if player == state.turn else -value

    # Numbers of positions in which both sides bear off, for endgame tables.

    def layers(self, pieces: int = 0) -> list[int]:
        """The layers with at most `pieces` men of each side on the board."""
        return layer_numbers(min(pieces or self.men, self.men))

    def layer(self, state: State) -> int:
        """The layer of a position before the dice with all men at home; -1 for others."""
        board = state.board
        if state.big or state.opening or board.mine_high or board.theirs_high:
            return -1
        if board.mine_low >> 28 or board.theirs_low >> 28:
            return -1
        mine, theirs = self.men - (board.mine_low & 15), self.men - (board.theirs_low & 15)
        if mine == 0 or theirs == 0:
            return -1
        return 16 * mine + theirs if mine >= theirs else 16 * theirs + mine

    def layer_name(self, layer: int) -> str:
        """As off-6-4: six men of one side are left, and four of the other."""
        return f"off-{layer >> 4}-{layer & 15}"

    def layer_size(self, layer: int) -> int:
        """Every position of both sides, with either on roll."""
        more, fewer = layer >> 4, layer & 15
        return self.homes[more] * self.homes[fewer] * (1 if more == fewer else 2)

    def index(self, state: State) -> int:
        """First the positions in which the side on roll has more men left, or as many."""
        board = state.board
        mine, theirs = self.men - (board.mine_low & 15), self.men - (board.theirs_low & 15)
        number = home_number(board.mine_low) * self.homes[theirs] + home_number(board.theirs_low)
        return number if mine >= theirs else self.homes[mine] * self.homes[theirs] + number

    def unindex(self, layer: int, index: int) -> State:
        """The position of that number, with player 0 on roll."""
        mine, theirs = layer >> 4, layer & 15
        if index >= self.homes[mine] * self.homes[theirs]:
            index -= self.homes[mine] * self.homes[theirs]
            mine, theirs = theirs, mine
        own, other = index // self.homes[theirs], index % self.homes[theirs]
        low = home_of(own, mine) | (self.men - mine)
        their_low = home_of(other, theirs) | (self.men - theirs)
        return State(Board(low, 0, their_low, 0), 0, 0, 0, False)
