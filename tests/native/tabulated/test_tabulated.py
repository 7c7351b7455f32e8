"""Searches over the table of a game's states: the answers and nodes of the interpreted ones."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from adversario import CHANCE, Game, Limit, analyse, perft, search
from adversario.algorithms.core.algorithm import ALGORITHMS
from adversario.algorithms.core.requirements import objections
from adversario.algorithms.models.models import Uniform
from adversario.base.errors import InputError, NoEvaluationError
from adversario.contract.checking.check import check_game
from adversario.counting.count import count_game
from adversario.native.compiler.problems import InterpretedWarning, NotRepresentable
from adversario.native.engines import engine_choice
from adversario.native.engines.mcts import mcts
from adversario.native.tabulated import view as tables
from adversario.native.tabulated.table import TableFullError
from adversario.native.tabulated.view import Tabulated, tabulate
from adversario.solve.dispatch import Work, solve
from adversario.solve.exact import ExactSolver
from adversario.solve.proof import Prover, solve_proof
from adversario.solve.table import solve_all
from tests.corpus import CORPUS, Entry
from tests.require import needs
from tests.strategies import chance_trees, tuple_trees, two_sided_trees

pytestmark = needs("numba")

SMALL = [entry for entry in CORPUS if not entry.large]
BY_NAME = {entry.path.rpartition(".")[2]: entry for entry in CORPUS}


@pytest.fixture(autouse=True)
def fresh() -> None:
    """Nothing is known of any game."""
    tables._views.clear()
    engine_choice._ran.clear()
    engine_choice._spent.clear()


def same(one: Any, other: Any) -> None:
    """Two results with the same answer, found at the same nodes."""
    assert one.value == pytest.approx(other.value)
    assert (one.action, one.principal_variation, one.proven) == (
        other.action,
        other.principal_variation,
        other.proven,
    )
    assert [each.action for each in one.scores] == [each.action for each in other.scores]
    ours, theirs = one.statistics, other.statistics
    assert (ours.nodes, ours.leaves, ours.evaluations, ours.cutoffs) == (
        theirs.nodes,
        theirs.leaves,
        theirs.evaluations,
        theirs.cutoffs,
    )
    assert (ours.engine, theirs.engine) == ("tabulated", "python")
    assert not isinstance(one.game, Tabulated)


def trees_of(game: Game[Any, Any]) -> list[str]:
    return [name for name in ALGORITHMS if not objections(game, name) and name != "mcts"]


ALONE = ("mancala", "dots_and_boxes", "clobber", "higher_card", "centipede")
"""Games for which alone searches are compiled, and that declare nothing that no other does."""


def thinned(entries: list[Entry], alone: tuple[str, ...] = ()) -> list[Any]:
    """The games as parameters: all but every third one, and those alone, are among the slow tests.

    The table is the same for all; what differs is the rules, which each game's own tests run.
    """
    return [
        pytest.param(
            entry, marks=pytest.mark.slow if place % 3 or entry.path.split(".")[1] in alone else ()
        )
        for place, entry in enumerate(entries)
    ]


@pytest.mark.parametrize("entry", thinned(list(CORPUS), ALONE), ids=str)
def test_all_searches_of_the_corpus(entry: Entry) -> None:
    game = entry.make()
    for name in trees_of(game):
        for depth in (1, 4):
            limit = Limit(depth=depth)
            found = search(game, algorithm=name, limit=limit, engine="tabulated")
            same(found, search(game, algorithm=name, limit=limit, engine="python"))


@pytest.mark.parametrize("name", ["TicTacToe", "MagicTicTacToe"])
@pytest.mark.parametrize("algorithm", ["expectimax", "expectiminimax"])
def test_modelled_opponents(name: str, algorithm: str) -> None:
    game = BY_NAME[name].make()
    limit, models = Limit(depth=4), {1: Uniform(game)}
    options: dict[str, Any] = {"algorithm": algorithm, "limit": limit, "models": models}
    found = search(game, engine="tabulated", **options)
    same(found, search(game, engine="python", **options))
    drawn = search(
        game, algorithm="mcts", limit=Limit(nodes=300), models=models, engine="tabulated"
    )
    assert (drawn.statistics.engine, drawn.game) == ("tabulated", game)


@settings(max_examples=25)
@given(two_sided_trees(alternating=False, evaluations=True))
def test_random_trees(tree: Any) -> None:
    for name in ("minimax", "alphabeta"):
        for limit in (None, Limit(depth=2)):
            found = search(tree, algorithm=name, limit=limit, engine="tabulated")
            same(found, search(tree, algorithm=name, limit=limit, engine="python"))


@settings(max_examples=25)
@given(chance_trees(alternating=False, evaluations=True))
def test_random_trees_with_chance(tree: Any) -> None:
    for limit in (None, Limit(depth=2)):
        found = search(tree, algorithm="expectiminimax", limit=limit, engine="tabulated")
        same(found, search(tree, algorithm="expectiminimax", limit=limit, engine="python"))


@settings(max_examples=25)
@given(tuple_trees(3, evaluations=True))
def test_random_trees_for_three(tree: Any) -> None:
    for name in ("maxn", "paranoid"):
        found = search(tree, algorithm=name, limit=Limit(depth=3), engine="tabulated")
        same(found, search(tree, algorithm=name, limit=Limit(depth=3), engine="python"))


@pytest.mark.parametrize("entry", thinned(SMALL, ("shared_cake",)), ids=str)
def test_counting(entry: Entry) -> None:
    game = entry.make()
    found = count_game(game, engine="tabulated")
    assert (found.states, found.all_games, found.engine) == (entry.states, entry.games, "tabulated")
    assert tuple(perft(game, plies, engine="tabulated") for plies in (1, 2, 3)) == entry.perft


@pytest.mark.parametrize("entry", thinned([e for e in SMALL if not e.make().chance]), ids=str)
def test_solving(entry: Entry) -> None:
    game = entry.make()
    table = solve_all(game, engine="tabulated")
    plain = solve_all(game, engine="python")
    assert table.engine == "tabulated"
    assert table.value() == pytest.approx(plain.value())
    assert (len(table), table.distance()) == (len(plain), plain.distance())
    assert table.best_actions() == plain.best_actions()
    if game.zero_sum and game.players == 2:
        assert analyse(game, engine="tabulated", limit=Limit(depth=6)).statistics.engine
        if entry.games is not None:
            found = solve(game, method="alphabeta", work=Work(engine="tabulated"))
            assert found.value_for(0).value == entry.value
            assert found.statistics.engine == "tabulated"
            assert solve_proof(game, prover=Prover(game, engine="tabulated")).value == entry.value


@pytest.mark.parametrize("name", ["TicTacToe", "CoinOrDie", "SharedCake", "LargestGroup"])
@pytest.mark.parametrize("outcomes", ["closed", "open"])
def test_simulations(name: str, outcomes: Any) -> None:
    game = BY_NAME[name].make()
    options: dict[str, Any] = {"limit": Limit(nodes=2000), "seed": 1, "outcomes": outcomes}
    found = mcts(game, engine="tabulated", **options)
    assert found.statistics.engine == "tabulated"
    assert sum(found.visits) >= 1999
    legal = list(game.actions(game.initial()))
    assert [score.action for score in found.scores] == legal
    again = mcts(game, engine="tabulated", **options)
    assert (again.value, again.visits) == (found.value, found.visits)
    after = game.result(game.initial(), legal[0])
    if game.chance or outcomes == "open":
        return
    assert mcts(game, after, tree=found.tree, engine="tabulated", **options).action is not None


def test_a_tree_of_simulations_in_threads() -> None:
    game = BY_NAME["SmallConnectFour"].make()
    found = mcts(game, engine="tabulated", limit=Limit(nodes=4000), threads=3)
    assert found.statistics.engine == "tabulated"
    deep = analyse(game, engine="tabulated", limit=Limit(depth=9), threads=3)
    assert deep.value == 0


def test_each_state_is_expanded_once() -> None:
    asked: list[str] = []

    class Counting(type(BY_NAME["TicTacToe"].make())):  # type: ignore[misc]
        def actions(self, board: str) -> Any:
            asked.append(board)
            return super().actions(board)

    game = Counting()
    first: Any = search(game, algorithm="minimax", engine="tabulated")
    assert first.statistics.nodes == 549946
    assert len(tabulate(game).table) == 5478
    before = len(asked)
    assert before < 6000
    again: Any = search(Counting(), algorithm="minimax", engine="tabulated")
    assert again.statistics.nodes == 549946
    assert len(asked) - before < 30  # those of the root and of the line of play


class Uncompiled(type(BY_NAME["TicTacToe"].make())):  # type: ignore[misc]
    """A game that does not compile: a context has no compiled form."""

    def is_terminal(self, state: Any) -> bool:
        with nullcontext():
            return bool(super().is_terminal(state))


def test_auto_takes_the_table_once_the_head_start_is_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_choice, "SEARCH_SECONDS", 0.02)
    game = Uncompiled()
    engines = (search(game, limit=Limit(depth=6)).statistics.engine for _ in range(1000))
    assert "tabulated" in engines
    assert search(game, limit=Limit(depth=6)).statistics.engine == "tabulated"
    assert perft(game, 3) == 504


def test_short_searches_add_up_to_a_head_start(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine_choice, "SEARCH_SECONDS", 0.05)
    game = Uncompiled()
    assert search(game, limit=Limit(depth=1)).statistics.engine == "python"
    engines = (search(game, limit=Limit(depth=3)).statistics.engine for _ in range(10_000))
    assert "tabulated" in engines
    assert search(game, limit=Limit(depth=3)).statistics.engine == "tabulated"


# What can go wrong.


class Failing(Game[str, str]):
    """A game whose rules fail some plies ahead."""

    utility_bounds = (-1, 1)
    error: type[BaseException] = ZeroDivisionError

    def initial(self) -> str:
        return ""

    def player(self, state: str) -> int:
        return len(state) % 2

    def actions(self, state: str) -> Iterator[str]:
        if state == "aba":
            raise self.error("in the rules")
        yield from "ab"

    def result(self, state: str, action: str) -> str:
        return state + action

    def is_terminal(self, state: str) -> bool:
        return len(state) == 5

    def utility(self, state: str, player: int) -> int:
        return 0


@pytest.mark.parametrize("error", [ZeroDivisionError, OSError, KeyboardInterrupt])
def test_errors_of_the_rules_arrive(error: type[BaseException]) -> None:
    class Own(Failing):
        pass

    Own.error = error
    for name in ("minimax", "alphabeta"):
        for _ in range(2):
            with pytest.raises(error):
                search(Own(), algorithm=name, engine="tabulated")
    with pytest.raises(error):
        perft(Own(), 5, engine="tabulated")
    with pytest.raises(error):
        mcts(Own(), limit=Limit(nodes=500), engine="tabulated")
    if error is not KeyboardInterrupt:  # which ends an analysis with the last iteration
        with pytest.raises(error):
            analyse(Own(), engine="tabulated", limit=Limit(depth=5), threads=2)
    assert search(Own(), limit=Limit(depth=2), engine="tabulated").value == 0


def test_a_state_without_actions_is_named() -> None:
    class Stuck(Failing):
        def actions(self, state: str) -> Iterator[str]:
            yield from ("" if state == "ab" else "ab")

    with pytest.raises(Exception, match="ab"):
        search(Stuck(), algorithm="alphabeta", engine="tabulated")


def test_a_missing_evaluation_is_reported() -> None:
    class Silent(Failing):
        def evaluate(self, state: str, player: int) -> int:
            raise NoEvaluationError("game.over", state=state)

    with pytest.raises(NoEvaluationError):
        search(Silent(), algorithm="minimax", limit=Limit(depth=2), engine="tabulated")


def test_integers_beyond_floats_are_left_to_plain_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """2**53 and 2**53 + 1 are one float, and would be one outcome."""

    class Huge(Failing):
        utility_bounds: Any = None

        def actions(self, state: str) -> Iterator[str]:
            with nullcontext():  # does not compile
                yield from "ab"

        def utility(self, state: str, player: int) -> int:
            worth = 2**53 + state.endswith("b")
            return worth if player == 0 else -worth

    with pytest.raises(NotRepresentable, match=r"Huge.utility.*9007199254740993"):
        count_game(Huge(), engine="tabulated")
    with pytest.raises(NotRepresentable):
        search(Huge(), engine="tabulated")
    monkeypatch.setattr(engine_choice, "SEARCH_SECONDS", 0.0)
    with pytest.warns(InterpretedWarning, match="9007199254740993"):
        found: Any = search(Huge())
    assert (found.value, found.statistics.engine) == (2**53 + 1, "python")
    assert len(count_game(Huge()).terminal) == 2


def test_memory_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(tables.MEMORY, "2")
    game = Uncompiled()
    with pytest.raises(TableFullError, match="2 MiB"):
        search(game, algorithm="minimax", engine="tabulated")
    monkeypatch.setattr(engine_choice, "SEARCH_SECONDS", 0.0)
    with pytest.warns(InterpretedWarning, match="2 MiB"):
        found: Any = search(game, algorithm="alphabeta")
    assert (found.value, found.statistics.engine) == (0, "python")
    assert not tables._views
    monkeypatch.setenv(tables.MEMORY, "lots")
    with pytest.raises(InputError, match="lots"):
        search(game, engine="tabulated")


def test_tables_that_were_not_used_for_long_go(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("TicTacToe", "SmallHex", "MagicTicTacToe"):
        search(BY_NAME[name].make(), engine="tabulated", limit=Limit(depth=5))
    assert len(tables._views) == 3
    monkeypatch.setenv(tables.MEMORY, "1")
    search(BY_NAME["Kayles"].make(), engine="tabulated")
    assert [view.name for view in tables._views.values()] == ["Kayles"]


def test_a_search_in_the_main_thread_is_interrupted() -> None:
    class Slow(Failing):
        def actions(self, state: str) -> Iterator[str]:
            if state == "abab":
                signal.raise_signal(signal.SIGINT)
            yield from "ab"

    compiled = tabulate(Slow())
    functions = perft_functions(compiled)
    with pytest.raises(KeyboardInterrupt):
        functions.perft(compiled.table.row(""), 5)
    assert functions.perft(compiled.table.row("b"), 3) == 8


def perft_functions(view: Tabulated[Any, Any]) -> Any:
    from adversario.native.compiler.compile import compile_game
    from adversario.native.kernels.count import perft as kernel

    return compile_game(view, kernel).functions


def test_threads_share_a_table() -> None:
    game = BY_NAME["SmallHex"].make()
    view = tabulate(game)
    functions = perft_functions(view)
    row, found = view.table.row(game.initial()), []
    workers = [
        threading.Thread(target=lambda: found.append(functions.perft(row, 6))) for _ in range(4)
    ]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()
    assert len(set(found)) == 1
    assert found[0] == perft(game, 6, engine="python")


def test_work_by_a_table_is_not_saved(tmp_path: Path) -> None:
    game = BY_NAME["TicTacToe"].make()
    for method in ("table", "alphabeta", "proof"):
        work = Work(engine="tabulated", save=tmp_path / f"{method}.npz")
        with pytest.raises(InputError, match="save"):
            solve(game, method=method, work=work)


def test_a_solver_keeps_its_numbers() -> None:
    game = BY_NAME["TicTacToe"].make()
    solver = ExactSolver(tabulate(game), table_mib=1)
    assert solver.solve().value == 0
    tables._views.clear()
    assert solver.solve("X.O......").value == solve_all(game, "X.O......").value()


@pytest.mark.parametrize("name", ["TicTacToe", "CoinOrDie", "LargestGroup", "Notakto"])
def test_the_rules_of_rows_keep_the_contract(name: str) -> None:
    game = BY_NAME[name].make()
    view = tabulate(game)
    compiled = view.compile(__import__("adversario.native.kernels.rules", fromlist=["rules"]), None)
    functions = compiled.functions
    row = compiled.encode(game.initial())
    assert compiled.decode(row) == game.initial()
    assert functions.is_terminal(row) is False
    assert functions.player(row) == game.player(game.initial())
    if functions.player(row) != CHANCE:
        assert len(functions.actions(row)) == len(list(game.actions(game.initial())))
    assert check_game(view, playouts=3).states > 10
