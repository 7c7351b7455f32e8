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
