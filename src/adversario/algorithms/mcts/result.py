"""Shared parts of Monte Carlo tree searches: the utilities they keep, and their answers."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import inf, isfinite, sqrt
from time import perf_counter
from typing import Any, TypeAlias

from adversario.algorithms.core.answer import Result, Score, Source, Statistics
from adversario.algorithms.core.events import Bound, Node
from adversario.algorithms.core.requirements import is_two_sided, viewer_of
from adversario.algorithms.core.sides import two_sides
from adversario.algorithms.mcts.settings import MctsSettings
from adversario.base.errors import InputError
from adversario.base.numbers import Z95, Value, to_json
from adversario.game import CHANCE, A, Game, S

SOUGHT = 10_000
"""The most nodes of a kept tree that are searched, from its root, for a state."""


PERIOD = 0.25
"""Seconds between two progress reports."""


@dataclass(frozen=True, slots=True)
class UtilityView:
    """The utilities that a search keeps.

    A two-sided game has one column, player 0's utility; any other has one for each player.
    """

    columns: int
    sides: tuple[tuple[int, float], ...]  # by player, chance last: a column, 1 to maximise or -1
    ranges: tuple[tuple[float, float], ...]  # of each column, if known; else (inf, -inf)
    solves: bool
    bottom: float  # bounds on any value, if results are to be proven
    top: float


def view_of(game: Game[Any, Any], solver: bool) -> UtilityView:
    """The view of the game's utilities."""
    declared = game.utility_bounds
    known = (inf, -inf) if declared is None else (float(declared[0]), float(declared[1]))
    if not all(map(isfinite, known)):
        known = (inf, -inf)
    if not is_two_sided(game):
        sides = (*((player, 1.0) for player in range(game.players)), (0, 1.0))
        others = known if game.players > 2 else (inf, -inf)
        return UtilityView(
            game.players, sides, (known, *[others] * (game.players - 1)), False, -inf, inf
        )
    signs = [-1.0 if node is Node.MIN else 1.0 for node in two_sides(game).nodes]
    solves = solver and not game.chance
    bottom, top = known if solves and known[0] < known[1] else (-inf, inf)
    return UtilityView(1, tuple((0, sign) for sign in signs), (known,), solves, bottom, top)


@dataclass(frozen=True, slots=True)
class Arm:
    """The statistics and bounds of an action."""

    action: Any
    visits: int
    means: tuple[float, ...]
    spread: float  # the sum of squared deviations from the mean of the player to move
    lower: float
    upper: float
    node: Any  # the node that it leads to, in the engine's representation

    @property
    def proven(self) -> bool:
        """Whether the value is known."""
        return self.lower == self.upper

    @property
    def value(self) -> Value:
        """The value, proven or on average."""
        if len(self.means) > 1:
            return self.means
        return self.lower if self.proven else self.means[0]

    @property
    def confidence(self) -> float:
        """Half the width of a 95 % confidence interval of the mean."""
        if self.proven:
            return 0.0
        return Z95 * sqrt(self.spread / (self.visits - 1) / self.visits) if self.visits > 1 else inf


def bounds(node: Any, sign: float) -> tuple[float, float]:
    """The guaranteed and the best possible value of a node for MAX (1) or MIN (-1)."""
    return (node.lower, node.upper) if sign > 0 else (node.upper, node.lower)


def most_robust_arm(arms: Sequence[Arm], column: int, sign: float) -> Arm:
    """The arm to choose: of those proven best, else of all, the most visited; the first in a tie.

    An arm that is proven worse than another is excluded, and a proven value is preferred to a lower
    mean.
    """
    surest = max(arms, key=lambda arm: (sign * bounds(arm, sign)[0], arm.visits))
    sure = sign * bounds(surest, sign)[0]
    hopes = [arm for arm in arms if sign * bounds(arm, sign)[1] > sure]
    if not hopes:
        return surest
    likeliest = max(hopes, key=lambda arm: arm.visits)
    return surest if surest.proven and sign * likeliest.means[column] < sure else likeliest


@dataclass(frozen=True)
class MctsTree:
    """A tree for the next search to continue: in place if interpreted, as a copy if compiled."""

    game: Game[Any, Any]
    root: Any


@dataclass(frozen=True, kw_only=True)
class MctsResult(Result[S, A]):
    """The answer of Monte Carlo tree search.

    `value` is that of the action chosen (of the root, if it is a chance node): the mean utility of
    player 0 (MAX) over the simulations in a two-sided game, else a tuple of all players'; or the
    true value if it is proven. `proven` is about the root and `proven_actions` about each action. A
    mean that is not proven is an estimate, though the bound of its score is exact. In the
    statistics, nodes and leaves are simulations, evaluations are truncated rollouts, and depth is
    that of the tree.
    """

    visits: tuple[int, ...]  # by action of the root, as are the next two
    confidence: tuple[float, ...]  # half-widths of 95% intervals of the player to move's mean
    proven_actions: tuple[bool, ...]
    simulations: int
    tree_nodes: int
    priors: tuple[float, ...] = ()  # by action too: those of a learned policy, if there is one
    endless: int = 0  # rollouts cut off after LONGEST_ROLLOUT plies, each worth its evaluation
    tree: Any = field(repr=False, compare=False)

    @property
    def source(self) -> Source:
        """How the answer was found."""
        return "simulation"

    @cached_property
    def best_actions(self) -> tuple[A, ...]:
        """The action chosen, and those proven to be as good."""
        others = [
            score.action
            for score, proven in zip(self.scores, self.proven_actions, strict=True)
            if self.proven and proven and score.value == self.value and score.action != self.action
        ]
        return () if self.action is None else (self.action, *others)

    def ranking(self) -> tuple[A, ...]:
        """The actions of the root: the one chosen, then by visits."""
        pairs = zip(self.scores, self.visits, strict=True)
        ranked = sorted(pairs, key=lambda pair: (pair[0].action != self.action, -pair[1]))
        return tuple(score.action for score, _ in ranked)

    def to_json(self) -> dict[str, Any]:
        """The result as plain JSON values; a score also has its visits and confidence."""
        answer = super().to_json()
        columns = zip(self.visits, self.confidence, self.proven_actions, strict=True)
        for score, (visits, confidence, proven) in zip(answer["scores"], columns, strict=True):
            score |= {"visits": visits, "confidence": to_json(confidence), "proven": proven}
        for score, prior in zip(answer["scores"], self.priors, strict=False):
            score["prior"] = prior
        return answer | {
            "simulations": self.simulations, "tree_nodes": self.tree_nodes, "endless": self.endless
        }  # fmt: skip


Children: TypeAlias = Callable[[Any], Sequence[Arm]]
"""Returns the arms of a node, in the order of its actions; empty if it was not expanded."""


def conclude(
    game: Game[S, A],
    state: S,
    view: UtilityView,
    root: Arm,
    children: Children,
    tree: MctsTree,
    settings: MctsSettings,
    *,
    simulations: int,
    evaluations: int,
    deepest: int,
    tree_nodes: int,
    started: float,
) -> MctsResult[S, A]:
    """The answer of a tree."""
    if game.is_terminal(state):
        utilities = tuple(float(game.utility(state, p)) for p in range(view.columns))
        root = Arm(None, 0, utilities, 0.0, utilities[0], utilities[0], root.node)
    arms = children(root.node)
    line = list(_variation(game, state, view, arms, children))
    chosen = line[0] if line else root
    seconds = perf_counter() - started
    return MctsResult(
        algorithm="mcts",
        game=game,
        state=state,
        viewer=0 if view.columns == 1 else viewer_of("maxn", game, state),
        action=chosen.action,
        value=chosen.value,
        bound=Bound.EXACT,
        proven=root.proven,
        depth=None,
        principal_variation=tuple(arm.action for arm in line),
        scores=tuple(Score(arm.action, arm.value, Bound.EXACT) for arm in arms),
        statistics=Statistics(simulations, simulations, evaluations, 0, 0, deepest, seconds),
        options=settings.options,
        visits=tuple(arm.visits for arm in arms),
        confidence=tuple(arm.confidence for arm in arms),
        proven_actions=tuple(arm.proven for arm in arms),
        simulations=simulations,
        tree_nodes=tree_nodes,
        endless=evaluations if settings.rollout_depth is None else 0,
        tree=tree,
    )


def _variation(
    game: Game[S, A], state: S, view: UtilityView, arms: Sequence[Arm], children: Children
) -> Iterator[Arm]:
    """The chosen arms, up to the end of the tree or the first chance node."""
    while arms and (mover := game.player(state)) != CHANCE:
        arm = most_robust_arm(arms, *view.sides[mover])
        yield arm
        state = game.result(state, arm.action)
        arms = [] if arm.visits < 2 or game.is_terminal(state) else children(arm.node)


def kept_root(game: Game[Any, Any], tree: object, kind: type[Any]) -> Any:
    """The root of a tree kept from an earlier search by the same engine, or None."""
    if tree is None:
        return None
    if not isinstance(tree, MctsTree) or tree.game is not game or not isinstance(tree.root, kind):
        raise InputError("mcts.tree")
    return tree.root


def find_node(root: Any, state: Any, children: Children) -> Any:
    """The node of a state, searched from the root on; None if it is not among the first nodes."""
    todo = deque([] if root is None else [root])
    for _ in range(SOUGHT):
        if not todo:
            break
        node = todo.popleft()
        if node.state == state:
            return node
        todo += [arm.node for arm in children(node) if arm.visits]
    return None
