"""Figures of searches, by the interpreted algorithms: the same on every machine."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache, lru_cache
from typing import Any

from adversario.algorithms.core.answer import Result
from adversario.algorithms.core.events import Child, Enter
from adversario.algorithms.core.limit import Limit
from adversario.algorithms.core.requirements import recommended
from adversario.algorithms.models.parse import models_of_others
from adversario.algorithms.registry import search
from adversario.base.errors import InputError
from adversario.base.numbers import Value
from adversario.course.queries.source import game_of, parse_move, state_of
from adversario.game import Game
from adversario.trace.recorder import record
from adversario.trees import Tree

ORDERS = ("best", "worst")
MOST_SIMULATIONS = 5000


@lru_cache(maxsize=512)
def run(
    source: str, algorithm: str = "", depth: int | None = None, moves: str = "",
    against: str = "", order: str = "", simulations: int | None = None, seed: int = 0,
    quiescence: str = "",
) -> Any:  # fmt: skip
    """The result of a search; with quiescence "no", it stops at the depth in any position."""
    game = game_of(source)
    state, options = state_of(game, moves), dict[str, Any]()
    if quiescence not in ("", "no"):
        raise InputError("course.choice", given=quiescence[:60], known="no")
    if quiescence:
        options["quiescence"] = False
    if order:
        options["order"] = _ordering(game, order)
    if against:
        options["models"] = models_of_others(game, state, against)
    limit = None if depth is None else Limit(depth=depth)
    name = algorithm or ("" if against else recommended(game))
    if name == "mcts":
        if not 1 <= (simulations or 1) <= MOST_SIMULATIONS:
            raise InputError("course.power", most=MOST_SIMULATIONS)
        limit, options["seed"] = Limit(nodes=simulations or 200), seed
    result: Result[Any, Any] = search(game, state, algorithm=name or None, limit=limit, **options)
    return result


def _ordering(game: Game[Any, Any], order: str) -> Callable[[Any, Iterable[Any]], Iterable[Any]]:
    """Children by their minimax values: the best of the player to move first, or last."""
    if order not in ORDERS:
        raise InputError("course.choice", given=order, known=", ".join(ORDERS))

    @cache
    def worth(state: Any) -> Any:
        return search(game, state, algorithm="minimax").value

    def sort_actions(state: Any, actions: Iterable[Any]) -> Iterable[Any]:
        sign = 1 if game.player(state) == 0 else -1
        best_first = sorted(actions, key=lambda each: -sign * worth(game.result(state, each)))
        return best_first if order == "best" else best_first[::-1]

    return sort_actions


def nodes(
    source: str, algorithm: str = "", *, depth: int | None = None, moves: str = "", order: str = "",
    against: str = "", quiescence: str = "",
) -> int:  # fmt: skip
    """The nodes that a search visits."""
    found: int = run(
        source, algorithm, depth, moves, against, order, quiescence=quiescence
    ).statistics.nodes  # fmt: skip
    return found


def extra(source: str, algorithm: str = "", *, depth: int | None = None, moves: str = "") -> int:
    """The nodes that quiescence adds to a search."""
    every = nodes(source, algorithm, depth=depth, moves=moves)
    return every - nodes(source, algorithm, depth=depth, moves=moves, quiescence="no")


def leaves(
    source: str, algorithm: str = "", *, depth: int | None = None, moves: str = "", order: str = ""
) -> int:
    """The leaves that a search evaluates."""
    found: int = run(source, algorithm, depth, moves, "", order).statistics.leaves
    return found


def cutoffs(
    source: str, algorithm: str = "alphabeta", *, depth: int | None = None, moves: str = "",
    order: str = "",
) -> int:  # fmt: skip
    """The nodes that a search leaves early."""
    found: int = run(source, algorithm, depth, moves, "", order).statistics.cutoffs
    return found


def unvisited(
    source: str, algorithm: str = "alphabeta", *, depth: int | None = None, order: str = ""
) -> int:
    """The leaves of the whole tree that a search does not visit."""
    every = run(source, "minimax", depth).statistics.leaves
    found: int = every - run(source, algorithm, depth, "", "", order).statistics.leaves
    return found


def value(
    source: str,
    algorithm: str = "",
    *,
    depth: int | None = None,
    moves: str = "",
    against: str = "",
    quiescence: str = "",
) -> Value:
    """The value of a position by a search."""
    found: Value = run(
        source, algorithm, depth, moves, against, quiescence=quiescence
    ).value  # fmt: skip
    return found


def action(
    source: str, algorithm: str = "", *, depth: int | None = None, moves: str = "",
    against: str = "", simulations: int | None = None, seed: int = 0, quiescence: str = "",
) -> str:  # fmt: skip
    """The name of the action that a search chooses."""
    result = run(source, algorithm, depth, moves, against, "", simulations, seed, quiescence)
    return game_of(source).action_name(result.state, result.action)


def best(source: str, algorithm: str = "", *, moves: str = "", depth: int | None = None) -> str:
    """The names of all actions of greatest value."""
    game = game_of(source)
    state = state_of(game, moves)
    mover, name = game.player(state), algorithm or recommended(game)
    worth: dict[Any, Any] = {}
    for each in game.actions(state):
        after = game.result(state, each)
        limit = None if depth is None else Limit(depth=max(1, depth - 1))
        found = search(game, after, algorithm=name, limit=limit).value
        worth[each] = found[mover] if isinstance(found, tuple) else found * (1, -1)[mover % 2]
    top = max(worth.values())
    return " ".join(game.action_name(state, each) for each in worth if worth[each] == top)


def window(source: str, node: str, algorithm: str = "alphabeta") -> tuple[Value, Value]:
    """Alpha and beta when a node of a tree is entered."""
    _, trace = record(_tree(source), algorithm=algorithm)
    for event in trace.events:
        if isinstance(event, Enter) and event.state == node and event.alpha is not None:
            assert event.beta is not None
            return event.alpha, event.beta
    raise InputError("course.node", node=node[:60])


def children(source: str, node: str, algorithm: str = "alphabeta") -> int:
    """The number of children of a node of a tree that a search visits."""
    tree = _tree(source)
    if node not in (vertex.name for vertex in tree.root.walk()):
        raise InputError("course.node", node=node[:60])
    _, trace = record(tree, algorithm=algorithm)
    return sum(isinstance(each, Child) and each.state == node for each in trace.events)


def node(source: str, name: str, algorithm: str = "") -> Value:
    """The value of a node of a tree."""
    tree = _tree(source)
    if name not in (vertex.name for vertex in tree.root.walk()):
        raise InputError("course.node", node=name[:60])
    found: Value = search(tree, name, algorithm=algorithm or None).value
    return found


def _tree(source: str) -> Tree:
    """The tree of a text; raises InputError if it is the name of a game."""
    game = game_of(source)
    if not isinstance(game, Tree):
        raise InputError("course.place")
    return game


def visits(
    source: str, move: str, *, moves: str = "", simulations: int = 200, seed: int = 0
) -> int:
    """The visits of an action of the root in Monte Carlo tree search."""
    game = game_of(source)
    parse_move(game, state_of(game, moves), move)
    result = run(source, "mcts", None, moves, "", "", simulations, seed)
    for each, number in zip(game.actions(result.state), result.visits, strict=False):
        if game.action_name(result.state, each) == move:
            return int(number)
    raise InputError("course.node", node=move[:60])
