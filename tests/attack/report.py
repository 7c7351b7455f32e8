"""The report of a run, as a page."""

from __future__ import annotations

import platform
import subprocess
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from tests.attack.outcome import Verdict
from tests.attack.plan import FAMILIES, repeat_command
from tests.attack.workplace import ROOT

SHOWN = 40
"""The most findings that a report lists one by one."""


def write_report(path: Path, seed: int, verdicts: Sequence[Verdict], seconds: float) -> None:
    """Write the page."""
    path.write_text("\n".join(_lines(seed, verdicts, seconds)) + "\n", encoding="utf-8")


def _lines(seed: int, verdicts: Sequence[Verdict], seconds: float) -> list[str]:
    wrong = [verdict for verdict in verdicts if verdict.findings]
    lines = [
        "# The attack", "",
        f"{len(verdicts)} cases with seed {seed} at commit {_commit()}, Python "
        f"{platform.python_version()}, in {seconds:.0f} s: {len(wrong)} with findings. "
        "[How it is tested](../../docs/reliability.md); `make attack` writes this page.", "",
        "| family | cases | with findings |", "|---|---|---|",
    ]  # fmt: skip
    for family in FAMILIES:
        cases = [verdict for verdict in verdicts if verdict.family == family.name]
        found = sum(bool(verdict.findings) for verdict in cases)
        lines.append(f"| {family.name}: {family.about} | {len(cases)} | {found} |")
    lines += ["", "| finding | times |", "|---|---|"]
    kinds = Counter(finding.kind for verdict in wrong for finding in verdict.findings)
    lines += [f"| {kind.value} | {times} |" for kind, times in kinds.most_common()]
    if not kinds:
        lines.append("| none | 0 |")
    for verdict in wrong[:SHOWN]:
        lines += ["", f"Case {verdict.number}, {verdict.title}:", ""]
        lines += [f"- {each.kind.name}: `{_plain(each.detail)}`" for each in verdict.findings[:3]]
        lines.append(f"- `{repeat_command(seed, verdict.number, None)}`")
    return lines


def _plain(text: str) -> str:
    return " ".join(text.replace("`", "'").split())[:200]


def _commit() -> str:
    done = subprocess.run(
        ["git", "describe", "--always", "--dirty", "--abbrev=10"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return done.stdout.strip() or "unknown"
