"""Mutated files of every format, read by the commands that read them."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

from tests.attack.form import Format, Question
from tests.attack.mutate.arrays import changed_arrays, changed_table, sealed_again
from tests.attack.mutate.damage import Effect, Mutant, damaged
from tests.attack.mutate.json_values import changed_json
from tests.attack.mutate.texts import changed_text
from tests.attack.outcome import BAD_INPUT, OK, Done, Kind
from tests.attack.samples import FORMATS, FUNCTIONS
from tests.attack.workplace import Case, Workplace


class Samples:
    """The good files, and the right answers to questions about them."""

    def __init__(self, files: dict[str, bytes]) -> None:
        self.files = files
        self.answers: dict[Question, object] = {}
        self.results: dict[str, object] = {}  # of jobs that are not killed
        self.cache: dict[str, bytes] = {}  # the files of a compiled program


def make_case(samples: Samples, index: int, random: Random) -> Case:
    """Case `index` of the family: the formats in turn."""
    file_format = FORMATS[index % len(FORMATS)]
    question = random.choice(file_format.questions)
    mutant = mutate(samples.files[file_format.file], file_format, random)

    def perform(work: Workplace) -> None:
        lay_out(work, samples, file_format)
        work.write(file_format.file, mutant.data)
        done = ask(work, file_format, question)
        compare(work, samples, file_format, question, mutant, done)

    return Case("files", f"{file_format.name}: {mutant.title}", perform)


def mutate(data: bytes, file_format: Format, random: Random) -> Mutant:
    """A mutant of a good file, by a mutator that suits its format."""
    if file_format.style in ("arrays", "table"):
        if random.random() < 0.4:
            return damaged(data, random, sealed=True)
        change = changed_arrays if file_format.style == "arrays" else changed_table
        return change(data, random)
    what = random.random()
    if what < 0.35:
        return damaged(data, random, sealed=False)
    if what < 0.6 or file_format.style == "text":
        return changed_text(data, random)
    return changed_json(data, random, lines=file_format.style == "lines")


def lay_out(work: Workplace, samples: Samples, file_format: Format) -> None:
    """Write the files that a question about the format needs."""
    work.write(file_format.file, samples.files[file_format.file])
    if file_format.name == "batch answers":
        work.write("positions.txt", samples.files["positions.txt"])
    canary = work.folder / "canary"
    code = f"import pathlib; pathlib.Path({str(canary)!r}).touch()\nfrom adversario import Game\n"
    work.write("evil.py", code + "class G(Game): pass\n")


def ask(work: Workplace, file_format: Format, question: Question) -> Done:
    """Ask a question, with all checks that do not depend on the answer."""
    if question[0] in FUNCTIONS:
        function, path = FUNCTIONS[question[0]], Path(question[1])
        return work.call(function, path, may_change=file_format.may_change)
    done = work.adversario(
        *question, "--lang", "en", stdin=file_format.stdin, may_change=file_format.may_change
    )
    if question[:2] == ("tablebase", "info"):  # shows texts of the file as they are
        work.findings = [each for each in work.findings if each.kind is not Kind.WRONG]
    if file_format.may_take_long:
        work.findings = [each for each in work.findings if each.kind is not Kind.HANG]
    if (work.folder / "canary").exists():
        work.report(Kind.CODE, "a data file had evil.py executed")
    return done


def compare(
    work: Workplace,
    samples: Samples,
    file_format: Format,
    question: Question,
    mutant: Mutant,
    done: Done,
) -> None:
    """Compare the answer with the right one, if the mutation allows that."""
    if done.code == BAD_INPUT and mutant.effect is Effect.SAME:
        work.report(Kind.REFUSED, f"{mutant.title}: {done.err.strip()[-200:]}")
    if done.code != OK:
        return
    try:
        if mutant.effect is not Effect.FREE:
            expected, found = samples.answers[question], file_format.answer(done)
            if found != expected:
                work.report(Kind.WRONG, f"expected {expected!r}, found {found!r}"[:400])
        if file_format.is_true is not None and not file_format.is_true(done):
            work.report(Kind.WRONG, f"verified, and not true: {done.out[:200]!r}")
    except (json.JSONDecodeError, AttributeError) as error:
        work.report(Kind.WRONG, f"the answer is not JSON ({error}): {done.out[:200]!r}")


def learn_answers(samples: Samples, work: Workplace) -> None:
    """Find the right answers, from the good files; RuntimeError if one of them is refused."""
    for file_format in FORMATS:
        for question in file_format.questions:
            lay_out(work, samples, file_format)
            done = ask(work, file_format, question)
            if done.code != OK or work.findings:
                raise RuntimeError(f"{question}: {done.code} {done.err} {work.findings}")
            samples.answers[question] = file_format.answer(done)
            if file_format.style in ("arrays", "table"):
                work.write(file_format.file, sealed_again(samples.files[file_format.file]))
                if ask(work, file_format, question).code != OK:
                    raise RuntimeError(f"{file_format.name}: the seal of the suite is not right")
