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

from collections.abc import Hashable, Iterator, Sequence
from typing import Any, cast

from adversario.base.errors import IllegalActionError
from adversario.base.numbers import Number
from adversario.base.pov import Stakes
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


def has_lossy_table(game: Game[Any, Any]) -> bool:
    """Whether one key of a search's table may serve states of different values."""
    return defines(game, "table_key")


# The referee's part: games of which all states so far are known, the oldest first.


def occurrences(game: Game[S, A], states: Sequence[S]) -> int:
    """How often the position of the last state has occurred; once if it is that of a pass."""
    hints, last = as_capability(game, Repeating), len(states) - 1
    key = hints.position_key(states[last])
    if last > 0 and hints.position_key(states[last - 1]) == key:
        return 1
    oldest = max(0, last - hints.reversible(states[last]))
    return 1 + sum(hints.position_key(states[at]) == key for at in range(oldest, last))


def is_drawn_by_repetition(game: Game[S, A], states: Sequence[S]) -> bool:
    """Whether the last position has occurred so often that the game is drawn."""
    if not game.repetition or game.forbids_repetition:
        return False
    return occurrences(game, states) >= game.repetition


def allowed_actions(game: Game[S, A], states: Sequence[S]) -> Iterator[A]:
    """What can be played in the last state, without what a rule of repetition forbids."""
    last = states[-1]
    for action in game.legal(last):
        forbidden = game.repetition and game.forbids_repetition
        if forbidden and occurrences(game, (*states, game.result(last, action))) >= game.repetition:
            continue
        yield action


def require_allowed(game: Game[S, A], states: Sequence[S], action: A) -> None:
    """Raise IllegalActionError for a legal action of the last state that repetition forbids."""
    if game.forbids_repetition and action not in allowed_actions(game, states):
        name = game.action_name(states[-1], action)
        raise IllegalActionError("game.repeats", action=name, times=game.repetition)


def is_over(game: Game[S, A], states: Sequence[S]) -> bool:
    """Whether the game is over in the last state: it is terminal, or a draw by repetition."""
    if game.is_terminal(states[-1]):
        return True
    if game.forbids_repetition:
        return next(allowed_actions(game, states), None) is None
    return is_drawn_by_repetition(game, states)


def final_utilities(game: Game[S, A], states: Sequence[S]) -> tuple[Number, ...]:
    """The utilities of a game that is over in the last state."""
    return game.utilities(states[-1]) if game.is_terminal(states[-1]) else draw_utilities(game)


def draw_utilities(game: Game[Any, Any]) -> tuple[Number, ...]:
    """The utilities of a draw, equal for all players."""
    return (Stakes.of(game).draw,) * game.players


def recent(game: Game[S, A], states: Sequence[S]) -> tuple[S, ...]:
    """Those of the states before the last one that its rule of repetition is about."""
    if not game.repetition or len(states) < 2:
        return ()
    back = as_capability(game, Repeating).reversible(states[-1])
    return tuple(states[max(0, len(states) - 1 - back) : -1])
