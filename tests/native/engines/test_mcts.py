"""The compiled Monte Carlo tree search beside the interpreted one, and beside brute force."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, NamedTuple

import numpy as np
import pytest

from adversario import (
    Game,
    GameError,
    InputError,
    Limit,
    UnsuitableGameError,
    expectiminimax,
    maxn,
    minimax,
    parse_tree,
)
from adversario.algorithms.core.limit import Budget
from adversario.algorithms.mcts.result import MctsResult
from adversario.algorithms.mcts.settings import Rollouts
from adversario.base.stop import Stop
from adversario.games import Nim, TicTacToe
from adversario.native.compiler.compile import compile_game
from adversario.native.compiler.diagnosis.doctor import diagnose
from adversario.native.compiler.problems import NotCompilable
from adversario.native.engines import control
from adversario.native.engines.dispatch import search
from adversario.native.engines.engine_choice import Engine
from adversario.native.engines.mcts import mcts
from adversario.native.kernels.layout.tree import Back, Front
from adversario.native.kernels.mcts import tree as at
from adversario.native.kernels.random import GOLDEN
from adversario.native.parity import check_parity
from tests.native import sampling
from tests.native.samples import Coins, Heap, Inclined

native_module = sys.modules["adversario.native.engines.mcts"]
interpreted_module = sys.modules["adversario.algorithms.mcts.tree_search"]

TICTACTOE = TicTacToe()


def native(game: Game[Any, Any], state: Any = None, **options: Any) -> MctsResult[Any, Any]:
    return mcts(game, state, engine="native", **options)


@pytest.mark.parametrize("solver", [True, False])
@pytest.mark.parametrize(
    "position",
    ["XX./OO./...", "XO./.X./...", "X.O/.X./O..", "XX./.O./...", "O.X/.X./...", "X../.O./..X"],
)
def test_tictactoe_converges_to_the_minimax_action(position: str, solver: bool) -> None:
    state = TICTACTOE.parse_position(position)
    result = native(TICTACTOE, state, simulations=100_000, solver=solver)
    exact = minimax(TICTACTOE, state)
    assert result.action in exact.best_actions
    assert result.proven == solver
    if solver:
        assert result.value == exact.value
    else:
        assert result.value == pytest.approx(exact.value, abs=0.2)
        assert sum(result.visits) == 100_000


@pytest.mark.parametrize("solver", [True, False])
@pytest.mark.parametrize("position", ["1-2-2", "3-3-1", "2-3-3 2", "3-1-1 2", "1-2-1"])
def test_nim_converges_to_the_minimax_action(position: str, solver: bool) -> None:
    game = Nim((3, 3, 3))
    state = game.parse_position(position)
    result = native(game, state, simulations=100_000, solver=solver)
    exact = minimax(game, state)
    assert result.action in exact.best_actions
    assert result.proven == solver
    assert result.value == pytest.approx(exact.value, abs=0 if solver else 0.1)
    beside = mcts(game, state, simulations=3000, solver=solver, engine="python")
    assert beside.action in exact.best_actions


def test_both_engines_need_as_many_simulations_for_a_proof() -> None:
    game = Nim((3, 3, 3))
    engines: tuple[Engine, ...] = ("native", "python")
    costs = [
        sum(mcts(game, engine=engine, seed=seed).simulations for seed in range(3)) / 3
        for engine in engines
    ]
    assert costs[0] == pytest.approx(costs[1], rel=0.4)


LOST = 50
"""With so many counters nobody may take any: the rules have a hole."""


class Share(NamedTuple):
    left: int
    turn: int
    taken: tuple[int, int, int]


class Sharing(Game[Share, int]):
    """Three players take 1 or 2 of the counters in turn; what is taken counts, the last double."""

    players = 3
    zero_sum = False

    def initial(self) -> Share:
        return Share(7, 0, (0, 0, 0))

    def player(self, state: Share) -> int:
        return state.turn

    def actions(self, state: Share) -> Iterable[int]:
        for n in (1, 2):
            if n <= state.left < LOST:
                yield n

    def result(self, state: Share, action: int) -> Share:
        one, two, three = state.taken
        left = state.left - action
        won = action if left else 2 * action
        if state.turn == 0:
            taken = (one + won, two, three)
        elif state.turn == 1:
            taken = (one, two + won, three)
        else:
            taken = (one, two, three + won)
        return Share(left, (state.turn + 1) % 3, taken)

    def is_terminal(self, state: Share) -> bool:
        return state.left == 0

    def utility(self, state: Share, player: int) -> int:
        return state.taken[player]


@pytest.mark.parametrize("start", [Share(7, 0, (0, 0, 0)), Share(4, 1, (1, 0, 1))])
def test_three_players_converge_to_maxn(start: Share) -> None:
    game = Sharing()
    result, exact = native(game, start, simulations=50_000), maxn(game, start)
    assert result.action in exact.best_actions
    assert result.value == pytest.approx(exact.value, abs=0.2)
    assert not result.proven


def test_chance_nodes_converge_to_the_expectiminimax_value() -> None:
    game = Coins()
    result, exact = native(game, simulations=100_000), expectiminimax(game)
    assert result.action == exact.action
    assert result.value == pytest.approx(exact.value, abs=0.1)
    tossing = game.result(game.initial(), 1)
    nature = native(game, tossing, simulations=50_000)
    assert nature.action is None
    assert nature.visits[0] == pytest.approx(25_000, abs=700)
    cut = native(game, simulations=1000, rollout_depth=1)
    assert 0 < cut.statistics.evaluations < 1000


def test_one_thread_finds_the_same_again() -> None:
    def found(seed: int) -> tuple[object, ...]:
        result = native(TICTACTOE, simulations=20_000, seed=seed)
        return result.visits, result.value, result.tree_nodes, result.principal_variation

    assert found(1) == found(1)
    assert found(1) != found(2)


def test_threads_share_the_work_and_the_answer() -> None:
    result = native(TICTACTOE, simulations=20_001, threads=2, solver=False)
    assert result.simulations == sum(result.visits) == 20_001
    assert result.action == 4
    alone = native(TICTACTOE, simulations=20_000, solver=False)
    assert result.value == pytest.approx(alone.value, abs=0.2)
    proven = native(TICTACTOE, threads=2, limit=Limit())
    assert (proven.value, proven.proven) == (0, True)
    again = native(TICTACTOE, threads=3, simulations=300, tree=result.tree)
    assert sum(again.visits) == 20_301


ROW = Front.bytes + Back.bytes + 8 + 8
"""The bytes of a row of tic-tac-toe, and of its place."""


def test_memory_is_bounded() -> None:
    result = native(TICTACTOE, simulations=30_000, memory_mib=1000 * ROW / 2**20, solver=False)
    assert 250 < result.tree_nodes <= 1000
    assert result.simulations == sum(result.visits) == 30_000
    least = native(TICTACTOE, simulations=100, memory_mib=0)
    assert (least.tree_nodes, sum(least.visits)) == (10, 100)
    small = native(TICTACTOE, simulations=1, memory_mib=100 * ROW / 2**20, tree=result.tree)
    assert 10 <= small.tree_nodes <= 100
    assert sum(small.visits) == 30_001
    grown = native(TICTACTOE, tree=small.tree, limit=Limit())
    assert (grown.value, grown.proven) == (0, True)


@pytest.mark.parametrize("solver", [True, False])
@pytest.mark.parametrize("position", ["XO./.X./...", "X.O/.X./O..", "O.X/.X./...", "X../.O./..X"])
def test_a_tiny_memory_converges_to_the_minimax_action(position: str, solver: bool) -> None:
    state = TICTACTOE.parse_position(position)
    result = native(
        TICTACTOE, state, simulations=100_000, solver=solver, memory_mib=150 * ROW / 2**20
    )
    exact = minimax(TICTACTOE, state)
    assert result.action in exact.best_actions
    assert not result.proven or result.value == exact.value
    assert result.tree_nodes <= 150


def test_recycling_keeps_the_tree_whole() -> None:
    result = native(TICTACTOE, simulations=50_000, memory_mib=3000 * ROW / 2**20, solver=False)
    assert assert_whole(result.tree.root.trees[0], 0) == 50_000


def assert_whole(tree: Any, row: int) -> int:
    """Every node has its children behind it, and they were not visited more often than it was."""
    link, following = int(tree.fronts[row, Front.link]), int(tree.fronts[row, Front.next])
    first, end = link >> at.SHIFT, (link >> at.SHIFT) + (link & at.CHILDREN - 1)
    visits = int(tree.backs[row, Back.visits])
    assert bool(link) == bool(following)
    if link:
        assert first <= following & (1 << at.AHEAD) - 1 < end
        assert row < first < end <= tree.block.used
        below = [assert_whole(tree, child) for child in range(first, end)]
        assert sum(below) <= visits
        actions = tree.backs[first:end, Back.size]
        assert sorted(set(actions)) == sorted(actions)
    return visits


@pytest.mark.parametrize("engine", ["python", "native"])
def test_what_was_proven_stays_so_in_a_search_that_proves_nothing(engine: Engine) -> None:
    state = TICTACTOE.parse_position("XO./.X./O..")
    first = mcts(TICTACTOE, state, simulations=1000, engine=engine)
    again = mcts(TICTACTOE, state, simulations=500, solver=False, tree=first.tree, engine=engine)
    assert first.proven
    assert (again.proven, again.value, again.simulations) == (True, 1, 0)


@pytest.mark.parametrize("solver", [True, False])
def test_a_tree_is_continued_by_a_search_that_proves_and_one_that_does_not(solver: bool) -> None:
    first = native(TICTACTOE, simulations=3000, solver=solver)
    again = native(TICTACTOE, simulations=500, solver=not solver, tree=first.tree)
    assert sum(again.visits) == 3500
    last = native(TICTACTOE, solver=True, limit=Limit(), tree=again.tree)
    assert (last.value, last.proven) == (0, True)


def test_a_tree_can_be_continued_more_than_once() -> None:
    first = native(TICTACTOE, simulations=5000)
    assert first.action is not None
    state = TICTACTOE.result(TICTACTOE.initial(), first.action)
    seen = first.visits[first.action]
    for _ in range(2):
        second = native(TICTACTOE, state, simulations=100, tree=first.tree)
        assert sum(second.visits) == seen - 1 + 100
        assert second.tree_nodes < first.tree_nodes
    with pytest.raises(InputError, match="this very game"):
        mcts(TICTACTOE, tree=first.tree, engine="python")


def test_time_is_limited() -> None:
    timed = native(TICTACTOE, solver=False, limit=Limit(time=0.2))
    assert 0.15 < timed.statistics.seconds < 30  # generous: this is about stopping at all
    assert native(TICTACTOE, limit=Limit(time=0)).simulations > 0


def test_an_interrupted_search_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    wait = control._wait
    pressed: list[bool] = []

    def interrupted(*given: Any) -> None:
        wait(*given)
        if not pressed:
            pressed.append(True)
            raise KeyboardInterrupt

    monkeypatch.setattr(control, "_wait", interrupted)
    result = native(TICTACTOE, solver=False, limit=Limit())
    assert result.action == 4
    assert result.simulations == sum(result.visits)


def test_a_terminal_state_is_worth_its_utility() -> None:
    result = native(TICTACTOE, TICTACTOE.parse_position("XXX/OO./..."))
    assert (result.value, result.proven, result.action, result.simulations) == (1, True, None, 0)


def test_a_dead_end_is_named() -> None:
    with pytest.raises(GameError, match=f"left={LOST}"):
        native(Sharing(), Share(LOST, 0, (0, 0, 0)))


class Spelled(TicTacToe):
    def utility(self, state: Any, player: int) -> int:
        return int(str(super().utility(state, player)))


class Hidden(TicTacToe):
    perfect_information = False


def test_what_cannot_be_searched_is_refused() -> None:
    with pytest.raises(UnsuitableGameError, match="mcts"):
        mcts(Hidden())
    with pytest.raises(InputError, match="at least one thread"):
        mcts(TICTACTOE, threads=0)


def test_what_does_not_compile_is_tabulated() -> None:
    tree = parse_tree("((3, 12), (2, 4))")
    with pytest.raises(NotCompilable):
        native(tree)
    result = mcts(tree)  # nobody expects a tree to be compiled, so nothing is said
    assert (result.value, result.proven) == (3, True)
    game = Spelled()
    state = game.parse_position("XXO/OOX/X..")
    drawn = mcts(game, state)
    assert (drawn.value, drawn.proven, drawn.statistics.engine) == (0, True, "tabulated")


def test_random_outcomes_follow_the_probabilities() -> None:
    game = Coins()
    compiled = compile_game(game, sampling)
    state = compiled.encode(game.result(game.result(game.initial(), 1), 3))
    words = np.arange(4000, dtype=np.uint64) * np.uint64(GOLDEN)
    drawn = [compiled.functions.draw(state, word) for word in words]
    assert sum(drawn) == pytest.approx(3000, abs=130)


INCLINED = Inclined()
ENGINES: tuple[Engine, ...] = ("native", "python")


@pytest.mark.parametrize("solver", [True, False])
@pytest.mark.parametrize("counters", [5, 6, 7, 9])
def test_puct_converges_to_the_minimax_action(counters: int, solver: bool) -> None:
    state = Heap(counters)
    exact = minimax(INCLINED, state)
    for engine, simulations in zip(ENGINES, (100_000, 3000), strict=True):
        result = mcts(INCLINED, state, simulations=simulations, solver=solver, engine=engine)
        assert result.action in exact.best_actions
        assert not result.proven or result.value == exact.value


@pytest.mark.parametrize("engine", ENGINES)
def test_the_curious_follow_the_priors(engine: Engine) -> None:
    result = mcts(INCLINED, Heap(20), simulations=600, exploration=1e6, solver=False, engine=engine)
    assert result.visits == pytest.approx([100, 200, 300], abs=2)


@pytest.mark.parametrize("engine", ENGINES)
def test_guided_rollouts_follow_the_priors(engine: Engine) -> None:
    """After one of three counters, to take both that are left wins, and is as likely as 1 in 9."""

    def lost(rollouts: Rollouts[Heap, int]) -> int:
        results = [
            mcts(INCLINED, Heap(3), simulations=1, rollouts=rollouts, seed=seed, engine=engine)
            for seed in range(450)
        ]
        assert {result.action for result in results} == {1}
        return sum(result.value == -1 for result in results)

    assert lost("guided") == pytest.approx(50, abs=20)
    assert lost("random") == pytest.approx(225, abs=33)


@pytest.mark.parametrize("engine", ENGINES)
def test_priors_that_tell_nothing_are_all_the_same(engine: Engine) -> None:
    result = mcts(
        INCLINED, Heap(21), simulations=300, exploration=1e6, solver=False, rollouts="guided",
        engine=engine,
    )  # fmt: skip
    assert result.visits == pytest.approx([100] * 3, abs=1)


def test_compiled_priors_agree() -> None:
    assert check_parity(INCLINED, playouts=5) > 10
    assert diagnose(INCLINED).interpreted == ()


@pytest.mark.parametrize("engine", ENGINES)
def test_who_watches_does_not_change_what_is_found(
    engine: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in (native_module, interpreted_module):
        monkeypatch.setattr(module, "PERIOD", 0.0)
    monkeypatch.setattr(control, "TICK", 0.005)
    simulations = 1_000_000 if engine == "native" else 200
    seen: list[int] = []

    def watch(result: MctsResult[Any, Any]) -> None:
        assert sum(result.visits) == result.simulations
        seen.append(result.simulations)

    watched = mcts(
        TICTACTOE, simulations=simulations, solver=False, engine=engine, on_progress=watch
    )
    alone = mcts(TICTACTOE, simulations=simulations, solver=False, engine=engine)
    assert watched.visits == alone.visits
    assert watched.scores == alone.scores
    assert seen
    assert seen == sorted(set(seen))
    assert seen[-1] < simulations or engine == "python"


@pytest.mark.parametrize("engine", ENGINES)
def test_who_watches_can_stop_the_search(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (native_module, interpreted_module):
        monkeypatch.setattr(module, "PERIOD", 0.0)
    switch = Stop()
    result = mcts(
        TICTACTOE, limit=Limit(), solver=False, engine=engine, stop=switch,
        on_progress=lambda _: switch.set(),
    )  # fmt: skip
    assert result.simulations == sum(result.visits) > 0


@pytest.mark.parametrize("engine", ENGINES)
def test_whoever_waits_sees_the_simulations_counted(engine: Engine) -> None:
    switch, budget = Stop(), Budget(Limit())
    search = partial(
        mcts, TICTACTOE, limit=Limit(), solver=False, engine=engine, stop=switch, budget=budget
    )
    with ThreadPoolExecutor() as threads:
        waiting = threads.submit(search)
        seen = 0
        while not seen and not waiting.done():
            seen = budget.count.nodes
        switch.set()
        result = waiting.result()
    assert 0 < seen <= result.simulations == budget.count.nodes


def test_guiding_needs_priors() -> None:
    with pytest.raises(InputError, match="TicTacToe has no method priors"):
        mcts(TICTACTOE, rollouts="guided")
    with pytest.raises(InputError, match="one of random, uniform, guided"):
        mcts(TICTACTOE, rollouts="wild")


@pytest.mark.parametrize("engine", ENGINES)
def test_it_has_a_name(engine: Engine) -> None:
    limit = Limit(nodes=300)
    result = search(TICTACTOE, algorithm="mcts", limit=limit, engine=engine, seed=2)
    beside = mcts(TICTACTOE, limit=limit, engine=engine, seed=2)
    assert isinstance(result, MctsResult)
    assert (result.visits, result.simulations) == (beside.visits, 300)
    unlimited = search(TICTACTOE, algorithm="mcts", engine=engine, solver=False)
    assert unlimited.statistics.nodes == 10_000
    with pytest.raises(InputError, match="no limit of depth"):
        search(TICTACTOE, algorithm="mcts", limit=Limit(depth=3), engine=engine)
    with pytest.raises(InputError, match="no option on_event"):
        search(TICTACTOE, algorithm="mcts", engine=engine, on_event=print)
