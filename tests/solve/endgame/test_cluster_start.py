"""Starting a Ray that does not start at once; no Ray is needed for this."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from adversario.base.errors import InputError
from adversario.base.process import memory
from adversario.base.stop import Stop
from adversario.solve.endgame import cluster
from adversario.solve.endgame.cluster import LEAST_STORE, START_TRIES


class SlowRay:
    """A Ray that starts after some failures."""

    class RayError(Exception):
        pass

    class OutOfMemoryError(RayError):
        pass

    def __init__(self, failures: int, error: type[Exception]) -> None:
        self.failures, self.error = failures, error
        self.started: list[dict[str, Any]] = []
        self.ended = 0
        self.exceptions = SimpleNamespace(
            RayError=self.RayError, OutOfMemoryError=self.OutOfMemoryError
        )

    def init(self, address: str, **options: Any) -> None:
        assert address == "local"
        if self.failures:
            self.failures -= 1
            raise self.error("The current node timed out during startup.\nMore of it.")
        self.started.append(options)

    def shutdown(self) -> None:
        self.ended += 1


@pytest.mark.parametrize("error", [RuntimeError, TimeoutError, ConnectionError, SlowRay.RayError])
def test_a_slow_start_is_tried_again(error: type[Exception]) -> None:
    ray = SlowRay(START_TRIES - 1, error)
    cluster._start_local(ray, 2, "/tmp")
    assert (len(ray.started), ray.ended) == (1, START_TRIES - 1)
    assert ray.started[0]["num_cpus"] == 2
    assert ray.started[0]["object_store_memory"] >= LEAST_STORE


@pytest.mark.parametrize("error", [RuntimeError, TimeoutError, SlowRay.RayError])
def test_a_ray_that_does_not_start_is_bad_input(error: type[Exception]) -> None:
    ray = SlowRay(START_TRIES, error)
    with pytest.raises(InputError, match=r"3 tries\): The current node timed out") as raised:
        cluster._start_local(ray, 2, "/tmp")
    assert ray.ended == START_TRIES
    assert "threads" in raised.value.text("es")


class FailingRay(SlowRay):
    """A Ray that runs, and fails when it is asked for a result."""

    def __init__(self, error: Exception) -> None:
        super().__init__(0, type(error))
        self.raised, self.cancelled = error, list[str]()

    def put(self, value: Any) -> str:
        return "reference"

    def wait(self, tasks: list[str], timeout: float) -> tuple[list[str], list[str]]:
        return tasks, []

    def get(self, task: str) -> Any:
        raise self.raised

    def cancel(self, task: str, force: bool) -> None:
        self.cancelled.append(task)
        raise self.raised


class Tasks:
    """What gives each call a number."""

    def __init__(self) -> None:
        self.number = 0

    def remote(self, *_: Any) -> str:
        self.number += 1
        return f"task {self.number}"


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (SlowRay.OutOfMemoryError("Task was killed for memory.\nSee https"), "killed for memory"),
        (SlowRay.RayError("Traceback:\nValueError: no"), "ValueError: no"),
        (SlowRay.RayError(""), "RayError"),
        (ConnectionError("the node is gone"), "the node is gone"),
        (TimeoutError(), "TimeoutError"),
    ],
)
def test_what_fails_in_ray_is_named(error: Exception, said: str) -> None:
    ray, running = FailingRay(error), object.__new__(cluster.Cluster)
    running.ray, running.task, running.build_task = ray, Tasks(), "build"
    running.most, running.stop, running.finished = 2, Stop(), {}
    layer: Any = SimpleNamespace(number=0, blocks=lambda: [(0, 10), (10, 20)])
    with pytest.raises(InputError, match=said) as raised:
        running.expand(layer, lambda _: None, lambda: None)
    assert "Ray" in raised.value.text("en")
    assert "--engine threads" in raised.value.text("es")
    assert ray.cancelled == ["task 2"]


def test_the_object_store_is_a_share_of_what_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "free_memory", lambda: 8 << 30)
    assert cluster._object_store() == 2 << 30
    monkeypatch.setattr(cluster, "free_memory", lambda: None)
    assert cluster._object_store() == LEAST_STORE
    assert memory.RESERVE < LEAST_STORE
