"""Open-loop Monte Carlo tree search: a node is a sequence of actions, whatever chance does between.

After Perez Liebana, Dieskau, Hünermund, Mostaghim and Lucas, "Open Loop Search for General Video
Game Playing" (2015). On the way down chance is sampled again each time, and outcomes have no nodes
of their own. So the tree stays small if there are many outcomes, but the values of a sequence are
averaged over them: a plan cannot react to an outcome. If the best action depends on an outcome, the
value found is too low, however long the search.
"""

from __future__ import annotations

from math import inf, log, sqrt
from typing import Generic

from adversario.algorithms.mcts.result import Arm, UtilityView
from adversario.algorithms.mcts.tree_search import MonteCarlo
from adversario.contract.checking.guard import no_actions
from adversario.game import CHANCE, A, Game, S, mover_of


class OpenNode(Generic[S, A]):
    """A sequence of actions: the children tried so far, and the mean of the payoffs.

    `state` is the state after it if no chance is involved, else None.
    """

    __slots__ = ("children", "lower", "means", "spread", "state", "terminal", "upper", "visits")

    def __init__(self, state: S | None, view: UtilityView) -> None:
        self.state = state
        self.terminal = False
        self.children: dict[A, OpenNode[S, A]] = {}
        self.visits = 0
        self.means = [0.0] * view.columns
        self.spread = 0.0
        self.lower, self.upper = -inf, inf

    def arm(self, action: A | None) -> Arm:
        """The statistics of the action that leads here."""
        return Arm(action, self.visits, tuple(self.means), self.spread, -inf, inf, self)


class OpenSearch(MonteCarlo[S, A]):
    """The four phases over sequences of actions. The tree stops growing when its memory is full."""

    def simulate(self, root: OpenNode[S, A]) -> None:  # type: ignore[override]
        """One simulation: selection and expansion, simulation, backpropagation."""
        path, state = self.descend(root)
        self.deepest = max(self.deepest, len(path) - 1)
        payoffs = self.rollout(state)
        for seen, payoff in zip(self.ranges, payoffs, strict=True):
            seen[:] = min(seen[0], payoff), max(seen[1], payoff)
        for node, column in path:
            node.visits += 1
            before = payoffs[column] - node.means[column]
            for each, payoff in enumerate(payoffs):
                node.means[each] += (payoff - node.means[each]) / node.visits
            node.spread += before * (payoffs[column] - node.means[column])

    def descend(self, root: OpenNode[S, A]) -> tuple[list[tuple[OpenNode[S, A], int]], S]:
        """The nodes from the root to a new one, each with the column of its chooser.

        And the state.
        """
        game, rules, node, certain = self.game, self.rules, root, True
        state: S = self.start
        path = [(root, 0)]
        while True:
            while not game.is_terminal(state) and rules.player(state) == CHANCE:
                state, certain = game.result(state, self.sample_chance(state)), False
            if game.is_terminal(state):
                return path, state
            actions = list(rules.actions(state))
            if not actions:
                raise no_actions(game, state)
            column, sign = self.view.sides[game.player(state)]
            untried = next((action for action in actions if action not in node.children), None)
            if untried is not None and self.nodes >= self.most_nodes and node is not root:
                return path, state
            action = self.best_action(node, actions, column, sign) if untried is None else untried
            state = game.result(state, action)
            if untried is not None:
                node.children[action] = OpenNode(state if certain else None, self.view)
                self.nodes += 1
            node = node.children[action]
            path.append((node, column))
            if untried is not None:
                return path, state

    def best_action(self, node: OpenNode[S, A], actions: list[A], column: int, sign: float) -> A:
        """The action with the greatest upper confidence bound (UCB1), if all have been tried."""
        least, greatest = self.ranges[column]
        weight = sign / (greatest - least) if least < greatest else sign
        wonder = self.settings.exploration * sqrt(log(node.visits))

        def bound(action: A) -> float:
            child = node.children[action]
            return weight * child.means[column] + wonder / sqrt(max(child.visits, 1))

        return max(actions, key=bound)


def open_children(game: Game[S, A], view: UtilityView, node: OpenNode[S, A]) -> list[Arm]:
    """The arms of a node in the order of its actions; empty if these depend on chance."""
    state = node.state
    if not node.children or state is None or mover_of(game, state) == CHANCE:
        return []
    unknown = OpenNode[S, A](None, view)
    return [node.children.get(action, unknown).arm(action) for action in game.actions(state)]
