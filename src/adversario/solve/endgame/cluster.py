"""Expanding blocks on a Ray cluster, on this machine or on others.

A finished layer is put into Ray's object store once, where all workers of a machine read it without
copying. A block depends only on finished layers, so if its worker dies another one expands it
again. The layer itself is solved, compressed and written by the driver: the same zlib compresses
all blocks, so that the files do not depend on the machines. No other module imports Ray.
"""

from __future__ import annotations

import os
import pickle
import sys
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout, suppress
from socket import create_connection
from tempfile import TemporaryDirectory
from types import ModuleType
from typing import Any, NamedTuple
from uuid import uuid4

from adversario.base.catalogue import Message
from adversario.base.errors import GameError, InputError
from adversario.base.process.memory import free_memory
from adversario.base.process.shield import TICK
from adversario.base.python.plugins import Portable
from adversario.base.stop import Stop
from adversario.game import Game
from adversario.native.engines.control import Control
from adversario.native.engines.endgame import Expanded, TableMemory, expand, form_of, get_ready
from adversario.solve.endgame.executors import Done, Watch
from adversario.solve.endgame.plan import TableLayer

RETRIES = 8
"""How many times a block is retried because its worker died."""

BLOCKS_PER_WORKER = 2
"""Blocks submitted per worker, so that workers never wait for the next one."""

CONNECT_TIMEOUT = 10.0
"""Seconds to wait for a connection to a cluster."""

START_TRIES = 3
"""How often a Ray on this machine is started before it is given up."""

LEAST_STORE, STORE_SHARE = 128 << 20, 4
"""The object store of a Ray on this machine: the free memory divided by STORE_SHARE, or at least
LEAST_STORE bytes."""

QUIET = {"log_to_driver": False, "logging_level": "ERROR"}

RAY_ENVIRONMENT = {
    "RAY_USAGE_STATS_ENABLED": "0",
    "RAY_ENABLE_WINDOWS_OR_OSX_CLUSTER": "0",
    "RAY_raylet_start_wait_time_s": "120",
    "RAY_gcs_rpc_server_reconnect_timeout_s": "120",
    "RAY_gcs_server_request_timeout_seconds": "120",
    "RAY_health_check_initial_delay_ms": "30000",
    "RAY_health_check_timeout_ms": "60000",
    "RAY_task_oom_retries": "2",
}
"""Environment of a Ray that is started here: no usage reports, and listen on this machine only.

Ray ends the process that started it, without an exception, if its own processes do not answer each
other in time, which on a busy machine takes longer than it allows by default. A task whose worker
it ends for lack of memory it would begin again without end. Ray reads some of these when it is
imported, so they have no effect if Ray was imported before.
"""


class BuildTask(NamedTuple):
    """A build as sent to workers: an identifier and its game, pickled as a `Portable`."""

    build: str
    game: bytes
    plies: bool


class ExpandedBlock(NamedTuple):
    """A block, and the CPU seconds that it took."""

    block: Expanded
    seconds: float


class RemoteError(NamedTuple):
    """An error of this package as data: its exceptions cannot be pickled with their details."""

    kind: type[GameError | InputError]
    message: Message


_current: dict[str, tuple[Game[Any, Any], TableMemory]] = {}
"""In a worker, its current build."""


def expand_block(
    build_task: BuildTask, finished: dict[int, Any], layer: int, first: int, last: int
) -> ExpandedBlock | RemoteError:
    """Expand a block in a worker; `finished` has references to the layers in the object store."""
    import ray  # noqa: PLC0415 (an extra)

    try:
        game, memory = _load_build(build_task)
        missing = [each for each in finished if each not in memory]
        for each, words in zip(missing, ray.get([finished[at] for at in missing]), strict=True):
            memory.hold(each, words)
        started = time.thread_time()
        block = expand(game, memory, layer, first, last, Control().flags)
        return ExpandedBlock(block, time.thread_time() - started)
    except (GameError, InputError) as error:
        kind = GameError if isinstance(error, GameError) else InputError
        return RemoteError(kind, error.message)


def _load_build(build_task: BuildTask) -> tuple[Game[Any, Any], TableMemory]:
    """The game of a build and its loaded layers; those of an earlier build are dropped."""
    if build_task.build not in _current:
        _current.clear()
        try:
            game = pickle.loads(build_task.game).value
        except (ImportError, AttributeError) as error:
            raise InputError("endgame.unloaded", problem=error) from None
        get_ready(game)
        _current[build_task.build] = game, TableMemory(plies=build_task.plies)
    return _current[build_task.build]


class Cluster:
    """An executor on the workers of a running Ray."""

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
        build_task = BuildTask(uuid4().hex, pickle.dumps(Portable(form)), plies)
        with _named_errors(ray):
            self.build_task = ray.put(build_task)
        self.task = ray.remote(expand_block).options(num_cpus=1, max_retries=RETRIES)

    def keep(self, layer: int, packed: bytes) -> None:
        """Put a finished layer into the object store."""
        with _named_errors(self.ray):
            self.finished[layer] = self.ray.put(TableMemory.words(packed))

    def expand(self, layer: TableLayer, done: Done, watch: Watch) -> deque[Expanded]:
        """Expand each block on the next free worker."""
        with _named_errors(self.ray):
            return self._expand(layer, done, watch)

    def _expand(self, layer: TableLayer, done: Done, watch: Watch) -> deque[Expanded]:
        spans = layer.blocks()
        found: list[Expanded | None] = [None] * len(spans)
        finished, waiting = self.ray.put(self.finished), deque(range(len(spans)))
        given: dict[Any, int] = {}
        try:
            while waiting or given:
                while waiting and len(given) < self.window():
                    at = waiting.popleft()
                    task = self.task.remote(self.build_task, finished, layer.number, *spans[at])
                    given[task] = at
                for task in self.ray.wait(list(given), timeout=TICK)[0]:
                    at = given.pop(task)
                    found[at] = self.fetch_result(task)
                    done(spans[at][1] - spans[at][0])
                watch()
                self.stop.require_going()
        except BaseException:
            for task in given:
                with suppress(self.ray.exceptions.RayError, OSError):
                    self.ray.cancel(task, force=True)
            raise
        return deque(each for each in found if each is not None)

    def window(self) -> int:
        """The number of blocks to run at once, on the machines that are in the cluster now."""
        return self.most or BLOCKS_PER_WORKER * max(
            int(self.ray.cluster_resources().get("CPU", 1)), 1
        )

    def fetch_result(self, task: Any) -> Expanded:
        """The result of a worker, copied out of the object store to free space there."""
        answer = self.ray.get(task)
        if isinstance(answer, RemoteError):
            raise answer.kind(answer.message.id, **answer.message.details)
        self.seconds += answer.seconds
        return Expanded(*(each.copy() for each in answer.block))


@contextmanager
def _named_errors(ray: Any) -> Iterator[None]:
    """Raise InputError for what fails in Ray: no memory, a full store, a node that is silent."""
    try:
        yield
    except (ray.exceptions.RayError, ConnectionError, TimeoutError) as error:
        lines = str(error).strip().splitlines() or [type(error).__name__]
        first = isinstance(error, ray.exceptions.OutOfMemoryError)  # others end with the reason
        raise InputError("endgame.worker", problem=lines[0 if first else -1]) from None


@contextmanager
def cluster(
    game: Game[Any, Any],
    *,
    plies: bool,
    workers: int | None = None,
    address: str | None = None,
    stop: Stop | None = None,
) -> Iterator[Cluster]:
    """An executor on the Ray at an address, or on a Ray that is started for the `with` block.

    If this process is already connected to a Ray, that one is used and left running. `workers` is
    the number of workers to start, or for an existing cluster the number of blocks to run at once.
    Raises InputError if Ray is not installed, if it does not start, and if no cluster answers at
    the address.
    """
    # Ray prints messages about dead workers to stdout, which is for results.
    with _environment(RAY_ENVIRONMENT if address is None else {}), redirect_stdout(sys.stderr):
        try:
            import ray  # noqa: PLC0415
        except ImportError:
            raise InputError("endgame.no_ray") from None
        if ray.is_initialized():
            yield Cluster(ray, game, plies=plies, most=workers, stop=stop)
            return
        # Paths of sockets must be short; those of temporary folders may be long.
        place = "/tmp" if os.name == "posix" else None
        with TemporaryDirectory(prefix="ray-", dir=place, ignore_cleanup_errors=True) as folder:
            try:
                _start(ray, address, workers or os.cpu_count() or 1, folder)
                yield Cluster(ray, game, plies=plies, most=workers if address else None, stop=stop)
            finally:
                ray.shutdown()


def _start(ray: ModuleType, address: str | None, workers: int, folder: str) -> None:
    """Connect to a Ray, or start one."""
    if address is None:
        _start_local(ray, workers, folder)
        return
    try:
        host, colon, port = address.rpartition(":")
        if colon and "://" not in address:  # Ray would wait for minutes if none answers
            create_connection((host, int(port)), CONNECT_TIMEOUT).close()
        ray.init(address, **QUIET)
    except (OSError, RuntimeError, ValueError) as error:
        problem = str(error).strip().splitlines()[0]
        raise InputError("endgame.no_cluster", address=address, problem=problem) from None


def _start_local(ray: Any, workers: int, folder: str) -> None:
    """Start a Ray on this machine; raises InputError if it does not start in START_TRIES tries.

    On a busy machine its processes may not find each other in time, which is no reason to give up.
    """
    for tries_left in reversed(range(START_TRIES)):
        try:
            ray.init(
                "local", num_cpus=workers, include_dashboard=False, _temp_dir=folder,
                _node_ip_address="127.0.0.1", object_store_memory=_object_store(), **QUIET,
            )  # fmt: skip
            return
        except (OSError, RuntimeError, ValueError, ray.exceptions.RayError) as error:
            ray.shutdown()
            if not tries_left:
                problem = (str(error).strip() or type(error).__name__).splitlines()[0]
                raise InputError("endgame.no_start", tries=START_TRIES, problem=problem) from None


def _object_store() -> int:
    """Bytes for finished layers and for blocks under way: a share of what is free.

    Ray would take a share of all memory of the machine, whatever others use.
    """
    free = free_memory()
    return max(LEAST_STORE, LEAST_STORE if free is None else free // STORE_SHARE)


@contextmanager
def _environment(wanted: dict[str, str]) -> Iterator[None]:
    """Set environment variables for the `with` block."""
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
