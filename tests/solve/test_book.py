"""Opening books: the scores are those of the solver, and nothing that goes wrong loses any."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from pathlib import Path
from random import Random
from typing import Any

import pytest

from adversario.base.errors import InputError
from adversario.base.stop import Stop
from adversario.games.lines.connect4 import ConnectFour
from adversario.games.lines.tictactoe import TicTacToe
from adversario.solve import book as module
from adversario.solve.book import Book, Opening, build_book, load_book, shipped_book
from adversario.solve.dispatch import Work, solve
from adversario.solve.exact import ExactSolver
from adversario.solve.table import solve_all

GAME = ConnectFour(5, 4)
PLIES = 5


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("book") / "small.npz"
    build_book(GAME, PLIES, path, table_mib=1)
    return path


def test_the_positions_are_those_of_the_first_plies_up_to_symmetry() -> None:
    # Counted by Tromp: 1, 7, 49, 238, 1120, 4263 positions; with mirror images 1, 4, 25, ...
    layers = Opening(ConnectFour(), 4).layers
    assert [len(layer) for layer in layers] == [1, 4, 25, 121, 568]
    mirrored = ConnectFour().mirror
    for layer, all_of_them in zip(layers, (1, 7, 49, 238, 1120), strict=True):
        images = {each for s in layer.values() for each in (s, _mirrored(s, mirrored))}
        assert len(images) == all_of_them


def _mirrored(state: Any, mirrored: Any) -> Any:
    return state._replace(mover=mirrored(state.mover), other=mirrored(state.other))


def test_every_score_is_that_of_the_whole_game_s_table(made: Path) -> None:
    book, table = load_book(made, GAME), solve_all(GAME.graded())
    opening = Opening(GAME.graded(), PLIES)
    assert len(book) == sum(map(len, opening.layers))
    for layer in opening.layers:
        for state in layer.values():
            value = table.value(state)
            assert isinstance(value, int)
            assert book.score(state) == (value if state.turn == 0 else -value)


def test_solve_answers_from_a_book(made: Path) -> None:
    game, random = GAME.graded(), Random(5)
    for _ in range(20):
        state = game.initial()
        for _ply in range(random.randrange(PLIES)):
            state = game.result(state, random.choice(list(game.actions(state))))
        quick = solve(GAME, state, work=Work(book=made))
        slow = solve(GAME, state, method="alphabeta")
        assert (quick.method, quick.nodes) == ("book", 0)
        assert (quick.score, quick.best, quick.scores) == (slow.score, slow.best, slow.scores)
        assert quick.distance == slow.distance
    beyond = solve(GAME, game.parse_position("333312"), work=Work(book=made))
    assert beyond.method == "table"


def test_work_that_was_stopped_goes_on(
    made: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path, solve_them = tmp_path / "stopped.npz", module._BookWork._solve

    def some(self: Any, worker: Any) -> None:
        self.todo = islice(self.todo, 10)
        solve_them(self, worker)
        self.control.interrupt()

    monkeypatch.setattr(module._BookWork, "_solve", some)
    with pytest.raises(KeyboardInterrupt):
        build_book(GAME, PLIES, path, threads=1, table_mib=1)
    with pytest.raises(InputError, match="finished"):
        load_book(path, GAME)
    monkeypatch.undo()
    build_book(GAME, PLIES, path, table_mib=1)
    assert path.read_bytes() == made.read_bytes()


def test_other_files_are_refused(made: Path, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="ConnectFour"):
        load_book(made, ConnectFour(4, 4))
    with pytest.raises(InputError, match="5 plies"):
        build_book(GAME, 5, _cut(made, tmp_path, 6))
    damaged = tmp_path / "damaged.npz"
    damaged.write_bytes(made.read_bytes()[:-40])
    with pytest.raises(InputError, match="damaged"):
        load_book(damaged, GAME)


def _cut(made: Path, folder: Path, plies: int) -> Path:
    other = folder / "other.npz"
    book = load_book(made, GAME)
    Book(book.game, plies, book.keys, book._scores).save(other)
    return other


def test_a_book_of_any_game_that_the_solver_takes(tmp_path: Path) -> None:
    game = TicTacToe()
    book = build_book(game, 3, tmp_path / "three.npz", table_mib=1)
    table = solve_all(game)
    for layer in Opening(game, 3).layers:
        for state in layer.values():
            value = table.value(state)
            assert isinstance(value, int)
            assert book.score(state) == (value if game.player(state) == 0 else -value)


def test_many_scores_at_once_are_those_one_by_one() -> None:
    game, random = GAME.graded(), Random(3)
    states = []
    for _ in range(200):
        state = game.initial()
        for _ply in range(random.randrange(5, 21)):
            if not game.is_terminal(state):
                state = game.result(state, random.choice(list(game.actions(state))))
        states.append(state)
    solver = ExactSolver(game, table_mib=1)
    assert solver.scores(states) == [solver.solve(state, find="score").score for state in states]
    assert solver.scores([]) == []
    stopped = Stop()
    stopped.set()
    assert solver.scores(states, stop=stopped) == []


def test_only_games_of_the_package_have_its_books() -> None:
    class ConnectFour(type(GAME)):  # type: ignore[misc]
        """Somebody's own, of the same name."""

    assert shipped_book(ConnectFour()) is None
    assert shipped_book(GAME) is None


# The book that comes with the package.


@pytest.fixture(scope="module")
def shipped() -> Book[Any, Any]:
    book = shipped_book(ConnectFour())
    assert book is not None
    return book


def test_connect_four_s_first_stones_have_the_published_scores(shipped: Book[Any, Any]) -> None:
    # The middle wins with the last stone, beside it is a draw, and so on (Allis, 1988; Pons, 2015).
    game = shipped.game
    assert shipped.plies == 8
    assert shipped.score(game.initial()) == 1
    scores = shipped.scores(game.initial())
    assert scores is not None
    assert dict(scores) == {0: -2, 1: -1, 2: 0, 3: 1, 4: 0, 5: -1, 6: -2}


def test_the_first_eight_plies_are_answered_at_once(shipped: Book[Any, Any]) -> None:
    game, random = ConnectFour(), Random(8)
    for _ in range(300):
        state, played = game.initial(), random.randrange(8)
        for _ply in range(played):
            state = game.result(state, random.choice(list(game.actions(state))))
        if game.is_terminal(state):
            continue
        answer = solve(game, state)
        assert (answer.method, answer.nodes) == ("book", 0)
        assert answer.score == shipped.score(state)
        assert [each.action for each in answer.scores] == list(game.actions(state))


def test_what_the_book_says_is_what_the_solver_finds(shipped: Book[Any, Any]) -> None:
    _compare(shipped, ("44444422", "12345677", "33333355", "11223344"))


@pytest.mark.slow
def test_every_position_of_the_first_eight_plies_is_in_it(shipped: Book[Any, Any]) -> None:
    layers = Opening(shipped.game, 8).layers
    assert len(shipped) == sum(map(len, layers)) == 129_498
    for layer in layers[:-1]:
        for state in layer.values():
            scores = shipped.scores(state)
            assert scores is not None
            assert shipped.score(state) == max(score for _, score in scores)


@pytest.mark.slow
def test_what_the_book_says_is_what_the_solver_finds_everywhere(shipped: Book[Any, Any]) -> None:
    random = Random(21)
    _compare(shipped, ["".join(random.choices("1234567", k=8)) for _ in range(300)])


def _compare(book: Book[Any, Any], played: Iterable[str]) -> None:
    game = book.game
    solver = ExactSolver(game, table_mib=128)
    for columns in played:
        try:
            state = game.parse_position(columns)
        except InputError:  # a column is too full, or somebody has won before
            continue
        if game.is_terminal(state):
            assert book.score(state) is None
        else:
            assert book.score(state) == solver.solve(state, find="score").score, columns


@pytest.mark.needs("numba")
@pytest.mark.parametrize("columns", ["22213", "33351", "12345"])
def test_the_last_ply_of_a_book_bounds_the_search_of_its_actions(columns: str, made: Path) -> None:
    """The book has the score of the state, and only those of its actions are searched."""
    finer, book = GAME.graded(), load_book(made, GAME)
    state = finer.parse_position(columns)
    assert book.scores(state) is None
    found = solve(GAME, state, work=Work(book=made))
    searched = ExactSolver(finer).solve(state, find="all")
    assert found.method == "alphabeta"
    assert found.score == searched.score == book.score(state)
    assert (found.best, found.scores) == (searched.best, searched.scores)
    assert 0 < found.nodes <= searched.nodes
