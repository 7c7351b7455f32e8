"""Answers: the value of a state and the action to play, however they were found.

`Answer` is the common base class. The searches return a `Result`, Monte Carlo tree search a
`MctsResult`, and the solvers a `Solution` (`adversario.solve.solution`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic, Literal, TypeAlias

from adversario.algorithms.core.policy import Policy
from adversario.base import notebook_hooks
from adversario.base.errors import InputError
from adversario.base.numbers import INFINITY, Number, Value, to_json
from adversario.base.pov import Bound, Pov, Stakes, label
from adversario.game import A, Game, S

Source: TypeAlias = Literal["search", "simulation", "table", "book", "proof"]
"""How an answer was found."""


@dataclass(frozen=True, slots=True)
class Score(Generic[A]):
    """An action of the root and its value, for the `viewer` of the answer.

    `distance` is the number of plies to the end of the game, if it is known. A score unpacks as
    `action, value`.
    """

    action: A
    value: Value
    bound: Bound = Bound.EXACT
    distance: int | None = None

    def __iter__(self) -> Iterator[Any]:
        return iter((self.action, self.value))

    @property
    def text(self) -> str:
        """The value as text; a bound is marked."""
        return label(self.value, self.bound)


@dataclass(frozen=True, slots=True)
class Variation(Generic[A]):
    """A line of play from the root and its value, for the `viewer` of the answer."""

    actions: tuple[A, ...]
    value: Value
    bound: Bound
    distance: int | None = None  # plies to the win or loss, if they are counted

    @property
    def text(self) -> str:
        """The value as text, with a mark if it is a bound, and the plies to the win or loss."""
        return label(self.value, self.bound, self.distance)


@dataclass(frozen=True, slots=True)
class Statistics:
    """The cost of the answer. Solvers count only nodes and seconds."""

    nodes: int  # visited, the root included
    leaves: int = 0  # of those, not expanded: terminal, or evaluated at the horizon
    evaluations: int = 0  # calls of the evaluation function
    cutoffs: int = 0  # nodes left early, even if no child remained
    pruned: int | None = None  # children pruned by those cut-offs; None if not counted
    depth: int = 0  # the greatest distance from the root of a visited node
    seconds: float = 0.0
    hash_use: float | None = None  # the filled part of the table, if there is a table
    engine: str = field(default="python", compare=False)  # or "native", or "tabulated"

    @property
    def branching_factor(self) -> float:
        """Children visited for each node expanded, on average."""
        expanded = self.nodes - self.leaves
        return (self.nodes - 1) / expanded if expanded else 0.0


@dataclass(frozen=True, kw_only=True)
class Answer(Generic[S, A]):
    """What a state is worth, and what to play there.

    - `value`: a utility of the player `viewer`, or in max^n a tuple with one utility for each
      player; None if it was not found. `scores` have the values of actions, likewise.
    - `bound`: whether the value is exact to the depth searched; `proven`: whether it holds to the
      end of the game.
    - `action`: the action to play; None in a terminal state and at a chance node.
    - `principal_variation`: the line of best play, as far as it is known.
    - `distance`: the number of plies to the end of the game under best play, if that is known.
    """

    game: Game[S, A]
    state: S
    value: Value | None
    viewer: int = 0
    action: A | None
    bound: Bound = Bound.EXACT
    proven: bool
    principal_variation: tuple[A, ...] = ()
    scores: tuple[Score[A], ...] = ()
    distance: int | None = None
    statistics: Statistics

    @property
    def source(self) -> Source:
        """How the answer was found."""
        raise NotImplementedError

    @property
    def best_actions(self) -> tuple[A, ...]:
        """The actions known to be best; the chosen one is first."""
        return () if self.action is None else (self.action,)

    @property
    def pov(self) -> Pov:
        """The value with its point of view; raises InputError if it was not found.

        In max^n it is that of the player to move, or of player 0 at chance nodes.
        """
        return self.value_for(self.viewer)

    def value_for(self, player: int) -> Pov:
        """The value of the state for a player; raises InputError if it was not found.

        Raises UnsuitableGameError if the player's utility does not follow from it.
        """
        if self.value is None:
            raise InputError("pov.unfound")
        return self._view(self.value, player, self.distance, self.bound)

    def score_for(self, score: Score[A], player: int) -> Pov:
        """The value of an action for a player."""
        return self._view(score.value, player, score.distance, score.bound)

    def _view(self, value: Value, player: int, distance: int | None, bound: Bound) -> Pov:
        viewer = player if isinstance(value, tuple) else self.viewer
        return Pov.of(self.game, value, viewer, distance, bound).to(player)

    def variation_names(self) -> tuple[str, ...]:
        """The principal variation in the game's notation."""
        return self.names(self.principal_variation)

    def names(self, actions: Iterable[A]) -> tuple[str, ...]:
        """A line of play from the root in the game's notation."""
        names, state = [], self.state
        for action in actions:
            names.append(self.game.action_name(state, action))
            state = self.game.result(state, action)
        return tuple(names)

    def to_json(self) -> dict[str, Any]:
        """The answer as plain JSON values, states and actions in the game's notation."""
        raise NotImplementedError


@dataclass(frozen=True, kw_only=True)
class Result(Answer[S, A]):
    """The answer of a search from `state`.

    `value` is the value backed up at the root: in a two-sided game the utility of player 0 (MAX),
    in expectimax and paranoid search that of the player to move, in max^n a tuple with one utility
    for each player. `viewer` is the player meant, `pov` the value with its point of view, and
    `value_for(player)` the value for any player. `proven` means that no evaluation was needed. If
    lines were too unlikely to be searched, an exact value is exact up to `error`. `options` are
    those of the search, without its limit, as far as they matter to repeat it.
    """

    algorithm: str
    value: Value
    depth: int | None  # the depth limit that was completed; None: to the end of the game
    policy: Policy[S, A] | None = None
    neglected: Number = 0  # the probability of lines too unlikely to be searched
    lines: tuple[Variation[A], ...] = ()  # the best ones, best first, if several were asked for
    options: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)
    _exact: Callable[[A], Value] | None = field(default=None, repr=False, compare=False)

    @property
    def source(self) -> Source:
        """How the answer was found."""
        return "search"

    @cached_property
    def best_actions(self) -> tuple[A, ...]:
        """All actions that tie for the best; the chosen one is first.

        Pruning proves that an action is no better than the best, not that it is as good. If that is
        open, the action is searched here with a full window, on first use; after a search that is
        too large to repeat it is left out.
        """
        if self.action is None:
            return ()
        others = [score.action for score in self.scores if self._ties(score)]
        return (self.action, *(action for action in others if action != self.action))

    @property
    def error(self) -> Number:
        """An upper bound on the effect of neglected lines on the value.

        It is their probability times the range of the game's `utility_bounds`, within which
        estimates must lie too. It is infinite if the game does not bound the utility in question.
        """
        if not self.neglected:
            return 0
        game, bounds = self.game, self.game.utility_bounds
        bounded = game.players != 2 or Stakes.of(game).are_known(self.viewer, 0)
        if bounds is None or not bounded:  # the bounds of a two-player game are player 0's
            return INFINITY
        return self.neglected * (bounds[1] - bounds[0])

    def _ties(self, score: Score[A]) -> bool:
        best = self._number(self.value)
        if self._number(score.value) != best:
            return False
        if score.bound is Bound.EXACT or score.action == self.action:
            return True
        return self._exact is not None and self._number(self._exact(score.action)) == best

    def _number(self, value: Value) -> Number:
        """The value for the viewer, who in max^n is the player to move."""
        return value[self.viewer] if isinstance(value, tuple) else value

    def ranking(self) -> tuple[A, ...]:
        """The actions of the root, best first, as far as their scores are known."""
        best = self._number(self.value)
        maximised = all(self._number(score.value) <= best for score in self.scores)
        ranked = sorted(self.scores, key=lambda score: self._number(score.value), reverse=maximised)
        return tuple(score.action for score in ranked)

    def to_json(self) -> dict[str, Any]:
        """The result as plain JSON values, states and actions in the game's notation."""
        game, state = self.game, self.state

        def named(action: A | None) -> str | None:
            return None if action is None else game.action_name(state, action)

        statistics = self.statistics
        answer: dict[str, Any] = {
            "game": game.name,
            "algorithm": self.algorithm,
            "position": game.position(state),
            "action": named(self.action),
            "value": to_json(self.value),
            "bound": str(self.bound),
            "proven": self.proven,
            "depth": self.depth,
            "distance": self.distance,
            "principal_variation": list(self.variation_names()),
            "lines": [
                {
                    "value": to_json(line.value),
                    "bound": str(line.bound),
                    "distance": line.distance,
                    "moves": list(self.names(line.actions)),
                }
                for line in self.best_lines
            ],
            "best_actions": [named(action) for action in self.best_actions],
            "scores": [
                {
                    "action": named(score.action),
                    "value": to_json(score.value),
                    "bound": str(score.bound),
                }
                for score in self.scores
            ],
            "statistics": {
                "nodes": statistics.nodes,
                "leaves": statistics.leaves,
                "evaluations": statistics.evaluations,
                "cutoffs": statistics.cutoffs,
                "pruned": statistics.pruned,
                "depth": statistics.depth,
                "branching_factor": round(statistics.branching_factor, 4),
                "seconds": round(statistics.seconds, 6),
                "hash_use": statistics.hash_use,
                "engine": statistics.engine,
            },
        }
        if self.neglected:
            answer |= {"neglected": to_json(self.neglected), "error": to_json(self.error)}
        if self.policy is not None:
            answer["policy"] = self.policy.to_json()
        return answer

    def _repr_html_(self) -> str | None:
        return notebook_hooks.html(self)

    def explore(self) -> Any:
        """The search on its tree: in a notebook, steps to click through; otherwise a picture.

        The search is repeated in Python, with the same options and to the depth of the answer.
        Raises AdversarioError if its tree is too large to show.
        """
        return notebook_hooks.explorer(self)

    @property
    def best_lines(self) -> tuple[Variation[A], ...]:
        """The best lines, best first; only the principal variation if no others are known."""
        if self.lines or not self.principal_variation:
            return self.lines
        return (Variation(self.principal_variation, self.value, self.bound, self.distance),)
