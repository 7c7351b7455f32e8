"""Light rollouts of Go: any legal point that is no eye of one's own, until both players pass.

`rollout_action` plays on the words of a state. `rollout` keeps chains in an array, as programs for
Monte Carlo Go do, which is faster. Both draw from the same distribution.

An eye is an empty point whose neighbours are all own stones, with at most one of its diagonal
neighbours the opponent's, none at the edge (B. Brügmann, Monte Carlo Go, 1993).
"""

from __future__ import annotations

from adversario.base.bitboards import WORD, clear_cell, has
from adversario.bits import Board, count, left, lowest, right
from adversario.games.boards.go.board import PASS, State
from adversario.games.boards.go.chains import (
    BESIDE,
    BLACK,
    EMPTY,
    LISTED,
    PLACE,
    WHITE,
    Chains,
    add_empty,
    count_neighbours,
    empty_chains,
    gather_chain,
    is_eye_at,
    is_playable_at,
    place_stone,
    swap_empty,
)
from adversario.games.boards.go.hints import GoHints
from adversario.tuples import replaced


def next_random(word: Board) -> Board:
    """The next of a sequence of random words (G. Marsaglia, Xorshift RNGs, 2003)."""
    word ^= left(word, 13)
    word ^= right(word, 7)
    return word ^ left(word, 17)


class GoRollouts(GoHints):
    """The rules with random play."""

    def is_eye(self, own: tuple[int, ...], other: tuple[int, ...], cell: int) -> bool:
        """Whether an empty point is most likely an eye of one's own."""
        for at in self.near[cell]:
            if at >= 0 and not has(own, at):
                return False
        enemies, edge = 0, 0
        for at in self.diagonal[cell]:
            if at < 0:
                edge = 1
            elif has(other, at):
                enemies += 1
        return enemies + edge < 2

    def rollout_action(self, state: State, random: Board) -> int:
        """A random point that may be played and is no eye, or PASS if there is none.

        Empty points are drawn without replacement until one will do.
        """
        own = state.black if state.turn == 0 else state.white
        other = state.white if state.turn == 0 else state.black
        untried, left_over = self.empty, 0
        for word in range(self.words):
            free = self.full[word] & ~(own[word] | other[word])
            untried = replaced(untried, word, free)
            left_over += count(free)
        while left_over:
            random = next_random(random)
            cell = self.nth_point(untried, int(right(random, 33)) % left_over)
            if (
                cell != state.ko
                and not self.is_eye(own, other, cell)
                and self.is_playable(own, other, cell)
            ):
                return cell
            untried = clear_cell(untried, cell)
            left_over -= 1
        return PASS

    def nth_point(self, board: tuple[int, ...], number: int) -> int:
        """The point of a board with that many before it."""
        word = 0
        while number >= count(board[word]):
            number -= count(board[word])
            word += 1
        rest = board[word]
        for _ in range(number):
            rest &= rest - 1
        return word * WORD + lowest(rest)

    def rollout(self, state: State, random: Board) -> float:
        """What Black gets at the end of a random game."""
        board = self.chains(state)
        return self.payoff(board, self.play_out(board, state, random))

    def play_out(self, board: Chains, state: State, random: Board) -> int:
        """Play a random game on the board of a state; the prisoners at its end."""
        step = self.stride
        turn, passes, prisoners = state.turn, state.passes, state.prisoners
        ko = state.ko + step if state.ko >= 0 else 0
        for _ in range(self.longest):
            if passes >= 2:
                break
            untried, chosen = int(board[PLACE]), 0
            while untried > 0:
                random = next_random(random)
                index = int(right(random, 33)) % untried
                at = int(board[8 * index + LISTED])
                if (
                    at != ko
                    and not is_eye_at(board, at, turn, step)
                    and is_playable_at(board, at, turn, step)
                ):
                    chosen = at
                    break
                untried -= 1
                swap_empty(board, index, untried)
            ko = 0
            if chosen:
                passes = 0
                alone = board[8 * chosen + BESIDE + 1 - turn] == 4
                taken, last = place_stone(board, chosen, turn, step)
                if taken == 1 and alone:
                    ko = int(last)
                if not self.by_area:
                    prisoners += taken if turn == BLACK else -taken
            else:
                passes += 1
            turn = 1 - turn
        return prisoners

    def chains(self, state: State) -> Chains:
        """The stones of a state in an array."""
        step = self.stride
        board = empty_chains(step * (self.size + 2) + 1)
        for cell in self.cells:
            if has(state.black, cell):
                board[8 * (cell + step)] = BLACK
            elif has(state.white, cell):
                board[8 * (cell + step)] = WHITE
            else:
                add_empty(board, cell + step)
        for cell in self.cells:
            count_neighbours(board, cell + step, step)
            gather_chain(board, cell + step, step)
        return board

    def payoff(self, board: Chains, prisoners: int) -> float:
        """What Black gets, where each empty point is an eye or neutral."""
        lead = prisoners - self.bonus
        for cell in self.cells:
            at = cell + self.stride
            colour = board[8 * at]
            if colour < EMPTY:
                if self.by_area:
                    lead += 1 if colour == BLACK else -1
            elif board[8 * at + BESIDE] == 4:
                lead += 1
            elif board[8 * at + BESIDE + 1] == 4:
                lead -= 1
        if self.by_points:
            return lead
        return 1.0 if lead > 0 else -1.0 if lead < 0 else 0.0
