"""A Pac-Man with a belief: what he learns, and what he makes of it."""

from __future__ import annotations

from itertools import pairwise
from random import Random

import pytest

from adversario.arena.believer import Believer
from adversario.arena.model_table import make_believer, make_decider, make_player, play_states
from adversario.games.pacman import Pacman, State
from adversario.games.pacman.ghosts import GHOSTS, VIEWS
from adversario.views.beliefs import Belief

LAYOUT, DEPTH = "bait", 2
OPPONENTS = Pacman(LAYOUT).opponents()
PLIES = DEPTH * OPPONENTS.round_plies


def game_against(kind: str, pacman: Believer[State, int], seed: int) -> list[State]:
    game, dice = Pacman(LAYOUT, kind), Random(seed)
    return list(play_states(game, pacman, plies=PLIES, dice=dice, most_steps=30, engine="python"))


def certain(pacman: Believer[State, int], kind: str) -> Believer[State, int]:
    """The same who is sure of a kind of ghosts."""
    belief = pacman.prior
    weights = tuple(int(name == kind) for name in belief.names)
    return Believer(Belief(belief.names, belief.models, weights), pacman.action_values)


def test_what_he_believes_follows_from_the_moves_he_saw() -> None:
    """The posterior, worked out from the states of the game and what each kind does there."""
    pacman = make_believer(OPPONENTS, DEPTH, "python")
    haunt = make_decider(Pacman(LAYOUT, "minimax"), PLIES, "python")
    for seed, kind in enumerate(GHOSTS):
        states = game_against(kind, pacman, seed)
        likelihood = dict.fromkeys(GHOSTS, 1.0)
        for state, after in pairwise(states):
            if state.turn == 0:
                continue
            game = Pacman(LAYOUT, "80")
            actions = list(game.actions(state))
            took = next(a for a in actions if game.result(state, a) == after)
            any_one = 1 / len(actions)
            likelihood["random"] *= any_one
            likelihood["80"] *= dict(game.chances(state))[took]
            likelihood["minimax"] *= 0.95 * (haunt(state) == took) + 0.05 * any_one
        total = sum(likelihood.values())
        for name, chance in pacman.belief.probabilities.items():
            assert float(chance) == pytest.approx(likelihood[name] / total)


def test_he_finds_out_that_ghosts_are_random_and_forgets_it_for_the_next_game() -> None:
    pacman = make_believer(OPPONENTS, DEPTH, "python")
    shares = []
    for seed in range(6):
        game_against("random", pacman, seed)
        shares.append(float(pacman.belief.probabilities["random"]))
    assert sum(shares) / len(shares) > 0.6
    pacman.reset()
    assert set(pacman.belief.probabilities.values()) == {pacman.prior.probabilities["random"]}
    assert float(pacman.prior.probabilities["random"]) == pytest.approx(1 / 3)


def test_who_is_certain_plays_as_who_has_that_view() -> None:
    pacman = make_believer(OPPONENTS, DEPTH, "python")
    states = [s for seed in range(3) for s in game_against("80", pacman, seed) if s.turn == 0]
    game = Pacman(LAYOUT, "80")
    for name, kind in VIEWS.items():
        plain, sure = make_player(OPPONENTS, name, DEPTH, "python"), certain(pacman, kind)
        for state in states[:25]:
            if not game.is_terminal(state):
                assert sure(state) == plain(state)
