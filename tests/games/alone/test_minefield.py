"""Minesweeper with the mines in the state: worlds, agreement with the game of knowledge, play."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from math import comb
from random import Random
from typing import Any

import pytest

from adversario import InputError, make_game
from adversario.algorithms.core.chance import sample_chance
from adversario.algorithms.imperfect.ismcts import ismcts
from adversario.contract.information.memory import first_memories
from adversario.contract.information.worlds import draw_worlds
from adversario.game import CHANCE
from adversario.games.alone.minesweeper.placed import Field, Minefield
from adversario.games.alone.minesweeper.rules import Minesweeper


def leaves(game: Minefield, state: Field, share: Fraction = Fraction(1)) -> Counter[int]:
    """All placements that chance leads to, with their probabilities."""
    if game.is_terminal(state) or game.player(state) != CHANCE:
        return Counter({state.mines: share})
    found: Counter[int] = Counter()
    for outcome, probability in game.chances(state):
        found.update(leaves(game, game.result(state, outcome), share * probability))
    return found


def test_all_placements_are_equally_likely() -> None:
    game = Minefield(3, 3, 3)
    found = leaves(game, game.initial())
    assert len(found) == comb(9, 3)
    assert set(found.values()) == {Fraction(1, comb(9, 3))}


@pytest.mark.parametrize("opened", ["a1", "b2", "c3"])
def test_worlds_are_all_placements_that_agree(opened: str) -> None:
    """By brute force, in every game of a small board after one cell is opened."""
    game = Minefield(3, 3, 2)
    seen: dict[tuple[int, ...], list[int]] = {}
    for mines in leaves(game, game.initial()):
        state = game.initial()._replace(mines=mines, clear=game.all & ~mines)
        after = game.result(state, game.parse_action(state, opened))
        seen.setdefault(after.cells, []).append(mines)
    for cells, placements in seen.items():
        concealed = game.conceal(Field(cells, placements[0], game.all & ~placements[0]), 0)
        if not game.is_terminal(concealed):
            assert leaves(game, concealed) == dict.fromkeys(
                placements, Fraction(1, len(placements))
            )


def test_the_chance_of_a_mine_is_that_of_minesweeper() -> None:
    """Two derivations: all worlds counted, and the probabilities of the game of knowledge."""
    known, placed = Minesweeper(4, 4, 3), Minefield(4, 4, 3)
    cells = known.parse_position("..../.2../..../...1").cells
    worlds = leaves(placed, placed.conceal(Field(cells, 0, 0), 0))
    for cell, chance in known.probabilities(known.parse_position("..../.2../..../...1")).items():
        assert sum(share for mines, share in worlds.items() if mines >> cell & 1) == chance


def test_worlds_are_drawn_without_rejection() -> None:
    game = Minefield()
    state = deal(game, 2)
    state = game.result(state, next(c for c in game.actions(state) if not state.mines >> c & 1))
    memory = first_memories(game, state)[0]
    for world in draw_worlds(game, memory, 20, seed=1, concealed=game.conceal(state, 0)):
        assert world.cells == state.cells
        assert world.mines.bit_count() == game.mines


def deal(game: Minefield, seed: int) -> Field:
    state, random = game.initial(), Random(seed)
    while game.player(state) == CHANCE:
        state = game.result(state, sample_chance(game, state, random))
    return state


def test_ismcts_opens_a_sure_cell() -> None:
    """The mine beside the 1 is known, and so is that the third cell has none."""
    game = make_game("minefield:rows=1,columns=4,mines=1")
    state = game.parse_position("1... b1 a1,c1,d1")
    found = ismcts(game, state, simulations=80)
    assert game.action_name(state, found.action) in ("c1", "d1")
    other = game.parse_position("..1. b1 a1,c1,d1")  # b1 or d1: a1 is sure
    assert game.action_name(other, ismcts(game, other, simulations=80).action) == "a1"


def test_positions() -> None:
    game = Minefield(3, 3, 2)
    state = deal(game, 1)
    assert game.parse_position(game.position(state)) == state
    assert game.parse_position(game.position(game.initial())) == game.initial()
    over = game.result(state, state.mines.bit_length() - 1)
    assert game.is_terminal(over)
    assert game.utility(over, 0) == 0
    assert game.position(over).split()[0].count("*") == 1
    assert sum(mark.mark == "*" for mark in game.diagram(over).cells) == 2  # all are shown


@pytest.mark.parametrize(
    "text", ["", "...", "...... -", ".../.../... - a1,z9", ".../.../... a1 a1", "8../.../... - -"]
)
def test_malformed_positions(text: Any) -> None:
    with pytest.raises(InputError):
        Minefield(3, 3, 2).parse_position(text or "x")
