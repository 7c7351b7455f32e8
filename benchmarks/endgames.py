"""Endgame tables of English draughts put to the proof: `results/endgames.md`.

They are built and checked against themselves, held against a plain search ahead, looked up as fast
as can be, and used in a match against the same engine without them. Five pieces take some ten
minutes. What is counted is the same on every machine; seconds are not.
"""

from __future__ import annotations

import argparse
import os
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from hashlib import sha256
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from typing import Any, NamedTuple

import forward
import numpy as np

from adversario import Limit, analyse
from adversario.contract.capability import as_capability
from adversario.contract.numbering import Numbered
from adversario.games.boards.draughts.game import Checkers
from adversario.native.compiler.compile import compile_game
from adversario.native.engines.enhanced.enhancements import Enhancements
from adversario.native.kernels.endgame import probe
from adversario.solve.endgame import Known, Tables, build_tables, verify_tables
from adversario.solve.endgame.plan import TableLayer

TARGET = Path(__file__).parent / "results" / "endgames.md"
GAME = Checkers()
PIECES, SEED = 5, 1
SAMPLES = {1: None, 2: None, 3: None, 4: 200_000, 5: 50_000}
"""How many positions of so many pieces a search ahead is held against; None: all."""

DEEPEST = {1: 11, 2: 11, 3: 11, 4: 9, 5: 9}
"""How far it looks ahead, in plies."""

CHUNK = 4096
GAMES = 100
"""Won positions, and drawn ones, of each number of pieces, that are played out."""

DEPTH, OTHER_DEPTH = 4, 8
"""How deep the engine with tables searches in a match, and the one without."""

FAR = 10
"""Positions are played out that are won in more plies than this, which no search here sees."""

PROBES, ROUNDS = 100_000, 20
SMALL = Enhancements(table_mib=1)


class Ahead(NamedTuple):
    """What a search ahead found: how many positions end in so many plies, and how many do not."""

    decided: Counter[int]
    open: int

    @property
    def positions(self) -> int:
        """All that were looked at."""
        return self.decided.total() + self.open


def pieces(layer: TableLayer) -> int:
    """How many pieces the positions of a layer have."""
    return sum(int(digit) for digit in layer.name if digit.isdigit())


def of_pieces(tables: Tables[Any, Any], number: int) -> list[TableLayer]:
    """The layers of so many pieces."""
    return [layer for layer in tables.layers if pieces(layer) == number]


def numbers(layers: list[TableLayer], sample: int | None) -> Iterator[tuple[TableLayer, Any]]:
    """All numbers of some layers, or a share of each, at random, that makes so many together."""
    total = sum(layer.size for layer in layers)
    for layer in layers:
        chosen = np.arange(layer.size, dtype=np.int64)
        if sample is not None:
            random = np.random.default_rng([SEED, layer.number])
            share = min(layer.size, -(-sample * layer.size // total))
            chosen = np.sort(random.choice(layer.size, share, replace=False))
        for first in range(0, len(chosen), CHUNK):
            yield layer, chosen[first : first + CHUNK]


def look_ahead(
    tables: Tables[Any, Any], number: int, deepest: int, sample: int | None = None, threads: int = 1
) -> Ahead:
    """Hold the positions of so many pieces against a search ahead; ValueError where they differ."""
    compare = compile_game(tables.game, forward).functions.compare
    addresses = tables.memory().addresses

    def work(job: tuple[TableLayer, Any]) -> Any:
        layer, chosen = job
        counts = np.zeros(deepest + 2, np.int64)
        wrong = compare(layer.number, chosen, deepest, addresses, counts)
        if wrong >= 0:
            state = as_capability(tables.game, Numbered).unindex(layer.number, wrong)
            raise ValueError(tables.game.position(state))
        return counts

    with ThreadPoolExecutor(threads) as pool:
        found = sum(pool.map(work, numbers(of_pieces(tables, number), sample)))
    return Ahead(Counter(dict(enumerate(found[:-1].tolist()))), int(found[-1]))


def positions(tables: Tables[Any, Any], number: int, random: Random) -> Iterator[tuple[Any, Known]]:
    """Random positions of so many pieces in which the game goes on, with what is known of them."""
    layers = of_pieces(tables, number)
    sizes = [layer.size for layer in layers]
    while True:
        (layer,) = random.choices(layers, sizes)
        state = GAME.unindex(layer.number, random.randrange(layer.size))
        if GAME.layer(state) == layer.number and not GAME.is_terminal(state):
            known = tables.probe(state)
            assert known is not None
            yield state, known


def played_out(state: Any, tables: Tables[Any, Any] | None) -> int:
    """What the game is worth in the end to who moves, and has tables or not; the other has none."""
    us = GAME.player(state)
    while not GAME.is_terminal(state):
        ours = GAME.player(state) == us
        limit = Limit(depth=DEPTH if ours and tables is not None else OTHER_DEPTH)
        helped = tables if ours else None
        action = analyse(GAME, state, limit=limit, enhancements=SMALL, tables=helped).action
        assert action is not None
        state = GAME.result(state, action)
    return GAME.utility(state, us)


# The report.


def built(tables: Tables[Any, Any], most: int) -> Iterator[str]:
    """How many positions there are, and what they are worth."""
    yield "| pieces | positions | won | drawn | lost | longest, plies | bytes |"
    yield "|---:|---:|---:|---:|---:|---:|---:|"
    for number in range(1, most + 1):
        files = [tables.files[layer.number] for layer in of_pieces(tables, number)]
        there, wins, losses = (
            sum(file.header[key] for file in files) for key in ("positions", "wins", "losses")
        )
        longest = max(file.header["longest"] for file in files)
        size = sum(file.path.stat().st_size for file in files)
        yield (
            f"| {number} | {there:,} | {wins:,} | {there - wins - losses:,} | {losses:,} "
            f"| {longest} | {size:,} |"
        )


def digest(tables: Tables[Any, Any]) -> str:
    """One digest of all files: every build must come to the same."""
    whole = sha256()
    for layer in tables.layers:
        whole.update(tables.files[layer.number].path.read_bytes())
    return whole.hexdigest()


def ahead(tables: Tables[Any, Any], most: int, threads: int) -> Iterator[str]:
    """The positions that a search ahead has decided, by how far away the end is."""
    steps = (0, 2, 4, 6, 8, 10)
    names = " | ".join(f"{step} or {step + 1}" for step in steps)
    yield f"| pieces | positions | plies ahead | {names} | decided | differ | seconds |"
    yield "|---:" * (6 + len(steps)) + "|"
    for number in range(1, most + 1):
        started = perf_counter()
        found = look_ahead(tables, number, DEEPEST[number], SAMPLES[number], threads)
        spent = perf_counter() - started
        all_or_not = "all " if SAMPLES[number] is None else ""
        split = " | ".join(
            f"{found.decided[step] + found.decided[step + 1]:,}" if step < DEEPEST[number] else "-"
            for step in steps
        )
        yield (
            f"| {number} | {all_or_not}{found.positions:,} | {DEEPEST[number]} | {split} "
            f"| {found.decided.total() / found.positions:.1%} | 0 | {spent:.0f} |"
        )


def match(tables: Tables[Any, Any], most: int) -> Iterator[str]:
    """Won and drawn positions played out by who has tables, and again by who has none."""
    yield "| pieces | held as | games | tables: won | drawn | lost | none: won | drawn | lost |"
    yield "|---:|---|---:|---:|---:|---:|---:|---:|---:|"
    for number in range(3, most + 1):
        for value, name in ((1, "won"), (0, "drawn")):
            random = Random(f"{SEED} {number} {name}")
            chosen: list[Any] = []
            for state, known in positions(tables, number, random):
                if known.value == value and (known.plies is None or known.plies > FAR):
                    chosen.append(state)
                if len(chosen) == GAMES:
                    break
            rows = [Counter(played_out(state, each) for state in chosen) for each in (tables, None)]
            cells = " | ".join(str(row[worth]) for row in rows for worth in (1, 0, -1))
            yield f"| {number} | {name} | {GAMES} | {cells} |"


def probed(tables: Tables[Any, Any], most: int) -> float:
    """How many positions of the largest tables compiled code looks up in a second."""
    compiled, memory = compile_game(GAME, probe), tables.memory()
    source = positions(tables, most, Random(SEED))
    words = compiled.words([next(source)[0] for _ in range(PROBES)])
    found = np.zeros(PROBES, np.int64)
    given = words.ctypes.data, PROBES, memory.address, memory.plies, found
    compiled.functions.probe_all(*given)
    started = perf_counter()
    for _ in range(ROUNDS):
        held = compiled.functions.probe_all(*given)
    assert held == PROBES
    return ROUNDS * PROBES / (perf_counter() - started)


def report(folder: Path, most: int, threads: int) -> Iterator[str]:
    """All of it, as it is found."""
    yield "# Endgame tables of English draughts\n"
    yield (
        "Made by `python benchmarks/endgames.py`. Seconds are those of a machine with "
        f"{os.cpu_count()} cores that others used too.\n"
    )
    started, spent = perf_counter(), process_time()
    tables = build_tables(GAME, folder, pieces=most, metric="dtw", threads=threads)
    seconds, spent = perf_counter() - started, process_time() - spent
    yield "## Built, with distances\n"
    yield from built(tables, most)
    yield f"\n{seconds:.0f} seconds of the clock, {spent:.0f} of the processors. The SHA-256 digest"
    yield f"of all files together is `{digest(tables)}`.\n"
    started = perf_counter()
    checked = verify_tables(tables, threads=threads)
    total = sum(each.positions for each in checked.values())
    seconds = perf_counter() - started
    yield f"`verify_tables` found all {total:,} values right in {seconds:.0f} seconds.\n"
    yield "## Against a plain search ahead\n"
    yield (
        "Who wins by force within so many plies, by the rules alone (`benchmarks/forward.py`), from"
        "\nall positions or a random sample. What it decides must be in the tables with the same"
        "\ndistance; of what it leaves open they must say that it is drawn or takes longer.\n"
    )
    yield from ahead(tables, most, threads)
    yield "\n## A match\n"
    yield (
        f"Random positions, drawn or won in more than {FAR} plies for who moves. Who moves searches"
        f"\n{DEPTH} plies and has the tables, the other {OTHER_DEPTH} plies and has none. Beside it"
        f" the same\npositions with {OTHER_DEPTH} plies and no tables on both sides.\n"
    )
    yield from match(tables, most)
    yield (
        f"\n## Look-ups\n\nCompiled code looks up {probed(tables, most) / 1e6:.1f} million "
        f"positions of {most} pieces a second, in random order,\non one core."
    )


def main() -> None:
    """Print the report, and save it if it is the full one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pieces", type=int, default=PIECES, choices=range(3, PIECES + 1))
    parser.add_argument("--folder", type=Path, help="where to keep the tables; by default nowhere")
    parser.add_argument("--threads", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    lines = []
    with TemporaryDirectory() as passing:
        for line in report(given.folder or Path(passing), given.pieces, given.threads):
            print(line, flush=True)
            lines.append(line)
    if given.pieces == PIECES:
        TARGET.write_text("\n".join(lines).strip() + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
