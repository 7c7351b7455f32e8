"""`adversario train` for tables and networks, as people run it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from tests.require import require


def test_the_command_trains_tables_and_networks(run: Any, tmp_path: Path) -> None:
    require("numba")
    source = "tests/learn/games.py:Noughts"
    for kind, extra in (("tables", []), ("network", ["--layers", "8"])):
        path = tmp_path / f"{kind}.npz"
        options = ["train", source, "-a", kind, "--games", "64", "--every", "64", *extra]
        done = run(*options, "--measured", "10", "--save", str(path))
        assert done.code == 0, done.err
        assert "After 64 games: mean result" in done.out
        again = run("train", "--resume", str(path), "--game", source, "--games", "128", "--json")
        assert again.json["games"] == 128
    wrong = run("train", source, "--layers", "8")
    assert wrong.code == 2
    assert "--approximator" in wrong.err


def test_a_seed_may_be_negative(run: Any, tmp_path: Path) -> None:
    done = run(
        "train", "tetris:rows=6,columns=4,pieces=4", "-a", "network", "--layers", "2", "-n", "2",
        "--every", "2", "--measured", "2", "--seed", "-1", "--engine", "python",
        "--save", str(tmp_path / "net.npz"),
    )  # fmt: skip
    assert (done.code, done.err) == (0, "")
