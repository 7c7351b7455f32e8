"""What can be added to plain alpha-beta."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from adversario.contract.capability import defines
from adversario.game import Game
from adversario.native.engines.enhanced.cuts import Cuts


@dataclass(frozen=True, slots=True)
class Enhancements:
    """What is added to plain alpha-beta; each can be switched off.

    - `table_mib`: the size of the transposition table; 0 for none;
    - `scout`: null windows after the first action (principal-variation search);
    - `killers`, `history`: actions that cut elsewhere are tried first;
    - `aspiration`: an iteration starts with a window around the last value;
    - `distance`: quick wins are preferred, slow losses too; needs `utility_bounds`;
    - `quiescence`: states that are not quiet are searched on;
    - `reductions`: late actions are searched less deep at first (the value may change);
    - `null_move`: where even passing is good enough, nothing is searched (the value may change);
      needs `pass_turn` and `utility_bounds`;
    - `selective`: the search looks deeper at some actions than at others, by hints of the
      game (`urgency`, `is_forced`, `estimate_unit`, `pass_turn`; the value may change); needs
      `utility_bounds`. It orders, scouts, reduces and tries null moves in its own way;
    - `cuts`: multi-ProbCut, by relations between depths that were fitted to the game (`fit_cuts`;
      the value may change); needs `utility_bounds`, and is left out of `selective` searches and of
      traces.
    """

    table_mib: int = 64
    scout: bool = True
    killers: bool = True
    history: bool = True
    aspiration: bool = True
    distance: bool = True
    quiescence: bool = True
    reductions: bool = False
    null_move: bool = False
    selective: bool = False
    cuts: Cuts | None = None

    @property
    def plain(self) -> bool:
        """Whether nothing is added that changes which nodes are visited."""
        ordering = self.scout or self.killers or self.history
        guessing = self.reductions or self.null_move or self.selective or self.cuts
        return not (ordering or guessing or self.table_mib or self.distance or self.aspiration)


PLAIN = Enhancements(
    table_mib=0, scout=False, killers=False, history=False, aspiration=False, distance=False
)
"""Nothing added: the nodes are those of `adversario.algorithms.alphabeta`."""

SELECTIVE = Enhancements(selective=True)
"""For strong play: values may change, since lines that seem hopeless are left out."""


def usual_enhancements(game: Game[Any, Any], table_mib: int = 64) -> Enhancements:
    """What a game is searched with unless the caller says otherwise.

    Selective search for games that rate the urgency of actions, full width for all others.
    """
    rated = defines(game, "urgency")
    return replace(SELECTIVE if rated else Enhancements(), table_mib=table_mib)
