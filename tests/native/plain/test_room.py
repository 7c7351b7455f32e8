"""Values that were not seen when the types were inferred."""

from typing import Any, NamedTuple

from adversario import Game, perft
from adversario.native.compiler.compile import compile_game
from adversario.native.compiler.plain.compile import analysis_of, scale_of, with_room
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
