"""A game that ends where endgame tables begin, for searches that do not use tables."""

from __future__ import annotations

from typing import Any, ClassVar, Protocol

from adversario.base.numbers import Number
from adversario.base.pov import Pov, Stakes
from adversario.contract.capability import as_capability
from adversario.contract.evaluation import Patterned
from adversario.game import A, Game, S
from adversario.views.layer import Layer, derive

DELAY = 2.0**-24
"""The part of a win lost for each ply, so that sooner wins are better."""


class TableEntry(Protocol):
    """An entry of endgame tables: 1, 0 or -1 for the player to move, and the plies."""

    @property
    def value(self) -> int:
        """1 for a win of the player to move, 0 for a draw, -1 for a loss."""

    @property
    def plies(self) -> int | None:
        """The plies to the end of the game; None if the tables have no distances."""


class EndgameProbe(Protocol):
    """Endgame tables, as `adversario.solve.endgame.open_tables` returns them."""

    def probe(self, state: Any) -> TableEntry | None:
        """The entry of a state; None if the tables do not have it."""


class Tabled(Layer[S, A]):
    """The game, over in every position that the tables have, except the root."""

    tables: EndgameProbe
    root: Any

    def is_terminal(self, state: S) -> bool:
        """Whether the game is over, or the tables have the position."""
        over = super().is_terminal(state)  # type: ignore[safe-super]
        return over or (state != self.root and self.tables.probe(state) is not None)

    def utility(self, state: S, player: int) -> Number:
        """The game's utility, or that of the tables; with distances a little less for every ply."""
        over = super().is_terminal(state)  # type: ignore[safe-super]
        found = None if over else self.tables.probe(state)
        if found is None:
            return super().utility(state, player)  # type: ignore[safe-super]
        worst, best = self.utility_bounds or (-1, 1)
        outcome = Pov(found.value, int(not self.same_side(self.player(state), 0))).to(0).value
        draw = value = Stakes.of(self).draw
        if outcome:
            end = best if outcome > 0 else worst
            value += (end - draw) * (1 - DELAY * (found.plies or 0))
        return Pov.of(self, value).to(player).value


def with_tables(game: Game[S, A], tables: EndgameProbe, root: S | None = None) -> Game[S, A]:
    """The game, over in every position that the tables have, except the root.

    The utility of such a position is the tables' value: a win is the game's best utility, with
    distances a little less for every ply. The game is interpreted, not compiled.
    """
    return derive(game, Tabled, tables=tables, root=game.initial() if root is None else root)


class ValueProbe(Protocol):
    """Tables of exact values, as `adversario.solve.endgame.values.open_values` returns them."""

    def probe(self, state: Any) -> Any:
        """The entry of a state, with its value to the state's viewer; None if there is none."""


class Valued(Layer[S, A]):
    """The game with the exact values of tables in place of estimates, where there are some."""

    values: ValueProbe
    shields: ClassVar[tuple[str, ...]] = ("evaluate",)

    def evaluate(self, state: S, player: int) -> Number:
        """The value of the tables to a player, or the estimate of the game."""
        found = self.values.probe(state)
        if found is None:
            return super().evaluate(state, player)
        viewer = as_capability(self, Patterned).viewer(state)
        value: float = found.value
        if player == viewer or self.players == 1:
            return value
        return float(self.utility_sum or 0) - value


def with_values(game: Game[S, A], values: ValueProbe) -> Game[S, A]:
    """The game evaluated by tables of exact values where they have a state."""
    return derive(game, Valued, values=values)
