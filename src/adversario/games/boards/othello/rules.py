"""Othello: put a disc, flip what it encloses; whoever has more discs at the end wins."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from adversario.base.board_diagram import Diagram, grid
from adversario.base.errors import IllegalActionError, InputError
from adversario.bits import Board, bit, count, indices, invert
from adversario.game import Game
from adversario.games.boards.othello.discs import flips, mirrored, moves, neighbours, transposed
from adversario.games.boards.othello.endgame import odd_quarters, play_out
from adversario.games.boards.othello.estimate import (
    FLAT,
    NAMES,
    PHASES,
    TERMS,
    classes_of,
    estimate,
    features,
    phase_of,
    regions,
    scaled,
)
from adversario.games.boards.othello.picture import board_svg
from adversario.games.boards.othello.stable import stable
from adversario.games.registry import register

PASS = 64
"""The action of who cannot put a disc anywhere while the other can."""

FINISH = 6
"""With so many empty squares the end is played out by code of its own."""

KEPT = 9
GUESSED = 48
"""From so many empty squares on a table remembers a state."""

JUDGED = 12
"""From so many empty squares on the estimate has a say in what a solver tries first."""

LAYOUT = re.compile(r"([XO.*-]*)(?:\s+([XO]))?", re.IGNORECASE)
WORDS = re.compile(r"[a-z]\d|pass|--", re.IGNORECASE)


class State(NamedTuple):
    """A position; bit 8 * row + column of a board is a square. `turn` is 0 for X, who is black."""

    mover: Board
    other: Board
    turn: int


@register("othello")
class Othello(Game[State, int]):
    """X and O put discs that enclose discs of the other's in a line, and flip all of these.

    An action is a square, or PASS. The game is over when neither player can put a disc. By `score`
    the utility is the result, 1, 0 or -1, or the difference in discs, where empty squares count
    for the winner.
    """

    feature_names = tuple(f"{name}_{phase}" for phase in range(PHASES) for name in NAMES)
    weights = FLAT

    def __init__(self, size: int = 8, score: str = "result") -> None:
        if size not in (4, 6, 8):
            raise InputError("othello.size", size=size)
        if score not in ("result", "discs"):
            raise InputError("othello.score", score=score)
        self.size, self.score, self.by_discs = size, score, score == "discs"
        self.utility_bounds = (-size * size, size * size) if self.by_discs else (-1, 1)
        row, column = (1 << size) - 1, sum(1 << 8 * row for row in range(size))
        self.squares = sum(row << 8 * number for number in range(size))
        ends, sides = row | row << 8 * (size - 1), column | column << size - 1
        self.corners = ends & sides
        self.classes = classes_of(size)

    def initial(self) -> State:
        """Two discs each in the centre, X to move."""
        low, high = 9 * (self.size // 2 - 1), 9 * (self.size // 2)
        return State(bit(low + 1) | bit(high - 1), bit(low) | bit(high), 0)

    def player(self, state: State) -> int:
        """Whose turn it is."""
        return state.turn

    def actions(self, state: State) -> Iterator[int]:
        """The squares that flip something, or else PASS."""
        legal = moves(state.mover, state.other) & self.squares
        if not legal:
            yield PASS
        yield from indices(legal)

    def result(self, state: State, action: int) -> State:
        """The board with a disc there and what it flips, or as it was after a pass."""
        if action == PASS:
            return State(state.other, state.mover, 1 - state.turn)
        flipped = flips(state.mover, state.other, action)
        return State(state.other ^ flipped, state.mover | flipped | bit(action), 1 - state.turn)

    def is_terminal(self, state: State) -> bool:
        """Whether neither player can put a disc."""
        if moves(state.mover, state.other) & self.squares:
            return False
        return not moves(state.other, state.mover) & self.squares

    def utility(self, state: State, player: int) -> int:
        """The result or the difference in discs, as `score` has it."""
        margin = self.margin(state.mover, state.other)
        if not self.by_discs:
            margin = min(1, max(-1, margin))
        return margin if player == state.turn else -margin

    def margin(self, mover: Board, other: Board) -> int:
        """By how many squares the mover wins a game that is over."""
        difference = count(mover) - count(other)
        empty = self.size * self.size - count(mover | other)
        if difference > 0:
            return difference + empty
        return difference - empty if difference < 0 else 0

    def evaluate(self, state: State, player: int) -> float:
        """By how many discs a player can be expected to win, or a share of a win like that."""
        most = self.size * self.size
        if self.is_as_shipped:
            margin = estimate(state.mover, state.other, self.squares, self.corners)
        else:
            margin = self.fitted(state)
        margin = min(0.95 * most, max(-0.95 * most, margin))
        if not self.by_discs:
            margin /= most
        return margin if player == state.turn else -margin

    @property
    def is_as_shipped(self) -> bool:
        """Whether the weights are those of `estimate`, which leaves out what has none."""
        return self.weights == FLAT

    def fitted(self, state: State) -> float:
        """The same by other weights, for all features."""
        start = TERMS * phase_of(state.mover, state.other, self.squares)
        total, found = 0.0, self.terms(state)
        for index, feature in enumerate(found):
            total += self.weights[start + index] * feature
        return total

    def terms(self, state: State) -> tuple[float, ...]:
        """The features of the phase of a state, to the mover."""
        first = features(state.mover, state.other, self.squares, self.corners)
        return first + regions(state.mover, state.other, self.classes)

    def features(self, state: State, player: int) -> tuple[float, ...]:
        """Those of the phase, among zeros for the other phases, in units of the utility."""
        phase = phase_of(state.mover, state.other, self.squares)
        unit = 1.0 if self.by_discs else 1.0 / (self.size * self.size)
        if player != state.turn:
            unit = -unit
        now = scaled(self.terms(state), unit)
        none = scaled(now, 0.0)
        return (
            (now if phase == 0 else none) + (now if phase == 1 else none)
            + (now if phase == 2 else none) + (now if phase == 3 else none)
            + (now if phase == 4 else none) + (now if phase == 5 else none)
        )  # fmt: skip

    # What helps a solver.

    def promise(self, state: State, action: int, after: State) -> int:
        """Fastest first: few replies and little to come, a corner, an odd quarter; the estimate."""
        if action == PASS:
            return 0
        replies = moves(after.mover, after.other) & self.squares
        empty = self.squares & invert(after.mover | after.other)
        score = 100 * count(bit(action) & self.corners)
        score -= 64 * (count(replies) + count(replies & self.corners))
        score -= 4 * count(neighbours(after.other) & empty)
        if bit(action) & odd_quarters(empty ^ bit(action)):
            score += 16
        if count(empty) >= JUDGED:
            score -= int(16 * estimate(after.mover, after.other, self.squares, self.corners))
        return score

    def value_bounds(self, state: State, alpha: int, beta: int) -> tuple[int, int]:
        """No more than all squares but the other's stable discs."""
        squares = self.size * self.size
        if not self.by_discs or alpha < squares - 2 * count(state.other):
            return -squares, squares
        safe = stable(state.other, state.mover | state.other, invert(self.squares))
        return -squares, squares - 2 * count(safe)

    def is_worth_keeping(self, state: State) -> bool:
        """With more squares empty than can be searched while memory answers."""
        return count(self.squares & invert(state.mover | state.other)) >= KEPT

    def can_finish(self, state: State) -> bool:
        """With few squares empty."""
        return count(self.squares & invert(state.mover | state.other)) <= FINISH

    def finish(self, state: State, alpha: int, beta: int) -> tuple[int, int]:
        """By the code for the last squares; where the result counts, within a window of 1."""
        if self.by_discs:
            return play_out(state.mover, state.other, alpha, beta, self.squares)
        margin, nodes = play_out(
            state.mover, state.other, max(-1, alpha), min(1, beta), self.squares
        )
        return min(1, max(-1, margin)), nodes

    def most_states(self) -> int | None:
        """Discs in the centre, each square else empty or not, and either player to move."""
        return 2 * 2**4 * int(3 ** (self.size**2 - 4))

    # What the searches do not need: symmetries, notation, pictures.

    def symmetries(self, state: State) -> Iterator[State]:
        """The eight rotations and reflections of the board."""
        mover, other = state.mover, state.other
        for _ in range(4):
            yield State(mover, other, state.turn)
            mover, other = self.reflected(mover), self.reflected(other)
            yield State(mover, other, state.turn)
            mover, other = transposed(mover), transposed(other)

    def reflected(self, board: Board) -> Board:
        """The board with left and right exchanged."""
        return mirrored(board, 8 - self.size)

    def player_name(self, player: int) -> str:
        """X or O."""
        return "XO"[player]

    def square_name(self, square: int) -> str:
        """A square by column and row, as in d3."""
        return "abcdefgh"[square % 8] + str(square // 8 + 1)

    def action_name(self, state: State, action: int) -> str:
        """The square, or pass."""
        return "pass" if action == PASS else self.square_name(action)

    def parse_action(self, state: State, text: str) -> int:
        """A square that flips something, or pass (also --); else the reason why not."""
        wanted = text.strip().lower()
        if self.is_terminal(state):
            raise IllegalActionError("game.over", state=self.position(state))
        legal = {self.action_name(state, action): action for action in self.actions(state)}
        if (named := "pass" if wanted == "--" else wanted) in legal:
            return legal[named]
        taken = {self.square_name(square) for square in indices(state.mover | state.other)}
        known = {self.square_name(square) for square in indices(self.squares)}
        reason = (
            "othello.must_play" if named == "pass"
            else "othello.taken" if wanted in taken
            else "othello.encloses_nothing" if wanted in known
            else "othello.no_square"
        )  # fmt: skip
        raise IllegalActionError(
            reason, action=text.strip(), player=self.player_name(state.turn), legal=", ".join(legal)
        )

    def rows(self, state: State) -> list[str]:
        """The board from row 1 on: X, O and -."""
        x, o = (state.other, state.mover) if state.turn else (state.mover, state.other)
        return [
            "".join(
                "X" if x >> square & 1 else "O" if o >> square & 1 else "-"
                for square in range(8 * row, 8 * row + self.size)
            )
            for row in range(self.size)
        ]

    def position(self, state: State) -> str:
        """All squares from a1 on, row by row, and who moves."""
        return "".join(self.rows(state)) + " " + self.player_name(state.turn)

    def parse_position(self, text: str) -> State:
        """What `position` writes, or moves, as in f5d6c3, where forced passes may be left out."""
        if (found := LAYOUT.fullmatch(text.strip())) and found[1]:
            return self._from_layout(text, found[1].upper(), (found[2] or "").upper())
        words = WORDS.findall(text)
        if "".join(words).lower() != re.sub(r"[\s,]", "", text).lower():
            raise InputError("othello.malformed", position=text, squares=self.size**2)
        state = self.initial()
        for word in words:
            forced = not self.is_terminal(state) and next(self.actions(state)) == PASS
            if forced and word.lower() not in ("pass", "--"):
                state = self.result(state, PASS)
            state = self.result(state, self.parse_action(state, word))
        return state

    def _from_layout(self, text: str, marks: str, side: str) -> State:
        if len(marks) != self.size**2 or not side:
            raise InputError("othello.malformed", position=text, squares=self.size**2)
        x, o = (
            sum(
                1 << place // self.size * 8 + place % self.size
                for place, found in enumerate(marks)
                if found == mark
            )
            for mark in "XO"
        )
        return State(o, x, 1) if side == "O" else State(x, o, 0)

    def text(self, state: State) -> str:
        """The board with names of columns and rows, a * where who moves can play, and the count."""
        legal = moves(state.mover, state.other) & self.squares
        lines = ["  " + " ".join("abcdefgh"[: self.size])]
        for row, marks in enumerate(self.rows(state)):
            shown = [
                "*" if legal >> 8 * row + column & 1 else mark.replace("-", ".")
                for column, mark in enumerate(marks)
            ]
            lines.append(f"{row + 1} {' '.join(shown)}")
        x, o = (sum(row.count(mark) for row in self.rows(state)) for mark in "XO")
        return "\n".join([*lines, f"  X {x}  O {o}"])

    def svg(self, state: State) -> str:
        """The board drawn, with a small disc where who moves can play."""
        legal = moves(state.mover, state.other) & self.squares
        return board_svg(self.rows(state), frozenset(indices(legal)), state.turn)

    def diagram(self, state: State) -> Diagram:
        """The board as data."""
        return grid(self.rows(state), upwards=False)

    def action_cells(self, state: State, action: int) -> tuple[int, ...]:
        """The square itself; none for a pass."""
        return () if action == PASS else (action // 8 * self.size + action % 8,)
