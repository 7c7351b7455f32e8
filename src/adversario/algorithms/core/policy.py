"""Policies: the action of a player in each state, extracted from the events of a search."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Generic

from adversario.algorithms.core.events import Enter, Event, Leave, Node
from adversario.base.numbers import Number
from adversario.game import CHANCE, A, Game, S, mover_of


@dataclass(frozen=True)
class Policy(Mapping[S, A], Generic[S, A]):
    """A player's plan: the action in each of the states that it covers."""

    game: Game[S, A]
    player: int
    choices: Mapping[S, A]

    def __getitem__(self, state: S) -> A:
        return self.choices[state]

    def __iter__(self) -> Iterator[S]:
        return iter(self.choices)

    def __len__(self) -> int:
        return len(self.choices)

    def to_json(self) -> dict[str, str]:
        """Each position with the action to take there, both in the game's notation."""
        return {
            self.game.position(state): self.game.action_name(state, action)
            for state, action in self.choices.items()
        }


class PlanRecorder:
    """An observer that extracts the root player's contingency plan from a search.

    If pruning left only a bound, the action recorded is the one that proved the bound. This is
    enough: following it secures at least the value of the root. A state visited twice keeps the
    action with the better guarantee.
    """

    def __init__(self, game: Game[Any, Any], root: Any) -> None:
        self.game, self.root = game, root
        self.player: int = mover_of(game, root)
        self._nodes: list[Enter] = []
        self._best: dict[Any, tuple[Number, Any]] = {}

    def __call__(self, event: Event) -> None:
        """Record one event."""
        if isinstance(event, Enter):
            del self._nodes[event.ply :]
            self._nodes.append(event)
        elif isinstance(event, Leave) and self._nodes[event.ply].player == self.player:
            self._note(event, self._nodes[event.ply].node)

    def _note(self, event: Leave, node: Node) -> None:
        if event.action is None:
            return
        value = event.value
        gain = value[self.player] if isinstance(value, tuple) else value
        if node is Node.MIN:
            gain = -gain
        if event.state not in self._best or gain > self._best[event.state][0]:
            self._best[event.state] = gain, event.action

    def policy(self, *, proven: bool) -> Policy[Any, Any]:
        """The plan: an action for every state of the player that can be reached under it.

        A `proven` search met no horizon. In a state that it never visited, by the bounds that cut
        it, any action will do: the first is taken.
        """
        choices: dict[Any, Any] = {}
        seen, todo = {self.root}, [self.root]
        while todo:
            state = todo.pop()
            for child in self._next_states(state, choices, proven):
                if child not in seen:
                    seen.add(child)
                    todo.append(child)
        return Policy(self.game, self.player, choices)

    def _next_states(self, state: Any, choices: dict[Any, Any], proven: bool) -> Iterator[Any]:
        """The states that can come next; the player's choice is added to `choices`."""
        game = self.game
        if game.is_terminal(state):
            return
        if game.player(state) == self.player and self.player != CHANCE:
            if state in self._best:
                choices[state] = self._best[state][1]
            elif proven:
                choices[state] = next(iter(game.actions(state)))
            if state in choices:  # beyond the horizon there is no plan
                yield game.result(state, choices[state])
        else:
            for action in game.legal(state):
                yield game.result(state, action)
