"""`adversario pacman`, the table of `compare`, and the keyboard."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from adversario.arena.model_table import ModelCell, ModelOutcome, model_table
from adversario.base.errors import InputError
from adversario.cli.shared.keyboard import Keys, names_of
from adversario.games import Pacman

LANE = "%%%%%%\n%P...%\n%%%%%%\n"


def test_intervals_by_hand() -> None:
    outcomes = tuple(ModelOutcome(score, score > 0) for score in (100, 300, -200, 200))
    cell = ModelCell("minimax", "random", outcomes)
    assert (cell.score, cell.wins) == (100, 3)
    deviation = ((0 + 200**2 + 300**2 + 100**2) / 3) ** 0.5
    assert cell.error == pytest.approx(1.96 * deviation / 2, rel=1e-4)
    # Wilson's interval for 3 of 4, as tables of it have it.
    assert cell.win_interval == pytest.approx((0.3006, 0.9544), abs=1e-4)
    assert ModelCell("minimax", "random", outcomes[:1]).error == 0
    assert ModelCell("model", "80", (ModelOutcome(1, False),)).win_interval[0] == 0


def test_the_table_is_the_same_for_a_seed() -> None:
    opponents = Pacman("trap").opponents()
    one, two = (
        list(model_table(opponents, games=2, depth=1, engine="python")) for _ in range(2)
    )  # fmt: skip
    assert one == two
    assert [(cell.player, cell.opponents) for cell in one][:4] == [
        ("minimax", "minimax"), ("minimax", "random"), ("minimax", "80"), ("expectimax", "minimax"),
    ]  # fmt: skip
    other = list(model_table(opponents, games=2, depth=1, engine="python", seed=1))
    assert other != one


def test_who_knows_the_ghosts_best_does_best() -> None:
    def score(layout: str, pacman: str, ghosts: str, depth: int) -> float:
        cells = model_table(
            Pacman(layout).opponents(), games=24, depth=depth, players=[pacman], kinds=[ghosts],
            engine="python",
        )  # fmt: skip
        return next(cells).score

    # Trapped, minimax sees no way out and gives up; against random ghosts there is one.
    assert score("trap", "expectimax", "random", 3) > score("trap", "minimax", "random", 3) + 100
    # Expectimax hopes that the ghost turns off; a perfect one does not.
    assert score("bait", "minimax", "minimax", 4) > score("bait", "expectimax", "minimax", 4) + 100


def test_compare_prints_the_table(run: Any) -> None:
    options = ("-n", "2", "-d", "1", "--engine", "python", "--lang", "en")
    done = run("compare", "pacman:layout=trap", *options)
    assert done.code == 0
    lines = done.out.splitlines()
    assert lines[0].split() == [
        "Pac-Man",
        "ghosts",
        "score",
        "wins",
        "share",
        "of",
        "wins",
        "(95%)",
    ]
    assert len(lines) == 13
    assert lines[3].split()[:2] == ["minimax", "80/20"]
    cells = run("compare", "pacman:layout=trap", *options, "--json").json
    assert [cell["games"] for cell in cells] == [2] * 12


def test_compare_of_algorithms_is_still_there(run: Any) -> None:
    done = run("compare", "pacman:layout=tiny", "--algorithms", "minimax,alphabeta", "-d", "4")
    assert done.code == 0
    assert "alphabeta" in done.out
    wrong = run("compare", "tictactoe", "--games", "3", "--lang", "en")
    assert wrong.code == 2
    assert "only Pac-Man" in wrong.err
    for option in ("-n", "-d"):
        assert "at least 1" in run("compare", "pacman", option, "0", "--lang", "en").err


def test_watching_without_a_terminal(run: Any, tmp_path: Path) -> None:
    file = tmp_path / "lane.lay"
    file.write_text(LANE, encoding="utf-8")
    watched = ("pacman", str(file), "--watch", "minimax", "--engine", "python")
    done = run(*watched, "--lang", "en")
    assert done.out.splitlines()[1:] == [
        "%   P%", "%%%%%%", "P 527", "All the food is eaten, with a score of 527."
    ]  # fmt: skip
    found = run(*watched, "--json").json
    assert (found["score"], found["won"]) == (527, True)
    assert "minimax, expectimax, model" in run("pacman", "-w", "no", "--lang", "en").err
    assert "terminal" in run("pacman", "--lang", "en").err
    assert "at least" in run("pacman", "--delay", "-1", "--lang", "en").err


def test_pacman_by_typed_moves(run: Any, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "lane.lay"
    file.write_text(LANE, encoding="utf-8")
    lines = iter(["r", "left", "right", "right", "right"])
    monkeypatch.setattr("builtins.input", lambda prompt="": next(lines))
    done = run("play", f"pacman:layout={file}", "--lang", "en")
    assert done.code == 0
    assert "%   P%" in done.out
    assert "525" in done.out


def test_the_names_of_keys() -> None:
    assert names_of("\x1b[A\x1bOBq d\x1b[Cx") == ["up", "down", "quit", "stop", "right", "right"]
    assert names_of("\x1b") == []


on_terminals = pytest.mark.skipif(os.name == "nt", reason="there are no terminals there")


def open_terminal() -> tuple[int, int]:
    """Our end of a terminal and theirs."""
    import pty  # not on Windows

    return pty.openpty()


@on_terminals
def test_keys_are_read_at_once() -> None:
    ours, theirs = open_terminal()
    with os.fdopen(theirs) as stream, Keys(stream) as keys:
        os.write(ours, b"\x1b[Da")
        assert keys.during(0.2) == ["left", "left"]
        assert keys.during(0.01) == []
    os.close(ours)
    with pytest.raises(InputError, match="terminal"), Path(os.devnull).open() as nothing:
        Keys(nothing).__enter__()


@on_terminals
def test_a_game_by_the_keyboard(tmp_path: Path) -> None:
    file = tmp_path / "lane.lay"
    file.write_text(LANE, encoding="utf-8")
    ours, theirs = open_terminal()
    command = [sys.executable, "-m", "adversario", "pacman", str(file), "--delay", "0.02", "--json"]
    out = tmp_path / "out"
    with out.open("wb") as printed:
        game = subprocess.Popen(command, stdin=theirs, stdout=printed, stderr=printed)
    try:
        for _ in range(600):  # Pac-Man goes on until told otherwise, once he is there to be told
            os.write(ours, b"\x1b[C")
            with suppress(subprocess.TimeoutExpired):
                game.wait(0.1)
                break
    finally:
        game.kill()
        game.wait()
        os.close(ours)
        os.close(theirs)
    assert game.returncode == 0
    assert b'"won": true' in out.read_bytes()


@on_terminals
def test_watching_on_a_terminal(tmp_path: Path) -> None:
    file = tmp_path / "lane.lay"
    file.write_text(LANE, encoding="utf-8")
    ours, theirs = open_terminal()
    command = [sys.executable, "-m", "adversario", "pacman", str(file), "--watch", "minimax"]
    options = ["--engine", "python", "--delay", "0.01", "--json"]
    done = subprocess.run([*command, *options], stdout=subprocess.PIPE, stderr=theirs, check=True)
    drawn = os.read(ours, 1 << 16).decode("utf-8", "ignore")
    os.close(ours)
    os.close(theirs)
    assert json.loads(done.stdout)["won"]
    assert "█" in drawn
    assert "P" in drawn
