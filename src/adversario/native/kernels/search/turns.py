"""Expectiminimax by turns with a move filter, compiled: the twin of `algorithms.turns`."""

from __future__ import annotations

import math
from typing import Any

from adversario.game import CHANCE
from adversario.native.kernels import self
from adversario.native.kernels.chance import sample_chance
from adversario.native.kernels.layout.flags import Flags
from adversario.native.kernels.layout.turns import Turns
from adversario.native.kernels.memory import number, set_number, set_word, word
from adversario.native.kernels.random import draw

FINE = 1 << 31
"""Random numbers are below this."""


def value(state: Any, player: int, turns: int, base: int, block: int) -> float:
    """What a state after a play is worth to a player; estimates are kept from `base` on."""
    if self.is_terminal(state):
        return float(self.utility(state, player))
    if turns == 0:
        return look_at(state, player, block)
    if word(word(block, Turns.stop), Flags.stop):
        return 0.0
    mover = self.player(state)
    if mover == CHANCE:
        mean = 0.0
        for outcome, share in self.chances(state):
            if share > 0:
                mean += share * value(self.result(state, outcome), player, turns, base, block)
        return mean
    count = estimate_plays(state, mover, base, block)
    sign = 1.0 if mover == player else -1.0
    looks = word(block, Turns.looks) + 8 * base
    if turns == 1:
        return sign * best_of(looks, count)
    least, best, at = least_kept(looks, count, block), -math.inf, 0
    for action in self.actions(state):
        if number(looks, at) >= least:
            after = self.result(state, action)
            found = sign * value(after, player, turns - 1, base + count, block)
            best = found if found > best else best  # noqa: FURB136 (as compiled)
        at += 1  # noqa: SIM113 (compiled, a loop over a generator counts best by hand)
    return sign * best


def look_at(state: Any, player: int, block: int) -> float:
    """The utility or the estimate of a state, for a player."""
    if self.is_terminal(state):
        return float(self.utility(state, player))
    set_word(block, Turns.evaluations, word(block, Turns.evaluations) + 1)
    return float(self.leaf_estimate(state, player, word(block, Turns.model)))


def estimate_plays(state: Any, mover: int, base: int, block: int) -> int:
    """Write the estimates of the plays for the player to move; return their number."""
    looks, count = word(block, Turns.looks) + 8 * base, 0
    for action in self.actions(state):
        if base + count >= word(block, Turns.room):
            set_word(block, Turns.overflow, 1)
            break
        set_number(looks, count, look_at(self.result(state, action), mover, block))
        count += 1
    return count


def best_of(looks: int, count: int) -> float:
    """The greatest of the estimates."""
    best = -math.inf
    for at in range(count):
        found = number(looks, at)
        best = found if found > best else best  # noqa: FURB136 (as compiled)
    return best


def least_kept(looks: int, count: int, block: int) -> float:
    """The least estimate that is searched further."""
    best = best_of(looks, count)
    least = best
    for _ in range(1, word(block, Turns.keep)):
        below = -math.inf
        for at in range(count):
            found = number(looks, at)
            if below < found < least:
                below = found
        if below == -math.inf:
            break
        least = below
    edge = best - number(block, Turns.margin)
    return max(edge, least)


def decide(state: Any, turns: int, block: int) -> int:
    """Write an estimate and a value for each action, NaN where it was filtered out.

    Returns the number of actions; the values follow the estimates. `turns` is the block's, less 1;
    not read here, as `value` calls itself.
    """
    mover = self.player(state)
    count = estimate_plays(state, mover, 0, block)
    looks = word(block, Turns.looks)
    least, at = -math.inf, 0
    if turns > 0:
        least = least_kept(looks, count, block)
    for action in self.actions(state):
        found = math.nan
        if number(looks, at) >= least:
            found = value(self.result(state, action), mover, turns, 2 * count, block)
        set_number(looks, count + at, found)
        at += 1  # noqa: SIM113
    return count


def play_matches(
    state: Any, first: int, games: int, seed: int, turns: int, other_turns: int, blocks: int
) -> float:
    """The mean result to the first player of games, each played twice with seats exchanged.

    `blocks` is the address of the addresses of both players' blocks, `turns` and `other_turns` are
    theirs, less 1. Both games of a number have the same dice as long as they are alike. The results
    are written after the two addresses.
    """
    total = 0.0
    for which in range(first, first + games):
        for seat in range(2):
            result = play_one(state, which, seed, seat, turns, other_turns, blocks)
            if word(word(word(blocks, 0), Turns.stop), Flags.stop):
                return total
            result = result if seat == 0 else -result
            set_number(blocks, 2 + 2 * (which - first) + seat, result)
            total += result
    return total


def play_one(
    state: Any, which: int, seed: int, seat: int, turns: int, other_turns: int, blocks: int
) -> float:
    """The result to player 0 of one game; the first player has that seat."""
    drawn = 0
    while not self.is_terminal(state):
        mover = self.player(state)
        drawn += 1
        if mover == CHANCE:
            _, state = sample_chance(state, draw(seed, which, drawn, FINE) / FINE)
            continue
        one = mover == seat
        block = word(blocks, 0) if one else word(blocks, 1)
        if word(word(block, Turns.stop), Flags.stop):
            return 0.0
        count = decide(state, turns if one else other_turns, block)
        chosen, best, at = state, -math.inf, 0
        for action in self.actions(state):
            found = number(word(block, Turns.looks), count + at)
            if found > best:  # not so for NaN, a play that was filtered out
                best, chosen = found, self.result(state, action)
            at += 1  # noqa: SIM113
        state = chosen
    return float(self.utility(state, 0))
