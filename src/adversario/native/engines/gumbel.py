"""Gumbel AlphaZero's search for games whose model has a policy: how `mcts` plays with it.

The compiled search and the interpreted one (`algorithms.mcts.gumbel`) give the same answers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import partial
from math import inf
from time import perf_counter
from typing import Any, NamedTuple

from adversario.algorithms.core.limit import Counters
from adversario.algorithms.mcts.gumbel import (
    Edge,
    GumbelSearch,
    GumbelSettings,
    Node,
    chosen_edge,
    utility_range,
)
from adversario.algorithms.mcts.result import Arm, MctsResult, MctsTree, conclude, view_of
from adversario.algorithms.mcts.settings import MctsSettings
from adversario.base.process.memory import require_memory
from adversario.base.stop import Stop
from adversario.contract.checking.guard import no_actions
from adversario.game import A, Game, S
from adversario.native.compiler.compile import compile_game
from adversario.native.engines.control import Control, run_all
from adversario.native.engines.memory.models import model_memory
from adversario.native.kernels.alphazero import search as kernel
from adversario.native.kernels.layout.alphazero import Edge as EdgeBlock
from adversario.native.kernels.layout.alphazero import Gumbel
from adversario.native.kernels.layout.alphazero import Node as NodeBlock
from adversario.views.learned.layer import model_of
from adversario.views.learned.model import Model

MOST_ACTIONS = 512
"""The actions of a state that there is room for on average, if the game does not number them."""

FIRST = 32
"""The simulations of the first search within a limit of time; the next has twice as many."""

MOST = 1 << 20
"""The most simulations of a search."""

Root = tuple[Node, Edge | None]
"""A searched root, and the edge chosen; None if it is terminal."""


def policy_model(game: Game[Any, Any]) -> Model | None:
    """The model of a game that has a policy, if it is one for `gumbel_search`."""
    model = model_of(game)
    fits = model is not None and model.shape.actions > 0
    return model if fits and game.players == 2 and not game.chance else None


def gumbel_search(
    game: Game[S, A], start: S, settings: MctsSettings, *, compiled: bool, stop: Stop | None,
    on_progress: Callable[[MctsResult[S, A]], None] | None = None, count: Counters | None = None,
) -> MctsResult[S, A]:  # fmt: skip
    """The answer of searches with the policy and the value of the game's model.

    A limit of simulations is that of one search. Within a limit of time, searches have twice the
    simulations of the one before, and the last whole one answers.
    """
    model, limit = policy_model(game), settings.limit
    assert model is not None
    control, found = Control(stop), None
    if compiled and limit.time is not None and not game.is_terminal(start):
        first = GumbelSettings(simulations=1)
        _search(game, model, start, first, control, None, compiled=True)  # compiling takes no time
    started = perf_counter()
    most = min(MOST, limit.nodes or MOST)
    simulations = most if limit.time is None else min(FIRST, most)
    while True:
        gumbel = GumbelSettings(simulations=simulations, proofs=settings.solver)
        left = None if limit.time is None else limit.time - (perf_counter() - started)
        whole = _search(game, model, start, gumbel, control, left, compiled=compiled)
        if found is None or not control.is_set():
            found = _result(game, start, settings, whole, simulations, started)
            if count is not None:
                count.nodes += simulations
        if control.is_set() or simulations >= most or whole[0].known:
            return found
        if on_progress is not None:
            on_progress(found)
        simulations = min(most, 2 * simulations)


def _search(
    game: Game[S, A], model: Model, start: S, settings: GumbelSettings, control: Control,
    seconds: float | None, *, compiled: bool,
) -> Root:  # fmt: skip
    """One search."""
    if game.is_terminal(start):
        return Node(start, float(game.utility(start, 0)), known=True), None
    if compiled:
        tree = _CompiledTree(game, model, settings)
        return tree.run(start, control, seconds)
    search = GumbelSearch(game, model, settings, control.is_set)
    deadline = inf if seconds is None else perf_counter() + seconds
    search.stopped = lambda: control.is_set() or perf_counter() >= deadline
    root = search.run(start)
    if perf_counter() >= deadline:
        control.set()
    return root, chosen_edge(root)


class _Spot(NamedTuple):
    """A state and its node."""

    state: Any
    node: Node


def _result(
    game: Game[S, A], start: S, settings: MctsSettings, found: Root, simulations: int,
    started: float,
) -> MctsResult[S, A]:  # fmt: skip
    """The answer of a search."""
    root, chosen = found
    view = view_of(game, settings.solver)

    def arms(spot: _Spot) -> Sequence[Arm]:
        pairs = zip(game.actions(spot.state), spot.node.edges, strict=False)
        return [arm(action, edge, game.result(spot.state, action)) for action, edge in pairs]

    def arm(action: Any, edge: Edge, after: Any) -> Arm:
        if edge.child is None:
            return Arm(action, 0, (0.0,), 0.0, view.bottom, view.top, None)
        return _arm(action, _Spot(after, edge.child), view.bottom, view.top)

    nodes = _size(root)
    answer = conclude(
        game, start, view, _arm(None, _Spot(start, root), view.bottom, view.top), arms,
        MctsTree(game, None), settings, simulations=simulations, evaluations=0,
        deepest=_depth(root), tree_nodes=nodes, started=started,
    )  # fmt: skip
    if chosen is None:
        return answer
    scores, place = answer.scores, root.edges.index(chosen)
    line = answer.principal_variation
    if line[:1] != (scores[place].action,):
        line = (scores[place].action,)
    return replace(
        answer, action=scores[place].action, value=scores[place].value, principal_variation=line,
        priors=tuple(edge.prior for edge in root.edges), tree=None,
    )  # fmt: skip


def _arm(action: Any, spot: _Spot, bottom: float, top: float) -> Arm:
    """What is known of a node. How far its simulations spread is not counted."""
    node = spot.node
    ends = (node.value, node.value) if node.known else (bottom, top)
    return Arm(action, node.visits, (node.worth,), inf, *ends, spot)


def _size(node: Node) -> int:
    return 1 + sum(_size(edge.child) for edge in node.edges if edge.child is not None)


def _depth(node: Node) -> int:
    return max((1 + _depth(edge.child) for edge in node.edges if edge.child is not None), default=0)


def prepare_search(
    block: Gumbel, game: Game[Any, Any], settings: GumbelSettings, words: tuple[int, int],
    simulations: int,
) -> None:  # fmt: skip
    """Write the settings to a block, and give it room for that many simulations.

    `words` are those of a node and of an edge.
    """
    import numpy as np  # noqa: PLC0415 (not before a compiled search runs)

    block.simulations, block.considered = settings.simulations, settings.considered
    block.visits, block.scale = settings.visits, settings.scale
    block.stretched, block.proofs = settings.stretched, settings.proofs
    block.least, block.greatest = utility_range(game)
    nodes = simulations + 2
    edges = nodes * (game.action_count or MOST_ACTIONS)
    require_memory(8 * (nodes * (words[0] + 2) + edges * words[1]), "memory.table")
    block.room = edges
    block.nodes = np.zeros(nodes * words[0], np.int64)
    block.edges = np.zeros(edges * words[1], np.int64)
    block.path = np.zeros(max(nodes, game.action_count or MOST_ACTIONS) + 1, np.int64)
    block.schedule = np.zeros(nodes, np.int64)


class _CompiledTree:
    """A compiled search, and its tree as the interpreted one has it."""

    def __init__(self, game: Game[Any, Any], model: Model, settings: GumbelSettings) -> None:
        self.game = game
        self.compiled = compile_game(game, kernel)
        functions, self.block = self.compiled.functions, Gumbel()
        self.words = int(functions.node_words()), int(functions.edge_words())
        prepare_search(self.block, game, settings, self.words, settings.simulations)
        self.model = model_memory(game, model)
        assert self.model is not None
        self.block.model = self.model.address
        self.nodes, self.edges = (
            self.block.arrays[place] for place in (Gumbel.nodes, Gumbel.edges)
        )

    def run(self, start: Any, control: Control, seconds: float | None) -> Root:
        """Search."""
        self.block.stop = control.flags
        state, functions = self.compiled.encode(start), self.compiled.functions
        work = partial(functions.search_one, state, 0, 0, self.block.address)
        place = int(run_all([work], control, seconds=seconds)[0])
        if self.block.broken:
            raise no_actions(self.game, start)
        root = self._read(self.block.nodes)
        return root, root.edges[place]

    def _read(self, address: int) -> Node:
        """A node and all below it."""
        at = (address - int(self.nodes.ctypes.data)) // 8
        words = self.nodes[at : at + self.words[0]]
        numbers = words.view("float64")
        node = Node(
            None, float(numbers[NodeBlock.value]), bool(words[NodeBlock.known]),
            float(numbers[NodeBlock.sign]), int(words[NodeBlock.visits]),
            float(numbers[NodeBlock.total]),
        )  # fmt: skip
        first = (int(words[NodeBlock.first]) - int(self.edges.ctypes.data)) // 8
        for place in range(int(words[NodeBlock.degree])):
            start = first + place * self.words[1]
            row = self.edges[start : start + self.words[1]]
            values, child = row.view("float64"), int(row[EdgeBlock.child])
            node.edges.append(
                Edge(
                    None, float(values[EdgeBlock.logit]), float(values[EdgeBlock.prior]),
                    float(values[EdgeBlock.noise]), float(values[EdgeBlock.score]),
                    self._read(child) if child else None,
                )
            )  # fmt: skip
        return node
