"""Plain alpha-beta: the twin of `adversario.algorithms.alphabeta`, node for node.

A leaf is counted and valued where it is met, without a call: half of all nodes and more are leaves,
and a call costs more than all else that is done for them.
"""

from __future__ import annotations

from typing import Any

from adversario.native.kernels import self
from adversario.native.kernels.layout.flags import Flags
from adversario.native.kernels.layout.plain import BROKEN, SPENT, STOPPED, TOO_DEEP, Plain
from adversario.native.kernels.memory import number, set_word, word
from adversario.native.kernels.search.line import append_to_line, end_line
from adversario.native.kernels.search.nodes import count, sign_of
from adversario.native.kernels.search.repetition import note_position, recurs

INFINITY = float("inf")


def note(state: Any, at: int, notes: int) -> None:
    """Note a position of the game so far, or the root."""
    if self.has_repetition:
        note_position(state, at, notes)


def search(state: Any, alpha: float, beta: float, ply: int, notes: int) -> float:
    """The value to player 0 of a state of that ply, for a window of theirs."""
    sign = side_of(self.player(state), notes)
    low, high = (alpha, beta) if sign > 0 else (-beta, -alpha)
    if self.is_terminal(state) or ply >= word(notes, Plain.depth) or is_repeated(state, ply, notes):
        return sign * quiet_value(state, sign, low, high, ply, notes)
    count(notes, Plain.nodes)
    if ply + 1 >= word(notes, Plain.depth):
        return sign * last_value(state, sign, low, high, ply, notes)
    return sign * value(state, sign, low, high, ply, notes)


def value(state: Any, sign: float, alpha: float, beta: float, ply: int, notes: int) -> float:
    """The value of a state to the player to move there, fail-soft, for alpha < beta.

    A result v promises: if alpha < v < beta, the value is v; if v <= alpha it is at most v; if
    v >= beta it is at least v. Once a status is set, v promises nothing. The state was counted, is
    not terminal, and at least two plies from the horizon. `sign` is 1 if the player to move is on
    the side of player 0, else -1.
    """
    best, index, leaves = -INFINITY, 0, 0
    if is_over(ply, notes):
        return best
    is_last = ply + 2 >= word(notes, Plain.depth)
    for action in self.actions(state):
        after = self.result(state, action)
        other = side_of(self.player(after), notes)
        turn = other * sign  # -1 if it is the other side's
        low, high = (alpha, beta) if turn > 0 else (-beta, -alpha)
        if self.is_terminal(after):
            leaves += 1
            child = sign * float(self.utility(after, 0))
        elif is_repeated(after, ply + 1, notes):
            leaves += 1
            child = sign * number(notes, Plain.draw)
        elif is_last:
            child = turn * last_value(after, other, low, high, ply + 1, notes)
        else:
            child = turn * value(after, other, low, high, ply + 1, notes)
        index += 1
        if child > best:
            best = child
            if best >= beta:
                break
            if best > alpha:
                alpha = best
                improve_line(after, ply, index, notes)
    count_successors(index, leaves, ply, notes)
    if best >= beta:
        count_cutoff(state, ply, index, notes)
    return best


def last_value(state: Any, sign: float, alpha: float, beta: float, ply: int, notes: int) -> float:
    """The value of a state one ply from the horizon, as `value`.

    It calls nothing but rules, and so becomes part of its caller: half of all calls are saved.
    """
    best, index, leaves, entered = -INFINITY, 0, 0, 0
    if is_over(ply, notes):
        return best
    for action in self.actions(state):
        after = self.result(state, action)
        if self.is_terminal(after):
            leaves += 1
            child = sign * float(self.utility(after, 0))
        elif is_repeated(after, ply + 1, notes):
            leaves += 1
            child = sign * number(notes, Plain.draw)
        elif not self.has_noisy_actions:
            child = sign * float(self.leaf_estimate(after, 0, word(notes, Plain.model)))
        else:
            entered += 1
            other = side_of(self.player(after), notes)
            turn = other * sign
            low, high = (alpha, beta) if turn > 0 else (-beta, -alpha)
            child = turn * quiet_value(after, other, low, high, ply + 1, notes)
        index += 1
        if child > best:
            best = child
            if best >= beta:
                break
            if best > alpha:
                alpha = best
                improve_line(after, ply, index, notes)
    add(notes, Plain.evaluations, index - leaves - entered)
    count_successors(index, index - entered, ply, notes)
    add(notes, Plain.nodes, -entered)  # which counted themselves
    if best >= beta:
        count_cutoff(state, ply, index, notes)
    return best


def count_successors(nodes: int, leaves: int, ply: int, notes: int) -> None:
    """Count the successors of a state and the leaves among them: at once, as memory is slow."""
    if nodes == 0:
        set_word(notes, Plain.status, BROKEN)
    add(notes, Plain.nodes, nodes)
    if leaves:
        add(notes, Plain.leaves, leaves)
        if ply + 1 > word(notes, Plain.deepest):
            set_word(notes, Plain.deepest, ply + 1)


def quiet_value(state: Any, sign: float, alpha: float, beta: float, ply: int, notes: int) -> float:
    """The value of a state that is terminal, or at the horizon or beyond, and not yet counted.

    Beyond the horizon only noisy actions are searched, and the mover may also do nothing.
    """
    count(notes, Plain.nodes)
    end_line(ply, notes)
    if self.is_terminal(state):
        count_leaf(ply, notes)
        return sign * float(self.utility(state, 0))
    if is_repeated(state, ply, notes):
        count_leaf(ply, notes)
        return sign * number(notes, Plain.draw)
    count(notes, Plain.evaluations)
    best, index = sign * float(self.leaf_estimate(state, 0, word(notes, Plain.model))), 0
    if not word(notes, Plain.quiescence) or self.is_quiet(state):
        count_leaf(ply, notes)
        return best
    if is_over(ply, notes):
        return best
    if best >= beta:
        count_cutoff(state, ply, index, notes)
        return best
    alpha = max(alpha, best)
    for action in self.noisy_actions(state):
        after = self.result(state, action)
        other = side_of(self.player(after), notes)
        if other == sign:
            child = quiet_value(after, other, alpha, beta, ply + 1, notes)
        else:
            child = -quiet_value(after, other, -beta, -alpha, ply + 1, notes)
        index += 1
        if child > best:
            best = child
            if best >= beta:
                count_cutoff(state, ply, index, notes)
                return best
            if best > alpha:
                alpha = best
                append_to_line(ply, index - 1, notes)
    return best


def is_repeated(state: Any, ply: int, notes: int) -> bool:
    """Whether the state, not terminal, is a draw since its position has occurred before."""
    if self.has_repetition and recurs(state, ply, notes):
        end_line(ply, notes)
        return True
    return False


def side_of(mover: int, notes: int) -> float:
    """1 if that player is on the side of player 0, else -1."""
    if self.players <= 2:
        return 1.0 if mover == 0 else -1.0
    return sign_of(mover, notes)


def is_over(ply: int, notes: int) -> bool:
    """Whether the search has to end; the status is then the reason."""
    if word(notes, Plain.nodes) > word(notes, Plain.node_limit):
        set_word(notes, Plain.status, SPENT)
    elif word(word(notes, Plain.stop), Flags.stop):
        set_word(notes, Plain.status, STOPPED)
    elif ply > word(notes, Plain.farthest):
        set_word(notes, Plain.status, TOO_DEEP)
    return word(notes, Plain.status) != 0


def add(notes: int, place: int, number: int) -> None:
    """Add a number to the counter at a place."""
    set_word(notes, place, word(notes, place) + number)


def count_leaf(ply: int, notes: int) -> None:
    """Count a leaf at that ply."""
    count(notes, Plain.leaves)
    if ply > word(notes, Plain.deepest):
        set_word(notes, Plain.deepest, ply)


def improve_line(after: Any, ply: int, index: int, notes: int) -> None:
    """The best line from a node now starts with the action before that index, to that state."""
    if self.is_terminal(after) or (
        not self.has_noisy_actions and ply + 1 >= word(notes, Plain.depth)
    ):
        end_line(ply + 1, notes)
    append_to_line(ply, index - 1, notes)


def count_cutoff(state: Any, ply: int, index: int, notes: int) -> None:
    """Count a cut-off and, if asked to, the actions from that index on, which it prunes."""
    count(notes, Plain.cutoffs)
    if word(notes, Plain.counting):
        left = -index
        if ply >= word(notes, Plain.depth):
            for _ in self.noisy_actions(state):
                left += 1
        else:
            for _ in self.actions(state):
                left += 1
        set_word(notes, Plain.pruned, word(notes, Plain.pruned) + left)
