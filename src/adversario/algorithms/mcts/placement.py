"""Monte Carlo tree search for games of placement: RAVE, virtual results, progressive widening.

If an action does much the same whenever it is played, a simulation says something about all actions
that its player made in it, not only about the next one: all moves as first (Brügmann 1993). Their
means come first and give way to those of the actions themselves, as these are visited (rapid action
value estimation, Gelly and Silver, "Monte-Carlo tree search and rapid action value estimation in
computer Go", 2011). Results of a game's own that are as good as simulations start both means. With
many actions only the most promising are looked at, and one more whenever the visits have grown by a
factor (progressive unpruning, Chaslot and others 2008).
"""

from __future__ import annotations

from collections.abc import Callable
from itertools import pairwise
from math import inf, log, sqrt
from typing import Any, Generic

from adversario.algorithms.mcts.result import bounds
from adversario.algorithms.mcts.tree_search import MonteCarlo, Node
from adversario.contract.capability import as_capability
from adversario.contract.checking.guard import no_actions
from adversario.contract.guidance import Indexed
from adversario.contract.placement import Placed
from adversario.game import A, S

STEP, GROWTH = 40.0, 1.4
"""One more action is looked at when the visits, in units of STEP, have grown by that factor."""


class Tried:
    """What is known of an action apart from its own simulations. Means are of player 0."""

    __slots__ = ("expected", "index", "mean", "seen", "shown", "virtual")

    def __init__(self, index: int) -> None:
        self.index, self.shown = index, True
        self.seen, self.mean = 0, 0.0  # in simulations in which its player plays it at any time
        self.virtual, self.expected = 0.0, 0.0  # in those that count as if they had been made


class PlacedNode(Node[S, A], Generic[S, A]):
    """A node that knows of its actions at any time; `tried` is empty until it is expanded."""

    __slots__ = ("tried",)

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.tried: dict[A, Tried] = {}

    def forget(self) -> None:
        """Lose the children and what is known of the actions."""
        super().forget()
        self.tried = {}


class PlacedSearch(MonteCarlo[S, A]):
    """The four phases, and what a simulation says of actions made later in it."""

    node = PlacedNode

    def select(self, root: Any) -> list[Any]:
        """The path from the root to a node that is new, terminal, or to be visited more."""
        if self.nodes >= self.most_nodes:
            self.recycle()
        self.first = [0] * self.game.action_count
        path: list[PlacedNode[S, A]] = [root]
        while not (node := path[-1]).terminal:
            if not node.tried:
                if node is not root and node.visits < self.settings.patience:
                    break
                self.endow(node)
            action = self.best(node)
            index = node.tried[action].index
            self.first[index] = self.first[index] or node.mover + 1
            child = node.children.get(action)
            if child is not None:
                path.append(child)  # type: ignore[arg-type]
            elif self.nodes < self.most_nodes or node is root:
                return [*path, self.expand(node, action)]
            else:
                break
        return path

    def endow(self, node: PlacedNode[S, A]) -> None:
        """Note what is known of the actions of a node before any is tried."""
        game, settings = self.game, self.settings
        index = as_capability(game, Indexed).action_index
        actions = list(self.rules.actions(node.state))
        if not actions:
            raise no_actions(game, node.state)
        self.untried(node)
        node.tried = {action: Tried(index(node.state, action)) for action in actions}
        if settings.virtual:
            (least, greatest), sign = self.ranges[0], self.view.sides[node.mover][1]
            results = as_capability(game, Placed).virtual_results(node.state)
            for tried, (trials, wins) in zip(node.tried.values(), results, strict=False):
                if trials > 0:
                    share = wins / trials if sign > 0 else 1 - wins / trials
                    tried.virtual = float(trials)
                    tried.expected = least + share * (greatest - least)
        if settings.widening:
            for tried in node.tried.values():
                tried.shown = False
            for _ in range(self.allowed(node.visits)):
                self.show(node)

    def allowed(self, visits: int) -> int:
        """The number of actions that are looked at after a number of visits."""
        return self.settings.widening + int(log(1 + visits / STEP) / log(GROWTH))

    def show(self, node: PlacedNode[S, A]) -> None:
        """Have the most promising of the hidden actions looked at, if there is any."""
        _, sign = self.view.sides[node.mover]
        hidden = [action for action, tried in node.tried.items() if not tried.shown]
        if hidden:
            best = max(hidden, key=lambda action: sign * self.estimate(node, action))
            node.tried[best].shown = True

    def best(self, node: PlacedNode[S, A]) -> A:  # type: ignore[override]
        """The action of the greatest bound of those that are looked at and may improve."""
        _, sign = self.view.sides[node.mover]
        sure = max((sign * bounds(each, sign)[0] for each in node.children.values()), default=-inf)

        def may_improve(action: A) -> bool:
            child = node.children.get(action)
            return child is None or sign * bounds(child, sign)[1] > sure

        hopeful = [action for action in node.tried if may_improve(action)] or list(node.tried)
        shown = [action for action in hopeful if node.tried[action].shown]
        return max(shown or hopeful, key=self.confidence(node))

    def confidence(  # type: ignore[override]
        self, node: PlacedNode[S, A]
    ) -> Callable[[A], float]:
        """The upper confidence bound of each action; infinite if nothing is known of it."""
        _, sign = self.view.sides[node.mover]
        least, greatest = self.ranges[0]
        weight = sign / (greatest - least) if least < greatest else sign
        root = sqrt(node.visits) if self.puct else sqrt(log(max(node.visits, 1)))
        wonder = self.settings.exploration * root

        def confidence(action: A) -> float:
            child, tried = node.children.get(action), node.tried[action]
            visits = 0 if child is None else child.visits
            width = node.priors[action] / (1 + visits) if self.puct else sqrt(1 / (1 + visits))
            if not self.puct and not visits and not tried.seen and not tried.virtual:
                return inf
            return weight * self.estimate(node, action) + wonder * width

        return confidence

    def estimate(self, node: PlacedNode[S, A], action: A) -> float:
        """What an action is worth to player 0: its own mean, and its mean at any time.

        Virtual results count in both. The share of the latter is that of Gelly and Silver.
        """
        child, tried, rave = node.children.get(action), node.tried[action], self.settings.rave
        mean = node.first_means[0] if self.puct else 0.0
        visits = tried.virtual
        if child is not None and child.visits:
            mean, visits = child.means[0], visits + child.visits
        if visits > 0:
            mean += (tried.expected - mean) * tried.virtual / visits
        seen = tried.seen + tried.virtual
        if rave <= 0 or not seen:
            return mean
        other = tried.mean + (tried.expected - tried.mean) * tried.virtual / seen
        share = seen / (seen + visits + seen * visits / rave)
        return mean + (other - mean) * share

    def rollout(self, state: S) -> list[float]:
        """Play to the end, and note who makes which action first."""
        game, rules, left = self.game, self.rules, self.settings.max_plies
        if self.own.whole and not game.is_terminal(state):
            heavy = int(self.settings.rollouts == "heavy")
            play = as_capability(game, Placed).placed_rollout
            return [float(play(state, self.word(), heavy, self.first))]
        index = as_capability(game, Indexed).action_index
        while not game.is_terminal(state):
            if left <= 0:
                self.evaluations += 1
                return [float(rules.evaluate(state, 0))]
            actions = list(rules.actions(state))
            if not actions:
                raise no_actions(game, state)
            action = self.random.choice(actions)
            number = index(state, action)
            self.first[number] = self.first[number] or game.player(state) + 1
            state, left = game.result(state, action), left - 1
        return [float(rules.utility(state, 0))]

    def backpropagate(self, path: list[Any], payoffs: list[float]) -> None:
        """Count the simulation in the nodes of its path, and in all actions it made later."""
        result = payoffs[0]
        super().backpropagate(path, payoffs)
        for node, child in pairwise(path):
            made = next(action for action, each in node.children.items() if each is child)
            if self.settings.rave > 0:
                for tried in node.tried.values():
                    if self.first[tried.index] == node.mover + 1:
                        tried.seen += 1
                        tried.mean += (result - tried.mean) / tried.seen
                self.first[node.tried[made].index] = 0
            if self.settings.widening and self.allowed(node.visits) > self.allowed(node.visits - 1):
                self.show(node)
