"""Hints for searches of an m,n,k game: an evaluation, symmetries, parents."""

from __future__ import annotations

from collections.abc import Iterator

from adversario.base.bitboards import clear_cell, has, shift_word, size
from adversario.bits import count
from adversario.games.lines.mnk.rules import MnkRules, State
from adversario.tuples import replaced


class MnkEvaluation(MnkRules):
    """The rules with an evaluation by open lines."""

    def evaluate(self, state: State, player: int) -> float:
        """The player's share of the open lines, where lines with more stones count far more."""
        taken = self.taken(state.stones)
        own, total = 0, 0
        for each in range(self.players):
            worth = self.open_lines(state.stones, each * self.words, taken)
            total += worth
            if (state.turn + each) % self.players == player:
                own = worth
        share = (self.players * own - total) / (total + self.growth[self.k - 1])
        return -share if self.misere else share

    def open_lines(self, stones: tuple[int, ...], first: int, taken: tuple[int, ...]) -> int:
        """The value of all k cells in a row that have stones of only one player.

        All rows of a direction that start in a word are counted together: a bit of `ones`, `twos`,
        `fours` and `eights` is a digit of the number of stones in the row from there.
        """
        worth = 0
        for direction in range(4):
            for word in range(self.words):
                rows = self.starts[direction * self.words + word]
                ones, twos, fours, eights = 0, 0, 0, 0
                for place in range(self.k):
                    far = place * self.steps[direction]
                    own = shift_word(stones, first, first + self.words, word, far)
                    rows &= own | ~shift_word(taken, 0, self.words, word, far)
                    carry, ones = ones & own, ones ^ own
                    carry, twos = twos & carry, twos ^ carry
                    carry, fours = fours & carry, fours ^ carry
                    eights ^= carry
                for number in range(1, self.k):
                    same = rows & (ones if number & 1 else ~ones)
                    same &= twos if number & 2 else ~twos
                    same &= fours if number & 4 else ~fours
                    same &= eights if number & 8 else ~eights
                    worth += self.growth[number] * count(same)
        return worth

    def parents(self, state: State) -> int:
        """The stones of the last player that can have been the last; none outside its line."""
        if self.gravity:
            return 0  # the last stone depends on the stones above and below
        board = state.stones[self.behind :]
        found = size(board)
        if state.lined:
            for cell in self.order:
                if has(board, cell) and self.has_line(clear_cell(board, cell)):
                    found -= 1
        return found

    def has_line(self, board: tuple[int, ...]) -> bool:
        """Whether there is a row of k on the board."""
        return any(has(board, cell) and self.lines_up(board, cell) for cell in self.order)

    def symmetries(self, state: State) -> Iterator[State]:
        """The rotations and reflections of the board; with gravity, the mirror image.

        Boards of several words have none: computing their images takes too long to be of use.
        """
        for image in self.images:
            stones = state.stones
            for player in range(self.players):
                shift_word = 0
                for cell, to in image:
                    shift_word |= (state.stones[player] >> cell & 1) << to
                stones = replaced(stones, player, shift_word)
            yield State(stones, state.turn, state.lined)
