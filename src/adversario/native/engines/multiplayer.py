"""Compiled searches for any number of players: max^n and paranoid."""

from __future__ import annotations

from collections.abc import Callable

from adversario.algorithms.core.answer import Result
from adversario.algorithms.core.events import LeafKind
from adversario.algorithms.core.limit import Limit
from adversario.algorithms.core.requirements import require
from adversario.algorithms.core.run import Line, Run
from adversario.algorithms.core.sides import one_against_all, two_sides
from adversario.algorithms.maxn import Vector, maxn
from adversario.algorithms.paranoid import paranoid
from adversario.base.distribution import exact_sum
from adversario.base.numbers import INFINITY, Number, tidy
from adversario.base.stop import Stop
from adversario.game import CHANCE, A, Game, S
from adversario.native.compiler.compile import compile_game
from adversario.native.engines.root_search import MOST_PLIES, Machine, decide
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
    machine = Vectors(
        compile_game(game, maxn_kernel, root),
        lambda limit: maxn(game, root, limit=limit),
        sides=two_sides(game), table_mib=table_mib, width=Entry.value + game.players,
        stack_words=2 * game.players * (MOST_PLIES + 3),
    )  # fmt: skip
    return machine.run("maxn", root, limit, stop, on_progress, _decide)


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
    where it deepens, only the actions of the root are ordered anew.
    """
    require(game, "paranoid")
    root = game.initial() if state is None else state
    machine = Machine(
        compile_game(game, paranoid_kernel, root),
        lambda limit: paranoid(game, root, limit=limit, quiescence=quiescence),
        sides=one_against_all(game, game.player(root)), quiescence=quiescence,
        table_mib=table_mib,
    )  # fmt: skip
    return machine.run("paranoid", root, limit, stop, on_progress, decide)


class Vectors(Machine[S, A]):
    """A compiled search whose values are vectors, left in the stack's row of ply 1."""

    def enter(self, state: S, alpha: Number, beta: Number) -> Vector:
        """Run the machine code on a state one ply below the root."""
        super().enter(state, alpha, beta)
        players = self.compiled.game.players
        row = self.stack.view("float64")[2 * players : 3 * players]
        return tuple(tidy(float(each)) for each in row)


def _decide(run: Run[S, A], machine: Machine[S, A]) -> Result[S, A]:
    """The root of max^n: as any other node."""
    game, state = run.game, run.state

    def root() -> tuple[Vector, Line]:
        run.count.nodes += 1
        if run.budget is not None:
            run.budget.spend()
        if game.is_terminal(state):
            return run.leaf(state, 0, game.utilities(state), LeafKind.TERMINAL)
        mover = game.player(state)
        return chance() if mover == CHANCE else choice(mover)

    def choice(mover: int) -> tuple[Vector, Line]:
        best: Vector = (-INFINITY,) * game.players
        line: Line = None
        for action in run.actions(state):
            after = game.result(state, action)
            child: Vector = machine.value(run, after)
            run.score(action, child)
            if line is None or child[mover] > best[mover]:
                best, line = child, (action, machine.line(run, after))
        if line is None:
            raise run.no_actions(state)
        return best, line

    def chance() -> tuple[Vector, Line]:
        parts: list[Vector] = []
        for outcome, probability in game.chances(state):
            if probability:
                child: Vector = machine.value(run, game.result(state, outcome))
                run.score(outcome, child)
                parts.append(tuple(probability * part for part in child))
        if not parts:
            raise run.no_actions(state)
        return tuple(exact_sum(column) for column in zip(*parts, strict=True)), None

    return run.conclude(root)
