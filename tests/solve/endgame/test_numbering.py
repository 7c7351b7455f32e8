"""Endgame tables of games that do not number their positions."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import pytest

from adversario import Game, analyse
from adversario.base.errors import InputError, UnsuitableGameError
from adversario.contract.numbering import Numbered
from adversario.games import Pig, TicTacToe
from adversario.games.lines.morris import Morris
from adversario.native.engines.endgame import form_of
from adversario.solve.endgame import Tables, build_tables, numbering, open_tables, verify_tables
from adversario.solve.endgame.numbering import number_positions
from adversario.solve.states.graph import explore
from adversario.solve.table import solve_all

CELLS = TicTacToe()


class Bare(Morris):
    """A game with cycles, without its hints."""

    layer: Any = Numbered.layer
    layer_name, layer_size = Numbered.layer_name, Numbered.layer_size
    index: Any = Numbered.index
    unindex: Any = Numbered.unindex

    def layers(self, pieces: int = 0) -> Iterator[int]:
        return iter(())


class Written(Game[str, str]):
    """Rules that do not compile: take one or two from the end of a word; who takes the last wins.

    An `a` may be turned into a `b` and back, so that play need not end.
    """

    turned: ClassVar[dict[str, str]] = {"a": "b", "b": "a"}

    def initial(self) -> str:
        return "0aaaa"

    def player(self, state: str) -> int:
        return int(state[0])

    def actions(self, state: str) -> Iterator[str]:
        yield from ("one", "two")[: len(state) - 1]
        yield "turn"

    def result(self, state: str, action: str) -> str:
        other = "1" if state[0] == "0" else "0"
        if action == "turn":
            return other + state[1:-1] + self.turned[state[-1]]
        return other + state[1 : -1 if action == "one" else -2]

    def is_terminal(self, state: str) -> bool:
        return len(state) == 1

    def utility(self, state: str, player: int) -> int:
        return 1 if player != int(state) else -1


@pytest.fixture(scope="module")
def cells(tmp_path_factory: pytest.TempPathFactory) -> Tables[Any, Any]:
    return build_tables(CELLS, tmp_path_factory.mktemp("cells"), metric="dtw")


def score(game: Game[Any, Any], table: Any, state: Any) -> Any:
    """What a solved table says a state is worth to who moves."""
    worth = table.value(state)
    return worth if game.player(state) == 0 else -worth


def states_of(game: Game[Any, Any]) -> list[Any]:
    graph = explore(game, game.initial(), symmetric=False, engine="python", most=None)
    return [graph.index.state(number) for number in range(len(graph.index))]


def test_all_states_have_the_values_of_a_solved_table(cells: Tables[Any, Any]) -> None:
    solved = solve_all(CELLS)
    states = states_of(CELLS)
    assert len(states) == 5478
    for state in states:
        found = cells.probe(state)
        assert found is not None
        assert found.value == score(CELLS, solved, state)
    (checked,) = verify_tables(cells).values()
    assert (checked.positions, checked.longest) == (5478, 5)


@pytest.mark.parametrize("step", [5, pytest.param(1, marks=pytest.mark.slow)])
def test_a_list_gives_the_same_tables_as_the_hints(tmp_path: Path, step: int) -> None:
    """The values of all states are compared, and the best actions of every fifth."""
    hinted = build_tables(Morris(), tmp_path / "hinted", metric="dtw")
    listed = build_tables(Bare(), tmp_path / "listed", metric="dtw")
    states = states_of(Bare())
    assert {listed.probe(state) for state in states} > {hinted.probe(Morris().initial())}
    for number, state in enumerate(states):
        assert listed.probe(state) == hinted.probe(state)
        if number % step == 0 and not Morris().is_terminal(state):
            assert listed.best_actions(state) == hinted.best_actions(state)
    verify_tables(listed)


def test_rules_need_not_compile(tmp_path: Path) -> None:
    tables = build_tables(Written(), tmp_path, metric="dtw")
    solved = solve_all(Written())
    for state in states_of(Written()):
        found = tables.probe(state)
        assert found is not None
        assert found.value == score(Written(), solved, state)
    verify_tables(tables)
    assert tables.probe("0bbbbbb") is None


def test_states_have_the_same_numbers_whoever_lists_them() -> None:
    first, second = (
        explore(CELLS, CELLS.initial(), symmetric=False, engine=engine, most=None)
        for engine in ("native", "python")
    )
    assert len(first.index) == len(second.index) == 5478
    for number in range(5478):
        assert first.index.state(number) == second.index.state(number)


def test_tables_are_opened_again_and_not_taken_for_another_game_s(cells: Tables[Any, Any]) -> None:
    again = open_tables(TicTacToe(), cells.folder)
    assert again.probe(CELLS.initial()) == cells.probe(CELLS.initial())
    with pytest.raises(InputError, match="no endgame tables of Morris"):
        open_tables(Morris(), cells.folder)
    with pytest.raises(InputError, match="made for something else"):
        open_tables(TicTacToe(win=10), cells.folder)


def test_compiled_search_says_that_it_cannot_look_into_them(cells: Tables[Any, Any]) -> None:
    with pytest.raises(InputError, match="numbers from a list"):
        analyse(CELLS, tables=cells)


def test_what_cannot_be_listed_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(numbering, "MAX_LISTED_STATES", 5000)
    with pytest.raises(InputError, match="more than 5000 positions"):
        number_positions(CELLS)
    with pytest.raises(UnsuitableGameError):
        number_positions(Pig())
    assert number_positions(Morris()).name == "Morris"


def test_a_list_has_no_numbers_of_pieces(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="no layer of at most 3 pieces"):
        build_tables(CELLS, tmp_path, pieces=3)
    assert not list(tmp_path.iterdir())


def test_a_game_may_have_a_listing_of_its_own() -> None:
    game = Morris()
    vars(game)["listing"] = ("a", "b")
    assert form_of(game) is game
    assert number_positions(game) is game
