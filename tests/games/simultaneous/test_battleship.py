"""Battleship: against sets of cells, the published number of fleets, and small games solved."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import pytest

from adversario import InputError
from adversario.contract.information.check import check_information
from adversario.contract.information.memory import remember
from adversario.contract.information.worlds import draw_worlds
from adversario.games.simultaneous.battleship.chart import chart
from adversario.games.simultaneous.battleship.game import Battleship
from adversario.games.simultaneous.battleship.rules import Sea
from adversario.solve.equilibrium.tree.flat import flatten
from adversario.solve.equilibrium.tree.regret import cfr


def cells_of(game: Battleship, at: int, place: int) -> set[int]:
    """The cells of a ship, one by one."""
    row, column = divmod(place // 2, game.size)
    length = game.ships[at % game.number]
    ends = [(row + k, column) if place % 2 else (row, column + k) for k in range(length)]
    return {r * game.size + c for r, c in ends if r < game.size and c < game.size}


def random_play(game: Battleship, seed: int, plies: int) -> tuple[Sea, list[int]]:
    random, state, played = Random(seed), game.initial(), list[int]()
    while len(played) < plies and not game.is_terminal(state):
        played.append(random.choice(list(game.actions(state))))
        state = game.result(state, played[-1])
    return state, played


@pytest.mark.parametrize("ships", [(5, 4, 3, 3, 2), (2, 1)])
def test_against_sets_of_cells(ships: tuple[int, ...]) -> None:
    game = Battleship(10 if len(ships) > 2 else 3, ships)
    for seed in range(5):
        random, state = Random(seed), game.initial()
        fleets: list[list[set[int]]] = [[], []]
        for who in (0, 1):
            for at in range(game.number):
                taken = set().union(*fleets[who])
                fitting = {
                    place
                    for place in range(2 * game.cells)
                    if len(new := cells_of(game, at, place)) == ships[at] and not new & taken
                    if place % 2 == 0 or ships[at] > 1
                }
                assert (state.turn, set(game.actions(state))) == (who, fitting)
                place = random.choice(sorted(fitting))
                fleets[who].append(cells_of(game, at, place))
                state = game.result(state, place)
        shots: list[set[int]] = [set(), set()]
        while all(set().union(*fleets[1 - who]) - shots[who] for who in (0, 1)):
            who = (len(shots[0]) + len(shots[1])) % 2
            left = set(range(game.cells)) - shots[who]
            assert (state.turn, set(game.actions(state))) == (who, left)
            assert not game.is_terminal(state)
            cell = random.choice(sorted(left))
            shots[who].add(cell)
            state = game.result(state, cell)
            sunk = [not ship - shots[1 - each] for each in (0, 1) for ship in fleets[each]]
            assert [game.is_sunk(state, at) for at in range(2 * game.number)] == sunk
        assert game.is_terminal(state)
        assert game.utility(state, who) == 1
        assert game.parse_position(game.position(state)) == state


def test_the_number_of_fleets() -> None:
    """There are 30,093,975,536 ways to place the standard fleet on 10 by 10."""
    game = Battleship()
    found = chart(game, game.initial(), 0, sample=4000)
    assert not found.exact
    assert found.fleets == pytest.approx(30_093_975_536, rel=0.02)
    assert sum(found.cells) == pytest.approx(17, rel=1e-9)
    assert found.cells[0] < found.cells[44]  # rarely in a corner


@pytest.mark.parametrize("plies", [6, 10, 16, 22])
def test_the_chart_counts_what_fits(plies: int) -> None:
    """Against every pair of ships, tried one by one."""
    game = Battleship(4, (3, 2))
    state, _ = random_play(game, 7, plies)
    me = state.turn
    fits, total = [0] * 16, 0
    for pair in product(range(32), repeat=2):
        fleet = [cells_of(game, at, place) for at, place in enumerate(pair)]
        whole = len(fleet[0]) == 3 and len(fleet[1]) == 2 and not fleet[0] & fleet[1]
        ships = pair + state.ships[2:] if me == 1 else state.ships[:2] + pair
        world = state._replace(ships=ships)
        where = sum(1 << cell for ship in fleet for cell in ship)
        if whole and where & state.shots[2 * me] == state.hits[2 * me]:
            seen = game.observation(world, me) == game.observation(state, me)
            if seen:
                total += 1
                fits = [count + (where >> cell & 1) for cell, count in enumerate(fits)]
    found = chart(game, state, me)
    assert (found.exact, found.fleets) == (True, total)
    assert found.cells == pytest.approx([count / total for count in fits])
    drawn = chart(game, state, me, most=0, sample=3000)
    assert drawn.cells == pytest.approx(found.cells, abs=0.05)


def test_worlds_look_the_same() -> None:
    game = Battleship(6, (3, 3, 2))
    for plies in (2, 4, 20, 34, 44):
        state, played = random_play(game, 3, plies)
        if game.is_terminal(state):
            continue
        me, concealed = state.turn, game.conceal(state, state.turn)
        for world in draw_worlds(game, remember(game, me, played), 10, concealed=concealed):
            assert game.observation(world, me) == game.observation(state, me)


def test_what_players_know_is_as_declared() -> None:
    report = check_information(Battleship(4, (3, 2)), playouts=5, seed=1, longest=100)
    assert report is not None
    assert report.worlds


def test_small_games_are_solved() -> None:
    """One cell on 2 by 2: all orders are alike, and who finds it first wins, which is 1/4.

    With one ship of two cells: 5,590 sets and 12,373 histories, and 3/8 to the first player.
    """
    one = cfr(flatten(Battleship(2, (1,))), iterations=100)
    assert one.value == pytest.approx(1 / 4, abs=float(one.nash_conv) + 1e-9)
    assert one.nash_conv < 0.05
    two = cfr(flatten(Battleship(2, (2,))), iterations=300)
    assert (two.sets, two.histories) == (5590, 12373)
    assert two.value == pytest.approx(3 / 8, abs=float(two.nash_conv))
    assert two.nash_conv < 0.02


@pytest.mark.parametrize(
    ("size", "ships"), [(1, (1,)), (11, (2,)), (3, (4,)), (2, (2, 2, 2)), (5, ()), (3, (3, 3, 3))]
)
def test_fleets_that_may_not_fit(size: int, ships: tuple[int, ...]) -> None:
    with pytest.raises(InputError, match="always fit"):
        Battleship(size, ships)


@pytest.mark.parametrize(
    "position",
    ["a1h,a1v - a1h,a3h - 1", "a1h,a3h c1 a1h,a3h - 1", "a1h,a3h a1 a1h,a3h - 2", "- - - - 1"],
)
def test_wrong_positions(position: str) -> None:
    with pytest.raises(InputError, match="not a position of battleship"):
        Battleship(4, (3, 2)).parse_position(position)


def test_the_cells_of_actions() -> None:
    game: Any = Battleship(4, (3, 2))
    state = game.parse_position("a1h,a3h - b1v,- - 2")
    place = game.parse_action(state, "C2v")
    assert game.action_cells(state, place) == (16 + 6, 16 + 10)
    state = game.parse_position("a1h,a3h b1* b1v,d1v a1* 1")
    assert game.action_cells(state, game.parse_action(state, "a2")) == (20,)
    assert [cell.mark for cell in game.diagram(game.conceal(state, 0)).cells if cell.mark] == [
        "✕", "■", "■", "■", "■", "✕",
    ]  # fmt: skip
