"""How much memory is free, and words for jobs that need more."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from adversario.base.process import memory
from adversario.base.process.memory import (
    NotEnoughMemoryError,
    free_memory,
    is_short,
    require_memory,
)

GIB = 1 << 30


@pytest.fixture
def machine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A machine with 8 GiB free, and no limit but that."""
    (tmp_path / "proc/self").mkdir(parents=True)
    (tmp_path / "proc/meminfo").write_text("MemTotal: 9 kB\nMemAvailable:    8388608 kB\n")
    (tmp_path / "proc/self/cgroup").write_text("0::/a/b\n")
    monkeypatch.setattr(memory, "ROOT", tmp_path)
    monkeypatch.setattr(memory, "_process", lambda: None)
    return tmp_path


def put(folder: Path, **files: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in files.items():
        (folder / name.replace("__", ".")).write_text(text)


def test_the_machine_has_less_than_it_says(machine: Path) -> None:
    assert free_memory() == 8 * GIB - GIB // 2


def test_a_container_allows_less_and_gives_up_cached_files(machine: Path) -> None:
    group = machine / "sys/fs/cgroup/a/b"
    put(group, memory__max="max", memory__current=str(GIB))
    assert free_memory() == 8 * GIB - GIB // 2
    put(group.parent, memory__max=str(4 * GIB), memory__current=str(3 * GIB),
        memory__stat=f"anon 5\ninactive_file {GIB}\n")  # fmt: skip
    assert free_memory() == 2 * GIB - GIB // 8


def test_an_old_container_is_known(machine: Path) -> None:
    (machine / "proc/self/cgroup").write_text("5:cpu:/x\n4:memory:/box\n")
    put(machine / "sys/fs/cgroup/memory/box", memory__limit_in_bytes=str(GIB),
        memory__usage_in_bytes=str(GIB // 2))  # fmt: skip
    assert free_memory() == GIB // 2 - memory.RESERVE


def test_a_need_that_is_too_great_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "free_memory", lambda: 3 << 20)
    require_memory(3 << 20)
    assert is_short(3 << 20)
    assert not is_short(2 << 20)
    with pytest.raises(NotEnoughMemoryError, match=r"2\.0 GiB .* 3 MiB") as raised:
        require_memory(2 * GIB)
    assert "GiB" in raised.value.text("es")


def test_nothing_is_refused_if_nothing_is_known(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(memory, "free_memory", lambda: None)
    require_memory(1 << 60)
    assert not is_short(1 << 60)


@pytest.mark.skipif(sys.platform != "linux", reason="the address space is known on Linux only")
def test_the_limit_of_the_shell_counts() -> None:
    script = (
        "import resource\nfrom adversario.base.process.memory import free_memory\n"
        f"resource.setrlimit(resource.RLIMIT_AS, ({GIB}, {GIB}))\n"
        f"assert 0 < free_memory() < {GIB}, free_memory()"
    )
    subprocess.run([sys.executable, "-c", script], check=True)


def test_a_container_s_memory_is_the_machine_s(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = memory.machine_memory()
    assert whole is None or whole > 2**28
    monkeypatch.setattr(memory, "ROOT", tmp_path)
    limit = tmp_path / "sys/fs/cgroup/memory.max"
    limit.parent.mkdir(parents=True)
    limit.write_text("max\n")
    unlimited = memory.machine_memory()
    limit.write_text("100000000\n")
    assert memory.machine_memory() == (None if unlimited is None else 100_000_000)
