"""Tables of real values: bearing off against the values of other programs, and damaged files."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from adversario import make_game
from adversario.base.errors import GameError, InputError
from adversario.game import CHANCE, Game
from adversario.games.dice.backgammon.board import Board
from adversario.games.dice.backgammon.rules import BackgammonRules, State
from adversario.solve.endgame.format import read_table, write_table
from adversario.solve.endgame.values import build_values, open_values, verify_values

Men = tuple[int, ...]


def bearing_off(mine: Men, theirs: Men) -> State:
    """The position of these men on the points 1 to 6."""
    words = [
        15 - sum(men) | sum(number << 4 * at for at, number in enumerate(men, start=1))
        for men in (mine, theirs)
    ]
    return State(Board(words[0], 0, words[1], 0), 0, 0, 0, False)


def test_numbers_of_positions_are_a_bijection() -> None:
    game = BackgammonRules()
    for layer in game.layers(2):
        states = [game.unindex(layer, at) for at in range(game.layer_size(layer))]
        assert len(set(states)) == len(states)
        assert all(game.layer(state) == layer for state in states)
        assert [game.index(state) for state in states] == list(range(len(states)))
    assert sum(map(game.layer_size, game.layers(6))) == 923**2


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place: Path = tmp_path_factory.mktemp("off")
    build_values(make_game("backgammon"), place, pieces=2)
    return place


@pytest.mark.parametrize(
    ("mine", "theirs", "wins"),
    [
        ((0, 0, 0, 0, 0, 1), (1, 0, 0, 0, 0, 0), 27 / 36),
        ((0, 0, 0, 0, 0, 1), (0, 0, 0, 0, 0, 1), 0.8125),
        ((0, 0, 0, 0, 0, 2), (0, 0, 0, 0, 0, 2), 0.754494),
        ((0, 1, 0, 0, 1, 0), (0, 0, 2, 0, 0, 0), 0.775377),
    ],
)
def test_published_values(folder: Path, mine: Men, theirs: Men, wins: float) -> None:
    found = open_values(make_game("backgammon"), folder).probe(bearing_off(mine, theirs))
    assert found is not None
    assert (1 + found.value) / 2 == pytest.approx(wins, abs=2e-6)


@pytest.mark.slow
def test_one_man_on_each_point(tmp_path: Path) -> None:
    tables = build_values(make_game("backgammon"), tmp_path, pieces=6)
    found = tables.probe(bearing_off((1,) * 6, (1,) * 6))
    assert found is not None
    assert (1 + found.value) / 2 == pytest.approx(0.700572, abs=2e-6)
    assert sum(verify_values(tables).values()) == 923**2


def test_values_are_those_of_plain_python(folder: Path) -> None:
    game = make_game("backgammon")
    tables = open_values(game, folder)
    state = bearing_off((0, 1, 0, 0, 1, 0), (0, 0, 2, 0, 0, 0))

    def worth(here: State, player: int) -> float:
        if game.is_terminal(here):
            return float(game.utility(here, player))
        if game.player(here) == CHANCE:
            return sum(p * worth(game.result(here, c), player) for c, p in game.chances(here))
        values = [worth(game.result(here, action), here.turn) for action in game.actions(here)]
        return max(values) if here.turn == player else -max(values)

    assert tables.value_of(state, 0) == pytest.approx(worth(state, 0), abs=1e-6)
    rolled = game.result(state, 8 * 2 + 1)
    assert tables.scores(rolled)[0][1] == pytest.approx(worth(rolled, 0), abs=1e-6)


def test_changed_values_are_noticed(folder: Path, tmp_path: Path) -> None:
    game = make_game("backgammon")
    assert sum(verify_values(open_values(game, folder)).values()) == 27**2
    for file in folder.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    path = tmp_path / "off-1-1.value"
    table = read_table(path)
    import zlib

    values = bytearray(table.block(0))
    values[8] ^= 1
    write_table(path, table.header, [zlib.compress(bytes(values))])
    with pytest.raises(InputError, match=r"off-\d-1"):
        verify_values(open_values(game, tmp_path))
    path.write_bytes(path.read_bytes()[:-3])
    with pytest.raises(InputError, match=r"off-1-1\.value"):
        open_values(game, tmp_path)
    with pytest.raises(InputError):
        open_values(make_game("backgammon:start=hypergammon"), folder)


class Sheet(NamedTuple):
    """A card of three boxes as bits, the points in them, and a die: 0 before it is thrown."""

    filled: int
    points: int
    die: int


class Boxes(Game[Sheet, int]):
    """A small Yahtzee: each throw fills a box, which counts its number times the die, or resets."""

    players = 1
    zero_sum = False
    chance = True

    def __init__(self, circles: bool = False) -> None:
        self.circles = circles

    def initial(self) -> Sheet:
        return Sheet(0, 0, 0)

    def player(self, state: Sheet) -> int:
        return 0 if state.die else CHANCE

    def chances(self, state: Sheet) -> Iterator[tuple[int, float]]:
        for face in range(1, 7):
            yield face, 1 / 6

    def actions(self, state: Sheet) -> Iterator[int]:
        for box in range(3):
            if state.filled >> box & 1 == 0:
                yield box

    def result(self, state: Sheet, action: int) -> Sheet:
        if state.die == 0:
            return Sheet(state.filled, state.points, action)
        filled = 0 if self.circles else state.filled | 1 << action
        return Sheet(filled, state.points + (action + 1) * state.die, 0)

    def is_terminal(self, state: Sheet) -> bool:
        return state.filled == 7

    def utility(self, state: Sheet, player: int) -> int:
        return state.points

    def settled(self, state: Sheet, player: int) -> int:
        return state.points

    def layers(self, pieces: int = 0) -> list[int]:
        return [0]

    def layer(self, state: Sheet) -> int:
        return -1 if state.die else 0

    def layer_size(self, layer: int) -> int:
        return 8

    def index(self, state: Sheet) -> int:
        return state.filled

    def unindex(self, layer: int, index: int) -> Sheet:
        return Sheet(index, 0, 0)


def test_points_to_come_in_a_score_card(tmp_path: Path) -> None:
    game = Boxes()
    tables = build_values(game, tmp_path)

    def best(filled: int) -> float:
        rest = [box for box in range(3) if filled >> box & 1 == 0]
        if not rest:
            return 0.0
        return sum(
            max((box + 1) * die + best(filled | 1 << box) for box in rest) / 6
            for die in range(1, 7)
        )

    assert tables.value_of(Sheet(0, 0, 0), 0) == pytest.approx(best(0), abs=1e-5)
    assert tables.value_of(Sheet(1, 5, 0), 0) == pytest.approx(5 + best(1), abs=1e-5)
    assert tables.best_actions(Sheet(0, 0, 6)) == (2,)
    assert verify_values(tables) == {"0": 8}


def test_play_that_returns_is_refused(tmp_path: Path) -> None:
    with pytest.raises(GameError, match="return"):
        build_values(Boxes(circles=True), tmp_path)


def test_the_board_of_these_tests_is_that_of_the_rules() -> None:
    game = BackgammonRules()
    assert game.layer(bearing_off((1,) * 6, (1,) * 6)) == 16 * 6 + 6
