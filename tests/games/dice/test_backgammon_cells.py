"""The board of backgammon to press: its men, and the orders in which a play can be pressed."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from adversario.games import Backgammon
from adversario.games.dice.backgammon import State
from adversario.games.dice.backgammon.cells import BARS, TRAYS, play_cells

GAME = Backgammon()


def men(state: State) -> list[int]:
    """The men of each cell, those of player 1 as negative numbers."""
    return [
        (cell.count or 0) * (1 if cell.owner == 0 else -1) for cell in GAME.diagram(state).cells
    ]


def press(board: list[int], cells: tuple[int, ...], player: int) -> list[int]:
    """The men after moves from cell to cell, by the rule of hitting alone."""
    after, sign = list(board), 1 - 2 * player
    for start, end in list(pairwise(cells))[::2]:
        assert after[start] * sign > 0, "a man is moved from where there is none"
        after[start] -= sign
        if after[end] * sign < 0:
            assert after[end] == -sign, "a man enters a closed point"
            after[BARS[1 - player]] -= sign
            after[end] = 0
        after[end] += sign
    return after


def test_every_order_of_a_play_leads_to_its_board() -> None:
    random, orders = Random(5), 0
    for _ in range(4):
        state = GAME.initial()
        while not GAME.is_terminal(state):
            for action in GAME.actions(state) if state.big else ():
                ways = [
                    GAME.action_cells(state, action), *GAME.other_action_cells(state, action)
                ]  # fmt: skip
                assert len(set(ways)) == len(ways)
                orders += len(ways) - 1
                after = men(GAME.result(state, action))
                assert all(press(men(state), way, state.turn) == after for way in ways)
            state = GAME.result(state, random.choice(list(GAME.legal(state))))
    assert orders > 1000


def test_two_moves_of_different_men_are_pressed_in_either_order() -> None:
    state = GAME.parse_position("31")
    action = GAME.parse_action(state, "8/5 6/5")
    ways = {GAME.action_cells(state, action), *GAME.other_action_cells(state, action)}
    assert ways == {(7, 4, 5, 4), (5, 4, 7, 4)}


def test_a_man_that_goes_on_is_pressed_again_and_may_go_the_other_way() -> None:
    state = GAME.parse_position("31")
    action = GAME.parse_action(state, "24/20")
    ways = {GAME.action_cells(state, action), *GAME.other_action_cells(state, action)}
    assert ways == {(23, 20, 20, 19), (23, 22, 22, 19)}


def test_dice_and_a_pass_have_no_cells_and_the_men_are_fifteen_each() -> None:
    state = GAME.initial()
    assert all(GAME.action_cells(state, roll) == () for roll in GAME.legal(state))
    assert play_cells(state, 0) == ()
    board = GAME.diagram(GAME.parse_position("31")).cells
    assert sum(cell.count or 0 for cell in board if cell.owner == 0) == 15
    assert [board[at].name for at in (*BARS, *TRAYS)] == ["bar X", "bar O", "off X", "off O"]
