"""The benchmarks: the project and its peers side by side in one run.

`make bench` calls this. It makes an environment of its own with the project and the peers in it,
runs every contestant there in turn, several rounds interleaved, so that what the machine does
meanwhile falls on all alike, prints Markdown tables with ratios and spreads, and saves each under
`benchmarks/results/` when it is done; at the end it draws the plot of `growth.py`. A run of some
tasks only is saved if that is asked for, in place of what was measured of them before.
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import subprocess
import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from textwrap import shorten

from environment import PEERS, ROOT, Environment
from report import DifferentWorkError, Measurement, check_counts, table
from saved import HEADING, keep, section
from tasks import Contestant, Task, all_tasks

HERE = Path(__file__).parent
RESULTS = HERE / "results"
ROUNDS = 7
LONGEST = 240
"""The characters of a reason why something did not run."""

TWINS = ("connect4_twin.c", "connect4_perft.c", "othello_perft.c", "twenty48_twin.c")


def measure(environment: Environment, contestant: Contestant) -> Measurement | None:
    """One run of a contestant; None if it cannot run, with the reason noted as missing."""
    if contestant.needs in environment.missing or contestant.script in environment.missing:
        return None
    done = subprocess.run(
        environment.command(contestant.script, contestant.arguments),
        check=False, capture_output=True, text=True, env=environment.variables,
    )  # fmt: skip
    if done.returncode != 0:
        reason = (done.stderr.strip().splitlines() or ["no reason given"])[-1]
        words = contestant.words
        failure = f"`{words}` failed: {reason}".replace(str(ROOT), ".")
        environment.missing[words] = shorten(failure, LONGEST, placeholder=" ...")
        return None
    found = json.loads(done.stdout.splitlines()[-1])
    return Measurement(int(found["count"]), int(found["repeats"]), float(found["seconds"]))


def rounds(
    environment: Environment, task: Task, number: int
) -> dict[Contestant, list[Measurement]]:
    """All contestants of a task, one after the other, so many times; none of one that failed.

    DifferentWorkError after the first round in which counts differ that have to be the same.
    """
    measured: dict[Contestant, list[Measurement]] = {each: [] for each in task.contestants}
    failed: set[Contestant] = set()
    for _ in range(number):
        for contestant in task.contestants:
            if contestant in failed:
                continue
            if (found := measure(environment, contestant)) is None:
                failed.add(contestant)
                measured[contestant] = []
            else:
                measured[contestant].append(found)
        for contest in task.contests:
            check_counts(contest, measured)
    return measured


def conditions(environment: Environment, number: int) -> str:
    """When and on what so many rounds were run."""
    packages = [(name, environment.version(name)) for name in ("numba", *PEERS)]
    versions = [f"{n} {v}" for n, v in packages if v and n not in environment.missing]
    return (
        f"{datetime.now(UTC):%Y-%m-%d}; Python {platform.python_version()}, {', '.join(versions)}; "
        f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores; "
        f"interleaved rounds: {number}."
    )


def absent(environment: Environment, task: Task) -> list[str]:
    """Why contestants of a task did not run, a line each."""
    names = [name for c in task.contestants for name in (c.needs, c.script, c.words) if name]
    reasons = [environment.missing[name] for name in names if name in environment.missing]
    return [f"- {reason}" for reason in dict.fromkeys(reasons)]


def options(arguments: Sequence[str] | None = None) -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description="Measure adversario beside its peers.")
    parser.add_argument("--rounds", type=int, default=ROUNDS, metavar="N", help="runs of each")
    parser.add_argument(
        "--only", action="append", choices=[task.name for task in all_tasks(())],
        help="only this task; may be given again for more",
    )  # fmt: skip
    parser.add_argument("--save", action="store_true", help="save a run of some tasks only, too")
    chosen = parser.parse_args(arguments)
    if chosen.rounds < 1:
        parser.error("--rounds: at least 1")
    return chosen


def main() -> None:
    """Run the tasks, print the tables, and save them if none was left out or that is wanted."""
    chosen = options()
    environment = Environment()
    environment.prepare(TWINS)
    listed = subprocess.run(
        environment.command("list_games.py", ()), check=True, capture_output=True, text=True
    )
    tasks = all_tasks(json.loads(listed.stdout))
    when = conditions(environment, chosen.rounds)
    print(HEADING)
    for task in tasks:
        if chosen.only and task.name not in chosen.only:
            continue
        print(f"running: {task.title}", file=sys.stderr)
        try:
            measured = rounds(environment, task, chosen.rounds)
        except DifferentWorkError as error:
            raise SystemExit(f"{task.title}: {error}") from None
        found = section(task.title, ([when], table(task, measured), absent(environment, task)))
        print(found, flush=True)
        if chosen.save or not chosen.only:
            keep(RESULTS / "latest.md", found, [each.title for each in tasks])
    if not chosen.only:
        print("drawing: growth.svg", file=sys.stderr)
        drawn = subprocess.run(
            [str(environment.python), str(HERE / "growth.py")],
            check=False, env=environment.variables,
        )  # fmt: skip
        if drawn.returncode != 0:
            raise SystemExit("growth.svg could not be drawn")


if __name__ == "__main__":
    try:
        main()
    except KeyboardInterrupt:
        raise SystemExit("stopped; tables that were done are kept") from None
