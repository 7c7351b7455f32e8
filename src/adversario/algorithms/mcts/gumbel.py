"""Gumbel AlphaZero's search (Danihelka, Guez, Schrittwieser and Silver 2022), in plain Python.

A network estimates the value of each new state, and a logit for each of its actions. At the root,
the actions of the greatest Gumbel noise plus logit are compared by sequential halving; below it,
visits follow the improved policy: softmax of logits plus scaled values, where an action without
visits has the mixed value of its node. Proven values replace means, as in MCTS-Solver.
`kernels.alphazero.search` is the compiled twin.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from math import ceil, exp, inf, isfinite, log, log2
from typing import Any

from adversario.base.errors import InputError
from adversario.contract.capability import as_capability
from adversario.contract.guidance import Indexed
from adversario.game import Game
from adversario.views.learned.model import Model, policy_sums


@dataclass(frozen=True)
class GumbelSettings:
    """The settings of a search.

    - `simulations`: of a search;
    - `considered`: the most actions considered at the root;
    - `visits`, `scale`: values count beside logits by `scale` times the sum of `visits` and the
      visits of the action visited most;
    - `stretched`: whether the values of the actions of a state are stretched to [0, 1] for that,
      or else the utilities of the game;
    - `proofs`: whether values that the rules prove replace means.
    """

    simulations: int = 64
    considered: int = 16
    visits: float = 50.0
    scale: float = 0.1
    stretched: bool = True
    proofs: bool = True

    def __post_init__(self) -> None:
        for name, least in (("simulations", 1), ("considered", 1), ("visits", 0), ("scale", 0)):
            given = getattr(self, name)
            if not (given >= least and isfinite(given)):
                raise InputError("limit.too_small", limit=name, given=given, least=least)


@dataclass
class Edge:
    """An action of a node."""

    action: Any
    logit: float
    prior: float = 0.0
    noise: float = 0.0
    score: float = 0.0  # logit plus scaled value
    child: Node | None = None

    @property
    def visits(self) -> int:
        """How often it was visited."""
        return self.child.visits if self.child is not None else 0


@dataclass
class Node:
    """A state. Values are utilities of player 0."""

    state: Any
    value: float  # by the network, or, if known, by the rules
    known: bool
    sign: float = 1.0
    visits: int = 0
    total: float = 0.0
    edges: list[Edge] = field(default_factory=list)

    @property
    def worth(self) -> float:
        """The value of a node that was visited: known, or the mean of its simulations."""
        return self.value if self.known else self.total / self.visits


class GumbelSearch:
    """One search, whose root has the answer."""

    def __init__(
        self, game: Game[Any, Any], model: Model, settings: GumbelSettings,
        stopped: Callable[[], bool] = lambda: False,
    ) -> None:  # fmt: skip
        self.game, self.model, self.settings, self.stopped = game, model, settings, stopped
        self.least, self.greatest = utility_range(game)
        self.evaluations = 0

    def run(self, state: Any, noise: Callable[[int], float] = lambda _: 0.0) -> Node:
        """The root after all simulations; `noise` has the Gumbel variable of each action."""
        root = self.expand(state)
        root.visits, root.total = 1, root.value
        for at, edge in enumerate(root.edges):
            edge.noise = noise(at)
        considered = min(self.settings.considered, len(root.edges))
        for wanted in visit_schedule(considered, self.settings.simulations):
            if root.known or self.stopped():
                break
            self.simulate(root, wanted)
        self.score(root)
        return root

    def expand(self, state: Any) -> Node:
        """A new node."""
        if self.game.is_terminal(state):
            return Node(state, float(self.game.utility(state, 0)), known=True)
        self.evaluations += 1
        value = self.model.estimate(self.game, state, 0)
        sign = 1.0 if self.game.player(state) == 0 else -1.0
        actions = list(self.game.actions(state))
        logits = action_logits(self.game, self.model, state, actions)
        edges = [Edge(*pair) for pair in zip(actions, logits, strict=True)]
        for edge, prior in zip(edges, softmax(logits), strict=True):
            edge.prior = prior
        return Node(state, value, known=False, sign=sign, edges=edges)

    def simulate(self, root: Node, wanted: int) -> None:
        """One simulation: down to a new node or one whose value is known, and back."""
        path, is_new = [root], False
        while not is_new and not path[-1].known:
            node = path[-1]
            self.score(node)
            edge = root_edge(node, wanted) if node is root else inner_edge(node)
            if edge.child is None:
                edge.child, is_new = self.expand(self.game.result(node.state, edge.action)), True
            path.append(edge.child)
        value = path[-1].value
        for node in path:
            node.visits += 1
            node.total += value
        if self.settings.proofs:
            while len(path) > 1 and path.pop().known:
                self.settle(path[-1])

    def settle(self, node: Node) -> None:
        """Note the value of a node if it follows from its children's."""
        values = [edge.child.value for edge in node.edges if edge.child and edge.child.known]
        best = max((node.sign * value for value in values), default=-inf)
        top = self.greatest if node.sign > 0 else -self.least
        if len(values) == len(node.edges) or best >= top:
            node.known, node.value = True, node.sign * best

    def score(self, node: Node) -> None:
        """Score the actions of a node: logits plus scaled values, completed if not visited."""
        settings = self.settings
        visited = [edge for edge in node.edges if edge.child is not None]
        mixed = node.sign * node.value
        if visited:
            weight = sum(edge.prior for edge in visited)
            mean = sum(edge.prior * self.worth(node, edge) for edge in visited) / weight
            visits = sum(edge.visits for edge in visited)
            mixed = (mixed + visits * mean) / (visits + 1)
        values = [mixed if edge.child is None else self.worth(node, edge) for edge in node.edges]
        low, high = min(values), max(values)
        if not settings.stretched:
            low, high = self.least, self.greatest
            if node.sign < 0:
                low, high = -high, -low
        most = max(edge.visits for edge in node.edges)
        factor = (settings.visits + most) * settings.scale / max(high - low, 1e-8)
        for edge, value in zip(node.edges, values, strict=True):
            edge.score = edge.logit + factor * (value - low)

    def worth(self, node: Node, edge: Edge) -> float:
        """The value of a visited action for the player to move."""
        assert edge.child is not None
        return node.sign * edge.child.worth


def utility_range(game: Game[Any, Any]) -> tuple[float, float]:
    """The least and the greatest utility of player 0; 0 and 1, which prove nothing, if unknown."""
    if game.utility_bounds is None:
        return -inf, inf
    return float(game.utility_bounds[0]), float(game.utility_bounds[1])


def action_logits(
    game: Game[Any, Any], model: Model, state: Any, actions: Sequence[Any]
) -> list[float]:
    """The outputs of the policy for actions; 0 for all if the model has no policy."""
    if not model.shape.actions:
        return [0.0] * len(actions)
    sums, index = policy_sums(model, game, state), as_capability(game, Indexed).action_index
    return [float(sums[index(state, action)]) for action in actions]


def visit_schedule(actions: int, simulations: int) -> list[int]:
    """How often the actions that each simulation considers have been visited before.

    Sequential halving (Karnin, Koren and Somekh 2013): all are visited equally often, then the
    better half of them, and so on.
    """
    if actions <= 1:
        return list(range(simulations))
    rounds, found = ceil(log2(actions)), list[int]()
    visits, left = [0] * actions, actions
    while len(found) < simulations:
        for _ in range(max(1, simulations // (rounds * left))):
            found += visits[:left]
            visits[:left] = [each + 1 for each in visits[:left]]
        left = max(2, left // 2)
    return found[:simulations]


def root_edge(root: Node, wanted: int) -> Edge:
    """The action of the greatest score with noise among those visited that often."""
    fitting = [edge for edge in root.edges if edge.visits == wanted] or root.edges
    return max(fitting, key=lambda edge: edge.noise + edge.score)


def inner_edge(node: Node) -> Edge:
    """The action whose share of visits is the furthest below the improved policy."""
    visits = sum(edge.visits for edge in node.edges)
    lacks = [
        share - edge.visits / (1 + visits)
        for edge, share in zip(node.edges, improved_policy(node), strict=True)
    ]
    return node.edges[lacks.index(max(lacks))]


def improved_policy(node: Node) -> list[float]:
    """The policy that search has improved, a share for each action: the target of the network."""
    return softmax([edge.score for edge in node.edges])


def chosen_edge(root: Node) -> Edge:
    """The action to play: of the greatest score with noise among those visited most.

    If the root is proven, that is one of its value.
    """
    most = max(edge.visits for edge in root.edges)
    fitting = [edge for edge in root.edges if edge.visits == most]
    if root.known:
        fitting = [
            edge
            for edge in root.edges
            if edge.child is not None and edge.child.known and edge.child.value == root.value
        ]
    return max(fitting, key=lambda edge: edge.noise + edge.score)


def gumbel(share: float) -> float:
    """The Gumbel variable that a number between 0 and 1, drawn uniformly, stands for."""
    return -log(-log(share))


def softmax(sums: Sequence[float]) -> list[float]:
    """The shares that are proportional to the exponentials."""
    highest = max(sums)
    weights = [exp(each - highest) for each in sums]
    return [each / sum(weights) for each in weights]
