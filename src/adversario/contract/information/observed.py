"""What players see of a state, and what they cannot know of it."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, cast

from adversario.contract.capability import Capability
from adversario.game import A, Game, S


class Observed(Capability[S, A]):
    """A game in which players do not see everything, or not at once.

    Players remember: what a player knows is the sequence of what they saw, each time that it
    changed, and of what they did (`Memory`). So a state need not hold its history, and no player
    forgets. Moves at the same time are asked for one after another, and no player sees the choice
    of another before the round is over.
    """

    def observation(self, state: S, player: int) -> Hashable:
        """What a player sees of a state. Default: the state itself, all is seen.

        An observation equal to the last one was not noticed: a move that changes nothing to be seen
        is a hidden move. None: there is nothing to be seen, and the last observation stays.
        """
        return state

    def conceal(self, state: S, player: int) -> S:
        """The state with what a player cannot know left open, for chance to settle.

        From this state, chance (`chances`) and unseen moves of other players lead to states that
        the player cannot distinguish from the given one; a draw that looks different, or that has
        no outcome, is rejected. It must not depend on what the player does not know, and it must
        keep what earlier observations implied. Default: the initial state, from which play is
        repeated and compared with the player's memory.
        """
        return cast("S", cast("Game[Any, Any]", self).initial())
