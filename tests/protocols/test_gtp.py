"""GTP: every command, errors by their number, whole games against ourselves, positions set up."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from adversario import InputError
from adversario.arena.play import play_game
from adversario.arena.player import make_entrant
from adversario.games import Go, Hex, TicTacToe
from adversario.games.boards.go.status import final_status
from adversario.protocols.gtp.client import GtpPlayer
from adversario.protocols.gtp.engine import Clock, GtpEngine, Strength
from adversario.protocols.process import EngineError
from adversario.records.record import Ending

EXPECTED = """
    protocol_version name version known_command list_commands quit boardsize clear_board komi
    fixed_handicap place_free_handicap set_free_handicap play genmove undo time_settings time_left
    final_score final_status_list loadsgf reg_genmove showboard
"""
"""The commands of version 2 of the protocol, without those of its regression tests."""


def talk(*lines: str, game: str = "go") -> list[str]:
    """The answers to lines, without the empty lines after them."""
    said: list[str] = []
    engine = GtpEngine(
        said.append, game=game, strength=Strength(simulations=20, engine="python"), version="1"
    )
    for line in lines:
        engine.handle(line)
    assert all(answer.endswith("\n\n") for answer in said)
    return [answer.rstrip("\n") for answer in said]


def test_all_commands_of_the_protocol_are_known() -> None:
    (listed,) = talk("list_commands")
    assert set(EXPECTED.split()) <= set(listed.removeprefix("= ").split("\n"))
    assert talk("known_command genmove", "known_command dance", "known_command") == [
        "= true", "= false", "= false",
    ]  # fmt: skip


def test_answers_have_the_number_of_the_command_and_comments_are_skipped() -> None:
    assert talk("7 protocol_version # which one", "# nothing", "", "8 dance") == [
        "=7 2", "?8 unknown command",
    ]  # fmt: skip
    assert talk("\N{ARABIC-INDIC DIGIT THREE} name") == ["? unknown command"]


@pytest.mark.parametrize(
    ("lines", "answer"),
    [
        (["boardsize 25"], "? unacceptable size"),
        (["boardsize nine"], "? syntax error: not an integer"),
        (["play b"], "? syntax error"),
        (["play green A1"], "? invalid color: green"),
        (["boardsize 5", "play b A1", "play w A1"], "? A1 cannot be played"),
        (["undo"], "? cannot undo"),
        (["komi lots"], "? syntax error: not a float"),
        (["boardsize 5", "fixed_handicap 3"], "? invalid number of stones"),
        (["boardsize 9", "play b A1", "fixed_handicap 3"], "? board not empty"),
        (["set_free_handicap A1 A1"], "? invalid number of stones"),
        (["final_status_list lost"], "? syntax error: expected one of"),
        (["loadsgf /no/such/file.sgf"], "? "),
    ],
)
def test_errors(lines: list[str], answer: str) -> None:
    assert talk(*lines)[-1].startswith(answer)


def test_a_colour_may_move_twice_and_undo_takes_back_one_move() -> None:
    answers = talk("boardsize 3", "clear_board", "play b A1", "play b B1", "undo", "showboard")
    assert "1 X . ." in answers[-1]


def test_handicap_stones_are_named_and_white_moves_then() -> None:
    answers = talk("boardsize 9", "fixed_handicap 4", "genmove w", "clear_board",
                   "set_free_handicap A1 B2", "showboard")  # fmt: skip
    assert set(answers[1].removeprefix("= ").split()) == {"C3", "G7", "C7", "G3"}
    assert answers[2].startswith("= ")
    assert "2 . X" in answers[-1]


def test_moves_are_legal_and_a_won_game_is_ended_by_a_pass() -> None:
    assert talk("boardsize 3", "komi 0.5", "play b B2", "play w pass", "genmove b")[-1] == "= pass"
    move = talk("boardsize 3", "genmove b")[-1].removeprefix("= ")
    assert move in {f"{column}{row}" for column in "ABC" for row in "123"} | {"pass"}


def test_dead_stones_do_not_count() -> None:
    game = Go(5, komi=0.5)
    state = game.parse_position(".X.O./XXXXX/...../...../..... O")
    found = final_status(game, state)
    assert {game.action_name(state, cell) for cell in found.dead} == {"D5"}
    assert found.lead == 24.5
    moves = ["play b B5", "play b A4", "play b B4", "play b C4", "play b D4", "play b E4"]
    answers = talk("boardsize 5", "komi 0.5", *moves, "play w D5", "final_score",
                   "final_status_list dead", "final_status_list alive")  # fmt: skip
    assert answers[-3:-1] == ["= B+24.5", "= D5"]
    assert len(answers[-1].removeprefix("= ").split()) == 6


def test_games_are_saved_and_loaded(tmp_path: Path) -> None:
    file = tmp_path / "game.sgf"
    sgf = talk("boardsize 5", "komi 5.5", "play b C3", "play w B2", "printsgf")[-1]
    file.write_text(sgf.removeprefix("= "), encoding="utf-8")
    answers = talk(f"loadsgf {file} 2", "showboard")
    assert "3 . . X . ." in answers[-1]
    assert "O" not in answers[-1]


def test_the_time_of_a_move_is_a_share_of_what_is_left() -> None:
    assert Clock().seconds(0) is None
    assert Clock(0, 1, 0, is_set=True).seconds(0) is None  # no limit, by the protocol
    main = Clock(60, 0, 0, is_set=True).seconds(0)
    assert main is not None
    assert 0.1 < main < 10
    assert Clock(0, 10, 5, is_set=True).seconds(1) == pytest.approx(1.8)


def test_hex_is_spoken_too() -> None:
    answers = talk("boardsize 4", "play b b2", "play w swap-pieces", "showboard", game="hex")
    assert answers[1:3] == ["= ", "= "] or answers[1:3] == ["=", "="]
    assert "O" in answers[-1]
    assert talk("play w b2", game="hex")[-1].startswith("? it is the turn of")


OURS = f"gtp:{sys.executable} -m adversario engine gtp --simulations 12 --engine python"


@pytest.mark.parametrize("game", [Go(4, komi=0.5), Hex(3)], ids=lambda game: game.name)
def test_a_whole_game_against_an_engine_in_a_process_of_its_own(game: Go | Hex) -> None:
    own = f"{OURS} --game {game.name.lower()}"
    record = play_game(game, [own, "random"], seed=1, most_plies=200)
    assert record.ending is Ending.RULES or "resigned" in record.detail
    assert record.ending is not Ending.ILLEGAL


def test_what_is_no_engine_is_named() -> None:
    with pytest.raises(InputError, match="names no program"):
        make_entrant("gtp:")
    with pytest.raises(InputError, match="go and hex"):
        GtpPlayer("true").choose(TicTacToe(), TicTacToe().initial())
    game = Go(3)
    with pytest.raises(EngineError, match="did not start"):
        GtpPlayer("no-such-program").choose(game, game.initial())
