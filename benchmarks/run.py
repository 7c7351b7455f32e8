"""The benchmarks: the project and its peers side by side in one run.

`make bench` calls this. It makes an environment of its own with the project and the peers in it,
runs every contestant there in turn, several rounds interleaved, so that what the machine does
meanwhile falls on all alike, prints a Markdown table with ratios and spreads, and saves it under
`benchmarks/results/`.
"""

from __future__ import annotations

import json
import os
import platform
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from statistics import median

HERE = Path(__file__).parent
ROOT = HERE.parent
VENV = ROOT / ".venv-bench"
PEERS = ["easyAI==2.0.12"]
ROUNDS = 7

CONTESTANTS = {
    "tic-tac-toe, alpha-beta, interpreted": [
        ("adversario", "adversario_tictactoe.py"),
        ("easyAI", "easyai_tictactoe.py"),
    ],
}
"""For each task: who runs it, and the script that prints {"nodes": ..., "seconds": ...}."""


def environment() -> Path:
    """The interpreter of the benchmark's own environment, made on first use."""
    scripts = "Scripts" if os.name == "nt" else "bin"
    python = VENV / scripts / "python"
    ready = VENV / ".ready"
    wanted = "\n".join(PEERS)
    if not ready.exists() or ready.read_text(encoding="utf-8") != wanted:
        subprocess.run([sys.executable, "-m", "venv", str(VENV)], check=True)
        install = [str(python), "-m", "pip", "install", "--quiet"]
        subprocess.run([*install, "--editable", str(ROOT), *PEERS], check=True)
        ready.write_text(wanted, encoding="utf-8")
    return python


def speed(python: Path, script: str) -> tuple[int, float]:
    """Nodes visited and nodes a second of one run."""
    done = subprocess.run(
        [str(python), str(HERE / "contestants" / script)],
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    measured: dict[str, float] = json.loads(done.stdout.splitlines()[-1])
    return int(measured["nodes"]), measured["nodes"] / measured["seconds"]


def contest(python: Path, contestants: list[tuple[str, str]]) -> list[str]:
    """The rows of one task: median speed, spread between rounds, ratio to the first peer."""
    speeds: dict[str, list[float]] = {name: [] for name, _ in contestants}
    nodes: dict[str, int] = {}
    for _ in range(ROUNDS):
        for name, script in contestants:
            nodes[name], found = speed(python, script)
            speeds[name].append(found)
    ours: float = median(speeds[contestants[0][0]])
    rows = []
    for name, rounds in speeds.items():
        middle: float = median(rounds)
        spread = (max(rounds) - min(rounds)) / middle
        rows.append(
            f"| {name} | {nodes[name]:,} | {middle:,.0f} | {spread:.0%} | {ours / middle:.2f} |"
        )
    return rows


def main() -> None:
    """Run all tasks, print the table and save it."""
    python = environment()
    lines = [
        f"# Benchmarks, {datetime.now(UTC):%Y-%m-%d}",
        "",
        f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores, "
        f"{ROUNDS} interleaved rounds, medians; spread is (greatest - least) / median.",
    ]
    for task, contestants in CONTESTANTS.items():
        print(f"running: {task}", file=sys.stderr)
        lines += [
            "",
            f"## {task}",
            "",
            "| who | nodes | nodes a second | spread | adversario is faster by |",
            "|---|---|---|---|---|",
            *contest(python, contestants),
        ]
    report = "\n".join(lines) + "\n"
    results = HERE / "results"
    results.mkdir(exist_ok=True)
    (results / "latest.md").write_text(report, encoding="utf-8")
    print(report)


if __name__ == "__main__":
    main()
