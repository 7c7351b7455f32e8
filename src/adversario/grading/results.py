"""A folder of programs graded: what is done is kept on disk, and a later run resumes it."""

from __future__ import annotations

import json
from collections.abc import Callable, Generator, Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from adversario.arena.workers import run_tasks
from adversario.base.errors import InputError
from adversario.base.files import LineFile, decode_text, exists, read_bytes, write_errors
from adversario.base.formats.json_text import load_json
from adversario.base.formats.schema import Flag, ListOf, MapOf, Real, Record, Schema, Text, read_as
from adversario.game import Game
from adversario.grading.assignment import Assignment
from adversario.grading.grader import Grader
from adversario.grading.outcome import Graded, read_graded
from adversario.grading.submission import Submission

FORMAT = "adversario-grades"

WORDS = MapOf(ListOf(Text()))

TEST: Schema[dict[str, Any]] = Record(
    {
        "test": Text(), "points": Real(0), "of": Real(0), "hidden": Flag(), "reasons": WORDS,
        "notes": WORDS, "seconds": Real(0), "output": Text(),
    }
)  # fmt: skip

LINE: Schema[dict[str, Any]] = Record(
    {"student": Text(), "digest": Text(), "points": Real(0), "of": Real(0), "tests": ListOf(TEST)}
)


@dataclass(frozen=True)
class Setup:
    """Makes a grader in a process of its own."""

    assignment: Assignment
    game: Game[Any, Any]

    def __call__(self) -> Callable[[Submission], Graded]:
        """The function that grades one program."""
        return Grader(self.assignment, self.game).grade


def grade_all(
    assignment: Assignment, game: Game[Any, Any], submissions: Sequence[Submission], *,
    workers: int = 1, save: Path | None = None, again: bool = False,
    on_progress: Callable[[Graded], None] | None = None,
) -> list[Graded]:  # fmt: skip
    """The results of all submissions, in their order.

    With `save`, each is added to that file as soon as it is graded; those of the file whose program
    and assignment are the same are not graded again, unless `again`. Ctrl-C ends the grading, and
    what is done is kept. `workers` are processes that grade at the same time.
    """
    grader = Grader(assignment, game)
    _ = grader.positions  # what is wrong with them is said before anything is graded
    file = None if save is None else GradeFile(save, assignment, again=again)
    done: dict[str, Graded] = {}
    try:
        for each in submissions:
            known = None if file is None else file.known.get(each.name)
            if known is not None and known.digest == each.digest:
                done[each.name] = known
                _report(on_progress, known)
        left = [each for each in submissions if each.name not in done]
        with closing(_graded(grader, left, workers)) as results:
            for graded in results:
                done[graded.name] = graded
                if file is not None:
                    file.add(graded)
                _report(on_progress, graded)
    finally:
        if file is not None:
            file.close()
    return [done[each.name] for each in submissions]


def _report(on_progress: Callable[[Graded], None] | None, graded: Graded) -> None:
    if on_progress is not None:
        on_progress(graded)


def _graded(
    grader: Grader, left: Sequence[Submission], workers: int
) -> Generator[Graded, None, None]:
    if workers <= 1 or len(left) < 2:
        yield from map(grader.grade, left)
        return
    setup = Setup(grader.assignment, grader.game)
    yield from run_tasks(setup, left, workers)


class GradeFile:
    """Results as lines of JSON, after a line about the assignment; of a student the last counts.

    Raises InputError if the file is of something else, of another assignment, or of an earlier
    version of this one; `again` begins a new file. A last line that is incomplete is dropped.
    """

    def __init__(self, path: Path, assignment: Assignment, *, again: bool = False) -> None:
        self.known: dict[str, Graded] = {}
        header = {"format": FORMAT, "assignment": assignment.digest}
        whole = not again and exists(path) and self._read(path, header)
        self._out = LineFile(path, fresh=not whole)
        if not whole:
            self._out.add(header)

    def _read(self, path: Path, header: Mapping[str, Any]) -> bool:
        """Read the results; whether they are of this assignment."""
        data = read_bytes(path)
        whole = data[: data.rfind(b"\n") + 1]
        lines = decode_text(whole, path).split("\n")[:-1]
        if not lines:  # a first line that is incomplete, if it is ours
            if not (json.dumps(header).encode()).startswith(data):
                raise InputError("grade.no_results", file=path)
            return False
        first = load_json(lines[0], str(path))
        if not isinstance(first, dict) or first.get("format") != FORMAT:
            raise InputError("grade.no_results", file=path)
        if first != header:
            raise InputError("grade.other_assignment", file=path)
        for number, line in enumerate(lines[1:], start=2):
            found = read_as(LINE, load_json(line, str(path), number), path, number)
            self.known[found["student"]] = read_graded(found)
        if whole != data:
            with write_errors(path), path.open("r+b") as file:
                file.truncate(len(whole))
        return True

    def add(self, graded: Graded) -> None:
        """Add the results of a program."""
        self._out.add(graded.to_json())

    def close(self) -> None:
        """Close the file."""
        self._out.close()
