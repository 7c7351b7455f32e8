"""Two revisions side by side: whether a change made anything slower.

    python benchmarks/compare.py main HEAD
    python benchmarks/compare.py a9922ad HEAD --rounds 9 --kind search --kind mcts

Each revision is unpacked into a temporary folder. Small tasks (`contestants/adversario_micro.py`)
then run in both trees by turns, each kind in a process of its own, and the quickest run by CPU time
counts, so that a busy machine changes little. The table has the ratio of each task; its noise
says how far the rounds of one tree lie apart, and smaller differences mean nothing. A task that
counts something else in the two trees is named, since its times cannot be compared.
"""

from __future__ import annotations

import argparse
import io
import json
import os
import platform
import subprocess
import sys
import tarfile
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from statistics import geometric_mean, median
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

HERE = Path(__file__).parent
ROOT = HERE.parent
FILE = HERE / "results" / "compared.md"
ROUNDS = 5
LONGEST = 1000
"""The characters of a message of failure that are shown: its end."""
KINDS = ("perft", "search", "mcts", "compile")


class Tree(NamedTuple):
    """A revision unpacked: its name for the table, its folder, and where its programs are kept."""

    name: str
    folder: Path
    cache: Path


@dataclass(frozen=True, slots=True)
class Measured:
    """What one task counted in one tree, and its CPU seconds round by round."""

    count: int
    seconds: list[float]

    @property
    def least(self) -> float:
        """The seconds of the quickest round."""
        return min(self.seconds)

    @property
    def noise(self) -> float:
        """How much longer than the quickest round the median one took, as a share."""
        return median(self.seconds) / self.least - 1


Measurements = dict[str, Measured]


def git(*arguments: str) -> bytes:
    """What git prints. SystemExit with its message if it fails."""
    done = subprocess.run(["git", "-C", str(ROOT), *arguments], capture_output=True, check=False)
    if done.returncode != 0:
        raise SystemExit(done.stderr.decode().strip())
    return done.stdout


def unpack(revision: str, folder: Path) -> Tree:
    """The tree of a revision, in a folder of its own."""
    commit = git("rev-parse", "--short", "--verify", f"{revision}^{{commit}}").decode().strip()
    name = commit if commit.startswith(revision) else f"{revision} ({commit})"
    with tarfile.open(fileobj=io.BytesIO(git("archive", commit, "src"))) as archive:
        archive.extractall(folder / "tree", filter="data")
    return Tree(name, folder / "tree", folder / "cache")


def run(tree: Tree, script: str, *arguments: str, cache: Path | None = None) -> Any:
    """The JSON that a contestant prints if it runs with the package of the tree."""
    variables = {
        **os.environ,
        "PYTHONPATH": str(tree.folder / "src"),
        "ADVERSARIO_CACHE": str(cache or tree.cache),
    }
    done = subprocess.run(
        [sys.executable, str(HERE / "contestants" / script), *arguments],
        capture_output=True, text=True, env=variables, check=False,
    )  # fmt: skip
    if done.returncode != 0:
        raise SystemExit(f"{tree.name}: {script} {' '.join(arguments)}\n{done.stderr[-LONGEST:]}")
    return json.loads(done.stdout.splitlines()[-1])


def measure(tree: Tree, kind: str, games: Sequence[str]) -> dict[str, tuple[int, float]]:
    """One round of a kind in one tree; what is compiled is compiled with an empty cache."""
    with TemporaryDirectory() as empty:
        cache = Path(empty) if kind == "compile" else None
        found = run(tree, "adversario_micro.py", kind, *games, cache=cache)
    return {name: (count, seconds) for name, (count, seconds) in found.items()}


def add_round(measured: Measurements, found: Mapping[str, tuple[int, float]]) -> None:
    """Add one round of a tree to the rounds before."""
    for name, (count, seconds) in found.items():
        measured.setdefault(name, Measured(count, [])).seconds.append(seconds)


def compare(trees: Sequence[Tree], kinds: Iterable[str], rounds: int) -> list[Measurements]:
    """All rounds of all kinds, for each tree; the trees take turns, each first in every other."""
    measured: list[Measurements] = [{} for _ in trees]
    first, second = (run(tree, "list_games.py") for tree in trees)
    common = [game for game in first if game in second]
    for kind in kinds:
        games = common if kind == "perft" else []
        for number in range(rounds):
            print(f"{kind}: round {number + 1} of {rounds}", file=sys.stderr)
            turns = list(zip(trees, measured, strict=True))
            for tree, own in turns if number % 2 == 0 else reversed(turns):
                add_round(own, measure(tree, kind, games))
    return measured


def table(names: Sequence[str], before: Measurements, after: Measurements) -> list[str]:
    """A row for each task that both trees have, with the ratio of the times, and one for each kind.

    A ratio below 1 means that the second tree is quicker.
    """
    rows = [
        f"| task | {names[0]}, ms | {names[1]}, ms | ratio | noise | same count |",
        "|---|---:|---:|---:|---:|---|",
    ]
    ratios: dict[str, list[float]] = {}
    for task in [*before, *(task for task in after if task not in before)]:
        old, new = before.get(task), after.get(task)
        if old is None or new is None:
            rows.append(f"| {task} | {_time(old)} | {_time(new)} | | | |")
            continue
        ratio, same = new.least / old.least, "yes"
        if old.count == new.count:
            ratios.setdefault(task.partition(" ")[0], []).append(ratio)
        else:
            same = f"**no**: {old.count}, {new.count}"
        noise = max(old.noise, new.noise)
        rows.append(
            f"| {task} | {_time(old)} | {_time(new)} | {ratio:.2f} | {noise:.0%} | {same} |"
        )
    means = {kind: geometric_mean(ratios[kind]) for kind in KINDS if kind in ratios}
    rows += [f"| **all of {kind}** | | | **{mean:.2f}** | | |" for kind, mean in means.items()]
    return rows


def _time(measured: Measured | None) -> str:
    return "not run" if measured is None else f"{1000 * measured.least:.2f}"


def conditions(rounds: int) -> str:
    """When and on what this was measured."""
    return (
        f"{datetime.now(UTC):%Y-%m-%d}; Python {platform.python_version()}; {platform.system()} "
        f"{platform.machine()}, {os.cpu_count()} cores; CPU time, best of {rounds} alternating "
        "rounds; a ratio below 1 means that the second revision is quicker."
    )


def options(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description="Compare the speed of two revisions.")
    parser.add_argument("before", help="a git revision")
    parser.add_argument("after", help="another")
    parser.add_argument("--rounds", type=int, default=ROUNDS, metavar="N", help="runs of each")
    parser.add_argument(
        "--kind", action="append", choices=KINDS, help="only this kind; may be given again for more"
    )
    chosen = parser.parse_args(arguments)
    if chosen.rounds < 1:
        parser.error("--rounds: at least 1")
    return chosen


def main() -> None:
    """Run both trees, print the table, and save it if no kind was left out."""
    chosen = options()
    with TemporaryDirectory() as folder:
        revisions = chosen.before, chosen.after
        trees = [unpack(each, Path(folder) / str(n)) for n, each in enumerate(revisions)]
        before, after = compare(trees, chosen.kind or KINDS, chosen.rounds)
    names = [tree.name for tree in trees]
    lines = [f"# {names[0]} and {names[1]}", "", conditions(chosen.rounds), ""]
    report = "\n".join([*lines, *table(names, before, after)]) + "\n"
    print(report)
    if not chosen.kind:
        FILE.write_text(report, encoding="utf-8")


if __name__ == "__main__":
    main()
