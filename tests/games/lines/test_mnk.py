"""m,n,k games: published counts and values, and lines found by plain scanning."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adversario import IllegalActionError, InputError, analyse, check_parity, make_game
from adversario.contract.checking.check import check_game
from adversario.games import MNK, ConnectFour, Gomoku, TicTacToe
from adversario.games.lines.mnk import State
from tests.games.naive import leaves, lines, solved


def played(game: MNK, seed: int, plies: int) -> State:
    """A state after so many random actions, or fewer if the game ends before."""
    random, state = Random(seed), game.initial()
    for _ in range(plies):
        if game.is_terminal(state):
            break
        state = game.result(state, random.choice(list(game.actions(state))))
    return state


def test_tic_tac_toe_has_its_published_numbers() -> None:
    game = MNK()
    values = solved(game)
    assert len(values) == 5478
    orbits = {frozenset([state, *game.symmetries(state)]) for state in values}
    assert len(orbits) == 765
    assert values[game.initial()] == 0
    ways = {game.initial(): 1}
    ends = {1: 0, -1: 0, 0: 0}
    for _ in range(10):
        after: dict[State, int] = {}
        for state, number in ways.items():
            if game.is_terminal(state):
                ends[game.utility(state, 0)] += number
            for action in game.legal(state):
                to = game.result(state, action)
                after[to] = after.get(to, 0) + number
        ways = after
    assert ends == {1: 131_184, -1: 77_904, 0: 46_080}


@pytest.mark.parametrize(
    ("game", "value"),
    [
        (MNK(3, 3, 3, misere=True), 0),
        (MNK(3, 4, 3, gravity=True), 1),
        (MNK(3, 3, 3, gravity=True), 0),
        (MNK(2, 4, 2), 1),
        (MNK(1, 5, 3), 0),
    ],
    ids=lambda part: part.name if isinstance(part, MNK) else str(part),
)
def test_values_by_brute_force(game: MNK, value: int) -> None:
    assert solved(game)[game.initial()] == value


@pytest.mark.slow
@pytest.mark.parametrize(
    ("options", "value"),
    [
        ("rows=3,columns=4,k=3", 1),
        ("rows=4,columns=3,k=3", 1),
        ("rows=4,columns=4,k=3", 1),
        ("rows=4,columns=4,k=4", 0),
        ("rows=4,columns=4,k=4,gravity=yes", 0),
        ("rows=4,columns=5,k=4,gravity=yes", 0),
    ],
)
def test_published_values(options: str, value: int) -> None:
    result = analyse(make_game(f"mnk:{options}"))
    assert (result.value, result.proven) == (value, True)


@pytest.mark.parametrize("size", [(4, 4), (5, 4), (7, 6)])
def test_gravity_is_connect_four(size: tuple[int, int]) -> None:
    width, height = size
    ours, other = MNK(height, width, 4, gravity=True), ConnectFour(width, height)
    for depth in range(1, 7 if width < 7 else 5):
        assert leaves(ours, ours.initial(), depth) == leaves(other, other.initial(), depth)
    moves = "4 4 3 3 2 2 1"
    if width > 4:
        assert ours.position(ours.parse_position(moves)) == other.position(
            other.parse_position(moves)
        )


BOARDS = [
    MNK(4, 5, 3), MNK(6, 7, 4, gravity=True), MNK(4, 4, 3, players=3), MNK(5, 5, 4, misere=True),
    Gomoku(9), Gomoku(), MNK(19, 19, 6),
]  # fmt: skip


@pytest.mark.parametrize("game", BOARDS, ids=lambda game: f"{game.rows}x{game.columns}x{game.k}")
@settings(max_examples=15)
@given(seed=st.integers(0, 10**6), plies=st.integers(0, 120))
def test_lines_are_those_of_a_plain_scan(game: MNK, seed: int, plies: int) -> None:
    state = played(game, seed, plies)
    rows = game.marks(state)
    found = list(lines(rows, game.k))
    assert state.lined == any(set(line) <= {mark} for mark in "XOZ" for line in found)
    assert game.is_terminal(state) == (state.lined or "." not in "".join(rows))
    free = sum(row.count(".") for row in rows)
    if not game.is_terminal(state) and not game.gravity:
        assert len(set(game.actions(state))) == len(list(game.actions(state))) == free
    for place in range(game.players):
        mark = "XOZ"[(state.turn + place) % game.players]
        counts = [line.count(mark) for line in found if set(line) <= {mark, "."}]
        worth = game.open_lines(state.stones, place * game.words, game.taken(state.stones))
        assert worth == sum(8 ** (n - 1) for n in counts if 0 < n < game.k)
    assert game.parse_position(game.position(state)) == state


def test_actions_beside_stones_come_first() -> None:
    game = Gomoku()
    names = [
        game.action_name(game.initial(), action)
        for action in game.actions(game.parse_position("c3"))
    ]
    assert set(names[:8]) == {"b2", "b3", "b4", "c2", "c4", "d2", "d3", "d4"}
    assert (names[8], len(names)) == ("h8", 224)
    assert next(game.action_name(game.initial(), a) for a in game.actions(game.initial())) == "h8"


def test_compiled_rules_agree_for_three_players() -> None:
    game = MNK(4, 4, 3, players=3)
    check_game(game, playouts=5)
    assert check_parity(game, playouts=5) > 20


def test_a_winner_of_three_gets_two_from_the_others() -> None:
    game = MNK(3, 3, 3, players=3)
    state = game.parse_position("a1 a2 a3 b1 b2 b3 c1")
    assert game.utilities(state) == (2, -1, -1)
    assert [game.player_name(player) for player in range(3)] == ["X", "O", "Z"]
    misere = MNK(3, 3, 3, players=3, misere=True)
    assert misere.utilities(state) == (-2, 1, 1)
    assert misere.utility_bounds == (-2, 1)


def test_more_than_k_in_a_row_counts() -> None:
    state = Gomoku().parse_position("a1 a9 b1 b9 c1 d9 e1 e9 f1 f9 d1")
    assert state.lined


@pytest.mark.parametrize(
    ("name", "position", "message"),
    [
        ("mnk", "XX/OO", "3 rows of 3"),
        ("mnk", "XZ./.../...", "the marks XO"),
        ("mnk", "XXX/.../...", "X 3, O 0"),
        ("mnk", "XXX/OOO/...", "X already had 3 in a row"),
        ("mnk", "b2 b2", "no free cell"),
        ("mnk", "d4", "legal: b2"),
        ("mnk", "a1 a2 b1 b2 c1 c2", "the game is over"),
        ("mnk:gravity=yes", "X../.../...", "in the air"),
        ("mnk:gravity=yes", "1 1 1 1", "no free cell"),
        ("gomoku", "p1", "not a legal action"),
    ],
)
def test_malformed_positions_are_refused(name: str, position: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        make_game(name).parse_position(position)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"rows": 20}, "1 to 19 rows"),
        ({"k": 4}, "no board of 3 by 3 for 4"),
        ({"rows": 19, "k": 16}, "at most 15"),
        ({"players": 4}, "expected 2 or 3"),
    ],
)
def test_wrong_options_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        MNK(**options)


def test_cells_of_tic_tac_toe_have_two_names() -> None:
    game = make_game("tictactoe:win=10")
    assert isinstance(game, TicTacToe)
    assert game.parse_position("4 0 8") == game.parse_position("b2 a3 c1")
    assert game.utilities(game.parse_position("a3 a2 b3 b2 c3")) == (10, -10)
    assert game.utility_bounds == (-10, 10)
    with pytest.raises(IllegalActionError, match="legal: 1, 2"):
        game.parse_position("a3 a3")
    with pytest.raises(InputError, match="at least 1"):
        TicTacToe(win=0)
