"""Solving: hints for exact solvers. All values are utilities of the player to move."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

from adversario.contract.capability import Capability
from adversario.game import A, Game, S


class Graded(Capability[S, A]):
    """A game with finer utilities, from which perfect play can be read."""

    def graded(self) -> Game[S, A]:
        """The game with finer utilities: optimal play there is optimal here. Default: itself."""
        return cast("Game[Any, Any]", self)

    def plies_left(self, state: S, score: int) -> int | None:
        """The plies of perfect play from a state of that value.

        None if the value does not determine it.

        In perfect play the winner cannot win faster, nor the loser lose more slowly.
        """
        return None


class Solvable(Capability[S, A]):
    """Hints that prune and order a search to the end of the game."""

    def sound_actions(self, state: S) -> Iterable[A]:
        """Actions among which there is a best one. Default: all.

        For a game that can cheaply find actions that lose at once. There must be an action in every
        state whose value `value_bounds` leaves open.
        """
        return cast("Game[Any, Any]", self).actions(state)

    def promise(self, state: S, action: A, after: S) -> int:
        """A rating of an action that leads to `after`: larger values are tried first."""
        return 0

    def value_bounds(self, state: S, alpha: int, beta: int) -> tuple[int, int]:
        """A lower and an upper bound on the value of the state, as far as they are cheap.

        A search tests whether the value is at most alpha or at least beta; bounds that do not
        decide this need not be computed.
        """
        return -(1 << 62), 1 << 62

    def is_worth_keeping(self, state: S) -> bool:
        """Whether a table should store the state: False if a search is as fast as a lookup."""
        return True


class Finishing(Capability[S, A]):
    """A solver of the game's own for states near the end."""

    def can_finish(self, state: S) -> bool:
        """Whether `finish` accepts the state. Default: never."""
        return False

    def finish(self, state: S, alpha: int, beta: int) -> tuple[int, int]:
        """The value of the state by a search of the game's own, and the nodes it visited.

        For alpha < beta: a value between them is exact, a value of at most alpha is an upper
        bound, a value of at least beta is a lower bound.
        """
        raise NotImplementedError
