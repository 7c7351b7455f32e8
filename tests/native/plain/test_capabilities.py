"""Optional methods of plain games, compiled with their rules."""

from __future__ import annotations

from collections.abc import Iterator

from adversario import Game, Limit, diagnose, search
from adversario.counting.count import count_game
from tests.require import needs

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]


class Weighted(Game[str, int]):
    """Tic-tac-toe with a string as the board, with weighted features and symmetries."""

    utility_bounds = (-1, 1)
    weights = (0.05, 0.02)

    def initial(self) -> str:
        return "........."

    def player(self, state: str) -> int:
        return state.count("X") - state.count("O")

    def actions(self, state: str) -> list[int]:
        return [i for i, c in enumerate(state) if c == "."]

    def result(self, state: str, action: int) -> str:
        return state[:action] + "XO"[self.player(state)] + state[action + 1 :]

    def winner(self, state: str) -> str | None:
        for line in LINES:
            marks = {state[i] for i in line}
            if len(marks) == 1 and "." not in marks:
                return marks.pop()
        return None

    def is_terminal(self, state: str) -> bool:
        return self.winner(state) is not None or "." not in state

    def utility(self, state: str, player: int) -> int:
        winner = self.winner(state)
        return 0 if winner is None else (1 if winner == "XO"[player] else -1)

    def open_lines(self, state: str, mark: str) -> int:
        return sum(all(state[i] in (mark, ".") for i in line) for line in LINES)

    def features(self, state: str, player: int) -> tuple[int, ...]:
        own, other = "XO"[player], "OX"[player]
        lines = self.open_lines(state, own) - self.open_lines(state, other)
        return (lines, (state[4] == own) - (state[4] == other))

    def symmetries(self, state: str) -> Iterator[str]:
        turned = "".join(state[i] for i in (6, 3, 0, 7, 4, 1, 8, 5, 2))
        yield turned
        for each in (state, turned):
            yield each[2::-1] + each[5:2:-1] + each[:5:-1]


@needs("numba")
def test_features_and_symmetries_compile() -> None:
    found = diagnose(Weighted())
    assert found.compiles
    assert found.interpreted == ()


@needs("numba")
def test_weighted_features_are_an_estimate() -> None:
    limit = Limit(depth=3)
    native, python = (search(Weighted(), engine=e, limit=limit) for e in ("native", "python"))
    assert native.statistics.engine == "native"
    assert (native.value, native.statistics.nodes) == (python.value, python.statistics.nodes)


@needs("numba")
def test_states_are_counted_up_to_symmetry() -> None:
    native, python = (
        count_game(Weighted(), symmetric=True, engine=engine) for engine in ("native", "python")
    )
    assert (native.states, native.per_ply) == (python.states, python.per_ply)


class Costly(Weighted):
    """Every game costs something, so that 0 is no utility."""

    weights = ()  # type: ignore[assignment]
    utility_bounds = (-9, -2)


def test_without_weights_the_estimate_is_the_utility_nearest_to_0() -> None:
    game = Costly()
    assert [game.evaluate(game.initial(), player) for player in (0, 1)] == [-2, 2]
    game.utility_bounds = (1, 5)
    assert game.evaluate(game.initial(), 0) == 1
    game.utility_bounds = (0.0, 5.0)  # type: ignore[assignment]
    assert type(game.evaluate(game.initial(), 0)) is int
