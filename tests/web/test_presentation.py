"""Names, colours, points and lines: what people see is what the rules say."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random
from typing import Any

import pytest

from adversario import Game, make_game
from adversario.base.appearance import PAINTS
from adversario.contract.presentation import presented
from adversario.games import GAMES

STYLES = Path(__file__).parents[2] / "frontend" / "src" / "styles" / "base.css"
LINES = {"tictactoe": 3, "connect4": 4, "gomoku:size=6,k=4": 4, "mnk:players=3": 3, "morris": 3}


def states_of(game: Game[Any, Any], seed: int, most: int = 120) -> list[Any]:
    random, states = Random(seed), [game.initial()]
    while not game.is_terminal(states[-1]) and len(states) < most:
        action = random.choice(list(game.legal(states[-1])))
        states.append(game.result(states[-1], action))
    return states


@pytest.mark.parametrize("name", GAMES)
def test_every_player_has_a_name_and_a_colour_of_their_own(name: str) -> None:
    game = make_game(name)
    shown = presented(game)
    look = shown.appearance()
    assert len(look.sides) == game.players
    for lang in ("en", "es"):
        assert len({side.text(lang) for side in look.sides}) == game.players
    assert len({side.paint for side in look.sides}) == game.players
    assert look.bottom is None or look.bottom in range(game.players)
    state = states_of(game, 1, 20)[-1]
    assert len(shown.points_so_far(state)) in (0, 1, game.players)


def test_the_colours_of_the_page_are_those_of_the_package() -> None:
    css = STYLES.read_text(encoding="utf-8")
    for paint, colours in PAINTS.items():
        found = re.search(rf"--paint-{paint}: light-dark\((#\w+),", css)
        assert found is not None
        assert found[1] == colours.fill


@pytest.mark.parametrize("name", LINES)
def test_the_winning_cells_are_a_line_of_the_winner(name: str) -> None:
    game = make_game(name)
    seen = 0
    for seed in range(12):
        *before, last = states_of(game, seed)
        assert not any(presented(game).winning_cells(state) for state in before)
        diagram = game.diagram(last)
        assert diagram is not None
        cells = [diagram.cells[cell] for cell in presented(game).winning_cells(last)]
        if not game.is_terminal(last) or len(set(game.utilities(last))) == 1:
            assert not cells
            continue
        seen += 1
        winner = max(range(game.players), key=lambda player: game.utility(last, player))
        assert len(cells) >= LINES[name]
        assert {cell.owner for cell in cells} == {winner}
    assert seen


def test_the_winning_chain_of_hex_reaches_both_sides() -> None:
    game = make_game("hex:size=4,swap=no")
    for seed in range(6):
        last = states_of(game, seed)[-1]
        diagram = game.diagram(last)
        assert diagram is not None
        cells = [diagram.cells[cell] for cell in presented(game).winning_cells(last)]
        winner = 0 if game.utility(last, 0) > 0 else 1
        assert {cell.owner for cell in cells} == {winner}
        places = {cell.row if winner == 0 else cell.column for cell in cells}
        assert places >= {0, 3}


@pytest.mark.parametrize("name", ["kayles:heaps=7-7", "dawson:heaps=9", "grundy:heaps=8-8"])
def test_mirror_moves_mean_the_same_and_no_two_actions_share_cells(name: str) -> None:
    game = make_game(name)
    for state in states_of(game, 3):
        ways: dict[tuple[int, ...], Any] = {}
        for action in game.legal(state):
            own = game.action_cells(state, action)
            for cells in (own, *presented(game).other_action_cells(state, action)):
                assert ways.setdefault(cells, action) == action
        diagram = game.diagram(state)
        if name.startswith("kayles") and diagram is not None and not game.is_terminal(state):
            assert {cell for (cell, *more) in ways if not more} == set(range(len(diagram.cells)))


def test_points_are_counted_as_the_rules_do() -> None:
    for name in ("othello:size=6", "kalah", "territory"):
        game = make_game(name)
        last = states_of(game, 5)[-1]
        points = presented(game).points_so_far(last)
        utilities = game.utilities(last)
        order = sorted(range(game.players), key=lambda player: points[player])
        assert sorted(utilities) == [utilities[player] for player in order]
