"""Perfect play by brute force, and small games to hold the solvers against."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any, NamedTuple

from hypothesis import strategies as st

from adversario.game import Game


class Perfect(NamedTuple):
    value: int
    distance: int | None


def perfect(game: Game[Any, Any]) -> dict[Any, Perfect]:
    """Value and distance of every state of a game for two of zero sum, by definition.

    Minimax with a horizon, at which the game is a draw, over pairs of a utility and the plies that
    lead there: whoever wins wants few, whoever loses many. One ply more at a time, until that
    changes nothing.
    """
    after = {state: [game.result(state, a) for a in game.legal(state)] for state in reachable(game)}
    ends = {s: game.utility(s, 0) for s in after if game.is_terminal(s)}
    pairs = {s: (ends.get(s, 0), 0) for s in after}
    before: dict[Any, tuple[Any, int]] = {}
    while pairs != before:
        before = pairs
        pairs = {
            s: before[s] if s in ends else _best(game, s, [before[t] for t in after[s]])
            for s in after
        }
    drawn = {s for s, (value, _) in pairs.items() if value == 0}
    found = {s: Perfect(int(value), abs(plies)) for s, (value, plies) in pairs.items()}
    open_states: set[Any] = set()

    @cache
    def longest(state: Any) -> int | None:
        """The longest way through drawn states; None if there is a circle."""
        if state in ends:
            return 0
        if state in open_states:
            return None  # and so for all in between, which are on the same circle
        open_states.add(state)
        lengths = [longest(t) for t in after[state] if t in drawn]
        open_states.discard(state)
        known = [length for length in lengths if length is not None]
        return None if len(known) < len(lengths) else 1 + max(known)

    return found | {state: Perfect(0, longest(state)) for state in drawn}


def _best(game: Game[Any, Any], state: Any, pairs: list[tuple[Any, int]]) -> tuple[Any, int]:
    """The pair to choose, one ply further: (utility, -plies) for a win of player 0's and so on."""
    value, plies = (max if game.player(state) == 0 else min)(pairs)
    return value, plies - 1 if value > 0 else plies + 1 if value < 0 else 0


def reachable(game: Game[Any, Any]) -> list[Any]:
    seen, states = {game.initial()}, [game.initial()]
    for state in states:
        for action in game.legal(state):
            after = game.result(state, action)
            if after not in seen:
                seen.add(after)
                states.append(after)
    return states


class Place(NamedTuple):
    at: int
    turn: int


class Drawn(Game[Place, int]):
    """A game given as a graph: who moves where, and where one can go. It may go round."""

    def __init__(
        self,
        moves: tuple[tuple[int, ...], ...],
        turns: tuple[int, ...],
        utilities: tuple[int, ...],
    ) -> None:
        self.moves, self.turns, self.utilities_ = moves, turns, utilities
        self.utility_bounds = (min(-1, *utilities, 0), max(1, *utilities, 0))

    def initial(self) -> Place:
        return Place(0, self.turns[0])

    def player(self, state: Place) -> int:
        return state.turn

    def actions(self, state: Place) -> Iterator[int]:
        yield from self.moves[state.at]

    def result(self, state: Place, action: int) -> Place:
        return Place(action, self.turns[action])

    def is_terminal(self, state: Place) -> bool:
        return not self.moves[state.at]

    def utility(self, state: Place, player: int) -> int:
        return self.utilities_[state.at] if player == 0 else -self.utilities_[state.at]


@st.composite
def drawn_games(draw: st.DrawFn, most: int = 9, *, cyclic: bool = True) -> Drawn:
    """Any graph of a few states; without circles, moves lead to later states only."""
    size = draw(st.integers(1, most))
    moves = []
    for state in range(size):
        first = 0 if cyclic else state + 1
        targets = st.lists(st.integers(first, size - 1), max_size=3, unique=True)
        moves.append(tuple(draw(targets)) if first < size else ())
    turns = draw(st.tuples(*[st.integers(0, 1)] * size))
    utilities = draw(st.tuples(*[st.integers(-2, 2)] * size))
    return Drawn(tuple(moves), turns, utilities)


class Rope(NamedTuple):
    knot: int
    turn: int
    slack: bool


class TugOfWar(Game[Rope, int]):
    """A knot is pulled by 1 or 2, or held; it can go to and fro for ever. Held twice, MAX tires.

    It compiles, it returns to states, and the ends of the rope are worth different things.
    """

    utility_bounds = (-1, 2)

    def __init__(self, length: int = 9) -> None:
        self.length = length

    def initial(self) -> Rope:
        return Rope(self.length // 2, 0, False)

    def player(self, state: Rope) -> int:
        return state.turn

    def actions(self, state: Rope) -> Iterator[int]:
        for pull in range(3):
            if pull < 2 or not state.slack:
                yield pull

    def result(self, state: Rope, action: int) -> Rope:
        step = action if state.turn == 0 else -action
        knot = min(self.length, max(0, state.knot + step))
        return Rope(knot, 1 - state.turn, action == 0)

    def is_terminal(self, state: Rope) -> bool:
        return state.knot in (0, self.length)

    def utility(self, state: Rope, player: int) -> int:
        worth = 2 if state.knot == self.length else -1
        return worth if player == 0 else -worth
