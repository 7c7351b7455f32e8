"""The memory of a player: what they saw and what they did, in order."""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from dataclasses import dataclass
from typing import Any, Generic, NamedTuple, TypeAlias

from adversario.contract.capability import as_capability
from adversario.contract.information.observed import Observed
from adversario.game import A, Game, S


@dataclass(frozen=True, slots=True)
class Saw:
    """A player saw something new."""

    observation: Hashable


@dataclass(frozen=True, slots=True)
class Did(Generic[A]):
    """A player chose an action."""

    action: A


Event: TypeAlias = "Saw | Did[A]"


class Memory(NamedTuple, Generic[A]):
    """All that a player knows: what they saw, each time that it changed, and what they did.

    Two histories of a game with the same memory of the player to move are one information set.
    """

    player: int
    events: tuple[Event[A], ...] = ()

    @property
    def last_seen(self) -> Hashable:
        """The last observation; None before the first."""
        for event in reversed(self.events):
            if isinstance(event, Saw):
                return event.observation
        return None

    def see(self, observation: Hashable) -> Memory[A]:
        """The memory after an observation, unless it is None or was the last one already."""
        if observation is None or observation == self.last_seen:
            return self
        return Memory(self.player, (*self.events, Saw(observation)))

    def do(self, action: A) -> Memory[A]:
        """The memory after an action of the player."""
        return Memory(self.player, (*self.events, Did(action)))


Memories: TypeAlias = "tuple[Memory[A], ...]"
"""The memory of every player, by number."""


def first_memories(game: Game[S, A], state: S | None = None) -> Memories[A]:
    """What the players know in the initial state, or in another one where the game starts."""
    start = game.initial() if state is None else state
    see = as_capability(game, Observed).observation
    return tuple(Memory[Any](who).see(see(start, who)) for who in range(game.players))


def next_memories(
    game: Game[S, A], memories: Memories[A], mover: int, action: A, after: S
) -> Memories[A]:
    """What the players know after an action (or an outcome of chance) that leads to `after`."""
    see = as_capability(game, Observed).observation
    return tuple(
        (memory.do(action) if who == mover else memory).see(see(after, who))
        for who, memory in enumerate(memories)
    )


def remember(
    game: Game[S, A], player: int, actions: Iterable[A], start: S | None = None
) -> Memory[A]:
    """What a player knows after these actions of all players and outcomes of chance."""
    state = game.initial() if start is None else start
    memories = first_memories(game, state)
    for action in actions:
        mover = game.player(state)
        state = game.result(state, action)
        memories = next_memories(game, memories, mover, action, state)
    return memories[player]
