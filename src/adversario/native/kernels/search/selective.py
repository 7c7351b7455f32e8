"""Alpha-beta that looks deeper at what matters: selective search, as strong chess programs have it.

To what `enhanced` does it adds, for any game with these hints (`Selective`, `estimate_unit`):

- urgent actions first, losing ones last; quiescence sorts, and leaves losing ones out;
- forced states one ply deeper, with nothing pruned there;
- a null move that is reduced by depth (Donninger, 1993);
- late actions reduced by depth and number, and searched again in two steps;
- reverse futility (Heinz, 1998), futility (Schaeffer, 1986) and late-action pruning;
- a ply less where the table knows no action (internal iterative reduction, Schröder, 2020);
- history with gravity, and a malus for what was tried before a cut.

What is pruned by estimates is never `proven`. See docs/algorithms.md, which explains each.
"""

from __future__ import annotations

import math
from typing import Any

from adversario.native.kernels import self
from adversario.native.kernels.endgame.search import endgame_value
from adversario.native.kernels.layout.deepening import (
    CODES,
    DISTANCE,
    MOST_PLIES,
    QUIESCENCE,
    Killers,
)
from adversario.native.kernels.layout.flags import Flags
from adversario.native.kernels.layout.selective import REDUCTION_SIDE, Selective
from adversario.native.kernels.memory import number, set_word, signed, word
from adversario.native.kernels.search.distance import (
    count,
    estimate,
    from_here,
    from_root,
    is_decisive,
    plies_to_end,
)
from adversario.native.kernels.search.ordering import (
    PLACES,
    bring_best,
    number_of,
    packed_score,
)
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
    PRUNED,
    REDUCED,
    REPEATED,
    SCOUTED,
    STAND_PAT,
    STATIC_CUT,
    TERMINAL,
    TRIED,
    UPDATED,
)
from adversario.native.kernels.search.report import ignore_row as report
from adversario.native.kernels.tables.compact import (
    COMPLETE_BIT,
    action_in,
    bound_in,
    depth_in,
    find,
    keep,
    prefetch_bucket,
    value_in,
)
from adversario.native.kernels.tables.deepening import AT_LEAST, AT_MOST, EXACT, NO_ACTION
from adversario.native.kernels.turn import mover_of

INFINITY = float("inf")

# The bands of scores in the ordering.
FIRST_TRY = 1 << 50
URGENT = 1 << 40
KILLER = 1 << 39
MOST_URGENCY = 1 << 30

MOST_HISTORY = 1 << 14
"""What gravity keeps the counts of the history below."""


def note(state: Any, at: int, context: int) -> None:
    """Note a position of the game so far, or the root."""
    if self.has_repetition:
        note_position(state, at, context)


def known_action(state: Any, context: int) -> tuple[int, float]:
    """The number of the best action that the table has for a state, and the value if it is exact.

    -1 if there is no such action, NaN if there is no such value.
    """
    content = find(signed(self.table_key(state)), context)
    if content == 0:
        return -1, math.nan
    known = value_in(content, context) if bound_in(content) == EXACT else math.nan
    return action_in(content), known


def count_leaf(ply: int, context: int) -> None:
    """Count a leaf at that ply."""
    count(context, Selective.leaves)
    if ply > word(context, Selective.deepest):
        set_word(context, Selective.deepest, ply)


def enter(alpha: float, beta: float, context: int) -> bool:
    """Count a node; False, and the stop flag set, if all nodes are used."""
    nodes = word(context, Selective.nodes) + 1
    stop = word(context, Selective.stop)
    if nodes > word(context, Selective.node_limit):
        set_word(stop, Flags.stop, 1)
        return False
    set_word(context, Selective.nodes, nodes)
    report(ENTER, NO_ACTION, alpha, beta, 0.0, context)
    return word(stop, Flags.stop) == 0


def quiet_value(state: Any, alpha: float, beta: float, ply: int, context: int) -> float:
    """The value of a state at the horizon: quiescence search.

    The player to move may stand pat, unless forced; noisy actions are tried by urgency, and those
    that lose are left out.
    """
    if not enter(alpha, beta, context):
        return 0.0
    options, mover = word(context, Selective.options), mover_of(state)
    if not self.ends_without_actions and self.is_terminal(state):
        return terminal_value(state, mover, ply, options, context)
    if self.has_index and word(context, Selective.endgame) != 0:
        found = endgame_value(state, mover, ply, options, context)
        if not math.isnan(found):
            count_leaf(ply, context)
            report(KNOWN, EXACT, 0.0, 0.0, found, context)
            return found
    count(context, Selective.horizon)
    searching = self.has_noisy_actions and options & QUIESCENCE != 0 and ply < MOST_PLIES - 1
    forced = searching and self.has_is_forced and self.is_forced(state)
    best, best_number, least = -INFINITY, NO_ACTION, alpha
    if not forced:
        count(context, Selective.evaluations)
        best = estimate(state, mover, options, context)
        if not searching or (self.has_is_quiet and self.is_quiet(state)):
            count_leaf(ply, context)
            report(EVALUATED, NO_ACTION, 0.0, 0.0, best, context)
            return best
        if best >= beta:
            count(context, Selective.cutoffs)
            report(STAND_PAT, NO_ACTION, 0.0, beta, best, context)
            report(LEFT, NO_ACTION, least, beta, best, context)
            return best
        alpha = max(alpha, best)
    start = word(context, Selective.stack_top)
    found_actions = push_noisy(state, forced, context)
    if forced and found_actions == 0 and self.ends_without_actions:
        return terminal_value(state, mover, ply, options, context)
    for done in range(found_actions):
        score = bring_best(start, done, found_actions, context)
        at = number_of(score)
        action = self.load_action(
            word(context, Selective.stack) + 8 * (start + done) * self.action_words
        )
        after = self.result(state, action)
        if self.has_forbids_repetition and recurs(after, ply + 1, context):
            continue
        report(NOISY, at, 0.0, 0.0, 0.0, context)
        if mover_of(after) == mover:
            child = quiet_value(after, alpha, beta, ply + 1, context)
        else:
            child = -quiet_value(after, -beta, -alpha, ply + 1, context)
        report(CHILD, at, 0.0, 0.0, child, context)
        if child > best:
            best, best_number = child, at
            if best < beta:
                alpha = max(alpha, best)
            report(UPDATED, at, alpha, beta, best, context)
            if best >= beta:
                count(context, Selective.cutoffs)
                report(CUT, at, 0.0, beta, best, context)
                break
    set_word(context, Selective.stack_top, start)
    report(LEFT, best_number, least, beta, best, context)
    return best if best > -INFINITY else 0.0


def terminal_value(state: Any, mover: int, ply: int, options: int, context: int) -> float:
    """The utility of a terminal state to its mover, less for a win the farther away it is."""
    count_leaf(ply, context)
    best = float(self.utility(state, mover))
    if options & DISTANCE:
        best = from_root(best, mover, ply, context)
    report(TERMINAL, NO_ACTION, 0.0, 0.0, best, context)
    return best


def push_noisy(state: Any, forced: bool, context: int) -> int:
    """Put the noisy actions on the stack, without losing ones unless forced; return their number.

    The number of an action counts those that were left out.
    """
    start, size = word(context, Selective.stack_top), word(context, Selective.stack_size)
    stack, scores = word(context, Selective.stack), word(context, Selective.scores)
    found, index = 0, 0
    for action in self.noisy_actions(state):
        score = max(-MOST_URGENCY, min(MOST_URGENCY, int(self.urgency(state, action))))
        if score >= 0 or forced:
            if start + found >= size:
                set_word(context, Selective.overflow, 1)
                set_word(word(context, Selective.stop), Flags.stop, 1)
                break
            self.store_action(stack + 8 * (start + found) * self.action_words, action)
            set_word(scores, start + found, packed_score(score, index))
            found += 1
        index += 1  # noqa: SIM113 (compiled, a loop over a generator counts best by hand)
    set_word(context, Selective.stack_top, start + found)
    return found


def push_actions(state: Any, mover: int, ply: int, first: int, context: int) -> int:
    """Put the actions of a state and their scores on the stack; return how many there are."""
    start, size = word(context, Selective.stack_top), word(context, Selective.stack_size)
    stack, scores = word(context, Selective.stack), word(context, Selective.scores)
    killers = word(context, Selective.killers) + Killers.bytes * ply
    history = word(context, Selective.history) + 8 * CODES * mover
    killer, other_killer = word(killers, Killers.first), word(killers, Killers.second)
    found = 0
    for action in self.actions(state):
        at = start + found
        if at >= size:
            set_word(context, Selective.overflow, 1)
            set_word(word(context, Selective.stop), Flags.stop, 1)
            break
        self.store_action(stack + 8 * at * self.action_words, action)
        urgency = max(-MOST_URGENCY, min(MOST_URGENCY, int(self.urgency(state, action))))
        code = self.action_code(action)
        if found == first:
            score = FIRST_TRY + urgency
        elif urgency > 0:
            score = URGENT + urgency
        elif urgency < 0:
            score = urgency - URGENT
        elif code == killer:
            score = KILLER + 1
        elif code == other_killer:
            score = KILLER
        else:
            score = word(history, code)
        set_word(scores, at, packed_score(score, found))
        found += 1
    set_word(context, Selective.stack_top, start + found)
    return found


def reward(start: int, done: int, mover: int, depth: int, ply: int, context: int) -> None:
    """Remember a quiet action that cut, and that those tried before it did not.

    A count moves towards its bound by a part of what is left (gravity), so that it never needs to
    be halved and old merits fade.
    """
    stack, scores = word(context, Selective.stack), word(context, Selective.scores)
    history = word(context, Selective.history) + 8 * CODES * mover
    bonus = min(32 * depth * depth, MOST_HISTORY // 2)
    for at in range(start, start + done + 1):
        score = word(scores, at) // PLACES
        noisy = score > URGENT or score <= MOST_URGENCY - URGENT
        if noisy and score != FIRST_TRY:  # the table's action may be quiet
            continue
        code = self.action_code(self.load_action(stack + 8 * at * self.action_words))
        sign = 1 if at == start + done else -1
        old = word(history, code)
        set_word(history, code, old + sign * bonus - old * bonus // MOST_HISTORY)
        if at == start + done:
            killers = word(context, Selective.killers) + Killers.bytes * ply
            if word(killers, Killers.first) != code:
                set_word(killers, Killers.second, word(killers, Killers.first))
                set_word(killers, Killers.first, code)


def value(state: Any, alpha: float, beta: float, depth: int, ply: int, context: int) -> float:
    """The value of the state to the player to move there, fail-soft, for alpha < beta.

    It is an estimate of what the promise of `enhanced.value` is about: lines that are pruned or
    reduced may hide a better action. Wins are always there; a loss that is searched has nothing
    pruned.
    """
    # Step 1. At the horizon quiescence takes over, unless the player to move is forced.
    forced = self.has_is_forced and self.is_forced(state)
    if forced and ply < word(context, Selective.max_extended):
        depth += 1
    if depth <= 0 or ply >= MOST_PLIES - 1:
        return quiet_value(state, alpha, beta, ply, context)
    if not enter(alpha, beta, context):
        return 0.0
    options, mover = word(context, Selective.options), mover_of(state)
    if not self.ends_without_actions and self.is_terminal(state):
        return terminal_value(state, mover, ply, options, context)
    # Step 2. A position that was met before is a draw, as far as can be seen from this path.
    if self.has_repetition and not self.forbids_repetition and recurs(state, ply, context):
        count_leaf(ply, context)
        count(context, Selective.horizon)
        report(REPEATED, NO_ACTION, 0.0, 0.0, 0.0, context)
        return 0.0
    if self.has_index and word(context, Selective.endgame) != 0:
        known = endgame_value(state, mover, ply, options, context)
        if not math.isnan(known):
            count_leaf(ply, context)
            report(KNOWN, EXACT, 0.0, 0.0, known, context)
            return known

    # Step 3. Look the state up in the table. On the principal variation only a complete value is
    # taken from it, so that the line is found again.
    step, unit = number(context, Selective.step), number(context, Selective.estimate_unit)
    principal = beta - alpha > 1.5 * step
    key = signed(self.table_key(state))
    content = find(key, context)
    first = action_in(content) if content != 0 else -1
    if content != 0:
        complete = (content >> COMPLETE_BIT) & 1 != 0
        known = value_in(content, context)
        usable = complete or (not principal and depth_in(content) >= depth)
        if self.has_table_key:
            decisive = is_decisive(known, mover, context)
            usable = usable and (not complete or decisive or depth_in(content) >= depth)
            complete = complete and decisive
            if decisive and self.has_clock_limit:  # unless the clock comes first
                ends = self.reversible(state) + plies_to_end(known, mover, context)
                usable = usable and ends < self.clock_limit
        if usable:
            if options & DISTANCE:
                known = from_root(known, mover, ply, context)
            bound = bound_in(content)
            if (
                bound == EXACT
                or (bound == AT_LEAST and known >= beta)
                or (bound == AT_MOST and known <= alpha)
            ):
                count(context, Selective.table_hits)
                if not complete:
                    count(context, Selective.horizon)
                report(KNOWN, bound, 0.0, 0.0, known, context)
                return known

    # Step 4. Cuts by the estimate: reverse futility, then a null move.
    best, best_number, least = -INFINITY, NO_ACTION, alpha
    static = -INFINITY
    pruning = not principal and not forced and unit > 0.0
    if not principal and not forced and (unit > 0.0 or self.has_pass_turn):
        static = estimate(state, mover, options, context)
        if static >= beta and not is_decisive(beta, mover, context):
            if pruning and depth <= 7 and static - 0.8 * unit * depth >= beta:
                count(context, Selective.horizon)
                count(context, Selective.cutoffs)
                report(STATIC_CUT, NO_ACTION, 0.0, beta, static, context)
                report(LEFT, NO_ACTION, least, beta, static, context)
                return static
            if self.has_pass_turn and depth >= 3 and word(context, Selective.null_ply) != ply:
                passed = self.pass_turn(state)
                if self.player(passed) != mover:
                    report(PASSED, NO_ACTION, 0.0, 0.0, 0.0, context)
                    outer = word(context, Selective.null_ply)
                    set_word(context, Selective.null_ply, ply + 1)
                    less = depth - 4 - depth // 4
                    child = -value(passed, -beta, step - beta, less, ply + 1, context)
                    set_word(context, Selective.null_ply, outer)
                    if child >= beta:
                        child = beta if is_decisive(child, mover, context) else child
                        count(context, Selective.horizon)
                        count(context, Selective.cutoffs)
                        report(NULL_CUT, NO_ACTION, 0.0, beta, child, context)
                        report(LEFT, NO_ACTION, least, beta, child, context)
                        return child
    # Step 5. Where the table knows no action, a ply less finds one for the next time.
    if first < 0 and depth >= 4:
        depth -= 1

    # Step 6. Order the actions, and search the most promising first.
    horizon, start = word(context, Selective.horizon), word(context, Selective.stack_top)
    found = push_actions(state, mover, ply, first, context)
    if found == 0 and self.ends_without_actions:
        return terminal_value(state, mover, ply, options, context)
    deeper, quiets, searched = depth - 1, 0, 0
    for done in range(found):
        packed = bring_best(start, done, found, context)
        score, at = packed // PLACES, number_of(packed)
        report(TRIED, at, 0.0, 0.0, float(score), context)
        quiet = score == FIRST_TRY or (MOST_URGENCY - URGENT < score < URGENT)
        quiets += 1 if quiet else 0
        action = self.load_action(
            word(context, Selective.stack) + 8 * (start + done) * self.action_words
        )
        after = self.result(state, action)
        if self.has_forbids_repetition and recurs(after, ply + 1, context):
            count(context, Selective.horizon)
            continue
        forcing = self.has_is_forced and self.is_forced(after)
        # Step 7. Near the horizon leave out late quiet actions, hopeless ones, those that lose.
        if pruning and searched > 0 and not forcing and not is_lost(best, mover, context):
            late = depth <= 5 and quiets > 4 + depth * depth
            futile = depth <= 5 and quiets > 1 and static + unit * (1 + depth) <= alpha
            if (late or futile) if quiet else (depth <= 2 and score < 0):
                count(context, Selective.horizon)
                report(PRUNED, at, 0.0, 0.0, 0.0, context)
                continue
        prefetch_bucket(signed(self.table_key(after)), context)
        same = mover_of(after) == mover
        # Step 8. Reduce late actions: with a null window, then deeper, then with the full window.
        reduction = 0
        if depth >= 3 and searched >= 3 and (quiet or score < 0) and not forced:
            side = REDUCTION_SIDE - 1
            place = REDUCTION_SIDE * min(depth, side) + min(searched, side)
            reduction = word(word(context, Selective.reductions), place)
            reduction -= 1 if principal else 0
            reduction -= 1 if forcing or not quiet else 0
            reduction -= 1 if score >= KILLER else 0
            reduction = max(0, min(reduction, deeper - 1))
        high = beta
        if searched > 0 and alpha > -INFINITY:
            high = min(beta, alpha + step)
        else:
            reduction = 0
        if reduction > 0:
            report(REDUCED, at, 0.0, 0.0, 0.0, context)
        if high < beta:
            report(SCOUTED, at, 0.0, 0.0, 0.0, context)
        child = 0.0
        while True:
            if same:
                child = value(after, alpha, high, deeper - reduction, ply + 1, context)
            else:
                child = -value(after, -high, -alpha, deeper - reduction, ply + 1, context)
            if child <= alpha or (reduction == 0 and (high >= beta or child >= beta)):
                break
            report(AGAIN, at, 0.0, 0.0, child, context)
            if reduction > 0:
                reduction = 0
            else:
                high = beta
        if word(word(context, Selective.stop), Flags.stop) != 0:
            set_word(context, Selective.stack_top, start)
            return 0.0
        searched += 1
        report(CHILD, at, 0.0, 0.0, child, context)
        # Step 9. Keep the best, and cut off if it is too good to be allowed.
        if child > best:
            best = child
            if best > least:
                best_number = at
            if best < beta:
                alpha = max(alpha, best)
            report(UPDATED, at, alpha, beta, best, context)
            if best >= beta:
                count(context, Selective.cutoffs)
                if quiet:
                    reward(start, done, mover, depth, ply, context)
                report(CUT, at, 0.0, beta, best, context)
                break
    if self.has_forbids_repetition and best == -INFINITY:  # all that could be played is forbidden
        best = 0.0
    # Step 10. Leave the node, and store what was found.
    report(LEFT, best_number, least, beta, best, context)
    set_word(context, Selective.stack_top, start)
    if word(context, Selective.table) != 0:
        bound = AT_LEAST if best >= beta else AT_MOST if best <= least else EXACT
        kept = from_here(best, mover, ply, context) if options & DISTANCE else best
        complete_bit = 1 if word(context, Selective.horizon) == horizon else 0
        keep(key, kept, depth, bound, complete_bit, best_number, context)
    return best


def is_lost(best: float, mover: int, context: int) -> bool:
    """Whether the best value so far is that of a loss: nothing may be pruned then."""
    return best < 0.0 and is_decisive(best, mover, context)
