"""Short compiled decisions beside the interpreted searches."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from adversario import Game, InputError, Limit, parse_tree
from adversario.algorithms.registry import search
from adversario.games import Pacman, TicTacToe
from adversario.native.compiler.problems import NotCompilable
from adversario.native.engines.decisions import Decider


@pytest.mark.parametrize(("game", "depth"), [(TicTacToe(), 4), (Pacman("tiny", "80"), 6)])
def test_decisions_are_those_of_a_search(game: Game[Any, Any], depth: int) -> None:
    decide, random = Decider(game, depth), Random(3)
    visited = 0
    for _ in range(6):
        state = game.initial()
        for _ in range(30):
            if game.is_terminal(state):
                break
            if game.player(state) >= 0:
                action, value = decide(state)
                wanted = search(game, state, limit=Limit(depth=depth))
                visited += wanted.statistics.nodes
                assert action == wanted.action
                assert value == pytest.approx(wanted.value)
                assert decide.nodes == visited
            state = game.result(state, random.choice(list(game.legal(state))))


def test_worths_are_those_of_all_actions() -> None:
    game = TicTacToe()
    decide = Decider(game, 4)
    for position in ("XO./.X./...", "XX./OO./...", "X.O/.X./O.."):
        state = game.parse_position(position)
        wanted = search(game, state, limit=Limit(depth=4), algorithm="minimax")
        assert decide.worths(state) == {score.action: score.value for score in wanted.scores}


def test_what_cannot_be_decided() -> None:
    game = TicTacToe()
    decide = Decider(game, 1)
    with pytest.raises(InputError, match="nobody decides"):
        decide(game.parse_position("XXX/OO./..."))
    for depth in (0, 101):
        with pytest.raises(InputError, match="1 to 100"):
            Decider(game, depth)
    with pytest.raises(InputError, match="maxn"):
        Decider(parse_tree("players R, G, B; ([1, 2, 3], [3, 2, 1])"), 2)
    with pytest.raises(NotCompilable):
        Decider(parse_tree("((1, 2), 3)"), 2)
