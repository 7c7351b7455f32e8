"""`adversario match`: what it prints, what it keeps, how it is stopped and goes on."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

BOT = """
import time

class Slow:
    def __init__(self, seed):
        self.seed = seed

    def choose(self, game, state):
        time.sleep(0.02)
        actions = list(game.actions(state))
        return actions[self.seed % len(actions)]

def cheats(game, state):
    return 99

def fails(game, state):
    return 1 / 0
"""


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    file = tmp_path / "match_bot.py"
    file.write_text(BOT, encoding="utf-8")
    return file


def match(*arguments: str) -> list[str]:
    return ["match", *arguments, "--game", "tictactoe", "--lang", "en"]


def test_a_match_is_told_in_words(run: Any) -> None:
    done = run(*match("alphabeta:depth=3", "random", "--games", "20", "--workers", "1"))
    assert done.code == 0
    assert done.out.startswith("TicTacToe: 20 games from 10 openings, seed 0\n")
    row = next(line for line in done.out.splitlines() if line.startswith("alphabeta:depth=3"))
    assert sum(map(int, row.split()[1:4])) == 20
    assert "Elo difference of alphabeta:depth=3: +" in done.out
    assert "Likelihood that it is the stronger one: 100.0%." in done.out
    assert not done.err


def test_json_is_the_same_for_any_number_of_workers(run: Any) -> None:
    game = match("alphabeta:depth=3", "random", "--games", "8", "--seed", "4", "--json")
    one, two = run(*game, "--workers", "1").json, run(*game, "--workers", "2").json
    assert one == two
    assert one["games"] == 8
    assert one["standings"][0]["wins"] + one["standings"][1]["wins"] <= 8
    assert one["rating"]["pairs"] == 4


def test_a_sprt_ends_a_match(run: Any) -> None:
    wanted = ["--games", "400", "--workers", "1", "--sprt", "0,400"]
    done = run(*match("alphabeta:depth=4", "random", *wanted))
    assert "the greater difference is accepted" in done.out
    assert int(done.out.split()[1]) < 200


def test_faults_of_one_s_own_class_are_told(run: Any, bot: Path) -> None:
    done = run(*match(f"{bot}:cheats", "random", "--games", "8", "--workers", "2"))
    assert done.code == 0
    assert f"Game 1: {bot}:cheats lost by an illegal action: 99 @ " in done.out
    assert "... and 3 more games lost by a fault" in done.out
    done = run(*match("random", f"{bot}:fails", "--games", "2", "--workers", "1", "--json"))
    assert done.json["faults"] == 2
    assert done.json["standings"][0]["wins"] == 2


def test_notices(run: Any) -> None:
    done = run(*match("random", "alphabeta:time=0,engine=python", "--games", "2", "--workers", "1"))
    assert "the same seed may give other games" in done.err
    done = run(*match("random", "random", "--games", "6", "--openings", "0", "--workers", "1"))
    assert "Only 1 different opening was played" in done.out
    done = run(*match("random", "random", "--games", "2", "--plies", "2", "--workers", "1"))
    assert "2 games reached the limit of plies" in done.out


@pytest.mark.parametrize(
    ("arguments", "problem"),
    [
        (["alphabet", "random"], "no player 'alphabet'"),
        (["random"], "2 at most"),
        (["random", "random", "--games", "0"], "games = 0"),
        (["random", "random", "--sprt", "10"], "'10' is no test"),
        (["random", "random", "--sprt", "10,0"], "is no test"),
        (["random", "expectimax:depth=2", "--game", "nowhere"], "nowhere"),
        (["random", "level:12"], "no level '12'"),
        (["random", "nobody.py:Bot"], "no such file"),
    ],
)
def test_bad_input(run: Any, arguments: list[str], problem: str) -> None:
    given = ["match", *arguments, *([] if "--game" in arguments else ["--game", "tictactoe"])]
    done = run(*given, "--workers", "1", "--lang", "en")
    assert done.code == 2
    assert problem in done.err


def test_a_broken_file_is_named_with_its_line(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "broken_bot.py"
    file.write_text("x = 1\nx.y\n", encoding="utf-8")
    done = run(*match(str(file), "random"))
    assert done.code == 2
    assert "broken_bot.py, line 2: AttributeError" in done.err


def games_of(file: Path) -> list[dict[str, Any]]:
    """The games of a file in order, without their times."""
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()[1:]]
    return [{**line, "seconds": None} for line in sorted(lines, key=lambda line: line["number"])]


@pytest.mark.skipif(os.name == "nt", reason="processes are interrupted in another way there")
@pytest.mark.parametrize(("workers", "how"), [("2", signal.SIGINT), ("1", signal.SIGKILL)])
def test_an_interrupted_match_goes_on(
    run: Any, bot: Path, tmp_path: Path, workers: str, how: signal.Signals
) -> None:
    file, whole = tmp_path / "stopped.jsonl", tmp_path / "whole.jsonl"
    options = match(f"{bot}:Slow", "random", "--games", "20")
    command = [sys.executable, "-m", "adversario", *options, "--workers", workers]
    process = subprocess.Popen(
        [*command, "--save", str(file)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    while not file.exists() or file.read_bytes().count(b"\n") < 4:
        assert process.poll() is None, process.communicate()
        time.sleep(0.01)
    process.send_signal(how)
    out, err = process.communicate()
    stopped = len(games_of(file))
    assert 3 <= stopped < 20
    if how is signal.SIGINT:
        assert process.returncode == 130
        assert f"TicTacToe: {stopped} games" in out
        assert "the same command goes on from there" in err
        assert "Traceback" not in err
    done = run(*options, "--workers", "1", "--save", str(file))
    assert done.code == 0
    assert f"{stopped} games were played before" in done.err
    run(*options, "--workers", "1", "--save", str(whole))
    assert games_of(file) == games_of(whole)


def test_a_changed_player_is_another_match(run: Any, bot: Path, tmp_path: Path) -> None:
    file = str(tmp_path / "match.jsonl")
    game = match(f"{bot}:cheats", "random", "--games", "2", "--workers", "1", "--save", file)
    assert run(*game).code == 0
    bot.write_text(BOT + "\n# changed\n", encoding="utf-8")
    done = run(*game)
    assert done.code == 2
    assert "another match: versions is" in done.err
