"""Hints for searches of chess: evaluation, noisy moves, their urgency, passing."""

from __future__ import annotations

from collections.abc import Iterator

from adversario.bits import bit, invert, lowest
from adversario.games.boards.chess.estimate import (
    TEMPO,
    chase_score,
    pawn_score,
    phase_of,
    piece_score,
)
from adversario.games.boards.chess.exchange import pays
from adversario.games.boards.chess.hashing import ZOBRIST
from adversario.games.boards.chess.pieces import PAWN, QUEEN, code_at, has, rest
from adversario.games.boards.chess.rules import ChessRules
from adversario.games.boards.chess.state import State, captured_of, piece_of, promoted_of
from adversario.games.boards.chess.values import WORTH, late_of, middle_of

CENTIPAWN = 1e-4
"""A hundredth of a pawn as an estimate; a win is worth 1."""

SUREST = 0.98
LOSING = 1 << 20


class ChessHints(ChessRules):
    """The rules with an evaluation, and with hints for searches."""

    estimate_unit = 100 * CENTIPAWN
    """A pawn."""

    ends_without_actions = True

    def evaluate(self, state: State, player: int) -> float:
        """Pieces and squares, mobility, safety of the kings, pawns: between the two phases."""
        own, p0, p1, p2, side = state.own, state.p0, state.p1, state.p2, state.turn
        occupied = p0 | p1 | p2
        other = occupied ^ own
        pawns, kings = p0 & invert(p1 | p2), p1 & p2
        mine, theirs = own & pawns, other & pawns
        king, foe = lowest(own & kings), lowest(other & kings)
        score = TEMPO
        score += piece_score(own, other, p0, p1, p2, side, self.squares)
        score -= piece_score(other, own, p0, p1, p2, 1 - side, self.squares)
        score += pawn_score(mine, theirs, other, king, own & (p1 | p2), side)
        score -= pawn_score(theirs, mine, own, foe, other & (p1 | p2), 1 - side)
        score += -state.score if side else state.score
        phase = phase_of(p0, p1, p2)
        late = late_of(score)
        if rest(own) == 0:
            late -= chase_score(king, foe)
        if rest(other) == 0:
            late += chase_score(king, foe)
        value = (middle_of(score) * phase + late * (24 - phase)) * (CENTIPAWN / 24)
        value = min(SUREST, max(-SUREST, value))
        return value if player == side else -value

    def is_quiet(self, state: State) -> bool:
        """Never: there may always be captures."""
        return False

    def noisy_actions(self, state: State) -> Iterator[int]:
        """Captures and promotions to a queen; in check all moves."""
        view = self.view(state)
        other = view.occupied ^ state.own
        pieces = self.movers(state, view)
        while pieces:
            origin = lowest(pieces)
            pieces = rest(pieces)
            piece = code_at(state.p0, state.p1, state.p2, origin)
            targets = self.targets(state, view, origin, piece)
            if not state.checkers:
                if piece == PAWN:
                    targets &= other | self.ends | bit(state.passant)
                else:
                    targets &= other
            move = piece << 6 | origin << 9
            while targets:
                target = lowest(targets)
                targets = rest(targets)
                captured = promoted = 0
                if piece == PAWN and has(self.ends, target):
                    promoted = QUEEN
                if has(other, target):
                    captured = code_at(state.p0, state.p1, state.p2, target)
                while True:
                    yield move | target | captured << 15 | promoted << 18
                    promoted -= 1
                    while promoted > 0 and not self.promotions >> promoted & 1:
                        promoted -= 1
                    if promoted <= 0 or not state.checkers:
                        break

    def urgency(self, state: State, action: int) -> int:
        """0 for a quiet move; above, captures by victim and attacker; below, those that lose.

        Promotions to less than a queen are hardly ever of use.
        """
        captured, promoted, piece = captured_of(action), promoted_of(action), piece_of(action)
        if promoted and promoted != QUEEN:
            return -LOSING
        if piece == PAWN and state.passant and action & 63 == state.passant:
            captured = PAWN
        if not captured and not promoted:
            return 0
        worth = 1000 + 16 * (WORTH[captured] + WORTH[promoted]) - min(1000, WORTH[piece])
        if WORTH[captured] < WORTH[piece] and not promoted and not pays(state, action):
            return worth - LOSING
        return worth

    def is_forced(self, state: State) -> bool:
        """Whether the player to move is in check."""
        return state.checkers != 0

    def pass_turn(self, state: State) -> State:
        """The other player to move; not in check, nor with pawns only (zugzwang)."""
        own, p1, p2 = state.own, state.p1, state.p2
        if state.checkers or not own & (p1 | p2) & invert(p1 & p2):
            return state
        occupied = state.p0 | p1 | p2
        words = state.hash ^ ZOBRIST[0]
        return State(
            occupied ^ own, state.p0, p1, p2, state.castling, own ^ own, words, 0, state.clock,
            1 - state.turn, state.score,
        )  # fmt: skip
