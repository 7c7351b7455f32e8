"""Compiled max^n and paranoid search against their interpreted twins."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import pytest

from adversario import GameError, Limit, UnsuitableGameError, maxn, paranoid
from adversario.algorithms.deepening import iterative_deepening
from adversario.base.stop import Stop
from adversario.game import Game
from adversario.games import Pig, TicTacToe
from adversario.native.compiler.compile import compile_game
from adversario.native.engines.multiplayer import native_maxn, native_paranoid
from adversario.native.kernels.search import maxn as maxn_kernel
from adversario.native.kernels.search import paranoid as paranoid_kernel
from adversario.tuples import replaced
from tests.native.engines.test_expectation import positions, same_answer, same_search

FIRST, LAST, BOTH = 0, 1, 2


class Table(NamedTuple):
    start: int
    end: int
    scores: tuple[int, ...]
    turn: int


class Row(Game[Table, int]):
    """Three players take the first number of a row, the last, or both; each keeps the sum.

    Whoever takes both misses the next turn, so that turns do not just go round.
    """

    players = 3
    zero_sum = False

    def __init__(
        self,
        numbers: tuple[int, ...] = (3, 1, 4, 1, 5, 9, 2, 6),
        teams: tuple[int, ...] | None = None,
    ) -> None:
        self.numbers, self.teams = numbers, teams

    def initial(self) -> Table:
        return Table(0, len(self.numbers), (0, 0, 0), 0)

    def player(self, state: Table) -> int:
        return state.turn

    def actions(self, state: Table) -> Iterable[int]:
        yield FIRST
        if state.end - state.start > 1:
            yield LAST
            yield BOTH

    def result(self, state: Table, action: int) -> Table:
        start, end, taken = state.start, state.end, 0
        if action != LAST:
            taken += self.numbers[start]
            start += 1
        if action != FIRST:
            taken += self.numbers[end - 1]
            end -= 1
        scores = replaced(state.scores, state.turn, state.scores[state.turn] + taken)
        return Table(start, end, scores, (state.turn + (2 if action == BOTH else 1)) % 3)

    def is_terminal(self, state: Table) -> bool:
        return state.start == state.end

    def utility(self, state: Table, player: int) -> int:
        return state.scores[player]

    def evaluate(self, state: Table, player: int) -> float:
        return state.scores[player] + (self.numbers[state.start] if player == state.turn else 0.5)

    def is_quiet(self, state: Table) -> bool:
        return self.numbers[state.start] < 4

    def noisy_actions(self, state: Table) -> Iterable[int]:
        yield FIRST
        if state.end - state.start > 1:
            yield BOTH


ROW, PIG = Row(), Pig(20)


@pytest.mark.parametrize(
    ("game", "depth"),
    [(ROW, 3), (ROW, None), (PIG, 6)],
    ids=lambda value: getattr(value, "name", value),
)
def test_maxn_is_the_interpreted_search(game: Game[Any, Any], depth: int | None) -> None:
    limit = Limit(depth=depth)
    for state in positions(game, 6, seed=4):
        python = maxn(game, state, limit=limit)
        same_search(native_maxn(game, state, limit=limit), python)
        same_answer(native_maxn(game, state, limit=limit, table_mib=1), python)


@pytest.mark.parametrize(
    ("game", "depth"),
    [(ROW, 3), (ROW, None), pytest.param(TicTacToe(), 5, marks=pytest.mark.slow)],
    ids=lambda value: getattr(value, "name", value),
)
def test_paranoid_is_the_interpreted_search(game: Game[Any, Any], depth: int | None) -> None:
    limit = Limit(depth=depth)
    for state in positions(game, 10, seed=5):
        python = paranoid(game, state, limit=limit)
        same_search(native_paranoid(game, state, limit=limit), python)
        same_answer(native_paranoid(game, state, limit=limit, table_mib=1), python)


def test_the_recursion_has_one_form_so_that_it_can_be_read_back_from_disk() -> None:
    for kernel in (maxn_kernel, paranoid_kernel):
        assert len(compile_game(ROW, kernel).functions.value.nopython_signatures) <= 1


def test_a_table_saves_nodes() -> None:
    dice = [native_maxn(PIG, limit=Limit(depth=12), table_mib=mib) for mib in (0, 1)]
    row = [native_paranoid(Row(), table_mib=mib) for mib in (0, 1)]
    for plain, kept in (dice, row):
        same_answer(kept, plain)
        assert kept.statistics.nodes < plain.statistics.nodes


def test_deepening() -> None:
    python: Any = iterative_deepening(ROW, limit=Limit(nodes=300), algorithm=maxn)
    native = native_maxn(ROW, limit=Limit(nodes=300))
    same_search(native, python)
    assert native.depth == python.depth
    proven = native_maxn(ROW, limit=Limit(time=60), table_mib=1)
    same_answer(proven, maxn(ROW))
    assert (proven.proven, proven.depth) == (True, len(ROW.numbers))
    secured = native_paranoid(ROW, limit=Limit(time=60), table_mib=1)
    same_answer(secured, paranoid(ROW))
    assert secured.statistics.pruned is None


def test_they_can_be_stopped() -> None:
    stop = Stop()
    stop.set()
    for search in (native_maxn, native_paranoid):
        assert search(ROW, stop=stop).depth == 1


def test_who_is_at_the_root_decides_whose_value_it_is() -> None:
    for turn in range(3):
        state = ROW.initial()._replace(turn=turn)
        same_search(native_paranoid(ROW, state), paranoid(ROW, state))
        same_search(native_maxn(ROW, state), maxn(ROW, state))


def test_team_mates_play_along() -> None:
    teams = Row(teams=(0, 1, 0))
    same_search(native_paranoid(teams), paranoid(teams))
    assert native_paranoid(teams).value != native_paranoid(ROW).value


def test_quiescence_may_be_left_out() -> None:
    limit, nodes = Limit(depth=3), set()
    for quiescence in (True, False):
        python = paranoid(ROW, limit=limit, quiescence=quiescence)
        same_search(native_paranoid(ROW, limit=limit, quiescence=quiescence), python)
        nodes.add(python.statistics.nodes)
    assert len(nodes) == 2


def test_games_that_do_not_fit_are_refused() -> None:
    with pytest.raises(UnsuitableGameError):
        native_paranoid(PIG)
    with pytest.raises(GameError, match="deeper"):
        native_maxn(PIG)
