"""Proofs: can a player force a utility of at least `goal`? By df-pn if the game compiles.

    prover = Prover(game)
    prover.prove(state, player=0, goal=1)        # True, False, or None if it was stopped
    solve_proof(game, state).value               # the value to player 0, by one proof or more

A game that does not compile is searched by proof-number search with a tree (Allis, 1994).
"""

from __future__ import annotations

import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, Generic

from adversario.algorithms.core.limit import UNLIMITED
from adversario.algorithms.core.requirements import require
from adversario.base.errors import InputError, UnsuitableGameError
from adversario.base.numbers import Number
from adversario.base.pov import Pov
from adversario.base.process.memory import require_memory
from adversario.base.progress import Watcher
from adversario.base.stop import Stop
from adversario.contract.checking.guard import Guard, no_actions, require_start
from adversario.game import A, Game, S
from adversario.native.compiler.compile import compile_game
from adversario.native.engines.confirm import confirm_proof
from adversario.native.engines.control import Control, run_all
from adversario.native.engines.engine_choice import Engine, compiled_form, engine_of, on_engine
from adversario.native.kernels.solve import proof as kernel
from adversario.native.kernels.tables.solver import BUCKET
from adversario.native.tabulated.view import Tabulated
from adversario.solve.solution import Solution, make_solution
from adversario.solve.states.packing import unpack_first

STACK_ITEMS = 1 << 14
MAX_PLIES = 1 << 13
MAX_TREE_NODES = 2_000_000
"""The maximum number of nodes of an interpreted tree, which is kept in memory."""


@dataclass(frozen=True, slots=True)
class ProofProgress:
    """The number of nodes visited so far."""

    nodes: int


class Prover(Generic[S, A]):
    """Proofs about a game for two players, with a table that is kept between them."""

    def __init__(
        self,
        game: Game[S, A],
        *,
        engine: Engine = "auto",
        table_mib: int = 64,
        on_progress: Callable[[ProofProgress], None] | None = None,
        stop: Stop | None = None,
        most_nodes: int = UNLIMITED,
        saved: bool = False,
    ) -> None:
        """Prove with an engine; `saved` is whether the table is going to be written to a file."""
        require(game, "alphabeta")
        if game.players != 2:
            raise UnsuitableGameError("solve.two_players", game=game.name)
        self.game, self.engine, self.most_nodes = game, engine, most_nodes
        self.watcher = Watcher(on_progress, stop)
        self.nodes = 0
        self.repeated = False
        self._table_mib = table_mib
        self.saved, self.used = saved, "python"
        self._memory: _Memory | None = None
        self._states: object = None

    def prove(self, state: S, player: int, goal: Number) -> bool | None:
        """Return whether the player can force a utility of at least `goal` from the state.

        None if it is undecided: the node limit was reached, or a disproof depends on a repeated
        state. Raises KeyboardInterrupt on Ctrl-C.
        """
        require_start(self.game, state)

        def native(view: Game[S, A]) -> tuple[bool | None, bool]:
            compiled = compile_game(view, kernel, state)
            memory = self._memory_for(view, compiled.functions.state_width())
            self.used = engine_of(view)
            answer, repeated = self._prove_native(compiled, memory, state, player, goal)
            if answer is not None:
                confirm_proof(self.game, state, player, goal, forced=answer)
            return answer, repeated

        def interpreted() -> tuple[bool | None, bool]:
            most = min(self.most_nodes - self.nodes, MAX_TREE_NODES)
            found, nodes, repeated = prove_by_tree(self.game, state, player, goal, most)
            self.nodes += nodes
            self.used = "python"
            return found, repeated

        if self.engine == "tabulated" and self.saved:
            raise InputError("tabulated.save")
        answer, repeated = on_engine(
            self.game, self.engine, native, interpreted, tabulated=not self.saved
        )
        self.repeated |= repeated  # permanent: table entries may depend on it
        return None if answer is False and self.repeated else answer

    def _memory_for(self, view: Game[S, A], width: int) -> _Memory:
        """The memory kept between proofs, which is of no use with another table of states."""
        states = view.table if isinstance(view, Tabulated) else None
        if self._memory is None or self._states is not states:
            self._memory, self._states = _Memory(width, self._table_mib), states
        return self._memory

    def _prove_native(
        self, compiled: Any, memory: _Memory, state: S, player: int, goal: Number
    ) -> tuple[bool | None, bool]:
        control, before = Control(self.watcher.stop), self.nodes
        block = memory.question(player, goal, self.most_nodes - before, control)

        def watch() -> None:
            self.watcher.report(ProofProgress(before + block.nodes))

        start = compiled.encode(state)
        while True:
            (numbers,) = run_all(
                [lambda: int(compiled.functions.prove(start, block.address))],
                control, watch=watch,
            )  # fmt: skip
            self.nodes = before + block.nodes
            if control.interrupted:
                raise KeyboardInterrupt
            if block.stuck:
                raise no_actions(self.game, unpack_first(state, memory.stack))
            if not block.overflow:
                break
            memory.grow()
            control.clear_own()
        proof, disproof = numbers >> 32, numbers & 0xFFFFFFFF
        answer = True if proof == 0 else False if disproof == 0 else None
        return answer, bool(block.repeated)

    @property
    def table(self) -> Any:
        """The words of the table, for saving; None before the first compiled proof."""
        return None if self._memory is None else self._memory.table

    def restore_table(self, state: S, table: Any, repeated: bool) -> None:
        """Start from a saved table; `repeated` is whether it depends on a repeated state."""
        self.repeated = repeated
        compiled = compiled_form(self.game, kernel, self.engine, state)
        if compiled is not None:
            self._memory = _Memory(compiled.functions.state_width(), self._table_mib, table)


class _Memory:
    """The table, the stack and the block of words that the kernel uses."""

    def __init__(self, width: int, table_mib: int, table: Any = None) -> None:
        import numpy as np  # noqa: PLC0415 (not before a compiled search runs)

        buckets = 1 << max(10, (table_mib << 20).bit_length() - 7)
        if table is None:
            require_memory(8 * BUCKET * buckets, "memory.table")
        self.table = np.zeros(BUCKET * buckets, np.int64) if table is None else table
        self.width = kernel.Item.size + width
        self.items = STACK_ITEMS
        self.stack = np.zeros(self.width * self.items, np.int64)
        self.path = np.zeros(MAX_PLIES, np.int64)
        self.block = kernel.Proof()

    def question(self, player: int, goal: Number, nodes: int, control: Control) -> kernel.Proof:
        """The block for one question; the salt separates the table entries of questions."""
        block = self.block
        block.words[:] = 0
        block.stop = control.flags
        block.node_limit = nodes
        block.table = self.table
        block.table_mask = len(self.table) // BUCKET - 1
        block.path, block.path_size = self.path, MAX_PLIES
        block.prover, block.infinite = player, kernel.INFINITY
        block.goal = float(goal)
        salt = zlib.crc32(f"{player} {float(goal)}".encode())
        block.salt = salt * 0x1E3779B97F4A7C15 % (1 << 63)
        self._set_stack()
        return block

    def grow(self) -> None:
        """Enlarge the stack."""
        import numpy as np  # noqa: PLC0415

        self.items *= 4
        self.stack = np.zeros(self.width * self.items, np.int64)
        self.block.overflow = self.block.stack_top = 0
        self._set_stack()

    def _set_stack(self) -> None:
        self.block.stack = self.stack
        self.block.stack_size = self.items


def solve_proof(
    game: Game[S, A], state: S | None = None, *, prover: Prover[S, A] | None = None
) -> Solution[S, A]:
    """The value of a state to player 0 by proofs, a binary search between `utility_bounds`.

    The solution has one best action. Its value is None if the search was stopped, or if a disproof
    depends on a repeated state. Raises InputError unless the bounds are integers, which keep the
    number of proofs small.
    """
    started = perf_counter()
    bounds = game.utility_bounds
    if bounds is None or not all(isinstance(bound, int) for bound in bounds):
        raise InputError("solve.bounds", game=game.name)
    prover = Prover(game) if prover is None else prover
    root = game.initial() if state is None else state
    low, high = int(bounds[0]), int(bounds[1])
    while low < high:
        goal = (low + high + 1) // 2
        answer = prove_at_least(prover, root, goal)
        if answer is None:
            break
        low, high = (goal, high) if answer else (low, goal - 1)
    value = low if low == high else None
    best: tuple[A, ...] = ()
    if value is not None and not game.is_terminal(root):
        best = tuple(_optimal_actions(prover, root, value))[:1]
    return make_solution(
        game, root, "proof", value, viewer=0, best=best, nodes=prover.nodes,
        seconds=perf_counter() - started, engine=prover.used,
    )  # fmt: skip


def prove_at_least(prover: Prover[S, A], state: S, goal: int) -> bool | None:
    """Return whether player 0 gets at least `goal`: a proof for player 0, or one for player 1."""
    answer = prover.prove(state, 0, goal)
    if answer is None and prover.repeated:
        # A proof for player 1 does not depend on repeated states.
        more = Pov.of(prover.game, goal - 1).to(1).value
        if prover.prove(state, 1, more):
            return False
    return answer


def _optimal_actions(prover: Prover[S, A], state: S, value: int) -> Iterator[A]:
    """Yield the actions that keep the value of a state, as they are found."""
    game, mover = prover.game, prover.game.player(state)
    goal = Pov.of(game, value).to(mover).value
    for action in game.actions(state):
        if prover.prove(game.result(state, action), mover, goal):
            yield action


# Proof-number search in plain Python.


@dataclass(slots=True)
class _Node:
    """A node of the tree: its numbers, and its children once it is expanded."""

    state: Any
    ours: bool
    parent: _Node | None
    proof: float = 1
    disproof: float = 1
    children: list[_Node] = field(default_factory=list)


def prove_by_tree(
    game: Game[S, A], state: S, player: int, goal: Number, most_nodes: int
) -> tuple[bool | None, int, bool]:
    """Return whether the player can force the goal, the nodes used, and if a state was repeated.

    The most-proving node is expanded until the root is decided. It is reached from the root by
    following a child with the proof number of an OR node, or with the disproof number of an AND
    node.
    """
    rules, infinity, repeated = Guard(game), float("inf"), False

    def make_node(here: Any, parent: _Node | None) -> _Node:
        nonlocal repeated
        node = _Node(here, rules.player(here) == player, parent)
        if game.is_terminal(here):
            won = rules.utility(here, player) >= goal
            node.proof, node.disproof = (0, infinity) if won else (infinity, 0)
        elif _is_repetition(node):
            repeated = True
            node.proof, node.disproof = infinity, 0
        return node

    def update(node: _Node) -> None:
        proofs = [child.proof for child in node.children]
        disproofs = [child.disproof for child in node.children]
        if node.ours:
            node.proof, node.disproof = min(proofs), sum(disproofs)
        else:
            node.proof, node.disproof = sum(proofs), min(disproofs)

    root = make_node(state, None)
    nodes = 1
    while root.proof and root.disproof and nodes < most_nodes:
        node = root
        while node.children:
            same = node
            node = next(
                child
                for child in node.children
                if (child.proof == same.proof if same.ours else child.disproof == same.disproof)
            )
        node.children = [
            make_node(game.result(node.state, a), node) for a in rules.moves(node.state)
        ]
        nodes += len(node.children)
        above: _Node | None = node
        while above is not None:
            update(above)
            above = above.parent
    answer = True if root.proof == 0 else False if root.disproof == 0 else None
    return answer, nodes, repeated


def _is_repetition(node: _Node) -> bool:
    """Whether the state of the node occurs among its ancestors."""
    above = node.parent
    while above is not None:
        if above.state == node.state:
            return True
        above = above.parent
    return False
