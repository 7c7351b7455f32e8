"""The rules of chess: published counts, python-chess on random games, ends of games, boards."""

from __future__ import annotations

import pytest

from adversario import InputError, make_game, perft
from adversario.games.boards.chess import Chess, State
from adversario.games.boards.chess.fen import placed
from adversario.games.boards.chess.setups import chess960_pieces
from tests.games.boards.chess.positions import CHESS960, STANDARD, Counted, random_game
from tests.require import needs, require

CHESS = Chess()
FREE = Chess(quiet=0)
QUICK = 150_000
"""The most sequences that are counted in all runs."""


@needs("numba")
@pytest.mark.parametrize("position", STANDARD + CHESS960)
def test_sequences_are_as_many_as_published(position: Counted) -> None:
    state = CHESS.parse_position(position.fen)
    for depth, count in enumerate(position.counts, start=1):
        if count < QUICK:
            assert perft(CHESS, depth, state, engine="native") == count
            assert CHESS.count_actions(state) == position.counts[0]


@needs("numba")
@pytest.mark.slow
@pytest.mark.parametrize("position", STANDARD + CHESS960)
def test_longer_sequences_are_as_many_as_published(position: Counted) -> None:
    state = CHESS.parse_position(position.fen)
    for depth, count in enumerate(position.counts, start=1):
        if count >= QUICK:
            assert perft(CHESS, depth, state, engine="native") == count


@pytest.mark.parametrize("position", STANDARD + CHESS960)
def test_interpreted_sequences_are_as_many_as_published(position: Counted) -> None:
    state = CHESS.parse_position(position.fen)
    assert perft(CHESS, 2, state, engine="python") == position.counts[1]


@needs("chess")
@pytest.mark.parametrize("number", [518, 137, 959])
def test_random_games_are_those_of_python_chess(number: int) -> None:
    require("chess")
    import chess

    game = Chess(number=number)
    for seed in range(2):
        board = chess.Board.from_chess960_pos(number)
        board.castling_rights = board.clean_castling_rights()
        for state, move in random_game(game, seed, 100):
            names = {game.uci_name(state, each) for each in game.actions(state)}
            board.chess960 = number != 518
            assert names == {board.uci(each) for each in board.legal_moves}
            assert game.position(state).split()[:5] == board.fen(en_passant="legal").split()[:5]
            assert bool(state.checkers) == board.is_check()
            assert game.count_actions(state) == len(names)
            assert sorted(game.action_name(state, each) for each in game.actions(state)) == sorted(
                board.san(each) for each in board.legal_moves
            )
            noisy = {game.uci_name(state, each) for each in game.noisy_actions(state)}
            if not state.checkers:
                assert noisy == {
                    board.uci(each)
                    for each in board.legal_moves
                    if each.promotion == chess.QUEEN
                    or (board.is_capture(each) and each.promotion is None)
                }
            board.push(board.parse_uci(game.uci_name(state, move)))
        assert board.is_game_over() or board.fullmove_number > 50


def test_what_a_move_updates_is_what_a_position_has() -> None:
    for number in (518, 700):
        game = Chess(number=number)
        for state, _ in random_game(game, 5, 60):
            assert game.parse_position(game.position(state)) == state


@pytest.mark.parametrize(
    ("fen", "utility"),
    [
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 0 1", 1),  # mate
        ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", 0),  # stalemate
        ("8/8/4k3/8/8/3KN3/8/8 w - - 0 1", 0),  # a knight alone
        ("8/2b1k3/8/8/5B2/3K4/8/8 w - - 0 1", 0),  # bishops of one colour
        ("8/8/4k3/8/8/3K4/3R4/8 w - - 100 99", 0),  # fifty moves
        ("R5k1/5ppp/8/8/8/8/8/6K1 b - - 100 99", 1),  # mate by the move that would be the fiftieth
    ],
)
def test_ends_of_games(fen: str, utility: int) -> None:
    state = CHESS.parse_position(fen)
    assert CHESS.is_terminal(state)
    assert (CHESS.utility(state, 0), CHESS.utility(state, 1)) == (utility, -utility)


@pytest.mark.parametrize(
    "fen",
    [
        "8/2b1k3/8/8/4B3/3K4/8/8 w - - 0 1",  # bishops of both colours: a mate is possible
        "8/2n1k3/8/8/4N3/3K4/8/8 w - - 0 1",
        "8/8/4k3/8/8/3K4/3R4/8 w - - 99 99",
    ],
)
def test_games_that_go_on(fen: str) -> None:
    assert not CHESS.is_terminal(CHESS.parse_position(fen))


def test_seventy_five_moves_and_none() -> None:
    state = CHESS.parse_position("8/8/4k3/8/8/3K4/3R4/8 w - - 149 99")
    assert CHESS.is_terminal(state)
    longer = Chess(quiet=75)
    assert not longer.is_terminal(state)
    assert longer.is_terminal(longer.result(state, longer.parse_action(state, "Rd1")))
    assert not FREE.is_terminal(FREE.parse_position("8/8/4k3/8/8/3K4/3R4/8 w - - 1000 999"))


def test_castling_needs_a_free_and_safe_way() -> None:
    def castlings(fen: str) -> set[str]:
        state = CHESS.parse_position(fen)
        names = {CHESS.action_name(state, each) for each in CHESS.actions(state)}
        return {name.rstrip("+") for name in names if name.startswith("O")}

    assert castlings("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1") == {"O-O", "O-O-O"}
    assert castlings("r3k2r/8/8/8/8/8/8/RN2K2R w KQkq - 0 1") == {"O-O"}
    assert castlings("r3k2r/8/8/5r2/8/8/8/R3K2R w KQ - 0 1") == {"O-O-O"}  # through check
    assert castlings("r3k2r/8/8/1r6/8/8/8/R3K2R w KQ - 0 1") == {"O-O", "O-O-O"}  # b1 may be
    assert castlings("r3k2r/8/8/4r3/8/8/8/R3K2R w KQ - 0 1") == set()  # in check
    # Chess960: the rook on b1 shields its king from the one on a1 until it castles.
    assert castlings("4k3/8/8/8/8/8/8/rRK5 w B - 0 1") == set()


def test_a_rook_that_was_captured_cannot_castle() -> None:
    state = CHESS.parse_position("r3k2r/8/8/8/8/6n1/8/R3K2R b KQkq - 0 1")
    after = CHESS.result(state, CHESS.parse_action(state, "Nxh1"))
    assert CHESS.position(after).split()[2] == "Qkq"


def test_a_pawn_in_passing_may_not_open_its_row_to_a_rook() -> None:
    state = CHESS.parse_position("8/8/8/K1Pp3r/8/8/8/4k3 w - d6 0 1")
    assert state.passant
    assert "cxd6" not in {CHESS.action_name(state, each) for each in CHESS.actions(state)}


def test_all_positions_of_chess960_are_different() -> None:
    rows = [chess960_pieces(number) for number in range(960)]
    assert len(set(rows)) == 960
    assert (rows[518], rows[0], rows[959]) == ("rnbqkbnr", "bbqnnrkr", "rkrnnqbb")
    for row in rows:
        assert row.index("r") < row.index("k") < row.rindex("r")
        assert row.index("b") % 2 != row.rindex("b") % 2
    assert Chess(number=959).position(Chess(number=959).initial()).startswith("rkrnnqbb/")


@pytest.mark.parametrize("board", ["gardner", "los-alamos", "silverman"])
def test_small_boards(board: str) -> None:
    game = Chess(variant=board)
    for seed in range(2):
        for state, move in random_game(game, seed, 60):
            assert game.parse_position(game.position(state)) == state
            assert naive_moves(game, state) == {
                game.uci_name(state, each) for each in game.actions(state)
            }
            after = game.result(state, move)
            assert (after.own | after.p0 | after.p1 | after.p2) & ~game.squares == 0


def naive_moves(game: Chess, state: State) -> set[str]:
    """The moves of a small board, square by square: those after which no piece takes the king."""
    setup = game.setup
    board = {
        (row, column): letter
        for row, line in enumerate(reversed(game.text(state).split("\n")[:-1]))
        for column, letter in enumerate(line.split()[1:])
    }
    white = state.turn == 0

    def reach(board: dict[tuple[int, int], str], white: bool) -> set[tuple[int, int, int, int]]:
        found = set()
        for (row, column), letter in board.items():
            if letter == "." or letter.isupper() != white:
                continue
            kind, ahead = letter.lower(), 1 if white else -1
            if kind == "p":
                if board.get((row + ahead, column)) == ".":
                    found.add((row, column, row + ahead, column))
                for side in (-1, 1):
                    prey = board.get((row + ahead, column + side), ".")
                    if prey != "." and prey.isupper() != white:
                        found.add((row, column, row + ahead, column + side))
                continue
            straight, diagonal = ((0, 1), (1, 0)), ((1, 1), (1, -1))
            ways = {"n": ((1, 2), (2, 1), (1, -2), (2, -1)), "r": straight, "b": diagonal}
            for down, across in ways.get(kind, straight + diagonal):
                for sign in (1, -1):
                    to = row + sign * down, column + sign * across
                    while to in board:
                        if board[to] == "." or board[to].isupper() != white:
                            found.add((row, column, *to))
                        if board[to] != "." or kind in "nk":
                            break
                        to = to[0] + sign * down, to[1] + sign * across
        return found

    names = set()
    for row, column, to_row, to_column in reach(board, white):
        after = {**board, (row, column): ".", (to_row, to_column): board[row, column]}
        king = next(at for at, each in after.items() if each == ("K" if white else "k"))
        if any(move[2:] == king for move in reach(after, not white)):
            continue
        name = f"{'abcdefgh'[column]}{row + 1}{'abcdefgh'[to_column]}{to_row + 1}"
        promotes = board[row, column].lower() == "p" and to_row in (0, setup.rows - 1)
        names |= {name + each for each in setup.promotions} if promotes else {name}
    return names


@pytest.mark.parametrize(
    ("options", "problem"),
    [
        ("variant=round", "no board of chess"),
        ("number=960", "from 0 to 959"),
        ("variant=gardner,number=3", "only the standard board"),
        ("quiet=-1", "no rules for draws"),
        ("repetition=1", "no rules for draws"),
    ],
)
def test_wrong_options_are_refused(options: str, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        make_game(f"chess:{options}")


def test_sums_follow_the_moves() -> None:
    for state, _ in random_game(CHESS, 11, 80):
        board = {
            square: letter
            for square in range(64)
            if (letter := CHESS.diagram(state).cells[(7 - square // 8) * 8 + square % 8].mark)
        }
        again = placed(CHESS, board, state.turn, state.castling, state.passant, state.clock)
        assert again == state


def test_noisy_moves_in_check_are_all_moves() -> None:
    state = CHESS.parse_position("4k3/8/8/8/8/5n2/1p6/K7 w - - 0 1")
    assert state.checkers
    assert set(CHESS.noisy_actions(state)) == set(CHESS.actions(state))
    state = CHESS.parse_position("r3k3/1P6/8/8/8/8/8/R3K2r w - - 0 1")
    assert CHESS.is_forced(state)
    assert set(CHESS.noisy_actions(state)) == set(CHESS.actions(state))


def test_drawn_positions_have_no_moves() -> None:
    for fen in ("8/8/4k3/8/8/3KN3/8/8 w - - 0 1", "8/8/4k3/8/8/3K4/3R4/8 w - - 100 99"):
        assert not list(CHESS.actions(CHESS.parse_position(fen)))
        assert CHESS.count_actions(CHESS.parse_position(fen)) == 0


@pytest.mark.parametrize(
    ("fen", "move", "pays"),
    [
        ("4k3/8/3p4/4p3/8/8/8/3QK3 w - - 0 1", "Qxd6", True),
        ("4k3/2p5/3p4/8/8/8/8/3QK3 w - - 0 1", "Qxd6", False),
        ("4k3/2p5/3p4/8/8/8/3R4/3QK3 w - - 0 1", "Rxd6", False),
        ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "Rxe5", True),
        ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "Nxe5", False),
        ("4k3/8/8/3p4/4B3/8/8/4K2R w - - 0 1", "Bxd5", True),
        ("8/8/4k3/3p4/3Q4/3K4/8/8 w - - 0 1", "Qxd5+", False),
    ],
)
def test_exchanges_that_pay(fen: str, move: str, pays: bool) -> None:
    # The fourth and the fifth are by Gerd Isenberg (chessprogramming.org, "SEE").
    state = CHESS.parse_position(fen)
    assert (CHESS.urgency(state, CHESS.parse_action(state, move)) > 0) == pays
