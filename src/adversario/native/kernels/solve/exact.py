"""Exact values of two-player games with small whole utilities, searched to the end.

Negamax with null-window scouts (Marsland and Campbell, 1982) over whole numbers, a table that
keeps a lower and an upper bound for each state, cut-offs by what the table knows of the states
one ply further (Plaat et al., 1996), and the hints of the game: `sound_actions` leaves out
actions, `promise` orders them, `value_bounds` cuts without a search, `is_worth_keeping` spares the
table, `finish` takes over near the end.
"""

from __future__ import annotations

from typing import Any

from adversario.native.kernels import self
from adversario.native.kernels.layout.block import Block, Word
from adversario.native.kernels.layout.flags import Flags
from adversario.native.kernels.layout.search import StackSearch
from adversario.native.kernels.memory import prefetch_at, set_word, signed, word
from adversario.native.kernels.solve.stuck import stop_at
from adversario.native.kernels.tables.solver import bucket_of, content_of, put
from adversario.native.kernels.turn import mover_of


class Exact(StackSearch):
    """A solver at work."""

    low = Word("the least value that the state can still have")
    high = Word("the greatest value that the state can still have")


class Item(Block):
    """A successor on the stack, followed by the words of its state."""

    score = Word("how promising the action is, and its number in the last bits")
    key = Word("of the state; 0 if that is not kept in the table")


LEAST, MOST = -32000, 32000
"""Utilities lie well within these, so that a bound fits in 16 bits."""

# An entry of the table packs the bounds, the number of the best action and how much work it was.
OFFSET = 32768
WORK = 44
NO_ACTION = 4095

NO_GUESS = 1 << 20
"""In place of a guess at a value."""

FIRST_TRY = 1 << 50


def add(context: int, place: int, amount: int) -> None:
    """Add an amount to the counter at a place."""
    set_word(context, place, word(context, place) + amount)


def known_low(content: int) -> int:
    """The lower bound in an entry."""
    return (content & 0xFFFF) - OFFSET


def known_high(content: int) -> int:
    """The upper bound in an entry."""
    return ((content >> 16) & 0xFFFF) - OFFSET


def known(key: int, context: int) -> int:
    """What the table knows of the state with that key; 0: nothing."""
    return content_of(key, word(context, Exact.table), word(context, Exact.table_mask))


def store(key: int, low: int, high: int, action: int, nodes: int, context: int) -> None:
    """Keep bounds and best action of a state."""
    bucket = bucket_of(key, word(context, Exact.table), word(context, Exact.table_mask))
    put(key, low + OFFSET | (high + OFFSET) << 16 | action << 32, nodes, WORK, bucket)


def push(state: Any, first: int, context: int) -> int:
    """Put the states that follow on the stack, with their scores; return how many there are."""
    size = 8 * (Item.size + self.state_words)
    top, found = word(context, Exact.stack_top), 0
    for action in self.sound_actions(state):
        if top + found >= word(context, Exact.stack_size):
            set_word(context, Exact.overflow, 1)
            set_word(word(context, Exact.stop), Flags.stop, 1)
            break
        after = self.result(state, action)
        item = word(context, Exact.stack) + size * (top + found)
        key = 0
        if self.is_worth_keeping(after):
            key = signed(self.key(after))
            bucket = bucket_of(key, word(context, Exact.table), word(context, Exact.table_mask))
            prefetch_at(bucket, 0)
        score = FIRST_TRY if found == first else self.promise(state, action, after)
        set_word(item, Item.score, score * 4096 + 4095 - min(found, NO_ACTION))
        set_word(item, Item.key, key)
        self.store_state(item + Item.bytes, after)
        found += 1
    set_word(context, Exact.stack_top, top + found)
    return found


def cut_by_table(mover: int, beta: int, items: int, found: int, context: int) -> int:
    """A value of at least beta that the table knows for one of the states that follow; or LEAST."""
    size = 8 * (Item.size + self.state_words)
    for number in range(found):
        item = items + size * number
        key = word(item, Item.key)
        content = known(key, context) if key else 0
        if content:
            same = mover_of(self.load_state(item + Item.bytes)) == mover
            value = known_low(content) if same else -known_high(content)
            if value >= beta:
                return value
    return LEAST


def take_best(items: int, done: int, found: int) -> int:
    """The address of the item not yet tried of the greatest score; it changes place with `done`."""
    size: int = Item.size + self.state_words
    item = items + 8 * size * done
    best, score = item, word(item, Item.score)
    for number in range(done + 1, found):
        each = items + 8 * size * number
        if word(each, Item.score) > score:
            best, score = each, word(each, Item.score)
    if best != item:
        for part in range(size):
            kept = word(item, part)
            set_word(item, part, word(best, part))
            set_word(best, part, kept)
    return item


def value(state: Any, key: int, alpha: int, beta: int, context: int) -> int:
    """The value of a state to the player to move there, fail-soft, for alpha < beta.

    A result v promises: if alpha < v < beta, the value is v; if v <= alpha it is at most v; if
    v >= beta it is at least v. Once the stop flag is set, v promises nothing. `key` is the state's.
    """
    add(context, Exact.nodes, 1)
    mover = mover_of(state)
    if self.is_terminal(state):
        return int(self.utility(state, mover))
    if self.can_finish(state):
        found_value, nodes = self.finish(state, alpha, beta)
        add(context, Exact.nodes, nodes - 1)
        return int(found_value)
    before = word(context, Exact.nodes)
    if word(word(context, Exact.stop), Flags.stop) != 0:
        return 0
    if before > word(context, Exact.node_limit):
        set_word(word(context, Exact.stop), Flags.stop, 1)
        return 0
    low, high = self.value_bounds(state, alpha, beta)
    low, high, first = max(low, LEAST), min(high, MOST), NO_ACTION
    content = known(key, context) if key else 0
    if content:
        add(context, Exact.table_hits, 1)
        low, high = max(low, known_low(content)), min(high, known_high(content))
        first = (content >> 32) & 0xFFF
    if low >= beta or low == high:
        return int(low)
    if high <= alpha:
        return int(high)
    alpha, beta = max(alpha, low), min(beta, high)

    top = word(context, Exact.stack_top)
    found = push(state, first, context)
    size = 8 * (Item.size + self.state_words)
    items = word(context, Exact.stack) + size * top
    if found == 0 and word(context, Exact.overflow) == 0:
        stop_at(state, context)
        return 0
    best = LEAST
    if content or self.has_finish:
        # What follows is likely to be in the table if this state was; elsewhere it pays to look
        # only where a node is much work.
        best = cut_by_table(mover, beta, items, found, context)
    best_number, least, done = first, alpha, 0
    while best < beta and done < found:
        item = take_best(items, done, found)
        after, after_key = self.load_state(item + Item.bytes), word(item, Item.key)
        same = mover_of(after) == mover
        limit = beta if done == 0 else alpha + 1
        child = (
            value(after, after_key, alpha, limit, context)
            if same
            else -value(after, after_key, -limit, -alpha, context)
        )
        if alpha < child < beta and limit < beta:
            child = (
                value(after, after_key, alpha, beta, context)
                if same
                else -value(after, after_key, -beta, -alpha, context)
            )
        done += 1
        if child > best:
            best, best_number = child, 4095 - (word(item, Item.score) & 0xFFF)
            alpha = max(alpha, best)
    set_word(context, Exact.stack_top, top)
    if word(word(context, Exact.stop), Flags.stop) != 0:
        return 0
    if best >= beta:
        add(context, Exact.cutoffs, 1)
        low = max(low, best)
    elif best <= least:
        high = min(high, best)
        if first != NO_ACTION:
            best_number = first  # it was best when something was; now all fell short
    else:
        low, high = best, best
    if key:
        store(key, low, high, best_number, word(context, Exact.nodes) - before, context)
    return best


def solve(state: Any, low: int, high: int, guess: int, context: int) -> int:
    """The value of a state to the player to move, if it is between two bounds; else the nearest.

    Each test is a search with a null window. After a guess, what a test returns is what to test
    next (MTD(f), Plaat et al., 1996). Without one, the tests go from the far ends, which are quick
    to rule out, to the middle (as in Pons's solver of Connect Four).
    """
    key = signed(self.key(state))
    least, most = self.value_bounds(state, low, high)
    low, high = min(max(low, least), high), max(min(high, most), low)
    while low < high and word(word(context, Exact.stop), Flags.stop) == 0:
        set_word(context, Exact.low, low)
        set_word(context, Exact.high, high)
        beta = 1 + halfway(low, high) if guess == NO_GUESS else min(max(guess, low + 1), high)
        found = value(state, key, beta - 1, beta, context)
        if guess != NO_GUESS:
            guess = found
        if found < beta:
            high = max(found, low)
        else:
            low = min(found, high)
    return low


def solve_many(
    states: int, many: int, low: int, high: int, guesses: int, nodes: int, scores: int, context: int
) -> int:
    """The values of many states, each to the player to move, and their nodes; returns how many.

    All but `low` and `high`, player 0's bounds, are addresses: of states as words, of guesses, and
    of where to put the nodes and the scores. It ends early if the stop flag is set.
    """
    for number in range(many):
        state = self.load_state(states + 8 * self.state_words * number)
        set_word(context, Exact.nodes, 0)
        set_word(context, Exact.stack_top, 0)
        mover = mover_of(state)
        if self.is_terminal(state):
            found = int(self.utility(state, mover))
        else:
            least = low if mover == 0 else -high
            most = high if mover == 0 else -low
            found = solve(state, least, most, word(guesses, number), context)
        if word(word(context, Exact.stop), Flags.stop) != 0:
            return number
        set_word(nodes, number, word(context, Exact.nodes))
        set_word(scores, number, found)
    return many


def halfway(low: int, high: int) -> int:
    """What to test the value against: half of the end that is farther from 0, or the middle."""
    middle = low + (high - low) // 2
    if middle <= 0:
        return min(middle, -(-low // 2)) if low < 0 else middle
    return max(middle, high // 2) if high // 2 < high else middle


def known_action(state: Any, context: int) -> int:
    """The number, among the sound actions, of the best one that the table knows; or NO_ACTION."""
    content = known(signed(self.key(state)), context)
    return (content >> 32) & 0xFFF if content else NO_ACTION


def state_width() -> int:
    """How many words a state has on the stack."""
    return int(self.state_words)
