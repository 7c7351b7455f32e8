"""The checks of what players know: declarations, information sets, worlds and rounds."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, NamedTuple

from adversario.base.catalogue import Message, message
from adversario.contract.capability import as_capability, defines, has
from adversario.contract.checking.guard import breach
from adversario.contract.information.memory import (
    Memories,
    Memory,
    first_memories,
    next_memories,
)
from adversario.contract.information.observed import Observed
from adversario.contract.information.rounds import is_unseen
from adversario.contract.information.seen import SeenMove, seen_move
from adversario.contract.information.worlds import draw_worlds
from adversario.game import CHANCE, Game, Information, Moves

WORLDS = 3
"""The worlds drawn for each state that is checked."""
CONCEALED = 300
"""The most states for which worlds are drawn."""
MOST_NAMED = 50
"""The most actions whose names are compared with those in another state of the set."""
MOST_STEPS = 20_000
"""The most plies played to find one world that looks the same."""


class InformationReport(NamedTuple):
    """The extent of the check."""

    sets: int
    """The information sets met."""
    worlds: int
    """The worlds drawn."""


def check_information(
    game: Game[Any, Any], playouts: int, seed: int, longest: int
) -> InformationReport | None:
    """Check what players know by random play-outs; GameError at the first breach.

    Checked: declarations agree with `observation`, observations are hashable and the same when
    asked for again, all states of an information set offer the same actions, concealed states
    depend on nothing that the player cannot know and lead to states that look the same, and moves
    at the same time are hidden from the player asked next. None if all players see everything.
    """
    if not has(game, Observed) and game.kind.is_open:
        return None
    check = _InformationCheck(game)
    check.declarations()
    random = Random(seed)
    for number in range(playouts):
        check.playout(random, longest, number)
    check.rounds()
    return InformationReport(len(check.sets), check.worlds)


class _InformationCheck:
    """The information sets met, each with the state in which it was met first."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        self.observed = as_capability(game, Observed)
        self.sets: dict[Memory[Any], tuple[Any, list[Any]]] = {}
        self.moves: dict[Memory[Any], SeenMove | None] = {}
        self.worlds = self.concealed = 0
        self.hides = False  # whether a move was not seen by the next player to move

    def declarations(self) -> None:
        game = self.game
        if not defines(game, "observation"):
            self.fail("observation", game.initial(), message("check.no_observation"))

    def playout(self, random: Random, longest: int, seed: int) -> None:
        game = self.game
        state, memories, follows = game.initial(), first_memories(game), False
        states: tuple[Any, ...] = (state,)
        actions: tuple[Any, ...] = ()
        for player in range(game.players):
            self.observation(state, player)
        for _ in range(longest):
            if game.is_terminal(state):
                break
            mover = game.player(state)
            if mover != CHANCE:
                self.information_set(state, memories[mover], follows)
                self.conceal(state, memories[mover], seed)
            action = random.choice(list(game.legal(state)))
            after = game.result(state, action)
            follows = is_unseen(game, state, after)
            self.hides |= follows
            for player in range(game.players):
                self.observation(after, player)
            known = self.memories(memories, mover, action, after)
            states, actions = (*states, after)[-3:], (*actions, action)[-2:]
            self.named_moves(states, actions, memories, known)
            state, memories = after, known

    def memories(
        self, memories: Memories[Any], mover: int, action: Any, after: Any
    ) -> Memories[Any]:
        return next_memories(self.game, memories, mover, action, after)

    def named_moves(
        self, states: Sequence[Any], actions: Sequence[Any], before: Memories[Any],
        after: Memories[Any],
    ) -> None:  # fmt: skip
        """What a player can name of the last move depends only on what they know."""
        for player, memory in enumerate(after):
            if memory == before[player]:
                continue
            move = seen_move(self.game, states, actions, len(actions) - 1, player)
            if self.moves.setdefault(memory, move) != move:
                self.fail("observation", states[-1], message("check.set_moves"))

    def observation(self, state: Any, player: int) -> None:
        seen, again = (self.observed.observation(state, player) for _ in range(2))
        if seen != again:
            self.fail("observation", state, message("check.indeterminate"))
        try:
            hash(seen)
        except TypeError:
            self.fail("observation", state, message("check.observation_hash", given=repr(seen)))

    def information_set(self, state: Any, memory: Memory[Any], follows: bool) -> None:
        """All states of a set offer the same actions; if all is seen, there is one state."""
        actions = list(self.game.actions(state))
        first, offered = self.sets.setdefault(memory, (state, actions))
        if offered != actions:
            other = self.game.position(first)
            self.fail("actions", state, message("check.set_actions", other=other))
        for action in actions[:MOST_NAMED] if first != state else []:
            if self.game.action_name(first, action) != self.game.action_name(state, action):
                self.fail(
                    "action_name",
                    state,
                    message("check.set_names", other=self.game.position(first)),
                )
        kind = self.game.kind
        open_round = kind.moves is Moves.SEQUENTIAL or not follows
        if first != state and kind.information is Information.PERFECT and open_round:
            other = self.game.position(first)
            self.fail("observation", state, message("check.hides", other=other))

    def conceal(self, state: Any, memory: Memory[Any], seed: int) -> None:
        """Worlds of a concealed state look the same, offer the same and conceal the same."""
        game, player = self.game, memory.player
        if not defines(game, "conceal") or self.concealed >= CONCEALED:
            return
        self.concealed += 1
        concealed = self.observed.conceal(state, player)
        if concealed != self.observed.conceal(state, player):
            self.fail("conceal", state, message("check.indeterminate"))
        try:
            drawn = draw_worlds(
                game, memory, WORLDS, seed=seed, concealed=concealed, max_steps=MOST_STEPS
            )
        except ValueError:
            self.fail("conceal", state, message("check.no_world"))
        for world in drawn:
            self.worlds += 1
            if list(game.actions(world)) != list(game.actions(state)):
                other = game.position(world)
                self.fail("conceal", state, message("check.world_actions", other=other))
            if self.observed.conceal(world, player) != concealed:
                other = game.position(world)
                self.fail("conceal", state, message("check.conceal", other=other))

    def rounds(self) -> None:
        """Moves at the same time are hidden from the player asked next."""
        if self.game.kind.moves is Moves.SIMULTANEOUS and not self.hides:
            self.fail("observation", self.game.initial(), message("check.no_round"))

    def fail(self, method: str, state: Any, problem: Message) -> None:
        raise breach(self.game, method, state, problem)
