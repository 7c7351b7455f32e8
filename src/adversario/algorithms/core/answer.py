"""What a search answers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Generic

from adversario.algorithms.core.events import Bound
from adversario.algorithms.core.policy import Policy
from adversario.base import notebook_hooks
from adversario.base.numbers import INFINITY, Number, Value, show, to_json
from adversario.game import A, Game, S


@dataclass(frozen=True, slots=True)
class Score(Generic[A]):
    """What the search learnt about one action of the root."""

    action: A
    value: Value
    bound: Bound

    @property
    def text(self) -> str:
        """The value as people read it, a bound marked as one."""
        return {Bound.EXACT: "", Bound.LOWER: "≥ ", Bound.UPPER: "≤ "}[self.bound] + show(
            self.value
        )


@dataclass(frozen=True, slots=True)
class Variation(Generic[A]):
    """A line of play from the root, and what it is worth."""

    actions: tuple[A, ...]
    value: Value
    bound: Bound
    distance: int | None = None  # plies to the win or loss, where they are counted


@dataclass(frozen=True, slots=True)
class Statistics:
    """What the search cost."""

    nodes: int  # visited, the root included
    leaves: int  # of those, not expanded: terminal, or evaluated at the horizon
    evaluations: int  # calls of the evaluation function
    cutoffs: int  # nodes left early, even where no child remained
    pruned: int | None  # children left out by those cut-offs; compiled searches do not count them
    depth: int  # the greatest distance from the root that was visited
    seconds: float
    hash_use: float | None = None  # the part of the table that is filled, where there is a table

    @property
    def branching_factor(self) -> float:
        """Children visited for each node expanded, on average."""
        expanded = self.nodes - self.leaves
        return (self.nodes - 1) / expanded if expanded else 0.0


@dataclass(frozen=True)
class Result(Generic[S, A]):
    """The answer of a search from `state`.

    `value` is what the search backs up at the root: in a two-sided game the utility of player 0
    (MAX), in expectimax and paranoid search that of the player to move, in max^n a tuple with one
    utility for each player. `bound` tells whether it is exact to the depth searched, `proven`
    whether it holds to the end of the game: no evaluation was needed. Where lines were too unlikely
    to be searched, exact means give or take `error`. `options` are what the
    search was told beside its limit, as far as they matter to repeat it.
    """

    algorithm: str
    game: Game[S, A]
    state: S
    action: A | None  # None where nobody chooses: a terminal state, or one of nature's
    value: Value
    bound: Bound
    proven: bool
    depth: int | None  # the depth limit that was completed; None: to the end of the game
    principal_variation: tuple[A, ...]  # up to the end, the horizon or the first chance node
    scores: tuple[Score[A], ...]  # of every action of the root, in the order searched
    statistics: Statistics
    policy: Policy[S, A] | None = None
    distance: int | None = None  # plies to the win or loss that is proven, where they are counted
    neglected: Number = 0  # how likely play runs into a line that was too unlikely to be searched
    lines: tuple[Variation[A], ...] = ()  # the best ones, best first, where several were asked for
    options: Mapping[str, Any] = field(default_factory=dict, repr=False, compare=False)
    _exact: Callable[[A], Value] | None = field(default=None, repr=False, compare=False)

    @cached_property
    def best_actions(self) -> tuple[A, ...]:
        """All the actions that tie for the best, the chosen one first.

        Pruning proves that an action is no better than the best, not that it is as good; where
        that is open it is settled here, on first use, by searching that action without a window;
        or, after a search that is too large to repeat, left out.
        """
        if self.action is None:
            return ()
        others = [score.action for score in self.scores if self._ties(score)]
        return (self.action, *(action for action in others if action != self.action))

    @property
    def error(self) -> Number:
        """How far neglected lines can have moved the value, at most.

        That is their probability times the range of the game's `utility_bounds`, in which estimates
        have to lie too; where the game does not bound the utility in question, it is infinite.
        """
        if not self.neglected:
            return 0
        game, bounds = self.game, self.game.utility_bounds
        constant = game.zero_sum or game.utility_sum is not None
        others = game.players == 2 and not constant and game.player(self.state) == 1
        if bounds is None or others:  # the bounds of two players are the first one's
            return INFINITY
        return self.neglected * (bounds[1] - bounds[0])

    def _ties(self, score: Score[A]) -> bool:
        best = self._worth(self.value)
        if self._worth(score.value) != best:
            return False
        if score.bound is Bound.EXACT or score.action == self.action:
            return True
        return self._exact is not None and self._worth(self._exact(score.action)) == best

    def _worth(self, value: Value) -> Number:
        """The value to the player who moves at the root, or another in the same order."""
        return value[self.game.player(self.state)] if isinstance(value, tuple) else value

    def ranking(self) -> tuple[A, ...]:
        """The actions of the root, best first, as far as their scores tell."""
        best = self._worth(self.value)
        maximised = all(self._worth(score.value) <= best for score in self.scores)

        def worth(score: Score[A]) -> Number:
            return self._worth(score.value)

        return tuple(score.action for score in sorted(self.scores, key=worth, reverse=maximised))

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
        """The search to be stepped through in a notebook, on its tree; a picture of it elsewhere.

        It is repeated for that, in Python, with the same options and to the depth of the answer.
        AdversarioError if it is too large to be looked at.
        """
        return notebook_hooks.explorer(self)

    def variation_names(self) -> tuple[str, ...]:
        """The principal variation in the game's notation."""
        return self.names(self.principal_variation)

    @property
    def best_lines(self) -> tuple[Variation[A], ...]:
        """The best lines, best first: the principal variation alone if no others are known."""
        if self.lines or not self.principal_variation:
            return self.lines
        return (Variation(self.principal_variation, self.value, self.bound, self.distance),)

    def names(self, actions: Iterable[A]) -> tuple[str, ...]:
        """A line of play from the root in the game's notation."""
        names, state = [], self.state
        for action in actions:
            names.append(self.game.action_name(state, action))
            state = self.game.result(state, action)
        return tuple(names)
