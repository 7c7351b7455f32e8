"""Territory: against rules written a second time over sets of cells, and plain recursion."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adversario import (
    IllegalActionError,
    InputError,
    check_parity,
    count_game,
    make_game,
    maxn,
    paranoid,
)
from adversario.base.appearance import PAINTS
from adversario.games import Territory
from adversario.games.many.territory import State
from adversario.native.engines.multiplayer import native_maxn, native_paranoid

BOARDS = [
    Territory(3, 4),
    Territory(4, 4),
    Territory(4, 5),
    Territory(3, 3, border=False),
    Territory(3, 4, players=2, border=False),
    Territory(4, 5, players=2),
    Territory(4, 5, players=4),
]
NAMES = [f"{g.rows}x{g.columns}-{g.players}{'' if g.border else '-open'}" for g in BOARDS]
DEFAULT, SMALL = Territory(), Territory(4, 4)

Rows = tuple[str, ...]


def around(rows: Rows, row: int, column: int) -> str:
    """The marks above, below and beside a cell."""
    places = ((row - 1, column), (row + 1, column), (row, column - 1), (row, column + 1))
    return "".join(rows[r][c] for r, c in places if 0 <= r < len(rows) and 0 <= c < len(rows[0]))


def claims(rows: Rows, mark: str, border: bool) -> list[tuple[int, int]]:
    """The cells that a player can claim, from the top left."""
    found = []
    for row, line in enumerate(rows):
        for column, here in enumerate(line):
            near = set(around(rows, row, column)) - {"."}
            if here == "." and mark in near and (not border or near == {mark}):
                found.append((row, column))
    return found


def claimed(rows: Rows, mark: str, row: int, column: int) -> Rows:
    """The board with one more cell of the player's."""
    line = rows[row][:column] + mark + rows[row][column + 1 :]
    return (*rows[:row], line, *rows[row + 1 :])


def followers(rows: Rows, mark: str, marks: str, border: bool) -> Iterator[tuple[Rows, str]]:
    """The boards that can come next, with who moves there; "" once the game is over."""
    order = marks[marks.index(mark) + 1 :] + marks[: marks.index(mark) + 1]
    for row, column in claims(rows, mark, border):
        after = claimed(rows, mark, row, column)
        yield after, next((m for m in order if claims(after, m, border)), "")


def start(game: Territory) -> tuple[Rows, str]:
    """The first position of a game, as rows and who moves."""
    board, mover = game.position(game.initial()).split()
    return tuple(board.split("/")), mover


@pytest.mark.parametrize("game", BOARDS, ids=NAMES)
def test_the_states_are_those_of_plainer_rules(game: Territory) -> None:
    marks = "ABCD"[: game.players]
    seen, todo, ends = {start(game)}, [start(game)], 0
    while todo:
        rows, mover = todo.pop()
        ends += mover == ""
        new = set(followers(rows, mover, marks, game.border) if mover else ()) - seen
        seen |= new
        todo += new
    counted = count_game(game)
    assert counted.states == len(seen)
    assert sum(counted.terminal.values()) == ends


def test_the_states_of_the_default_board() -> None:
    counted = count_game(DEFAULT)
    assert (counted.states, counted.shortest, counted.longest) == (8161, 12, 16)


@pytest.mark.parametrize("game", BOARDS, ids=NAMES)
@settings(max_examples=10)
@given(seed=st.integers(0, 10**6))
def test_play_evaluation_and_notation_follow_plainer_rules(game: Territory, seed: int) -> None:
    random, state, marks = Random(seed), game.initial(), "ABCD"[: game.players]
    while not game.is_terminal(state):
        rows, mover = tuple(game.marks(state)), marks[state.turn]
        names = [f"{'abcdefg'[c]}{game.rows - r}" for r, c in claims(rows, mover, game.border)]
        assert [game.action_name(state, action) for action in game.actions(state)] == names
        assert game.parse_position(game.position(state)) == state
        filled = fill(rows, mover, marks, game.border)
        values = [game.evaluate(state, player) for player in range(game.players)]
        assert values == ["".join(filled).count(mark) for mark in marks]
        state = game.result(state, random.choice(list(game.actions(state))))
    assert game.parse_position(game.position(state)) == state
    final = "".join(game.marks(state))
    assert game.utilities(state) == tuple(final.count(mark) for mark in marks)
    if not game.border:
        assert "." not in final


def fill(rows: Rows, mover: str, marks: str, border: bool) -> Rows:
    """The board after all in turn have claimed all they can, again and again."""
    order = marks[marks.index(mover) :] + marks[: marks.index(mover)]
    while True:
        before = rows
        for mark in order:
            for row, column in claims(rows, mark, border):
                rows = claimed(rows, mark, row, column)
        if rows == before:
            return rows


def brute(game: Territory, state: State) -> tuple[int, ...]:
    """What everybody gets if all look to themselves, the first action in a tie."""
    marks = "ABCD"[: game.players]

    @cache
    def value(rows: Rows, mover: str) -> tuple[int, ...]:
        if not mover:
            return tuple("".join(rows).count(mark) for mark in marks)
        after = [value(*each) for each in followers(rows, mover, marks, game.border)]
        return max(after, key=lambda each: each[marks.index(mover)])

    return value(tuple(game.marks(state)), marks[state.turn])


def league(game: Territory, state: State) -> int:
    """What the mover gets if all others are against it."""
    marks, me = "ABCD"[: game.players], "ABCD"[state.turn]

    @cache
    def value(rows: Rows, mover: str) -> int:
        if not mover:
            return "".join(rows).count(me)
        after = [value(*each) for each in followers(rows, mover, marks, game.border)]
        return max(after) if mover == me else min(after)

    return value(tuple(game.marks(state)), me)


@pytest.mark.parametrize("game", BOARDS[:5], ids=NAMES[:5])
def test_maxn_and_paranoid_are_brute_force(game: Territory) -> None:
    state = game.initial()
    while not game.is_terminal(state):
        assert maxn(game, state).value == brute(game, state)
        assert paranoid(game, state).value == league(game, state)
        state = game.result(state, list(game.actions(state))[-1])


def test_compiled_rules_and_searches_agree() -> None:
    assert check_parity(SMALL) > 50
    state = SMALL.initial()
    for _ in range(4):
        compiled, plain = native_maxn(SMALL, state), maxn(SMALL, state)
        assert (compiled.action, compiled.value) == (plain.action, plain.value)
        assert compiled.statistics.nodes == plain.statistics.nodes
        assert native_paranoid(SMALL, state).value == paranoid(SMALL, state).value
        state = SMALL.result(state, next(SMALL.actions(state)))


def test_the_largest_board_keeps_within_the_bits_of_compiled_code() -> None:
    assert check_parity(Territory(7, 7), playouts=5) > 50


def test_without_a_border_the_sum_is_constant_and_shallow_pruning_sound() -> None:
    game = Territory(3, 4, players=2, border=False)
    plain, pruned = maxn(game), maxn(game, shallow=True)
    assert isinstance(plain.value, tuple)
    assert plain.value == pruned.value
    assert sum(plain.value) == 12
    assert pruned.statistics.nodes < plain.statistics.nodes


def possible(game: Territory, state: State) -> set[tuple[int, ...]]:
    """All that selfish players may end with, whichever way each breaks ties, and perhaps more."""
    if game.is_terminal(state):
        return {tuple(int(each) for each in game.utilities(state))}
    mover = state.turn
    after = [possible(game, game.result(state, action)) for action in game.actions(state)]
    sure = max(min(each[mover] for each in ends) for ends in after)
    return {each for ends in after for each in ends if each[mover] >= sure}


def test_paranoia_forgoes_what_no_tie_could_take_away() -> None:
    state = DEFAULT.parse_position("AA..B/.AA.B/..A.B/C...B/CCC.. B")
    assert maxn(DEFAULT, state).value == (5, 7, 6)
    assert {each[1] for each in possible(DEFAULT, state)} == {7}
    wary = paranoid(DEFAULT, state)
    assert (DEFAULT.action_name(state, wary.best_actions[0]), wary.value) == ("d2", 6)
    assert maxn(DEFAULT, state).action not in wary.best_actions


@pytest.mark.parametrize("game", [DEFAULT, Territory(3, 7, players=4)], ids=["three", "four"])
def test_the_cell_clicked_becomes_the_movers(game: Territory) -> None:
    random, state = Random(5), game.initial()
    while not game.is_terminal(state):
        action = random.choice(list(game.actions(state)))
        (cell,) = game.action_cells(state, action)
        before, after = game.diagram(state), game.diagram(game.result(state, action))
        assert before.cells[cell].owner is None
        assert before.cells[cell].name == game.action_name(state, action)
        assert after.cells[cell].owner == state.turn
        assert after.cells[cell].mark == game.player_name(state.turn)
        state = game.result(state, action)


def test_the_picture_shows_every_cell_in_its_colour() -> None:
    drawn = ElementTree.fromstring(DEFAULT.svg(DEFAULT.parse_position("a4 d5 c2 b5")))
    fills = [part.get("fill") for part in drawn.iter() if part.tag.endswith("rect")][1:]
    assert len(fills) == 25
    paints = [PAINTS[side.paint].fill for side in DEFAULT.appearance().sides]
    assert [fills.count(paint) for paint in paints] == [3, 2, 2]
    assert DEFAULT.text(DEFAULT.initial()).splitlines()[0] == " 5 A . . . B"


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ("A..B/..../..C. A", "4 rows of 4"),
        ("A..B/..../..../..C.", "who moves"),
        ("A..B/..../..../..C. D", "letters ABC"),
        ("A..B/.D../..../..C. A", "letters ABC"),
        ("A..B/..../A.../..C. A", "cells of A must be one piece"),
        ("A.../..../..../..C. A", "cells of B must be one piece"),
        ("AABB/..../..../..C. A", "A touches another"),
        ("A.BB/..BB/A.../..C. A", "one piece"),
        ("A..B/AAA./..../..C. B", "B is to move and cannot"),
        ("d1", "'d1' is not a legal action"),
    ],
)
def test_malformed_positions_are_refused(position: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        SMALL.parse_position(position)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("players=1", "2 to 4"),
        ("players=5", "2 to 4"),
        ("rows=2", "at least 3"),
        ("rows=8,columns=7", "63"),
    ],
)
def test_options_that_make_no_sense_are_refused(options: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        make_game(f"territory:{options}")


def test_no_action_after_the_end() -> None:
    game = Territory(3, 3)
    with pytest.raises(IllegalActionError, match="over"):
        game.parse_action(game.parse_position("a2 c2"), "b2")
