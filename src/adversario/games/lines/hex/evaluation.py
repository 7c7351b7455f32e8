"""What helps a search of Hex: an estimate, symmetries, parents."""

from __future__ import annotations

from collections.abc import Iterator

from adversario.base.bitboards import has, removed, size
from adversario.games.lines.hex.rules import HexRules, State
from adversario.tuples import replaced


class HexEvaluation(HexRules):
    """The rules with an estimate by the stones that are missing to connect."""

    def evaluate(self, state: State, player: int) -> float:
        """Who needs fewer stones to connect, if the other passes; the mover's next one counts half.

        The shortest path, with a player's own stones free of charge.
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
        """How many more stones link two edges, in a state that is not terminal."""
        reached, stones = self.empty, 0
        for word in range(self.words):
            reached = replaced(reached, word, start[word] & own[word])
        reached = self.flooded(reached, own)
        while not self.meet(reached, goal):
            wider = reached
            for word in range(self.words):
                grown = start[word] | self.neighbours(reached, word)
                free = self.full[word] & ~other[word]
                wider = replaced(wider, word, reached[word] | grown & free)
            reached = self.flooded(wider, own)
            stones += 1
        return stones

    def parents(self, state: State) -> int:
        """Any stone of the last player may have been the last one, if it is what connects."""
        board = state.o if state.turn == 0 else state.x
        found = size(board)
        if state.connected:
            for cell in self.cells:
                if has(board, cell) and self.links(removed(board, cell), 1 - state.turn):
                    found -= 1
        return found

    def links(self, board: tuple[int, ...], player: int) -> bool:
        """Whether the stones of a player link the player's sides."""
        start, goal = (self.top, self.bottom) if player == 0 else (self.left, self.right)
        reached = self.empty
        for word in range(self.words):
            reached = replaced(reached, word, start[word] & board[word])
        return self.meet(self.flooded(reached, board), goal)

    def symmetries(self, state: State) -> Iterator[State]:
        """The board turned by half, where that is quick: boards of one word."""
        if self.words == 1:
            x, o = self.turned(state.x), self.turned(state.o)
            yield State(x, o, state.turn, state.connected)

    def turned(self, board: tuple[int, ...]) -> tuple[int, ...]:
        """A board of one word turned by half."""
        last, found = self.cells[-1], 0
        for cell in self.cells:
            if has(board, cell):
                found |= 1 << last - cell
        return replaced(board, 0, found)
