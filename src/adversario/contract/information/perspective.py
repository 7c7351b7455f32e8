"""A player's side of a decision: what they know, and what they may do."""

from __future__ import annotations

from typing import Generic, NamedTuple

from adversario.base.errors import InputError
from adversario.contract.capability import as_capability, defines
from adversario.contract.information.memory import Memory, first_memories
from adversario.contract.information.observed import Observed
from adversario.game import CHANCE, A, Game, S


class Perspective(NamedTuple, Generic[S, A]):
    """What the player to move knows, and what they may do. The true state is not part of it."""

    memory: Memory[A]
    actions: tuple[A, ...]
    concealed: S | None
    """The state with what the player cannot know left open; None if the game has no `conceal`."""

    @property
    def player(self) -> int:
        """The player to move."""
        return self.memory.player


def perspective(
    game: Game[S, A], state: S, memory: Memory[A] | None = None
) -> Perspective[S, A] | None:
    """The perspective of the player to move; None if chance moves or the game is over.

    Without a memory the player knows only what they see now. InputError if that does not determine
    the possible states: the game does not define `conceal`, and the state is not the initial one.
    """
    if game.is_terminal(state) or (mover := game.player(state)) == CHANCE:
        return None
    concealed = None
    if defines(game, "conceal"):
        concealed = as_capability(game, Observed).conceal(state, mover)
    elif memory is None and state != game.initial():
        raise InputError("worlds.memory", game=game.name)
    memory = first_memories(game, state)[mover] if memory is None else memory
    return Perspective(memory, tuple(game.actions(state)), concealed)
