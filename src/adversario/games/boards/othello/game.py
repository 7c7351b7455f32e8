"""Othello as a game: rules, evaluation, notation and pictures."""

from __future__ import annotations

import re

from adversario.base.appearance import Appearance, named_by_paint
from adversario.base.board_diagram import Diagram, grid
from adversario.base.errors import IllegalActionError, InputError
from adversario.bits import indices
from adversario.games.boards.othello.discs import moves
from adversario.games.boards.othello.hints import OthelloHints
from adversario.games.boards.othello.picture import board_svg
from adversario.games.boards.othello.rules import PASS, State
from adversario.games.registry import register

LAYOUT = re.compile(r"([XO.*-]*)(?:\s+([XO]))?", re.IGNORECASE)
WORDS = re.compile(r"[a-z]\d|pass|--", re.IGNORECASE)


@register("othello")
class Othello(OthelloHints):
    """X and O place discs that enclose discs of the opponent in a line, and flip all of these.

    An action is a square, or PASS. The game is over when neither player can place a disc. By
    `score` the utility is the result, 1, 0 or -1, or the difference in discs, where empty squares
    count for the winner.
    """

    # Notation.

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
        """A legal square, or pass (also --); raises an error with the reason for others."""
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
        """All squares from a1 on, row by row, and the player to move."""
        return "".join(self.rows(state)) + " " + self.player_name(state.turn)

    def parse_position(self, text: str) -> State:
        """The inverse of `position`.

        Moves, as in f5d6c3, are accepted too, without forced passes.
        """
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

    # Pictures.

    def text(self, state: State) -> str:
        """The board with names of columns and rows, a * for each legal square, and the count."""
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
        """The board drawn, with a small disc on each legal square."""
        legal = moves(state.mover, state.other) & self.squares
        return board_svg(self.rows(state), frozenset(indices(legal)), state.turn)

    def diagram(self, state: State) -> Diagram:
        """The board as data."""
        return grid(self.rows(state), upwards=False)

    def action_cells(self, state: State, action: int) -> tuple[int, ...]:
        """The square itself; none for a pass."""
        return () if action == PASS else (action // 8 * self.size + action % 8,)

    def appearance(self) -> Appearance:
        """Black and white discs on green."""
        return Appearance(named_by_paint("black", "white"), pieces="discs", ground="felt")

    def points_so_far(self, state: State) -> tuple[int, ...]:
        """The discs of each player."""
        rows = "".join(self.rows(state))
        return rows.count("X"), rows.count("O")
