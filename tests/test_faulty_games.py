"""Games that break the contract: every job answers rightly or names what is wrong."""

from __future__ import annotations

import signal
import traceback
import warnings
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import pytest

from adversario import Game, Limit, check_game, count_game, search
from adversario.algorithms.mcts.result import MctsResult
from adversario.base.errors import AdversarioError, GameError
from adversario.contract.checking.guard import MAX_ACTIONS
from adversario.counting.perft import perft
from adversario.counting.tree_size import estimate_tree
from adversario.native.engines.engine_choice import Engine
from adversario.native.engines.mcts import mcts
from adversario.solve.dispatch import Method, Work, solve
from adversario.solve.endgame import build_tables
from adversario.solve.impartial import nim_value
from adversario.solve.mdp.games import mdp_from_game
from tests import faulty_games
from tests.faulty_games import FAULTY, Cycle, DeadEnd, Endless, FarDeadEnd

ENGINES: list[Any] = ["python", pytest.param("native", marks=pytest.mark.needs("numba"))]
SECONDS = 120
"""No job on so small a game takes as long, however busy the machine is."""


SAMPLED = 3
"""One compiled case in this number is in every run."""


def cases(names: Collection[str], left_out: set[tuple[str, str]]) -> list[Any]:
    """Each name with each engine, but for some; most compiled ones are among the slow tests."""
    numba, slow = pytest.mark.needs("numba"), pytest.mark.slow
    interpreted = [pytest.param(name, "python") for name in names]
    compiled = [
        pytest.param(name, "native", marks=[numba] if at % SAMPLED == 0 else [numba, slow])
        for at, name in enumerate(names)
    ]
    return [each for each in interpreted + compiled if each.values not in left_out]


class EndlessJobError(Exception):
    """A job did not end."""


@contextmanager
def time_limit() -> Iterator[None]:
    def give_up(*_: object) -> None:
        raise EndlessJobError

    before = signal.signal(signal.SIGALRM, give_up)
    signal.alarm(SECONDS)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


def search_twice(game: Game[Any, Any], engine: Engine) -> Any:
    search(game, limit=Limit(depth=4), engine=engine)
    found = search(game, limit=Limit(depth=12), engine=engine)
    return found.value if found.proven else None


def simulate(game: Game[Any, Any], engine: Engine) -> Any:
    # A simulation of a game without end is as long as a thousand of others.
    simulations = 10 if isinstance(game, Endless | Cycle) else 300
    found = mcts(game, simulations=simulations, engine=engine)
    return found.value if found.proven else None


def check(game: Game[Any, Any], engine: Engine) -> None:
    check_game(game, playouts=20, longest=100)


JOBS: Mapping[str, Callable[[Game[Any, Any], Engine], Any]] = {
    "check": check,
    "search": search_twice,
    "solve": lambda game, engine: solve(game, work=Work(engine=engine, most=5_000)).value,
    "mcts": simulate,
}


def result_of(job: str, game: Game[Any, Any], engine: Engine) -> Any:
    """What the job answers, or the error that a user would read."""
    try:
        with time_limit(), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return JOBS[job](game, engine)
    except AdversarioError as error:
        return error
    except Exception as error:
        # The command line reports errors of a user's file with the line.
        files = [frame.filename for frame in traceback.extract_tb(error.__traceback__)]
        if faulty_games.__file__ not in files:
            raise
        return error


# Compiled code refuses numbers beyond 64 bits: tests/native/engines/test_beyond_64_bits.py.
@pytest.mark.parametrize(
    ("name", "engine"),
    cases(FAULTY, {(name, "native") for name, faulty in FAULTY.items() if faulty.arithmetic}),
)  # fmt: skip
def test_every_job_answers_rightly_or_names_the_fault(name: str, engine: Engine) -> None:
    faulty = FAULTY[name]
    for job in JOBS:
        found = result_of(job, faulty.make(), engine)
        if faulty.noticed_by(job):
            assert isinstance(found, Exception), f"{job}: {found}"
        elif not isinstance(found, Exception):
            assert faulty.value is None or found in (None, faulty.value), f"{job}: {found}"
        elif engine == "python" and not faulty.noticed:  # the fault matters to no job
            assert faulty.arithmetic, f"{job}: {found}"


# Dead ends: a state that is not terminal and has no actions is named.

METHODS: tuple[Method, ...] = ("table", "alphabeta", "proof")


class BoundedDeadEnd(FarDeadEnd):
    """With the bounds that some methods need."""

    utility_bounds = (-1, 1)


class NearDeadEnd(BoundedDeadEnd):
    """Close enough for a tree in plain Python."""

    def initial(self) -> Any:
        return faulty_games.At(392, 0)


DEAD_END_JOBS: Mapping[str, Callable[[Game[Any, Any], Engine], Any]] = {
    **{
        method: lambda game, engine, method=method: solve(  # type: ignore[misc]
            game, method=method, work=Work(engine=engine)
        )
        for method in METHODS
    },
    "count": lambda game, engine: count_game(game, engine=engine),
    "tree": lambda game, engine: estimate_tree(game, samples=200, engine=engine),
    "mcts": lambda game, engine: mcts(game, simulations=300, engine=engine),
}


@pytest.mark.parametrize(
    ("job", "engine"),
    cases(DEAD_END_JOBS, {("alphabeta", "python")}),  # which is compiled only
)  # fmt: skip
def test_a_dead_end_is_named_by_every_method(job: str, engine: Engine) -> None:
    game = NearDeadEnd() if (job, engine) == ("proof", "python") else BoundedDeadEnd()
    with time_limit(), pytest.raises(GameError, match="398"):
        DEAD_END_JOBS[job](game, engine)


@pytest.mark.parametrize("engine", ENGINES)
def test_perft_names_a_dead_end(engine: Engine) -> None:
    assert perft(FarDeadEnd(), 1, engine=engine) == 2  # compiled, with the beginning in view
    start = faulty_games.At(390, 0)
    assert perft(FarDeadEnd(), 4, start, engine=engine) == 16
    for depth in (5, 9):
        with pytest.raises(GameError, match="398"):
            perft(FarDeadEnd(), depth, start, engine=engine)


def test_nim_values_name_a_dead_end() -> None:
    with pytest.raises(GameError, match="sum=5"):
        nim_value(DeadEnd())


@pytest.mark.needs("numba")
def test_endgame_tables_name_a_dead_end(tmp_path: Any) -> None:
    with pytest.raises(GameError, match="398"):
        build_tables(BoundedDeadEnd(), tmp_path)


class AloneDeadEnd(FarDeadEnd):
    players = 1
    zero_sum = False

    def player(self, state: Any) -> Any:
        return 0

    def utility(self, state: Any, player: int) -> Any:
        return 1


@pytest.mark.parametrize("engine", ENGINES)
def test_a_decision_process_names_a_dead_end(engine: Engine) -> None:
    with pytest.raises(GameError, match="398"):
        mdp_from_game(AloneDeadEnd(), engine=engine)


# Endless play and endless actions.


@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("name", ["Endless", "Cycle"])
def test_simulations_of_endless_games_are_cut_and_say_so(name: str, engine: Engine) -> None:
    with time_limit():
        found = mcts(FAULTY[name].make(), simulations=20, engine=engine)
    assert isinstance(found, MctsResult)
    assert found.simulations == found.endless == 20
    assert found.to_json()["endless"] == 20
    assert not found.proven
    assert found.value == 0  # the evaluation where they were cut


def test_the_limit_of_a_rollout_can_be_set() -> None:
    found = mcts(Endless(), simulations=20, rollout_depth=50, engine="python")
    assert (found.statistics.evaluations, found.endless) == (20, 0)  # as asked for


def test_endless_actions_are_named_with_the_limit() -> None:
    with pytest.raises(GameError, match=rf"more than {MAX_ACTIONS} actions"):
        search(faulty_games.EndlessActions(), limit=Limit(depth=2), engine="python")
