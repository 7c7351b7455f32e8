"""The states that fit what a player knows: all of them with their probabilities, or a sample."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from random import Random
from typing import Any, Generic, NamedTuple, TypeAlias, cast

from adversario.base.distribution import Distribution, exact_quotient, exact_sum
from adversario.base.errors import InputError
from adversario.base.numbers import Number
from adversario.contract.capability import as_capability, defines
from adversario.contract.information.memory import (
    Did,
    Memories,
    Memory,
    Saw,
    first_memories,
    next_memories,
)
from adversario.contract.information.observed import Observed
from adversario.game import CHANCE, A, Game, S

MOST_WORLDS = 100_000
"""The most states that the exact filter considers at a time."""
MOST_EXACT = 10_000
"""The most of these for a sample."""
MOST_STEPS = 1_000_000
"""The most plies that are played to find one state."""

MemoryModel: TypeAlias = "Callable[[Memory[A]], Distribution[A]]"
"""A model of other players: the probability of each of their actions, given what they know."""


class _Branch(NamedTuple, Generic[S, A]):
    """A state that may be the true one.

    It explains the first events of the player's memory, `matched` of them; `memories` is what all
    players would know there, if a model depends on it.
    """

    state: S
    matched: int
    memories: Memories[A] | None


def worlds(
    game: Game[S, A],
    memory: Memory[A],
    *,
    others: MemoryModel[A] | None = None,
    start: S | None = None,
    max_worlds: int = MOST_WORLDS,
) -> Distribution[S]:
    """The states in which the player is to move with this memory, each with its probability.

    Exact, by a forward filter: chance by its probabilities, the player's own actions as remembered,
    the other players by a model of them (without one, all actions are equally likely). InputError
    if no state fits, or if more than `max_worlds` have to be considered at a time.
    """
    first, found = _Filter(game, memory, others), dict[S, Number]()
    todo = first.begin(game.initial() if start is None else start)
    while todo:
        following: dict[_Branch[S, A], Number] = {}
        for branch, weight in todo.items():
            if first.is_world(branch):
                found[branch.state] = found.get(branch.state, 0) + weight
                continue
            for after, probability in first.successors(branch):
                following[after] = following.get(after, 0) + weight * probability
        if len(following) > max_worlds:
            raise InputError("worlds.too_many", game=game.name, most=max_worlds)
        todo = following
    total = exact_sum(found.values())
    if not total:
        raise InputError("worlds.none", game=game.name, player=game.player_name(memory.player))
    return Distribution({state: exact_quotient(weight, total) for state, weight in found.items()})


def draw_worlds(
    game: Game[S, A],
    memory: Memory[A],
    number: int,
    *,
    seed: int = 0,
    others: MemoryModel[A] | None = None,
    concealed: S | None = None,
    max_steps: int = MOST_STEPS,
) -> list[S]:
    """A sample of states in which the player is to move with this memory, drawn from a seed.

    If the game defines `conceal`, chance settles what the player does not know, regardless of what
    the moves of others suggest; `concealed` is the true state as a referee conceals it, and without
    it a state that fits is found first. Else, or with a model of the other players, the sample is
    drawn from `worlds`; if these are too many, play is repeated from the start, and taken back
    where it does not fit the memory, which favours states that are found easily. InputError if no
    state is found within `max_steps` plies for each.
    """
    sampler = _Sampler(game, memory, others, Random(seed), max_steps)
    if others is not None or not defines(game, "conceal"):
        return sampler.draw(number)
    if concealed is None:
        concealed = as_capability(game, Observed).conceal(sampler.replay(), memory.player)
    return [sampler.settle(concealed) for _ in range(number)]


class _Filter(Generic[S, A]):
    """The steps of play that agree with a memory."""

    def __init__(self, game: Game[S, A], memory: Memory[A], others: MemoryModel[A] | None) -> None:
        self.game, self.memory, self.others = game, memory, others
        self.see = as_capability(game, Observed).observation
        self.seen: list[Any] = [None]  # the last observation after that many events
        for event in memory.events:
            self.seen.append(event.observation if isinstance(event, Saw) else self.seen[-1])

    def begin(self, state: S) -> dict[_Branch[S, A], Number]:
        """The initial state, if it fits."""
        matched = self.match(state, 0)
        memories = None if self.others is None else first_memories(self.game, state)
        return {} if matched is None else {_Branch(state, matched, memories): 1}

    def match(self, state: S, matched: int) -> int | None:
        """The number of events explained once the state is seen; None if it contradicts them."""
        seen = self.see(state, self.memory.player)
        if seen is None or seen == self.seen[matched]:
            return matched
        events = self.memory.events
        fits = matched < len(events) and events[matched] == Saw(seen)
        return matched + 1 if fits else None

    def is_world(self, branch: _Branch[S, A]) -> bool:
        """Whether the player is to move, with all events explained."""
        return (
            branch.matched == len(self.memory.events)
            and not self.game.is_terminal(branch.state)
            and self.game.player(branch.state) == self.memory.player
        )

    def successors(self, branch: _Branch[S, A]) -> Iterator[tuple[_Branch[S, A], Number]]:
        """What may follow, each with its probability."""
        game, (state, matched, memories) = self.game, branch
        if game.is_terminal(state):
            return
        mover = game.player(state)
        for action, probability in self.moves(branch, mover):
            after = game.result(state, action)
            now = self.match(after, matched + (mover == self.memory.player))
            if probability and now is not None:
                known = memories and next_memories(game, memories, mover, action, after)
                yield _Branch(after, now, known), probability

    def moves(self, branch: _Branch[S, A], mover: int) -> Iterable[tuple[A, Number]]:
        """The actions that may have been played, each with its probability."""
        if mover == CHANCE:
            return self.game.chances(branch.state)
        if mover == self.memory.player:
            event = self.memory.events[branch.matched : branch.matched + 1]
            return [(each.action, 1) for each in event if isinstance(each, Did)]
        if self.others is None or branch.memories is None:
            return Distribution.uniform(self.game.actions(branch.state)).items()
        return self.others(branch.memories[mover]).items()


class _Sampler(Generic[S, A]):
    """Random states that fit a memory."""

    def __init__(
        self,
        game: Game[S, A],
        memory: Memory[A],
        others: MemoryModel[A] | None,
        random: Random,
        max_steps: int,
    ) -> None:
        self.game, self.memory, self.random, self.most = game, memory, random, max_steps
        self.filter = _Filter(game, memory, others)

    def draw(self, number: int) -> list[S]:
        """States drawn from all that fit or, if these are too many, one by one."""
        try:
            known = worlds(self.game, self.memory, others=self.filter.others, max_worlds=MOST_EXACT)
        except InputError as error:
            if error.message.id != "worlds.too_many":
                raise
            return [self.replay() for _ in range(number)]
        return self.random.choices(list(known), [float(p) for p in known.values()], k=number)

    def replay(self) -> S:
        """A state at the end of random play that fits, with a step back where it does not."""
        stack = [[each] for each in self.filter.begin(self.game.initial())]
        for _ in range(self.most):
            while stack and not stack[-1]:
                stack.pop()
            if not stack:
                break
            branch = stack[-1].pop()
            if self.filter.is_world(branch):
                return branch.state
            stack.append(self.shuffle(branch))
        raise self.refusal()

    def shuffle(self, branch: _Branch[S, A]) -> list[_Branch[S, A]]:
        """The successors in random order, the likely ones rather last (Efraimidis, Spirakis)."""
        pairs = [
            (self.random.random() ** (1 / float(probability)), place, after)
            for place, (after, probability) in enumerate(self.filter.successors(branch))
        ]
        return [after for _, _, after in sorted(pairs, key=lambda each: each[:2])]

    def settle(self, concealed: S) -> S:
        """A state that chance and unseen moves make of a concealed one, and that looks right."""
        game, state, steps = self.game, concealed, 0
        while steps < self.most:
            steps += 1
            if not game.is_terminal(state) and game.player(state) == self.memory.player:
                seen = self.filter.see(state, self.memory.player)
                if seen is None or seen == self.memory.last_seen:
                    return state
                state = concealed
            else:
                after = None if game.is_terminal(state) else self.step(state)
                state = concealed if after is None else after
        raise self.refusal()

    def step(self, state: S) -> S | None:
        """The state after a random outcome or action of another player; None if there is none."""
        game = self.game
        if game.player(state) == CHANCE:
            pairs = [(a, float(p)) for a, p in game.chances(state)]
        else:
            pairs = [(a, 1.0) for a in game.actions(state)]
        if not pairs:
            return None
        outcomes, weights = zip(*pairs, strict=True)
        return game.result(state, cast("A", self.random.choices(outcomes, weights)[0]))

    def refusal(self) -> InputError:
        name = self.game.player_name(self.memory.player)
        return InputError("worlds.none", game=self.game.name, player=name)
