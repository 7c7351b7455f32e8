"""Plays in words, and pictures of boards: what all forms of backgammon share."""

from __future__ import annotations

from adversario.base.appearance import Appearance, named_by_paint
from adversario.base.board_diagram import Diagram
from adversario.base.errors import IllegalActionError
from adversario.game import CHANCE
from adversario.games.dice.backgammon.cells import board_diagram, other_play_cells, play_cells
from adversario.games.dice.backgammon.moves import count_points, fits_play, play_name, read_moves
from adversario.games.dice.backgammon.picture import MARKS, board_svg, board_text
from adversario.games.dice.backgammon.plays import PASS, P, PlayRules


class PlayNotation(PlayRules[P]):
    """Names of rolls and plays as people write them, the board as text, picture and cells."""

    def player_name(self, player: int) -> str:
        """X or O."""
        return super().player_name(player) if player == CHANCE else MARKS[player]

    def action_name(self, state: P, action: int) -> str:
        """A play as in 13/7 8/7, or pass; dice as in 31, the die of X first at the start."""
        if state.big == 0:
            return f"{action >> 3}{action & 7}"
        return "pass" if action == PASS else play_name(state, action)

    def parse_action(self, state: P, text: str) -> int:
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

    def text(self, state: P) -> str:
        """The board as X sees it, with the pips that each side has to go."""
        return board_text(state)

    def svg(self, state: P) -> str:
        """The board drawn as X sees it."""
        return board_svg(state, self.position(state))

    def diagram(self, state: P) -> Diagram:
        """The board as cells: points with men, bars, trays and dice."""
        return board_diagram(state)

    def action_cells(self, state: P, action: int) -> tuple[int, ...]:
        """From and to, for each man that a play moves; none for a pass and for dice."""
        return play_cells(state, action) if state.big else ()

    def other_action_cells(self, state: P, action: int) -> tuple[tuple[int, ...], ...]:
        """The moves of a play in other orders."""
        return other_play_cells(state, action) if state.big else ()

    def appearance(self) -> Appearance:
        """White is X, and has its home at the bottom."""
        return Appearance(named_by_paint("white", "black"), pieces="discs", bottom=0)
