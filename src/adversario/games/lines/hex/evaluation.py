"""Hints for searches of Hex: an evaluation, symmetries, parents."""

from __future__ import annotations

from collections.abc import Iterator

from adversario.base.bitboards import clear_cell, has, size
from adversario.games.lines.hex.rules import HexRules, State
from adversario.tuples import replaced


class HexEvaluation(HexRules):
    """The rules with an evaluation by the stones that are missing to connect."""

    def evaluate(self, state: State, player: int) -> float:
        """The difference in stones needed to connect; the mover's next one counts half.

        By the shortest path, on which a player's own stones cost nothing.
        """
        x = 2 * self.distance(state.x, state.o, self.top, self.bottom)
        o = 2 * self.distance(state.o, state.x, self.left, self.right)
        if state.turn == 0:
            x -= 1
        else:
            o -= 1
        lead = (o - x) / (o + x)
        return lead if player == 0 else -lead

    def distance(
        self,
        own: tuple[int, ...],
        other: tuple[int, ...],
        start: tuple[int, ...],
        goal: tuple[int, ...],
    ) -> int:
        """The least number of further stones that link two edges; the state is not terminal."""
        reached, stones = self.empty, 0
        for word in range(self.words):
            reached = replaced(reached, word, start[word] & own[word])
        reached = self.flood(reached, own)
        while not self.meet(reached, goal):
            wider = reached
            for word in range(self.words):
                grown = start[word] | self.neighbours(reached, word)
                free = self.full[word] & ~other[word]
                wider = replaced(wider, word, reached[word] | grown & free)
            reached = self.flood(wider, own)
            stones += 1
        return stones

    def parents(self, state: State) -> int:
        """The number of stones of the last player that can have been the last."""
        board = state.o if state.turn == 0 else state.x
        found = size(board)
        if state.connected:
            for cell in self.cells:
                if has(board, cell) and self.links(clear_cell(board, cell), 1 - state.turn):
                    found -= 1
        return found

    def links(self, board: tuple[int, ...], player: int) -> bool:
        """Whether the stones of a player link the player's sides."""
        start, goal = (self.top, self.bottom) if player == 0 else (self.left, self.right)
        reached = self.empty
        for word in range(self.words):
            reached = replaced(reached, word, start[word] & board[word])
        return self.meet(self.flood(reached, board), goal)

    def symmetries(self, state: State) -> Iterator[State]:
        """The board turned by 180°, for boards of one word; others would be slow."""
        if self.words == 1:
            x, o = self.rotate(state.x), self.rotate(state.o)
            yield State(x, o, state.turn, state.connected)

    def rotate(self, board: tuple[int, ...]) -> tuple[int, ...]:
        """A board of one word turned by 180°."""
        last, found = self.cells[-1], 0
        for cell in self.cells:
            if has(board, cell):
                found |= 1 << last - cell
        return replaced(board, 0, found)
