"""Worlds: states that a player cannot distinguish from the true one, drawn in machine code.

The twin of `adversario.algorithms.imperfect.deck`.
"""

from __future__ import annotations

from typing import Any

from adversario import bits
from adversario.game import CHANCE
from adversario.native.kernels import inline, self
from adversario.native.kernels.layout.information import Memories
from adversario.native.kernels.mcts.tree_search import pick_uniform
from adversario.native.kernels.memory import number, set_word, word
from adversario.native.kernels.random import GOLDEN, mix, unit_float

MOST_STEPS = 1_000_000
"""The most plies that are played to find one world."""


def count_words() -> Any:
    """The numbers of words of an observation, an action and a state."""
    return self.observation_words, self.action_words, self.state_words


def store_world(address: int, state: Any) -> None:
    """Write a state to an address."""
    self.store_state(address, state)


def note_goal(world: Any, block: int) -> None:
    """Note what the player sees of a world: all others look the same."""
    self.store_observation(word(block, Memories.goal), world, word(block, Memories.me))


@inline
def draw_world(concealed: Any, block: int, random: Any) -> Any:
    """A world, and the next random word; if there is none, `Memories.lost` is set."""
    world = concealed
    if word(block, Memories.worlds):
        random = bits.add(random, GOLDEN)
        world = listed_world(unit_float(mix(random)), block)
    else:
        world, random = settle(concealed, block, random)
    return world, random


def listed_world(at: float, block: int) -> Any:
    """The listed world at a point of [0, 1), by bisection of the sums of probabilities."""
    listed, stride = word(block, Memories.listed), self.state_words + 1
    low, high = 0, word(block, Memories.worlds) - 1
    while low < high:
        middle = (low + high) // 2
        if number(listed, middle * stride) <= at:
            low = middle + 1
        else:
            high = middle
    return self.load_state(listed + 8 * (low * stride + 1))


def settle(concealed: Any, block: int, random: Any) -> Any:
    """A state that chance and unseen moves make of a concealed one, and that looks right."""
    me, steps, state = word(block, Memories.me), 0, concealed
    while steps < MOST_STEPS:
        over = self.is_terminal(state)
        if not over and self.player(state) == me and looks_right(state, me, block):
            break
        found, after = False, concealed
        if not over and self.player(state) != me:
            random = bits.add(random, GOLDEN)
            if self.player(state) == CHANCE:
                found, after = pick_outcome(state, unit_float(mix(random)))
            else:
                found, after = pick_uniform(state, random)
        state = after if found else concealed
        steps += 1
    if steps == MOST_STEPS:
        set_word(block, Memories.lost, 1)
    return state, random


def looks_right(state: Any, me: int, block: int) -> bool:
    """Whether the player sees what they see of the true state."""
    scratch, same = word(block, Memories.scratch), True
    self.store_observation(scratch, state, me)
    for index in range(self.observation_words):
        if word(scratch, index) != word(word(block, Memories.goal), index):
            same = False
    return same


def pick_outcome(state: Any, at: float) -> Any:
    """Whether there is an outcome of chance, and the state after the one at a point of [0, 1)."""
    found = False
    for outcome, probability in self.chances(state):
        if probability > 0:
            found, picked = True, outcome
            at -= probability
            if at < 0:
                break
    return found, self.result(state, picked) if found else state
