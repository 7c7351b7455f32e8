"""Go for searches of games of placement: heavy rollouts, and results that count as simulations.

Heavy rollouts answer the last move: they take or save what it puts in atari, or play where a
pattern of 3x3 points beside it fits (Gelly and others 2006); else they play at random, and seldom
into atari. The virtual results are of the kind that Gelly and Silver (2007) and Chaslot and others
(2008) start nodes with; their numbers are from matches with itself (`benchmarks/results/go.md`).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from adversario.bits import Board, right
from adversario.games.boards.go.board import PASS, State
from adversario.games.boards.go.chains import (
    BESIDE,
    BLACK,
    COLOUR,
    EDGE,
    EMPTY,
    LISTED,
    PLACE,
    Chains,
    is_eye_at,
    is_playable_at,
    place_stone,
    swap_empty,
)
from adversario.games.boards.go.rollouts import GoRollouts, next_random
from adversario.games.boards.go.shapes import shape_table
from adversario.games.boards.go.tactics import is_self_atari, last_liberty

EVEN = 10
"""The virtual simulations of any action, half of them won; more are added for good and bad ones."""

TAKES, SAVES, FITS, LOSES = 15, 10, 10, 10
"""More of them: for taking or saving stones in atari, fitting a pattern; or for bad actions."""

RASH = 7
"""Of the moves into atari that are drawn, one in 8 is played: the one whose bits are all 0."""


class GoPlacement(GoRollouts):
    """The rules with what searches of games of placement ask for."""

    @property
    def shapes(self) -> Any:
        """For each code of the eight points around one, whether a pattern fits."""
        return shape_table()

    def placed_rollout(self, state: State, random: Board, heavy: int, first: Any) -> float:
        """What Black gets at the end of a random game, light or heavy."""
        board, step = self.chains(state), self.stride
        turn, passes, prisoners, last = state.turn, state.passes, state.prisoners, 0
        ko = state.ko + step if state.ko >= 0 else 0
        for _ in range(self.longest):
            if passes >= 2:
                break
            random = next_random(random)
            chosen = self.reply(board, last, ko, turn, random) if heavy and last else 0
            untried = 0 if chosen else int(board[PLACE])
            while untried > 0:
                random = next_random(random)
                index = int(right(random, 33)) % untried
                at = int(board[8 * index + LISTED])
                untried -= 1
                swap_empty(board, index, untried)
                if (
                    at != ko
                    and not is_eye_at(board, at, turn, step)
                    and is_playable_at(board, at, turn, step)
                    and not (
                        heavy
                        and int(right(random, 8)) & RASH
                        and is_self_atari(board, at, turn, step)
                    )
                ):
                    chosen = at
                    break
            ko, last = 0, chosen
            if chosen:
                passes = 0
                if first[chosen - step] == 0:
                    first[chosen - step] = turn + 1
                alone = board[8 * chosen + BESIDE + 1 - turn] == 4
                taken, stone = place_stone(board, chosen, turn, step)
                if taken == 1 and alone:
                    ko = int(stone)
                if not self.by_area:
                    prisoners += taken if turn == BLACK else -taken
            else:
                passes += 1
            turn = 1 - turn
        return self.payoff(board, prisoners)

    def reply(self, board: Chains, last: int, ko: int, turn: int, random: Board) -> int:
        """An answer to the last move: one of those that fit best, or 0.

        First what takes the stone, or takes or saves what it puts in atari; then patterns.
        """
        step, number, chosen = self.stride, 0, 0
        lot = int(right(random, 40))
        liberty = last_liberty(board, last, step) if board[8 * last + COLOUR] < EMPTY else 0
        if liberty and liberty != ko and is_playable_at(board, liberty, turn, step):
            number, chosen = 1, liberty
        for at in (last - step, last - 1, last + 1, last + step):
            liberty = last_liberty(board, at, step) if board[8 * at + COLOUR] == turn else 0
            if liberty and liberty != ko and self.is_sound(board, liberty, turn):
                number += 1
                if lot % number == 0:
                    chosen = liberty
        if chosen:
            return chosen
        for way in self.round:
            at = last + way
            if (
                board[8 * at + COLOUR] == EMPTY
                and at != ko
                and self.fits(board, at)
                and self.is_sound(board, at, turn)
            ):
                number += 1
                if lot % number == 0:
                    chosen = at
        return chosen

    def is_sound(self, board: Chains, at: int, turn: int) -> bool:
        """Whether a stone may be placed and is not in atari."""
        return is_playable_at(board, at, turn, self.stride) and not is_self_atari(
            board, at, turn, self.stride
        )

    def fits(self, board: Chains, at: int) -> bool:
        """Whether a pattern fits around a point."""
        code, place = 0, 0
        for way in self.round:
            code |= int(board[8 * (at + way) + COLOUR]) << place
            place += 2
        return bool(self.shapes[code])

    def virtual_results(self, state: State) -> Iterator[tuple[float, float]]:
        """To take or save stones in atari is good, as patterns are; eyes and atari are bad."""
        board, step, own = self.chains(state), self.stride, state.turn
        for action in self.actions(state):
            trials, wins = float(EVEN), EVEN / 2.0
            if action == PASS:
                trials += LOSES
            elif is_eye_at(board, action + step, own, step):
                trials += 2 * LOSES
            elif is_self_atari(board, action + step, own, step):
                trials += LOSES
            else:
                at = action + step
                takes, saves, alone, edge = False, False, True, False
                for to in (at - step, at - 1, at + 1, at + step):
                    colour = board[8 * to + COLOUR]
                    if colour == EDGE:
                        edge = True
                    elif colour < EMPTY and last_liberty(board, to, step):
                        takes, saves = takes or colour != own, saves or colour == own
                for way in self.round:
                    alone = alone and board[8 * (at + way) + COLOUR] >= EMPTY
                gain = (TAKES if takes else 0.0) + (SAVES if saves else 0.0)
                if self.fits(board, at):
                    trials, gain = trials + FITS / 10, gain + FITS - FITS / 10
                if edge and alone:
                    trials += LOSES
                trials, wins = trials + gain, wins + gain
            yield trials, wins
