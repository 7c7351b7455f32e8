"""The examples: short, sound, and searched with the node counts that others agree on."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

import pytest

from adversario import Game, Result, alphabeta, check_game, maxn, minimax, paranoid, search
from adversario.cli import main

EXAMPLES = Path(__file__).parent.parent / "examples"
FILES = sorted(EXAMPLES.glob("*.py"))


def example(name: str) -> Game[Any, Any]:
    """The game of that file."""
    path = EXAMPLES / f"{name}.py"
    spec = spec_from_file_location(f"examples_{name}", path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    classes = [
        kind
        for kind in vars(module).values()
        if isinstance(kind, type) and issubclass(kind, Game) and kind.__module__ == spec.name
    ]
    (only,) = classes
    game: Game[Any, Any] = only()
    return game


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_example_keeps_the_contract(path: Path) -> None:
    report = check_game(example(path.stem), playouts=200)
    assert report.terminal_states == 200


# A search that takes a while on a busy machine says that such a game does not compile.
@pytest.mark.filterwarnings("ignore::adversario.native.compiler.problems.InterpretedWarning")
@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
@pytest.mark.parametrize("command", ["check", "search"])
def test_the_command_line_runs_every_example(
    command: str, path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    limit = ["--depth", "5"] if (command, path.stem) == ("search", "drop") else []
    with pytest.raises(SystemExit) as ended:
        main([command, str(path), *limit])
    assert ended.value.code in (0, None)
    assert capsys.readouterr().out


def test_tictactoe_takes_at_most_40_lines() -> None:
    lines = (EXAMPLES / "tictactoe.py").read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 40
    assert max(map(len, lines)) <= 100


@pytest.fixture(scope="module")
def minimax_result() -> Result[Any, Any]:
    """One full run, which several tests look at."""
    return minimax(example("tictactoe"))


def test_full_alphabeta_visits_18297_nodes() -> None:
    result = alphabeta(example("tictactoe"))
    assert (result.statistics.nodes, result.value, result.proven) == (18_297, 0, True)


def test_full_minimax_visits_549946_nodes(minimax_result: Result[Any, Any]) -> None:
    assert minimax_result.statistics.nodes == 549_946
    assert (minimax_result.value, minimax_result.proven) == (0, True)


def test_alphabeta_and_minimax_agree(minimax_result: Result[Any, Any]) -> None:
    result = alphabeta(example("tictactoe"))
    assert result.action == minimax_result.action
    assert result.best_actions == minimax_result.best_actions == tuple(range(9))


@pytest.mark.parametrize("counters", range(1, 13))
def test_take_away_is_lost_on_multiples_of_four(counters: int) -> None:
    game = example("take_away")
    result = search(game, game.initial()._replace(left=counters))
    assert result.value == (-1 if counters % 4 == 0 else 1)


def test_three_players_rely_on_a_tie_that_paranoid_search_does_not_trust() -> None:
    game = example("three_players")
    assert maxn(game).value == (1, 0, 0)
    assert paranoid(game).value == 0
