"""Endgame tables built by a Ray cluster: the same files, whatever becomes of its workers."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep

import pytest

from adversario.base.errors import GameError, InputError
from adversario.cli.shared.inputs import game_of
from adversario.games.lines.morris import Morris
from adversario.solve.endgame import BuildProgress, build_tables, plan
from adversario.solve.endgame.cluster import RETRIES, cluster, expand_block
from tests.require import needs

pytestmark = [pytest.mark.xdist_group("ray"), needs("ray")]

MORRIS = Morris()


@pytest.fixture(scope="module", autouse=True)
def small_blocks() -> Iterator[None]:
    """Blocks of which a small game has many."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(plan, "BLOCK", 100)
        yield


@pytest.fixture(scope="module")
def local(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of a build by threads."""
    folder = tmp_path_factory.mktemp("threads")
    tables = build_tables(MORRIS, folder, metric="dtw")
    assert max(len(file.sums) for file in tables.files.values()) > 8
    return contents(folder)


def contents(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def processes() -> Iterator[tuple[int, str]]:
    """All processes that descend from this one, and what they call themselves."""
    parents, names = {}, {}
    for path in Path("/proc").glob("[0-9]*"):
        try:
            status = dict(
                line.split(":\t", 1) for line in (path / "status").read_text().splitlines()
            )
            name = (path / "cmdline").read_bytes().replace(b"\0", b" ").decode()
        except (OSError, ValueError):
            continue  # it has ended meanwhile
        if not status["State"].startswith("Z"):
            parents[int(path.name)], names[int(path.name)] = int(status["PPid"]), name
    for process in parents:
        above = process
        while above not in (0, os.getpid()):
            above = parents.get(above, 0)
        if above and process != os.getpid():
            yield process, names[process]


def lives(process: int) -> bool:
    try:
        return "State:\tZ" not in Path(f"/proc/{process}/status").read_text()
    except OSError:
        return False


AT_WORK = f"ray::{expand_block.__name__}"


def workers(*names: str) -> list[int]:
    """The workers that call themselves so, by what they are at."""
    return [process for process, name in processes() if name.startswith(names)]


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="looks for processes in /proc")
def test_killed_workers_lose_nothing(
    local: dict[str, bytes], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One at its first block, and later all of them, when they have layers to lose."""
    first: list[int] = []
    later: list[int] = []
    seen: set[int] = set()

    def tell(progress: BuildProgress) -> None:
        seen.update(process for process, name in processes() if "ray" in name)
        if not first:
            first.extend(workers(AT_WORK)[:1])
            for worker in first:
                os.kill(worker, signal.SIGKILL)
        elif not later and progress.number == 3:
            later.extend(workers(AT_WORK, "ray::IDLE"))
            for worker in later:
                os.kill(worker, signal.SIGKILL)

    build_tables(MORRIS, tmp_path, metric="dtw", engine="ray", workers=2, on_progress=tell)
    assert len(first) == 1
    assert 0 < len(later) <= RETRIES
    assert contents(tmp_path) == local
    assert not capsys.readouterr().out
    assert len(seen) > len(first + later)
    deadline = monotonic() + 60
    while left := [process for process in seen if lives(process)]:
        assert monotonic() < deadline, left
        sleep(0.1)


@pytest.fixture(scope="module")
def running() -> Iterator[None]:
    """A Ray that this process is connected to before a build."""
    with cluster(MORRIS, plies=True, workers=2):
        yield


@pytest.mark.usefixtures("running")
def test_ctrl_c_keeps_what_is_complete(local: dict[str, bytes], tmp_path: Path) -> None:
    import ray

    def stop(progress: BuildProgress) -> None:
        if progress.number == 2:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build_tables(MORRIS, tmp_path, metric="dtw", engine="ray", on_progress=stop)
    kept = contents(tmp_path)
    assert kept == {name: local[name] for name in ("hand-0.dtw", "hand-1.dtw")}
    assert ray.is_initialized()
    build_tables(MORRIS, tmp_path, metric="dtw", engine="ray")
    assert contents(tmp_path) == local


OWN = """
from typing import NamedTuple

from adversario import Game
from tests.require import needs

class Heap(NamedTuple):
    left: int
    mover: int

class Hesitation(Game[Heap, int]):
    def __init__(self, bottom: int = 0) -> None:
        self.bottom = bottom
    def initial(self): return Heap(5, 0)
    def player(self, s): return s.mover
    def actions(self, s):
        for n in (1, 2, -1):
            if self.bottom <= s.left - n <= 9:
                yield n
    def result(self, s, n): return Heap(s.left - n, 1 - s.mover)
    def is_terminal(self, s): return s.left == 0
    def utility(self, s, p): return -1 if p == s.mover else 1
    def layers(self, pieces=0): return [0]
    def layer(self, s): return 0 if s.left > self.bottom else 1
    def layer_size(self, layer): return 10
    def index(self, s): return s.left
    def unindex(self, layer, i): return Heap(i, 0)
"""


@pytest.mark.usefixtures("running")
def test_games_of_ones_own_and_their_faults(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A worker has to load the file, and what it finds wrong has to come back."""
    monkeypatch.chdir(tmp_path)
    path = Path("hesitation.py")
    path.write_text(OWN)
    for options, said in (("", None), (":bottom=2", "in an earlier layer")):
        game = game_of(f"{path}{options}")
        for engine in ("threads", "ray"):
            folder = tmp_path / f"{engine}{options}"
            if said is None:
                build_tables(game, folder, engine=engine)
                continue
            with pytest.raises(GameError, match=said):
                build_tables(game, folder, engine=engine)
    assert contents(tmp_path / "ray") == contents(tmp_path / "threads")


class Elsewhere(Morris):
    """Of a module that workers have not."""


@pytest.mark.usefixtures("running")
def test_a_game_that_workers_cannot_load(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    monkeypatch.setitem(sys.modules, "nowhere", sys.modules[__name__])
    monkeypatch.setattr(Elsewhere, "__module__", "nowhere")
    with pytest.raises(InputError, match="a worker cannot load the game: No module named"):
        build_tables(Elsewhere(), tmp_path, engine="ray")
