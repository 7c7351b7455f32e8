"""The states that may be the true one, drawn one after another."""

from __future__ import annotations

from random import Random
from typing import Generic

from adversario.base.errors import InputError
from adversario.contract.information.perspective import Perspective
from adversario.contract.information.worlds import MOST_EXACT, draw_worlds, worlds
from adversario.game import A, Game, S

BATCH = 64
"""The worlds drawn at a time if they cannot be listed."""


class Deck(Generic[S, A]):
    """Worlds for a search: states that the player cannot distinguish from the true one.

    They are drawn by the game's `conceal` if it has one, else by their exact probabilities; if
    these are too many to list, by repeating play. Without a perspective, the state is known.
    """

    def __init__(
        self, game: Game[S, A], known: Perspective[S, A] | None, state: S | None, random: Random,
        batch: int = BATCH,
    ) -> None:  # fmt: skip
        self.game, self.known, self.random, self.batch = game, known, random, batch
        self.listed: tuple[list[S], list[float]] | None = None
        self.drawn: list[S] = []
        if known is None:
            assert state is not None
            self.listed = [state], [1.0]
        elif known.concealed is None:
            self.list_worlds(known)

    @property
    def is_explicit(self) -> bool:
        """Whether worlds are listed or drawn by `conceal`, and not found by repeating play."""
        return self.listed is not None or (
            self.known is not None and self.known.concealed is not None
        )

    def list_worlds(self, known: Perspective[S, A]) -> None:
        """List all worlds with their probabilities, if they are not too many."""
        try:
            found = worlds(self.game, known.memory, max_worlds=MOST_EXACT)
        except InputError as error:
            if error.message.id != "worlds.too_many":
                raise
        else:
            self.listed = list(found), [float(share) for share in found.values()]

    def draw(self) -> S:
        """The next world."""
        if self.listed is not None:
            return self.random.choices(*self.listed)[0]
        if not self.drawn:
            assert self.known is not None
            memory, concealed = self.known.memory, self.known.concealed
            seed = self.random.getrandbits(32)
            self.drawn = draw_worlds(self.game, memory, self.batch, seed=seed, concealed=concealed)
        return self.drawn.pop()
