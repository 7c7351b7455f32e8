"""Backgammon with the cube as a game: positions, the cube in words, and pictures."""

from __future__ import annotations

import re

from adversario.base.board_diagram import Diagram
from adversario.base.errors import IllegalActionError, InputError
from adversario.base.numbers import Number
from adversario.games.dice.backgammon.cube.ids import (
    MATCH_ID_LENGTH,
    CubeFields,
    read_cube_xgid,
    read_match_id,
    write_cube_xgid,
    write_match_id,
)
from adversario.games.dice.backgammon.cube.match_play import AFTER, CRAWFORD, PLAIN
from adversario.games.dice.backgammon.cube.picture import cube_diagram, cube_svg, cube_text
from adversario.games.dice.backgammon.cube.rules import (
    DOUBLE,
    DOUBLING,
    DROP,
    HIGHEST,
    NOBODY,
    OFFERED,
    ROLL,
    ROLLING,
    TAKE,
    CubeRules,
    CubeState,
)
from adversario.games.dice.backgammon.ids import ID_LENGTH, read_id, write_id
from adversario.games.dice.backgammon.notation import PlayNotation
from adversario.games.dice.backgammon.picture import MARKS
from adversario.games.registry import register

POSITION = re.compile(
    rf"([A-Za-z0-9+/]{{{ID_LENGTH}}}):([1-6]{{2}}|first|-|\?|D):([XO]):(\d+)([XO]?):(\d+)-(\d+)([cp]?)"
)
IDS = re.compile(rf"([A-Za-z0-9+/]{{{ID_LENGTH}}}):([A-Za-z0-9+/]{{{MATCH_ID_LENGTH}}})")
CUBE_NAMES = {ROLL: "roll", DOUBLE: "double", TAKE: "take", DROP: "drop"}
STAGES = {PLAIN: "", CRAWFORD: "c", AFTER: "p"}


@register("backgammon-cube")
class CubeBackgammon(PlayNotation[CubeState], CubeRules):
    """Backgammon with the doubling cube: a game for points, or a match to `points`.

    In a game for points (`points` 0) gammons count with `jacoby` only once the cube was turned, and
    the cube ends at 64. In a match, with `crawford`, there is no cube in the first
    game in which a player needs one point. `start` is as in backgammon.
    """

    def action_name(self, state: CubeState, action: int) -> str:
        """Roll, double, take or drop; or a roll or a play, as in backgammon."""
        if state.next != ROLLING:
            return CUBE_NAMES[action]
        return super().action_name(state, action)

    def parse_action(self, state: CubeState, text: str) -> int:
        """The action of that name; raises IllegalActionError for others."""
        if state.next == ROLLING:
            return super().parse_action(state, text)
        legal = {CUBE_NAMES[action]: action for action in self.actions(state)}
        if (wanted := text.strip().lower()) in legal:
            return legal[wanted]
        raise IllegalActionError(
            "game.illegal", action=text.strip(), state=self.position(state), legal=", ".join(legal)
        )

    def position(self, state: CubeState) -> str:
        """As 4HPwATDgc/ABMA:31:X:2O:3-5, with the cube and its owner, and the score.

        For the dice there is `first` before the first roll, `?` if the side may double, `D` if it
        has, and `-` if dice are next. The score ends with c in the Crawford game, and p after it.
        """
        dice = f"{state.big}{state.small}" if state.big else "-"
        dice = "first" if state.opening else {DOUBLING: "?", OFFERED: "D"}.get(state.next, dice)
        owner = "" if state.owner == NOBODY else MARKS[state.owner]
        score = f"{state.first}-{state.second}{STAGES[state.stage]}"
        return f"{write_id(state.board)}:{dice}:{MARKS[state.turn]}:{state.cube}{owner}:{score}"

    def xgid(self, state: CubeState) -> str:
        """The position as an XGID, which other programs read."""
        return write_cube_xgid(state, self.points, self.jacoby)

    def match_id(self, state: CubeState) -> str:
        """GNU Backgammon's match ID: the cube, the score, the dice and whose turn it is."""
        return write_match_id(state, self.points)

    def parse_position(self, text: str) -> CubeState:
        """The inverse of `position`; an XGID, IDs or the actions so far are accepted too.

        IDs are GNU Backgammon's Position ID and match ID, joined by a colon.
        """
        given = text.strip()
        if (fields := read_cube_xgid(given, self.men)) is not None:
            return self._state_of(given, fields)
        if (ids := IDS.fullmatch(given)) is not None:
            found = read_match_id(ids[2])._replace(board=read_id(ids[1], self.men))
            return self._state_of(given, found)
        if (match := POSITION.fullmatch(given)) is None:
            return self._play(given)
        dice, owner = match[2], NOBODY if not match[5] else MARKS.index(match[5])
        big, small = (max(dice), min(dice)) if dice.isdecimal() else ("0", "0")
        follows = {"?": DOUBLING, "D": OFFERED}.get(dice, ROLLING)
        stage = next(each for each, mark in STAGES.items() if mark == match[8])
        state = CubeState(
            read_id(match[1], self.men), MARKS.index(match[3]), int(big), int(small),
            dice == "first", follows, int(match[4]), owner, int(match[6]), int(match[7]), stage,
        )  # fmt: skip
        return self._checked(given, state)

    def _state_of(self, text: str, fields: CubeFields) -> CubeState:
        """The state of the fields that other programs write."""
        if fields.points != self.points:
            raise InputError("backgammon.other_match", given=fields.points, points=self.points)
        first, second = fields.first, fields.second
        stage = PLAIN
        if self.points and self.points - max(first, second) == 1 and self.crawford:
            stage = CRAWFORD if fields.crawford else AFTER
        state = CubeState(
            fields.board, fields.turn, max(fields.dice), min(fields.dice), False, ROLLING,
            fields.cube, fields.owner, first, second, stage,
        )  # fmt: skip
        if fields.offered:
            state = state._replace(next=OFFERED)
        elif not state.big and self.may_double(state, state.turn):
            state = state._replace(next=DOUBLING)
        return self._checked(text, state)

    def _play(self, text: str) -> CubeState:
        """The state after actions."""
        state = self.initial()
        for word in text.split():
            state = self.result(state, self.parse_action(state, word.replace(",", " ")))
        return state

    def _checked(self, text: str, state: CubeState) -> CubeState:
        """The state, if it can arise."""
        powers = {1 << at for at in range(7)}
        if state.cube not in powers or (state.cube == 1) != (state.owner == NOBODY):
            raise InputError("backgammon.cube", position=text, most=HIGHEST)
        if self.is_terminal(state):
            if state.next != ROLLING or state.big or state.opening:
                raise InputError("backgammon.over", position=text)
            return state
        over = self.men in (state.board.mine_low & 15, state.board.theirs_low & 15)
        if over:
            raise InputError("backgammon.over", position=text)
        if state.opening and state._replace(first=0, second=0, stage=PLAIN) != self.new_game(
            0, 0, PLAIN
        ):
            raise InputError("backgammon.first", position=text)
        if state.next != ROLLING and not self.may_double(state, state.turn):
            raise InputError("backgammon.no_double", position=text)
        return state

    def text(self, state: CubeState) -> str:
        """The board as X sees it, with the cube and the score."""
        return cube_text(state, self.points)

    def svg(self, state: CubeState) -> str:
        """The board drawn as X sees it, with the cube."""
        return cube_svg(state, self.position(state))

    def diagram(self, state: CubeState) -> Diagram:
        """The board as cells, with the cube after the dice."""
        return cube_diagram(state)

    def action_cells(self, state: CubeState, action: int) -> tuple[int, ...]:
        """From and to, for each man that a play moves; none for the cube."""
        return () if state.next != ROLLING else super().action_cells(state, action)

    def other_action_cells(self, state: CubeState, action: int) -> tuple[tuple[int, ...], ...]:
        """The moves of a play in other orders."""
        return () if state.next != ROLLING else super().other_action_cells(state, action)

    def points_so_far(self, state: CubeState) -> tuple[Number, ...]:
        """The points won in the match, or in the game that is over."""
        return (state.first, state.second)
