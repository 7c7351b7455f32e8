"""Backgammon: published counts, a naive second generator, notation, and IDs of other programs."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adversario import IllegalActionError, InputError, make_game
from adversario.counting.perft import perft
from adversario.games import Backgammon
from adversario.games.dice.backgammon import PASS, Board, State
from adversario.games.dice.backgammon.board import count_pips, pack, unpack
from tests.games.naive_backgammon import Position, plays

GAME = Backgammon()
START = GAME.initial()
OPENINGS = {
    "21": 15, "31": 16, "32": 17, "41": 14, "42": 18, "43": 17, "51": 8, "52": 8, "53": 9,
    "54": 9, "61": 10, "62": 14, "63": 14, "64": 14, "65": 7,
    "11": 42, "22": 75, "33": 73, "44": 52, "55": 4, "66": 11,
}  # fmt: skip
"""The distinct plays of each roll at the start, as other generators count them."""


def board_of(position: Position) -> Board:
    mine, theirs = position
    return Board(*pack(mine), *pack(theirs))


def position_of(board: Board) -> Position:
    return unpack(*board[:2]), unpack(*board[2:])


def boards_after(state: State) -> list[Position]:
    """The positions after each action, as the side that played sees them."""
    after = [GAME.result(state, action).board for action in GAME.actions(state)]
    return [position_of(Board(*board[2:], *board[:2])) for board in after]


@st.composite
def positions(draw: st.DrawFn) -> Position:
    """Any men that share no point, of which neither side has borne off all."""
    random = Random(draw(st.integers(0, 2**32)))
    reach = draw(st.sampled_from([6, 12, 24, 25]))
    mine, theirs = [0] * 26, [0] * 26
    for side, other in ((mine, theirs), (theirs, mine)):
        for _ in range(random.randint(1, 15)):
            point = random.randint(1, reach)
            if point == 25 or not other[25 - point]:
                side[point] += 1
        side[1] += not any(side) and not other[24]
        side[0] = 15 - sum(side)
    return tuple(mine), tuple(theirs)


@pytest.mark.parametrize("roll", OPENINGS)
def test_plays_of_the_opening_rolls(roll: str) -> None:
    state = State(START.board, 0, int(roll[0]), int(roll[1]), False)
    assert len(list(GAME.actions(state))) == OPENINGS[roll]


def test_perft() -> None:
    assert [perft(GAME, depth) for depth in range(1, 5)] == [30, 380, 7980, 178306]


@settings(max_examples=150)
@given(positions(), st.integers(1, 6), st.integers(1, 6))
def test_a_naive_generator_agrees(position: Position, one: int, two: int) -> None:
    if position[0][0] == 15:
        return
    state = State(board_of(position), 0, max(one, two), min(one, two), False)
    found = boards_after(state)
    assert len(set(found)) == len(found)
    assert set(found) == plays(position, one, two)


@pytest.mark.slow
@settings(max_examples=5000)
@given(positions(), st.integers(1, 6), st.integers(1, 6))
def test_a_naive_generator_agrees_at_length(position: Position, one: int, two: int) -> None:
    state = State(board_of(position), 0, max(one, two), min(one, two), False)
    found = boards_after(state)
    assert len(set(found)) == len(found)
    assert set(found) == plays(position, one, two)


def test_dice_are_fair() -> None:
    for state, outcomes in ((START, 30), (State(START.board, 0, 0, 0, False), 21)):
        chances = dict(GAME.chances(state))
        assert len(chances) == outcomes
        assert sum(chances.values()) == pytest.approx(1)
    after = GAME.result(START, GAME.parse_action(START, "36"))
    assert (after.turn, after.big, after.small) == (1, 6, 3)
    assert count_pips(START.board.mine_low, START.board.mine_high) == 167


def test_what_a_game_is_worth() -> None:
    off = (15,) + (0,) * 25
    cases = {1: {0: 1, 3: 14}, 2: {7: 15}, 3: {7: 14, 25: 1}}
    for points, loser in cases.items():
        men = tuple(loser.get(point, 0) for point in range(26))
        state = State(board_of((men, off)), 1, 0, 0, False)
        assert GAME.is_terminal(state)
        assert GAME.utilities(state) == (points, -points)
        assert Backgammon(gammons=False).utilities(state) == (1, -1)
    home = tuple({19: 15}.get(point, 0) for point in range(26))
    assert GAME.utility(State(board_of((home, off)), 0, 0, 0, False), 1) == 3


@pytest.mark.parametrize(
    ("roll", "texts", "name"),
    [
        ("31", ("8/5 6/5", "6/5, 8/5"), "8/5 6/5"),
        ("64", ("24/14", "24/18/14", "24/20/14"), "24/14"),
        ("66", ("24/18(2) 13/7(2)", "13/7 13/7 24/18 24/18"), "24/18(2) 13/7(2)"),
        ("11", ("8/7(2) 6/5(2)",), "8/7(2) 6/5(2)"),
    ],
)
def test_plays_are_read_as_people_write_them(roll: str, texts: tuple[str, ...], name: str) -> None:
    state = State(START.board, 0, int(roll[0]), int(roll[1]), False)
    for text in texts:
        action = GAME.parse_action(state, text)
        assert GAME.action_name(state, action) == name
        assert GAME.parse_action(state, name) == action


def test_hits_the_bar_and_bearing_off_are_written() -> None:
    mine = tuple({25: 1, 6: 2}.get(point, 12 if point == 0 else 0) for point in range(26))
    theirs = tuple({5: 1, 4: 2}.get(point, 12 if point == 0 else 0) for point in range(26))
    state = State(board_of((mine, theirs)), 0, 5, 1, False)
    assert "bar/20*" in " ".join(GAME.action_name(state, a) for a in GAME.actions(state))
    off = tuple({2: 2, 0: 13}.get(point, 0) for point in range(26))
    state = State(board_of((off, theirs)), 0, 6, 6, False)
    assert [GAME.action_name(state, action) for action in GAME.actions(state)] == ["2/off(2)"]
    closed = tuple(dict.fromkeys(range(1, 7), 2).get(point, 0) for point in range(26))
    state = State(board_of((mine, (3, *closed[1:]))), 0, 5, 1, False)
    assert list(GAME.actions(state)) == [PASS]
    assert GAME.parse_action(state, "pass") == PASS


def test_a_hit_on_the_way_is_another_play() -> None:
    mine = tuple({13: 1}.get(point, 14 if point == 0 else 0) for point in range(26))
    theirs = tuple({15: 1}.get(point, 14 if point == 0 else 0) for point in range(26))
    state = State(board_of((mine, theirs)), 0, 4, 3, False)
    names = {GAME.action_name(state, action) for action in GAME.actions(state)}
    assert names == {"13/10*/6", "13/6"}
    assert GAME.action_name(state, GAME.parse_action(state, "13/6")) == "13/6"
    assert GAME.action_name(state, GAME.parse_action(state, "13/10*/6")) == "13/10*/6"


NAMES = 12
"""The names that are read back, of the hundreds that a roll of doubles can have."""


@settings(max_examples=60)
@given(positions(), st.integers(1, 6), st.integers(1, 6))
def test_names_and_ids_are_read_back(position: Position, one: int, two: int) -> None:
    if position[0][0] == 15 or position[1][0] == 15:
        return
    state = State(board_of(position), 1, max(one, two), min(one, two), False)
    assert GAME.parse_position(GAME.position(state)) == state
    assert GAME.parse_position(GAME.xgid(state)) == state
    named = {GAME.action_name(state, action): action for action in GAME.actions(state)}
    assert len(named) == len(list(GAME.actions(state)))
    for name in Random(0).sample(sorted(named), min(len(named), NAMES)):
        assert GAME.parse_action(state, name) == named[name]


def test_ids_of_other_programs() -> None:
    assert GAME.position(START) == "4HPwATDgc/ABMA:first:X"
    assert GAME.xgid(START).startswith("XGID=-b----E-C---eE---c-e----B-:0:0:1:00:")
    for text in ("jGfkASjg8wcBMA", "zGbiIQgxH/AAWA", "zGbiIYCYD3gALA"):
        assert GAME.position(GAME.parse_position(f"{text}:-:X")) == f"{text}:-:X"
    state = GAME.parse_position("31 8/5,6/5 64")
    assert (state.turn, state.big, state.small) == (1, 6, 4)


@pytest.mark.parametrize(
    "text",
    [
        "4HPwATDgc/ABM:31:X",
        "////////////AA:-:X",
        "AAAAAAAAAAAAAA:-:X",
        "jGfkASjg8wcBMA:first:X",
        "XGID=-b----E-C---eE---c-e----Bx:0:0:1:31",
        "XGID=AAAAAAAAAAAAAAAAAAAAAAAAAA:0:0:1:31",
        "31 24/1",
        "77",
    ],
)
def test_bad_positions_are_refused(text: str) -> None:
    with pytest.raises(InputError):
        GAME.parse_position(text)


def test_illegal_plays_name_the_legal_ones() -> None:
    state = State(START.board, 0, 6, 5, False)
    with pytest.raises(IllegalActionError, match="24/13"):
        GAME.parse_action(state, "13/1")
    with pytest.raises(IllegalActionError):
        GAME.parse_action(state, "pass")


def test_other_starts() -> None:
    small = make_game("backgammon:start=hypergammon")
    assert small.parse_position(small.position(small.initial())) == small.initial()
    with pytest.raises(InputError, match="hypergammon"):
        make_game("backgammon:start=longgammon")
    assert "O: 167" in GAME.text(START)
    assert GAME.svg(START).count("<circle") == 30
