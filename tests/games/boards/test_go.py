"""Go: captures, ko and counting against sets of points, published counts, life and notation."""

from __future__ import annotations

from itertools import product
from random import Random
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adversario import IllegalActionError, InputError, perft
from adversario.arena.play import play_game
from adversario.contract.repetition import allowed_actions
from adversario.games import Go
from adversario.games.boards.go import chains
from adversario.games.boards.go.board import NOWHERE, PASS, State
from adversario.games.boards.go.handicap import handicap_points
from adversario.games.boards.go.life import dead_stones, unconditional_life
from adversario.games.boards.go.notation import vertex_name
from adversario.records.record import Ending
from tests.games import naive_go

GAMES = [Go(3, suicide=True), Go(5), Go(9, rules="territory"), Go(7, suicide=True), Go(13)]


def point(game: Go, name: str) -> int:
    return game.parse_action(game.initial(), name)


@pytest.mark.parametrize("game", GAMES, ids=lambda game: f"{game.size}{game.rules}")
@settings(max_examples=4)
@given(seed=st.integers(0, 10**6))
def test_play_is_that_of_sets_of_points(game: Go, seed: int) -> None:
    random, state, board, prisoners = Random(seed), game.initial(), naive_go.Board(), 0
    for _ in range(9 * game.size):
        colour = "XO"[state.turn]
        expected = naive_go.legal(board, colour, game.size, suicide=game.suicide)
        offered = {game.place(action) for action in game.actions(state) if action != PASS}
        if state.ko != NOWHERE:
            expected.remove(game.place(state.ko))  # a ko is legal but for the rule
        assert offered == expected
        if not offered:
            break
        action = random.choice(sorted(offered))
        board, taken, lost = naive_go.placed(board, action, colour, game.size)
        prisoners += (taken - lost) * (1 if colour == "X" else -1)
        state = game.result(state, action[0] * game.stride + action[1])
        assert game.marks(state) == naive_go.rows(board, game.size)
    lead = game.lead(state) + game.bonus
    if game.by_area:
        assert lead == naive_go.area(game.marks(state))
    else:
        assert state.prisoners == prisoners
        stones = sum(row.count("X") - row.count("O") for row in game.marks(state))
        assert lead == naive_go.area(game.marks(state)) - stones + prisoners


class Strict(np.ndarray[Any, np.dtype[np.int16]]):
    """An array in which no index counts from the end."""

    def __getitem__(self, at: Any) -> Any:
        assert at >= 0
        return super().__getitem__(at)

    def __setitem__(self, at: Any, value: Any) -> None:
        assert at >= 0
        super().__setitem__(at, value)


def colours(game: Go, board: chains.Chains) -> list[str]:
    marks = "".join("XO."[board[8 * (cell + game.stride)]] for cell in game.cells)
    return [marks[at : at + game.size] for at in range(0, len(marks), game.size)]


@pytest.mark.parametrize("size", [2, 3, 5, 9, 19])
def test_boards_that_change_are_those_of_the_rules(size: int) -> None:
    """All that compiled rollouts compute without checks, from their numbers up."""
    game, random = Go(size), Random(size)
    state, step = game.initial(), size + 1
    board = game.chains(state).view(Strict)
    for _ in range(min(6 * size * size, 150)):
        turn = state.turn
        playable = {
            cell
            for cell in game.cells
            if board[8 * (cell + step)] == chains.EMPTY
            and chains.is_playable_at(board, cell + step, turn, step)
        }
        offered = {action for action in game.actions(state) if action != PASS}
        assert offered == playable - {state.ko}
        if not offered:
            break
        action = random.choice(sorted(offered))
        chains.place_stone(board, action + step, turn, step)
        state = game.result(state, action)
        assert colours(game, board) == game.marks(state)
        fresh = game.chains(state)
        for cell in game.cells:
            at = 8 * (cell + step)
            sides = slice(at + chains.BESIDE, at + chains.BESIDE + 2)
            assert np.array_equal(np.asarray(board)[sides], fresh[sides])
            if board[at] < chains.EMPTY:
                name, other = board[at + chains.CHAIN], fresh[at + chains.CHAIN]
                liberties = [
                    one[8 * by + chains.LIBERTIES] for one, by in ((board, name), (fresh, other))
                ]
                assert liberties[0] == liberties[1]


def test_both_kinds_of_rollouts_are_worth_the_same() -> None:
    game, random = Go(5, score="points"), Random(1)
    whole = [game.rollout(game.initial(), random.getrandbits(64)) for _ in range(150)]
    single = []
    for _ in range(150):
        state = game.initial()
        while not game.is_terminal(state):
            state = game.result(state, game.rollout_action(state, random.getrandbits(64)))
        single.append(game.lead(state))
    error = (np.var(whole) / 150 + np.var(single) / 150) ** 0.5
    assert abs(np.mean(whole) - np.mean(single)) < 4 * error
    assert len(set(whole)) > 5


@pytest.mark.parametrize(("size", "count"), [(2, 57), (3, 12_675)])
def test_the_number_of_legal_boards(size: int, count: int) -> None:
    """J. Tromp, G. Farnebäck: Combinatorics of Go (2006), table 1."""
    game, found = Go(size), 0
    for marks in product(".XO", repeat=size * size):
        text = "".join(marks)
        rows = [text[at : at + size] for at in range(0, size * size, size)]
        try:
            game.parse_position("/".join(rows) + " X")
            found += 1
        except InputError:
            pass
    assert found == count


def test_counts_of_sequences_are_those_of_sets_of_points() -> None:
    assert perft(Go(3), 4) == perft_by_sets(Go(3), {}, "X", 4, None, 0)


def perft_by_sets(
    game: Go, board: naive_go.Board, colour: str, plies: int, ko: object, passes: int
) -> int:
    if plies == 0:
        return 1
    if passes == 2:
        return 0
    other = "O" if colour == "X" else "X"
    total = perft_by_sets(game, board, other, plies - 1, None, passes + 1)
    for at in naive_go.legal(board, colour, game.size, suicide=False):
        if at == ko:
            continue
        after, taken, _ = naive_go.placed(board, at, colour, game.size)
        stones, liberties = naive_go.chain(after, at, game.size)
        gone = set(board) - set(after)
        again = gone.pop() if taken == 1 and len(stones) == 1 and liberties == 1 else None
        total += perft_by_sets(game, after, other, plies - 1, again, 0)
    return total


def test_a_ko_may_not_be_retaken_at_once() -> None:
    game = Go(4, komi=0.5)
    state = game.parse_position(".XO./X.XO/.XO./.... O")
    state = game.result(state, point(game, "B3"))
    assert game.position(state) == ".XO./XO.O/.XO./.... X ko C3"
    with pytest.raises(IllegalActionError, match="ko"):
        game.parse_action(state, "C3")
    elsewhere = game.result(game.result(state, point(game, "D1")), point(game, "A1"))
    assert game.parse_action(elsewhere, "C3") == point(game, "C3")


def test_superko_forbids_a_board_that_has_been() -> None:
    game = Go(2, komi=0.5)
    states = [game.initial()]
    for name in ("A1", "B2", "B1", "A2"):  # which takes two stones
        states.append(game.result(states[-1], game.parse_action(states[-1], name)))
    seen = {game.position_key(state) for state in states}
    for action in game.actions(states[-1]):
        after = game.result(states[-1], action)
        repeated = action != PASS and game.position_key(after) in seen
        assert (action in allowed_actions(game, states)) == (not repeated)
    free = Go(2, komi=0.5, superko=False)
    assert set(allowed_actions(free, states)) == set(free.actions(states[-1]))


@pytest.mark.parametrize("player", ["random", "mcts:simulations=30", "alphabeta:depth=1"])
def test_players_keep_to_superko(player: str) -> None:
    game = Go(2, komi=0.5)
    record = play_game(game, [player, player], seed=3, most_plies=200)
    assert record.ending is Ending.RULES
    states = [game.initial()]
    for name in record.moves:
        states.append(game.result(states[-1], game.parse_action(states[-1], name)))
    boards = [game.position_key(state) for state in states]
    moved = [board for at, board in enumerate(boards) if at == 0 or board != boards[at - 1]]
    assert len(moved) == len(set(moved))


def test_two_passes_end_the_game_and_a_stone_after_one_does_not() -> None:
    game = Go(3)
    state = game.parse_position("pass B2")
    assert state.passes == 0
    state = game.parse_position("B2 pass pass")
    assert game.is_terminal(state)
    assert (game.lead(state), game.utility(state, 0), game.utility(state, 1)) == (1.5, 1, -1)
    assert Go(3, score="points").utility(state, 1) == -1.5


def test_territory_counts_points_and_prisoners() -> None:
    game = Go(5, rules="territory", komi=0)
    state = game.parse_position(".X.O./.X.O./.X.O./.X.O./.X.O. X prisoners 3")
    assert game.lead(state) == 5 - 5 + 3
    assert Go(5, komi=0).lead(state._replace(prisoners=0)) == 0


@pytest.mark.parametrize(
    ("size", "stones", "names"),
    [
        (19, 2, "D4 Q16"),
        (19, 3, "D4 Q16 D16"),
        (19, 5, "D4 Q16 D16 Q4 K10"),
        (19, 6, "D4 Q16 D16 Q4 D10 Q10"),
        (19, 7, "D4 Q16 D16 Q4 D10 Q10 K10"),
        (19, 8, "D4 Q16 D16 Q4 D10 Q10 K4 K16"),
        (19, 9, "D4 Q16 D16 Q4 D10 Q10 K4 K16 K10"),
        (9, 4, "C3 G7 C7 G3"),
    ],
)
def test_handicap_stones_are_those_of_the_protocol(size: int, stones: int, names: str) -> None:
    """Version 2 of the Go Text Protocol, section 4.1.1."""
    placed = handicap_points(size, stones)
    assert {vertex_name(*place, size) for place in placed} == set(names.split())


def test_a_handicap_gives_white_the_move_and_by_area_a_point_a_stone() -> None:
    game = Go(9, handicap=4, komi=0.5)
    state = game.initial()
    assert (state.turn, game.bonus) == (1, 4.5)
    assert Go(9, handicap=4, komi=0.5, rules="territory").bonus == 0.5


ALIVE = ".X.X./XXXXX/...../OOOOO/O.O.O X"


def test_chains_with_two_eyes_live_unconditionally() -> None:
    game = Go(5)
    state = game.parse_position(ALIVE)
    black, white = (unconditional_life(game, state, player) for player in (0, 1))
    assert {game.action_name(state, cell) for cell in black.enclosed} >= {"A5", "C5", "E5"}
    assert len(black.stones) == 7
    assert {game.action_name(state, cell) for cell in white.enclosed} == {"B1", "D1"}
    assert dead_stones(game, state) == frozenset()


def test_a_stone_inside_living_walls_is_dead_and_one_eye_is_no_life() -> None:
    game = Go(5)
    state = game.parse_position(".X.O./XXXXX/...../OOOOO/.OOOO X")
    assert {game.action_name(state, cell) for cell in dead_stones(game, state)} == {"D5"}
    assert not unconditional_life(game, state, 1).stones


@settings(max_examples=20)
@given(seed=st.integers(0, 10**6))
def test_unconditional_life_survives_any_attack(seed: int) -> None:
    """The opponent plays at random where it may, the owner only passes."""
    game, random = Go(5), Random(seed)
    state = game.initial()
    for _ in range(random.randrange(20, 60)):
        actions = [a for a in game.actions(state) if a != PASS] or [PASS]
        state = game.result(state, random.choice(actions))
    life = unconditional_life(game, state, 0)
    state = State(state.black, state.white, 1, NOWHERE, 0, 0)
    for _ in range(80):
        actions = [a for a in game.actions(state) if a != PASS]
        if not actions:
            break
        state = game.result(state, random.choice(actions))
        state = state._replace(turn=1, ko=NOWHERE)
        assert all(game.marks(state)[r][c] == "X" for r, c in map(game.place, life.stones))


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("../.X", "expected 2 rows"),
        ("../.X/.. X", "expected 2 rows"),
        ("XX/XX O", "no liberty"),
        ("X./.. X ko A2", "not a position"),
        ("../.. X ko I1", "not a position"),
        ("../.. X pass pass pass", "not a position"),
    ],
)
def test_what_is_no_position_is_refused(text: str, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        Go(2).parse_position(text)


@pytest.mark.parametrize(
    "options",
    [
        {"size": 20},
        {"komi": 0.25},
        {"rules": "stones"},
        {"score": "area"},
        {"size": 8, "handicap": 5},
        {"handicap": 1},
    ],
    ids=str,
)
def test_what_is_no_board_is_refused(options: dict[str, Any]) -> None:
    with pytest.raises(InputError):
        Go(**options)


@pytest.mark.parametrize(
    ("name", "reason"),
    [("I1", "no point"), ("E6", "no point"), ("B4", "stone there"), ("A5", "no liberty")],
)
def test_illegal_points_are_refused_with_the_reason(name: str, reason: str) -> None:
    game = Go(5)
    state = game.parse_position(".X.../XX.../...../...../..... O")
    with pytest.raises(IllegalActionError, match=reason):
        game.parse_action(state, name)
