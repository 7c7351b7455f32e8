"""The attack: `python -m tests.attack --seed 1 --cases 20000`, or one case again: `--case 17`.

With `--log FILE` every verdict is kept at once; a run that was stopped goes on where it was.
"""

from __future__ import annotations

import argparse
import os
import sys
from collections import Counter
from pathlib import Path
from tempfile import gettempdir
from time import perf_counter

from tests.attack.log import append_verdict, read_verdicts
from tests.attack.outcome import Verdict
from tests.attack.plan import FAMILIES, kept_folder, repeat_command
from tests.attack.report import write_report
from tests.attack.runner import Attack, end_on_termination, prepare, run_cases


def main() -> int:
    """Run the cases that the arguments name; 1 if there are findings."""
    options = _parse()
    end_on_termination()
    started = perf_counter()
    kept = options.keep or Path(gettempdir()) / f"attack-kept-{options.seed}"
    attack = prepare(options.seed, kept, options.only)
    first = options.start
    numbers = [options.case] if options.case is not None else [*range(first, first + options.cases)]
    known = read_verdicts(options.log) if options.log is not None else {}
    verdicts = [known[number] for number in numbers if number in known]
    numbers = [number for number in numbers if number not in known]
    for verdict in run_cases(attack, numbers, 1 if options.case is not None else options.workers):
        verdicts.append(verdict)
        if options.log is not None:
            append_verdict(options.log, verdict)
        if verdict.findings or options.case is not None:
            _print(attack, verdict)
    seconds = perf_counter() - started
    wrong = sum(bool(verdict.findings) for verdict in verdicts)
    counts = Counter(verdict.family for verdict in verdicts)
    shown = ", ".join(f"{family} {number}" for family, number in sorted(counts.items()))
    print(f"{len(verdicts)} cases ({shown}) in {seconds:.0f} s, {wrong} with findings")  # noqa: T201
    if options.report is not None:
        write_report(options.report, options.seed, verdicts, seconds)
    return 1 if wrong else 0


def _print(attack: Attack, verdict: Verdict) -> None:
    lines = [f"case {verdict.number}, {verdict.family}: {verdict.title}"]
    lines += [f"    {command[:300]}" for command in verdict.commands]
    for finding in verdict.findings:
        lines.append(f"  {finding.kind.name}: {finding.detail}")
    if verdict.findings:
        lines.append(f"  again: {repeat_command(attack.seed, verdict.number, attack.only)}")
        lines.append(f"  files: {kept_folder(attack.kept, verdict.number)}")
    print("\n".join(lines), flush=True)  # noqa: T201


def _parse() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.attack", description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--cases", type=int, default=300, help="how many cases")
    parser.add_argument("--start", type=int, default=0, help="the number of the first case")
    parser.add_argument("--case", type=int, help="run this case only")
    parser.add_argument("--only", choices=[family.name for family in FAMILIES])
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    parser.add_argument("--keep", type=Path, help="the folder for files of cases with findings")
    parser.add_argument("--log", type=Path, help="keep verdicts here, and skip those kept before")
    parser.add_argument("--report", type=Path, help="write a report to this file")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
