"""Connect Four: drop stones into columns; four in a row wins."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

from adversario import bits
from adversario.base.board_diagram import Diagram, grid
from adversario.base.errors import InputError
from adversario.game import Game
from adversario.games.drawing.grid import grid_svg
from adversario.games.registry import register


class State(NamedTuple):
    """A position as two bitboards; `turn` is 0 for X, who moves first."""

    mover: int
    other: int
    turn: int


@register("connect4")
class ConnectFour(Game[State, int]):
    """X and O drop stones in turn; the first with four in a row wins.

    A column takes `height` + 1 bits, the top one always empty, so that lines do not wrap around
    (Tromp's layout). An action is a column, counted from 0, and tried from the centre outwards.

    With `score="stones"` a win is worth more the sooner it comes: 1 with the winner's last stone, 2
    with the one before, and so on.

    It has features and no weights: until it is given some, the estimate of any state is 0.
    """

    k = 4
    """Stones in a row that win; maps strike them through."""
    feature_names = (
        "to_move", "centre", "beside_centre", "ones", "twos", "threes",
        "threats_good_rows", "threats_other_rows", "stacked_threats", "threats_now",
    )  # fmt: skip

    def __init__(
        self, width: int = 7, height: int = 6, score: Literal["result", "stones"] = "result"
    ) -> None:
        if not (width >= 1 and height >= 1 and width * (height + 1) <= 64):
            raise InputError("connect4.size", width=width, height=height)
        if score not in ("result", "stones"):
            raise InputError("connect4.score", given=score)
        self.width, self.height, self.stride, self.score = width, height, height + 1, score
        self.by_stones = score == "stones"
        most = (width * height + 1) // 2 if self.by_stones else 1
        self.utility_bounds = (-most, most)
        self.bottom = sum(1 << self.stride * column for column in range(width))
        self.cells = self.bottom * ((1 << height) - 1)
        self.odd = self.cells & sum(self.bottom << row for row in range(0, height, 2))
        self.even = self.cells & ~self.odd
        column = (1 << height) - 1
        inner = {(width - 1) // 2, width // 2}
        outer = {min(inner) - 1, max(inner) + 1} & set(range(width))
        self.middle = sum(column << self.stride * each for each in inner)
        self.beside = sum(column << self.stride * each for each in outer)
        self.columns = tuple(sorted(range(width), key=lambda column: abs(2 * column - width + 1)))

    def initial(self) -> State:
        """The empty board."""
        return State(0, 0, 0)

    def player(self, state: State) -> int:
        """Whose turn it is."""
        return state.turn

    def actions(self, state: State) -> Iterator[int]:
        """The columns that are not full, from the centre outwards."""
        free = ((state.mover | state.other) + self.bottom) & self.cells
        for column in self.columns:
            if free >> self.stride * column & ((1 << self.height) - 1):
                yield column

    def result(self, state: State, action: int) -> State:
        """The board with a stone of the mover's on top of that column."""
        taken = state.mover | state.other
        column = ((1 << self.height) - 1) << self.stride * action
        stone = (taken + self.bottom) & column
        return State(state.other, state.mover | stone, 1 - state.turn)

    def is_terminal(self, state: State) -> bool:
        """Whether the last stone won, or the board is full."""
        return self.connects(state.other) or state.mover | state.other == self.cells

    def utility(self, state: State, player: int) -> int:
        """What the win is worth for who has four in a row, less than 0 for the other; else 0."""
        if not self.connects(state.other):
            return 0
        worth = self.worth(state) if self.by_stones else 1
        return -worth if player == state.turn else worth

    def worth(self, state: State) -> int:
        """A win with the stone played last: 1, and 1 more for each that the winner still has."""
        played = bits.count(state.mover | state.other)
        return (self.width * self.height + 2 - played) // 2

    def connects(self, stones: int) -> bool:
        """Whether four of the stones stand in a row."""
        for step in (1, self.stride - 1, self.stride, self.stride + 1):
            pairs = stones & stones >> step
            if pairs & pairs >> 2 * step:
                return True
        return False

    # What an estimate can be made of.

    def features(self, state: State, player: int) -> tuple[float, ...]:
        """What counts, as differences between the player and the other.

        Whose move it is; stones in the middle of the board and beside it; lines of four without
        stones of the other, with one, two and three of one's own; cells that would complete four,
        in the rows that a player will get if all else is filled (odd ones for X, even ones for O)
        and in the others, those above another one, and those that can be played at once.
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

    def lines(self, stones: int, against: int) -> tuple[int, int, int]:
        """How many lines of four that are still possible have one, two and three stones.

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

    # What a solver wants to know.

    def graded(self) -> ConnectFour:
        """The same game with `score="stones"`: who plays that well plays this one well too."""
        return ConnectFour(self.width, self.height, "stones")

    def plies_left(self, state: State, score: int) -> int | None:
        """The plies up to the winner's stone that the score tells, or to the full board."""
        cells, played = self.width * self.height, bits.count(state.mover | state.other)
        if not self.by_stones or score == 0:
            return None if score else cells - played
        last = cells + 2 - 2 * abs(score)  # the number of the winning stone, or one more than it
        parity = 1 if score > 0 else 0
        return last - played - (1 if (last - played) % 2 != parity else 0)

    def key(self, state: State) -> int:
        """The mover's stones, and a bit above each column: enough to tell positions apart."""
        return state.mover + (state.mover | state.other) + self.bottom

    def value_bounds(self, state: State, alpha: int, beta: int) -> tuple[int, int]:
        """Exact if the mover wins at once, or cannot stop the other; else what is still to win."""
        taken = state.mover | state.other
        free = (taken + self.bottom) & self.cells
        if free & self.fours(state.mover, taken):
            best = self.gain(state, 1)
            return best, best
        if not self.sound(state.other, taken, free):
            worst = -self.gain(state, 2)
            return worst, worst
        return -self.gain(state, 4), self.gain(state, 3)

    def gain(self, state: State, plies: int) -> int:
        """What a win is worth that comes after so many plies, if there is room for them."""
        if not self.by_stones:
            return 1
        left = self.width * self.height + 2 - plies - bits.count(state.mover | state.other)
        return max(0, left // 2)

    def sound_actions(self, state: State) -> Iterator[int]:
        """The columns after which the other does not win at once."""
        taken = state.mover | state.other
        free = (taken + self.bottom) & self.cells
        sound = self.sound(state.other, taken, free)
        for column in self.columns:
            if sound >> self.stride * column & ((1 << self.height) - 1):
                yield column

    def sound(self, other: int, taken: int, free: int) -> int:
        """The cells to play in, among the free ones, after which the other does not win at once."""
        fours = self.fours(other, taken)
        forced = free & fours
        if forced:
            if forced & (forced - 1):
                return 0  # two at once cannot be stopped
            free = forced
        return free & ~(fours >> 1)  # not below a cell that would win

    def promise(self, state: State, action: int, after: State) -> int:
        """How many cells would then complete four of the mover's."""
        return bits.count(self.fours(after.other, after.mover | after.other))

    def fours(self, stones: int, taken: int) -> int:
        """The empty cells that would complete four in a row."""
        found = stones << 1 & stones << 2 & stones << 3
        for step in (self.stride - 1, self.stride, self.stride + 1):
            pairs = stones << step & stones << 2 * step
            found |= pairs & stones << 3 * step
            found |= pairs & stones >> step
            pairs = stones >> step & stones >> 2 * step
            found |= pairs & stones << step
            found |= pairs & stones >> 3 * step
        return found & (self.cells & ~taken)

    # What counting wants to know.

    def parents(self, state: State) -> int:
        """How many of the other's stones on top of a column can have been the last."""
        known: dict[State, bool] = {}
        return sum(self._arises(before, known) for before in self._before(state))

    def _before(self, state: State) -> Iterator[State]:
        """The boards without one of the other's topmost stones on which nobody has won yet."""
        taken = state.mover | state.other
        tops = taken & ~(taken >> 1)
        if self.connects(state.mover):
            return
        for stone in bits.indices(tops & state.other):
            other = state.other ^ 1 << stone
            if not self.connects(other):
                yield State(other, state.mover, 1 - state.turn)

    def _arises(self, state: State, known: dict[State, bool]) -> bool:
        """Whether a board can be taken down in turns to the empty one."""
        if state not in known:
            empty = not state.mover | state.other
            known[state] = empty or any(self._arises(each, known) for each in self._before(state))
        return known[state]

    # Notation and pictures.

    def symmetries(self, state: State) -> Iterator[State]:
        """The mirror image."""
        yield State(self.mirrored(state.mover), self.mirrored(state.other), state.turn)

    def mirrored(self, stones: int) -> int:
        """The stones with left and right exchanged."""
        column, image = (1 << self.stride) - 1, 0
        for _ in range(self.width):
            image = image << self.stride | stones & column
            stones >>= self.stride
        return image

    def player_name(self, player: int) -> str:
        """X or O."""
        return "XO"[player]

    def action_name(self, state: State, action: int) -> str:
        """The column, counted from 1."""
        return str(action + 1)

    def rows(self, state: State) -> list[str]:
        """The board from the top, X, O and dots."""
        x, o = (state.other, state.mover) if state.turn else (state.mover, state.other)
        return [
            "".join(
                "X" if x >> bit & 1 else "O" if o >> bit & 1 else "."
                for bit in range(row, self.stride * self.width, self.stride)
            )
            for row in reversed(range(self.height))
        ]

    def position(self, state: State) -> str:
        """The rows from the top."""
        return "/".join(self.rows(state))

    def parse_position(self, text: str) -> State:
        """The columns played, as in 4453; the rows that `position` writes are understood too."""
        if "/" in text or "." in text:
            return self._from_rows(text)
        state = self.initial()
        for number, digit in enumerate(text.replace(" ", ""), start=1):
            if self.is_terminal(state):
                raise InputError("connect4.over", position=text, number=number - 1)
            state = self.result(state, self.parse_action(state, digit))
        return state

    def _from_rows(self, text: str) -> State:
        rows = text.strip().upper().split("/")
        if len(rows) != self.height or any(len(row) != self.width for row in rows):
            raise InputError(
                "connect4.malformed", position=text, width=self.width, height=self.height
            )
        boards = {
            mark: sum(
                1 << self.stride * column + self.height - 1 - row
                for row, cells in enumerate(rows)
                for column, cell in enumerate(cells)
                if cell == mark
            )
            for mark in "XO"
        }
        x, o = boards["X"], boards["O"]
        floating = (x | o) & ~(((x | o) << 1) | self.bottom)
        turn = x.bit_count() - o.bit_count()
        wrong = set("".join(rows)) - set("XO.") or floating or turn not in (0, 1)
        state = State(o, x, 1) if turn else State(x, o, 0)
        if wrong or self.connects(state.mover):
            raise InputError(
                "connect4.malformed", position=text, width=self.width, height=self.height
            )
        return state

    def text(self, state: State) -> str:
        """The board over the numbers of the columns."""
        numbers = " ".join(str(column + 1) for column in range(self.width))
        return "\n".join([*(" ".join(row) for row in self.rows(state)), numbers])

    def svg(self, state: State) -> str:
        """The board drawn."""
        return grid_svg(self.rows(state))

    def diagram(self, state: State) -> Diagram:
        """The board as data."""
        return grid(self.rows(state), kind="drop")

    def action_cells(self, state: State, action: int) -> tuple[int, ...]:
        """Where the stone lands."""
        column = (state.mover | state.other) >> self.stride * action & ((1 << self.height) - 1)
        return ((self.height - 1 - column.bit_count()) * self.width + action,)
