from __future__ import annotations

from collections.abc import Iterator
from math import comb
from typing import Any

import pytest

from adversario.base.catalogue import text
from adversario.base.errors import InputError
from adversario.counting.count import Count, count_game
from adversario.counting.tree_size import Interval, SamplingProgress, estimate_tree, show_large
from adversario.game import CHANCE
from adversario.games import ConnectFour, Nim, Pig, TicTacToe
from adversario.native.compiler.problems import NotCompilable
from adversario.native.engines.engine_choice import COUNTED_STATES, Engine
from adversario.native.kernels.random import draw
from adversario.trees import parse_tree
from tests.native.samples import Coins, Heap, TakeAway, fewest

ENGINES: tuple[Engine, ...] = ("python", "native")
WON, LOST, DRAWN = (1, -1), (-1, 1), (0, 0)  # by X, who moves first


class Ladder(TakeAway):
    """Seven counters are nature's to take from, and at 1001 one may be put back, for ever."""

    chance = True

    def player(self, state: Heap) -> int:
        return CHANCE if state.left == 7 else state.turn

    def chances(self, state: Heap) -> Iterator[tuple[int, float]]:
        yield 1, 0.5
        yield 2, 0.5

    def actions(self, state: Heap) -> Iterator[int]:
        yield from range(1, fewest(self.most, state.left) + 1)
        if state.left == 1001:
            yield -1


def ladder_games(counters: int) -> int:
    """The games of the ladder below 1001, by the recurrence."""
    ways = [1]
    for left in range(1, counters + 1):
        ways.append(sum(ways[left - n] for n in range(1, min(2 if left == 7 else 3, left) + 1)))
    return ways[counters]


def same(game: Any, state: Any = None, **options: Any) -> Count:
    """The count, on which both engines agree."""
    one, other = (count_game(game, state, engine=engine, **options) for engine in ENGINES)
    assert one == other
    assert (one.engine, other.engine) == ENGINES
    assert list(one.terminal) == list(other.terminal)
    return one


def test_tic_tac_toe_has_the_numbers_that_everybody_finds() -> None:
    count = same(TicTacToe())
    assert count.states == 5478
    assert count.per_ply == (1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78)
    assert count.terminal == {WON: 626, LOST: 316, DRAWN: 16}
    assert count.terminal_states == 958
    assert count.games == {WON: 131_184, LOST: 77_904, DRAWN: 46_080}
    assert count.all_games == 255_168
    assert (count.shortest, count.longest) == (5, 9)
    assert count.branching == 16_167 / 4520
    assert count.complete
    assert not count.cyclic


def test_tic_tac_toe_up_to_symmetry() -> None:
    count = same(TicTacToe(), symmetric=True)
    assert count.states == 765
    assert count.per_ply == (1, 3, 12, 38, 108, 174, 204, 153, 57, 15)
    assert count.terminal == {WON: 91, LOST: 44, DRAWN: 3}
    assert count.all_games == 255_168


def test_numbers_of_games_beyond_64_bits_are_exact() -> None:
    for counters in (36, 40, 150, 500):
        count = same(Ladder(), Heap(counters))
        assert count.all_games == ladder_games(counters)
        assert count.longest == counters
    assert ladder_games(36) < 2**32 < ladder_games(40) < 2**64 < ladder_games(150)
    assert ladder_games(150) < 2**256 < ladder_games(500)


def test_a_game_that_can_go_on_for_ever_has_states_but_no_number_of_games() -> None:
    count = same(Ladder(), Heap(1001))
    assert count.cyclic
    assert count.complete
    assert (count.games, count.all_games, count.longest) == (None, None, None)
    assert count.states > 2000
    assert set(count.terminal) == {WON, LOST}


def test_a_bound_keeps_what_was_found() -> None:
    for most in (1, 10, 300, 301):
        count = same(Ladder(), Heap(150), most=most)
        assert count.states == min(most, same(Ladder(), Heap(150)).states)
        assert not count.cyclic
        if not count.complete:
            assert count.games is None
    assert not count_game(Pig(), most=1000).complete  # there is no end of points at risk
    symmetric = count_game(TicTacToe(), most=82, symmetric=True)
    assert (symmetric.per_ply, symmetric.shortest) == ((1, 3, 12), None)


def test_a_terminal_state_is_a_game() -> None:
    count = same(Ladder(), Heap(0))
    assert (count.states, count.all_games, count.shortest, count.longest) == (1, 1, 0, 0)
    assert count.branching == 0


def test_chance_several_utilities_and_trees_in_plain_python() -> None:
    coins = count_game(Coins())
    assert coins.states == 50
    assert coins.games is not None
    assert list(coins.games.items()) == [((3 + n,), comb(6, n)) for n in range(7)]
    tree = count_game(parse_tree("A(B(3, 12), C(2, D(4, 1.5)))"))
    assert (tree.states, tree.all_games, tree.shortest, tree.longest) == (9, 5, 2, 3)
    nim = count_game(Nim(), symmetric=True)
    assert (nim.states, nim.all_games) == (91, 431_128)


def test_what_is_large_is_compiled() -> None:
    assert count_game(Ladder(), Heap(COUNTED_STATES), most=COUNTED_STATES).engine == "python"
    assert count_game(Ladder(), Heap(COUNTED_STATES), most=COUNTED_STATES + 1).engine == "native"


@pytest.mark.slow
@pytest.mark.parametrize(
    ("width", "height", "states"), [(4, 4, 161_029), (5, 4, 3_945_711)]
)  # fmt: skip
def test_positions_of_connect_four_as_tromp_counts_them(
    width: int, height: int, states: int
) -> None:
    count = count_game(ConnectFour(width, height))
    assert (count.states, count.engine) == (states, "native")
    if width == 4:
        assert count == count_game(ConnectFour(width, height), engine="python")
        assert same(ConnectFour(width, height), symmetric=True).states == 80_541


def interrupt(_: object) -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize("engine", ENGINES)
def test_ctrl_c_keeps_what_was_found(engine: Engine) -> None:
    count = count_game(Ladder(), Heap(10**9), engine=engine, on_progress=interrupt)
    assert count.interrupted
    assert not count.complete
    assert count.states >= 1
    assert count.games is None


def test_ctrl_c_while_a_large_game_is_compiled_keeps_what_python_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def interrupted(*_: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("adversario.counting.count.compile_game", interrupted)
    count = count_game(Ladder(), Heap(COUNTED_STATES))
    assert (count.states, count.interrupted, count.complete) == (COUNTED_STATES, True, False)
    with pytest.raises(KeyboardInterrupt):
        count_game(Ladder(), Heap(COUNTED_STATES), engine="native")


def test_json_has_it_all() -> None:
    shape = count_game(Nim((1, 2))).to_json()
    assert shape["outcomes"] == [
        {"utilities": [-1, 1], "states": 1, "games": 2},
        {"utilities": [1, -1], "states": 1, "games": 3},
    ]
    assert shape["games"] == 5
    assert shape["per_ply"] == [1, 3, 3, 1]
    assert shape["complete"] is True


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(InputError, match="most = 0"):
        count_game(Nim(), most=0)
    with pytest.raises(InputError, match="engine 'fast'"):
        count_game(Nim(), engine="fast")  # type: ignore[arg-type]
    with pytest.raises(NotCompilable):
        count_game(parse_tree("A(1, 2)"), engine="native")
    with pytest.raises(InputError, match="samples = 1"):
        estimate_tree(Nim(), samples=1)
    with pytest.raises(InputError, match="longest = 0"):
        estimate_tree(Nim(), longest=0)


# Knuth's estimator


def covers(interval: Interval, truth: int) -> bool:
    return interval.low <= truth <= interval.high


def test_the_interval_covers_the_tree_of_tic_tac_toe() -> None:
    estimate = estimate_tree(TicTacToe(), samples=50_000, seed=7)
    assert estimate.engine == "native"
    assert covers(estimate.nodes, 549_946)
    assert covers(estimate.games, 255_168)
    assert estimate.nodes.high - estimate.nodes.low < 8000
    assert estimate.games.high - estimate.games.low < 3000


def test_most_intervals_cover() -> None:
    covered = [
        covers(estimate_tree(TicTacToe(), samples=100, seed=seed, engine="python").games, 255_168)
        for seed in range(60)
    ]
    assert sum(covered) >= 52


def test_the_same_seed_gives_the_same_games_with_every_engine() -> None:
    for game, state in ((TicTacToe(), None), (Ladder(), Heap(60))):
        one, other = (
            estimate_tree(game, state, samples=200, seed=-3, engine=engine) for engine in ENGINES
        )
        assert one == other
        assert (one.engine, other.engine) == ENGINES
        assert one != estimate_tree(game, state, samples=200, seed=4)


def test_random_play_has_its_own_means() -> None:
    tree = parse_tree("A(1, B(2, 3, 4))")
    estimate = estimate_tree(tree, samples=4000, seed=2, engine="python")
    assert estimate.length == pytest.approx(1.5, abs=0.05)
    assert estimate.branching == pytest.approx(3.5 / 1.5, abs=0.05)
    assert covers(estimate.games, 4)
    assert covers(estimate.nodes, 6)
    single = estimate_tree(parse_tree("5"))
    assert (single.nodes, single.games) == (Interval(1, 1, 1), Interval(1, 1, 1))
    assert (single.branching, single.length) == (0, 0)


def test_games_that_do_not_end_are_broken_off_and_counted() -> None:
    for engine in ENGINES:
        estimate = estimate_tree(Ladder(), Heap(60), samples=50, longest=20, engine=engine)
        assert 0 < estimate.unfinished == estimate.samples
        assert estimate.games == Interval(0, 0, 0)
        assert estimate.length == 20


def test_huge_numbers_stay_whole() -> None:
    estimate = estimate_tree(Ladder(), Heap(900), samples=20, engine="python")
    assert estimate.games.mean > 10**200
    assert show_large(estimate.games.mean).count("e+") == 1
    assert show_large(123_456_789) == "123456789"
    assert str(Interval(2, 1, 3)) == "2 (1 – 3)"


def test_ctrl_c_uses_the_games_so_far() -> None:
    def after_five(progress: SamplingProgress) -> None:
        if progress.games == 5:
            raise KeyboardInterrupt

    assert estimate_tree(TicTacToe(), on_progress=after_five).samples == 5
    with pytest.raises(KeyboardInterrupt):
        estimate_tree(TicTacToe(), on_progress=interrupt)


def test_draws_are_fair() -> None:
    drawn = [draw(0, number, 3, 6) for number in range(6000)]
    assert set(drawn) == set(range(6))
    assert all(900 < drawn.count(face) < 1100 for face in range(6))


def test_messages_speak_both_languages() -> None:
    for name in ("cyclic", "bounded", "interrupted", "symmetric"):
        assert text(f"count.{name}", "en") != text(f"count.{name}", "es")
