"""Draughts: men go ahead, jump over what they capture, and become kings on the far row.

One set of rules for all variants: they differ in constants, for which compiled code has no
branches. See `variants`.
"""

from __future__ import annotations

from collections.abc import Iterator

from adversario.base.errors import InputError
from adversario.bits import count, indices, lowest
from adversario.game import Game
from adversario.games.boards.draughts.board import DraughtsBoard
from adversario.games.boards.draughts.state import Move, State
from adversario.games.boards.draughts.variants import Priority, Variant

NONE = 1 << 62
"""Greater than the code of any capture."""

LARGEST = 10


class DraughtsRules(DraughtsBoard, Game[State, Move]):
    """A variant of draughts on a board of `size` by `size`, drawn after `draw` quiet plies.

    Some variants allow fewer if a lone king faces few pieces. A ply is quiet if a king moves and
    captures nothing.

    Each player starts with all rows but the two in the middle. A player who cannot move has lost. A
    capture of several pieces is one action; captures that start and end on the same squares and
    take the same pieces are the same action. A captured piece leaves the board after the move: it
    cannot be jumped twice, and it blocks other pieces until then.
    """

    utility_bounds = (-1, 1)
    repetition = 3  # as in the rules of the WCDF, 1.32, and of the FMJD
    variant: Variant

    def __init__(self, size: int, draw: int) -> None:
        if not (4 <= size <= LARGEST and size % 2 == 0 and draw >= 1):
            raise InputError("draughts.size", size=size, draw=draw, most=LARGEST)
        rules = self.variant
        DraughtsBoard.__init__(self, size, rules.corner_right)
        self.draw = draw
        self.pieces = (size - 2) // 2 * self.half  # of each player, at the start
        self.black_turn = 0 if rules.black_begins else 1
        self.flying, self.backward = rules.flying, rules.backward
        self.spares_kings, self.passing = rules.spares_kings, rules.passing
        self.priority = int(rules.priority)

    def initial(self) -> State:
        """Black's men at the top, White's at the bottom."""
        men = (1 << self.pieces) - 1
        return State(men, men << self.area - self.pieces, 0, 0, 0)

    def player(self, state: State) -> int:
        """The player to move."""
        return state.turn

    def actions(self, state: State) -> Iterator[Move]:
        """The mandatory captures, or, if there are none, the steps.

        The captures of a piece come in the order of their codes. Each is found by searching all
        captures for the least code beyond the last, so no list is kept and none comes twice. All is
        inlined, since a nested generator takes twice the time once compiled.
        """
        jumpers = self.jumpers(state)
        empty = self.squares & ~(state.black | state.white)
        side = 1 if state.turn == self.black_turn else 0
        own = state.black if side else state.white
        for way in range(0 if jumpers else 4):
            able = own if way >> 1 == side else own & state.kings
            able &= self.before(empty, way)
            while able:
                origin = lowest(able)
                target = self.beside[4 * origin + way]
                king = state.kings >> origin & 1
                yield Move(origin, target, 0, (1 - king) & self.far[1 - side] >> target & 1)
                if self.flying and king:
                    target = self.beside[4 * target + way]
                    while empty >> target & 1:
                        yield Move(origin, target, 0, 0)
                        target = self.beside[4 * target + way]
                able &= able - 1
        best, code = self.best_rank(state, jumpers), -1
        while jumpers:
            origin = lowest(jumpers)
            code = self.capture(state, origin, code, best)
            if code == NONE:
                code = -1
                jumpers &= jumpers - 1
            else:
                yield Move(origin, code & 63, code >> 7, code >> 6 & 1)

    def result(self, state: State, action: Move) -> State:
        """The state after the move, with the piece crowned and the captures removed."""
        start, end = 1 << action.origin, 1 << action.target
        king = state.kings & start != 0
        kings = state.kings & ~(action.captured | start)
        if king or action.crowned:
            kings |= end
        quiet = state.quiet + 1 if king and not action.captured else 0
        if state.turn == self.black_turn:
            black, white = state.black & ~start | end, state.white & ~action.captured
        else:
            black, white = state.black & ~action.captured, state.white & ~start | end
        return State(black, white, kings, 1 - state.turn, quiet)

    def is_terminal(self, state: State) -> bool:
        """Whether the player to move cannot, or there were too many quiet plies."""
        if state.quiet >= self.soonest_draw and state.quiet >= self.patience(state):
            return True
        return not self.can_move(state)

    # Properties, not attributes: tables, which ignore quiet plies, are then the same with other
    # limits.

    @property
    def draw_two(self) -> int:
        """The limit of quiet plies of a lone king against at most two pieces."""
        return min(self.draw, self.variant.draw_two or self.draw)

    @property
    def draw_three(self) -> int:
        """The limit of quiet plies of a lone king against three pieces."""
        return min(self.draw, self.variant.draw_three or self.draw)

    @property
    def soonest_draw(self) -> int:
        """The least limit of quiet plies."""
        return min(self.draw_two, self.draw_three)

    def patience(self, state: State) -> int:
        """The quiet plies after which the game is drawn, with those pieces on the board."""
        black, white = count(state.black), count(state.white)
        lone, others = (state.black, state.white) if black < white else (state.white, state.black)
        if lone & state.kings and others & state.kings and min(black, white) == 1:
            if max(black, white) <= 2:
                return self.draw_two
            if max(black, white) == 3:
                return self.draw_three
        return self.draw

    def utility(self, state: State, player: int) -> int:
        """-1 for a player who cannot move, 1 for the opponent; 0 if the game is drawn."""
        if self.can_move(state):
            return 0
        return -1 if player == state.turn else 1

    def can_move(self, state: State) -> bool:
        """Whether there is a step or a capture."""
        empty = self.squares & ~(state.black | state.white)
        if state.turn == self.black_turn:
            able = state.black & self.before_south(empty)
            able |= state.black & state.kings & self.before_north(empty)
        else:
            able = state.white & self.before_north(empty)
            able |= state.white & state.kings & self.before_south(empty)
        return able != 0 or self.jumpers(state) != 0

    # Captures.

    def best_rank(self, state: State, jumpers: int) -> int:
        """The highest rank of the captures of some pieces; 0 if all captures are allowed."""
        best = 0
        if self.priority:
            for origin in indices(jumpers):
                best = max(best, -self.capture(state, origin, -1, -1))
        return best

    def capture(self, state: State, origin: int, after: int, best: int) -> int:
        """The least code of a capture from a square that is beyond `after`; NONE if there is none.

        It has the rank `best`. If that is -1, returns the highest rank as a negative number.
        """
        side = 1 if state.turn == self.black_turn else 0
        king = state.kings >> origin & 1
        prey = state.white if side else state.black
        crowns = prey & state.kings
        if self.spares_kings and not king:
            prey &= ~crowns
        empty = self.squares & ~(state.black | state.white) | 1 << origin
        return self.jump(origin, king, side, empty, prey, crowns, 0, 0, 0, after, best)

    def jump(
        self, square: int, king: int, side: int, empty: int, prey: int, crowns: int,
        captured: int, order: int, crowned: int, after: int, best: int,
    ) -> int:  # fmt: skip
        """The least code of a capture in progress, by a piece that has reached a square.

        `prey` are the pieces left to capture; `order` has a bit for each captured piece, 1 for a
        king, the last in the lowest bit.
        """
        least, ended = NONE, True
        for way in range(4):
            if not (king or self.backward or way >> 1 == side):
                continue
            over = self.beside[4 * square + way]
            if self.flying and king:
                while empty >> over & 1:
                    over = self.beside[4 * over + way]
            if not prey >> over & 1:
                continue
            ended = ended and not empty >> self.beside[4 * over + way] & 1
            for land in indices(self.landings(over, way, king, empty, prey ^ 1 << over)):
                crowning = crowned
                if self.passing and not king:
                    crowning = self.far[1 - side] >> land & 1
                found = self.jump(
                    land, king | crowning, side, empty, prey ^ 1 << over, crowns,
                    captured | 1 << over, 2 * order + (crowns >> over & 1), crowning, after, best,
                )  # fmt: skip
                least = min(least, found)
        if not ended:
            return least
        if captured == 0:
            return NONE
        rank = self.rank(king, captured, crowns, order)
        if best < 0:
            return -rank
        if not king:
            crowned = self.far[1 - side] >> square & 1
        code = captured << 7 | crowned << 6 | square
        return code if rank == best and code > after else NONE

    def landings(self, over: int, way: int, king: int, empty: int, prey: int) -> int:
        """The squares where a piece may land that jumps over a square.

        A flying king that can continue capturing from some of the squares must land on one of
        these. If the most pieces must be taken, this follows without a check.
        """
        land = self.beside[4 * over + way]
        if not (self.flying and king):
            return empty & 1 << land
        found = 0
        while empty >> land & 1:
            found |= 1 << land
            land = self.beside[4 * land + way]
        if self.priority == Priority.FREE:
            return self.far_jumpers(found, prey, empty) or found
        return found

    def rank(self, king: int, captured: int, crowns: int, order: int) -> int:
        """The priority of a capture: only those of the highest rank are legal."""
        if self.priority == Priority.FREE:
            return 0
        taken = count(captured)
        if self.priority == Priority.MOST:
            return taken
        kings = count(captured & crowns)
        if self.priority == Priority.MOST_KINGS:
            return taken << 5 | kings
        return (taken << 1 | king) << 25 | kings << 20 | order

    def jumpers(self, state: State) -> int:
        """The pieces of the player to move that can capture."""
        empty = self.squares & ~(state.black | state.white)
        if state.turn == self.black_turn:
            own, other = state.black, state.white
        else:
            own, other = state.white, state.black
        prey = other & ~state.kings if self.spares_kings else other
        men = own & ~state.kings
        north = south = 0
        if self.backward or state.turn != self.black_turn:
            north = men & self.over_north(prey, empty)
        if self.backward or state.turn == self.black_turn:
            south = men & self.over_south(prey, empty)
        found = north | south
        kings = own & state.kings
        if kings:
            if self.flying:
                found |= self.far_jumpers(kings, other, empty)
            else:
                found |= kings & (self.over_north(other, empty) | self.over_south(other, empty))
        return found

    def over_north(self, prey: int, empty: int) -> int:
        """The squares from which a jump to the north captures a piece."""
        west = self.south_east(prey & self.south_east(empty))
        return west | self.south_west(prey & self.south_west(empty))

    def over_south(self, prey: int, empty: int) -> int:
        """The squares from which a jump to the south captures a piece."""
        west = self.north_east(prey & self.north_east(empty))
        return west | self.north_west(prey & self.north_west(empty))

    def far_jumpers(self, kings: int, prey: int, empty: int) -> int:
        """The flying kings that can capture."""
        found = 0
        for square in indices(kings):
            for way in range(4):
                over = self.beside[4 * square + way]
                while empty >> over & 1:
                    over = self.beside[4 * over + way]
                if prey >> over & 1 and empty >> self.beside[4 * over + way] & 1:
                    found |= 1 << square
        return found

    def position_key(self, state: State) -> tuple[int, int, int, int]:
        """The pieces and the player to move: quiet plies are no part of a position."""
        return state.black, state.white, state.kings, state.turn

    def reversible(self, state: State) -> int:
        """The quiet plies."""
        return state.quiet

    # Hints for searches.

    def is_quiet(self, state: State) -> bool:
        """Whether there is nothing to capture."""
        return self.jumpers(state) == 0

    def noisy_actions(self, state: State) -> Iterator[Move]:
        """The captures."""
        jumpers = self.jumpers(state)
        best, code = self.best_rank(state, jumpers), -1
        while jumpers:
            origin = lowest(jumpers)
            code = self.capture(state, origin, code, best)
            if code == NONE:
                code = -1
                jumpers &= jumpers - 1
            else:
                yield Move(origin, code & 63, code >> 7, code >> 6 & 1)
