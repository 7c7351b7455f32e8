"""Runs cases: each in a folder of its own, on several cores, with their findings collected."""

from __future__ import annotations

import functools
import gc
import os
import selectors
import shutil
import signal
import sys
import threading
import traceback
from collections.abc import Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import typer.main

from tests.attack.child import wait_for
from tests.attack.families import hostile
from tests.attack.families.disk import learn_cache
from tests.attack.families.files import Samples, learn_answers
from tests.attack.families.kills import learn_results
from tests.attack.log import line_of, verdict_of
from tests.attack.outcome import Kind, Verdict
from tests.attack.plan import case_of, kept_folder
from tests.attack.samples import FORMATS, make_samples, read_sample
from tests.attack.workplace import Case, Workplace


class Attack(NamedTuple):
    """A run: the seed, the cases of one family or of all, and where files are kept."""

    seed: int
    samples: Samples
    kept: Path
    only: str | None = None


def prepare(seed: int, kept: Path, only: str | None = None) -> Attack:
    """Import and compile what the cases need, and make the good files."""
    typer.main.get_command = functools.cache(typer.main.get_command)  # 20 ms for each command
    with TemporaryDirectory(prefix="attack-") as name:
        folder = Path(name).resolve() / "samples"
        folder.mkdir()
        samples = Samples(make_samples(folder))
        for file_format in FORMATS:
            read_sample(file_format, folder)
        place = folder.parent / "answers"
        place.mkdir()
        learn_answers(samples, Workplace(place, Random(0)))
        learn_results(samples, Workplace(place, Random(0)))
        learn_cache(samples, Workplace(place, Random(0)))
    hostile.count(samples)  # some take seconds to make
    gc.collect()
    gc.freeze()  # so that children share the memory
    if threading.active_count() != 1:
        raise RuntimeError("threads are running: a fork would copy their locks")
    return Attack(seed, samples, kept, only)


def run_case(attack: Attack, number: int, place: Path) -> Verdict:
    """Run one case in a new folder below `place`; with findings, its files are kept."""
    folder = place / "case"
    folder.mkdir()
    work = Workplace(folder, Random(f"{attack.seed} {number}"))
    case = Case("files", "not made", lambda _: None)
    try:
        case = case_of(attack.seed, number, attack.samples, attack.only)
        case.perform(work)
    except Exception:
        work.report(Kind.PROTOCOL, f"the case itself failed: {traceback.format_exc()[-900:]}")
    if work.findings:
        _keep(attack, number, place)
    shutil.rmtree(folder, ignore_errors=True)
    return Verdict(number, case.family, case.title, tuple(work.findings), tuple(work.commands))


def _keep(attack: Attack, number: int, place: Path) -> None:
    kept = kept_folder(attack.kept, number)
    shutil.rmtree(kept, ignore_errors=True)
    shutil.copytree(place, kept, ignore_dangling_symlinks=True)


def run_cases(attack: Attack, numbers: Sequence[int], workers: int) -> Iterator[Verdict]:
    """Yield the verdicts as they are found, by forked workers that share the cases."""
    sys.stdout.flush()
    readers, children = [], []
    for lane in range(workers):
        reader, writer = os.pipe()
        child = os.fork()
        if child == 0:
            os.close(reader)
            _work(attack, numbers[lane::workers], writer)
        os.close(writer)
        readers.append(os.fdopen(reader, encoding="utf-8"))
        children.append(child)
    try:
        yield from _collect(readers, len(numbers))
    finally:
        for child in children:
            with suppress(ProcessLookupError):
                os.kill(child, signal.SIGTERM)  # so that it ends what it has started
            wait_for(child, 30.0)
        for opened in readers:
            opened.close()


def _collect(readers: list[Any], expected: int) -> Iterator[Verdict]:
    chosen = selectors.DefaultSelector()
    for opened in readers:
        chosen.register(opened, selectors.EVENT_READ)
    found = 0
    while chosen.get_map():
        for key, _ in chosen.select():
            line = key.fileobj.readline()  # type: ignore[union-attr]
            if not line:
                chosen.unregister(key.fileobj)
                continue
            found += 1
            yield verdict_of(line)
    if found != expected:
        raise RuntimeError(f"{expected - found} cases were not run: a worker is dead")


def _work(attack: Attack, numbers: Sequence[int], writer: int) -> None:
    """In a worker: run its cases, and write the verdicts as lines."""
    code = 1
    try:
        os.setpgid(0, 0)
        end_on_termination()
        with TemporaryDirectory(prefix="attack-") as name, os.fdopen(writer, "w") as out:
            for number in numbers:
                place = Path(name).resolve() / str(number)
                place.mkdir()
                verdict = run_case(attack, number, place)
                out.write(line_of(verdict))
                out.flush()
                shutil.rmtree(place, ignore_errors=True)
        code = 0
    except SystemExit:
        pass  # told to end
    except BaseException:
        traceback.print_exc()
    finally:
        os._exit(code)


def end_on_termination() -> None:
    """Have termination end this process as an exception, so that children are ended too."""
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
