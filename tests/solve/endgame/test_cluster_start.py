"""Starting a Ray that does not start at once; no Ray is needed for this."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from adversario.base.errors import InputError
from adversario.base.process import memory
from adversario.solve.endgame import cluster
from adversario.solve.endgame.cluster import LEAST_STORE, START_TRIES


class SlowRay:
    """A Ray that starts after some failures."""

    class RayError(Exception):
        pass

    def __init__(self, failures: int, error: type[Exception]) -> None:
        self.failures, self.error = failures, error
        self.started: list[dict[str, Any]] = []
        self.ended = 0
        self.exceptions = SimpleNamespace(RayError=self.RayError)

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


def test_the_object_store_is_a_share_of_what_is_free(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cluster, "free_memory", lambda: 8 << 30)
    assert cluster._object_store() == 2 << 30
    monkeypatch.setattr(cluster, "free_memory", lambda: None)
    assert cluster._object_store() == LEAST_STORE
    assert memory.RESERVE < LEAST_STORE
