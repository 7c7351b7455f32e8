"""Blocks expanded by the workers of a Ray cluster, on this machine or on others.

A finished layer is put into Ray's object store once, where all workers of a machine read it in
place. A block depends on finished layers only, so one whose worker died is done again by another.
The layer itself is solved, compressed and written here: what it is compressed by is then the same
for all blocks, so that the files do not depend on the machines. Ray is imported nowhere else.
"""

from __future__ import annotations

import os
import pickle
import sys
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from socket import create_connection
from tempfile import TemporaryDirectory
from time import thread_time
from types import ModuleType
from typing import Any, NamedTuple
from uuid import uuid4

from adversario.base.catalogue import Message
from adversario.base.errors import GameError, InputError
from adversario.base.plugins import Portable
from adversario.base.stop import Stop
from adversario.game import Game
from adversario.native.engines.control import TICK, Control
from adversario.native.engines.endgame import Expanded, TableMemory, expand, form_of, get_ready
from adversario.solve.endgame.executors import Done, Watch
from adversario.solve.endgame.plan import TableLayer

RETRIES = 8
"""How often a block is given out again because its worker died."""

AHEAD = 2
"""Blocks given out for each worker, so that none waits for its next one."""

PATIENCE = 10.0
"""Seconds to wait for a cluster to answer at all."""

QUIET = {"RAY_USAGE_STATS_ENABLED": "0", "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0"}
"""What a Ray that is started here is told: report nothing, and listen on this machine only. The
latter is read when Ray is imported, so one that was imported before listens as it likes."""


class Parcel(NamedTuple):
    """A build as it is sent to workers: an identifier and its game, pickled as a `Portable`."""

    build: str
    game: bytes
    plies: bool


class ExpandedBlock(NamedTuple):
    """A block, and the seconds of a processor that it took."""

    block: Expanded
    seconds: float


class Refusal(NamedTuple):
    """An error of ours, which no exception of ours could carry from one process to another."""

    kind: type[GameError | InputError]
    message: Message


_site: dict[str, tuple[Game[Any, Any], TableMemory]] = {}
"""In a worker, the build that it works for."""


def expand_block(
    parcel: Parcel, finished: dict[int, Any], layer: int, first: int, last: int
) -> ExpandedBlock | Refusal:
    """What a worker does; `finished` has where to find the layers."""
    import ray  # noqa: PLC0415 (an extra)

    try:
        game, memory = _arrive(parcel)
        missing = [each for each in finished if each not in memory]
        for each, words in zip(missing, ray.get([finished[at] for at in missing]), strict=True):
            memory.hold(each, words)
        started = thread_time()
        block = expand(game, memory, layer, first, last, Control().flags)
        return ExpandedBlock(block, thread_time() - started)
    except (GameError, InputError) as error:
        kind = GameError if isinstance(error, GameError) else InputError
        return Refusal(kind, error.message)


def _arrive(parcel: Parcel) -> tuple[Game[Any, Any], TableMemory]:
    """The game, and the layers at hand; those of another build are let go."""
    if parcel.build not in _site:
        _site.clear()
        try:
            game = pickle.loads(parcel.game).value
        except (ImportError, AttributeError) as error:
            raise InputError("endgame.unloaded", problem=error) from None
        get_ready(game)
        _site[parcel.build] = game, TableMemory(plies=parcel.plies)
    return _site[parcel.build]


class Cluster:
    """A crew of the workers of a Ray that runs."""

    def __init__(
        self,
        ray: ModuleType,
        game: Game[Any, Any],
        *,
        plies: bool,
        most: int | None,
        stop: Stop | None,
    ) -> None:
        self.ray: Any = ray
        self.most, self.stop = most, Stop(stop)
        self.seconds = 0.0
        self.finished: dict[int, Any] = {}
        form = form_of(game)
        parcel = Parcel(uuid4().hex, pickle.dumps(Portable(form)), plies)
        self.parcel = ray.put(parcel)
        self.task = ray.remote(expand_block).options(num_cpus=1, max_retries=RETRIES)

    def keep(self, layer: int, packed: bytes) -> None:
        """In the object store."""
        self.finished[layer] = self.ray.put(TableMemory.words(packed))

    def expand(self, layer: TableLayer, done: Done, watch: Watch) -> deque[Expanded]:
        """Each block by the next worker that is free."""
        spans = layer.blocks()
        found: list[Expanded | None] = [None] * len(spans)
        finished, waiting = self.ray.put(self.finished), deque(range(len(spans)))
        given: dict[Any, int] = {}
        try:
            while waiting or given:
                while waiting and len(given) < self.window():
                    at = waiting.popleft()
                    task = self.task.remote(self.parcel, finished, layer.number, *spans[at])
                    given[task] = at
                for task in self.ray.wait(list(given), timeout=TICK)[0]:
                    at = given.pop(task)
                    found[at] = self.received(task)
                    done(spans[at][1] - spans[at][0])
                watch()
                self.stop.require_going()
        except BaseException:
            for task in given:
                self.ray.cancel(task, force=True)
            raise
        return deque(each for each in found if each is not None)

    def window(self) -> int:
        """How many blocks may be under way, the machines being those that are there now."""
        return self.most or AHEAD * max(int(self.ray.cluster_resources().get("CPU", 1)), 1)

    def received(self, task: Any) -> Expanded:
        """What a worker found, out of the object store, which needs the room."""
        try:
            answer = self.ray.get(task)
        except self.ray.exceptions.RayError as error:
            problem = str(error).strip().splitlines()[-1]
            raise InputError("endgame.worker", problem=problem) from None
        if isinstance(answer, Refusal):
            raise answer.kind(answer.message.id, **answer.message.details)
        self.seconds += answer.seconds
        return Expanded(*(each.copy() for each in answer.block))


@contextmanager
def cluster(
    game: Game[Any, Any],
    *,
    plies: bool,
    workers: int | None = None,
    address: str | None = None,
    stop: Stop | None = None,
) -> Iterator[Cluster]:
    """The workers of the Ray at an address; without one, of a Ray that runs here meanwhile.

    A Ray that this process is connected to already is used, and left as it is. `workers` is how
    many to start, or of a cluster elsewhere, how many blocks may be under way. InputError without
    Ray, and if there is none at the address.
    """
    # What Ray prints of workers that died is no part of anybody's output.
    with _environment(QUIET if address is None else {}), redirect_stdout(sys.stderr):
        try:
            import ray  # noqa: PLC0415
        except ImportError:
            raise InputError("endgame.no_ray") from None
        if ray.is_initialized():
            yield Cluster(ray, game, plies=plies, most=workers, stop=stop)
            return
        # Paths of sockets have to be short, which those of temporary folders need not be.
        place = "/tmp" if os.name == "posix" else None
        with TemporaryDirectory(prefix="ray-", dir=place, ignore_cleanup_errors=True) as folder:
            try:
                _start(ray, address, workers or os.cpu_count() or 1, folder)
                yield Cluster(ray, game, plies=plies, most=workers if address else None, stop=stop)
            finally:
                ray.shutdown()


def _start(ray: ModuleType, address: str | None, workers: int, folder: str) -> None:
    """Connect to a Ray, or start one."""
    quiet = {"log_to_driver": False, "logging_level": "ERROR"}
    if address is None:
        ray.init(
            "local", num_cpus=workers, include_dashboard=False, _temp_dir=folder,
            _node_ip_address="127.0.0.1", **quiet,
        )  # fmt: skip
        return
    try:
        host, colon, port = address.rpartition(":")
        if colon and "://" not in address:  # Ray would wait for minutes for one that is not there
            create_connection((host, int(port)), PATIENCE).close()
        ray.init(address, **quiet)
    except (OSError, RuntimeError, ValueError) as error:
        problem = str(error).strip().splitlines()[0]
        raise InputError("endgame.no_cluster", address=address, problem=problem) from None


@contextmanager
def _environment(wanted: dict[str, str]) -> Iterator[None]:
    """Variables of the environment for a while."""
    before = {name: os.environ.get(name) for name in wanted}
    os.environ.update(wanted)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                os.environ.pop(name, None)
            else:
                os.environ[name] = value
