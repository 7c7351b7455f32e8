"""The doubling cube: Janowski's formula, match equities, doubles, Jacoby, Crawford, and IDs."""

from __future__ import annotations

from typing import Any

import pytest

from adversario import InputError, make_game
from adversario.algorithms.turns import Horizon, search_turns
from adversario.arena.levels import Level
from adversario.games.dice.backgammon.board import Board
from adversario.games.dice.backgammon.cube.equity import money_cash_point, money_value
from adversario.games.dice.backgammon.cube.game import CubeBackgammon
from adversario.games.dice.backgammon.cube.ids import read_match_id
from adversario.games.dice.backgammon.cube.match_equity import match_table
from adversario.games.dice.backgammon.cube.match_play import AFTER, CRAWFORD, PLAIN
from adversario.games.dice.backgammon.cube.rules import DOUBLING, OFFERED, CubeState
from adversario.games.dice.backgammon.ids import write_id
from adversario.native.engines.turns import native_search_turns
from tests.require import require

MONEY, MATCH = CubeBackgammon(), CubeBackgammon(points=5)
X = 2 / 3


@pytest.mark.parametrize(("gain", "loss"), [(1.0, 1.0), (1.4, 1.1), (1.05, 1.3)])
@pytest.mark.parametrize("chance", [0.3, 0.5, 0.65])
def test_values_are_those_of_janowskis_formulas(chance: float, gain: float, loss: float) -> None:
    owned = money_value(chance, gain, loss, mine=True, theirs=False, jacoby=False)
    assert owned == pytest.approx(chance * (gain + loss + X / 2) - loss)
    theirs = money_value(chance, gain, loss, mine=False, theirs=True, jacoby=False)
    assert theirs == pytest.approx(chance * (gain + loss + X / 2) - loss - X / 2)
    middle = money_value(chance, gain, loss, mine=True, theirs=True, jacoby=False)
    live = 4 / 3 * (chance * (gain + loss + 0.5) - loss - 0.25)
    dead = chance * (gain + loss) - loss
    assert middle == pytest.approx(dead + X * (live - dead))


def test_take_points_without_gammons_are_a_fifth_and_a_quarter() -> None:
    assert money_cash_point(1, 1) == pytest.approx(0.8)  # live
    last = match_table(2).cash_point(2, 2, PLAIN, 1, 0, 0)
    assert last == pytest.approx(1 - match_table(2).match_chance(2, 1, PLAIN))  # dead


PUBLISHED = {(2, 1): 0.323, (3, 1): 0.249, (4, 1): 0.186, (3, 2): 0.401, (4, 2): 0.330,
             (5, 3): 0.352, (7, 5): 0.368, (9, 7): 0.386}  # fmt: skip
"""Kazaross and XG's table: the points that the players need, and the chance of the first."""


@pytest.mark.parametrize("score", PUBLISHED)
def test_match_equities_are_near_published_ones(score: tuple[int, int]) -> None:
    table = match_table(11)
    assert table.match_chance(*score, PLAIN) == pytest.approx(PUBLISHED[score], abs=0.016)
    assert table.match_chance(*score, PLAIN) + table.match_chance(*score[::-1], PLAIN) == 1


def test_a_double_is_taken_or_dropped() -> None:
    state = MONEY.parse_position("31 8/5,6/5")
    assert state.next == DOUBLING
    assert [MONEY.action_name(state, each) for each in MONEY.actions(state)] == ["roll", "double"]
    offered = MONEY.result(state, MONEY.parse_action(state, "double"))
    assert (offered.next, MONEY.player(offered)) == (OFFERED, 0)
    dropped = MONEY.result(offered, MONEY.parse_action(offered, "drop"))
    assert MONEY.utilities(dropped) == (-1, 1)
    taken = MONEY.result(offered, MONEY.parse_action(offered, "take"))
    assert (taken.cube, taken.owner, MONEY.player(taken)) == (2, 0, -1)
    rolled = MONEY.result(taken, 8 * 6 + 4)
    assert MONEY.player(rolled) == 1
    after = MONEY.result(rolled, MONEY.parse_action(rolled, "24/14"))
    assert after.next == DOUBLING  # the owner may double, and next time the other side may not
    later = MONEY.parse_position(MONEY.position(after._replace(next=2)).replace(":-:", ":61:"))
    assert MONEY.player(MONEY.result(later, next(iter(MONEY.actions(later))))) == -1


def nearly_over(game: CubeBackgammon, **more: Any) -> CubeState:
    """X bears off its last man by any roll, and O has borne off none."""
    state = game.parse_position("31 8/5,6/5")
    board = state.board._replace(
        mine_low=14 | 1 << 4, mine_high=0, theirs_low=15 << 4 * 6, theirs_high=0
    )
    return state._replace(board=board, turn=0, big=2, small=1, next=2, **more)


@pytest.mark.parametrize(
    ("jacoby", "cube", "owner", "won"),
    [(True, 1, -1, 1), (False, 1, -1, 2), (True, 2, 0, 4), (True, 4, 1, 8)],
)
def test_gammons_count_by_the_rule_of_jacoby(jacoby: bool, cube: int, owner: int, won: int) -> None:
    game = CubeBackgammon(jacoby=jacoby)
    state = nearly_over(game, cube=cube, owner=owner)
    after = game.result(state, game.parse_action(state, "1/off"))
    assert game.is_terminal(after)
    assert game.utility(after, 0) == won


def test_a_match_has_a_crawford_game_and_ends() -> None:
    state = nearly_over(MATCH)  # a gammon: 2 points
    after = MATCH.result(state, MATCH.parse_action(state, "1/off"))
    assert (after.first, after.second, after.stage, after.opening) == (2, 0, PLAIN, True)
    state = nearly_over(MATCH, first=2)
    after = MATCH.result(state, MATCH.parse_action(state, "1/off"))
    assert (after.first, after.stage) == (4, CRAWFORD)
    rolled = MATCH.result(after, 8 * 3 + 1)
    played = MATCH.result(rolled, MATCH.parse_action(rolled, "8/5 6/5"))
    assert MATCH.player(played) == -1  # no cube
    lost = nearly_over(MATCH, first=0, second=4, stage=CRAWFORD)
    after = MATCH.result(lost, MATCH.parse_action(lost, "1/off"))
    assert (after.first, after.second, after.stage) == (2, 4, AFTER)
    rolled = MATCH.result(after, 8 * 1 + 3)
    played = MATCH.result(rolled, MATCH.parse_action(rolled, "8/5 6/5"))
    assert MATCH.player(played) == 0  # the trailing side may double; the leader has no use for it
    won = nearly_over(MATCH, first=3)
    assert MATCH.utilities(MATCH.result(won, MATCH.parse_action(won, "1/off"))) == (1, -1)


def test_the_match_id_of_the_manual_of_gnu_backgammon() -> None:
    """Nine points, 2-4, a cube of 2 owned by player 0, and player 1 has rolled 52."""
    game = CubeBackgammon(points=9)
    state = game.parse_position("4HPwATDgc/ABMA:QYkqASAAIAAA")
    assert game.position(state) == "4HPwATDgc/ABMA:52:X:2O:4-2"
    assert game.match_id(state) == "QYkqASAAIAAA"
    assert game.parse_position(game.xgid(state)) == state
    assert read_match_id("cAkAAAAAAAAA").cube == 1


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ("4HPwATDgc/ABMA:QYkqASAAIAAA", "points=9"),
        ("4HPwATDgc/ABMA:!!!!ASAAIAAA", "not a legal action"),
        ("4HPwATDgc/ABMA:QYkqASAAIAD/", "not a match ID"),
        ("4HPwATDgc/ABMA:31:X:3X:0-0", "power of 2"),
        ("4HPwATDgc/ABMA:31:X:2:0-0", "nobody owns"),
        ("4HPwATDgc/ABMA:?:X:2O:0-0", "cannot double"),
        ("4HPwATDgc/ABMA:first:O:1:0-0", "first dice"),
        ("4HPwATDgc/ABMA:31:X:1:1-0", "cannot arise"),
    ],
)
def test_positions_that_cannot_be_are_refused(position: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        MONEY.parse_position(position)


def test_a_match_is_not_too_long() -> None:
    with pytest.raises(InputError, match="at most 25"):
        make_game("backgammon-cube:points=26")


LAST_MEN = write_id(Board(14 | 1 << 4, 0, 14 | 1 << 4, 0)) + ":?:X:1:0-0"
"""Each side has one man left, on its first point."""


def cube_actions(game: CubeBackgammon, position: str) -> tuple[str, str]:
    """What the side on roll does about the cube, and what the other side does about a double."""
    state = game.parse_position(position)
    first = search_turns(game, state, Horizon(turns=1))[0].action
    offered = game.result(state, 1)
    reply = search_turns(game, offered, Horizon(turns=1))[0].action
    return game.action_name(state, first), game.action_name(offered, reply)


def test_cube_decisions_by_the_network() -> None:
    game = make_game("backgammon-cube:weights=network")
    assert isinstance(game, CubeBackgammon)
    start = MONEY.position(MONEY.parse_position("31 8/5,6/5")).replace(":O:", ":X:")
    assert cube_actions(game, start) == ("roll", "take")
    assert cube_actions(game, LAST_MEN) == ("double", "drop")


def test_levels_answer_a_double() -> None:
    offered = MONEY.result(MONEY.parse_position(LAST_MEN), 1)
    for level in (9, 10):
        player = Level(level, seed=1)
        assert MONEY.action_name(offered, player.choose(MONEY, offered)) == "drop"


@pytest.mark.slow
def test_compiled_cube_decisions_are_the_interpreted_ones() -> None:
    require("numba")
    for name in ("backgammon-cube:weights=network", "backgammon-cube:points=5,weights=network"):
        game = make_game(name)
        for position in ("31 8/5,6/5", "31 8/5,6/5 roll 64"):
            state = game.parse_position(position)
            one = search_turns(game, state, Horizon(2, 2))
            other = native_search_turns(game, state, Horizon(2, 2))
            assert [each.action for each in one] == [each.action for each in other]
            assert [each.value for each in one] == pytest.approx(
                [each.value for each in other], abs=1e-4
            )
