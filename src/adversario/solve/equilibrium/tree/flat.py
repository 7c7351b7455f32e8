"""The tree of all histories of a game in lists, with its information sets numbered."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Generic, NamedTuple

from adversario.base.catalogue import message
from adversario.base.errors import InputError
from adversario.base.numbers import Number
from adversario.contract.capability import as_capability, defines
from adversario.contract.checking.guard import Guard, breach, no_actions, require_start
from adversario.contract.information.memory import (
    Did,
    Event,
    Memories,
    Memory,
    Saw,
    first_memories,
    next_memories,
)
from adversario.contract.information.observed import Observed
from adversario.game import CHANCE, A, Game, S
from adversario.native.compiler.availability import available
from adversario.native.engines.engine_choice import Engine, compiled_form
from adversario.native.engines.information.growth import GrownTree, grow_tree
from adversario.native.kernels.equilibrium import growth
from adversario.native.kernels.equilibrium.regret import END

MOST_HISTORIES = 2_000_000
"""The most histories of a tree, by default."""

HEAD_START = 20_000
"""The histories up to which a tree is built by the interpreter, exactly."""

ROOT = -1
"""The slot before a player's first action."""


@dataclass(frozen=True)
class InformationSet(Generic[A]):
    """The histories between which the player to move cannot distinguish."""

    memory: Memory[A]
    """What the player knows in all of them."""
    actions: tuple[A, ...]
    names: tuple[str, ...]
    """The names of the actions."""
    label: str
    """What the player knows, for people; different for all sets."""
    slot: int
    """The number of its first action; the others follow."""
    parent: int
    """The slot of the player's last action before, or ROOT."""

    @property
    def player(self) -> int:
        """The player to move."""
        return self.memory.player

    @property
    def slots(self) -> range:
        """The numbers of its actions."""
        return range(self.slot, self.slot + len(self.actions))


@dataclass(frozen=True, eq=False)
class FlatTree(Generic[A]):
    """The histories of a game: items of the lists are nodes, as in `native.kernels.equilibrium`.

    A node has a smaller number than its children, and a set than the sets of the same player that
    follow it.
    """

    game: Game[Any, A]
    player: list[int]
    slot: list[int]
    first: list[int]
    children: list[int]
    chance: list[Number]
    utilities: tuple[list[Number], ...]
    """Of each player, by nodes; 0 where the game is not over."""
    sets: Sequence[InformationSet[A]]
    slots: int
    """The number of actions of all sets together."""

    @property
    def histories(self) -> int:
        """The number of nodes."""
        return len(self.player)

    @property
    def is_solvable(self) -> bool:
        """Whether there are two players with a constant sum, for whom regrets prove optimality."""
        return self.game.players == 2 and self.game.kind.has_constant_sum


def flatten(
    game: Game[S, A], *, max_histories: int = MOST_HISTORIES, engine: Engine = "auto"
) -> FlatTree[A]:
    """The whole tree of a game with its information sets, by the memories of the players.

    Exact: memories are compared event by event, never by a hash alone. InputError if there are
    more than `max_histories`, GameError if the histories of a set offer different actions.

    Large trees are built in machine code if `engine` is "auto" and the rules compile; then
    probabilities and utilities are floats. "native" asks for that, "python" for the interpreter.
    """
    require_start(game, game.initial())
    if engine != "native":
        builder = _Builder(game, max_histories)
        if builder.build(HEAD_START if engine == "auto" and available() else None):
            return builder.tree()
    compiled = compiled_form(game, growth, engine)
    grown = None if compiled is None else grow_tree(compiled, max_histories)
    if grown is not None:
        return tree_of_arrays(game, grown)
    builder = _Builder(game, max_histories)  # which says what is wrong
    builder.build()
    return builder.tree()


def tree_of_arrays(game: Game[Any, A], grown: GrownTree) -> FlatTree[A]:
    """The tree that was built in machine code; its sets are replayed when they are asked for."""
    count = [int(each) for each in grown.children[grown.set_node]]
    slots = sum(count)
    return FlatTree(
        game, grown.player.tolist(), grown.slot.tolist(), grown.first.tolist(),
        grown.children.tolist(), grown.chance.tolist(),
        tuple(each.tolist() for each in grown.utilities), ReplayedSets(game, grown), slots,
    )  # fmt: skip


class ReplayedSets(Sequence[InformationSet[Any]]):
    """The information sets of a tree in arrays: their histories are played when one is needed."""

    def __init__(self, game: Game[Any, Any], grown: GrownTree) -> None:
        self.game, self.grown = game, grown

    def __len__(self) -> int:
        return len(self.grown.set_node)

    def __getitem__(self, index: Any) -> Any:
        return self.replayed[index]

    @cached_property
    def replayed(self) -> tuple[InformationSet[Any], ...]:
        """All of them."""
        import numpy as np  # noqa: PLC0415

        game, grown = self.game, self.grown
        first, nodes = grown.first.tolist(), grown.set_node.tolist()
        above = [ROOT, *np.repeat(np.arange(len(first)), grown.children).tolist()]
        needed = set[int]()
        for below in nodes:
            node = below
            while node != ROOT and node not in needed:
                needed.add(node)
                node = above[node]
        states: dict[int, Any] = {0: game.initial()}
        known: dict[int, Memories[Any]] = {0: first_memories(game)}
        moves: dict[int, tuple[Any, ...]] = {}
        for node in sorted(needed):
            if node:
                before = above[node]
                state, action = states[before], moves[before][node - first[before]]
                states[node] = game.result(state, action)
                known[node] = next_memories(
                    game, known[before], game.player(state), action, states[node]
                )
            moves[node] = _moves(game, states[node])
        movers = [game.player(states[node]) for node in nodes]
        memories = [known[node][mover] for node, mover in zip(nodes, movers, strict=True)]
        first_states = [states[node] for node in nodes]
        labels = labels_of(game, first_states, memories)
        return tuple(
            InformationSet(
                memory, moves[node],
                tuple(game.action_name(states[node], action) for action in moves[node]),
                label, slot, parent,
            )
            for memory, node, label, slot, parent in zip(
                memories, nodes, labels, grown.set_slot.tolist(), grown.set_parent.tolist(),
                strict=True,
            )
        )  # fmt: skip


def _moves(game: Game[Any, Any], state: Any) -> tuple[Any, ...]:
    """The actions or outcomes of a state, in order."""
    if game.player(state) == CHANCE:
        return tuple(outcome for outcome, _ in game.chances(state))
    return tuple(game.actions(state))


class _Node(NamedTuple):
    """A history still to be expanded; what each player knows, saw last, and did last."""

    state: Any
    memories: tuple[int, ...]
    seen: tuple[Hashable, ...]
    did: tuple[int, ...]


class _Set(NamedTuple):
    """An information set and the state in which it was met first."""

    memory: int
    player: int
    state: Any
    actions: tuple[Any, ...]
    slot: int
    parent: int


class _Memories:
    """Memories by number: each is another one and one event more."""

    def __init__(self, players: int) -> None:
        self.players = players
        self.parts: list[tuple[int, Event[Any]]] = []
        self.numbers: dict[tuple[int, Event[Any]], int] = {}

    def extend(self, memory: int, event: Event[Any]) -> int:
        """The number of a memory after an event; before all events it is -1 - player."""
        key = memory, event
        number = self.numbers.setdefault(key, len(self.parts))
        if number == len(self.parts):
            self.parts.append(key)
        return number

    def events(self, memory: int) -> tuple[Event[Any], ...]:
        """The events of a memory, in order."""
        found: list[Event[Any]] = []
        while memory >= 0:
            memory, event = self.parts[memory]
            found.append(event)
        return tuple(reversed(found))


class _Builder:
    """The tree so far, in order of depth."""

    def __init__(self, game: Game[Any, Any], most: int) -> None:
        self.game, self.most, self.guard = game, most, Guard(game)
        self.see = as_capability(game, Observed).observation
        self.memories = _Memories(game.players)
        self.player: list[int] = []
        self.slot: list[int] = []
        self.first: list[int] = []
        self.children: list[int] = []
        self.chance: list[Number] = [1]
        self.utilities: tuple[list[Number], ...] = tuple([] for _ in range(game.players))
        self.sets: dict[int, _Set] = {}
        self.slots = 0
        self.queue: deque[_Node] = deque()

    def build(self, most: int | None = None) -> bool:
        """Expand all nodes, or give up with more nodes than that; whether it is done."""
        players = range(self.game.players)
        nothing = tuple(-1 - who for who in players)
        self.add(self.game.initial(), nothing, (None,) * len(players), (ROOT,) * len(players))
        while self.queue:
            if most is not None and len(self.chance) > most:
                return False
            self.expand(self.queue.popleft())
        return True

    def add(
        self, state: Any, memories: tuple[int, ...], seen: tuple[Hashable, ...],
        did: tuple[int, ...],
    ) -> None:  # fmt: skip
        """Queue a state, once all players have seen it."""
        now = [self.see(state, who) for who in range(self.game.players)]
        last = tuple(old if new is None else new for new, old in zip(now, seen, strict=True))
        known = tuple(
            memory if new == old else self.memories.extend(memory, Saw(new))
            for memory, new, old in zip(memories, last, seen, strict=True)
        )
        self.queue.append(_Node(state, known, last, did))

    def expand(self, node: _Node) -> None:
        """Write a node, and queue its children."""
        state, guard = node.state, self.guard
        self.first.append(len(self.chance))
        if guard.is_terminal(state):
            self.write(END, 0, 0, guard.utilities(state))
            return
        mover = guard.player(state)
        nothing = (0,) * self.game.players
        if mover == CHANCE:
            outcomes = guard.chances(state)
            self.write(CHANCE, 0, len(outcomes), nothing)
            for outcome, probability in outcomes:
                self.chance.append(probability)
                self.add(guard.result(state, outcome), *node[1:])
        else:
            found = self.information_set(node, mover)
            self.write(mover, found.slot, len(found.actions), nothing)
            for slot, action in enumerate(found.actions, found.slot):
                self.chance.append(1)
                knows = self.memories.extend(node.memories[mover], Did(action))
                self.add(
                    guard.result(state, action), _replace(node.memories, mover, knows), node.seen,
                    _replace(node.did, mover, slot),
                )  # fmt: skip
        if not self.children[-1]:
            raise no_actions(self.game, state)
        if len(self.chance) > self.most:
            raise InputError("equilibrium.histories", game=self.game.name, most=self.most)

    def write(self, player: int, slot: int, children: int, utilities: tuple[Number, ...]) -> None:
        self.player.append(player)
        self.slot.append(slot)
        self.children.append(children)
        for values, utility in zip(self.utilities, utilities, strict=True):
            values.append(utility)

    def information_set(self, node: _Node, mover: int) -> _Set:
        """The set of a node, which must offer the same actions as the others of the set."""
        memory, actions = node.memories[mover], tuple(self.guard.actions(node.state))
        found = self.sets.get(memory)
        if found is None:
            parent = node.did[mover]
            found = _Set(memory, mover, node.state, actions, self.slots, parent)
            self.sets[memory] = found
            self.slots += len(actions)
        elif found.actions != actions:
            other = message("check.set_actions", other=self.game.position(found.state))
            raise breach(self.game, "actions", node.state, other)
        return found

    def tree(self) -> FlatTree[Any]:
        """The tree, with memories and names for its sets."""
        found = self.sets.values()
        memories = [Memory[Any](each.player, self.memories.events(each.memory)) for each in found]
        labels = labels_of(self.game, [each.state for each in found], memories)
        sets = tuple(
            InformationSet(
                memory,
                each.actions,
                tuple(self.game.action_name(each.state, action) for action in each.actions),
                label,
                each.slot,
                each.parent,
            )
            for each, memory, label in zip(found, memories, labels, strict=True)
        )
        return FlatTree(
            self.game, self.player, self.slot, self.first, self.children, self.chance,
            self.utilities, sets, self.slots,
        )  # fmt: skip


def labels_of(
    game: Game[Any, Any], states: Sequence[Any], memories: Sequence[Memory[Any]]
) -> list[str]:
    """Names for sets, each with a state and a memory, numbered if a player has two of one name."""
    met: Counter[tuple[str, int]] = Counter()
    labels: list[str] = []
    for memory, label in zip(memories, _descriptions(game, states, memories), strict=True):
        met[label, memory.player] += 1
        number = met[label, memory.player]
        labels.append(label if number == 1 else f"{label} ({number})")
    return labels


def _descriptions(
    game: Game[Any, Any], states: Sequence[Any], memories: Sequence[Memory[Any]]
) -> list[str]:
    """What players know in the sets: the position, or what they see, or all that they saw."""
    if game.kind.is_open:
        return [game.position(state) for state in states]
    if defines(game, "conceal"):
        conceal = as_capability(game, Observed).conceal
        return [
            game.position(conceal(state, memory.player))
            for state, memory in zip(states, memories, strict=True)
        ]
    last = [(memory.player, str(memory.last_seen)) for memory in memories]
    if len(set(last)) == len(last):
        return [label for _, label in last]
    return [_story(memory) for memory in memories]


def _story(memory: Memory[Any]) -> str:
    """What a player saw and did."""
    return " ".join(
        str(event.observation) if isinstance(event, Saw) else f"> {event.action}"
        for event in memory.events
    )


def _replace(items: tuple[int, ...], place: int, item: int) -> tuple[int, ...]:
    return (*items[:place], item, *items[place + 1 :])
