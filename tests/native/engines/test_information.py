"""Compiled searches of games with hidden information are those of the interpreter."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from adversario import InputError, Limit, make_game, search
from adversario.algorithms.imperfect.ismcts import ismcts as interpreted_ismcts
from adversario.algorithms.imperfect.pimc import pimc as interpreted_pimc
from adversario.algorithms.models import Uniform
from adversario.contract.information.memory import Memory, first_memories, next_memories, remember
from adversario.contract.information.perspective import perspective
from adversario.contract.information.worlds import worlds
from adversario.game import CHANCE, Game
from adversario.native.engines.information.ismcts import ismcts
from adversario.native.engines.information.pimc import pimc
from tests.require import require

require("numba")

KUHN = make_game("kuhn")
POSITIONS = ("K J bet", "Q J", "J Q", "Q J pass bet")


def means(result: Any) -> list[float]:
    return [score.value for score in result.scores]


@pytest.mark.parametrize("position", POSITIONS)
def test_both_engines_find_the_same_in_the_long_run(position: str) -> None:
    state = KUHN.parse_position(position)
    one = ismcts(KUHN, state, simulations=20_000, engine="native")
    two = interpreted_ismcts(KUHN, state, simulations=5_000)
    assert (one.statistics.engine, two.statistics.engine) == ("native", "python")
    assert (one.simulations, one.action) == (20_000, two.action)
    assert one.value == pytest.approx(two.value, abs=0.1)
    assert sum(one.visits) == 20_000
    one = pimc(KUHN, state, simulations=20_000, worlds=100, engine="native")
    two = interpreted_pimc(KUHN, state, simulations=20_000, worlds=100)
    for mean, other, slack in zip(means(one), means(two), two.confidence, strict=True):
        assert mean == pytest.approx(other, abs=2 * slack + 0.1)
    assert sum(one.visits) == one.simulations == 20_000


def test_memories_are_numbered_exactly() -> None:
    """As many as a walk through all play from all worlds finds, event by event."""
    state = KUHN.parse_position("Q J")
    known = perspective(KUHN, state)
    assert known is not None
    found: set[Memory[Any]] = {Memory(0), Memory(1)}

    def walk(state: Any, memories: tuple[Memory[Any], ...]) -> None:
        for each in memories:
            found.update(Memory(each.player, each.events[:n]) for n in range(len(each.events) + 1))
        mover = KUHN.player(state)
        for action in KUHN.actions(state):
            after = KUHN.result(state, action)
            if KUHN.is_terminal(after):
                found.add(memories[mover].do(action))
            else:
                walk(after, next_memories(KUHN, memories, mover, action, after))

    for world in worlds(KUHN, remember(KUHN, 0, [1, 0])):
        walk(world, first_memories(KUHN, world))
    assert ismcts(KUHN, state, simulations=5_000, engine="native").tree_nodes == len(found)


def test_a_search_is_repeated_by_its_seed() -> None:
    state = KUHN.parse_position("Q J")
    for find in (ismcts, pimc):
        one, two, other = (
            find(KUHN, state, simulations=900, seed=seed, engine="native") for seed in (1, 1, 2)
        )
        assert means(one) == means(two) != means(other)


def test_a_small_memory_is_enough() -> None:
    state = KUHN.parse_position("Q J")
    found = ismcts(KUHN, state, simulations=5_000, memory_mib=0.001, engine="native")
    assert found.simulations == 5_000
    assert found.tree_nodes <= 40


def test_time_is_limited() -> None:
    state = KUHN.parse_position("Q J")
    for find in (ismcts, pimc):
        find(KUHN, state, simulations=10, engine="native")
        found = find(KUHN, state, limit=Limit(time=0.1), engine="native")
        assert found.simulations > 10
        assert found.statistics.seconds < 2


@pytest.mark.parametrize("find", [ismcts, pimc])
def test_who_watches_sees_the_answer_so_far(find: Callable[..., Any]) -> None:
    seen: list[Any] = []
    state = KUHN.parse_position("J Q")
    found = find(
        KUHN, state, limit=Limit(time=0.6), engine="native", on_progress=seen.append
    )  # fmt: skip
    assert seen
    assert seen[-1].action == found.action == 0
    assert seen[0].simulations <= found.simulations


class Coin(Game[tuple[int, int], int]):
    """To stop wins 1; to guess a hidden coin wins or loses 3. Its worlds are listed."""

    players, chance, perfect_information, utility_bounds = 1, True, False, (-3, 3)

    def initial(self) -> tuple[int, int]:
        return 0, 0

    def player(self, state: tuple[int, int]) -> int:
        return CHANCE if state[0] == 0 else 0

    def chances(self, state: tuple[int, int]) -> Any:
        yield 1, 0.25
        yield 2, 0.75

    def actions(self, state: tuple[int, int]) -> Any:
        yield from (1, 2) if state[1] == 3 else (3, 4)

    def result(self, state: tuple[int, int], action: int) -> tuple[int, int]:
        return (action, 0) if state[0] == 0 else (state[0], 5 if action == 4 else action)

    def is_terminal(self, state: tuple[int, int]) -> bool:
        return state[1] in (1, 2, 5)

    def utility(self, state: tuple[int, int], player: int) -> int:
        return 1 if state[1] == 5 else 3 if state[0] == state[1] else -3

    def observation(self, state: tuple[int, int], player: int) -> tuple[bool, int]:
        return state[0] != 0, state[1]


def test_listed_worlds_have_their_probabilities() -> None:
    """After the decision to guess: tails, at 3/4, is worth 1.5."""
    game = Coin()
    known = perspective(game, (1, 3), remember(game, 0, [1, 3]))
    found = ismcts(game, known=known, simulations=20_000, engine="native")
    assert means(found) == pytest.approx([-1.5, 1.5], abs=0.3)
    assert found.action == 2


class Leg(NamedTuple):
    coin: int
    moves: int
    guess: int


class Relay(Game[Leg, int]):
    """A coin, seen once by the first of three players; the others move 22 times; then a guess."""

    players, zero_sum, chance, perfect_information = 3, False, True, False
    utility_bounds = (-3, 3)
    moves = 22

    def initial(self) -> Leg:
        return Leg(-1, 0, -1)

    def player(self, state: Leg) -> int:
        if state.coin == -1:
            return CHANCE
        return 0 if state.moves == 0 or state.moves > self.moves else 1 + state.moves % 2

    def chances(self, state: Leg) -> Any:
        yield 0, 0.5
        yield 1, 0.5

    def actions(self, state: Leg) -> Any:
        yield 0
        if state.moves == 0 or state.moves > self.moves:
            yield 1

    def result(self, state: Leg, action: int) -> Leg:
        if state.coin == -1:
            return Leg(action, 0, -1)
        if state.moves == 0:  # 1: to stop
            return Leg(state.coin, 99 if action else 1, -1)
        return Leg(state.coin, state.moves + 1, action if state.moves > self.moves else -1)

    def is_terminal(self, state: Leg) -> bool:
        return state.moves == 99 or state.guess != -1

    def utility(self, state: Leg, player: int) -> int:
        if player:
            return 0
        return 1 if state.moves == 99 else 3 if state.guess == state.coin else -3

    def observation(self, state: Leg, player: int) -> tuple[int, int]:
        shown = player == 0 and state.moves == 4
        return state.moves, state.coin if shown else -1

    def conceal(self, state: Leg, player: int) -> Leg:
        return state if player == 0 and state.moves >= 4 else Leg(-1, 0, -1)


def test_what_was_seen_long_ago_is_remembered() -> None:
    """More observations than wait unnumbered: only who remembers the coin guesses it."""
    found = ismcts(Relay(), Leg(1, 0, -1), simulations=20_000, engine="native")
    assert found.action == 0
    own = [score.value[0] for score in found.scores if isinstance(score.value, tuple)]
    assert own == pytest.approx([3, 1], abs=0.2)


def test_what_is_not_compiled() -> None:
    state = KUHN.parse_position("Q J")
    for find in (ismcts, pimc):
        with pytest.raises(InputError, match="not random"):
            find(KUHN, state, simulations=5, rollouts=Uniform(KUHN), engine="native")
        assert find(KUHN, state, simulations=50, rollouts=Uniform(KUHN)).simulations <= 50


def test_search_compiles_them() -> None:
    state = KUHN.parse_position("Q J")
    for name in ("ismcts", "pimc"):
        found = search(KUHN, state, algorithm=name, simulations=5_000)
        assert found.statistics.engine == "native"
        assert search(KUHN, algorithm=name, simulations=50).action is None
