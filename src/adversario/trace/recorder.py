"""Recording a search: its events, with states and actions in the game's notation."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

from adversario.algorithms.core.answer import Result
from adversario.algorithms.core.events import (
    Child,
    Cut,
    Enter,
    Event,
    Iteration,
    Leave,
    Note,
    Update,
)
from adversario.algorithms.core.limit import Limit
from adversario.algorithms.core.requirements import recommended
from adversario.algorithms.registry import search
from adversario.base import notebook_hooks
from adversario.base.errors import InputError
from adversario.base.numbers import Value
from adversario.contract.explicit import is_explicit
from adversario.game import CHANCE, A, Game, S
from adversario.native.engines.enhanced.enhancements import Enhancements
from adversario.native.engines.enhanced.search import native_alphabeta
from adversario.trace.tree import TreeNode, game_tree


@dataclass(frozen=True)
class Trace:
    """A recorded search: its events with states and actions named, and its decision.

    It is independent of the game: it can be saved, read back, put into words and drawn. The
    children that a `Cut` pruned are tree nodes, with all below them if the game is a tree.
    """

    game: str
    algorithm: str
    players: tuple[str, ...]
    events: tuple[Event, ...]
    action: str | None
    value: Value

    def _repr_svg_(self) -> str | None:
        return notebook_hooks.svg(self)


class Recorder:
    """An observer that records the events of a search."""

    def __init__(self, game: Game[Any, Any]) -> None:
        self.game = game
        self.events: list[Event] = []

    def __call__(self, event: Event) -> None:
        """Record one event."""
        self.events.append(event)

    def trace(self, result: Result[Any, Any]) -> Trace:
        """The recorded events, with the answer of the search."""
        game, action = self.game, result.action
        return Trace(
            game=game.name,
            algorithm=result.algorithm,
            players=tuple(game.player_name(player) for player in range(game.players)),
            events=tuple(_name_events(game, self.events)),
            action=None if action is None else game.action_name(result.state, action),
            value=result.value,
        )


def record(
    game: Game[S, A],
    state: S | None = None,
    *,
    algorithm: str | None = None,
    limit: Limit | None = None,
    enhancements: Enhancements | None = None,
    **options: Any,
) -> tuple[Result[S, A], Trace]:
    """Search as `adversario.search` does, and also return its trace.

    With `enhancements` it is the trace of compiled alpha-beta; leaves of the kind "table" and notes
    show the effects of the table, the ordering and the windows.
    """
    recorder = Recorder(game)
    if enhancements is not None:
        if options or algorithm not in (None, "alphabeta"):
            raise InputError("trace.no_enhancements", algorithm=algorithm or "alphabeta")
        result = native_alphabeta(
            game, state, limit=limit, enhancements=enhancements, on_event=recorder
        )
        return result, recorder.trace(result)
    result = search(
        game, state, algorithm=algorithm or recommended(game), limit=limit, on_event=recorder,
        **options,
    )  # fmt: skip
    return result, recorder.trace(result)


def _name_events(game: Game[Any, Any], events: list[Event]) -> Iterator[Event]:
    """The events with positions for states and notation for actions."""
    path: list[Any] = []  # the states from the root to the current node

    def action_name(state: Any, action: Any) -> str | None:
        return None if action is None else game.action_name(state, action)

    for event in events:
        if isinstance(event, Iteration):
            yield event
            continue
        state = event.state
        name = game.position(state)
        if isinstance(event, Enter):
            del path[event.ply :]
            via = action_name(path[-1], event.action) if path else None
            path.append(state)
            yield event._replace(state=name, action=via)
        elif isinstance(event, (Child, Update, Leave, Note)):
            yield event._replace(state=name, action=action_name(state, event.action))
        elif isinstance(event, Cut):
            pruned = tuple(_pruned_child(game, state, action) for action in event.pruned)
            yield event._replace(state=name, pruned=pruned)
        else:
            yield event._replace(state=name)


def _pruned_child(game: Game[Any, Any], state: Any, action: Any) -> TreeNode:
    """The child that was not visited, with all below it if it was drawn beforehand."""
    depth = 10**6 if is_explicit(game) else 0
    below = game_tree(game, game.result(state, action), depth=depth, pruned=True)
    chances = dict(game.chances(state)) if game.player(state) == CHANCE else {}
    return replace(below, action=game.action_name(state, action), probability=chances.get(action))
