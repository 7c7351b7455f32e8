"""Endgame tables of English draughts put to the proof: a search ahead, and builds that are killed.

The same with five pieces, and a match, are in `benchmarks/endgames.py`.
"""

from __future__ import annotations

import sys
from pathlib import Path
from random import Random
from signal import SIGKILL
from subprocess import PIPE, Popen, TimeoutExpired
from typing import Any

import pytest

from adversario.solve.endgame import Tables, build_tables, open_tables

sys.path.insert(0, str(Path(__file__).parents[3] / "benchmarks"))

from endgames import GAME, look_ahead, of_pieces

PUBLISHED = {1: 120, 2: 6972, 3: 261_224}
"""Positions by pieces (Schaeffer et al., Checkers is solved, 2007)."""


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Tables[Any, Any]:
    return build_tables(GAME, tmp_path_factory.mktemp("checkers"), pieces=4, metric="dtw")


def agrees(tables: Tables[Any, Any], pieces: int, deepest: int) -> None:
    """All positions, those that are decided and those that are not."""
    found = look_ahead(tables, pieces, deepest, threads=2)
    assert found.positions == PUBLISHED[pieces]
    assert all(found.decided[plies] for plies in range(deepest + 1)) or pieces == 1


@pytest.mark.parametrize("pieces", [1, 2, 3])
def test_a_search_ahead_agrees(tables: Tables[Any, Any], pieces: int) -> None:
    agrees(tables, pieces, deepest=5)


@pytest.mark.slow
@pytest.mark.parametrize(("pieces", "deepest"), [(1, 11), (2, 13), (3, 11)])
def test_a_longer_search_ahead_agrees(tables: Tables[Any, Any], pieces: int, deepest: int) -> None:
    agrees(tables, pieces, deepest)


def test_a_search_ahead_agrees_with_some_of_four_pieces(tables: Tables[Any, Any]) -> None:
    found = look_ahead(tables, 4, deepest=5, sample=20_000)
    assert found.positions > 19_000  # some numbers are no positions
    assert min(found.decided[plies] for plies in range(6)) > 100


@pytest.mark.slow
def test_a_longer_search_ahead_agrees_with_many_of_four_pieces(tables: Tables[Any, Any]) -> None:
    found = look_ahead(tables, 4, deepest=9, sample=200_000, threads=2)
    assert found.positions > 190_000
    assert min(found.decided[plies] for plies in range(10)) > 1000


@pytest.mark.parametrize(("claimed", "change"), [(4, 2), (-3, -2), (0, 6), (-1, 1), (6, 100)])
def test_a_search_ahead_finds_what_is_wrong(
    tables: Tables[Any, Any], claimed: int, change: int
) -> None:
    """A win or loss with another distance, or for a draw, and the other way round."""
    wrong = open_tables(GAME, tables.folder)
    layer = next(each for each in of_pieces(wrong, 3) if each.name == "1k1m-1k0m")
    values = wrong.memory().layers[layer.number].view("int16")[: layer.size]
    at = values.tolist().index(claimed)
    values[at] += change
    with pytest.raises(ValueError, match="W:W") as raised:
        look_ahead(wrong, 3, deepest=5)
    assert str(raised.value) == GAME.position(GAME.unindex(layer.number, at))


BUILD = """
import sys
from adversario.games.boards.draughts.game import Checkers
from adversario.solve.endgame import build_tables, graph
graph.MAPPED = 1 << 16  # there are files of arrays to be left behind
print("begun", flush=True)
build_tables(Checkers(), sys.argv[1], pieces=4, metric="dtw")
"""


@pytest.mark.slow
def test_killed_at_random_a_build_goes_on(tables: Tables[Any, Any], tmp_path: Path) -> None:
    """What is complete is kept as it is, and nothing else is left in the end."""
    random, killed = Random(7), 0
    whole = {path.name: path.read_bytes() for path in tables.folder.iterdir()}
    for wait in [*(random.uniform(0.2, 2.0) for _ in range(8)), None]:
        if wait is None:  # what a kill leaves if it comes at the worst time
            for name in whole:
                (tmp_path / f"{name}.part").write_bytes(b"half")
                (tmp_path / f"{name}-values.work").write_bytes(b"half")
        with Popen([sys.executable, "-c", BUILD, str(tmp_path)], stdout=PIPE, text=True) as build:
            assert build.stdout is not None
            assert build.stdout.readline() == "begun\n"
            try:
                build.wait(wait)
            except TimeoutExpired:
                build.kill()
        assert build.returncode in (0, -SIGKILL)
        killed += build.returncode != 0
        there = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
        assert all(whole[name] == data for name, data in there.items() if name in whole)
    assert there == whole
    assert killed > 1
