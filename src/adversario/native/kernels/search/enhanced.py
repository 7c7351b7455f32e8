"""Alpha-beta with what strong programs add: a table, move ordering, scouting, quiescence.

Negamax with principal-variation search (Marsland and Campbell, 1982), a transposition table,
killer and history ordering (Akl and Newborn, 1977; Schaeffer, 1989), late-move reductions, null
moves (Goetsch and Campbell, 1990). Events are reported row by row: see `report`.
"""

from __future__ import annotations

import math
from typing import Any

from adversario.native.kernels import self
from adversario.native.kernels.endgame.search import endgame_value
from adversario.native.kernels.layout.deepening import (
    CODES,
    DEPTHS,
    DISTANCE,
    MOST_PLIES,
    NULL_MOVE,
    ORDER_HISTORY,
    ORDER_KILLERS,
    QUIESCENCE,
    REDUCTIONS,
    SCOUT,
    Cut,
    Deepening,
    Killers,
)
from adversario.native.kernels.layout.flags import Flags
from adversario.native.kernels.memory import bits_float, number, set_word, signed, word
from adversario.native.kernels.search.distance import (
    count,
    estimate,
    from_here,
    from_root,
    is_decisive,
)
from adversario.native.kernels.search.ordering import bring_best, number_of, packed_score
from adversario.native.kernels.search.repetition import note_position, recurs
from adversario.native.kernels.search.report import (
    AGAIN,
    CHILD,
    CUT,
    ENTER,
    EVALUATED,
    KNOWN,
    LEFT,
    NOISY,
    NULL_CUT,
    PASSED,
    REDUCED,
    REPEATED,
    SCOUTED,
    STAND_PAT,
    TERMINAL,
    TRIED,
    UPDATED,
)
from adversario.native.kernels.search.report import ignore_row as report
from adversario.native.kernels.tables.deepening import (
    AT_LEAST,
    AT_MOST,
    COMPLETE,
    EXACT,
    NO_ACTION,
    Entry,
    probe,
    store,
)
from adversario.native.kernels.turn import mover_of

INFINITY = float("inf")

FIRST_TRY = 1 << 50  # scores are kept times 4096, which must not overflow
KILLER = 1 << 49
REDUCTION = 2  # how much less deep a null move is searched


def note(state: Any, at: int, context: int) -> None:
    """Note a position of the game so far, or the root."""
    if self.has_repetition:
        note_position(state, at, context)


def known_action(state: Any, context: int) -> tuple[int, float]:
    """The number of the best action that the table has for a state, and the value if it is exact.

    -1 if there is no such action, NaN if there is no such value.
    """
    entry = probe(signed(self.key(state)), context)
    if entry < 0:
        return -1, math.nan
    packed = word(word(context, Deepening.table), entry + Entry.about)
    action = (packed >> 32) & 0xFFFF
    content = word(word(context, Deepening.table), entry + Entry.value)
    value = bits_float(content) if packed >> 16 & 3 == EXACT else math.nan
    return -1 if action == NO_ACTION else action, value


def push_actions(state: Any, mover: int, ply: int, first: int, options: int, context: int) -> int:
    """Put the actions of a state and their scores on the stack; return how many there are."""
    start, size = word(context, Deepening.stack_top), word(context, Deepening.stack_size)
    stack, scores = word(context, Deepening.stack), word(context, Deepening.scores)
    killers = word(context, Deepening.killers) + Killers.bytes * ply
    history = word(context, Deepening.history) + 8 * CODES * mover
    found = 0
    for action in self.actions(state):
        at = start + found
        if at >= size:
            set_word(context, Deepening.overflow, 1)
            set_word(word(context, Deepening.stop), Flags.stop, 1)
            break
        self.store_action(stack + 8 * at * self.action_words, action)
        score = 0
        if found == first:
            score = FIRST_TRY
        elif options & (ORDER_KILLERS | ORDER_HISTORY):
            code = self.action_code(action)
            if options & ORDER_HISTORY:
                score = word(history, code)
            if options & ORDER_KILLERS and (
                word(killers, Killers.first) == code or word(killers, Killers.second) == code
            ):
                score += KILLER
        set_word(scores, at, packed_score(score, found))
        found += 1
    set_word(context, Deepening.stack_top, start + found)
    return found


def take_best(start: int, done: int, found: int, context: int) -> int:
    """Bring the best action not yet tried to the place `done`; return its number.

    That is its place in the game's order. The score keeps it, so that equal ones stay in order.
    """
    best_score = bring_best(start, done, found, context)
    at = number_of(best_score)
    report(TRIED, at, 0.0, 0.0, float(best_score >> 12), context)
    return at


def reward(code: int, mover: int, depth: int, ply: int, options: int, context: int) -> None:
    """Remember an action that cut: as a killer of its ply, and in the history of its player."""
    if options & ORDER_KILLERS:
        killers = word(context, Deepening.killers) + Killers.bytes * ply
        if word(killers, Killers.first) != code:
            set_word(killers, Killers.second, word(killers, Killers.first))
            set_word(killers, Killers.first, code)
    if options & ORDER_HISTORY:
        history = word(context, Deepening.history) + 8 * CODES * mover
        grown = word(history, code) + depth * depth
        set_word(history, code, grown if grown < KILLER >> 14 else grown >> 1)


def may_pass(
    state: Any, beta: float, mover: int, depth: int, ply: int, options: int, context: int
) -> bool:
    """Whether to try a null move: not twice in a row, nor if a win or loss is at stake.

    The evaluation must be at least beta.
    """
    if not options & NULL_MOVE or depth <= REDUCTION or word(context, Deepening.null_ply) == ply:
        return False
    margin = 2.0 * number(context, Deepening.unit) * MOST_PLIES
    best = number(context, Deepening.best) if mover == 0 else -number(context, Deepening.worst)
    worst = number(context, Deepening.worst) if mover == 0 else -number(context, Deepening.best)
    if not worst + margin < beta < best - margin:
        return False
    return estimate(state, mover, options, context) >= beta


def probable_bound(
    state: Any, alpha: float, beta: float, depth: int, ply: int, mover: int, context: int
) -> int:
    """1 if the value is at least beta, -1 if it is at most alpha, in all probability; else 0.

    Buro, "Experiments with Multi-ProbCut" (1997): values of searches to two depths lie near a line,
    and so a null window of the shallow one, moved by the margin, answers for the deep one.
    """
    cut = word(context, Deepening.cuts) + Cut.bytes * depth
    shallow = word(cut, Cut.shallow)
    if shallow == 0 or beta == INFINITY or alpha == -INFINITY:
        return 0
    slope, offset, margin = number(cut, Cut.slope), number(cut, Cut.offset), number(cut, Cut.margin)
    step, options = number(context, Deepening.step), word(context, Deepening.options)
    likely = slope * estimate(state, mover, options, context) + offset
    if likely >= beta:
        limit = (beta + margin - offset) / slope
        if is_decisive(beta, mover, context) or is_decisive(limit, mover, context):
            return 0
        return 1 if value(state, limit - step, limit, shallow, ply, context) >= limit else 0
    if likely <= alpha:
        limit = (alpha - margin - offset) / slope
        if is_decisive(alpha, mover, context) or is_decisive(limit, mover, context):
            return 0
        return -1 if value(state, limit, limit + step, shallow, ply, context) <= limit else 0
    return 0


def value(state: Any, alpha: float, beta: float, depth: int, ply: int, context: int) -> float:
    """The value of the state to the player to move there, fail-soft, for alpha < beta.

    A result v promises: if alpha < v < beta, the value, to the depth searched or deeper, is v; if
    v <= alpha it is at most v; if v >= beta it is at least v. With DISTANCE a win is worth less the
    more plies it is away from the root. Once the stop flag is set, v promises nothing.
    """
    # Step 1. Enter the node, unless all nodes are used.
    nodes = word(context, Deepening.nodes) + 1
    if nodes > word(context, Deepening.node_limit):
        set_word(word(context, Deepening.stop), Flags.stop, 1)
        return 0.0
    set_word(context, Deepening.nodes, nodes)
    report(ENTER, NO_ACTION, alpha, beta, 0.0, context)
    options = word(context, Deepening.options)
    mover = mover_of(state)
    # Step 2. A terminal state, or one at the greatest ply, is a leaf.
    if self.is_terminal(state) or ply >= MOST_PLIES - 1:
        count(context, Deepening.leaves)
        if ply > word(context, Deepening.deepest):
            set_word(context, Deepening.deepest, ply)
        if not self.is_terminal(state):
            count(context, Deepening.horizon)
            best = estimate(state, mover, options, context)
            report(EVALUATED, NO_ACTION, 0.0, 0.0, best, context)
            return best
        best = float(self.utility(state, mover))
        if options & DISTANCE:
            best = from_root(best, mover, ply, context)
        report(TERMINAL, NO_ACTION, 0.0, 0.0, best, context)
        return best
    # A position that was met before is a draw, as far as can be seen from this path.
    if self.has_repetition and not self.forbids_repetition and recurs(state, ply, context):
        count(context, Deepening.leaves)
        count(context, Deepening.horizon)
        report(REPEATED, NO_ACTION, 0.0, 0.0, 0.0, context)
        return 0.0
    # Step 3. A state of an endgame table is a leaf too.
    if self.has_index and word(context, Deepening.endgame) != 0:
        best = endgame_value(state, mover, ply, options, context)
        if not math.isnan(best):
            count(context, Deepening.leaves)
            if ply > word(context, Deepening.deepest):
                set_word(context, Deepening.deepest, ply)
            report(KNOWN, EXACT, 0.0, 0.0, best, context)
            return best
    best, best_number, least = -INFINITY, NO_ACTION, alpha
    # Step 4. At the horizon: the evaluation if the state is quiet, else quiescence search, in which
    # only noisy actions are tried and the player to move may also stand pat.
    if depth <= 0:
        count(context, Deepening.evaluations)
        count(context, Deepening.horizon)
        best = estimate(state, mover, options, context)
        if not options & QUIESCENCE or self.is_quiet(state):
            count(context, Deepening.leaves)
            if ply > word(context, Deepening.deepest):
                set_word(context, Deepening.deepest, ply)
            report(EVALUATED, NO_ACTION, 0.0, 0.0, best, context)
            return best
        if best >= beta:
            count(context, Deepening.cutoffs)
            report(STAND_PAT, NO_ACTION, 0.0, beta, best, context)
            report(LEFT, NO_ACTION, least, beta, best, context)
            return best
        alpha = max(alpha, best)
        for at, action in enumerate(self.noisy_actions(state)):
            after = self.result(state, action)
            if self.has_forbids_repetition and recurs(after, ply + 1, context):
                continue
            report(NOISY, at, 0.0, 0.0, 0.0, context)
            if mover_of(after) == mover:
                child = value(after, alpha, beta, depth - 1, ply + 1, context)
            else:
                child = -value(after, -beta, -alpha, depth - 1, ply + 1, context)
            report(CHILD, at, 0.0, 0.0, child, context)
            if child > best:
                best, best_number = child, at
                if best < beta:
                    alpha = max(alpha, best)
                report(UPDATED, at, alpha, beta, best, context)
                if best >= beta:
                    count(context, Deepening.cutoffs)
                    report(CUT, at, 0.0, beta, best, context)
                    break
        report(LEFT, best_number, least, beta, best, context)
        return best
    # Step 5. Stop, if the flag says so.
    if word(word(context, Deepening.stop), Flags.stop) != 0:
        return 0.0

    # Step 6. Look the state up in the table: a value or bound that settles it, or an action to try
    # first.
    first, key, table = -1, signed(self.key(state)), word(context, Deepening.table)
    if table != 0:
        entry = probe(key, context)
        if entry >= 0:
            packed = word(table, entry + Entry.about)
            first = (packed >> 32) & 0xFFFF
            complete = packed & COMPLETE != 0
            if packed & 0xFFFF == depth or complete:
                # Another depth's value is of use only if it does not depend on a horizon.
                known = bits_float(word(table, entry + Entry.value))
                if options & DISTANCE:
                    known = from_root(known, mover, ply, context)
                bound = (packed >> 16) & 3
                if (
                    bound == EXACT
                    or (bound == AT_LEAST and known >= beta)
                    or (bound == AT_MOST and known <= alpha)
                ):
                    count(context, Deepening.table_hits)
                    if not complete:
                        count(context, Deepening.horizon)
                    report(KNOWN, bound, 0.0, 0.0, known, context)
                    return known

    # Step 7. Null move: if even passing is good enough, nothing is searched.
    if self.has_pass_turn and may_pass(state, beta, mover, depth, ply, options, context):
        after = self.pass_turn(state)
        if self.player(after) != mover:
            report(PASSED, NO_ACTION, 0.0, 0.0, 0.0, context)
            set_word(context, Deepening.null_ply, ply + 1)
            low = number(context, Deepening.step) - beta
            child = -value(after, -beta, low, depth - 1 - REDUCTION, ply + 1, context)
            set_word(context, Deepening.null_ply, 0)
            if child >= beta:
                # Passing is no action of the game: whatever it proves stays an estimate.
                count(context, Deepening.horizon)
                count(context, Deepening.cutoffs)
                report(NULL_CUT, NO_ACTION, 0.0, beta, child, context)
                report(LEFT, NO_ACTION, least, beta, beta, context)
                return beta

    # Multi-ProbCut: a shallow search that ends far outside the window is believed.
    if word(context, Deepening.cuts) != 0 and depth < DEPTHS:
        bound = probable_bound(state, alpha, beta, depth, ply, mover, context)
        if bound != 0:
            count(context, Deepening.horizon)
            count(context, Deepening.cutoffs)
            return beta if bound > 0 else alpha

    # Step 8. Order the actions.
    horizon, start = word(context, Deepening.horizon), word(context, Deepening.stack_top)
    found = push_actions(state, mover, ply, first, options, context)
    # Step 9. Search them, the most promising first.
    for done in range(found):
        at = take_best(start, done, found, context)
        action = self.load_action(
            word(context, Deepening.stack) + 8 * (start + done) * self.action_words
        )
        after = self.result(state, action)
        if self.has_forbids_repetition and recurs(after, ply + 1, context):
            count(context, Deepening.horizon)
            continue
        same = mover_of(after) == mover
        # Step 10. Late-move reduction: late actions are searched less deep at first.
        deeper = depth - 1
        if options & REDUCTIONS and done >= 4 and depth >= 3:
            deeper -= 1
            report(REDUCED, at, 0.0, 0.0, 0.0, context)
        # Step 11. Scout: after the first action, a null window asks whether another is better.
        low, high = alpha, beta
        if options & SCOUT and done > 0 and alpha > -INFINITY:
            high = min(beta, alpha + number(context, Deepening.step))
            if high < beta:
                report(SCOUTED, at, 0.0, 0.0, 0.0, context)
        if same:
            child = value(after, low, high, deeper, ply + 1, context)
        else:
            child = -value(after, -high, -low, deeper, ply + 1, context)
        # Step 12. Search again, to the full depth and with the full window, what turned out better.
        if child > alpha and (deeper < depth - 1 or (high < beta and child >= high)):
            report(AGAIN, at, 0.0, 0.0, child, context)
            if same:
                child = value(after, alpha, beta, depth - 1, ply + 1, context)
            else:
                child = -value(after, -beta, -alpha, depth - 1, ply + 1, context)
        report(CHILD, at, 0.0, 0.0, child, context)
        # Step 13. Keep the best, and cut off if it is too good to be allowed.
        if child > best:
            best, best_number = child, at
            if best < beta:
                alpha = max(alpha, best)
            report(UPDATED, at, alpha, beta, best, context)
            if best >= beta:
                count(context, Deepening.cutoffs)
                reward(self.action_code(action), mover, depth, ply, options, context)
                report(CUT, at, 0.0, beta, best, context)
                break
    if self.has_forbids_repetition and best == -INFINITY:  # all that could be played is forbidden
        best = 0.0
    # Step 14. Leave the node, and store what was found.
    report(LEFT, best_number, least, beta, best, context)
    set_word(context, Deepening.stack_top, start)
    if table != 0 and word(word(context, Deepening.stop), Flags.stop) == 0:
        bound = AT_LEAST if best >= beta else AT_MOST if best <= least else EXACT
        kept = from_here(best, mover, ply, context) if options & DISTANCE else best
        about = depth | (bound << 16)
        if word(context, Deepening.horizon) == horizon:
            about |= COMPLETE
        store(key, kept, about, best_number, context)
    return best
