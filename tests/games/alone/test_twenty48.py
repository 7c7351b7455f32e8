"""2048 against a naive second implementation, published figures, and itself on wide boards."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adversario import IllegalActionError, InputError, Limit, expectimax, make_game
from adversario.game import CHANCE, Game
from adversario.games.alone.tiles import points, slid
from adversario.games.alone.twenty48 import DOWN, LEFT, RIGHT, UP, Twenty48
from adversario.games.alone.wide2048 import Wide2048
from adversario.native.engines.expectation import native_expectiminimax
from adversario.native.engines.selfplay import native_selfplay
from adversario.native.parity import check_parity

GAME = Twenty48()
BOARDS = st.lists(
    st.lists(st.sampled_from([0, 0, 0, 1, 1, 2, 3, 4, 10, 14, 15]), min_size=4, max_size=4),
    min_size=4,
    max_size=4,
)


def text_of(grid: list[list[int]]) -> str:
    return "/".join(" ".join(str(1 << rank) if rank else "." for rank in row) for row in grid)


def naive_left(row: list[int]) -> list[int]:
    """Tiles move one cell at a time, from the first on; a merged one is marked and stays."""
    cells: list[Any] = [(rank, False) for rank in row]
    for start in range(1, len(cells)):
        at = start
        while at > 0 and cells[at][0]:
            (one, merged), (rank, _) = cells[at - 1], cells[at]
            if one == 0:
                cells[at - 1], cells[at] = cells[at], (0, False)
            elif one == rank and not merged and not cells[at][1] and rank < 15:
                cells[at - 1], cells[at] = (rank + 1, True), (0, False)
                break
            else:
                break
            at -= 1
    return [rank for rank, _ in cells]


def naive_move(grid: list[list[int]], action: int) -> list[list[int]]:
    if action == LEFT:
        return [naive_left(row) for row in grid]
    if action == RIGHT:
        return [naive_left(row[::-1])[::-1] for row in grid]
    turned = [list(column) for column in zip(*grid, strict=True)]
    moved = naive_move(turned, LEFT if action == UP else RIGHT)
    return [list(row) for row in zip(*moved, strict=True)]


@settings(max_examples=200, deadline=None)
@given(grid=BOARDS)
def test_the_rules_are_those_of_a_naive_implementation(grid: list[list[int]]) -> None:
    if not any(map(any, grid)):
        return
    moved = {action: naive_move(grid, action) for action in (UP, RIGHT, DOWN, LEFT)}
    legal = [action for action, after in moved.items() if after != grid]
    games: list[Game[Any, int]] = [GAME, Wide2048(4, 4)]
    for game in games:
        state = game.parse_position(text_of(grid))
        assert game.position(state) == text_of(grid)
        assert game.is_terminal(state) == (not legal)
        assert list(game.actions(state)) == legal
        for action in legal:
            after = game.result(state, action)
            assert game.position(after) == text_of(moved[action]) + " *"
            assert game.player(after) == CHANCE


@settings(max_examples=100, deadline=None)
@given(grid=BOARDS)
def test_chance_and_worth_are_the_same_on_both_boards(grid: list[list[int]]) -> None:
    free = sum(row.count(0) for row in grid)
    if not free:
        return
    wide = Wide2048(4, 4)
    state, other = (
        GAME.parse_position(text_of(grid) + " *"),
        wide.parse_position(text_of(grid) + " *"),
    )
    outcomes = dict(GAME.chances(state))
    assert outcomes == dict(wide.chances(other))
    assert len(outcomes) == 2 * free
    assert sum(outcomes.values()) == pytest.approx(1)
    assert sum(p for outcome, p in outcomes.items() if outcome & 1) == pytest.approx(0.1)
    for outcome in outcomes:
        assert GAME.position(GAME.result(state, outcome)) == wide.position(
            wide.result(other, outcome)
        )
    assert GAME.evaluate(state, 0) == pytest.approx(wide.evaluate(other, 0), rel=1e-5)
    assert GAME.utility(state, 0) == wide.utility(other, 0)


def test_points_are_those_of_the_merges_on_the_way() -> None:
    # An 8 took two merges to 4 and one to 8; a 2 none.
    assert [points(rank) for rank in range(5)] == [0, 0, 4, 4 + 4 + 8, 2 * 16 + 16]
    assert GAME.utility(GAME.parse_position("8 2 . ./. . . ./. . . ./. . . 4"), 0) == 20


def test_a_tile_merges_once_and_the_first_pair_first() -> None:
    assert slid([1, 1, 1, 1]) == [2, 2, 0, 0]
    assert slid([1, 1, 2, 0]) == [2, 2, 0, 0]
    assert slid([0, 1, 1, 1]) == [2, 1, 0, 0]
    assert slid([15, 15, 0, 1]) == [15, 15, 1, 0]


@settings(max_examples=30, deadline=None)
@given(grid=BOARDS)
def test_symmetric_boards_have_symmetric_moves(grid: list[list[int]]) -> None:
    if not any(map(any, grid)):
        return
    state = GAME.parse_position(text_of(grid))
    images = list(GAME.symmetries(state))
    assert {len(list(GAME.actions(image))) for image in images} == {len(list(GAME.actions(state)))}
    assert {GAME.utility(image, 0) for image in images} == {GAME.utility(state, 0)}
    assert GAME.position(images[1]) == text_of([row[::-1] for row in grid])
    assert len(images) == 8


def test_compiled_rules_agree() -> None:
    assert check_parity(GAME, playouts=5, seed=2) > 50


@pytest.mark.slow
@pytest.mark.parametrize("name", ["twenty48:size=3,target=64", "wide2048:rows=3"])
def test_compiled_rules_of_other_boards_agree(name: str) -> None:
    assert check_parity(make_game(name), playouts=5, seed=2) > 50


def test_compiled_expectimax_is_the_interpreted_one() -> None:
    state = GAME.parse_position("2 4 8 16/2 4 . ./. . . ./1024 512 . 2")
    plain = expectimax(GAME, state, limit=Limit(depth=3))
    native = native_expectiminimax(GAME, state, limit=Limit(depth=3), table_mib=1)
    assert native.value == pytest.approx(plain.value, rel=1e-12)
    assert native.action == plain.action


def decision(state: Any) -> int:
    action = expectimax(GAME, state, limit=Limit(depth=3)).action
    assert action is not None
    return action


def test_games_played_alone_are_those_of_the_search() -> None:
    """The first decisions of a compiled game, made again one by one."""
    (played,) = native_selfplay(GAME, depth=3, seed=7, most=6)
    (again,) = native_selfplay(GAME, depth=3, seed=7, most=6, table_mib=1)
    assert (played.state, played.decisions) == (again.state, 6)
    (before,) = native_selfplay(GAME, depth=3, seed=7, most=5)
    state = before.state
    while GAME.player(state) == CHANCE:  # one tile appears; the other game knows which
        after = [GAME.result(state, outcome) for outcome, _ in GAME.chances(state)]
        found = [each for each in after if GAME.result(each, decision(each)) == played.state]
        assert found
        state = found[0]


def test_good_play_reaches_large_tiles() -> None:
    played = list(native_selfplay(GAME, depth=3, games=10, seed=1))
    tiles = [max(max(row) for row in GAME.rows(each.state)) for each in played]
    assert all(GAME.is_terminal(each.state) for each in played)
    assert sum(tile >= 10 for tile in tiles) >= 8  # 1024; a random player never sees it
    assert [each.decisions for each in native_selfplay(GAME, depth=3, games=2, seed=1)] == [
        each.decisions for each in played[:2]
    ]


def test_a_target_ends_the_game() -> None:
    game = make_game("twenty48:size=2,target=8")
    state = game.parse_position("4 4/2 .")
    after = game.result(state, game.parse_action(state, "l"))
    assert game.is_terminal(after)
    assert game.utility(after, 0) == 1
    stuck = game.parse_position("2 4/4 2")
    assert game.is_terminal(stuck)
    assert game.utility(stuck, 0) == 0
    assert 0 < game.evaluate(state, 0) < 1


@pytest.mark.parametrize(
    ("game", "position", "message"),
    [
        ("twenty48", "2 2/2 2", "4 rows of 4"),
        ("twenty48:size=2", "2 3/. .", "2 rows of 2"),
        ("twenty48:size=2", "2 x/. .", "2 rows of 2"),
        ("twenty48:size=2", "1 2/. .", "2 rows of 2"),
        ("twenty48:size=2", "2 2/2 2 *", "2 rows of 2"),
        ("twenty48:size=2", ". ./. .", "at least one tile"),
        ("wide2048:rows=1,columns=3", "2 4", "1 row of 3"),
    ],
)
def test_malformed_positions_are_refused(game: str, position: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        make_game(game).parse_position(position)


def test_malformed_actions_and_options_are_refused() -> None:
    state = GAME.parse_position("2 . . ./. . . ./. . . ./. . . .")
    assert GAME.parse_action(state, "R") == RIGHT
    with pytest.raises(IllegalActionError, match="right, down"):
        GAME.parse_action(state, "left")
    for name in ("twenty48:size=5", "twenty48:target=100", "wide2048:rows=1,columns=1"):
        with pytest.raises(InputError):
            make_game(name)
    with pytest.raises(InputError, match="depth"):
        next(native_selfplay(GAME, depth=0))


@settings(max_examples=5, deadline=None)
@given(seed=st.integers(0, 1000))
def test_positions_are_read_back(seed: int) -> None:
    games: list[Game[Any, int]] = [Twenty48(3), Wide2048(2, 3)]
    for game in games:
        random, state = Random(seed), game.initial()
        while not game.is_terminal(state):
            assert game.parse_position(game.position(state)) == state
            action = random.choice(list(game.legal(state)))
            assert game.parse_action(state, game.action_name(state, action)) == action
            state = game.result(state, action)
