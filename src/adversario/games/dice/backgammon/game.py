"""Backgammon as a game: positions above the rules."""

from __future__ import annotations

import re

from adversario.base.errors import InputError
from adversario.games.dice.backgammon.ids import (
    ID_LENGTH,
    read_id,
    read_xgid,
    write_id,
    write_xgid,
)
from adversario.games.dice.backgammon.notation import PlayNotation
from adversario.games.dice.backgammon.picture import MARKS
from adversario.games.dice.backgammon.rules import BackgammonRules, State
from adversario.games.registry import register

POSITION = re.compile(rf"([A-Za-z0-9+/]{{{ID_LENGTH}}}):([1-6]{{2}}|-|first):([XO])")


@register("backgammon")
class Backgammon(PlayNotation[State], BackgammonRules):
    """Two players race fifteen men each around the board by the throw of two dice.

    The utility is the number of points won: 1, 2 for a gammon, 3 for a backgammon (1 in any case
    without `gammons`). `start` is backgammon, nackgammon or hypergammon, with three men each.
    """

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
