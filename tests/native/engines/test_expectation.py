"""Compiled expectiminimax, Star1 and Star2 against their interpreted twins."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from time import perf_counter
from typing import Any

import pytest

from adversario import GameError, InputError, Limit, UnsuitableGameError, expectiminimax
from adversario.algorithms.core.answer import Result
from adversario.algorithms.deepening import iterative_deepening
from adversario.algorithms.expectiminimax import Pruning
from adversario.base.stop import Stop
from adversario.game import Game
from adversario.games import ConnectFour, Nim, Pig
from adversario.native.compiler.compile import compile_game
from adversario.native.engines import control as control_module
from adversario.native.engines.expectation import native_expectiminimax
from adversario.native.kernels.search import expectiminimax as expectiminimax_kernel
from adversario.native.kernels.search import star as star_kernel
from tests.native.samples import Coins, Heap, TakeAway

PIG, NIM = Pig(20), Nim((3, 2, 2))


def positions(game: Game[Any, Any], count: int, seed: int) -> list[Any]:
    """States met in random play, the initial one first, terminal ones among them."""
    random, found = Random(seed), [game.initial()]
    while len(found) < count:
        state = game.initial()
        for _ in range(random.randrange(1, 25)):
            if not (legal := list(game.legal(state))):
                break
            state = game.result(state, random.choice(legal))
        found.append(state)
    return found


def same_answer(native: Result[Any, Any], python: Result[Any, Any]) -> None:
    """The same decision, to rounding."""
    assert native.value == pytest.approx(python.value, abs=1e-12)
    assert (native.action, native.proven) == (python.action, python.proven)
    assert native.best_actions == python.best_actions


def same_search(native: Result[Any, Any], python: Result[Any, Any]) -> None:
    """The same decision by the same steps."""
    same_answer(native, python)
    assert native.principal_variation == python.principal_variation[:12]
    assert [score.action for score in native.scores] == [score.action for score in python.scores]
    for one, other in zip(native.scores, python.scores, strict=True):
        assert one.value == pytest.approx(other.value, abs=1e-12)
    for counter in ("nodes", "leaves", "evaluations", "cutoffs", "depth"):
        counted = getattr(native.statistics, counter), getattr(python.statistics, counter)
        assert counted[0] == counted[1], counter


@pytest.mark.parametrize(
    ("game", "depth"),
    [
        (PIG, 6),
        (NIM, 3),
        (NIM, None),
        (Coins(), 3),
        (Coins(), 20),
        pytest.param(ConnectFour(4, 4), 5, marks=pytest.mark.slow),
    ],
    ids=lambda value: getattr(value, "name", value),
)
def test_it_is_the_interpreted_search(game: Game[Any, Any], depth: int | None) -> None:
    limit = Limit(depth=depth)
    for state in positions(game, 8, seed=1):
        python = expectiminimax(game, state, limit=limit)
        same_search(native_expectiminimax(game, state, limit=limit), python)
        same_answer(native_expectiminimax(game, state, limit=limit, table_mib=1), python)


def test_quiescence_may_be_left_out() -> None:
    game = Coins()
    for quiescence in (True, False):
        limit = Limit(depth=2)
        python = expectiminimax(game, limit=limit, quiescence=quiescence)
        same_search(native_expectiminimax(game, limit=limit, quiescence=quiescence), python)


@pytest.mark.parametrize("pruning", ["star1", "star2"])
def test_stars_are_the_interpreted_ones(pruning: Pruning) -> None:
    limit = Limit(depth=6)
    for state in positions(PIG, 12, seed=2):
        python = expectiminimax(PIG, state, limit=limit, pruning=pruning)
        same_search(native_expectiminimax(PIG, state, limit=limit, pruning=pruning), python)
        kept = native_expectiminimax(PIG, state, limit=limit, pruning=pruning, table_mib=1)
        same_answer(kept, python)


def test_stars_prune_and_change_nothing_at_greater_depth() -> None:
    for state in positions(PIG, 6, seed=3):
        limit = Limit(depth=10)
        plain = native_expectiminimax(PIG, state, limit=limit)
        for pruning in ("star1", "star2"):
            for table_mib in (0, 1):
                star = native_expectiminimax(
                    PIG, state, limit=limit, pruning=pruning, table_mib=table_mib
                )
                same_answer(star, plain)
                assert star.statistics.nodes <= plain.statistics.nodes
                assert star.statistics.pruned in (None, 0)


def test_the_recursion_has_one_form_so_that_it_can_be_read_back_from_disk() -> None:
    for kernel in (expectiminimax_kernel, star_kernel):
        assert len(compile_game(PIG, kernel).functions.value.nopython_signatures) <= 1


def test_a_table_saves_nodes_even_when_it_is_too_small() -> None:
    limit = Limit(depth=13)
    plain = native_expectiminimax(PIG, limit=limit)
    nodes = [plain.statistics.nodes]
    for table_mib in (1, 16):
        kept = native_expectiminimax(PIG, limit=limit, table_mib=table_mib)
        same_answer(kept, plain)
        nodes.append(kept.statistics.nodes)
    assert nodes[0] > 10 * nodes[1] > 10 * nodes[2]
    ends = native_expectiminimax(NIM, table_mib=1)
    assert (ends.value, ends.proven, ends.depth) == (1, True, None)
    with pytest.raises(InputError):
        native_expectiminimax(NIM, table_mib=-1)


def test_the_table_is_used_at_chance_nodes_too() -> None:
    """The nodes are those of a search that remembers every state and depth, nature's included."""
    game = Coins()  # different choices lead to the same coins in the air

    def visited(states_of_nature: bool) -> int:
        known: set[Any] = set()

        def visit(state: Any, ply: int) -> int:
            if game.is_terminal(state) or (state, ply) in known:
                return 1
            if ply and (states_of_nature or game.player(state) >= 0):
                known.add((state, ply))
            return 1 + sum(visit(game.result(state, a), ply + 1) for a in game.legal(state))

        return visit(game.initial(), 0)

    result = native_expectiminimax(game, table_mib=16)
    assert result.statistics.nodes == visited(True) < visited(False)


@pytest.mark.parametrize("table_mib", [0, 1])
def test_deepening_until_the_end_is_proven(table_mib: int) -> None:
    result = native_expectiminimax(NIM, limit=Limit(nodes=10**6), table_mib=table_mib)
    assert (result.value, result.proven, result.depth) == (1, True, 7)
    same_answer(result, expectiminimax(NIM))


def test_nodes_are_limited_exactly() -> None:
    for nodes in (1, 50, 1000, 5000):
        limit = Limit(nodes=nodes)
        python: Any = iterative_deepening(PIG, limit=limit, algorithm=expectiminimax)
        native = native_expectiminimax(PIG, limit=limit)
        same_search(native, python)
        assert native.depth == python.depth


def test_time_is_limited() -> None:
    native_expectiminimax(PIG, limit=Limit(depth=1))
    started = perf_counter()
    result = native_expectiminimax(PIG, limit=Limit(time=0.2))
    assert perf_counter() - started < 30  # generous: this is about stopping at all
    assert result.depth is not None
    same_answer(result, native_expectiminimax(PIG, limit=Limit(depth=result.depth)))


def test_whoever_has_the_control_may_stop_it() -> None:
    stop, answers = Stop(), []

    def watch(answer: Result[Any, Any]) -> None:
        assert answer.best_actions  # may be asked while the search goes on
        answers.append(answer)
        if answer.depth == 3:
            stop.set()

    result = native_expectiminimax(PIG, stop=stop, on_progress=watch, pruning="star1")
    assert (result.depth, [answer.depth for answer in answers]) == (3, [1, 2, 3])
    same_answer(result, expectiminimax(PIG, limit=Limit(depth=3)))
    stopped = native_expectiminimax(PIG, stop=stop)  # depth 1 is completed all the same
    assert stopped.depth == 1


def test_ctrl_c_gives_the_last_complete_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    wait, waits = control_module._wait, iter(range(10**6))

    def interrupted(*arguments: Any) -> None:
        if next(waits) == 2:
            raise KeyboardInterrupt
        wait(*arguments)

    monkeypatch.setattr(control_module, "_wait", interrupted)
    stop = Stop()
    result = native_expectiminimax(PIG, limit=Limit(depth=60), stop=stop)
    assert stop.interrupted
    assert result.depth is not None
    assert 1 <= result.depth < 60
    waits = iter(range(10**6))
    with pytest.raises(KeyboardInterrupt):
        native_expectiminimax(PIG, limit=Limit(depth=60))


def test_a_game_without_end_needs_a_limit() -> None:
    for pruning in ("none", "star1", "star2"):
        with pytest.raises(GameError, match="deeper"):
            native_expectiminimax(PIG, pruning=pruning)
    state = NIM.parse_position("1-0-0")
    assert native_expectiminimax(NIM, state, limit=Limit(depth=10**6)).value == 1


class Stuck(TakeAway):
    """Breaks the contract: one counter left is not the end, and nothing can be done."""

    def actions(self, state: Heap) -> Iterable[int]:
        for n in (2, 3):
            if n <= state.left:
                yield n


def test_a_state_without_actions_is_named() -> None:
    with pytest.raises(GameError, match=r"Heap\(left=1, turn=0\)"):
        native_expectiminimax(Stuck(6))
    with pytest.raises(GameError, match=r"Heap\(left=1, turn=1\)"):
        native_expectiminimax(Stuck(6), Heap(1, 1))


class Three(TakeAway):
    players = 3


def test_games_that_do_not_fit_are_refused() -> None:
    with pytest.raises(UnsuitableGameError):
        native_expectiminimax(Three())
    with pytest.raises(InputError, match="bounds"):
        native_expectiminimax(Coins(), pruning="star1")
