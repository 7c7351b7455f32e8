"""Jobs that grow end before memory is full, with words."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from adversario import Limit, count_game, make_game
from adversario.base.process import memory
from adversario.base.process.memory import NotEnoughMemoryError
from adversario.native.engines.engine_choice import Engine
from adversario.native.engines.enhanced.enhancements import Enhancements
from adversario.native.engines.enhanced.search import native_alphabeta
from adversario.native.engines.mcts import mcts
from adversario.solve.dispatch import Work, solve
from adversario.solve.exact import ExactSolver
from adversario.solve.mdp.games import mdp_from_game
from adversario.solve.proof import Prover
from tests.faulty_games import At, Race

NATIVE: Any = pytest.param("native", marks=pytest.mark.needs("numba"))


class LongRace(Race):
    """A race of some 80,000 states."""

    utility_bounds = (-1, 1)

    def is_terminal(self, state: Any) -> Any:
        return state.sum >= 40_000


class LongRaceAlone(LongRace):
    players = 1
    zero_sum = False

    def player(self, state: Any) -> Any:
        return 0


@pytest.fixture
def little(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine with 15 MiB free."""
    monkeypatch.setattr(memory, "free_memory", lambda: 15 << 20)


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    """A machine with 100 KiB free."""
    monkeypatch.setattr(memory, "free_memory", lambda: 100 << 10)


@pytest.mark.usefixtures("tiny")
@pytest.mark.parametrize("engine", ["python", NATIVE])
def test_a_table_of_states_stops_at_a_number_of_states(engine: Engine) -> None:
    with pytest.raises(NotEnoughMemoryError, match=r"stopped at \d+ states?: .* 0 MiB are free"):
        solve(LongRace(), method="table", work=Work(engine=engine, most=10**9))


@pytest.mark.needs("numba")
@pytest.mark.usefixtures("tiny")
def test_an_exploration_that_stops_is_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    work = Work(engine="native", save=tmp_path / "race.npz")
    with pytest.raises(NotEnoughMemoryError):
        solve(LongRace(), method="table", work=work)
    assert work.save is not None
    assert work.save.exists()
    monkeypatch.setattr(memory, "free_memory", lambda: None)
    resumed = solve(LongRace(), method="table", work=work)
    fresh = solve(LongRace(), method="table", work=Work(engine="native"))
    assert (resumed.value, resumed.distance) == (fresh.value, fresh.distance) == (-1, 26_667)


@pytest.mark.usefixtures("tiny")
@pytest.mark.parametrize("engine", ["python", NATIVE])
def test_a_decision_process_stops_at_a_number_of_states(engine: Engine) -> None:
    with pytest.raises(NotEnoughMemoryError, match="stopped at"):
        mdp_from_game(LongRaceAlone(), engine=engine)


@pytest.mark.usefixtures("little")
def test_a_count_ends_with_what_it_has() -> None:
    found = count_game(LongRace(), engine="python")
    assert found.short_of_memory
    assert not found.complete
    assert found.to_json()["short_of_memory"] is True


@pytest.mark.needs("numba")
def test_a_compiled_count_ends_with_what_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "free_memory", lambda: 15 << 20)
    found = count_game(make_game("connect4"), engine="native", most=20_000_000)
    assert found.short_of_memory
    assert not found.complete
    assert 0 < found.states < 20_000_000


TABLES: list[Callable[[], Any]] = [
    lambda: native_alphabeta(
        LongRace(), limit=Limit(depth=2), enhancements=Enhancements(table_mib=100_000)
    ),
    lambda: ExactSolver(LongRace(), table_mib=100_000),
    lambda: Prover(LongRace(), table_mib=100_000).prove(At(0, 0), 0, 1),
    lambda: mcts(LongRace(), simulations=10, memory_mib=100_000, engine="native"),
]


@pytest.mark.needs("numba")
@pytest.mark.usefixtures("little")
@pytest.mark.parametrize("make", TABLES)
def test_a_table_that_does_not_fit_is_refused(make: Callable[[], Any]) -> None:
    with pytest.raises(NotEnoughMemoryError, match=r"GiB does not fit: 15 MiB"):
        make()


@pytest.mark.usefixtures("little")
def test_a_tree_that_does_not_fit_is_refused() -> None:
    with pytest.raises(NotEnoughMemoryError, match=r"does not fit"):
        mcts(LongRace(), simulations=10, memory_mib=100_000, engine="python")


@pytest.mark.needs("numba")
@pytest.mark.skipif(sys.platform != "linux", reason="the address space is limited on Linux only")
def test_a_table_beyond_the_limit_of_the_shell_is_bad_input() -> None:
    script = (
        "import resource\nfrom adversario.cli import main\n"
        "resource.setrlimit(resource.RLIMIT_AS, (6 << 30, 6 << 30))\n"
        "main(['analyse', 'tictactoe', '--table', '100000', '--engine', 'native'])"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, check=False
    )
    assert done.returncode == 2, done.stderr
    assert "does not fit" in done.stderr
    assert "Traceback" not in done.stderr
