"""Draughts: published counts, and moves by a plain generator on positions of every kind."""

from __future__ import annotations

from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adversario import Limit, analyse, perft
from adversario.base.errors import InputError
from adversario.games.boards.draughts import (
    VARIANTS,
    BrazilianDraughts,
    Checkers,
    Draughts,
    InternationalDraughts,
    ItalianDraughts,
    Move,
    RussianDraughts,
    SpanishDraughts,
    State,
)
from adversario.games.boards.draughts.counting import placements
from tests.games.naive_draughts import Board, Piece, Played, moves

GAMES = [variant() for variant in VARIANTS]
TITLES = [game.variant.title for game in GAMES]
COMPILED = ("English", "International")
"""What is counted with compiled rules each time; the others are when all tests run."""

# Sequences of moves from the start, equal captures counted once: R. Halbersma's collection (in the
# tests of his library dctl, and on the forum of the FMJD), A. Bik for the first and the second.
COUNTS = {
    "English": (7, 49, 302, 1469, 7361, 36768, 179740, 845931, 3963680),
    "International": (9, 81, 658, 4265, 27117, 167140, 1049442),
    "Spanish": (7, 49, 302, 1469, 7361, 36473, 177532, 828783, 3860866),
    "Russian": (7, 49, 302, 1469, 7482, 37986, 190146, 929899, 4570586),
    "Italian": (7, 49, 302, 1469, 7361, 36473, 177532, 828783, 3860875),
    "Brazilian": (7, 49, 302, 1469, 7473, 37628, 187302, 907830, 4431766),
}

# Other positions of the same collection, with kings, and captures in all directions.
POSITIONS = [
    (
        InternationalDraughts(),
        "B:BK17,K24:W6,9,10,11,20,21,22,23,30,K31,33,37,41,42,43,44,46",
        (14, 55, 1168, 5432),
    ),
    (
        InternationalDraughts(),
        "W:B12,13,14,16,18,19,21,23,24,26:W25,27,28,30,32,33,34,35,37,38",
        (6, 12, 30, 73, 215, 590, 1944, 6269, 22369),
    ),
    (
        ItalianDraughts(),
        "W:W30,26,27,22,23,24,17,18,20:B14,15,16,9,11,5,6,1,3",
        (5, 13, 42, 107, 360, 1099, 3736, 12495, 43686),
    ),
    (ItalianDraughts(), "B:W30,21,22,17,20,K6:B25,28,9,5,1,3", (6, 47, 271, 1916, 10810)),
    (
        ItalianDraughts(),
        "W:WK27,K28,17,20,9,K12,8:B21,24,K19,K13,14,K11,4",
        (13, 112, 828, 6756, 46241),
    ),
]

# The examples of the rules of the Italian federation (2008), by article.
RULEBOOK = [
    ("W:W30:B27", {"30x23"}),  # 5.6
    ("W:W31:B12,20,28", {"31x24x15x8"}),  # 5.7
    ("W:WK22:B18,19,27", {"22x13", "22x15", "22x31"}),  # 5.8
    ("W:WK21,31:B10,18,27", {"31x22x13x6"}),  # 6.6, the most pieces
    ("W:WK23,31:B19,26,27", {"23x30x21"}),  # 6.7, with a king
    ("W:WK23:B19,K28", {"23x32"}),  # 6.8, the most kings
    ("W:WK30:B10,12,18,K20,K26,27", {"30x21x14x5"}),  # 6.9, kings first
    ("W:WK31:B18,20,K27,K28", {"31x22x13", "31x24x15"}),  # 6.10, as one likes
]


def position(game: Draughts, random: Random) -> State:
    """Pieces anywhere they may stand, few or many, kings or not."""
    squares = random.sample(range(game.area), random.randint(2, game.area * 2 // 3))
    share = random.choice((0.0, 0.3, 0.9))
    black = white = kings = 0
    for number, square in enumerate(squares[: 2 * game.pieces]):
        far = game.far[0 if number % 2 else 1] >> square & 1
        kings |= (far or random.random() < share) << square
        if number % 2:
            black |= 1 << square
        else:
            white |= 1 << square
    return State(black, white, kings, random.randrange(2))


def plain(game: Draughts, state: State) -> Board:
    """The position as the plain generator has it."""
    return {
        game.place(square): Piece(bool(state.white >> square & 1), bool(state.kings >> square & 1))
        for square in range(game.area)
        if (state.black | state.white) >> square & 1
    }


def shown(game: Draughts, state: State, move: Move) -> Played:
    taken = frozenset(game.place(at) for at in range(game.area) if move.captured >> at & 1)
    king = bool(move.crowned or state.kings >> move.origin & 1)
    return Played(game.place(move.origin), game.place(move.target), taken, king)


@pytest.mark.parametrize("game", GAMES, ids=TITLES)
@settings(max_examples=150, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_moves_are_those_of_a_plain_generator(game: Draughts, seed: int) -> None:
    state = position(game, Random(seed))
    board, white = plain(game, state), state.turn != game.black_turn
    wanted = moves(game.variant.title, game.size, board, white)
    found = list(game.actions(state))
    assert {shown(game, state, move) for move in found} == wanted
    assert len(found) == len(set(found)) == len(wanted)
    assert game.is_terminal(state) == (not wanted)
    taking = [move for move in found if move.captured]
    assert list(game.noisy_actions(state)) == taking
    assert game.is_quiet(state) == (not taking)
    for move in found:
        played = shown(game, state, move)
        after = {at: each for at, each in board.items() if at not in (played.origin, *played.taken)}
        after[played.target] = Piece(white, played.king)
        result = game.result(state, move)
        assert plain(game, result) == after
        assert result.turn == 1 - state.turn
        assert result.kings & ~(result.black | result.white) == 0


@pytest.mark.parametrize("game", GAMES, ids=TITLES)
@settings(max_examples=60, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_what_is_written_is_read_back(game: Draughts, seed: int) -> None:
    random = Random(seed)
    state = position(game, random)._replace(quiet=random.choice((0, 3)))
    assert game.parse_position(game.position(state)) == state
    names = [game.action_name(state, move) for move in game.legal(state)]
    assert len(names) == len(set(names))
    for move, name in zip(game.legal(state), names, strict=True):
        assert game.parse_action(state, name) == move
        assert game.action_cells(state, move)[0] == move.origin
        assert game.action_cells(state, move)[-1] == move.target


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, id=title, marks=() if title in COMPILED else pytest.mark.slow)
        for game, title in zip(GAMES, TITLES, strict=True)
    ],
)
def test_sequences_from_the_start(game: Draughts) -> None:
    counts = COUNTS[game.variant.title]
    found = [perft(game, depth + 1, engine="native") for depth in range(len(counts))]
    assert found == list(counts)


@pytest.mark.parametrize("game", GAMES, ids=TITLES)
def test_sequences_of_interpreted_rules(game: Draughts) -> None:
    found = [perft(game, depth, engine="python") for depth in range(1, 7 if game.size == 8 else 6)]
    assert found == list(COUNTS[game.variant.title][: len(found)])


@pytest.mark.parametrize(("game", "fen", "counts"), POSITIONS)
def test_sequences_from_other_positions(game: Draughts, fen: str, counts: tuple[int, ...]) -> None:
    state = game.parse_position(fen)
    found = [perft(game, depth + 1, state, engine="python") for depth in range(len(counts))]
    assert found == list(counts)


@pytest.mark.parametrize(("fen", "legal"), RULEBOOK)
def test_the_examples_of_the_italian_rules(fen: str, legal: set[str]) -> None:
    game = ItalianDraughts()
    state = game.parse_position(fen)
    assert {game.action_name(state, move) for move in game.actions(state)} == legal


def test_a_piece_is_not_jumped_twice_and_both_ways_round_are_one_move() -> None:
    game = InternationalDraughts()
    state = game.parse_position("W:W28:B12,13,22,23")
    (move,) = game.actions(state)
    assert move == Move(27, 27, state.black, 0)
    assert game.action_name(state, move) in ("28x17x8x19x28", "28x19x8x17x28")
    for text in ("28x17x8x19x28", "28x19x8x17x28", "28x28"):
        assert game.parse_action(state, text) == move


def test_a_man_is_crowned_in_passing_by_the_russian_rules_only() -> None:
    russian, brazilian = RussianDraughts(), BrazilianDraughts()
    fen = "W:Wf6:Be7,c7"
    state = russian.parse_position(fen)
    names = {russian.action_name(state, move) for move in russian.actions(state)}
    assert names == {"f6:d8:b6", "f6:d8:a5"}
    assert all(russian.result(state, move).kings for move in russian.actions(state))
    state = brazilian.parse_position(fen)
    assert [brazilian.action_name(state, move) for move in brazilian.actions(state)] == ["f6xd8xb6"]
    assert all(not brazilian.result(state, move).kings for move in brazilian.actions(state))


def test_a_king_must_land_where_it_can_go_on() -> None:
    # Over d4 the king could land on f6, g7 or h8 too: only from e5 there is more to take.
    game = RussianDraughts()
    state = game.parse_position("W:WKa1:Bd4,f4")
    names = {game.action_name(state, move) for move in game.actions(state)}
    assert names == {"a1:e5:g3", "a1:e5:h2"}


def test_spanish_rules_want_the_most_kings_of_the_most_pieces() -> None:
    game = SpanishDraughts()
    for fen, legal in (("W:W10:B13,14", {"10x17", "10x19"}), ("W:W10:B13,K14", {"10x19"})):
        state = game.parse_position(fen)
        assert {game.action_name(state, move) for move in game.actions(state)} == legal


def test_a_game_without_progress_is_drawn() -> None:
    game = Checkers(draw=4)
    state = game.parse_position("B:WK32:BK1")
    for move in ("1-6", "32-27", "6-1"):
        state = game.result(state, game.parse_action(state, move))
        assert not game.is_terminal(state)
    state = game.result(state, game.parse_action(state, "27-32"))
    assert state.quiet == 4
    assert game.is_terminal(state)
    assert game.utility(state, 0) == game.utility(state, 1) == 0
    moved = game.parse_position("B:WK32:B1,K5:H3")
    after = game.result(moved, game.parse_action(moved, "1-6"))
    assert (after.quiet, game.is_terminal(after)) == (0, False)


@pytest.mark.parametrize(
    ("game", "fen", "plies"),
    [
        (InternationalDraughts(), "W:WK1,K2,K3:BK50", 32),  # 16 moves of each
        (InternationalDraughts(), "W:WK1,46:BK50", 10),
        (InternationalDraughts(), "W:WK1:BK50", 10),
        (InternationalDraughts(), "B:WK50:BK1,2,3", 32),
        (InternationalDraughts(), "W:WK1,K2,K3,K4:BK50", 50),
        (InternationalDraughts(), "W:W6,7,8:BK50", 50),  # no king faces it
        (InternationalDraughts(), "W:WK1,K2:B40", 50),  # no king alone
        (InternationalDraughts(), "W:WK1,K2:BK50,K49", 50),
        (InternationalDraughts(draw=20), "W:WK1,K2,K3:BK50", 20),
        (RussianDraughts(), "W:Wa1,Ka3:BKh8", 10),
        (RussianDraughts(), "W:WKa1,Ka3,Ka5:BKh8", 30),
        (BrazilianDraughts(), "W:WKa1,Ka3:BKh8", 10),
        (BrazilianDraughts(), "W:WKa1,Ka3,Ka5:BKh8", 40),
        (Checkers(), "W:WK1,K2:BK32", 80),
    ],
)
def test_a_king_alone_against_few_is_soon_drawn(game: Draughts, fen: str, plies: int) -> None:
    for quiet, drawn in ((plies - 1, False), (plies, True)):
        state = game.parse_position(f"{fen}:H{quiet}")
        assert game.is_terminal(state) is drawn
    assert game.utility(state, 0) == 0


def test_who_cannot_move_has_lost() -> None:
    game = Checkers()
    state = game.parse_position("B:W5,9,K14:B1")
    assert game.is_terminal(game.parse_position("B:WK32:B"))
    assert [game.utility(game.parse_position("B:WK32:B"), player) for player in (0, 1)] == [-1, 1]
    assert {game.action_name(state, move) for move in game.actions(state)} == {"1-6"}


@pytest.mark.parametrize("game", [Checkers(4), Checkers(6, draw=10), SpanishDraughts(4)])
def test_smaller_boards(game: Draughts) -> None:
    random = Random(1)
    for _ in range(50):
        state = position(game, random)
        wanted = moves(
            game.variant.title, game.size, plain(game, state), state.turn != game.black_turn
        )
        assert {shown(game, state, move) for move in game.actions(state)} == wanted


@pytest.mark.parametrize(("size", "draw"), [(3, 80), (7, 80), (12, 80), (2, 80), (8, 0)])
def test_boards_that_do_not_fit_are_refused(size: int, draw: int) -> None:
    with pytest.raises(InputError, match="even size from 4 to 10"):
        Checkers(size, draw)


def test_placements_are_as_many_as_published() -> None:
    # Schaeffer et al., "Checkers is solved" (2007): by number of pieces, and all.
    found = [placements(8, pieces, 12) for pieces in range(1, 25)]
    assert found[:5] == [120, 6972, 261_224, 7_092_774, 148_688_232]
    assert sum(found) == 500_995_484_682_338_672_639
    assert Checkers().most_states() == 2 * 81 * sum(found)
    small = Checkers(4)
    counted = sum(
        1
        for marks in product(range(5), repeat=8)  # nothing, a man or a king of either
        if marks.count(0) < len(marks)
        and marks.count(1) + marks.count(2) <= 2
        and marks.count(3) + marks.count(4) <= 2
        and 1 not in marks[6:]
        and 3 not in marks[:2]
    )
    assert sum(placements(4, pieces, small.pieces) for pieces in range(1, 5)) == counted


# The estimate.


@pytest.mark.parametrize("game", GAMES, ids=TITLES)
@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 10**9))
def test_features_are_the_same_from_both_sides(game: Draughts, seed: int) -> None:
    state = position(game, Random(seed))
    mine, theirs = game.features(state, 0), game.features(state, 1)
    assert [-each for each in mine] == list(theirs)
    assert all(-1 <= each <= 1 for each in mine)
    assert len(mine) == len(game.weights) == len(game.feature_names)
    assert abs(game.evaluate(state, 0)) < 1
    assert game.evaluate(state, 0) == pytest.approx(game.evaluate(turned(game, state), 1))


def turned(game: Draughts, state: State) -> State:
    """The board turned round, and the colours exchanged."""

    def back(board: int) -> int:
        return sum(1 << game.area - 1 - at for at in range(game.area) if board >> at & 1)

    return State(back(state.white), back(state.black), back(state.kings), 1 - state.turn, 0)


def test_features_count_what_they_say() -> None:
    game = Checkers()
    found = dict(
        zip(
            game.feature_names,
            game.features(game.parse_position("W:W6,30,K15:B12"), 1),
            strict=True,
        )
    )
    assert found["men"] == pytest.approx(1 / 12)
    assert found["kings"] == pytest.approx(1 / 12)
    assert found["lead"] == pytest.approx(2 / 4)
    assert found["advance"] == pytest.approx((6 + 0 - 2) / (12 * 8))
    assert found["back_row"] == pytest.approx(1 / 4)
    assert found["centre"] == pytest.approx(1 / 12)
    assert found["runaways"] == pytest.approx((1 - 0) / 12)
    assert found["the_move"] == 0


@pytest.mark.parametrize(
    ("fen", "black_has_it"),
    [("B:W32:B1", True), ("W:W32:B1", False), ("B:W28:B1", False), ("W:W28:B1", True)],
)
def test_the_move(fen: str, black_has_it: bool) -> None:
    game = Checkers()
    assert (game.features(game.parse_position(fen), 0)[-1] > 0) == black_has_it


def test_a_shot_is_found() -> None:
    # White crowns a man while another is taken: 5-1 20x27 1x10x3 takes two for it.
    game = Checkers()
    state = game.parse_position("W:W5,18,19,24:B6,7,11,20")
    deep, shallow = Limit(depth=4), Limit(depth=1)
    native = analyse(game, state, limit=deep, engine="native")
    python = analyse(game, state, limit=deep, engine="python")
    assert native.variation_names()[:3] == ("5-1", "20x27", "1x10x3")
    assert native.value == pytest.approx(python.value)
    first = analyse(game, state, limit=shallow, engine="native").value
    assert isinstance(first, float)
    assert isinstance(native.value, float)
    assert native.value < first - 0.05
