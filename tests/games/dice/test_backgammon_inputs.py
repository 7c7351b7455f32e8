"""Inputs of networks and pubeval, against naive versions by lists of men."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from adversario.game import CHANCE
from adversario.games.dice.backgammon import Backgammon, State
from adversario.games.dice.backgammon.board import BAR, unpack
from adversario.games.dice.backgammon.inputs import SIDE
from adversario.games.dice.backgammon.pubeval import CONTACTS, RACES

GAME = Backgammon()


def some_moves(games: int) -> list[tuple[State, State]]:
    """Decisions of random games, each with a state that it may lead to."""
    random, found = Random(4), []
    for _ in range(games):
        state = GAME.initial()
        while not GAME.is_terminal(state):
            after = GAME.result(state, random.choice(list(GAME.legal(state))))
            if GAME.player(state) != CHANCE:
                found.append((state, after))
            state = after
    return found


MOVES = some_moves(6)


def sides(state: State) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The men on the points 0 to 25 of the side on roll, and of the other."""
    board = state.board
    return unpack(board.mine_low, board.mine_high), unpack(board.theirs_low, board.theirs_high)


def naive_inputs(state: State) -> dict[int, float]:
    found: dict[int, float] = {}
    for start, men in zip((0, SIDE), sides(state), strict=True):
        for point in range(1, BAR + 1):
            number, at = men[point], start + 4 * (point - 1)
            found |= {at: float(number == 1), at + 1: float(number == 2)}
            found |= {at + 2: float(number >= 3), at + 3: max(0.0, (number - 3) / 2)}
        for part in range(3):
            found[start + 100 + part] = min(5, max(0, men[0] - 5 * part)) / 5
    return {at: value for at, value in found.items() if value}


def test_inputs_are_those_of_the_lists_of_men() -> None:
    for _, state in MOVES:
        assert dict(GAME.patterns(state, state.turn)) == pytest.approx(naive_inputs(state))
    start = GAME.initial()
    assert dict(GAME.patterns(start, 0)) == dict(GAME.patterns(start, 1))


def test_a_race_has_no_contact() -> None:
    stages = set()
    for _, state in MOVES:
        mine, theirs = sides(state)
        rear = [max((p for p in range(1, BAR + 1) if men[p]), default=0) for men in (mine, theirs)]
        assert GAME.stage(state) == int(sum(rear) < BAR)
        stages.add(GAME.stage(state))
    assert stages == {0, 1}


def naive_pubeval(before: State, after: State) -> float:
    """By the table of Tesauro's comments: a vector of 122 inputs."""
    other, mover = sides(after)  # the other side is on roll now
    if mover[0] == 15:
        return 99999.0
    inputs = [0.0] * 122
    for j in range(1, 25):
        point = 25 - j
        n = mover[point] or -other[BAR - point]
        at = 5 * (j - 1)
        inputs[at] = float(n == -1)
        inputs[at + 1] = float(n == 1)
        inputs[at + 2] = float(n >= 2)
        inputs[at + 3] = float(n == 3)
        inputs[at + 4] = (n - 3) / 2 if n >= 4 else 0.0
    inputs[120], inputs[121] = other[BAR] / 2, mover[0] / 15
    weights: Any = RACES if GAME.stage(before) == 1 else CONTACTS
    return float(sum(w * x for w, x in zip(weights, inputs, strict=True)))


def test_pubeval_is_the_sum_of_its_inputs() -> None:
    for before, after in MOVES:
        assert GAME.reference_score(before, after) == pytest.approx(naive_pubeval(before, after))


def test_pubeval_makes_the_point_with_an_opening_31() -> None:
    state = GAME.result(GAME.initial(), 8 * 3 + 1)
    best = max(
        GAME.actions(state), key=lambda a: GAME.reference_score(state, GAME.result(state, a))
    )
    assert GAME.action_name(state, best) == "8/5 6/5"
