"""A game as its table has it: `tabulate(game)` compiles, whatever the game's rules are written in.

The view has the states and actions of the game, and answers in Python as the game does. Compiled,
its states are the addresses of rows (see `rules`), so that engines need not know the difference.
"""

from __future__ import annotations

import os
from collections import OrderedDict
from collections.abc import Sequence
from threading import Lock
from types import ModuleType
from typing import Any, ClassVar

from adversario.base.errors import InputError
from adversario.base.process.memory import machine_memory
from adversario.base.provenance.identity import Identity, identity_of
from adversario.contract.capability import Capability, defines
from adversario.contract.drawing import Drawn
from adversario.contract.evaluation import Evaluated, Quiescent
from adversario.contract.guidance import Guided, Passable
from adversario.contract.notation import Written
from adversario.contract.repetition import Repeating
from adversario.contract.symmetry import Keyed, Symmetric
from adversario.game import A, Game, S
from adversario.native.compiler.compile import Compiled, OwnForm, compile_game
from adversario.native.kernels.mcts import open_loop
from adversario.native.kernels.memory import Unwound
from adversario.native.tabulated.rules import OPTIONAL, rules_class
from adversario.native.tabulated.table import StateTable
from adversario.views.view import View

MEMORY = "ADVERSARIO_TABLE_MIB"
"""The environment variable with the most memory of all tables together, in MiB."""

SHARE = 4
"""By default tables take at most this part of the machine's memory."""


class Tabulated(View[S, A], OwnForm):
    """The game, with a compiled form that reads its table."""

    keeps: ClassVar[tuple[type[Capability[Any, Any]], ...]] = (
        Evaluated, Quiescent, Symmetric, Keyed, Guided, Passable, Repeating, Written, Drawn,
    )  # fmt: skip

    def __init__(self, game: Game[Any, A], table: StateTable) -> None:
        super().__init__(game)
        self.table = table

    def __reduce__(self) -> tuple[Any, ...]:
        return tabulate, (self.game,)

    def compile(self, kernel: ModuleType, state: Any) -> Compiled:
        """The kernel compiled for rules that read the table."""
        table = self.table
        names = {each.__name__ for each in OPTIONAL if defines(self.game, each.__name__)}
        if self.game.weights:
            names.add("evaluate")
        if self.game.chance:
            names.add("chances")
        rules = rules_class(frozenset(names), kernel is open_loop)(self.game)
        start = table.row(self.game.initial() if state is None else state)
        form = compile_game(rules, kernel, start, checked=False)  # rules of this package
        return Compiled(
            self, GuardedFunctions(form.functions, table), table.row, _rows_of(table), table.state,
            form.source,
        )  # fmt: skip


class GuardedFunctions:
    """The functions of a kernel, which raise what the game's rules raised when they asked them."""

    def __init__(self, module: Any, table: StateTable) -> None:
        self._module, self._table = module, table

    def __getattr__(self, name: str) -> Any:
        function, table = getattr(self._module, name), self._table

        def guarded(*arguments: Any) -> Any:
            try:
                return function(*arguments)
            except Unwound:
                raise table.take_failure() from None

        setattr(self, name, guarded)
        return guarded


def _rows_of(table: StateTable) -> Any:
    def words(states: Sequence[Any]) -> Any:
        import numpy as np  # noqa: PLC0415 (not before a compiled search runs)

        return np.array([[table.row(state)] for state in states], np.int64)

    return words


# The tables of this process.

_views: OrderedDict[Identity, Tabulated[Any, Any]] = OrderedDict()
_lock = Lock()


def tabulate(game: Game[S, A]) -> Tabulated[S, A]:
    """The game by its table, the same object for all games equal to it.

    If all tables together take more than `most_mib`, those that were not used for longest go.
    """
    if isinstance(game, Tabulated):
        return game
    key, most = identity_of(game), most_mib()
    with _lock:
        found = _views.pop(key, None)
        if found is None or found.table.max_mib != most:
            found = Tabulated(game, StateTable(game, most))
        _views[key] = found
        while len(_views) > 1 and sum(each.table.bytes for each in _views.values()) > most << 20:
            _views.popitem(last=False)
    return found


def drop_table(game: Game[Any, Any]) -> None:
    """Forget the table of a game."""
    with _lock:
        _views.pop(identity_of(game), None)


def most_mib() -> int:
    """How much memory tables may take, in MiB: a quarter of the machine's, or as the user says."""
    given = os.environ.get(MEMORY, "")
    if given:
        if not given.isdigit() or int(given) < 1:
            raise InputError("tabulated.memory", variable=MEMORY, given=given)
        return int(given)
    memory = machine_memory()
    return 1024 if memory is None else max(64, memory // SHARE >> 20)
