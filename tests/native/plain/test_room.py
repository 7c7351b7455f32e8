"""Values that were not seen when the types were inferred."""

from typing import Any, NamedTuple

import pytest

from adversario import Game, parse_tree, perft, search
from adversario.native.compiler.compile import compile_game
from adversario.native.compiler.plain.compile import (
    analysis_of,
    can_be_plain,
    scale_of,
    with_room,
)
from adversario.native.compiler.plain.data import machine
from adversario.native.compiler.problems import NotCompilable
from adversario.native.kernels.count import perft as kernel


class Tower(NamedTuple):
    stones: tuple[int, ...]
    left: int


class Towers(Game[Any, Any]):
    """A tower grows by a stone each turn, from a state on that no sample game has seen."""

    utility_bounds = (-1, 1)

    def initial(self) -> Any:
        return Tower((1,), 3)

    def player(self, state: Any) -> int:
        return len(state.stones) % 2

    def actions(self, state: Any) -> Any:
        return [1, 2]

    def result(self, state: Any, action: Any) -> Any:
        stones = list(state.stones)
        stones.append(action * stones[-1])
        return Tower(tuple(stones), state.left - 1)

    def is_terminal(self, state: Any) -> bool:
        return bool(state.left == 0)

    def utility(self, state: Any, player: int) -> int:
        return 1 if state.stones[-1] % 2 == player else -1


def test_longer_tuples_and_larger_numbers_get_room() -> None:
    game = Towers()
    assert perft(game, 3, engine="native") == 8
    assert scale_of(game) == 0
    state = Tower((1,) * 12 + (100,), 5)  # longer, and soon larger, than any seen from the start

    def count() -> int:
        compiled = compile_game(game, kernel)
        return int(compiled.functions.perft(compiled.encode(state), 5))

    assert with_room(count) == 32
    assert scale_of(game) > 0
    assert not analysis_of(game).problems


def test_the_states_are_as_in_python() -> None:
    game = Towers()
    analysis = analysis_of(game)
    state = game.result(game.initial(), 2)
    assert analysis.decode(analysis.encode(state)) == state


class Heap(NamedTuple):
    stones: tuple[int, ...]
    turn: int


class Growing(Game[Any, Any]):
    """Numbers are written down in turn: a tuple that gets longer."""

    utility_bounds = (-3, 3)

    def initial(self) -> Heap:
        return Heap((0,), 0)

    def player(self, state: Heap) -> int:
        return state.turn

    def actions(self, state: Heap) -> Any:
        return (1, 2, 3)

    def result(self, state: Heap, action: int) -> Heap:
        return Heap((*state.stones, action), 1 - state.turn)

    def is_terminal(self, state: Heap) -> bool:
        return len(state.stones) >= 5

    def utility(self, state: Heap, player: int) -> int:
        worth = sum(state.stones) % 7 - 3
        return worth if player == 0 else -worth


def test_a_tuple_that_grows_is_not_cut_to_its_first_length() -> None:
    """Records of numbers have tuples of one length, so such a game compiles as plain Python."""
    native = search(Growing(), algorithm="minimax", engine="native")
    python = search(Growing(), algorithm="minimax", engine="python")
    assert (native.value, native.action) == (python.value, python.action) == (-2, 3)


class HigherTowers(Towers):
    """Rules that no other test has compiled."""


def test_code_that_grows_without_end_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not analysis_of(Towers()).problems
    monkeypatch.setattr(machine, "MOST_BLOCKS", 20)
    problem, *_ = analysis_of(HigherTowers()).problems
    assert "the code is too large" in str(NotCompilable(HigherTowers(), (problem,)))


def test_an_explicit_tree_is_not_compiled() -> None:
    assert not can_be_plain(parse_tree("A(B(3, 12), C(2, 4))"), kernel)
