"""Endgame tables against plain iteration, published results, and themselves."""

from __future__ import annotations

import subprocess
import sys
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest

from adversario import Limit, alphabeta, analyse, check_parity
from adversario.base.errors import GameError, InputError, UnsuitableGameError
from adversario.contract.checking.check import check_game
from adversario.games import Pig
from adversario.games.boards.chess.endings import Endings
from adversario.games.lines.morris import Morris
from adversario.native.engines.endgame import probe_all
from adversario.native.engines.enhanced.enhancements import Enhancements
from adversario.native.kernels.endgame.expand import HOLE
from adversario.solve.endgame import (
    BuildProgress,
    Tables,
    build_tables,
    open_tables,
    verify_tables,
    with_tables,
)
from adversario.solve.endgame.plan import layers_of
from adversario.solve.table import solve_all
from tests.solve.mazes import Broken, Mazes, naive_values

MAZES = Mazes()
MORRIS = Morris()
ROOK = Endings("R")
SMALL = Enhancements(table_mib=1)

PUBLISHED = [
    27,
    78,
    246,
    81,
    198,
    471,
    592,
    683,
    1433,
    1712,
    1985,
    2854,
    3597,
    4194,
    4553,
    2166,
    390,
]
"""King and rook against king, Black to move, by the moves to mate; 2796 more are drawn.

The chess endgame data of Bain and Hoff (1994) in the UCI repository.
"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("tables")


@pytest.fixture(scope="module")
def mazes(folder: Path) -> Tables[Any, Any]:
    return build_tables(MAZES, folder / "mazes", metric="dtw")


@pytest.fixture(scope="module")
def morris(folder: Path) -> Tables[Any, Any]:
    return build_tables(MORRIS, folder / "morris", metric="dtw")


@pytest.fixture(scope="module")
def rook(folder: Path) -> Tables[Any, Any]:
    return build_tables(ROOK, folder / "rook", metric="dtw")


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_random_graphs_agree_with_plain_iteration(mazes: Tables[Any, Any]) -> None:
    seen: Counter[int] = Counter()
    for maze in range(MAZES.mazes):
        for room, (value, plies) in naive_values(MAZES, MAZES.rooms(maze)).items():
            found = mazes.probe(room)
            assert found is not None
            assert (found.value, found.plies) == (value, None if value == 0 else plies), room
            seen[value * (1 + (plies > 3))] += 1
    assert all(seen[kind] > 50 for kind in (-2, -1, 0, 1, 2)), seen


def test_without_distances_the_values_are_the_same(mazes: Tables[Any, Any], tmp_path: Path) -> None:
    plain = build_tables(MAZES, tmp_path, metric="wdl", pieces=12)
    for maze in range(12):
        for room in MAZES.rooms(maze):
            exact, found = mazes.probe(room), plain.probe(room)
            assert exact is not None
            assert found is not None
            assert (found.value, found.plies) == (exact.value, None)
    verify_tables(plain)


def test_all_of_a_table_follows_from_itself(mazes: Tables[Any, Any]) -> None:
    checked = verify_tables(mazes)
    rooms = sum(len(MAZES.rooms(maze)) for maze in range(MAZES.mazes))
    assert sum(each.positions for each in checked.values()) == rooms
    assert len(checked) == len(mazes.layers) == 3 * MAZES.mazes


@pytest.mark.parametrize("change", [1, -1, 5])
def test_a_wrong_value_is_found(mazes: Tables[Any, Any], change: int) -> None:
    """Any value, made another one."""
    wrong = open_tables(MAZES, mazes.folder)
    verify_tables(wrong)
    for layer in Random(change).sample(wrong.layers, 4):
        values = wrong.memory().layers[layer.number].view("int16")[: layer.size]
        at = next(i for i in range(layer.size) if values[i] != HOLE)
        values[at] += change
        with pytest.raises(InputError, match="is wrong"):
            verify_tables(wrong)
        values[at] -= change
    verify_tables(wrong)


def test_king_and_rook_as_published(rook: Tables[Any, Any]) -> None:
    size = ROOK.layer_size(1)
    values = rook.memory().layers[1].view("int16")[:size].tolist()
    black = Counter(
        value for at, value in enumerate(values) if value != HOLE and ROOK.unindex(1, at).turn == 1
    )
    assert black.pop(0) == 2796
    assert [black.pop(-(2 * moves + 1)) for moves in range(17)] == PUBLISHED
    assert not black
    assert rook.files[1].header["longest"] == 32


@pytest.mark.slow
@pytest.mark.parametrize(("pieces", "plies"), [("Q", 20), ("BB", 38), ("BN", 66)])
def test_longest_mates_as_published(tmp_path: Path, pieces: str, plies: int) -> None:
    """10, 19 and 33 moves, counted from Black's move before them."""
    tables = build_tables(Endings(pieces), tmp_path, metric="dtw")
    whole = tables.files[max(tables.files)]
    assert whole.header["longest"] == plies
    verify_tables(tables)


def test_morris_as_dudeney_says(morris: Tables[Any, Any]) -> None:
    """The Canterbury Puzzles (1907), 110: the first player wins, by the centre."""
    start = MORRIS.initial()
    assert morris.probe(start) == (1, 9)
    assert [MORRIS.action_name(start, action) for action in morris.best_actions(start)] == ["b2"]


def test_morris_with_the_centre_barred(tmp_path: Path) -> None:
    """The same: then it is a draw, for which one must begin in a corner."""
    game = Morris(centre=False)
    tables, start = build_tables(game, tmp_path), game.initial()
    assert tables.probe(start) == (0, None)
    best = {game.action_name(start, action) for action in tables.best_actions(start)}
    assert best == {"a1", "a3", "c1", "c3"}


def test_tables_agree_with_the_table_of_all_states(morris: Tables[Any, Any]) -> None:
    """Retrograde analysis of the explored graph has another index and another order."""
    table = solve_all(MORRIS)
    for state in table:
        known, value = morris.probe(state), table.value(state)
        assert known is not None
        assert known.value == (value if state.turn == 0 else -int(value))  # type: ignore[arg-type]
        if value:
            assert known.plies == table.distance(state)
            assert morris.best_actions(state) == table.best_actions(state)


def test_compiled_probes_agree_with_python(morris: Tables[Any, Any]) -> None:
    states = [MORRIS.unindex(layer, at) for layer in range(7) for at in range(0, 81, 3)]
    found, held = probe_all(MORRIS, morris.memory(), states)
    expected = [
        morris.stored_value(state.hand, MORRIS.index(state)) if MORRIS.layer(state) >= 0 else HOLE
        for state in states
    ]
    assert found.tolist() == expected
    assert 50 < held == sum(value != HOLE for value in expected) < len(states)


# Files.


def test_the_same_files_every_time(mazes: Tables[Any, Any], tmp_path: Path) -> None:
    build_tables(MAZES, tmp_path, metric="dtw", threads=1)
    assert contents(tmp_path) == contents(mazes.folder)


def test_blocks_of_several_threads_make_the_same_file(
    rook: Tables[Any, Any], tmp_path: Path
) -> None:
    assert len(rook.files[1].sums) == 2
    build_tables(ROOK, tmp_path, metric="dtw", threads=1)
    assert contents(tmp_path) == contents(rook.folder)


KILLED = """
import os, signal, sys
from adversario.solve.endgame import build_tables, build, executors
from tests.solve.mazes import Mazes
left, pack_values = int(sys.argv[2]), build.pack_values
def mortal(function):
    def wrapped(*arguments):
        global left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return function(*arguments)
    return wrapped
os.fsync = mortal(os.fsync)
executors.expand = mortal(executors.expand)
build.pack_values = lambda *a, **k: mortal(lambda: pack_values(*a, **k))()
build_tables(Mazes(), sys.argv[1], metric="dtw", pieces=4)
"""


def test_killed_at_any_point_a_build_goes_on(mazes: Tables[Any, Any], tmp_path: Path) -> None:
    """By a signal that nobody can catch.

    Each layer makes four of the calls: it expands, packs, and writes a file and its name to disk.
    """
    whole = contents(mazes.folder)
    for calls, layers in ((3, 0), (6, 1), (9 + 4, 4), (8, 6), (0, 12)):
        arguments = [sys.executable, "-c", KILLED, str(tmp_path), str(calls)]
        ended = subprocess.run(arguments, capture_output=True, text=True, check=False)
        assert ended.returncode == (-9 if calls else 0), ended.stderr
        kept = {name: data for name, data in contents(tmp_path).items() if name.endswith("dtw")}
        assert kept == {f"{at}.dtw": whole[f"{at}.dtw"] for at in range(layers)}
    assert set(contents(tmp_path)) == set(kept)


def test_ctrl_c_keeps_what_is_complete(mazes: Tables[Any, Any], tmp_path: Path) -> None:
    def stop(progress: BuildProgress) -> None:
        assert progress.positions == 40 * 3 * 48
        assert progress.left is None or progress.left > 0
        if progress.number == 7:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build_tables(MAZES, tmp_path, metric="dtw", on_progress=stop)
    whole, kept = contents(mazes.folder), contents(tmp_path)
    assert {f"{at}.dtw" for at in range(7)} <= set(kept) < set(whole)
    assert all(whole[name] == data for name, data in kept.items())
    build_tables(MAZES, tmp_path, metric="dtw")
    assert contents(tmp_path) == whole


def test_no_changed_byte_goes_unseen(morris: Tables[Any, Any], tmp_path: Path) -> None:
    data = (morris.folder / "hand-5.dtw").read_bytes()
    path = tmp_path / "hand-5.dtw"
    for at in range(len(data)):
        path.write_bytes(data[:at] + bytes([data[at] ^ 1 << at % 8]) + data[at + 1 :])
        with pytest.raises(InputError):
            open_tables(MORRIS, tmp_path).memory()
        path.write_bytes(data[:at])
        with pytest.raises(InputError):
            open_tables(MORRIS, tmp_path)
    path.write_bytes(data + b"\0")
    with pytest.raises(InputError, match="bytes long"):
        open_tables(MORRIS, tmp_path)
    path.write_bytes(data)
    open_tables(MORRIS, tmp_path).memory()


class Revised(Morris):
    """The same rules, said to be others."""

    rules_version = 2
    name = "Morris"


@pytest.mark.parametrize(
    ("game", "source", "target", "said"),
    [
        (Morris("free"), "hand-0.dtw", "hand-0.dtw", "its moves is lines, expected free"),
        (Revised(), "hand-0.dtw", "hand-0.dtw", "its rules_version is 1, expected 2"),
        (MORRIS, "hand-2.dtw", "hand-0.dtw", "its layer is 2, expected 0"),
        (MORRIS, "hand-0.dtw", "hand-0.wdl", "its metric is dtw, expected wdl"),
    ],
)
def test_foreign_files_are_refused(
    morris: Tables[Any, Any], tmp_path: Path, game: Any, source: str, target: str, said: str
) -> None:
    (tmp_path / target).write_bytes((morris.folder / source).read_bytes())
    with pytest.raises(InputError, match=said):
        open_tables(game, tmp_path)
    with pytest.raises(InputError, match=said):
        build_tables(game, tmp_path, metric=target[-3:])


def test_what_cannot_be_built_says_why(tmp_path: Path) -> None:
    with pytest.raises(UnsuitableGameError):
        build_tables(Pig(), tmp_path)
    with pytest.raises(InputError, match="metric 'dtm' is unknown"):
        build_tables(MORRIS, tmp_path, metric="dtm")
    with pytest.raises(InputError, match="pieces = -1"):
        layers_of(MORRIS, -1)
    with pytest.raises(InputError, match="no layer of at most 2 pieces"):
        layers_of(ROOK, 2)
    with pytest.raises(GameError, match="in an earlier layer"):
        build_tables(Broken(2), tmp_path / "broken")
    with pytest.raises(InputError, match="no such folder"):
        open_tables(MORRIS, tmp_path / "none")
    with pytest.raises(InputError, match="no endgame tables of Morris"):
        open_tables(MORRIS, tmp_path)


class Shifted(Mazes):
    """Its numbers do not lead back."""

    def unindex(self, layer: int, index: int) -> Any:
        return super().unindex(layer, (index + 1) % 48)


def test_numbers_are_checked() -> None:
    check_game(MAZES, playouts=5, longest=40)
    assert check_parity(MAZES, playouts=5) > 5
    with pytest.raises(GameError, match="does not lead back"):
        check_game(Shifted(), playouts=5, longest=40)


# Searches that look into tables.


def test_alphabeta_stops_at_the_tables(morris: Tables[Any, Any]) -> None:
    random, seen = Random(3), 0
    while seen < 20:
        layer = random.randrange(6)
        state = MORRIS.unindex(layer, random.randrange(MORRIS.layer_size(layer)))
        if MORRIS.layer(state) < 0 or MORRIS.is_terminal(state):
            continue
        seen += 1
        known = morris.probe(state)
        assert known is not None
        result = analyse(MORRIS, state, enhancements=SMALL, limit=Limit(depth=9), tables=morris)
        value = known.value if state.turn == 0 else -known.value
        assert (result.value, result.distance) == (value, known.plies)
        assert result.depth == 1
        assert result.proven
        assert result.action in morris.best_actions(state)


def test_other_searches_stop_there_too(morris: Tables[Any, Any]) -> None:
    random = Random(4)
    for _ in range(10):
        state = MORRIS.initial()
        for _ in range(random.randrange(6)):
            state = MORRIS.result(state, random.choice(list(MORRIS.actions(state))))
        if MORRIS.is_terminal(state):
            continue
        result = alphabeta(with_tables(MORRIS, morris, state), state, limit=Limit(depth=20))
        assert result.statistics.depth == 1
        assert result.action in morris.best_actions(state)


@pytest.mark.parametrize("metric", ["dtw", "wdl"])
def test_with_tables_no_result_is_given_away(
    metric: str, morris: Tables[Any, Any], tmp_path: Path
) -> None:
    """Against a search without: nothing held as won or drawn is lost, and nothing won is drawn."""
    tables = morris if metric == "dtw" else build_tables(MORRIS, tmp_path, metric=metric)
    random, won = Random(11), 0
    for _ in range(12):
        state = MORRIS.initial()
        for _ in range(6):
            state = MORRIS.result(state, random.choice(list(MORRIS.actions(state))))
            if MORRIS.is_terminal(state):
                break
        known = tables.probe(state)
        if known is None or known.value < 0 or MORRIS.is_terminal(state):
            continue
        us = state.turn
        for _ in range(30):
            if MORRIS.is_terminal(state):
                break
            helped = tables if state.turn == us else None
            limit = Limit(depth=6 if helped else 3)
            result = analyse(MORRIS, state, limit=limit, enhancements=SMALL, tables=helped)
            assert result.action is not None
            state = MORRIS.result(state, result.action)
        worth = MORRIS.utility(state, us) if MORRIS.is_terminal(state) else 0
        assert worth >= known.value
        won += worth
    assert won >= 4


def test_tables_are_for_compiled_search(morris: Tables[Any, Any]) -> None:
    with pytest.raises(InputError, match="with_tables"):
        analyse(MORRIS, engine="python", limit=Limit(depth=1), tables=morris)
