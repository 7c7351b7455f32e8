"""Rollouts: random play as the game itself does it, for Monte Carlo tree search.

Random play by listing all actions of each state costs most of a simulation. A game may draw an
action without listing the others, or play to the end on memory of its own; and it may play better
than at random, which is then called a heavy rollout.
"""

from __future__ import annotations

from adversario.base.errors import GameError
from adversario.base.numbers import Number
from adversario.bits import Board
from adversario.contract.capability import Capability
from adversario.game import A, S


class RolledOut(Capability[S, A]):
    """The random play of rollouts. `random` is a random number of 64 bits.

    All that chance decides follows from it, so that a search can be repeated.
    """

    def rollout_action(self, state: S, random: Board) -> A:
        """A legal action, drawn at random, of a state that is not terminal or a chance node.

        Not all actions need to be possible, but play by these must come to an end. Default: all
        actions are listed, and are equally likely.
        """
        raise GameError("game.no_rollouts")

    def rollout(self, state: S, random: Board) -> Number:
        """What player 0 gets at the end of one play-out from a state that is not terminal.

        For games of two sides, or one. If the game has `rollout_action` too, both have the same
        distribution. Default: play by `rollout_action`.
        """
        raise GameError("game.no_rollouts")
