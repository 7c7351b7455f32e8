"""What a program's search has asked about: counted, and checked to prove its value."""

from __future__ import annotations

from math import inf
from typing import Any

from adversario.base.numbers import Number
from adversario.game import Game
from adversario.grading.process.hidden_game import Shown


class Exploration:
    """The positions below a root that a program was shown, in a game for two without chance.

    The program knows positions by numbers only, so it cannot search elsewhere. `nodes` counts the
    root and every call of `result`, as the Pac-Man projects of Berkeley count expansions.
    """

    def __init__(self, game: Game[Any, Any], root: Any) -> None:
        self.game = game
        self.states: list[Any] = []
        self.numbers: dict[Any, int] = {}
        self.actions: list[list[Any]] = []
        self.children: dict[tuple[int, int], int] = {}
        self.evaluated: set[int] = set()
        self.nodes = 1
        self.root = self.show(root)

    def show(self, state: Any) -> Shown:
        """What the program may know of a position."""
        game = self.game
        if state not in self.numbers:
            self.numbers[state] = len(self.states)
            self.states.append(state)
            self.actions.append([] if game.is_terminal(state) else list(game.legal(state)))
        number = self.numbers[state]
        terminal = game.is_terminal(state)
        utilities = tuple(game.utility(state, each) for each in range(2)) if terminal else ()
        names = tuple(game.action_name(state, each) for each in self.actions[number])
        return Shown(number, -1 if terminal else game.player(state), terminal, utilities, names)

    def serve(self, what: str, number: int, detail: int) -> Any:
        """The answer to a question of the program; raises LookupError if it makes no sense."""
        if not 0 <= number < len(self.states):
            raise LookupError
        state = self.states[number]
        if what == "result" and 0 <= detail < len(self.actions[number]):
            self.nodes += 1
            shown = self.show(self.game.result(state, self.actions[number][detail]))
            self.children[number, detail] = shown.number
            return tuple(shown)
        if what == "evaluate" and detail in (0, 1):
            self.evaluated.add(number)
            return self.game.evaluate(state, detail)
        raise LookupError

    def bounds(self, depth: int | None) -> tuple[Number, Number]:
        """The least and greatest values for player 0 that the root can have, by what was shown."""
        return self._bounds(0, depth, {})

    def _bounds(
        self, number: int, depth: int | None, known: dict[tuple[int, int | None], Any]
    ) -> tuple[Number, Number]:
        key = number, depth
        if key in known:
            found: tuple[Number, Number] = known[key]
            return found
        game, state = self.game, self.states[number]
        low: Number
        high: Number
        if game.is_terminal(state):
            low = high = game.utility(state, 0)
        elif depth == 0:
            seen = number in self.evaluated
            low, high = (game.evaluate(state, 0),) * 2 if seen else (-inf, inf)
        else:
            below = None if depth is None else depth - 1
            each = [
                self._bounds(self.children[number, at], below, known)
                if (number, at) in self.children
                else (-inf, inf)
                for at in range(len(self.actions[number]))
            ]
            best = max if game.player(state) == 0 else min
            low, high = (best(pair[0] for pair in each), best(pair[1] for pair in each))
        known[key] = low, high
        return low, high
