"""The result of solvers: the exact value of a state, and perfect play from it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from adversario.algorithms.core.answer import Answer, Score, Source, Statistics
from adversario.base import notebook_hooks
from adversario.base.numbers import Value, to_json
from adversario.base.pov import Pov
from adversario.contract.capability import as_capability
from adversario.contract.solving import Graded
from adversario.game import A, Game, S, mover_of

if TYPE_CHECKING:
    from adversario.solve.proof import Prover
    from adversario.solve.table import Table

SolvedBy: TypeAlias = Literal["table", "alphabeta", "proof", "book"]


@dataclass(frozen=True, kw_only=True)
class Solution(Answer[S, A]):
    """Perfect play from a state, as far as it was found.

    - `value`: the exact value to the `viewer`; None if the solver was stopped. `score` is the value
      to the player to move.
    - `distance`: the plies to the end if all players play perfectly; None if play never ends, or if
      the method does not find it.
    - `best`: the best actions: all of them by a table, a book or `find="all"`, one by proofs.
    - `scores`: the exact value of every action, if the method finds them.
    - `table`, `prover`: the proof of the value, for a certificate.
    """

    method: SolvedBy
    best: tuple[A, ...] = ()
    table: Table[S, A] | None = field(default=None, repr=False, compare=False)
    prover: Prover[S, A] | None = field(default=None, repr=False, compare=False)

    def _repr_html_(self) -> str | None:
        return notebook_hooks.html(self)

    @property
    def source(self) -> Source:
        """How the answer was found."""
        return "search" if self.method == "alphabeta" else self.method

    @property
    def best_actions(self) -> tuple[A, ...]:
        """The best actions."""
        return self.best

    @property
    def score(self) -> Value | None:
        """The value of the state to the player to move; in max^n, the values to all players."""
        if self.value is None or isinstance(self.value, tuple):
            return self.value
        return self.value_for(mover_of(self.game, self.state)).value

    @property
    def nodes(self) -> int:
        """The number of nodes visited, or of states in the table; 0 for a book."""
        return self.statistics.nodes

    @property
    def seconds(self) -> float:
        """The duration in seconds."""
        return self.statistics.seconds

    def to(self, player: int) -> Solution[S, A]:
        """The solution with its value and scores converted to another player."""
        if self.value is None or isinstance(self.value, tuple):
            return replace(self, viewer=player)
        scores = tuple(
            replace(score, value=self.score_for(score, player).value) for score in self.scores
        )
        return replace(self, viewer=player, value=self.value_for(player).value, scores=scores)

    def to_json(self) -> dict[str, Any]:
        """The solution as JSON values, with scores to the player to move."""
        game, state = self.game, self.state
        mover = mover_of(game, state)
        score = self.score
        return {
            "game": game.name,
            "position": game.position(state),
            "method": self.method,
            "player": game.player_name(mover),
            "score": None if score is None else to_json(score),
            "distance": self.distance,
            "best": [game.action_name(state, action) for action in self.best],
            "scores": [
                {
                    "action": game.action_name(state, each.action),
                    "score": to_json(each.value),
                    "distance": each.distance,
                }
                for each in self.to(mover).scores
            ],
            "nodes": self.nodes,
            "seconds": round(self.seconds, 6),
            "engine": self.statistics.engine,
        }


def make_solution(
    game: Game[S, A],
    state: S,
    method: SolvedBy,
    value: Value | None,
    *,
    viewer: int,
    best: tuple[A, ...] = (),
    scores: tuple[Score[A], ...] = (),
    distance: int | None = None,
    nodes: int = 0,
    seconds: float,
    engine: str = "python",
) -> Solution[S, A]:
    """Make a solution; its action is the first of `best`."""
    return Solution(
        game=game, state=state, method=method, value=value, viewer=viewer,
        action=best[0] if best else None, proven=value is not None,
        principal_variation=best[:1], best=best, scores=scores, distance=distance,
        statistics=Statistics(nodes=nodes, seconds=seconds, engine=engine),
    )  # fmt: skip


def score_action(game: Game[S, A], state: S, action: A, value: int) -> Score[A]:
    """The score of an action of that value to the player to move, with its distance if implied."""
    mover, after = game.player(state), game.result(state, action)
    if game.is_terminal(after):
        return Score(action, value, distance=1)
    there = Pov.of(game, value, mover).to(mover_of(game, after)).value
    rest = as_capability(game, Graded).plies_left(after, int(there))
    return Score(action, value, distance=None if rest is None else rest + 1)
