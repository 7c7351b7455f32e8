"""Which case has which number: families take turns, by their weights."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import NamedTuple

from tests.attack.families import (
    disk,
    engines,
    files,
    games,
    hostile,
    interrupts,
    kills,
    protocol,
    server,
)
from tests.attack.families.files import Samples
from tests.attack.workplace import Case

Maker = Callable[[Samples, int, Random], Case]


class Family(NamedTuple):
    """A family of cases: how many of 1000 it gets, and how to make its n-th case."""

    name: str
    weight: int
    make: Maker
    about: str


FAMILIES = (
    Family("files", 870, files.make_case, "mutated files of every format"),
    Family("protocol", 50, protocol.make_case, "messages to workers and sessions of the web app"),
    Family("hostile", 25, hostile.make_case, "files and names made by hand"),
    Family("engines", 16, engines.make_case, "programs that play, and misbehave; lines to ours"),
    Family("kills", 15, kills.make_case, "work that is killed, and resumed"),
    Family("disk", 7, disk.make_case, "full disks, odd homes, damaged and foreign caches"),
    Family("interrupts", 7, interrupts.make_case, "Ctrl-C at start, in compilation, at work"),
    Family("games", 6, games.make_case, "games with faults, and games made at random"),
    Family("server", 4, server.make_case, "hosts, origins, paths and frames to a server"),
)


def schedule() -> list[Family]:
    """The families of 1000 consecutive cases, spread evenly."""
    places = [
        ((turn + 0.5) / family.weight, order, family)
        for order, family in enumerate(FAMILIES)
        for turn in range(family.weight)
    ]
    return [family for _, _, family in sorted(places, key=lambda place: place[:2])]


SCHEDULE = schedule()


def case_of(seed: int, number: int, samples: Samples, only: str | None = None) -> Case:
    """The case of that number; `only` counts the cases of one family."""
    if only is not None:
        (family,) = (each for each in FAMILIES if each.name == only)
        index = number
    else:
        rounds, at = divmod(number, len(SCHEDULE))
        family = SCHEDULE[at]
        index = rounds * family.weight + SCHEDULE[:at].count(family)
    return family.make(samples, index, Random(f"{seed} {family.name} {index}"))


def repeat_command(seed: int, number: int, only: str | None) -> str:
    """The command that repeats a case."""
    more = "" if only is None else f" --only {only}"
    return f"python -m tests.attack --seed {seed} --case {number}{more}"


def kept_folder(kept: Path, number: int) -> Path:
    """Where the files of a case with findings are kept."""
    return kept / f"case-{number}"
