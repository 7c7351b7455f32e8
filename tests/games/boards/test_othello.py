"""Othello: rules against a plain board, published counts, notation, and how well it is judged."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adversario import Limit, check_game, check_parity, make_game, perft
from adversario.base.errors import IllegalActionError, InputError
from adversario.bits import count, indices
from adversario.games.boards.othello import PASS, Othello, State
from adversario.games.boards.othello.stable import stable
from adversario.native.engines.enhanced.enhancements import Enhancements
from adversario.native.engines.enhanced.search import native_alphabeta

GAMES = {size: Othello(size) for size in (4, 6, 8)}
FULL = Othello()
BY_DISCS = Othello(score="discs")


def walked(game: Othello, seed: int, plies: int) -> State:
    """Where so many random plies lead, or the end of the game."""
    random, state = Random(seed), game.initial()
    for _ in range(plies):
        if game.is_terminal(state):
            break
        state = game.result(state, random.choice(list(game.actions(state))))
    return state


def plain_flips(board: list[str], size: int, place: int, own: str) -> set[int]:
    """What a disc turns, square by square along each direction."""
    if board[place] != "-":
        return set()
    found = set()
    for down, across in [(d, a) for d in (-1, 0, 1) for a in (-1, 0, 1) if d or a]:
        run: list[int] = []
        row, column = place // size + down, place % size + across
        while 0 <= row < size and 0 <= column < size and board[size * row + column] != "-":
            if board[size * row + column] == own:
                found |= set(run)
                break
            run.append(size * row + column)
            row, column = row + down, column + across
    return found


@settings(max_examples=60)
@given(size=st.sampled_from([4, 6, 8]), seed=st.integers(0, 10**6), plies=st.integers(0, 64))
def test_moves_and_flips_are_those_of_a_plain_board(size: int, seed: int, plies: int) -> None:
    game = GAMES[size]
    state = walked(game, seed, plies)
    board, own = list("".join(game.rows(state))), "XO"[state.turn]
    turned = {place: plain_flips(board, size, place, own) for place in range(size * size)}
    legal = {8 * (place // size) + place % size for place in turned if turned[place]}
    other = {place for place in turned if plain_flips(board, size, place, "OX"[state.turn])}
    assert game.is_terminal(state) == (not legal and not other)
    if game.is_terminal(state):
        return
    assert set(game.actions(state)) == (legal or {PASS})
    for action in legal:
        after = list(board)
        place = size * (action // 8) + action % 8
        for each in turned[place] | {place}:
            after[each] = own
        assert game.position(game.result(state, action)) == "".join(after) + " " + "OX"[state.turn]


def test_published_counts() -> None:
    # Without the games that end before: up to nine plies nobody can have lost all discs earlier.
    counts = [perft(FULL, depth) for depth in range(1, 10)]
    assert counts == [4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288]


@pytest.mark.slow
def test_the_smallest_board_is_solved() -> None:
    # 3 to 11 with two squares left empty, which count for the winner.
    result = native_alphabeta(Othello(4, "discs"))
    assert (result.value, result.proven) == (-10, True)


@pytest.mark.parametrize("game", [FULL, Othello(6, "discs")])
def test_the_contract_is_kept(game: Othello) -> None:
    assert check_game(game, playouts=5).terminal_states == 5
    assert check_parity(game, playouts=2) > 10


def test_symmetries_are_all_eight() -> None:
    for game in GAMES.values():
        state = game.result(game.initial(), next(game.actions(game.initial())))
        images = set(game.symmetries(walked(game, 3, 5)))
        assert len(images) == 8
        assert len(set(game.symmetries(state))) in (4, 8)
        assert all(len(list(game.actions(image))) == len(list(game.actions(walked(game, 3, 5))))
                   for image in images)  # fmt: skip


@settings(max_examples=40)
@given(size=st.sampled_from([4, 6, 8]), seed=st.integers(0, 10**6), plies=st.integers(0, 64))
def test_stable_discs_stay(size: int, seed: int, plies: int) -> None:
    game, random = GAMES[size], Random(seed)
    state = walked(game, seed, plies)
    outside = game.squares ^ (2**64 - 1)
    x, o = (state.mover, state.other) if state.turn == 0 else (state.other, state.mover)
    safe = [stable(board, x | o, outside) for board in (x, o)]
    while not game.is_terminal(state):
        state = game.result(state, random.choice(list(game.actions(state))))
        now = (state.mover, state.other) if state.turn == 0 else (state.other, state.mover)
        for own, kept in zip(now, safe, strict=True):
            assert own & kept == kept


def test_corners_and_full_edges_are_stable() -> None:
    state = FULL.parse_position("X" * 8 + "O" * 3 + "-" * 53 + " X")
    assert stable(state.mover, state.mover | state.other, 0) == 0xFF
    assert stable(state.other, state.mover | state.other, 0) == 0


@settings(max_examples=40)
@given(size=st.sampled_from([4, 6, 8]), seed=st.integers(0, 10**6), plies=st.integers(0, 64))
def test_positions_are_read_back(size: int, seed: int, plies: int) -> None:
    game = GAMES[size]
    state = walked(game, seed, plies)
    assert game.parse_position(game.position(state)) == state
    assert game.parse_position(game.position(state).lower().replace("-", ".")) == state


def test_positions_by_moves() -> None:
    state = FULL.parse_position("f5d6c3")
    assert state == FULL.parse_position("F5, d6 c3")
    assert FULL.position(state)[64:] == " O"
    assert FULL.parse_position("") == FULL.initial()


def test_a_forced_pass_is_a_ply_and_may_be_left_out() -> None:
    small = GAMES[4]
    for seed in range(200):
        state, played, passed = small.initial(), [], False
        random = Random(seed)
        while not small.is_terminal(state):
            action = random.choice(list(small.actions(state)))
            passed |= action == PASS
            played.append(small.action_name(state, action))
            state = small.result(state, action)
        assert small.parse_position(" ".join(played)) == state
        assert small.parse_position("".join(each for each in played if each != "pass")) == state
        if passed:
            return
    pytest.fail("no game with a pass")


def test_empty_squares_count_for_the_winner() -> None:
    state = BY_DISCS.parse_position("XXX" + "-" * 61 + " O")
    assert BY_DISCS.is_terminal(state)
    assert BY_DISCS.utilities(state) == (64, -64)
    assert FULL.utilities(state) == (1, -1)
    drawn = BY_DISCS.parse_position("X" + "-" * 62 + "O X")
    assert BY_DISCS.utilities(drawn) == (0, 0)


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ("X" * 64, "64 squares"),
        ("XO X", "64 squares"),
        ("f5 hello", "not a position"),
        ("e4", "there is a disc"),
        ("a1", "encloses no disc"),
        ("f5 pass", "cannot pass"),
        ("i9", "not a square"),
    ],
)
def test_what_is_wrong_is_refused(position: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        FULL.parse_position(position)


def test_no_move_after_the_end() -> None:
    with pytest.raises(IllegalActionError, match="over"):
        FULL.parse_action(FULL.parse_position("XXX" + "-" * 61 + " O"), "a8")


@pytest.mark.parametrize("options", ["size=5", "size=10", "score=points"])
def test_wrong_options_are_refused(options: str) -> None:
    with pytest.raises(InputError, match="Othello"):
        make_game(f"othello:{options}")


# How well positions are judged.

EDGE = (100, -20, 10, 5, 5, 10, -20, 100)
SECOND = (-20, -50, -2, -2, -2, -2, -50, -20)
INSIDE = ((10, -2, -1, -1, -1, -1, -2, 10), (5, -2, -1, -1, -1, -1, -2, 5))
TABLE = [value for row in (EDGE, SECOND, *INSIDE, *reversed(INSIDE), SECOND, EDGE) for value in row]
Player = Callable[[State, Random], int]


def at_random(state: State, random: Random) -> int:
    return random.choice(list(FULL.actions(state)))


def most_discs(state: State, random: Random) -> int:
    return max(
        FULL.actions(state), key=lambda a: (count(FULL.result(state, a).other), random.random())
    )


def best_squares(state: State, random: Random) -> int:
    def worth(action: int) -> int:
        after = FULL.result(state, action)
        own, theirs = indices(after.other), indices(after.mover)
        return sum(TABLE[square] for square in own) - sum(TABLE[square] for square in theirs)

    return max(FULL.actions(state), key=lambda action: (worth(action), random.random()))


@pytest.mark.slow
@pytest.mark.parametrize("opponent", [at_random, most_discs, best_squares])
def test_shallow_search_beats_simple_players(opponent: Player) -> None:
    won, games, extra = 0.0, 30, Enhancements(table_mib=1)
    for number in range(games):
        random, ours = Random(number // 2), number % 2
        state = walked(FULL, number // 2, 6)
        while not FULL.is_terminal(state):
            if FULL.player(state) == ours:
                found = native_alphabeta(FULL, state, limit=Limit(depth=4), enhancements=extra)
                assert found.action is not None
                action = found.action
            else:
                action = opponent(state, random)
            state = FULL.result(state, action)
        won += (FULL.utility(state, ours) + 1) / 2
    assert won >= 0.9 * games
