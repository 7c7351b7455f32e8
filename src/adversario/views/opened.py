"""A game with hidden information, played with open cards."""

from __future__ import annotations

from typing import Any, ClassVar

from adversario.contract.capability import Capability
from adversario.contract.information.observed import Observed
from adversario.game import A, Game, S
from adversario.views.view import View


class Opened(View[S, A]):
    """A game in which all players see the whole state and move in turn."""

    keeps: ClassVar[tuple[type[Capability[Any, Any]], ...]] = tuple(
        each for each in View.keeps if each is not Observed
    )

    def __init__(self, game: Game[S, A]) -> None:
        super().__init__(game)
        self.perfect_information, self.simultaneous = True, False
