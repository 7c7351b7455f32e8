"""Measurements made into Markdown tables: medians, spreads, ratios, and what was wanted."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from statistics import median

from tasks import Contest, Contestant, Task


@dataclass(frozen=True, slots=True)
class Measurement:
    """What a contestant printed: see `Contestant`."""

    count: int
    repeats: int
    seconds: float

    @property
    def speed(self) -> float:
        """Nodes, simulations or whatever is counted, a second."""
        return self.count * self.repeats / self.seconds


Measured = Mapping[Contestant, Sequence[Measurement]]
"""The measurements of each contestant, one for each round; none for one that did not run."""


class DifferentWorkError(Exception):
    """Contestants who were to do the same work did not."""


def check_counts(contest: Contest, measured: Measured) -> None:
    """Raise DifferentWorkError if counts differ that have to be the same."""
    counts = {c.name: {m.count for m in measured[c]} for c in contest.contestants if measured[c]}
    if contest.same_count and len(set().union(*counts.values())) > 1:
        said = "; ".join(f"{name}: {sorted(found)}" for name, found in counts.items())
        raise DifferentWorkError(f"{contest.of or 'contest'}: the counts differ. {said}")


def spread(values: Sequence[float]) -> float:
    """(Greatest - least) / median, the noise of a repeated measurement."""
    return (max(values) - min(values)) / median(values)


def ratio(ours: Sequence[Measurement], theirs: Sequence[Measurement]) -> float:
    """How many times as fast ours is: the median over the rounds of each round's ratio.

    The two runs of a round are neighbours in time, so that a slow spell of the machine mostly
    cancels out.
    """
    return median(a.speed / b.speed for a, b in zip(ours, theirs, strict=True))


def table(task: Task, measured: Measured) -> list[str]:
    """The lines of a task's table."""
    if task.counted == "seconds":
        return [
            "| what | seconds | spread | wanted |",
            "|---|---:|---:|---|",
            *(row for contest in task.contests for row in _times(contest, measured)),
        ]
    return [
        f"| who | {task.counted} | a second | spread | first is faster by | wanted |",
        "|---|---:|---:|---:|---:|---|",
        *(row for contest in task.contests for row in _speeds(contest, measured)),
    ]


def _times(contest: Contest, measured: Measured) -> Iterator[str]:
    for contestant in contest.contestants:
        seconds = [each.seconds for each in measured[contestant]]
        if not seconds:
            yield f"| {contestant.name} | did not run | | |"
            continue
        middle = median(seconds)
        wanted = "" if contest.at_most is None else f"at most {contest.at_most:g}: "
        met = "" if contest.at_most is None else _yes(middle <= contest.at_most)
        yield f"| {contestant.name} | {middle:.3f} | {spread(seconds):.0%} | {wanted}{met} |"


def _speeds(contest: Contest, measured: Measured) -> Iterator[str]:
    wanted = dict(contest.wanted)
    ours = measured[contest.contestants[0]]
    for contestant in contest.contestants:
        runs = measured[contestant]
        who = f"{contest.of}: {contestant.name}" if contest.of else contestant.name
        if not runs:
            yield f"| {who} | did not run | | | | |"
            continue
        speeds = [run.speed for run in runs]
        faster, verdict = "", ""
        if ours and runs is not ours:
            found = ratio(ours, runs)
            faster = f"{found:.2f}"
            if (least := wanted.get(contestant.name)) is not None:
                verdict = f"at least {least:g}: {_yes(found >= least)}"
        count = median(run.count for run in runs)
        yield (
            f"| {who} | {count:,.0f} | {_figure(median(speeds))} "
            f"| {spread(speeds):.0%} | {faster} | {verdict} |"
        )


def _figure(number: float) -> str:
    """A number with as many digits as tell something."""
    return f"{number:,.0f}" if number >= 100 else f"{number:.3g}"


def _yes(met: bool) -> str:
    return "yes" if met else "**no**"
