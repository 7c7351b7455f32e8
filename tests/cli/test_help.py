"""The help, and what is printed for commands that are mistyped."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from adversario.cli.command_table import EXAMPLES, GROUPS, command_names


def test_without_a_command_there_is_a_short_start(run: Any) -> None:
    done = run()
    assert done.code == 0
    assert "adversario play tictactoe" in done.out
    assert len(done.out.splitlines()) < 15


def test_the_help_is_grouped_and_ends_with_examples(run: Any) -> None:
    done = run("--help")
    assert done.code == 0
    assert "Play and learn" in done.out
    assert all(name in done.out for names in GROUPS.values() for name in names)
    assert done.out.rstrip().splitlines()[-1].strip() == EXAMPLES[""][-1]


@pytest.mark.parametrize("name", command_names())
def test_every_command_has_examples_and_switches_without_a_type(run: Any, name: str) -> None:
    done = run(*name.split(), "--help")
    assert done.code == 0
    assert "<bool>" not in done.out
    assert "{" not in done.out.split("\n")[1]
    assert done.out.rstrip().splitlines()[-1].strip() == EXAMPLES[name][-1]


def test_the_help_is_spanish_throughout() -> None:
    command = [sys.executable, "-m", "adversario", "solve", "--help", "--lang", "es"]
    environment = os.environ | {"COLUMNS": "100", "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(
        command, capture_output=True, text=True, check=True, env=environment, encoding="utf-8"
    )
    assert "Uso:" in done.stdout
    assert "Opciones" in done.stdout
    assert not any(word in done.stdout for word in ("Usage", "Options", "required", "Show this"))


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["serach", "x"], "did you mean search?"),
        (["search", "tictactoe", "--dpeth", "3"], "did you mean --depth?"),
        (["search", "tictactoe", "--time", "abc"], "--time: expected a number, not 'abc'"),
        (["search", "tictactoe", "--depth", "2.5"], "--depth: expected a whole number"),
        (
            ["match", "random", "random", "-g", "nim", "--seed", "9" * 19],
            "at most 18 digits, not '99",
        ),
        (["match", "random", "random", "-g", "nim", "-n", "9" * 12], "expected 1 to 1000000"),
        (["exercise", "--count", "9" * 12], "expected 1 to 10000"),
        (["search", "tictactoe", "-a", "alfabeta"], "did you mean alphabeta?"),
        (["search", "connect4:widht=6"], "did you mean width?"),
        (["search", "tictactoe", "--engine", "pyton"], "did you mean python?"),
        (["search", "tictactoe", "--against", "gredy"], "did you mean greedy?"),
        (["match", "randon", "random", "-g", "tictactoe"], "did you mean random?"),
        (["match", "mcts:simulation=3", "random", "-g", "nim"], "did you mean simulations?"),
        (["exercise", "minmax"], "did you mean minimax?"),
        (["solve", "nim", "--method", "prof"], "did you mean proof?"),
        (["solve"], "TREE-OR-GAME is missing"),
        (["bench", "connect4"], "'connect4' is more than adversario bench takes"),
        (["search", "--depth"], "--depth needs a value"),
        (["tablebase", "bild"], "did you mean build?"),
    ],
)
def test_mistyped_commands(run: Any, arguments: list[str], said: str) -> None:
    done = run(*arguments, "--lang", "en") if arguments[-1] != "--depth" else run(*arguments)
    assert done.code == 2
    assert said in done.err
    assert not done.out


def test_a_file_in_the_folder_is_pointed_at(
    run: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "pong.py").write_text("", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    done = run("check", "pong", "--lang", "en")
    assert done.code == 2
    assert "write pong.py" in done.err


def test_a_small_search_loads_little() -> None:
    """Neither the validators of Typer, nor Numba, nor the commands that do not run."""
    code = (
        "import sys\nfrom adversario.cli import main\n"
        "try:\n    main(['search', '((3, 5), (2, 9))'])\nexcept SystemExit:\n    pass\n"
        "heavy = {'pydantic', 'numba', 'numpy', 'adversario.arena', 'adversario.web'}\n"
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "[]"
