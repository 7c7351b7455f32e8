"""Repetition and clocks: what it means that a position occurs again, of states without a history.

A game declares the rule, and what a position is; states know nothing of the past. Searches and
referees keep the keys of the positions so far. The rule is declared by attributes of `Game`:

- `repetition`: the occurrence of a position that counts, such as the third; 0: none does. The game
  is then drawn;
- `forbids_repetition`: that occurrence is illegal instead: an action that would lead to it is not
  one of the player's (positional superko is `repetition = 2` and this);
- `clock_limit`: the plies without an irreversible action after which the rules end the game, as
  `is_terminal` says; 0: there is no such clock.

An action that leaves the position as it is, such as a pass, never repeats it. A player whose
actions are all forbidden ends the game in a draw.

Searches count an occurrence after their root as if it were the last one allowed, since a player who
can return to a position once can do so again; before the root they count as the rule does.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, cast

from adversario.contract.capability import Capability, as_capability, defines
from adversario.contract.symmetry import Keyed
from adversario.game import A, Game, S


class Repeating(Capability[S, A]):
    """Which states are one position, and how long a position can recur."""

    def position_key(self, state: S) -> Hashable:
        """What identifies the position that a rule of repetition is about.

        States that differ in counters of the past alone have one key. Default: the state itself.
        Images by a symmetry are other positions. Compiled code compares 64 bits of it.
        """
        return state

    def reversible(self, state: S) -> int:
        """How many plies back the position of the state may have occurred; 0: it is new.

        The plies since the last action that cannot be undone. Default: as far as there are any.
        """
        return 1 << 30

    def table_key(self, state: S) -> Hashable:
        """The key of the state in the table of a heuristic search. Default: `key`.

        It may leave out counters of the past, so that one entry serves states whose values differ
        a little. Near the end of a clock it should have some of it. `key`, which exact solvers use,
        must distinguish such states. States with one table key have one `position_key`, or are
        images of each other; `reversible` is the clock. A win or loss from the table is believed if
        it comes before `clock_limit`.
        """
        return as_capability(cast("Game[S, A]", self), Keyed).key(state)


def has_repetition(game: Game[Any, Any]) -> bool:
    """Whether positions of the game may not occur without end."""
    return game.repetition > 0


def has_lossy_table(game: Game[Any, Any]) -> bool:
    """Whether one key of a search's table may serve states of different values."""
    return defines(game, "table_key")
