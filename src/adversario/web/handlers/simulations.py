"""Monte Carlo tree search step by step: the four phases of every simulation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from adversario.algorithms.core.events import Node
from adversario.algorithms.core.requirements import is_two_sided
from adversario.algorithms.core.sides import two_sides
from adversario.algorithms.imperfect.ismcts import ismcts
from adversario.algorithms.mcts.result import MctsResult
from adversario.algorithms.mcts.tree_search import Simulation, mcts
from adversario.base.numbers import show
from adversario.contract.explicit import set_name
from adversario.game import CHANCE, Game, mover_of
from adversario.web import protocol
from adversario.web.handlers.context import Context
from adversario.web.handlers.pseudocode import pseudocode
from adversario.web.handlers.tree_payload import format_value, player_names
from adversario.web.protocol import Event, Phase, Visits


def explore_simulations(
    context: Context, game: Game[Any, Any], state: Any, request: protocol.SearchRequest
) -> protocol.Search:
    """A search by simulations, each shown in its four phases."""
    recorded: list[Simulation] = []
    search = mcts if game.kind.is_open else ismcts
    result = search(
        game,
        state,
        simulations=request.simulations,
        seed=request.seed,
        on_simulation=recorded.append,
    )
    return simulations_payload(context, result, recorded)


def simulations_payload(
    context: Context, result: MctsResult[Any, Any], recorded: Iterable[Simulation]
) -> protocol.Search:
    """A search by simulations, as the steps that the browser shows."""
    game, state = result.game, result.state
    growth = _TreeBuilder(context, game, state, result.algorithm)
    events = [event for simulation in recorded for event in growth.phases(simulation)]
    tree, places = growth.tree(result.principal_variation)
    cost, value = result.statistics, format_value(result.value) or ""
    action = None if result.action is None else game.action_name(state, result.action)
    return protocol.Search(
        algorithm=result.algorithm,
        title=context.title(result.algorithm, result.algorithm),
        tree=tree,
        events=[_renumber(event, places) for event in events],
        pseudocode=growth.code.lines,
        conclusion=growth.conclusion(action, value),
        action=action,
        value=value,
        statistics=protocol.StatisticsPayload(
            nodes=result.tree_nodes,
            leaves=cost.leaves,
            evaluations=cost.evaluations,
            cutoffs=0,
            pruned=0,
            depth=cost.depth,
            branching=0.0,
            seconds=cost.seconds,
        ),
    )


@dataclass(eq=False)
class _TreeNode:
    """A node of the tree, in order of creation."""

    index: int
    parent: _TreeNode | None
    state: Any
    action: Any
    column: int  # of the means shown: those of the player who moves to the node
    visits: int = 0
    mean: float = 0.0
    children: dict[Any, _TreeNode] = field(default_factory=dict)


class _TreeBuilder:
    """The tree under construction."""

    def __init__(self, context: Context, game: Game[Any, Any], state: Any, algorithm: str) -> None:
        self.context, self.game = context, game
        self.code = pseudocode(algorithm, context.lang)
        self.two_sided = is_two_sided(game)
        self.alike: dict[tuple[str, Any], list[_TreeNode]] = {}
        self.spots = [_TreeNode(0, None, state, None, 0)]

    def phases(self, simulation: Simulation) -> Iterator[Event]:
        """The four steps of one simulation; three if there is nothing to expand."""
        path = [self.spots[0]]
        selected = simulation.actions[: len(simulation.actions) - simulation.expanded]
        compared: list[Visits] = []
        for action, bounds in zip(selected, simulation.bounds, strict=False):
            compared += [
                self._visits(path[-1].children[each], bound)
                for each, bound in bounds.items()
                if each in path[-1].children
            ]
            path.append(path[-1].children.get(action) or self._new(path[-1], action))
        yield self._event("select", path, compared, actions=self._name_path(path))
        if simulation.expanded:
            path.append(self._new(path[-1], simulation.actions[-1]))
            yield self._event("expand", path, [], node=self._name(path[-1]))
        several = len(simulation.payoffs) > 1
        payoff = show(simulation.payoffs if several else simulation.payoffs[0])
        yield self._event("simulate", path, [], value=payoff)
        changed: list[Visits] = []
        for spot, visits, means in zip(path, simulation.visits, simulation.means, strict=True):
            for each in self._same(spot):  # an action of a set has one statistic at all its nodes
                each.visits, each.mean = visits, means[spot.column]
                changed.insert(0, self._visits(each, None))
        yield self._event("backup", path, changed, value=payoff, nodes=len(path))

    def _new(self, parent: _TreeNode, action: Any) -> _TreeNode:
        mover = self.game.player(parent.state)
        column = 0 if self.two_sided or mover == CHANCE else mover
        state = self.game.result(parent.state, action)
        spot = _TreeNode(len(self.spots), parent, state, action, column)
        self.spots.append(spot)
        parent.children[action] = spot
        same = self._same(spot)
        if spot not in same:
            same.append(spot)
        spot.visits, spot.mean = same[0].visits, same[0].mean
        return spot

    def _same(self, spot: _TreeNode) -> list[_TreeNode]:
        """The nodes after the same action in the information set, or the node alone."""
        above = spot.parent
        name = None if above is None else set_name(self.game, above.state)
        return [spot] if name is None else self.alike.setdefault((name, spot.action), [])

    def _event(
        self, phase: Phase, path: list[_TreeNode], stats: list[Visits], **details: object
    ) -> Event:
        value = details.get("value")
        return Event(
            kind="phase",
            node=path[-1].index,
            line=self.code.line(phase),
            text=self.context.text(f"web.step.{phase}", **details),
            value=value if isinstance(value, str) else None,
            phase=phase,
            path=[spot.index for spot in path],
            stats=stats,
        )

    @staticmethod
    def _visits(spot: _TreeNode, bound: float | None) -> Visits:
        ucb = None if bound is None else _round(bound)
        return Visits(
            spot.index,
            spot.visits,
            _round(spot.visits * spot.mean),
            _round(spot.mean),
            ucb,
        )

    def _name(self, spot: _TreeNode) -> str:
        if spot.parent is None:
            return self.game.position(spot.state)
        return self.game.action_name(spot.parent.state, spot.action)

    def _name_path(self, path: list[_TreeNode]) -> str:
        return " ".join(self._name(spot) for spot in path[1:]) or "—"

    def conclusion(self, action: str | None, value: str) -> str:
        """The result of the search in words."""
        if action is None:
            return self.context.text("trace.found_value", value=value)
        root = self.game.position(self.spots[0].state)
        return self.context.text("trace.found", value=value, root=root, action=action)

    # The whole tree.

    def tree(self, line: tuple[Any, ...]) -> tuple[protocol.TreePayload, list[int]]:
        """The tree in preorder, and the position there of every node by its index."""
        chosen = [self.spots[0]]
        for action in line:
            if action not in chosen[-1].children:
                break
            chosen.append(chosen[-1].children[action])
        order, todo = [], [self.spots[0]]
        while todo:
            spot = todo.pop()
            order.append(spot)
            todo += reversed(spot.children.values())
        places = [0] * len(order)
        for place, spot in enumerate(order):
            places[spot.index] = place
        kinds = two_sides(self.game).nodes
        nodes = [self._node(spot, places, kinds, spot in chosen) for spot in order]
        return protocol.TreePayload(player_names(self.game), nodes), places

    def _node(
        self, spot: _TreeNode, places: list[int], kinds: tuple[Node, ...], chosen: bool
    ) -> protocol.TreeNodePayload:
        game, player = self.game, mover_of(self.game, spot.state)
        terminal = game.is_terminal(spot.state)
        own: protocol.NodeKind = "chance" if player == CHANCE else "own"
        weights = {}
        if spot.parent is not None and game.player(spot.parent.state) == CHANCE:
            weights = dict(game.chances(spot.parent.state))
        return protocol.TreeNodePayload(
            id=places[spot.index],
            parent=None if spot.parent is None else places[spot.parent.index],
            name=game.position(spot.state),
            kind="leaf" if terminal else kinds[player].value if self.two_sided else own,
            player="" if terminal or player == CHANCE else game.player_name(player),
            action=None if spot.parent is None else self._name(spot),
            probability=show(weights[spot.action]) if weights else None,
            value=_round(spot.mean),
            number=spot.mean,
            bound="exact",
            leaf="terminal" if terminal else None,
            pruned=False,
            chosen=chosen,
            children=[places[child.index] for child in spot.children.values()],
            set=None if terminal else set_name(game, spot.state),
        )


def _round(number: float) -> str:
    """A number to three places; zero has no sign."""
    return f"{round(number, 3) + 0.0:g}"


def _renumber(event: Event, places: list[int]) -> Event:
    """The event with the node numbers of the tree in preorder."""
    return Event(
        kind=event.kind,
        node=places[event.node],
        line=event.line,
        text=event.text,
        value=event.value,
        phase=event.phase,
        path=[places[each] for each in event.path],
        stats=[Visits(places[s.node], s.n, s.w, s.q, s.ucb) for s in event.stats],
    )
