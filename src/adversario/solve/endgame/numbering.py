"""Numbering positions by listing them: for small games that do not number their positions.

All states that can be reached are explored, always in the same order, and are one layer. The
compiled code works on the listed states, so the rules of the game need not compile.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from adversario.algorithms.core.requirements import require
from adversario.base.errors import InputError
from adversario.contract.capability import as_capability
from adversario.contract.numbering import Numbered
from adversario.game import A, Game, S
from adversario.native.kernels.solve.explore import DONE, INNER
from adversario.solve.states.graph import GameGraph, explore
from adversario.views.layer import derive
from adversario.views.numbered import Listed

MAX_LISTED_STATES = 4_000_000
"""The maximum number of states to list, which is done whenever their tables are opened."""

ALL = "all"
"""The name of the only layer."""


class ListedState(NamedTuple):
    """A state, given by its number in the list."""

    number: int


class Listing(Game[ListedState, int]):
    """The states and moves of an explored graph as a game; nothing else of the game is used."""

    def __init__(self, graph: GameGraph) -> None:
        import numpy as np  # noqa: PLC0415 (not before tables are made)

        kinds = np.asarray(graph.kinds, np.int64)
        self.size = len(kinds)
        self.firsts = np.concatenate([np.zeros(1, np.int64), np.asarray(graph.ends, np.int64)])
        self.targets = np.append(np.asarray(graph.targets, np.int32), np.int32(0))  # never empty
        self.movers = np.asarray(graph.movers, np.int8)
        self.over = kinds != INNER
        signs = [(each[0] > 0) - (each[0] < 0) for each in graph.outcomes]
        self.values = np.asarray([*signs, 0], np.int8)[np.where(self.over, kinds, len(signs))]

    def initial(self) -> ListedState:
        """The first explored state, which has number 0."""
        return ListedState(0)

    def player(self, state: ListedState) -> int:
        """The player to move."""
        return int(self.movers[state.number])

    def actions(self, state: ListedState) -> Iterator[int]:
        """The moves, each as its index among the moves of all states."""
        yield from range(int(self.firsts[state.number]), int(self.firsts[state.number + 1]))

    def result(self, state: ListedState, action: int) -> ListedState:
        """The state that the move leads to."""
        return ListedState(int(self.targets[action]))

    def is_terminal(self, state: ListedState) -> bool:
        """Whether the game is over."""
        return bool(self.over[state.number])

    def utility(self, state: ListedState, player: int) -> int:
        """1 if the player has won, -1 if the player has lost, 0 in a draw."""
        value = int(self.values[state.number])
        return value if player == 0 else -value

    def layers(self, pieces: int = 0) -> Iterator[int]:
        """The only layer, which has no number of pieces."""
        return iter(() if pieces else (0,))

    def layer(self, state: ListedState) -> int:
        """The only layer."""
        return 0

    def layer_name(self, layer: int) -> str:
        """The name of the layer, which is also that of its file."""
        return ALL

    def layer_size(self, layer: int) -> int:
        """The number of states."""
        return self.size

    def index(self, state: ListedState) -> int:
        """The number of the state."""
        return state.number

    def unindex(self, layer: int, index: int) -> ListedState:
        """The state of that number."""
        return ListedState(index)


def number_positions(game: Game[S, A]) -> Game[S, A]:
    """The game with numbered positions: the game itself if it has numbers, otherwise a listing.

    A listed game has the layer `Listed`. Raises UnsuitableGameError for games with more than two
    sides, chance or hidden information, and InputError if there are more than MAX_LISTED_STATES
    states.
    """
    require(game, "minimax")
    if tuple(as_capability(game, Numbered).layers()):
        return game
    graph = explore(game, game.initial(), symmetric=False, engine="auto", most=MAX_LISTED_STATES)
    if graph.interrupted:
        raise KeyboardInterrupt
    if graph.ended != DONE:
        raise InputError("endgame.too_many", game=game.name, most=MAX_LISTED_STATES)
    return derive(game, Listed, listing=Listing(graph), numbers=graph.index)
