"""IS-MCTS and PIMC: sound play by what a player knows, and what open cards get wrong."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from adversario import Distribution, InputError, UnsuitableGameError, make_game, search
from adversario.algorithms.core.requirements import fitting
from adversario.algorithms.imperfect.deck import Deck
from adversario.algorithms.imperfect.ismcts import ismcts
from adversario.algorithms.imperfect.pimc import pimc
from adversario.algorithms.mcts.result import MctsResult
from adversario.arena.match import play_match
from adversario.contract.information.memory import Memory, remember
from adversario.contract.information.perspective import Perspective, perspective
from adversario.contract.information.worlds import worlds
from adversario.game import CHANCE, Game
from adversario.games.cards.kuhn import BET, PASS, Deal, Kuhn
from adversario.games.simultaneous.rock_paper_scissors import RockPaperScissors
from adversario.solve.equilibrium.tree.flat import flatten
from adversario.solve.equilibrium.tree.response import best_response
from adversario.solve.equilibrium.tree.strategy import Strategy

KUHN = Kuhn()
BOTH = pytest.mark.parametrize("algorithm", ["ismcts", "pimc"])


class Coin(Game[tuple[str, str], str]):
    """A coin is hidden: stop for 1, or guess it for 3 or -3. Guessing is worth 0."""

    players, chance, perfect_information = 1, True, False
    utility_bounds = (-3, 3)

    def initial(self) -> tuple[str, str]:
        return "-", ""

    def player(self, state: tuple[str, str]) -> int:
        return CHANCE if state[0] == "-" else 0

    def chances(self, state: tuple[str, str]) -> list[tuple[str, float]]:
        return [("h", 1 / 2), ("t", 1 / 2)]

    def actions(self, state: tuple[str, str]) -> list[str]:
        return ["h", "t"] if state[1] else ["stop", "guess"]

    def result(self, state: tuple[str, str], action: str) -> tuple[str, str]:
        return (action, "") if state[0] == "-" else (state[0], action)

    def is_terminal(self, state: tuple[str, str]) -> bool:
        return state[1] in ("stop", "h", "t")

    def utility(self, state: tuple[str, str], player: int) -> int:
        if state[1] == "stop":
            return 1
        return 3 if state[0] == state[1] else -3

    def observation(self, state: tuple[str, str], player: int) -> tuple[bool, str]:
        return state[0] != "-", state[1]


def number(value: Any) -> float:
    return float(value)


def of_kuhn(position: str, history: list[int]) -> Perspective[Any, Any]:
    state = KUHN.parse_position(position)
    found = perspective(KUHN, state, remember(KUHN, KUHN.player(state), history))
    assert found is not None
    return found


@BOTH
def test_a_jack_folds_and_a_king_calls(algorithm: str) -> None:
    """The two answers that every equilibrium of Kuhn poker has (Kuhn, 1950)."""
    jack, king = of_kuhn("K J bet", [2, 0, BET]), of_kuhn("J K bet", [0, 2, BET])
    for seed in range(3):
        options: dict[str, Any] = {"algorithm": algorithm, "simulations": 400, "seed": seed}
        assert search(KUHN, known=jack, **options).action == PASS
        assert search(KUHN, known=king, **options).action == BET


def test_a_queen_passes_first() -> None:
    """A bet with the middle card only loses: worse cards fold and better ones call."""
    queen = of_kuhn("Q J", [1, 0])
    assert ismcts(KUHN, known=queen, simulations=20_000).action == PASS


def test_the_value_before_the_deal_is_close_to_the_games() -> None:
    found = ismcts(KUHN, simulations=5000)
    assert found.action is None
    assert found.value == pytest.approx(-1 / 18, abs=0.15)


def test_open_cards_fuse_strategies() -> None:
    """In every world the guess is right, but the player will not know which world it is."""
    game, state = Coin(), ("h", "")
    known = perspective(game, state, remember(game, 0, ["h"]))
    open_cards = pimc(game, known=known, simulations=900)
    assert open_cards.action == "guess"
    assert number(open_cards.value) > 1
    hidden = ismcts(game, known=known, simulations=900)
    assert (hidden.action, hidden.value) == ("stop", 1)
    assert number(hidden.scores[1].value) < 0.5


@BOTH
def test_a_seed_repeats_a_search_and_the_true_state_does_not_matter(algorithm: str) -> None:
    def answer(position: str) -> MctsResult[Any, Any]:
        state = KUHN.parse_position(position)
        found = search(KUHN, state, algorithm=algorithm, simulations=300, seed=4)
        assert isinstance(found, MctsResult)
        return found

    one, two = answer("J Q bet"), answer("K Q bet")
    assert (one.visits, one.scores, one.action) == (two.visits, two.scores, two.action)
    assert one.simulations == 300
    assert one.algorithm == algorithm
    again = search(KUHN, algorithm=algorithm, simulations=300, **one.options)
    assert again.scores == one.scores
    other = search(KUHN, one.state, algorithm=algorithm, simulations=300, seed=5)
    assert other.scores != one.scores


def test_worlds_look_the_same_to_the_player() -> None:
    known = of_kuhn("K Q bet", [2, 1, BET])
    deck = Deck(KUHN, known, None, Random(1))
    drawn = {deck.draw() for _ in range(100)}
    assert drawn == set(worlds(KUHN, known.memory))
    assert {KUHN.observation(state, 1) for state in drawn} == {known.memory.last_seen}


def test_choices_at_the_same_time_are_not_seen() -> None:
    """With open cards the second player would always win."""
    game = RockPaperScissors()
    state = game.result(game.initial(), next(iter(game.actions(game.initial()))))
    known = perspective(game, state, remember(game, 1, [next(iter(game.actions(game.initial())))]))
    assert abs(number(ismcts(game, known=known, simulations=2000).scores[0].value)) < 0.5
    assert pimc(game, known=known, simulations=2000).value != 0


def test_fit() -> None:
    assert fitting(KUHN) == ("ismcts", "pimc")
    assert fitting(RockPaperScissors()) == ("ismcts", "pimc", "regret-matching")
    for name in ("ismcts", "pimc"):
        with pytest.raises(UnsuitableGameError, match="less work"):
            search(make_game("tictactoe"), algorithm=name)
    with pytest.raises(UnsuitableGameError, match="ismcts, pimc"):
        search(KUHN)
    with pytest.raises(InputError, match="worlds"):
        pimc(KUHN, worlds=0)
    with pytest.raises(InputError, match="known"):
        ismcts(Coin(), ("h", ""))


@BOTH
def test_a_finished_game_has_its_utility(algorithm: str) -> None:
    state = KUHN.parse_position("K Q bet bet")
    assert search(KUHN, state, algorithm=algorithm).value == 2


class Witness:
    """A player who keeps what they were given."""

    given: list[Any] = []  # noqa: RUF012 (of the class: matches make the objects)

    def choose(self, game: Game[Any, Any], state: Any) -> Any:
        self.given.append(state)
        return state.actions[0]


def test_players_of_matches_are_given_what_they_know() -> None:
    Witness.given.clear()
    found = play_match(KUHN, [Witness, "random"], games=20, openings=3, seed=2)
    assert not any(record.fault is not None for record in found.games)
    assert len(Witness.given) >= 10
    for each in Witness.given:
        assert isinstance(each, Perspective)
        assert isinstance(each.memory, Memory)
        assert isinstance(each.concealed, Deal)
        assert each.concealed.cards[1 - each.player] == -1
        assert len(worlds(KUHN, each.memory)) == 2


@BOTH
def test_it_wins_against_random(algorithm: str) -> None:
    name = f"{algorithm}:simulations=100"
    found = play_match(KUHN, [name, "random"], games=100, openings=0, seed=1)
    gained = [
        record.utilities[record.entrants.index(0)] for record in found.games
    ]  # fmt: skip
    assert sum(gained) > 0
    with pytest.raises(InputError, match="simulations"):
        play_match(KUHN, [f"{algorithm}:depth=3", "random"], games=2)


@BOTH
def test_the_best_response_to_a_strategy(algorithm: str) -> None:
    """Against a player who bets with a king alone, a bet shows it: the queen folds."""
    tree = flatten(KUHN)
    honest = Strategy(
        tree,
        {
            each.memory: Distribution({int("K" in each.label): 1})
            for each in tree.sets
            if each.player == 0
        },
    )
    state = KUHN.parse_position("K Q bet")
    known = perspective(KUHN, state, remember(KUHN, 1, [2, 1, 1]))
    assert known is not None
    options: dict[str, Any] = {"known": known, "models": {0: honest}, "algorithm": algorithm}
    found = search(KUHN, state, simulations=300, **options)
    assert found.action == 0  # to pass is to fold
    assert {score.action: score.value for score in found.scores} == {0: 1, 1: 2}
    assert best_response(tree, honest, 1).strategy[known.memory][0] == 1
    assert KUHN.position(found.state) in ("K Q bet", "J Q bet")
