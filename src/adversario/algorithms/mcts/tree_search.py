"""Monte Carlo tree search: UCT (Kocsis and Szepesvári, 2006), with proofs.

The four phases are those of Browne et al., "A Survey of Monte Carlo Tree Search Methods" (2012):
selection by upper confidence bounds, expansion, simulation, backpropagation. Each of any number of
players maximises their own utility; chance nodes are sampled. If the game has priors, selection is
PUCT (Rosin, 2011) as in AlphaGo Zero (Silver et al., 2017). Proven results propagate as in
MCTS-Solver (Winands, Björnsson and Saito, 2008), by the bounds of Cazenave and Saffidine (2010), so
that draws are proven as well as wins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import partial
from itertools import pairwise
from math import inf, log, sqrt
from random import Random
from time import perf_counter
from typing import Any, Generic, NamedTuple, Unpack

from adversario.algorithms.core.chance import sample_chance
from adversario.algorithms.core.limit import Budget, Counters
from adversario.algorithms.mcts.result import (
    PERIOD,
    Arm,
    Children,
    MctsResult,
    MctsTree,
    UtilityView,
    bounds,
    conclude,
    find_node,
    kept_root,
    view_of,
)
from adversario.algorithms.mcts.settings import (
    MctsOptions,
    MctsSettings,
    has_priors,
    own_rollouts,
    settings_for,
    takes_mcts_options,
)
from adversario.base.errors import InputError
from adversario.base.numbers import Number
from adversario.base.process.memory import require_memory
from adversario.base.stop import Stop
from adversario.contract.capability import as_capability
from adversario.contract.checking.guard import Guard, no_actions, require_start
from adversario.contract.guidance import Guided
from adversario.contract.rollouts import RolledOut
from adversario.game import CHANCE, A, Game, S

NODE_BYTES = 512
"""The approximate size of a node, in bytes."""


class Simulation(NamedTuple):
    """One simulation, for an observer: the path selected, and its payoffs.

    `bounds` has, for each node of the path at which they decided, the upper confidence bounds of
    its actions; it is empty at others. `visits` and `means` are those of each node of the path
    afterwards, the root first.
    """

    actions: tuple[Any, ...]  # from the root to the end of the path
    expanded: bool  # the last of them leads to a new node
    payoffs: tuple[float, ...]  # by column, at the end of the rollout
    bounds: tuple[Mapping[Any, float], ...]
    visits: tuple[int, ...]
    means: tuple[tuple[float, ...], ...]


@takes_mcts_options
def mcts(
    game: Game[S, A],
    state: S | None = None,
    *,
    tree: object = None,
    stop: Stop | None = None,
    on_progress: Callable[[MctsResult[S, A]], None] | None = None,
    on_simulation: Callable[[Simulation], None] | None = None,
    budget: Budget | None = None,
    **options: Unpack[MctsOptions],
) -> MctsResult[S, A]:
    """The action that most simulations of the game chose.

    - `options`: see `adversario.algorithms.mcts.settings.MctsSettings`.
    - `tree`: that of an earlier result. It is continued at the node of `state`, if it has one, and
      given up elsewhere, and so is an open-loop one.
    - `stop`: a token that ends the search with the answer so far.
    - `on_progress` is called with the answer so far a few times a second. `on_simulation` is called
      with every simulation: a trace of the search, which would be too much for a report.
    - `budget`: counts the simulations, for its owner to watch.

    Ctrl-C ends the search with the answer so far.
    """
    start = game.initial() if state is None else state
    settings = settings_for(game, options)
    return grow(
        game, start, settings, tree=tree, stop=stop, on_progress=on_progress,
        on_simulation=on_simulation, budget=budget,
    )  # fmt: skip


def grow(
    game: Game[S, A],
    start: S,
    settings: MctsSettings,
    *,
    tree: object = None,
    stop: Stop | None = None,
    on_progress: Callable[[MctsResult[S, A]], None] | None = None,
    on_simulation: Callable[[Simulation], None] | None = None,
    budget: Budget | None = None,
) -> MctsResult[S, A]:
    """Search as `mcts` does, with the given settings."""
    require_start(game, start)
    require_memory(int(settings.memory_mib * 2**20), "memory.table")
    started = perf_counter()
    view = view_of(game, settings.solver)
    children: Children
    if settings.outcomes == "open" and game.chance:
        from adversario.algorithms.mcts import open_loop  # noqa: PLC0415 (which is built on this)

        if on_simulation is not None:
            raise InputError("mcts.open_observed")
        root: Any = open_loop.OpenNode(start, view)
        root.terminal = game.is_terminal(start)
        kind: type[MonteCarlo[S, A]] = open_loop.OpenSearch
        children = partial(open_loop.open_children, game, view)
    else:
        kind, children = MonteCarlo, partial(_children, game, view)
        if settings.placed:
            from adversario.algorithms.mcts.placement import PlacedSearch  # noqa: PLC0415 (as above)

            kind = PlacedSearch
        kept = find_node(kept_root(game, tree, kind.node), start, children)
        root = kept or kind.node(Guard(game), start, view)
    search = kind(game, start, view, settings, root, stop, on_simulation, budget)

    def answer() -> MctsResult[S, A]:
        return conclude(
            game, start, view, root.arm(None), children, MctsTree(game, root), settings,
            simulations=search.simulations, evaluations=search.evaluations,
            deepest=search.deepest, tree_nodes=search.nodes, started=started,
        )  # fmt: skip

    while search.goes_on(started, watched=on_progress is not None):
        assert on_progress is not None
        on_progress(answer())
    return answer()


class Node(Generic[S, A]):
    """A node of the tree, with the children tried so far, in the order of the actions."""

    __slots__ = (
        "children", "first_means", "lower", "means", "mover", "priors", "spread", "state",
        "terminal", "untried", "upper", "visits",
    )  # fmt: skip

    def __init__(self, rules: Guard[S, A], state: S, view: UtilityView) -> None:
        self.state, self.mover, self.terminal = state, rules.player(state), rules.is_terminal(state)
        self.children: dict[A, Node[S, A]] = {}
        self.untried: list[A] | None = None  # the last is next; None: not generated yet
        self.priors: dict[A, float] = {}  # as shares of 1, if the game has any
        self.first_means: list[float] = []  # when the priors were computed
        self.visits = 0
        self.means = [0.0] * view.columns
        self.spread = 0.0  # squared deviations from the mean of the player who moves to the node
        self.lower, self.upper = view.bottom, view.top  # of the true value

    def forget(self) -> None:
        """Lose the children, but not the statistics."""
        self.children, self.untried = {}, None

    def arm(self, action: A | None) -> Arm:
        """The statistics of the action that leads here."""
        means = tuple(self.means)
        return Arm(action, self.visits, means, self.spread, self.lower, self.upper, self)


class MonteCarlo(Generic[S, A]):
    """The four phases, and their counters."""

    node: type[Node[Any, Any]] = Node

    def __init__(
        self,
        game: Game[S, A],
        start: S,
        view: UtilityView,
        settings: MctsSettings,
        root: Node[S, A],
        stop: Stop | None,
        on_event: Callable[[Simulation], None] | None,
        budget: Budget | None,
    ) -> None:
        self.game, self.rules, self.start, self.view = game, Guard(game), start, view
        self.settings, self.root = settings, root
        self.stop, self.on_event = stop, on_event
        self.count = Counters() if budget is None else budget.count
        self.random, self.puct = Random(settings.seed), has_priors(game)
        self.nodes, self.most_nodes = _size(root), int(settings.memory_mib * 2**20) // NODE_BYTES
        self.simulations = self.evaluations = self.deepest = 0
        self.ranges = [list(seen) for seen in view.ranges]
        self.own = own_rollouts(game, settings, view.columns)

    def goes_on(self, started: float, watched: bool) -> bool:
        """Simulate to the end, or, if `watched`, for a while; returns whether there is more to do.

        The end is the limit, a stop, Ctrl-C, or the proof of the root.
        """
        root, limit = self.root, self.settings.limit
        most = inf if limit.nodes is None else limit.nodes
        deadline = inf if limit.time is None else started + limit.time
        pause = perf_counter() + PERIOD if watched else inf
        try:
            while self.simulations < most and root.lower != root.upper and not root.terminal:
                self.simulate(root)
                self.simulations += 1
                self.count.nodes += 1
                now = perf_counter()
                if now >= deadline or (self.stop is not None and self.stop.is_set()):
                    return False
                if now >= pause:
                    return True
        except KeyboardInterrupt:
            if not root.visits:
                raise
        return False

    def simulate(self, root: Node[S, A]) -> None:
        """One simulation: selection, expansion, simulation, backpropagation."""
        path = self.select(root)
        self.deepest = max(self.deepest, len(path) - 1)
        payoffs = self.rollout(path[-1].state)
        if self.view.solves and path[-1].terminal:
            self.settle(path, payoffs[0])
        if self.on_event is None:
            self.backpropagate(path, payoffs)
        else:
            self.backpropagate_observed(path, payoffs, self.on_event)

    def backpropagate_observed(
        self,
        path: list[Node[S, A]],
        payoffs: list[float],
        on_event: Callable[[Simulation], None],
    ) -> None:
        """Backpropagate, and report the simulation."""
        steps = list(pairwise(path))
        bounds = tuple(
            {action: self.confidence(above)(action) for action in above.children}
            if above.mover != CHANCE and below.visits
            else {}
            for above, below in steps
        )
        actions = tuple(
            next(action for action, child in above.children.items() if child is below)
            for above, below in steps
        )
        expanded, ended = not path[-1].visits, tuple(payoffs)
        self.backpropagate(path, payoffs)
        visits, means = zip(*((node.visits, tuple(node.means)) for node in path), strict=True)
        on_event(Simulation(actions, expanded and bool(actions), ended, bounds, visits, means))

    def select(self, root: Node[S, A]) -> list[Node[S, A]]:
        """The path from the root to a node that is new or terminal."""
        if self.nodes >= self.most_nodes:
            self.recycle()
        path = [root]
        while not (node := path[-1]).terminal:
            if node.mover == CHANCE:
                action = self.sample_chance(node.state)
            elif (untried := self.untried(node)) and not self.puct:
                action = untried[-1]
            else:
                action = self.best(node)
            child = node.children.get(action)
            if child is not None:
                path.append(child)
            elif self.nodes < self.most_nodes or node is root:  # the root needs its children
                return [*path, self.expand(node, action)]
            else:
                break
        return path

    def expand(self, node: Node[S, A], action: A) -> Node[S, A]:
        """A new child of the node."""
        child = self.node(self.rules, self.game.result(node.state, action), self.view)
        node.children[action] = child
        if node.untried:
            node.untried.remove(action)
        self.nodes += 1
        return child

    def untried(self, node: Node[S, A]) -> list[A]:
        """The actions without a child, the next one last."""
        if node.untried is None:
            node.untried = list(self.rules.actions(node.state))[::-1]
            if not node.untried:
                raise no_actions(self.game, node.state)
            if self.puct:
                node.priors = self.shares(node.state, node.untried[::-1])
                node.first_means = list(node.means)
        return node.untried

    def shares(self, state: S, actions: list[A]) -> dict[A, float]:
        """The priors of the actions, scaled to add up to 1; uniform if all are 0."""
        priors = as_capability(self.game, Guided).priors(state)
        weights = dict(zip(actions, map(float, priors), strict=False))
        total = sum(weights.values())
        if total <= 0:
            return dict.fromkeys(actions, 1 / len(actions))
        return {action: weights.get(action, 0.0) / total for action in actions}

    def best(self, node: Node[S, A]) -> A:
        """The action with the greatest upper confidence bound, the first in a tie.

        Actions that cannot improve on the mover's guarantee are left out.
        """
        _, sign = self.view.sides[node.mover]
        sure = max(
            (sign * bounds(child, sign)[0] for child in node.children.values()), default=-inf
        )

        def is_candidate(action: A) -> bool:
            child = node.children.get(action)
            return child is None or sign * bounds(child, sign)[1] > sure

        actions = list(node.priors if self.puct else node.children)
        candidates = filter(is_candidate, actions)
        return max(candidates, key=self.confidence(node), default=actions[0])

    def confidence(self, node: Node[S, A]) -> Callable[[A], float]:
        """The upper confidence bound of each action of a node: UCB1, or PUCT's."""
        column, sign = self.view.sides[node.mover]
        least, greatest = self.ranges[column]
        weight = sign / (greatest - least) if least < greatest else sign
        root = sqrt(node.visits) if self.puct else sqrt(log(max(node.visits, 1)))
        wonder = self.settings.exploration * root

        def confidence(action: A) -> float:
            child = node.children.get(action)
            visits = 0 if child is None else child.visits
            if self.puct:
                means = node.first_means if child is None else child.means
                return weight * means[column] + wonder * node.priors[action] / (1 + visits)
            if child is None or not visits:  # left in this state by Ctrl-C
                return inf
            return weight * child.means[column] + wonder / sqrt(visits)

        return confidence

    def recycle(self) -> None:
        """Free memory: the least visited nodes lose their children, until half of it is free.

        These nodes keep their statistics.
        """
        expanded = sorted(
            (node for node in _descendants(self.root) if node.children),
            key=lambda node: -node.visits,
        )
        least, kept = inf, 1.0
        for node in expanded:
            kept += len(node.children)
            if kept > self.most_nodes / 2:
                break
            least = node.visits
        for node in expanded:
            if node.visits < least and node is not self.root:
                node.forget()
        self.nodes = _size(self.root)

    def rollout(self, state: S) -> list[float]:
        """Play at random to the end or to the depth limit; returns the payoff of each column."""
        game, rules, left = self.game, self.rules, self.settings.max_plies
        columns = range(self.view.columns)
        if self.own.whole and not game.is_terminal(state):
            return [float(as_capability(game, RolledOut).rollout(state, self.word()))]
        while not game.is_terminal(state):
            if left <= 0:
                self.evaluations += 1
                return [float(rules.evaluate(state, player)) for player in columns]
            if rules.player(state) == CHANCE:
                action = self.sample_chance(state)
            elif self.own.actions:
                action = as_capability(game, RolledOut).rollout_action(state, self.word())
            elif actions := list(rules.actions(state)):
                action = self.pick_action(state, actions)
            else:
                raise no_actions(game, state)
            state = game.result(state, action)
            left -= 1
        return [float(rules.utility(state, player)) for player in columns]

    def word(self) -> int:
        """A random number of 64 bits."""
        return self.random.getrandbits(64)

    def pick_action(self, state: S, actions: list[A]) -> A:
        """An action of a rollout."""
        model = self.settings.model
        if self.settings.rollouts in ("random", "uniform"):
            return self.random.choice(actions)
        if model is None:
            shares: Mapping[A, Number] = self.shares(state, actions)
        else:
            shares = model(state)
        picked = self.random.choices(list(shares), list(map(float, shares.values())))[0]
        if model is not None and picked not in actions:
            where = self.game.position(state)
            raise InputError("models.illegal", action=picked, state=where)
        return picked

    def sample_chance(self, state: S) -> A:
        """An outcome of a chance node, sampled by its probabilities."""
        return sample_chance(self.game, state, self.random)

    def settle(self, path: list[Node[S, A]], payoff: float) -> None:
        """Record that the last node is terminal, and update the bounds of the nodes above."""
        path[-1].lower = path[-1].upper = payoff
        for node in reversed(path[:-1]):
            children = list(node.children.values())
            choose = max if self.view.sides[node.mover][1] > 0 else min
            lower = choose(child.lower for child in children)
            upper = choose(child.upper for child in children)
            if node.untried:  # their values are not bounded
                lower, upper = choose(lower, self.view.bottom), choose(upper, self.view.top)
            lower, upper = max(lower, node.lower), min(upper, node.upper)  # known before recycling
            if (lower, upper) == (node.lower, node.upper):
                break
            node.lower, node.upper = lower, upper

    def backpropagate(self, path: list[Node[S, A]], payoffs: list[float]) -> None:
        """Count the simulation in every node of its path, clamped to the bounds of the node."""
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


def _children(game: Game[S, A], view: UtilityView, node: Node[S, A]) -> list[Arm]:
    """The arms of a node, in the order of its actions; empty if it was not expanded."""
    if not node.children:
        return []
    unknown = Arm(None, 0, (0.0,) * view.columns, 0.0, view.bottom, view.top, None)
    return [
        node.children[action].arm(action)
        if action in node.children
        else replace(unknown, action=action)
        for action in game.legal(node.state)
    ]


def _descendants(root: Node[S, A]) -> Iterator[Node[S, A]]:
    """The node and its descendants."""
    todo = [root]
    while todo:
        node = todo.pop()
        yield node
        todo += node.children.values()


def _size(root: Node[S, A]) -> int:
    """The number of nodes in the tree below a node, itself included."""
    return sum(1 for _ in _descendants(root))
