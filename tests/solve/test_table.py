"""Strong solutions against brute force, published counts and each other."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings

from adversario import InputError, UnsuitableGameError, make_game
from adversario.base.formats.arrays import read_npz
from adversario.game import Game
from adversario.native.kernels.solve.explore import Exploration
from adversario.solve.files import HEADER, read_header
from adversario.solve.retrograde import solve_backwards
from adversario.solve.states.graph import EXPLORATION, explore
from adversario.solve.table import Table, load_table, solve_all
from adversario.trees import Tree, parse_tree
from tests import brute
from tests.require import needs
from tests.solve.perfect import Drawn, TugOfWar, drawn_games, perfect, reachable
from tests.strategies import tuple_trees, two_sided_trees

compiled = needs("numba")


def assert_perfect(game: Game[Any, Any], table: Table[Any, Any]) -> None:
    expected = perfect(game)
    assert {s: (table.value(s), table.distance(s)) for s in expected} == expected
    for state in expected:
        if not game.is_terminal(state):
            after = game.result(state, table.best_actions(state)[0])
            value, distance = expected[state]
            assert expected[after].value == value
            assert distance is None or expected[after].distance == distance - 1


@given(drawn_games())
def test_any_graph_is_solved_as_by_brute_force(game: Drawn) -> None:
    table = solve_all(game)
    assert len(table) == len(reachable(game))
    assert_perfect(game, table)


@compiled
@settings(max_examples=50)
@given(drawn_games())
def test_the_compiled_solution_of_a_graph_is_the_interpreted_one(game: Drawn) -> None:
    assert_both_engines_agree(game)


@compiled
@settings(max_examples=50)
@given(drawn_games(cyclic=False))
def test_and_so_is_that_of_max_n(game: Drawn) -> None:
    game.zero_sum = False
    assert_both_engines_agree(game)


def assert_both_engines_agree(game: Drawn) -> None:
    import numpy as np

    graph = explore(game, game.initial(), symmetric=False, engine="python", most=None)
    plain = solve_backwards(game, graph)
    for name in ("ends", "targets", "kinds", "movers"):
        kind = np.int64 if name == "ends" else np.int8 if name == "movers" else np.int32
        setattr(graph, name, np.array(getattr(graph, name), kind))
    graph.engine = "native"
    native = solve_backwards(game, graph)
    assert native.values == plain.values
    for one, other in zip(native[1:4], plain[1:4], strict=True):
        assert one.tolist() == other


@given(two_sided_trees(alternating=False))
def test_trees_are_solved_as_by_brute_force(tree: Tree) -> None:
    assert solve_all(tree).value() == brute.two_sided(tree.root)


@given(tuple_trees())
def test_many_players_get_what_max_n_gives_them(tree: Tree) -> None:
    assert solve_all(tree).value() == brute.vector(tree.root, 3)


ENGINES = ["python", pytest.param("native", marks=compiled)]


@pytest.mark.parametrize("engine", ENGINES)
def test_tictactoe(engine: Any) -> None:
    game = make_game("tictactoe")
    whole = solve_all(game, symmetric=False)
    assert len(whole) == 5478  # as published, and 765 up to symmetry
    folded = solve_all(game, engine=engine)
    assert (len(folded), folded.engine) == (765, engine)
    assert folded.symmetric
    if engine == "python":
        assert_perfect(game, whole)
    assert (folded.value(), folded.distance()) == (0, 9)
    for state in whole:
        assert folded.value(state) == whole.value(state)
        assert folded.distance(state) == whole.distance(state)
    # 138 ways that a game can end up to symmetry: 91 won by X, 44 by O, 3 drawn (as published).
    ends = [folded.value(state) for state in folded if game.is_terminal(state)]
    assert [ends.count(value) for value in (1, -1, 0)] == [91, 44, 3]


@compiled
def test_a_compiled_game_that_returns_to_states() -> None:
    game = TugOfWar()
    for engine in ("python", "native"):
        table = solve_all(game, engine=engine)
        assert_perfect(game, table)
        assert None in {table.distance(state) for state in table}


@pytest.mark.parametrize(
    ("name", "states", "value"),
    [
        ("nim:heaps=1-2-3", None, -1),
        ("nim:heaps=3-4-5", None, 1),
        # 11 to 3, and the two empty squares are the winner's.
        ("othello:size=4,score=discs", None, -10),
        ("kalah:houses=3,seeds=2", None, 1),  # Irving, Donkers and Uiterwijk (2000)
        ("hex:size=3,swap=no", None, 1),
        pytest.param("connect4:width=4,height=4,score=stones", 161029, 0, marks=compiled),  # Tromp
    ],
)
def test_known_values(name: str, states: int | None, value: int) -> None:
    table = solve_all(make_game(name), symmetric=states is None)
    assert table.value() == value
    assert states is None or len(table) == states


@pytest.mark.slow
@compiled
@pytest.mark.parametrize(
    ("name", "states", "value"),
    [
        ("connect4:width=4,height=5", 1706255, 0),  # Tromp
        ("kalah:houses=4,seeds=3", 5193524, 1),
        ("hex:size=4,swap=no", 9386235, 1),
    ],
)
def test_large_tables(name: str, states: int, value: int) -> None:
    table = solve_all(make_game(name), symmetric=False)
    assert (len(table), table.value()) == (states, value)


def test_what_a_table_tells() -> None:
    game = make_game("tictactoe")
    table = solve_all(game)
    state = game.parse_position("XO./.X./...")
    assert [game.action_name(state, a) for a in table.best_actions(state)] == ["8"]
    assert table.ply(state) == 3
    assert {rated.value for rated in table.ratings(state)} == {1}
    assert sum(table.counts().values()) == 765
    assert [sum(counts.values()) for counts in table.by_ply()][:4] == [1, 3, 12, 38]
    assert table.by_ply()[0] == {-1: 0, 0: 1, 1: 0}
    answer = table.to_json(states=True)
    assert len(answer["table"]) == 765
    assert answer["table"]["XO./.X./..."]["best"] == ["8"]
    elsewhere = game.parse_position("0 1 2")
    with pytest.raises(InputError, match="no state"):
        solve_all(game, state).value(elsewhere)


def test_a_policy_never_loses() -> None:
    game = make_game("tictactoe")
    for player in (0, 1):
        policy = solve_all(game).policy(player)
        assert len(policy) == sum(1 for _ in policy)
        with pytest.raises(KeyError):
            policy[game.parse_position("XXX/OO./...")]
        todo = [game.initial()]
        while todo:
            state = todo.pop()
            if game.is_terminal(state):
                assert game.utility(state, player) >= 0
            elif game.player(state) == player:
                todo.append(game.result(state, policy[state]))
            else:
                todo += [game.result(state, action) for action in game.actions(state)]


@pytest.mark.parametrize("engine", ENGINES)
def test_tables_on_disk(engine: Any, tmp_path: Path) -> None:
    game, file = make_game("tictactoe"), tmp_path / "table.npz"
    table = solve_all(game, engine=engine)
    table.save(file)
    again = load_table(file, game)
    assert list(again) == list(table)
    for state in table:
        assert again.value(state) == table.value(state)
        assert again.distance(state) == table.distance(state)
        assert again.best_actions(state) == table.best_actions(state)
    with pytest.raises(InputError, match="made for TicTacToe"):
        load_table(file, make_game("tictactoe:win=10"))
    with pytest.raises(InputError, match="made for TicTacToe"):
        load_table(file, make_game("nim"))
    whole = file.read_bytes()
    for broken in (whole[:-100], whole[:50], b"", b"nothing of the kind"):
        file.write_bytes(broken)
        with pytest.raises(InputError, match="damaged"):
            load_table(file, game)
    for place in range(100, len(whole), len(whole) // 17):
        file.write_bytes(whole[:place] + bytes([whole[place] ^ 255]) + whole[place + 1 :])
        try:
            assert list(load_table(file, game)) == list(table)  # a byte that means nothing
        except InputError as error:
            assert "damaged" in str(error)  # noqa: PT017 (either is right)
    with pytest.raises(InputError, match="no such file"):
        load_table(tmp_path / "nowhere.npz", game)


@compiled
def test_an_exploration_that_was_stopped_goes_on(tmp_path: Path) -> None:
    game, file = make_game("connect4:width=4,height=4,score=stones"), tmp_path / "work.npz"
    with pytest.raises(InputError, match="more than 50000 states"):
        solve_all(game, symmetric=False, engine="native", most=50_000, save=file)
    assert file.exists()
    table = solve_all(game, symmetric=False, engine="native", save=file)
    assert (len(table), table.value()) == (161029, 0)
    with pytest.raises(InputError, match="other work"):
        solve_all(game, game.parse_position("1"), symmetric=False, engine="native", save=file)
    with pytest.raises(InputError, match="made for"):
        solve_all(make_game("tictactoe"), engine="native", save=file)


@compiled
def test_an_exploration_up_to_symmetry_goes_on(tmp_path: Path) -> None:
    game, file = make_game("tictactoe"), tmp_path / "work.npz"
    for most in (1, 20, 300):
        with pytest.raises(InputError, match=f"more than {most} "):
            solve_all(game, engine="native", most=most, save=file)
    table = solve_all(game, engine="native", save=file)
    assert (table.symmetric, len(table), table.value()) == (True, 765, 0)


@compiled
def test_an_exploration_is_resumed_from_arrays_of_any_length(tmp_path: Path) -> None:
    """A file without room for the first outcome, which is not met yet, once grew nothing."""
    game, file = make_game("tictactoe"), tmp_path / "explored.npz"
    with pytest.raises(InputError, match="more than 100 "):
        solve_all(game, engine="native", most=100, save=file)
    header, arrays = read_header(file), read_npz(file)
    del arrays[HEADER]
    assert not arrays["counts"][Exploration.outcomes]
    EXPLORATION.write(file, header, {**arrays, "utilities": arrays["utilities"][:0]})
    assert solve_all(game, engine="native", save=file).value() == 0


def test_games_that_cannot_be_solved() -> None:
    with pytest.raises(UnsuitableGameError, match="chance"):
        solve_all(make_game("pig"))
    with pytest.raises(InputError, match="more than 100 states"):
        solve_all(make_game("tictactoe"), most=100)
    with pytest.raises(InputError, match="at least 1"):
        solve_all(make_game("tictactoe"), most=0)

    class Endless(Drawn):
        zero_sum = False

    with pytest.raises(UnsuitableGameError, match="return to a state"):
        solve_all(Endless(((1,), (0,)), (0, 1), (0, 0)))
    with pytest.raises(InputError, match="not made of numbers"):
        solve_all(parse_tree("((1, 2), 3)")).save("nowhere.npz")
