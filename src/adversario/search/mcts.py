"""Monte Carlo tree search: UCT (Kocsis and Szepesvári, 2006), with proofs.

The four phases are those of Browne et al., "A Survey of Monte Carlo Tree Search Methods" (2012):
selection by upper confidence bounds, expansion, simulation, backpropagation. Any number of players
maximise each their own utility; at chance nodes outcomes are drawn. Proven results propagate as in
MCTS-Solver (Winands, Björnsson and Saito, 2008), by the bounds of Cazenave and Saffidine (2010),
to which a draw is as good a result as a win.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial
from math import inf, log, sqrt
from random import Random
from time import perf_counter
from typing import Generic

from adversario.game import CHANCE, A, Game, S
from adversario.search.limit import Limit
from adversario.search.mcts_result import (
    Arm,
    MctsResult,
    MctsTree,
    View,
    bounds,
    checked,
    conclude,
    dead_end,
    found,
    kept_root,
    view_of,
)

NODE_BYTES = 512
"""What a node takes, roughly, of the memory allowed."""


def mcts(
    game: Game[S, A],
    state: S | None = None,
    *,
    limit: Limit | None = None,
    simulations: int | None = None,
    exploration: float = sqrt(2),
    rollout_depth: int | None = None,
    seed: int = 0,
    solver: bool = True,
    memory_mib: float = 64,
    tree: object = None,
) -> MctsResult[S, A]:
    """The action that most simulations of the game chose.

    - `limit`: time, and nodes, which are simulations; `simulations=n` is short for the latter. By
      default there are 10,000 of them.
    - `exploration`: the constant of UCT, for utilities scaled to [0, 1] by the game's
      `utility_bounds`, or else by the range seen so far.
    - `rollout_depth`: after so many random plies a simulation ends with the game's `evaluate`; by
      default it goes on to the end of the game.
    - `solver`: prove results where possible, in two-sided games without chance, and stop when the
      root is proven.
    - `memory_mib`: once the tree has filled it, simulations go on without new nodes.
    - `tree`: that of an earlier result. It is continued at the node of `state`, if it has one, and
      given up elsewhere.

    Ctrl-C ends the search with the answer so far.
    """
    limit = checked(
        game, limit, simulations, exploration=exploration, rollout_depth=rollout_depth,
        memory_mib=memory_mib,
    )  # fmt: skip
    started = perf_counter()
    view = view_of(game, solver)
    start = game.initial() if state is None else state
    children = partial(_children, game, view)
    root = found(kept_root(game, tree, _Node), start, children) or _Node(game, start, view)
    search = _Search(game, view, exploration, rollout_depth, Random(seed), _size(root))
    search.most_nodes = int(memory_mib * 2**20) // NODE_BYTES
    search.run(root, limit, started)
    return conclude(
        game, start, view, root.arm(None), children, MctsTree(game, root),
        simulations=search.simulations, evaluations=search.evaluations, deepest=search.deepest,
        tree_nodes=search.nodes, started=started,
    )  # fmt: skip


class _Node(Generic[S, A]):
    """A node of the tree, with the children tried so far, in the order of the actions."""

    __slots__ = (
        "children", "lower", "means", "mover", "spread", "state", "terminal", "untried", "upper",
        "visits",
    )  # fmt: skip

    def __init__(self, game: Game[S, A], state: S, view: View) -> None:
        self.state, self.mover, self.terminal = state, game.player(state), game.is_terminal(state)
        self.children: dict[A, _Node[S, A]] = {}
        self.untried: list[A] | None = None  # the last is next; None: not asked for yet
        self.visits = 0
        self.means = [0.0] * view.columns
        self.spread = 0.0  # squared deviations from the mean of whoever moves to the node
        self.lower, self.upper = view.bottom, view.top  # of the true value

    def arm(self, action: A | None) -> Arm:
        """What is known of the action that leads here."""
        means = tuple(self.means)
        return Arm(action, self.visits, means, self.spread, self.lower, self.upper, self)


@dataclass
class _Search(Generic[S, A]):
    """The four phases, and what they count."""

    game: Game[S, A]
    view: View
    exploration: float
    rollout_depth: int | None
    random: Random
    nodes: int
    most_nodes: int = 0
    simulations: int = 0
    evaluations: int = 0
    deepest: int = 0

    def __post_init__(self) -> None:
        self.ranges = [list(seen) for seen in self.view.ranges]

    def run(self, root: _Node[S, A], limit: Limit, started: float) -> None:
        """Simulate until the limit, Ctrl-C, or the proof of the root."""
        most = inf if limit.nodes is None else limit.nodes
        deadline = inf if limit.time is None else started + limit.time
        try:
            while self.simulations < most and root.lower != root.upper and not root.terminal:
                self.simulate(root)
                self.simulations += 1
                if perf_counter() >= deadline:
                    break
        except KeyboardInterrupt:
            if not root.visits:
                raise

    def simulate(self, root: _Node[S, A]) -> None:
        """One simulation: selection, expansion, simulation, backpropagation."""
        path = self.select(root)
        self.deepest = max(self.deepest, len(path) - 1)
        payoffs = self.rollout(path[-1].state)
        if self.view.solves and path[-1].terminal:
            self.settle(path, payoffs[0])
        self.backpropagate(path, payoffs)

    def select(self, root: _Node[S, A]) -> list[_Node[S, A]]:
        """The path from the root to a node that is new, terminal, or not to be expanded."""
        path = [root]
        while not (node := path[-1]).terminal:
            if node.mover == CHANCE:
                action = self.drawn(node.state)
            elif untried := self.untried(node):
                action = untried[-1]
            else:
                action = self.best(node)
            child = node.children.get(action)
            if child is not None:
                path.append(child)
            elif self.nodes < self.most_nodes or node is root:  # which needs its children
                return [*path, self.expand(node, action)]
            else:
                break
        return path

    def expand(self, node: _Node[S, A], action: A) -> _Node[S, A]:
        """A new child of the node."""
        child = _Node(self.game, self.game.result(node.state, action), self.view)
        node.children[action] = child
        if node.untried:
            node.untried.pop()
        self.nodes += 1
        return child

    def untried(self, node: _Node[S, A]) -> list[A]:
        """The actions without a child, the next one last."""
        if node.untried is None:
            node.untried = list(self.game.actions(node.state))[::-1]
            if not node.untried:
                raise dead_end(self.game, node.state)
        return node.untried

    def best(self, node: _Node[S, A]) -> A:
        """The action of the greatest upper confidence bound, the first in a tie.

        Left out is what cannot improve on what the mover is sure of.
        """
        column, sign = self.view.sides[node.mover]
        least, greatest = self.ranges[column]
        weight = sign / (greatest - least) if least < greatest else sign
        wonder = self.exploration * sqrt(log(max(node.visits, 1)))
        sure = max(sign * bounds(child, sign)[0] for child in node.children.values())
        candidates = [
            item for item in node.children.items() if sign * bounds(item[1], sign)[1] > sure
        ]

        def confidence(item: tuple[A, _Node[S, A]]) -> float:
            child = item[1]
            if not child.visits:  # left so by Ctrl-C
                return inf
            return weight * child.means[column] + wonder / sqrt(child.visits)

        return max(candidates or node.children.items(), key=confidence)[0]

    def rollout(self, state: S) -> list[float]:
        """Play at random to the end, or as far as allowed; what that is worth to each column."""
        game, left = self.game, inf if self.rollout_depth is None else self.rollout_depth
        columns = range(self.view.columns)
        while not game.is_terminal(state):
            if left <= 0:
                self.evaluations += 1
                return [float(game.evaluate(state, player)) for player in columns]
            if game.player(state) == CHANCE:
                action = self.drawn(state)
            elif actions := list(game.actions(state)):
                action = self.random.choice(actions)
            else:
                raise dead_end(game, state)
            state = game.result(state, action)
            left -= 1
        return [float(game.utility(state, player)) for player in columns]

    def drawn(self, state: S) -> A:
        """An outcome of chance, by the probabilities."""
        outcomes = list(self.game.chances(state))
        if not outcomes:
            raise dead_end(self.game, state)
        weights = [float(probability) for _, probability in outcomes]
        return self.random.choices(outcomes, weights)[0][0]

    def settle(self, path: list[_Node[S, A]], payoff: float) -> None:
        """Note that the last node is terminal, and what follows for the bounds of those above."""
        path[-1].lower = path[-1].upper = payoff
        for node in reversed(path[:-1]):
            children = list(node.children.values())
            choose = max if self.view.sides[node.mover][1] > 0 else min
            lower = choose(child.lower for child in children)
            upper = choose(child.upper for child in children)
            if node.untried:  # any of these may be worth anything
                lower, upper = choose(lower, self.view.bottom), choose(upper, self.view.top)
            if (lower, upper) == (node.lower, node.upper):
                break
            node.lower, node.upper = lower, upper

    def backpropagate(self, path: list[_Node[S, A]], payoffs: list[float]) -> None:
        """Count the simulation in every node of its path, within what is known of the node."""
        for seen, payoff in zip(self.ranges, payoffs, strict=True):
            seen[:] = min(seen[0], payoff), max(seen[1], payoff)
        for node, above in zip(reversed(path), [*path[-2::-1], None], strict=True):
            payoffs[0] = min(max(payoffs[0], node.lower), node.upper)
            node.visits += 1
            watched = self.view.sides[above.mover][0] if above is not None else 0
            before = payoffs[watched] - node.means[watched]
            for column, payoff in enumerate(payoffs):
                node.means[column] += (payoff - node.means[column]) / node.visits
            node.spread += before * (payoffs[watched] - node.means[watched])


def _children(game: Game[S, A], view: View, node: _Node[S, A]) -> list[Arm]:
    """The arms of a node, in the order of its actions; none if it was not expanded."""
    if not node.children:
        return []
    unknown = Arm(None, 0, (0.0,) * view.columns, 0.0, view.bottom, view.top, None)
    return [
        node.children[action].arm(action)
        if action in node.children
        else replace(unknown, action=action)
        for action in game.legal(node.state)
    ]


def _size(root: _Node[S, A]) -> int:
    """How many nodes there are from this one on."""
    size, todo = 0, [root]
    while todo:
        size += 1
        todo += todo.pop().children.values()
    return size
