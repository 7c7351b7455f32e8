"""Games of placement: what is learned of an action in one position holds in later ones."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from adversario.base.errors import GameError
from adversario.base.numbers import Number
from adversario.bits import Board
from adversario.contract.capability import Capability
from adversario.game import A, S


class Placed(Capability[S, A]):
    """Hints for games whose attribute `placement` is true.

    There an action does much the same whenever it is played, as a stone put on a board does. Their
    actions are numbered (`adversario.contract.guidance.Indexed`), and Monte Carlo tree search may
    count an action as if it had been played at once whenever it is played later in a simulation
    (all moves as first, AMAF).
    """

    def virtual_results(self, state: S) -> Iterable[tuple[Number, Number]]:
        """For each action, in the order of `actions`, results as if it had been tried before.

        The number of simulations, and how many of them the player to move won. Default: none.
        """
        return ()

    def placed_rollout(self, state: S, random: Board, heavy: int, first: Any) -> Number:
        """What player 0 gets at the end of one play-out from a state that is not terminal.

        All that chance decides follows from `random`, a number of 64 bits. If `heavy` is not 0,
        play may be cleverer than at random. `first` is a list of numbers, by that of the action:
        those that are 0 and played are set to the player who is first to do so, plus 1. Default:
        play at random by the rules.
        """
        raise GameError("game.no_rollouts")
