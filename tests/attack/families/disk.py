"""Full disks, unusual homes, and compiled code that is damaged or not one's own."""

from __future__ import annotations

import hashlib
import json
import os
import pickle
import shutil
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from tests.attack.child import Limits
from tests.attack.families.files import Samples
from tests.attack.jobs import JOBS, POSITIONS
from tests.attack.mutate.damage import damaged
from tests.attack.mutate.zips import PickleBomb
from tests.attack.outcome import BAD_INPUT, OK, Kind
from tests.attack.workplace import Case, Workplace, as_program

COMPILED = ("search", "nim:heaps=2-2", "-d", "9", "--engine", "native", "--json")
"""A command whose compiled program is not in memory before a case."""

STRANGER = 54321
"""A user id that is not ours and in no list of users."""

OUTPUTS = (
    ("games",), ("search", "tictactoe", "-d", "2"), ("solve", "nim", "--json"), ("games", "--json"),
    ("exercise", "minimax"), ("draw", "(1,2)"), ("trace", "(1,2)"), ("--help",), ("--version",),
)  # fmt: skip
HOMES: tuple[str | None, ...] = (None, "", ".", "no/such/folder", "/dev/null", "~")


def make_case(samples: Samples, index: int, random: Random) -> Case:
    """Case `index`: the ways in turn."""
    ways: tuple[Callable[[Samples, Random], Case], ...] = (
        _full_disk, _damaged_cache, _size_limit, _odd_home, _size_limit, _foreign_cache,
        _full_output, _odd_cache,
    )  # fmt: skip
    return ways[index % len(ways)](samples, random)


def learn_cache(samples: Samples, work: Workplace) -> None:
    """Compile a program once, in a child, and keep its files; RuntimeError if that fails."""
    work.environment["ADVERSARIO_CACHE"] = str(work.folder / "cache")
    done = work.adversario(*COMPILED)
    if done.code != OK or work.findings:
        raise RuntimeError(f"{done.code} {done.err} {work.findings}")
    samples.results["search"] = _move(done.out)
    samples.cache = {
        name: data for name, data in work.contents().items() if name.startswith("cache/")
    }
    if not samples.cache:
        raise RuntimeError("no compiled program was kept")


# Disks without room.


def _size_limit(samples: Samples, random: Random) -> Case:
    """No file may be longer than some bytes: writing fails with an OSError, as on a full disk."""
    job, most = random.choice(JOBS), random.choice((0, 1, 100, random.randrange(3000)))
    replaces = random.random() < 0.5

    def perform(work: Workplace) -> None:
        work.write("p.txt", POSITIONS)
        if replaces and not job.appends:
            work.adversario(*job.start, may_change=(job.file,))
        arguments = job.start if not replaces or job.name == "certificate" else job.resume
        if replaces and job.name == "train":
            arguments = ("train", "--resume", "w.json", "--games", "60", "--engine", "python")
        before = work.contents().get(job.file)
        done = work.adversario(*arguments, limits=Limits(file=most), may_change=(job.file,))
        after = work.contents().get(job.file)
        if done.code == BAD_INPUT and before is not None and after != before:
            work.report(Kind.LOST, f"{job.file} is lost: no room for its next version")
        if after is not None and not job.appends and not job.is_whole(after):
            work.report(Kind.LOST, f"{job.file} is written in part")

    return Case("disk", f"{job.name}, files of at most {most} bytes", perform)


def _full_disk(samples: Samples, random: Random) -> Case:
    """A file system of some kilobytes, if the system lets us mount one, or else /dev/full."""
    job, pages = random.choice(JOBS), random.choice((1, 2, 3, 4, 6))

    def perform(work: Workplace) -> None:
        with _small_disk(work.folder, 4096 * pages) as mounted:
            if not mounted:
                _write_to_full_device(work)
                return
            work.write("p.txt", POSITIONS)
            done = work.adversario(*job.start, may_change=(job.file,))
            found = work.contents()
            if job.file in found and not job.appends and not job.is_whole(found[job.file]):
                work.report(Kind.LOST, f"{job.file} is written in part")
            if done.code == BAD_INPUT and any(name.endswith(".part") for name in found):
                work.report(Kind.LEFT, "a temporary file fills the disk")

    return Case("disk", f"{job.name} on a disk of {4 * pages} KiB", perform)


@contextmanager
def _small_disk(folder: Path, size: int) -> Iterator[bool]:
    """Mount a small file system on the folder, if that is possible."""
    mount, umount = shutil.which("mount"), shutil.which("umount")
    mounted = False
    if mount and umount and os.getuid() == 0:
        options = ["-t", "tmpfs", "-o", f"size={size}", "tmpfs", str(folder)]
        mounted = (
            subprocess.run([mount, *options], capture_output=True, check=False).returncode == 0
        )
    try:
        yield mounted
    finally:
        if mounted and umount:
            subprocess.run([umount, "-l", str(folder)], check=True)


def _write_to_full_device(work: Workplace) -> None:
    if Path("/dev/full").exists():
        for arguments in (
            ("match", "random", "random", "-g", "tictactoe", "-n", "2", "--workers", "1", "--save"),
            ("draw", "(1,2)", "-o"), ("trace", "(1,2)", "--save"),
        ):  # fmt: skip
            work.adversario(*arguments, "/dev/full")


def _full_output(samples: Samples, random: Random) -> Case:
    """Standard output has no room."""
    arguments = random.choice(OUTPUTS)

    def write_nowhere() -> None:
        os.dup2(os.open("/dev/full", os.O_WRONLY), 1)
        as_program(*arguments)

    def perform(work: Workplace) -> None:
        if Path("/dev/full").exists():
            work.commands.append(f"adversario {' '.join(arguments)} > /dev/full")
            work.run(write_nowhere, allowed=(1, BAD_INPUT))

    return Case("disk", f"{arguments[0]} > /dev/full", perform)


# The cache.


def _damaged_cache(samples: Samples, random: Random) -> Case:
    """Entries are flipped, cut, exchanged or replaced: the answer is right all the same."""
    files = dict(samples.cache)
    what = random.choice(("damage one", "damage all", "exchange", "empty", "foreign bytes"))
    names = sorted(files)
    if what == "exchange":
        shuffled = random.sample(names, len(names))
        files = {name: samples.cache[other] for name, other in zip(names, shuffled, strict=True)}
    for name in names if what == "damage all" else [random.choice(names)]:
        if what.startswith("damage"):
            files[name] = damaged(files[name], random, sealed=True).data
        elif what == "empty":
            files[name] = b""
        elif what == "foreign bytes":
            files[name] = random.randbytes(500)

    def perform(work: Workplace) -> None:
        _search(work, samples, files)

    return Case("disk", f"cache: {what}", perform)


def _foreign_cache(samples: Samples, random: Random) -> Case:
    """Entries with the right digest that others could have written are not run."""
    bomb = pickle.dumps(PickleBomb())
    sealed = hashlib.sha256(bomb).digest() + bomb
    files = {
        name: sealed if name.endswith(".bin") else data for name, data in samples.cache.items()
    }
    what = random.choice(("owned by others", "writable by others", "folder of others"))

    def perform(work: Workplace) -> None:
        for name, data in files.items():
            work.write(name, data)
        cache = work.folder / "cache"
        for path in (cache, *cache.rglob("*")):
            if what == "writable by others":
                path.chmod(0o777)
            elif os.getuid() == 0 and (what == "owned by others" or path.is_dir()):
                os.chown(path, STRANGER, STRANGER)
        if what == "writable by others" or os.getuid() == 0:
            _search(work, samples, {})

    return Case("disk", f"cache: {what}", perform)


def _odd_cache(samples: Samples, random: Random) -> Case:
    what = random.choice(("a file", "read only", "a loop", "in a file", "/proc", "full"))

    def perform(work: Workplace) -> None:
        cache = work.folder / "cache"
        place = str(cache)
        if what in ("a file", "in a file"):
            work.write("cache", b"x")
            place = str(cache / "x") if what == "in a file" else place
        elif what == "read only":
            cache.mkdir(mode=0o500)
        elif what == "a loop":
            cache.symlink_to(cache)
        elif what == "/proc":
            place = "/proc/adversario"
        limits = Limits(file=1000) if what == "full" else Limits()
        _search(work, samples, {}, place=place, limits=limits)

    return Case("disk", f"cache: {what}", perform)


def _odd_home(samples: Samples, random: Random) -> Case:
    """HOME is unset, empty, relative or nowhere; without a user of that number as well."""
    home, unknown = random.choice(HOMES), random.random() < 0.4 and os.getuid() == 0

    def perform(work: Workplace) -> None:
        work.environment |= {"ADVERSARIO_CACHE": None, "HOME": home, "XDG_CACHE_HOME": None}
        if unknown:
            work.folder.chmod(0o777)
            for parent in work.folder.parents[:2]:
                parent.chmod(0o755)

        def as_user() -> None:
            if unknown:
                os.setgid(STRANGER)
                os.setuid(STRANGER)
            as_program(*COMPILED)

        work.commands.append(
            f"HOME={home} adversario {' '.join(COMPILED)}  (uid unknown: {unknown})"
        )
        done = work.run(as_user, allowed=(OK,), writes=_own_home() if home is None else ())
        if done.code == OK and _move(done.out) != samples.results["search"]:
            work.report(Kind.WRONG, done.out[:200])

    return Case("disk", f"HOME = {home!r}, user {'unknown' if unknown else 'known'}", perform)


def _own_home() -> tuple[Path, ...]:
    """Without HOME, the folder that the list of users names is as good."""
    return (Path(os.path.expanduser(f"~{_user()}")),) if _user() else ()


def _user() -> str:
    import pwd

    try:
        return pwd.getpwuid(os.getuid()).pw_name
    except KeyError:
        return ""


def _search(
    work: Workplace,
    samples: Samples,
    files: dict[str, bytes],
    *,
    place: str | None = None,
    limits: Limits = Limits(),  # noqa: B008 (immutable)
) -> None:
    """Search with the cache as it is; the answer must be right, and nothing of it executed."""
    for name, data in files.items():
        work.write(name, data)
    work.environment["ADVERSARIO_CACHE"] = place or str(work.folder / "cache")
    names = tuple(work.contents())
    named = (Path(place).parent,) if place else ()  # a place that the user chose
    done = work.adversario(*COMPILED, limits=limits, allowed=(OK,), may_change=names, writes=named)
    if (work.folder / "canary").exists():
        work.report(Kind.CODE, "a pickle of others was executed")
    if done.code == OK and _move(done.out) != samples.results["search"]:
        work.report(Kind.WRONG, f"{done.out[:200]!r}")


def _move(out: str) -> object:
    found = json.loads(out)
    return found["action"], found["value"]
