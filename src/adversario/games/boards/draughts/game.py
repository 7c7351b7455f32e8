"""The variants of draughts as games: rules, evaluation, notation and pictures."""

from __future__ import annotations

from adversario.base.appearance import Appearance, named_by_paint
from adversario.base.board_diagram import Diagram
from adversario.base.catalogue import Message, message
from adversario.base.errors import IllegalActionError
from adversario.games.boards.draughts.counting import placements
from adversario.games.boards.draughts.estimate import (
    FLYING_WEIGHTS,
    SHORT_WEIGHTS,
    DraughtsEvaluation,
)
from adversario.games.boards.draughts.notation import (
    check_state,
    is_fen,
    move_name,
    read_fen,
    read_squares,
    route,
    square_name,
    write_fen,
)
from adversario.games.boards.draughts.numbers import DraughtsNumbers
from adversario.games.boards.draughts.picture import board_diagram, board_svg, board_text
from adversario.games.boards.draughts.state import Move, State
from adversario.games.boards.draughts.variants import (
    BRAZILIAN,
    ENGLISH,
    INTERNATIONAL,
    ITALIAN,
    RUSSIAN,
    SPANISH,
)
from adversario.games.registry import register


class Draughts(DraughtsNumbers, DraughtsEvaluation):
    """Base class of the variants of draughts; a subclass sets `variant`."""

    def placed(self, black: int, white: int, kings: int = 0, turn: int = 0) -> State:
        """The state with pieces on those sets of squares and no quiet plies.

        Raises InputError if there are too many, or a man is on its far row.
        """
        state = State(black, white, kings & (black | white), turn, 0)
        return check_state(self, write_fen(self, state), state)

    def most_states(self) -> int:
        """All placements of the pieces, either player to move, any number of quiet plies."""
        most = 2 * self.pieces
        found = sum(placements(self.size, some, self.pieces) for some in range(1, most + 1))
        return 2 * (self.draw + 1) * found

    # Notation.

    def player_name(self, player: int) -> str:
        """Black or White."""
        return "Black" if player == self.black_turn else "White"

    def square_name(self, square: int) -> str:
        """The name of a square in the variant's notation."""
        return square_name(self, square)

    def action_name(self, state: State, action: Move) -> str:
        """The squares of a step, as in 11-15, or all squares of a capture, as in 14x23x30."""
        return move_name(self, state, action)

    def parse_action(self, state: State, text: str) -> Move:
        """The legal move in that notation; for a capture its first and last square are enough."""
        if self.is_terminal(state):
            raise IllegalActionError("game.over", state=self.position(state))
        squares = read_squares(self, text)
        if not squares:
            example = move_name(self, state, next(iter(self.actions(state))))
            raise IllegalActionError("draughts.no_move", action=text.strip(), example=example)
        ends = (squares[0], squares[-1])
        close = [each for each in self.actions(state) if (each.origin, each.target) == ends]
        if len(squares) == 2 and len(close) == 1:
            return close[0]
        exact = [each for each in close if route(self, state, each, squares)]
        if len(exact) == 1:
            return exact[0]
        if close and len(squares) == 2:
            names = ", ".join(self.action_name(state, each) for each in close)
            raise IllegalActionError("draughts.ambiguous", action=text.strip(), legal=names)
        raise self._refusal(state, text.strip(), squares[0])

    def _refusal(self, state: State, text: str, origin: int) -> IllegalActionError:
        """The error for an illegal move, with the reason."""
        own = state.black if state.turn == self.black_turn else state.white
        if self.is_quiet(state) and own >> origin & 1:
            legal = ", ".join(self.action_name(state, each) for each in self.actions(state))
            return IllegalActionError(
                "game.illegal", action=text, state=self.position(state), legal=legal
            )
        colour = message("draughts.black" if own == state.black else "draughts.white")
        if not own >> origin & 1:
            square = self.square_name(origin)
            return IllegalActionError(
                "draughts.no_piece", action=text, player=colour, square=square
            )
        return IllegalActionError(
            "draughts.must_capture", action=text, player=colour, captures=self._captures(state)
        )

    def _captures(self, state: State) -> tuple[Message, ...]:
        """The captures, as in: 2 pieces by 14x23x30."""
        names: dict[int, list[str]] = {}
        for each in self.actions(state):
            names.setdefault(each.captured.bit_count(), []).append(self.action_name(state, each))
        return tuple(
            message("draughts.one" if pieces == 1 else "draughts.several", pieces=pieces,
                    captures=", ".join(found))
            for pieces, found in sorted(names.items())
        )  # fmt: skip

    def position(self, state: State) -> str:
        """The position as a FEN, as in W:W21-32:B1-12."""
        return write_fen(self, state)

    def parse_position(self, text: str) -> State:
        """The state of a FEN; the moves played, as in "11-15 23-19", are accepted too."""
        return read_fen(self, text) if is_fen(text) else super().parse_position(text)

    # Pictures.

    def text(self, state: State) -> str:
        """The board, b and w for men, B and W for kings."""
        return board_text(self, state)

    def svg(self, state: State) -> str:
        """The board drawn."""
        return board_svg(self, state, self.position(state))

    def diagram(self, state: State) -> Diagram:
        """The dark squares as data."""
        return board_diagram(self, state)

    def action_cells(self, state: State, action: Move) -> tuple[int, ...]:
        """All squares on the path of the piece."""
        return route(self, state, action)

    def appearance(self) -> Appearance:
        """White below Black, in all variants."""
        white, black = named_by_paint("white", "black")
        sides = (black, white) if self.black_turn == 0 else (white, black)
        return Appearance(sides, pieces="men", ground="chequered", bottom=1 - self.black_turn)


@register("checkers")
class Checkers(Draughts):
    """English draughts: kings go one square, and any capture may be chosen. Black begins."""

    variant, weights = ENGLISH, SHORT_WEIGHTS

    def __init__(self, size: int = 8, draw: int = 80) -> None:
        super().__init__(size, draw)


@register("international-draughts")
class InternationalDraughts(Draughts):
    """On 10 by 10 squares: flying kings, men capture backwards, the most pieces must be taken."""

    variant, weights = INTERNATIONAL, FLYING_WEIGHTS

    def __init__(self, size: int = 10, draw: int = 50) -> None:
        super().__init__(size, draw)


@register("spanish-draughts")
class SpanishDraughts(Draughts):
    """Flying kings; the most pieces must be taken, and of these the most kings."""

    variant, weights = SPANISH, FLYING_WEIGHTS

    def __init__(self, size: int = 8, draw: int = 80) -> None:
        super().__init__(size, draw)


@register("russian-draughts")
class RussianDraughts(Draughts):
    """Flying kings, men capture backwards and are crowned in passing; any capture may be chosen."""

    variant, weights = RUSSIAN, FLYING_WEIGHTS

    def __init__(self, size: int = 8, draw: int = 30) -> None:
        super().__init__(size, draw)


@register("italian-draughts")
class ItalianDraughts(Draughts):
    """Kings go one square and are safe from men; captures have an order of priority."""

    variant, weights = ITALIAN, SHORT_WEIGHTS

    def __init__(self, size: int = 8, draw: int = 80) -> None:
        super().__init__(size, draw)


@register("brazilian-draughts")
class BrazilianDraughts(Draughts):
    """The international rules on 8 by 8 squares."""

    variant, weights = BRAZILIAN, FLYING_WEIGHTS

    def __init__(self, size: int = 8, draw: int = 40) -> None:
        super().__init__(size, draw)


VARIANTS = (
    Checkers,
    InternationalDraughts,
    SpanishDraughts,
    RussianDraughts,
    ItalianDraughts,
    BrazilianDraughts,
)
