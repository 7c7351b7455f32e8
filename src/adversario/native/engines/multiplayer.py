"""Compiled searches for any number of players: max^n and paranoid."""

from __future__ import annotations

from collections.abc import Callable

from adversario.algorithms.core.answer import Result
from adversario.algorithms.core.limit import Limit
from adversario.algorithms.core.requirements import require
from adversario.algorithms.core.run import Line, Run
from adversario.algorithms.core.sides import one_against_all, two_sides
from adversario.algorithms.maxn import Vector, maxn
from adversario.algorithms.paranoid import paranoid
from adversario.base.distribution import exact_sum
from adversario.base.numbers import INFINITY, Number, tidy
from adversario.base.stop import Stop
from adversario.game import A, Game, S, mover_of
from adversario.native.compiler.compile import compile_game
from adversario.native.engines.plain_search import MOST_PLIES, PlainSearch
from adversario.native.kernels.search import maxn as maxn_kernel
from adversario.native.kernels.search import paranoid as paranoid_kernel
from adversario.native.kernels.tables.plain import Entry


def native_maxn(
    game: Game[S, A],
    state: S | None = None,
    *,
    limit: Limit | None = None,
    table_mib: int = 0,
    stop: Stop | None = None,
    on_progress: Callable[[Result[S, A]], None] | None = None,
) -> Result[S, A]:
    """The decision of max^n by compiled rules, node for node as its interpreted twin.

    Limits, stopping, the table and the principal variation are as in `native_expectiminimax`. Where
    the game's `key` makes one of several states, a table may give the vector of another one of
    them: each player's ties are then broken as they are there.
    """
    require(game, "maxn")
    root = game.initial() if state is None else state
    search = VectorSearch(
        "maxn", compile_game(game, maxn_kernel, root), root,
        lambda limit: maxn(game, root, limit=limit),
        sides=two_sides(game), table_mib=table_mib, width=Entry.value + game.players,
        stack_words=2 * game.players * (MOST_PLIES + 3),
    )  # fmt: skip
    return search.run(limit, stop, on_progress)


def native_paranoid(
    game: Game[S, A],
    state: S | None = None,
    *,
    limit: Limit | None = None,
    quiescence: bool = True,
    table_mib: int = 0,
    stop: Stop | None = None,
    on_progress: Callable[[Result[S, A]], None] | None = None,
) -> Result[S, A]:
    """The decision of paranoid search by compiled rules, node for node as its interpreted twin.

    Limits, stopping, the table and the principal variation are as in `native_expectiminimax`;
    if it deepens, only the actions of the root are reordered.
    """
    require(game, "paranoid")
    root = game.initial() if state is None else state
    search = PlainSearch(
        "paranoid", compile_game(game, paranoid_kernel, root), root,
        lambda limit: paranoid(game, root, limit=limit, quiescence=quiescence),
        sides=one_against_all(game, mover_of(game, root)), quiescence=quiescence,
        table_mib=table_mib,
    )  # fmt: skip
    return search.run(limit, stop, on_progress)


class VectorSearch(PlainSearch[S, A]):
    """A compiled search whose values are vectors, left in the stack's row of ply 1."""

    def decide(self, run: Run[S, A]) -> Result[S, A]:
        """The answer of one search to the depth of the run."""
        return run.conclude(lambda: self.search_root(run))

    def enter(self, state: S, alpha: Number, beta: Number) -> Vector:
        """Run the machine code on a state one ply below the root."""
        super().enter(state, alpha, beta)
        players = self.game.players
        row = self.stack.view("float64")[2 * players : 3 * players]
        return tuple(tidy(float(each)) for each in row)

    def utility(self, state: S) -> Vector:
        """The utilities of a terminal state."""
        return self.game.utilities(state)

    def choose(self, run: Run[S, A]) -> tuple[Vector, Line]:
        """The vector that is best for the player to move at the root, and the best line."""
        game, state = run.game, run.state
        mover = game.player(state)
        best: Vector = (-INFINITY,) * game.players
        line: Line = None
        for action in run.actions(state):
            after = game.result(state, action)
            child: Vector = self.value(run, after)
            run.score(action, child)
            if line is None or child[mover] > best[mover]:
                best, line = child, (action, self.line(run, after))
        if line is None:
            raise run.no_actions(state)
        return best, line

    def expect(self, run: Run[S, A]) -> tuple[Vector, Line]:
        """The mean vector of a root at which chance moves."""
        game, state = run.game, run.state
        parts: list[Vector] = []
        for outcome, probability in game.chances(state):
            if probability:
                child: Vector = self.value(run, game.result(state, outcome))
                run.score(outcome, child)
                parts.append(tuple(probability * part for part in child))
        if not parts:
            raise run.no_actions(state)
        return tuple(exact_sum(column) for column in zip(*parts, strict=True)), None
