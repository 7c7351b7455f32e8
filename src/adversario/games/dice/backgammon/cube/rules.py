"""The rules of backgammon with the doubling cube, for points or in a match."""

from __future__ import annotations

from collections.abc import Iterator
from math import erf, sqrt
from typing import NamedTuple

from adversario.base.errors import InputError
from adversario.game import CHANCE
from adversario.games.dice.backgammon.board import Board, count_pips, points_won
from adversario.games.dice.backgammon.cube.equity import money_value
from adversario.games.dice.backgammon.cube.match_equity import match_table
from adversario.games.dice.backgammon.cube.match_play import AFTER, CRAWFORD, PLAIN, MatchPlay
from adversario.games.dice.backgammon.inputs import CONTACT
from adversario.games.dice.backgammon.plays import PlayRules

ROLL, DOUBLE, TAKE, DROP = 0, 1, 2, 3
"""The actions about the cube."""

DOUBLING, OFFERED, ROLLING = 0, 1, 2
"""What is next: the side on roll may double; the other side takes or passes; dice and a play."""

NOBODY = -1
"""The owner of a cube in the middle, which both sides may turn."""

HIGHEST = 64
"""The highest cube of a game for points."""

LONGEST = 25
"""The longest match."""

GAMMONS = 0.2
"""The share of gammons among games won with contact, where no model says better."""


class CubeState(NamedTuple):
    """A board as the side on roll sees it, its dice, and the cube and the score."""

    board: Board
    turn: int
    big: int
    small: int
    opening: bool
    next: int
    cube: int
    owner: int
    first: int
    """The points that player 0 has won."""
    second: int
    stage: int
    """PLAIN, CRAWFORD or AFTER: this game and the Crawford game."""


class CubeRules(MatchPlay, PlayRules[CubeState]):
    """A game for points, or a match of as many games as it takes.

    A side may double before its roll, if the cube is in the middle or its own; the other side takes
    and owns the cube, or passes and loses the points of the cube. A cube that is of no use in the
    match to the side that would turn it is not turned. Rolls and plays are numbered as in
    backgammon without the cube.
    """

    appraised = "Backgammon"
    outcomes = (-3, -2, -1, 1, 2, 3)

    def __init__(
        self,
        points: int = 0,
        jacoby: bool = True,
        crawford: bool = True,
        start: str = "backgammon",
    ) -> None:
        if not 0 <= points <= LONGEST:
            raise InputError("backgammon.points", given=points, most=LONGEST)
        self.points, self.jacoby, self.crawford, self.start = points, jacoby, crawford, start
        self.set_men(start)
        table = match_table(max(points, 1))
        self.chances_before, self.chances_after = table.rows(PLAIN), table.rows(AFTER)
        most = 1 if points else 3 * HIGHEST
        self.utility_bounds = (-most, most)

    def initial(self) -> CubeState:
        """All men on the board, the cube in the middle, no dice thrown."""
        stage = CRAWFORD if self.points == 1 and self.crawford else PLAIN
        return self.new_game(0, 0, stage)

    def new_game(self, first: int, second: int, stage: int) -> CubeState:
        """The start of a game at a score."""
        board = Board(self.low, self.high, self.low, self.high)
        return CubeState(board, 0, 0, 0, True, ROLLING, 1, NOBODY, first, second, stage)

    def player(self, state: CubeState) -> int:
        """The side on roll, the other one if it was offered a double, or chance."""
        if state.next == OFFERED:
            return 1 - state.turn
        if state.next == DOUBLING or state.big:
            return state.turn
        return CHANCE

    def actions(self, state: CubeState) -> Iterator[int]:
        """To roll or double, to take or pass, or the plays that the dice allow."""
        if state.next == DOUBLING:
            yield ROLL
            yield DOUBLE
        elif state.next == OFFERED:
            yield TAKE
            yield DROP
        else:
            yield from super().actions(state)

    def result(self, state: CubeState, action: int) -> CubeState:
        """The state after an action or a roll; a game that is won begins the next of a match."""
        board, turn, big, small, opening, follows, cube, owner, first, second, stage = state
        if follows == DOUBLING:
            follows = OFFERED if action == DOUBLE else ROLLING
        elif follows == OFFERED:
            if action == DROP:
                return self.score_game(state, board, turn, cube)
            follows, cube, owner = ROLLING, 2 * cube, 1 - turn
        elif big == 0:
            one, two = action >> 3, action & 7
            if opening:
                turn = 0 if one > two else 1
            big, small, opening = max(one, two), min(one, two), False
        else:
            board = self.board_after(state, action)
            if board.theirs_low & 15 == self.men:
                won = 1 if self.points == 0 and self.jacoby and cube == 1 else points_won(board)
                return self.score_game(state, board, turn, won * cube)
            turn, big, small = 1 - turn, 0, 0
            follows = DOUBLING if self.may_double(state, turn) else ROLLING
        return CubeState(
            board, turn, big, small, opening, follows, cube, owner, first, second, stage
        )

    def score_game(self, state: CubeState, board: Board, winner: int, won: int) -> CubeState:
        """The state after a game: the next one, or the end with the board as it is."""
        first = state.first + (won if winner == 0 else 0)
        second = state.second + (won if winner == 1 else 0)
        target = max(self.points, 1)
        if max(first, second) >= target:
            return CubeState(
                board, 1 - winner, 0, 0, False, ROLLING, state.cube, state.owner,
                first, second, state.stage,
            )  # fmt: skip
        stage = state.stage
        if stage == CRAWFORD:
            stage = AFTER
        elif stage == PLAIN and max(first, second) == target - 1 and self.crawford:
            stage = CRAWFORD
        return self.new_game(first, second, stage)

    def may_double(self, state: CubeState, player: int) -> bool:
        """Whether a player may turn the cube before a roll, and has a use for it."""
        if state.stage == CRAWFORD or state.owner == 1 - player:
            return False
        if self.points == 0:
            return state.cube < HIGHEST
        return self.needed(state, player) > state.cube

    def needed(self, state: CubeState, player: int) -> int:
        """The points that a player still needs to win the match."""
        return self.points - (state.first if player == 0 else state.second)

    def is_terminal(self, state: CubeState) -> bool:
        """Whether the game, or the match, has been won."""
        return max(state.first, state.second) >= max(self.points, 1)

    def utility(self, state: CubeState, player: int) -> int:
        """The points won, or 1 for winning a match."""
        won = state.first - state.second
        if self.points:
            won = 1 if won > 0 else -1
        return won if player == 0 else -won

    def match_chance(self, mine: int, theirs: int, stage: int) -> float:
        """The chance to win the match before a game that follows one of that stage."""
        if mine <= 0 or theirs <= 0:
            return 1.0 if mine <= 0 else 0.0
        at = (self.points + 1) * mine + theirs
        return self.chances_before[at] if stage == PLAIN else self.chances_after[at]

    def appraise(self, state: CubeState, chance: float, gain: float, loss: float) -> float:
        """What chances without the cube are worth to the side on roll with it, after Janowski.

        `chance` is that of winning; `gain` and `loss` are the mean points of games won and lost.
        """
        me = state.turn
        if state.opening:  # either side may begin
            mine, theirs = self.needed(state, me), self.needed(state, 1 - me)
            return 2 * self.match_chance(mine, theirs, state.stage) - 1 if self.points else 0.0
        if state.next == OFFERED:
            taken = self.cube_value(state, chance, gain, loss, 2 * state.cube, 1 - me)
            return min(taken, self.cashed(state))
        value = self.cube_value(state, chance, gain, loss, state.cube, state.owner)
        if state.next == DOUBLING:
            taken = self.cube_value(state, chance, gain, loss, 2 * state.cube, 1 - me)
            value = max(value, min(taken, self.cashed(state)))
        return value

    def cashed(self, state: CubeState) -> float:
        """What it is worth to the side on roll that its double is passed."""
        me = state.turn
        if self.points == 0:
            return float(state.cube)
        mine, theirs = self.needed(state, me), self.needed(state, 1 - me)
        return 2 * self.match_chance(mine - state.cube, theirs, state.stage) - 1

    def cube_value(
        self, state: CubeState, chance: float, gain: float, loss: float, cube: int, owner: int
    ) -> float:
        """What a position is worth to the side on roll before its dice, with a cube and its owner.

        In a match that is the chance of winning it, less that of losing.
        """
        me = state.turn
        may = owner != 1 - me and state.stage != CRAWFORD
        may_they = owner != me and state.stage != CRAWFORD
        gain, loss = min(3.0, max(1.0, gain)), min(3.0, max(1.0, loss))
        if self.points == 0:
            may, may_they = may and cube < HIGHEST, may_they and cube < HIGHEST
            untouched = self.jacoby and owner == NOBODY
            return cube * money_value(chance, gain, loss, may, may_they, untouched)
        mine, theirs = self.needed(state, me), self.needed(state, 1 - me)
        found = self.match_value(
            chance, min(1.0, gain - 1), min(1.0, loss - 1), mine, theirs, state.stage, cube,
            may, may_they,
        )  # fmt: skip
        return 2 * found - 1

    def stake(self, state: CubeState) -> float:
        """What a point of the cube is worth: half the value between a game won and one lost."""
        if self.points == 0:
            return float(state.cube)
        mine, theirs = self.needed(state, 0), self.needed(state, 1)
        won = self.match_chance(mine - state.cube, theirs, state.stage)
        return won - self.match_chance(mine, theirs - state.cube, state.stage)

    def evaluate(self, state: CubeState, player: int) -> float:
        """The value by Kleinman's chance of winning a race (1980), with the cube."""
        board = state.board
        mine = count_pips(board.mine_low, board.mine_high)
        theirs = count_pips(board.theirs_low, board.theirs_high)
        lead = theirs - mine + 4
        chance = 0.5 + 0.5 * erf(lead / sqrt(max(1, mine + theirs - 4)))
        gain = 1.0 + (GAMMONS if self.stage(state) == CONTACT else 0.0)
        if state.big:  # no cube is turned before the next roll
            chance = 0.5 + 0.5 * erf((lead + 4) / sqrt(max(1, mine + theirs - 4)))
        value = self.appraise(state, min(0.999, max(0.001, chance)), gain, gain)
        return value if player == state.turn else -value

    def viewer(self, state: CubeState) -> int:
        """The side on roll, even where the other one decides."""
        return state.turn
