"""Compiled alpha-beta against its interpreted twin, with everything off, and with everything on."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

import pytest

from adversario import Game, Limit, UnsuitableGameError, alphabeta, minimax, parse_tree
from adversario.base.stop import Stop
from adversario.games import ConnectFour, Nim, Pig, TicTacToe
from adversario.games.lines.connect4 import State
from adversario.native.engines.alphabeta import native_plain
from adversario.native.engines.enhanced import thread as driver
from adversario.native.engines.enhanced.enhancements import PLAIN, Enhancements
from adversario.native.engines.enhanced.search import native_alphabeta

SMALL = Enhancements(table_mib=1)
ENHANCED = {
    "all": SMALL,
    "no table": replace(SMALL, table_mib=0),
    "no scout": replace(SMALL, scout=False),
    "no killers": replace(SMALL, killers=False),
    "no history": replace(SMALL, history=False),
    "no aspiration": replace(SMALL, aspiration=False),
    "no distance": replace(SMALL, distance=False),
    "table only": replace(PLAIN, table_mib=1),
    "scout only": replace(PLAIN, scout=True),
    "killers only": replace(PLAIN, killers=True),
    "history only": replace(PLAIN, history=True),
}


class Centred(ConnectFour):
    """Connect Four that likes the middle, so that estimates differ."""

    def evaluate(self, state: State, player: int) -> float:
        """How many more stones the player has in the central column."""
        middle = 0b111111 << 3 * 7
        lead = (state.mover & middle).bit_count() - (state.other & middle).bit_count()
        return 0.1 * lead if player == state.turn else -0.1 * lead


class Pile(NamedTuple):
    """Captures made so far, as bits, and how many moves that took."""

    taken: int
    moves: int


class Exchange(Game[Pile, int]):
    """MAX seems to win a piece at depth 1; one ply later it is recaptured."""

    def initial(self) -> Pile:
        """Nothing captured."""
        return Pile(0, 0)

    def player(self, state: Pile) -> int:
        """They take turns."""
        return state.moves % 2

    def actions(self, state: Pile) -> Iterator[int]:
        """Keep quiet, or capture."""
        yield 0
        yield 1

    def result(self, state: Pile, action: int) -> Pile:
        """One more move."""
        return Pile(state.taken | action << state.moves, state.moves + 1)

    def is_terminal(self, state: Pile) -> bool:
        """After five moves."""
        return state.moves == 5

    def utility(self, state: Pile, player: int) -> int:
        """The material."""
        return self.material(state, player)

    def evaluate(self, state: Pile, player: int) -> int:
        """The material."""
        return self.material(state, player)

    def material(self, state: Pile, player: int) -> int:
        """What was captured, the second capture being the dearest."""
        taken = state.taken
        lead = (taken & 1) - 3 * (taken >> 1 & 1) + (taken >> 2 & 1) - (taken >> 3 & 1)
        return lead if player == 0 else -lead

    def is_quiet(self, state: Pile) -> bool:
        """Unless something has just been captured."""
        return state.moves == 0 or not state.taken >> (state.moves - 1) & 1

    def noisy_actions(self, state: Pile) -> Iterator[int]:
        """Captures."""
        yield 1


def positions(game: Game[Any, Any], many: int, longest: int, seed: int = 1) -> list[Any]:
    """States in the middle of random games."""
    random, found = Random(seed), list[Any]()
    while len(found) < many:
        state = game.initial()
        for _ in range(random.randrange(longest)):
            if not game.is_terminal(state):
                state = game.result(state, random.choice(list(game.actions(state))))
        found.append(state)
    return found


CASES: list[tuple[Game[Any, Any], int, int]] = [
    (TicTacToe(), 6, 6),
    (Centred(), 5, 12),
    (Nim((3, 4, 5)), 5, 5),
    (Exchange(), 3, 3),
]


@pytest.mark.parametrize(("game", "depth", "longest"), CASES)
def test_with_everything_off_it_visits_the_nodes_of_its_twin(
    game: Game[Any, Any], depth: int, longest: int
) -> None:
    for state in positions(game, 12, longest):
        for plies in range(1, depth + 1):
            limit = Limit(depth=plies)
            twin = alphabeta(game, state, limit=limit)
            native = native_plain(game, state, limit=limit)
            assert native.value == twin.value
            assert native.principal_variation == twin.principal_variation
            assert native.scores == twin.scores
            assert native.best_actions == twin.best_actions
            assert native.proven == twin.proven
            assert replace(native.statistics, seconds=0) == replace(twin.statistics, seconds=0)


def test_to_the_end_of_the_game_too() -> None:
    result = native_alphabeta(TicTacToe(), enhancements=PLAIN)
    assert (result.statistics.nodes, result.value, result.depth) == (18_297, 0, None)


CENTRED, CELLS = Centred(), TicTacToe()


@cache
def minimax_to(depth: int, state: State) -> Any:
    """What minimax finds in Centred to a depth; the same for all enhancements."""
    return minimax(CENTRED, state, limit=Limit(depth=depth))


@cache
def whole_search(state: Any) -> Any:
    """What interpreted alpha-beta finds in tic-tac-toe; the same for all enhancements."""
    return alphabeta(CELLS, state)


@pytest.mark.parametrize("name", ENHANCED)
def test_without_a_table_a_depth_has_one_value(name: str) -> None:
    game, extra = CENTRED, replace(ENHANCED[name], table_mib=0)
    for state in positions(game, 8, 14):
        for depth in (1, 3, 5):
            expected = minimax_to(depth, state)
            found = native_alphabeta(game, state, limit=Limit(depth=depth), enhancements=extra)
            assert found.value == pytest.approx(expected.value, abs=1e-3)
            if extra.distance is False:
                assert found.value == pytest.approx(expected.value, abs=1e-9)


@pytest.mark.parametrize("name", ENHANCED)
def test_solved_to_the_end_the_values_are_those_of_minimax(name: str) -> None:
    game = CELLS
    for state in positions(game, 40, 7, seed=3):
        expected = whole_search(state)
        found = native_alphabeta(game, state, enhancements=ENHANCED[name], limit=Limit(nodes=10**7))
        assert found.proven
        assert found.value == expected.value
        assert set(found.best_actions) <= set(expected.best_actions)
    board = ConnectFour(4, 4)
    found = native_alphabeta(board, enhancements=ENHANCED[name], limit=Limit(nodes=10**7))
    assert (found.value, found.proven) == (0, True)


def plies_to_the_end(game: Game[Any, Any], state: Any, known: dict[Any, Any]) -> tuple[int, int]:
    """The value to the mover and the plies that quick winners and slow losers need."""
    if state not in known:
        if game.is_terminal(state):
            known[state] = int(game.utility(state, game.player(state))), 0
        else:
            after = [
                plies_to_the_end(game, game.result(state, action), known)
                for action in game.actions(state)
            ]
            best = max(-value for value, _ in after)
            plies = [1 + p for value, p in after if -value == best]
            known[state] = best, min(plies) if best > 0 else max(plies)
    found: tuple[int, int] = known[state]
    return found


@pytest.mark.parametrize("threads", [1, 2])
def test_wins_in_n_survive_the_table(threads: int) -> None:
    known: dict[Any, Any] = {}
    games: list[tuple[Game[Any, Any], int]] = [(TicTacToe(), 6), (Nim((2, 3, 3)), 4)]
    for game, longest in games:
        for state in positions(game, 30, longest, seed=5):
            if game.is_terminal(state):
                continue
            value, plies = plies_to_the_end(game, state, known)
            found = native_alphabeta(
                game, state, enhancements=SMALL, threads=threads, limit=Limit(depth=20)
            )
            sign = 1 if game.player(state) == 0 else -1
            assert found.value == sign * value
            assert found.distance == (plies if value else None)


def test_the_line_of_best_play_leads_to_the_win() -> None:
    game = TicTacToe()
    state = game.parse_position("X../.O./..X")
    result = native_alphabeta(game, game.result(state, 1), enhancements=SMALL)
    after = game.result(state, 1)
    for action in result.principal_variation:
        after = game.result(after, action)
    assert game.is_terminal(after)


def test_quiescence_sees_the_recapture() -> None:
    game, limit = Exchange(), Limit(depth=1)
    for extra in (PLAIN, SMALL):
        careful = native_alphabeta(game, limit=limit, enhancements=extra)
        blind = replace(extra, quiescence=False)
        greedy = native_alphabeta(game, limit=limit, enhancements=blind)
        assert (careful.action, careful.value) == (0, 0)
        assert (greedy.action, greedy.value) == (1, 1)


def test_several_lines_get_exact_scores() -> None:
    game, limit = Centred(), Limit(depth=5)
    state = game.parse_position("445")
    exact = {score.action: score.value for score in minimax(game, state, limit=limit).scores}
    extra = replace(SMALL, table_mib=0)
    for lines in (1, 3, 7):
        found = native_alphabeta(game, state, limit=limit, enhancements=extra, lines=lines)
        best = sorted(found.scores, key=lambda score: score.value)[:lines]  # MIN moves
        for score in best:
            assert score.value == pytest.approx(exact[score.action], abs=1e-3)
            assert score.bound == "exact"


def test_one_thread_makes_the_same_search_every_time() -> None:
    counts = [
        native_alphabeta(Centred(), limit=Limit(depth=9), enhancements=SMALL).statistics.nodes
        for _ in range(2)
    ]
    assert counts[0] == counts[1]


def test_limits() -> None:
    game = ConnectFour()
    result = native_alphabeta(game, limit=Limit(nodes=20_000), enhancements=SMALL)
    assert result.statistics.nodes == 20_000
    started = perf_counter()
    result = native_alphabeta(game, limit=Limit(time=0.3), enhancements=SMALL)
    assert perf_counter() - started < 30  # generous: this is about stopping at all
    assert result.depth is not None
    result = native_alphabeta(game, limit=Limit(nodes=1), enhancements=SMALL)
    assert result.depth == 1
    assert result.statistics.nodes < 20
    assert native_alphabeta(game, limit=Limit(time=0), enhancements=SMALL).depth is not None


def test_a_control_stops_it_and_the_last_iteration_answers() -> None:
    stop, seen = Stop(), list[Any]()

    def enough(result: Any) -> None:
        seen.append(result)
        if result.depth == 6:
            stop.set()

    result = native_alphabeta(ConnectFour(), enhancements=SMALL, stop=stop, on_progress=enough)
    assert [each.depth for each in seen] == [1, 2, 3, 4, 5, 6]
    assert result.depth == 6


def test_a_small_stack_grows(monkeypatch: pytest.MonkeyPatch) -> None:
    expected = native_alphabeta(Centred(), limit=Limit(depth=6), enhancements=SMALL)
    monkeypatch.setattr(driver, "STACK_ITEMS", 4)
    found = native_alphabeta(Centred(), limit=Limit(depth=6), enhancements=SMALL)
    assert found.value == expected.value


def test_two_threads_agree_with_one() -> None:
    game = ConnectFour(5, 4)
    one = native_alphabeta(game, enhancements=SMALL)
    two = native_alphabeta(game, enhancements=SMALL, threads=2)
    assert one.proven
    assert two.proven
    assert one.value == two.value


def test_a_finished_game_is_its_own_value() -> None:
    game = TicTacToe()
    for extra in (PLAIN, SMALL):
        result = native_alphabeta(game, game.parse_position("XXX/OO./..."), enhancements=extra)
        assert (result.value, result.action, result.best_actions) == (1, None, ())


def test_reductions_still_find_a_short_win() -> None:
    game = ConnectFour()
    state = game.parse_position("445566")
    extra = replace(SMALL, reductions=True)
    result = native_alphabeta(game, state, limit=Limit(depth=4), enhancements=extra)
    assert (result.value, result.distance) == (1, 1)


def test_what_does_not_fit_is_refused() -> None:
    with pytest.raises(UnsuitableGameError, match="chance"):
        native_alphabeta(Pig())
    with pytest.raises(UnsuitableGameError, match="zero-sum"):
        native_alphabeta(parse_tree("(([3, 7], [6, 4]), ([2, 8], [9, 1]))"))


def test_lines_hold_where_symmetric_states_share_a_key() -> None:
    nim, random = Nim((3, 4, 5)), Random(1)
    extra = replace(SMALL, table_mib=8)  # in a smaller table lines are overwritten
    for _ in range(40):
        state = nim.initial()._replace(heaps=tuple(random.randrange(6) for _ in range(3)))
        if nim.is_terminal(state):
            continue
        result = native_alphabeta(nim, state, limit=Limit(depth=20), enhancements=extra)
        for action in result.principal_variation:
            assert action in nim.actions(state)
            state = nim.result(state, action)
        assert nim.is_terminal(state)
        assert nim.utility(state, 0) == result.value
