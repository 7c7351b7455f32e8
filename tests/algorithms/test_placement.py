"""RAVE, virtual results and widening, beside counts made by hand and the compiled search."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, NamedTuple

import pytest

from adversario import Game, make_game
from adversario.algorithms.mcts.placement import PlacedNode, PlacedSearch
from adversario.algorithms.mcts.result import view_of
from adversario.algorithms.mcts.settings import settings_for
from adversario.algorithms.mcts.tree_search import mcts as interpreted
from adversario.arena.searchers import player_factory
from adversario.base.errors import InputError
from adversario.bits import Board
from adversario.contract.checking.guard import Guard
from adversario.native.engines.mcts import mcts

CELLS, LINE = 7, 0b1010110
WEIGHTS = (0.0131, 0.3117, 0.2093, 0.0217, 0.1571, 0.0319, 0.2552)


class Stones(NamedTuple):
    """The cells of each player, and who moves."""

    first: int
    second: int
    turn: int


class Filling(Game[Stones, int]):
    """Players fill seven cells in turn; the first gets what theirs weigh, above a half.

    Rollouts fill the cells in order, so that searches of both engines are the same; and no two
    fillings are worth the same, so that roundings hardly matter.
    """

    utility_bounds = (-1, 1)
    placement, action_count = True, CELLS

    def initial(self) -> Stones:
        """No stones."""
        return Stones(0, 0, 0)

    def player(self, state: Stones) -> int:
        """Who moves."""
        return state.turn

    def actions(self, state: Stones) -> Iterator[int]:
        """The free cells."""
        for cell in range(CELLS):
            if not (state.first | state.second) >> cell & 1:
                yield cell

    def result(self, state: Stones, action: int) -> Stones:
        """One stone more."""
        if state.turn == 0:
            return Stones(state.first | 1 << action, state.second, 1)
        return Stones(state.first, state.second | 1 << action, 0)

    def is_terminal(self, state: Stones) -> bool:
        """Whether all cells are filled."""
        return state.first | state.second == (1 << CELLS) - 1

    def utility(self, state: Stones, player: int) -> float:
        """What the first player's cells weigh, above a half."""
        value = -0.5
        for cell in range(CELLS):
            if state.first >> cell & 1:
                value += WEIGHTS[cell]
        return value if player == 0 else -value

    def placed_rollout(self, state: Stones, random: Board, heavy: int, first: Any) -> float:
        """Fill the cells in order, or from the last if heavy."""
        for place in range(CELLS):
            cell = CELLS - 1 - place if heavy else place
            if not (state.first | state.second) >> cell & 1:
                if first[cell] == 0:
                    first[cell] = state.turn + 1
                state = self.result(state, cell)
        return self.utility(state, 0)

    def virtual_results(self, state: Stones) -> Iterator[tuple[float, float]]:
        """The cells that count are promising."""
        for action in self.actions(state):
            yield 4.0, 3.0 if LINE >> action & 1 else 1.0


VARIANTS: tuple[dict[str, Any], ...] = (
    {"rave": 50},
    {"rave": 50, "virtual": True},
    {"virtual": True, "exploration": 0.7, "patience": 3},
    {"rave": 200, "widening": 2, "virtual": True, "exploration": 0.3},
    {"rollouts": "heavy", "exploration": 0.5},
)


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_both_engines_search_alike(options: dict[str, Any]) -> None:
    game = Filling()
    for solver, count in ((False, 300), (True, 60)):
        given = {**options, "simulations": count, "solver": solver}
        one, other = (mcts(game, engine=engine, **given) for engine in ("python", "native"))
        assert one.visits == other.visits
        assert one.value == pytest.approx(other.value)
        assert one.proven == other.proven


class Recorded(PlacedSearch[Any, Any]):
    """A search that notes whole simulations: the actions, and what they were worth."""

    def rollout(self, state: Any) -> list[float]:
        payoffs = super().rollout(state)
        while not self.game.is_terminal(state):
            action = next(iter(self.game.actions(state)))
            self.tail.append(action)
            state = self.game.result(state, action)
        return payoffs

    def select(self, root: Any) -> list[Any]:
        path = super().select(root)
        self.tail = [
            next(action for action, each in above.children.items() if each is below)
            for above, below in pairwise(path)
        ]
        return path

    def backpropagate(self, path: list[Any], payoffs: list[float]) -> None:
        self.games: list[tuple[list[int], float]] = [
            *getattr(self, "games", []), (self.tail, payoffs[0])
        ]  # fmt: skip
        super().backpropagate(path, payoffs)


def test_amaf_counts_an_action_whenever_its_player_makes_it() -> None:
    game = Filling()
    settings = settings_for(game, {"rave": 100, "simulations": 80, "solver": False})
    view = view_of(game, False)
    root: Any = PlacedNode(Guard(game), game.initial(), view)
    search = Recorded(game, game.initial(), view, settings, root, None, None, None)
    assert not search.goes_on(0.0, watched=False)
    assert len(search.games) == 80
    for node, before in ((root, ()), *((child, (a,)) for a, child in root.children.items())):
        through = [each for each in search.games if tuple(each[0][: len(before)]) == before]
        for action, tried in node.tried.items():
            later = [
                payoff
                for actions, payoff in through
                if action in actions[len(before) :: 2] and len(actions) > len(before)
            ]
            if before and len(node.children) + 1 < len(through):
                # The simulation that made the node a leaf came before it knew of its actions.
                assert tried.seen in (len(later), len(later) - 1)
            else:
                assert tried.seen == len(later)
                assert tried.mean == pytest.approx(sum(later) / len(later) if later else 0)


def test_the_estimate_blends_by_the_published_formula() -> None:
    game = Filling()
    settings = settings_for(game, {"rave": 100, "virtual": True})
    view = view_of(game, False)
    root: Any = PlacedNode(Guard(game), game.initial(), view)
    search = PlacedSearch(game, game.initial(), view, settings, root, None, None, None)
    search.endow(root)
    tried = root.tried[1]
    assert (tried.virtual, tried.expected) == (4.0, pytest.approx(0.5))
    child = search.expand(root, 1)
    child.visits, child.means[0] = 6, -1.0
    tried.seen, tried.mean = 16, 0.75
    own, other = (6 * -1.0 + 4 * 0.5) / 10, (16 * 0.75 + 4 * 0.5) / 20
    share = 20 / (20 + 10 + 20 * 10 / 100)
    assert search.estimate(root, 1) == pytest.approx((1 - share) * own + share * other)


def test_widening_looks_at_the_most_promising_actions_first() -> None:
    result = interpreted(Filling(), simulations=12, virtual=True, widening=2, rave=10, solver=False)
    visited = [s.action for s, v in zip(result.scores, result.visits, strict=True) if v]
    assert set(visited) <= {1, 2}


@pytest.mark.parametrize(
    ("name", "position", "value"),
    [("tictactoe", "XO./.X./...", 1), ("mnk", "XO./.X./...", 1), ("hex:size=2,swap=no", "", 1)],
)
def test_what_is_proven_is_true(name: str, position: str, value: int) -> None:
    game = make_game(name)
    start = game.parse_position(position) if position else game.initial()
    found = interpreted(game, start, rave=100, exploration=0.5, simulations=3000)
    assert found.proven
    assert found.value == value


def test_memory_is_bounded() -> None:
    game = make_game("hex:size=3")
    found = interpreted(game, rave=100, simulations=400, memory_mib=0.05, solver=False)
    assert found.tree_nodes <= 0.05 * 2**20 / 512


def test_games_and_options_that_do_not_fit_are_refused() -> None:
    with pytest.raises(InputError, match="placement"):
        interpreted(make_game("connect4"), rave=100)
    with pytest.raises(InputError, match="virtual_results"):
        interpreted(make_game("tictactoe"), virtual=True)
    with pytest.raises(InputError, match="placed_rollout"):
        interpreted(make_game("hex:size=3"), rollouts="heavy")
    with pytest.raises(InputError, match="patience"):
        interpreted(make_game("tictactoe"), patience=0)


def test_players_take_the_options() -> None:
    player = player_factory("mcts:rave=300,virtual=yes,widening=4,patience=2,rollouts=heavy")(1)
    assert player.options["rave"] == 300
    assert player.options["virtual"] is True
    with pytest.raises(InputError):
        player_factory("mcts:virtual=perhaps")
