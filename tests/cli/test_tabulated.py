"""Games that do not compile, on the command line: which engine ran is said."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.require import needs

pytestmark = needs("numba")

CORPUS = Path(__file__).parents[1] / "corpus"
BOARD = f"{CORPUS / 'student/tictactoe.py'}:TicTacToe"
COINS = f"{CORPUS / 'teacher/coin_or_die.py'}:CoinOrDie"
NOTAKTO = f"{CORPUS / 'researcher/notakto.py'}:Notakto"

SAID = {"en": "engine: tabulated", "es": "motor: tabulated"}


@pytest.mark.parametrize("lang", ["en", "es"])
@pytest.mark.parametrize(
    "command",
    [
        ("search", BOARD, "--algorithm", "alphabeta"),
        ("search", BOARD, "--algorithm", "mcts", "--nodes", "200"),
        ("search", COINS),
        ("search", BOARD, "--depth", "4", "--against", "random"),
        ("analyse", BOARD, "--depth", "5"),
        ("solve", BOARD),
        ("solve", NOTAKTO, "--method", "alphabeta"),
        ("solve", NOTAKTO, "--method", "proof"),
    ],
    ids=" ".join,
)
def test_the_engine_is_said(run: Any, command: tuple[str, ...], lang: str) -> None:
    done = run(*command, "--engine", "tabulated", "--lang", lang)
    assert done.code == 0, done.err
    assert SAID[lang] in done.out
    assert SAID[lang] not in run(*command, "--engine", "python", "--lang", lang).out or (
        "alphabeta" in command and command[0] == "solve"  # which has no interpreted form
    )


def test_the_engine_is_data_too(run: Any) -> None:
    found = run("search", BOARD, "--engine", "tabulated", "--json").json
    plain = run("search", BOARD, "--engine", "python", "--json").json
    assert found["statistics"]["engine"] == "tabulated"
    assert plain["statistics"]["engine"] == "python"
    assert found["best_actions"] == plain["best_actions"]
    assert found["scores"] == plain["scores"]
    assert run("solve", BOARD, "--engine", "tabulated", "--json").json["engine"] == "tabulated"
    counted = run("count", NOTAKTO, "--engine", "tabulated", "--json").json["count"]
    assert (counted["states"], counted["engine"]) == (450, "tabulated")
    assert (
        run("perft", NOTAKTO, "3", "--engine", "tabulated", "--json").json["engine"] == "tabulated"
    )


def test_what_has_no_such_form_is_refused(run: Any) -> None:
    done = run("train", "nim", "--engine", "tabulated", "--lang", "en")
    assert done.code == 2
    assert "Traceback" not in done.err
    done = run("search", BOARD, "--engine", "fast", "--lang", "en")
    assert (done.code, "auto, native, tabulated or python" in done.err) == (2, True)


def test_too_little_memory(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ADVERSARIO_TABLE_MIB", "1")
    done = run("search", BOARD, "--engine", "tabulated", "--lang", "en", "--algorithm", "minimax")
    assert done.code == 2
    assert "ADVERSARIO_TABLE_MIB" in done.err
    monkeypatch.setenv("ADVERSARIO_TABLE_MIB", "-3")
    assert run("search", BOARD, "--engine", "tabulated", "--lang", "en").code == 2
