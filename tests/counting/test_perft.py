from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from time import perf_counter
from typing import Any

import pytest

from adversario.base.errors import InputError
from adversario.counting.perft import Perft, PerftProgress, perft, perft_divide, run_perft
from adversario.game import Game
from adversario.games import ConnectFour, Nim, Pig, TicTacToe
from adversario.native.compiler.compile import compile_game
from adversario.native.compiler.problems import InterpretedWarning, NotCompilable
from adversario.native.kernels.count import perft as kernel
from adversario.native.tabulated.table import TableFullError
from adversario.native.tabulated.view import drop_table
from tests.native.samples import Capped, Coins, Corners, Heap, Subtraction, TakeAway

CONNECT_FOUR = [1, 7, 49, 343, 2401, 16807, 117649, 823536, 5673234]
TICTACTOE = [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]


def test_the_figures_that_everybody_finds() -> None:
    assert [perft(TicTacToe(), depth, engine="native") for depth in range(10)] == TICTACTOE
    assert [perft(ConnectFour(), depth, engine="native") for depth in range(9)] == CONNECT_FOUR


def test_plain_python_finds_them_too() -> None:
    assert [perft(TicTacToe(), depth, engine="python") for depth in range(8)] == TICTACTOE[:8]
    assert [perft(ConnectFour(), depth, engine="python") for depth in range(6)] == CONNECT_FOUR[:6]


@pytest.mark.parametrize(
    ("game", "depth"),
    [
        (ConnectFour(8, 7), 5),
        (ConnectFour(32, 1), 3),
        (ConnectFour(4, 4), 7),
        (Nim(), 5),
        (Nim((2, 1, 2, 3), misere=True), 6),
        (Pig(20, 3), 9),
        (TakeAway(), 7),
        (Subtraction(), 7),
        (Subtraction(40, tuple(range(1, 20))), 3),
        (Capped(), 7),
        (Corners(), 3),
        (Coins(), 6),
    ],
    ids=lambda value: getattr(value, "name", value),
)
def test_both_engines_count_the_same(game: Game[Any, Any], depth: int) -> None:
    native = [perft(game, plies, engine="native") for plies in range(depth + 1)]
    assert native == [perft(game, plies, engine="python") for plies in range(depth + 1)]


def test_each_first_action_has_its_share() -> None:
    shares = perft_divide(ConnectFour(), 6, engine="native")
    assert shares == perft_divide(ConnectFour(), 6, engine="python")
    assert sum(shares.values()) == CONNECT_FOUR[6]
    assert list(shares) == [3, 2, 4, 1, 5, 0, 6]


def test_a_state_may_be_given_even_with_fewer_heaps() -> None:
    game = Nim()
    state = game.parse_position("2-2 2")
    assert perft(game, 3, state, engine="native") == perft(game, 3, state, engine="python")


def test_a_state_of_another_form_is_refused() -> None:
    compiled = compile_game(Nim(), kernel)
    with pytest.raises(InputError, match="another form"):
        compiled.encode(Nim((1, 2)).initial())


def test_depths_and_engines_are_checked() -> None:
    with pytest.raises(InputError):
        perft(Nim(), -1)
    with pytest.raises(InputError):
        perft_divide(Nim(), 0)
    with pytest.raises(InputError):
        perft(Nim(), 1, engine="fast")  # type: ignore[arg-type]


class Listing(TakeAway):
    """Does not compile."""

    def actions(self, state: Heap) -> Iterable[int]:
        with suppress(ValueError):
            return [1, 2]
        return [1]


def test_what_does_not_compile_is_counted_by_a_table() -> None:
    assert run_perft(Listing(), 3) == Perft(8, None, "tabulated", 0.0)
    assert run_perft(Listing(), 3).engine == "tabulated"


def test_what_does_not_compile_is_interpreted_without_room_for_a_table_and_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def full(*_: Any) -> None:
        raise TableFullError("tabulated.full", game="Listing", states=1, mib=1)

    monkeypatch.setattr("adversario.native.tabulated.table.StateTable._append", full)
    drop_table(Listing())
    with pytest.warns(InterpretedWarning, match="Listing has more states"):
        assert run_perft(Listing(), 3).engine == "python"
    with pytest.raises(NotCompilable, match=r"Listing\.actions"):
        perft(Listing(), 3, engine="native")


def test_who_watches_is_told_and_can_stop_it() -> None:
    def interrupt(_: object) -> None:
        raise KeyboardInterrupt

    started = perf_counter()
    with pytest.raises(KeyboardInterrupt):  # the whole would take hours
        run_perft(ConnectFour(), 16, engine="native", on_progress=interrupt)
    with pytest.raises(KeyboardInterrupt):
        run_perft(ConnectFour(), 16, engine="python", on_progress=interrupt)
    assert perf_counter() - started < 30
    told: list[PerftProgress] = []
    run_perft(ConnectFour(), 5, engine="python", divide=True, on_progress=told.append)
    counts = [progress.sequences for progress in told]
    assert counts == sorted(counts)
    assert counts[-1] == CONNECT_FOUR[5]


def test_the_engine_and_the_speed_are_told() -> None:
    found = run_perft(TicTacToe(), 6, engine="native", divide=True)
    assert (found.sequences, found.engine) == (TICTACTOE[6], "native")
    assert found == run_perft(TicTacToe(), 6, engine="python", divide=True)
    assert found.per_second > 0
    assert run_perft(TicTacToe(), 0, engine="python").divide is None
