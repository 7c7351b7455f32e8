"""Backgammon as a game: notation and pictures above the rules."""

from __future__ import annotations

import re

from adversario.base.appearance import Appearance, named_by_paint
from adversario.base.board_diagram import Diagram
from adversario.base.errors import IllegalActionError, InputError
from adversario.game import CHANCE
from adversario.games.dice.backgammon.cells import board_diagram, other_play_cells, play_cells
from adversario.games.dice.backgammon.ids import (
    ID_LENGTH,
    read_id,
    read_xgid,
    write_id,
    write_xgid,
)
from adversario.games.dice.backgammon.moves import count_points, fits_play, play_name, read_moves
from adversario.games.dice.backgammon.picture import MARKS, board_svg, board_text
from adversario.games.dice.backgammon.rules import PASS, BackgammonRules, State
from adversario.games.registry import register

POSITION = re.compile(rf"([A-Za-z0-9+/]{{{ID_LENGTH}}}):([1-6]{{2}}|-|first):([XO])")


@register("backgammon")
class Backgammon(BackgammonRules):
    """Two players race fifteen men each around the board by the throw of two dice.

    The utility is the number of points won: 1, 2 for a gammon, 3 for a backgammon (1 in any case
    without `gammons`). `start` is backgammon, nackgammon or hypergammon, with three men each.
    """

    def player_name(self, player: int) -> str:
        """X or O."""
        return super().player_name(player) if player == CHANCE else MARKS[player]

    def action_name(self, state: State, action: int) -> str:
        """A play as in 13/7 8/7, or pass; dice as in 31, the die of X first at the start."""
        if state.big == 0:
            return f"{action >> 3}{action & 7}"
        return "pass" if action == PASS else play_name(state, action)

    def parse_action(self, state: State, text: str) -> int:
        """The play or roll, moves and dice in any order; raises IllegalActionError for others."""
        wanted = text.strip().lower()
        if self.is_terminal(state):
            raise IllegalActionError("game.over", state=self.position(state))
        legal = list(self.legal(state))
        if state.big == 0:
            roll = wanted.replace("-", "")
            named = {self.action_name(state, action): action for action in legal}
            if not state.opening:
                roll = "".join(sorted(roll, reverse=True))
            if roll in named:
                return named[roll]
        elif wanted == "pass":
            if legal == [PASS]:
                return PASS
        elif moves := read_moves(wanted):
            fitting = [action for action in legal if fits_play(state, action, moves)]
            if fitting:
                return max(
                    fitting,
                    key=lambda action: (
                        play_name(state, action) == wanted,
                        count_points(state, action, moves),
                    ),
                )
        raise IllegalActionError(
            "game.illegal",
            action=text.strip(),
            state=self.position(state),
            legal=", ".join(self.action_name(state, action) for action in legal),
        )

    def position(self, state: State) -> str:
        """GNU Backgammon's Position ID, the dice and the side on roll, as 4HPwATDgc/ABMA:31:X.

        Dice are - before they are thrown, and first before the first ones.
        """
        dice = "first" if state.opening else f"{state.big}{state.small}" if state.big else "-"
        return f"{write_id(state.board)}:{dice}:{MARKS[state.turn]}"

    def xgid(self, state: State) -> str:
        """The position as an XGID, which other programs read."""
        return write_xgid(state.board, state.turn, (state.big, state.small))

    def parse_position(self, text: str) -> State:
        """The inverse of `position`; an XGID, or the dice and plays so far, are accepted too.

        Plays of several moves are written without spaces: 31 8/5,6/5 64 24/14.
        """
        given = text.strip()
        if (found := read_xgid(given, self.men)) is not None:
            board, turn, (one, two) = found
            return self._checked(text, State(board, turn, max(one, two), min(one, two), False))
        if (match := POSITION.fullmatch(given)) is None:
            return self._play(given)
        board = read_id(match[1], self.men)
        opening, dice = match[2] == "first", match[2] if match[2].isdecimal() else "00"
        big, small = max(dice), min(dice)
        state = State(board, MARKS.index(match[3]), int(big), int(small), opening)
        if opening and state != self.initial():
            raise InputError("backgammon.first", position=given)
        return self._checked(given, state)

    def _play(self, text: str) -> State:
        """The state after rolls and plays."""
        state = self.initial()
        for word in text.split():
            state = self.result(state, self.parse_action(state, word.replace(",", " ")))
        return state

    def _checked(self, text: str, state: State) -> State:
        """The state, if it can arise: a finished game has one winner and no dice."""
        mine, theirs = state.board.mine_low & 15 == self.men, self.is_terminal(state)
        if mine or (theirs and state.big):
            raise InputError("backgammon.over", position=text)
        return state

    def text(self, state: State) -> str:
        """The board as X sees it, with the pips that each side has to go."""
        return board_text(state)

    def svg(self, state: State) -> str:
        """The board drawn as X sees it."""
        return board_svg(state, self.position(state))

    def diagram(self, state: State) -> Diagram:
        """The board as cells: points with men, bars, trays and dice."""
        return board_diagram(state)

    def action_cells(self, state: State, action: int) -> tuple[int, ...]:
        """From and to, for each man that a play moves; none for a pass and for dice."""
        return play_cells(state, action) if state.big else ()

    def other_action_cells(self, state: State, action: int) -> tuple[tuple[int, ...], ...]:
        """The moves of a play in other orders."""
        return other_play_cells(state, action) if state.big else ()

    def appearance(self) -> Appearance:
        """White is X, and has its home at the bottom."""
        return Appearance(named_by_paint("white", "black"), pieces="discs", bottom=0)
