"""PGN: what is written is read back, python-chess reads the same, and errors have their place."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from adversario.games.boards.chess import Chess
from adversario.records.pgn import Pgn, PgnError, PgnMove, read_pgn, write_pgn
from tests.games.boards.chess.positions import random_game
from tests.require import needs

CHESS = Chess()

# Adolf Anderssen against Lionel Kieseritzky, London 1851, with notes for this test.
IMMORTAL = """\
% an escape
[Event "London \\"1851\\""]
[White "Anderssen"]
[Black "Kieseritzky"]
[Result "1-0"]

{The immortal game} 1. e4 e5 2. f4 exf4 3. Bc4 Qh4+ $6 {loses time}
(3... Nf6! {better} 4. Nc3 (4. e5 d5) c6) (3... d5) 4. Kf1 b5?! 5.Bxb5 Nf6 6.Nf3 Qh6
7. d3 Nh5 8. Nh4 Qg5 9. Nf5 c6 10. g4 Nf6 11. Rg1 ; a rook
cxb5 12. h4 Qg6 13. h5 Qg5 14. Qf3 Ng8 15. Bxf4 Qf6 16. Nc3 Bc5 17. Nd5 Qxb2
18. Bd6 Bxg1 19. e5 Qxa1+ 20. Ke2 Na6 21. Nxg7+ Kd8 22. Qf6+ Nxf6 23. Be7# 1-0

[Event "Short"]

1. f3 e5 2. g4 Qh4# 0-1
"""


def test_a_game_with_notes() -> None:
    game, short = read_pgn(IMMORTAL)
    assert game.tags["Event"] == 'London "1851"'
    assert (game.result, short.result) == ("1-0", "0-1")
    assert len(game.moves) == 45
    assert game.names[-1] == "Be7#"
    assert game.comment == "The immortal game"
    check = game.line[5]
    assert (check.glyphs, check.after) == ((6,), "loses time")
    assert [len(each) for each in check.variations] == [3, 1]
    knight = check.variations[0][0]
    assert (knight.glyphs, knight.after) == ((1,), "better")
    assert len(check.variations[0][1].variations[0]) == 2
    assert game.line[20].after == "a rook"
    assert CHESS.is_terminal(game.states[-1])


def test_what_is_written_is_read_back() -> None:
    games = read_pgn(IMMORTAL)
    again = read_pgn(write_pgn(games))
    assert [each.line for each in again] == [each.line for each in games]
    assert [each.result for each in again] == [each.result for each in games]
    assert again[0].tags["Event"] == games[0].tags["Event"]
    assert write_pgn(again) == write_pgn(games)
    assert max(map(len, write_pgn(games).splitlines())) < 80


@needs("chess")
def test_python_chess_reads_the_same() -> None:
    import chess.pgn

    text = write_pgn(read_pgn(IMMORTAL))
    found = chess.pgn.read_game(io.StringIO(text))
    assert found is not None
    assert not found.errors
    assert found.headers["White"] == "Anderssen"
    ours = read_pgn(IMMORTAL)[0]
    assert [CHESS.uci_name(s, m) for s, m in zip(ours.states, ours.moves, strict=False)] == [
        move.uci() for move in found.mainline_moves()
    ]
    again = read_pgn(str(found))[0]
    assert again.line == ours.line


@settings(max_examples=10)
@given(seed=st.integers(0, 1000), number=st.integers(0, 959))
def test_random_games_are_read_back(seed: int, number: int) -> None:
    game = Chess(number=number)
    played = random_game(game, seed, 30)
    line = tuple(PgnMove(move) for _, move in played)
    pgn = Pgn(game, game.initial(), line, "*", {"White": "a", "Black": "b"})
    again = read_pgn(write_pgn([pgn]))[0]
    assert again.line == line
    assert again.start == pgn.start


def test_a_game_from_a_position_and_names() -> None:
    start = CHESS.parse_position("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1")
    pgn = Pgn.of(CHESS, ["Kd7", "e4"], start=start, result="1/2-1/2")
    text = write_pgn([pgn])
    assert '[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 1"]' in text
    assert text.endswith("\n1... Kd7 2. e4 1/2-1/2\n")
    assert read_pgn(text)[0].names == ("Kd7", "e4")


@pytest.mark.parametrize(
    ("text", "problem", "line"),
    [
        ("1. e4 e5\n2. Ke3", "not a legal action", 2),
        ("1. e4 (1. d4", "not closed", 1),
        ("1. e4) e5", "not opened", 1),
        ("(1. e4)", "must follow a move", 1),
        ("! 1. e4", "must follow a move", 1),
        ("1. e4 !!!", "no mark of a move", 1),
        ("1. e4 e5\n\n2. } Nf3", "unexpected text", 3),
        ("1. Nf3 d5 2. Nc3 d4 3. Nb5 a6 4. Nd4", "several moves: Nfxd4, Nbxd4", 1),
        ('[FEN "8/8/8/8 w"]\n\n*', "8 rows, and 4 were found", 1),
        ('[Event "x"]\n[Variant "Atomic"]\n\n*', "'Atomic'", 2),
        ("1. e4 " + "(1. d4 " * 200, "within each other", 1),
    ],
)
def test_mistakes_have_their_place(text: str, problem: str, line: int, tmp_path: Path) -> None:
    with pytest.raises(PgnError, match=problem) as caught:
        read_pgn(text)
    assert caught.value.line == line
    file = tmp_path / "game.pgn"
    file.write_text(text)
    with pytest.raises(PgnError, match=r"game\.pgn"):
        read_pgn(file)


@settings(max_examples=60)
@given(st.text(alphabet='[]{}()12.-*e4 Nf3"\\$!?;%\nO', max_size=40))
def test_any_text_is_read_or_refused(text: str) -> None:
    try:
        games = read_pgn(text)
    except PgnError:
        return
    assert [each.line for each in read_pgn(write_pgn(games))] == [each.line for each in games]


@needs("chess")
def test_the_match_of_1997_is_as_python_chess_reads_it() -> None:
    import chess.pgn

    path = Path(__file__).parents[2] / "examples" / "deep_blue_1997.pgn"
    games = read_pgn(path)
    with path.open(encoding="utf-8") as file:
        for ours in games:
            theirs = chess.pgn.read_game(file)
            assert theirs is not None
            assert not theirs.errors
            board = theirs.end().board()
            assert len(ours.moves) == board.ply()
            fen = CHESS.position(ours.states[-1])
            assert fen.split()[:4] == board.fen(en_passant="legal").split()[:4]
            assert ours.result == theirs.headers["Result"]
    score = {"1-0": (2, 0), "0-1": (0, 2), "1/2-1/2": (1, 1)}
    blue = [score[game.result][game.tags["Black"] == "Deep Blue"] for game in games]
    assert (len(games), sum(blue)) == (6, 7)  # three and a half points to two and a half
