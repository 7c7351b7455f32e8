"""Gumbel AlphaZero's search, compiled (Danihelka, Guez, Schrittwieser and Silver 2022).

At the root, actions are those with the greatest Gumbel noise plus logit, by sequential halving; in
the tree, visits follow the improved policy. The network is called for one state at a time: that is
as fast as in batches if it is small. Proven values replace means, as in MCTS-Solver. The twin is
`learn.alphazero.search`.
"""

from __future__ import annotations

import math
from typing import Any

from adversario.native.kernels import self
from adversario.native.kernels.layout.alphazero import Edge, Gumbel, Node
from adversario.native.kernels.layout.flags import Flags
from adversario.native.kernels.layout.model import Model
from adversario.native.kernels.learn.model import action_logit, learned_estimate
from adversario.native.kernels.memory import number, set_number, set_word, word
from adversario.native.kernels.random import draw

FINE = 1 << 31
"""Random numbers are below this."""


def node_words() -> int:
    """The words of a node."""
    return Node.size + int(self.state_words)


def edge_words() -> int:
    """The words of an edge."""
    return Edge.size + int(self.action_words)


def search_one(state: Any, which: int, ply: int, block: int) -> int:
    """Search a state that is not terminal; return the place of the action chosen."""
    edge = search(state, which, ply, block)
    return (edge - word(block, Gumbel.edges)) // (8 * edge_words())


def search(state: Any, which: int, ply: int, block: int) -> int:
    """Search a state that is not terminal; return the edge chosen.

    The noise depends on the seed, the number of the game and the ply.
    """
    set_word(block, Gumbel.used, 0)
    set_word(block, Gumbel.taken, 0)
    root = add_node(state, block)
    set_word(root, Node.visits, 1)
    set_number(root, Node.total, number(root, Node.value))
    draw_noise(root, which, ply, block)
    simulations, schedule = word(block, Gumbel.simulations), word(block, Gumbel.schedule)
    actions = min(word(block, Gumbel.considered), word(root, Node.degree))
    write_schedule(actions, simulations, schedule)
    for simulation in range(simulations):
        if word(root, Node.known) or word(word(block, Gumbel.stop), Flags.stop):
            break
        simulate(root, word(schedule, simulation), block)
    score_edges(root, block)
    return choose_action(root)


def draw_noise(root: int, which: int, ply: int, block: int) -> None:
    """Draw the Gumbel variables of the root's actions."""
    noise, edge = number(block, Gumbel.noise), word(root, Node.first)
    for at in range(word(root, Node.degree)):
        found = 0.0
        if noise != 0.0:
            share = (draw(word(block, Gumbel.seed), which, (ply << 20) + at, FINE) + 0.5) / FINE
            found = -noise * math.log(-math.log(share))
        set_number(edge, Edge.noise, found)
        edge += 8 * edge_words()


def write_schedule(actions: int, simulations: int, schedule: int) -> None:
    """Write how often the actions that a simulation considers have been visited.

    Sequential halving: all are visited equally often, then the better half of them, and so on.
    """
    if actions <= 1:
        for at in range(simulations):
            set_word(schedule, at, at)
        return
    rounds, power = 0, 1
    while power < actions:
        rounds, power = rounds + 1, 2 * power
    written, left, before = 0, actions, 0
    while written < simulations:
        extra = max(1, simulations // (rounds * left))
        for _ in range(extra):
            for _ in range(left):
                if written < simulations:
                    set_word(schedule, written, before)
                    written += 1
            before += 1
        left = max(2, left // 2)


def add_node(state: Any, block: int) -> int:
    """A new node, answered by the model, or known to be the end."""
    used = word(block, Gumbel.used)
    node = word(block, Gumbel.nodes) + 8 * node_words() * used
    set_word(block, Gumbel.used, used + 1)
    self.store_state(node + 8 * Node.size, state)
    set_word(node, Node.visits, 0)
    set_number(node, Node.total, 0.0)
    set_word(node, Node.degree, 0)
    over = self.is_terminal(state)
    set_word(node, Node.known, 1 if over else 0)
    if over:
        set_number(node, Node.value, float(self.utility(state, 0)))
        return node
    model = word(block, Gumbel.model)
    set_number(node, Node.value, float(learned_estimate(state, 0, model)))
    set_word(block, Gumbel.evaluations, word(block, Gumbel.evaluations) + 1)
    set_number(node, Node.sign, 1.0 if self.player(state) == 0 else -1.0)
    taken = word(block, Gumbel.taken)
    first = word(block, Gumbel.edges) + 8 * edge_words() * taken
    set_word(node, Node.first, first)
    edge, count, highest = first, 0, -math.inf
    has_policy = word(model, Model.actions) > 0
    for action in self.actions(state):
        index, logit = 0, 0.0
        if has_policy:
            index = int(self.action_index(state, action))
            if index < 0 or index >= word(model, Model.actions):
                count = 0
                break
            logit = action_logit(index, model)
        if taken + count >= word(block, Gumbel.room):
            count = 0
            break
        set_word(edge, Edge.child, 0)
        set_word(edge, Edge.index, index)
        set_number(edge, Edge.logit, logit)
        self.store_action(edge + 8 * Edge.size, action)
        highest = max(highest, logit)
        count += 1
        edge += 8 * edge_words()
    if count == 0:
        set_word(block, Gumbel.broken, 1)
        set_word(word(block, Gumbel.stop), Flags.stop, 1)
    total, edge = 0.0, first
    for _ in range(count):
        prior = math.exp(number(edge, Edge.logit) - highest)
        set_number(edge, Edge.prior, prior)
        total += prior
        edge += 8 * edge_words()
    edge = first
    for _ in range(count):
        set_number(edge, Edge.prior, number(edge, Edge.prior) / total)
        edge += 8 * edge_words()
    set_word(node, Node.degree, count)
    set_word(block, Gumbel.taken, taken + count)
    return node


def simulate(root: int, wanted: int, block: int) -> None:
    """One simulation: down to a new node or one whose value is known, and back."""
    node, depth, path = root, 0, word(block, Gumbel.path)
    set_word(path, 0, root)
    is_new = False
    while not is_new and word(node, Node.known) == 0:
        score_edges(node, block)
        edge = root_edge(node, wanted) if depth == 0 else inner_edge(node)
        child = word(edge, Edge.child)
        if child == 0:
            state = self.load_state(node + 8 * Node.size)
            after = self.result(state, self.load_action(edge + 8 * Edge.size))
            child, is_new = add_node(after, block), True
            set_word(edge, Edge.child, child)
        node = child
        depth += 1
        set_word(path, depth, node)
    value = number(node, Node.value)
    for step in range(depth + 1):
        passed = word(path, step)
        set_word(passed, Node.visits, word(passed, Node.visits) + 1)
        set_number(passed, Node.total, number(passed, Node.total) + value)
    if word(block, Gumbel.proofs):
        while depth > 0 and word(word(path, depth), Node.known):
            depth -= 1
            settle(word(path, depth), block)


def worth_of(node: int) -> float:
    """The value of a node that was visited: known, or the mean of its simulations."""
    if word(node, Node.known):
        return number(node, Node.value)
    return number(node, Node.total) / word(node, Node.visits)


def settle(node: int, block: int) -> None:
    """Note the value of a node if it follows from its children's."""
    sign, edge = number(node, Node.sign), word(node, Node.first)
    best, complete = -math.inf, True
    for _ in range(word(node, Node.degree)):
        child = word(edge, Edge.child)
        if child != 0 and word(child, Node.known):
            best = max(best, sign * number(child, Node.value))
        else:
            complete = False
        edge += 8 * edge_words()
    top = number(block, Gumbel.greatest) if sign > 0 else -number(block, Gumbel.least)
    if complete or best >= top:
        set_word(node, Node.known, 1)
        set_number(node, Node.value, sign * best)


def score_edges(node: int, block: int) -> None:
    """Score the actions of a node: logits plus scaled values, completed where there is no visit."""
    sign, first, degree = number(node, Node.sign), word(node, Node.first), word(node, Node.degree)
    edge, visits, most, weight, mean = first, 0, 0, 0.0, 0.0
    for _ in range(degree):
        child = word(edge, Edge.child)
        if child != 0:
            visits += word(child, Node.visits)
            most = max(most, word(child, Node.visits))
            weight += number(edge, Edge.prior)
            mean += number(edge, Edge.prior) * sign * worth_of(child)
        edge += 8 * edge_words()
    mixed = sign * node_estimate(node)
    if weight > 0.0:
        mixed = (mixed + visits * mean / weight) / (visits + 1)
    low, high, edge = math.inf, -math.inf, first
    for _ in range(degree):
        child = word(edge, Edge.child)
        value = sign * worth_of(child) if child != 0 else mixed
        set_number(edge, Edge.score, value)
        low, high = min(low, value), max(high, value)
        edge += 8 * edge_words()
    if word(block, Gumbel.stretched) == 0:
        low, high = number(block, Gumbel.least), number(block, Gumbel.greatest)
        if sign < 0:
            low, high = -high, -low
    factor = (number(block, Gumbel.visits) + most) * number(block, Gumbel.scale)
    factor /= max(high - low, 1e-8)
    edge = first
    for _ in range(degree):
        value = number(edge, Edge.score) - low
        set_number(edge, Edge.score, number(edge, Edge.logit) + factor * value)
        edge += 8 * edge_words()


def node_estimate(node: int) -> float:
    """The value of a node before any visit of its children."""
    return number(node, Node.value)


def visits_of(edge: int) -> int:
    """The number of visits of an action."""
    child = word(edge, Edge.child)
    return word(child, Node.visits) if child != 0 else 0


def root_edge(root: int, wanted: int) -> int:
    """The action of the greatest score with noise among those visited that often."""
    edge = word(root, Node.first)
    chosen, best, any_edge, greatest = 0, -math.inf, edge, -math.inf
    for _ in range(word(root, Node.degree)):
        score = number(edge, Edge.noise) + number(edge, Edge.score)
        if score > greatest:
            any_edge, greatest = edge, score
        if visits_of(edge) == wanted and score > best:
            chosen, best = edge, score
        edge += 8 * edge_words()
    return chosen if chosen != 0 else any_edge


def inner_edge(node: int) -> int:
    """The action whose share of visits is the furthest below the improved policy."""
    first, degree = word(node, Node.first), word(node, Node.degree)
    edge, highest, visits = first, -math.inf, 0
    for _ in range(degree):
        highest = max(highest, number(edge, Edge.score))
        visits += visits_of(edge)
        edge += 8 * edge_words()
    total, edge = 0.0, first
    for _ in range(degree):
        total += math.exp(number(edge, Edge.score) - highest)
        edge += 8 * edge_words()
    edge, chosen, best = first, first, -math.inf
    for _ in range(degree):
        lack = math.exp(number(edge, Edge.score) - highest) / total
        lack -= visits_of(edge) / (1.0 + visits)
        if lack > best:
            chosen, best = edge, lack
        edge += 8 * edge_words()
    return chosen


def choose_action(root: int) -> int:
    """The action to play: of the greatest score with noise among those visited most.

    If the root is proven, that is one of its value.
    """
    first, degree, most = word(root, Node.first), word(root, Node.degree), 0
    known, edge = word(root, Node.known), first
    for _ in range(degree):
        most = max(most, visits_of(edge))
        edge += 8 * edge_words()
    chosen, best, edge = first, -math.inf, first
    for _ in range(degree):
        child = word(edge, Edge.child)
        fits = visits_of(edge) == most
        if known:
            fits = child != 0 and word(child, Node.known) != 0
            fits = fits and number(child, Node.value) == number(root, Node.value)
        score = number(edge, Edge.noise) + number(edge, Edge.score)
        if fits and score > best:
            chosen, best = edge, score
        edge += 8 * edge_words()
    return chosen


def root_value(block: int) -> float:
    """The value of the root for player 0 by the search."""
    return worth_of(word(block, Gumbel.nodes))


def write_policy(policy: int, block: int) -> None:
    """Write the improved policy of the root: a float64 for each of its actions, in their order."""
    root = word(block, Gumbel.nodes)
    first, degree = word(root, Node.first), word(root, Node.degree)
    edge, highest, total = first, -math.inf, 0.0
    for _ in range(degree):
        highest = max(highest, number(edge, Edge.score))
        edge += 8 * edge_words()
    edge = first
    for at in range(degree):
        share = math.exp(number(edge, Edge.score) - highest)
        set_number(policy, at, share)
        total += share
        edge += 8 * edge_words()
    for at in range(degree):
        set_number(policy, at, number(policy, at) / total)
