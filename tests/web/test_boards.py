"""Boards as data: what is clicked is what is played."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from adversario import Game, make_game
from adversario.base.board_diagram import Diagram
from adversario.games import GAMES

PLACING = [
    "tictactoe",
    "connect4",
    "connect4:width=4,height=3",
    "mnk:players=3",
    "mnk:rows=4,columns=5,gravity=yes",
    "go",
    "gomoku:size=9",
    "hex:size=5",
    "othello:size=6",
    "breakthrough:rows=6,columns=5",
]


def played(game: Game[Any, Any], seed: int) -> list[tuple[Any, Any, Any]]:
    """A random game: each state, the action, and the state after it."""
    random, state = Random(seed), game.initial()
    steps: list[tuple[Any, Any, Any]] = []
    while not game.is_terminal(state) and len(steps) < 60:
        action = random.choice(list(game.legal(state)))
        steps.append((state, action, game.result(state, action)))
        state = steps[-1][2]
    return steps


def shown(game: Game[Any, Any], state: Any) -> Diagram:
    diagram = game.diagram(state)
    assert diagram is not None
    return diagram


@pytest.mark.parametrize("name", GAMES)
def test_cells_have_places_of_their_own_and_actions_cells_of_theirs(name: str) -> None:
    game = make_game(name)
    for state, _, _ in played(game, 1):
        diagram = game.diagram(state)
        actions = list(game.legal(state))
        cells = [game.action_cells(state, action) for action in actions]
        if diagram is None:
            assert not any(cells)
            continue
        assert len({(cell.row, cell.column) for cell in diagram.cells}) == len(diagram.cells)
        assert len({cell.name for cell in diagram.cells}) == len(diagram.cells)
        for cell in diagram.cells:
            assert 0 <= cell.row < diagram.rows
            assert 0 <= cell.column < diagram.columns
        assert all(0 <= cell < len(diagram.cells) for each in cells for cell in each)
        clickable = [each for each in cells if each]
        assert len(set(clickable)) == len(clickable)


@pytest.mark.parametrize("name", PLACING)
def test_the_last_cell_of_an_action_becomes_the_movers(name: str) -> None:
    game = make_game(name)
    for seed in range(3):
        for state, action, after in played(game, seed):
            if game.action_name(state, action) in ("pass", "swap"):
                continue
            before, then, mover = shown(game, state), shown(game, after), game.player(state)
            *origin, target = game.action_cells(state, action)
            assert then.cells[target].owner == mover
            assert then.cells[target].mark == game.player_name(mover)
            assert before.cells[target].owner != mover
            for cell in origin:
                assert before.cells[cell].owner == mover
                assert then.cells[cell].owner is None
            if game.action_name(state, action) == then.cells[target].name:
                assert not origin


def test_a_stone_that_is_swapped_is_the_cell_to_click() -> None:
    game = make_game("hex:size=4")
    state = game.result(game.initial(), game.parse_action(game.initial(), "b3"))
    (cell,) = game.action_cells(state, game.parse_action(state, "swap"))
    assert shown(game, state).cells[cell].name == "b3"


def test_counters_are_taken_from_the_one_clicked_on() -> None:
    game = make_game("nim:heaps=3-0-5-60")
    for state, action, after in played(game, 4):
        before, then = shown(game, state), shown(game, after)
        cells = game.action_cells(state, action)
        if not cells:  # more are in the heap than are shown
            assert max(state.heaps) > 50
            continue
        (first,) = cells
        row, column = before.cells[first].row, before.cells[first].column
        kept = [c.name for c in before.cells if c.row != row or c.column < column]
        assert [cell.name for cell in then.cells] == kept


@pytest.mark.parametrize("name", ["kayles:heaps=9-3", "dawson:heaps=12", "grundy:heaps=12-5"])
def test_a_row_breaks_where_it_is_clicked(name: str) -> None:
    game = make_game(name)
    for state, action, after in played(game, 2):
        diagram, cells = shown(game, state), game.action_cells(state, action)
        row = diagram.cells[cells[0]].row
        size = sum(cell.row == row for cell in diagram.cells)
        left, last = diagram.cells[cells[0]].column, diagram.cells[cells[-1]].column
        gone = sum(len(shown(game, each).cells) * sign for each, sign in ((state, 1), (after, -1)))
        assert gone in (0, last - left + 1)
        rest = sorted(heap for heap in (left, size - left - gone) if heap)
        others = [sum(c.row == r for c in diagram.cells) for r in range(diagram.rows) if r != row]
        then = shown(game, after)
        sizes = [sum(cell.row == r for cell in then.cells) for r in range(then.rows)]
        assert sorted(sizes) == sorted([*others, *rest])


def test_a_house_is_emptied_where_it_is_clicked() -> None:
    game = make_game("kalah:houses=5,seeds=3")
    for state, action, after in played(game, 3):
        (cell,) = game.action_cells(state, action)
        before, then = shown(game, state).cells[cell], shown(game, after).cells[cell]
        assert before.owner == game.player(state)
        assert before.name == f"{before.owner + 1}:{game.action_name(state, action)}"
        assert before.count
        assert then.count == 0 or before.count > 10  # once around the board
        assert sum(each.count or 0 for each in shown(game, after).cells) == 30


def test_a_game_has_no_diagram_unless_it_says_so() -> None:
    game = make_game("pig")
    assert game.diagram(game.initial()) is None
    assert game.action_cells(game.initial(), next(iter(game.actions(game.initial())))) == ()
    many = make_game("grundy:heaps=" + "-".join(["3"] * 40))
    assert many.diagram(many.initial()) is None
    assert many.action_cells(many.initial(), next(iter(many.actions(many.initial())))) == ()
