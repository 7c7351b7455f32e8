"""`player` is not needed in a finished state: it may raise, or return no player at all."""

from __future__ import annotations

from pathlib import Path
from typing import Any, NamedTuple

import pytest

from adversario import (
    Game,
    Limit,
    analyse,
    check_game,
    check_parity,
    record,
    search,
)
from adversario.algorithms.core.algorithm import ALGORITHMS
from adversario.algorithms.core.requirements import objections
from adversario.game import mover_of
from adversario.native.engines.dispatch import COMPILED
from adversario.native.engines.mcts import mcts
from adversario.render.text import text_tree
from adversario.solve.dispatch import solve
from adversario.solve.exact import solve_exact
from adversario.solve.proof import solve_proof
from adversario.tuples import replaced
from tests.cli.conftest import run
from tests.corpus import CORPUS, Entry
from tests.require import needs

__all__ = ["run"]

FILES = Path(__file__).parents[1] / "corpus"
CHOMP = f"{FILES / 'student/chomp.py'}:Chomp"
COINS = f"{FILES / 'teacher/coin_or_die.py'}:CoinOrDie"
RAISING = [entry for entry in CORPUS if "chomp" in entry.path or "coin_or_die" in entry.path]


class Heaps(NamedTuple):
    stones: tuple[int, ...]
    turn: int


class Nobody(Game[Heaps, int]):
    """A game that compiles, and in which -1 is to move when the game is over."""

    utility_bounds = (-1, 1)

    def initial(self) -> Heaps:
        return Heaps((2, 3), 0)

    def player(self, state: Heaps) -> int:
        return -1 if self.is_terminal(state) else state.turn

    def actions(self, state: Heaps) -> Any:
        for heap in range(2):
            for taken in range(1, state.stones[heap] + 1):
                yield 10 * heap + taken

    def result(self, state: Heaps, action: int) -> Heaps:
        heap = action // 10
        left = state.stones[heap] - action % 10
        return Heaps(replaced(state.stones, heap, left), 1 - state.turn)

    def is_terminal(self, state: Heaps) -> bool:
        return sum(state.stones) == 0

    def utility(self, state: Heaps, player: int) -> int:
        return -1 if player == state.turn else 1


def finished(game: Game[Any, Any]) -> Any:
    state = game.initial()
    while not game.is_terminal(state):
        state = game.result(state, next(iter(game.legal(state))))
    return state


def fitting(game: Game[Any, Any]) -> list[str]:
    return [name for name in ALGORITHMS if not objections(game, name)]


def test_the_mover_of_a_finished_state_is_a_player() -> None:
    game = RAISING[0].make()
    with pytest.raises(ValueError, match="eaten"):
        game.player(finished(game))
    assert mover_of(game, finished(game)) == 0
    assert mover_of(Nobody(), finished(Nobody())) == 0
    assert mover_of(game, game.initial()) == game.player(game.initial())


def test_errors_in_other_states_are_not_hidden() -> None:
    class Broken(Nobody):
        def player(self, state: Heaps) -> int:
            raise KeyError("turn")

    with pytest.raises(KeyError):
        mover_of(Broken(), Broken().initial())


@pytest.mark.parametrize("entry", RAISING, ids=str)
def test_interpreted_searches(entry: Entry) -> None:
    game = entry.make()
    for name in fitting(game):
        limit = Limit(nodes=200) if name == "mcts" else Limit(depth=4)
        assert search(game, algorithm=name, limit=limit, engine="python").action is not None
        over = search(game, finished(game), algorithm=name, limit=limit, engine="python")
        assert over.action is None
    assert record(game, limit=Limit(depth=3))[1].events
    assert analyse(game, limit=Limit(depth=3), engine="python").depth == 3


COMMON = ("alphabeta", "minimax", "maxn", "mcts")
"""The searches that are compiled in every run; each of the others takes seconds."""


@needs("numba")
@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=() if name in COMMON else pytest.mark.slow)
        for name in fitting(Nobody())
    ],
)
def test_compiled_searches(name: str) -> None:
    game = Nobody()
    limit = Limit(nodes=200) if name == "mcts" else Limit(depth=4)
    found = search(game, algorithm=name, limit=limit, engine="native")
    assert found.value == search(game, algorithm=name, limit=limit, engine="python").value
    assert name in COMPILED


@needs("numba")
def test_compiled_solvers() -> None:
    game = Nobody()
    assert check_parity(game, playouts=5) > 5
    assert check_game(game, playouts=5).compared
    assert analyse(game, engine="native").value == 1
    assert analyse(game, engine="native", lines=2).lines[0].value == 1
    assert solve_exact(game, find="all").value == 1
    assert {each.value for each in solve_exact(game, find="all").scores} == {-1, 1}
    assert solve_proof(game).value == 1
    assert mcts(game, limit=Limit(nodes=500), engine="native").value == 1
    assert solve(game).score == 1


@pytest.mark.filterwarnings("ignore::adversario.native.compiler.problems.InterpretedWarning")
@pytest.mark.parametrize(
    "command",
    [
        ("check", CHOMP, "--playouts", "5"),
        ("check", COINS, "--playouts", "5"),
        ("search", CHOMP, "--depth", "4"),
        ("search", COINS, "--depth", "4"),
        ("search", CHOMP, "1a"),
        ("search", CHOMP, "--algorithm", "mcts", "--nodes", "100", "--engine", "python"),
        pytest.param(
            ("search", CHOMP, "--algorithm", "mcts", "--nodes", "100"), marks=pytest.mark.slow
        ),
        ("trace", CHOMP, "--depth", "2"),
        ("trace", COINS, "--depth", "9", "--algorithm", "expectiminimax"),
        ("draw", CHOMP, "2a 1b", "--depth", "3"),
        ("draw", CHOMP, "2a 1b", "--depth", "3", "--algorithm", "alphabeta"),
        ("compare", CHOMP, "2a", "--depth", "4"),
        ("analyse", CHOMP, "--depth", "4", "--engine", "python"),
        pytest.param(("analyse", CHOMP, "--depth", "4"), marks=pytest.mark.slow),
        ("analyse", CHOMP, "1a"),
        ("solve", CHOMP),
        ("solve", CHOMP, "1a"),
        ("solve", CHOMP, "1a", "--json"),
        ("solve", CHOMP, "--method", "proof", "--engine", "python"),
        pytest.param(("solve", CHOMP, "--method", "proof"), marks=pytest.mark.slow),
        ("solve", CHOMP, "1a", "--method", "proof"),
        ("count", CHOMP),
        ("count", COINS),
        ("perft", CHOMP, "3"),
        ("match", "--game", CHOMP, "random", "minimax", "--games", "2"),
        ("match", "--game", COINS, "random", "expectiminimax", "--games", "2"),
        ("doctor", CHOMP),
    ],
    ids=" ".join,
)
def test_commands(run: Any, command: tuple[str, ...]) -> None:
    done = run(*command, "--lang", "en")
    assert done.code == 0, done.err
    assert done.out


def test_pictures_of_the_tree() -> None:
    from adversario.trace.tree import game_tree

    game = RAISING[0].make()
    state = game.parse_position("2a 1b")
    assert text_tree(game_tree(game, state, depth=2))
