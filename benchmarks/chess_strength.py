"""Chess: perft, the suite WAC, and a ladder of engines; figures are in `results/chess.md`.

    python benchmarks/chess_strength.py perft
    python benchmarks/chess_strength.py wac --seconds 1
    python benchmarks/chess_strength.py ladder --engine "stockfish,depth=5" --games 20

`data/wac.epd` has the 300 positions of "Win at Chess" (Fred Reinfeld, 1958), a public set with its
usual corrections. Engines are those of the system: none is shipped. Times are CPU times of one
core; while other programs run, compare only what was measured in the same run.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from time import process_time

from adversario import Limit, analyse
from adversario.arena import play_match
from adversario.counting.perft import run_perft
from adversario.games.boards.chess import Chess
from adversario.native.engines.enhanced.enhancements import SELECTIVE
from adversario.records.epd import Epd, read_epd

MEANS = replace(SELECTIVE, table_mib=16)
SUITE = Path(__file__).parent / "data" / "wac.epd"
POSITIONS = (
    ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6),
    ("Kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5),
    ("position 3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 7),
    ("position 4", "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1", 5),
    ("position 5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 5),
    ("position 6", "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10", 5),
)
"""The usual positions of perft, each with a depth of some hundred million sequences."""


def compare_perft() -> Iterator[str]:
    """Sequences a second (CPU time), beside Stockfish if it is installed."""
    game, program = Chess(), shutil.which("stockfish", path="/usr/games:/usr/bin:/usr/local/bin")
    yield "| position | depth | sequences | Adversario, M/s | Stockfish, M/s |"
    yield "|---|---|---|---|---|"
    run_perft(game, 3, engine="native")
    for name, fen, depth in POSITIONS:
        begun = process_time()
        found = run_perft(game, depth, game.parse_position(fen), engine="native").sequences
        own = found / (process_time() - begun) / 1e6
        other = "" if program is None else f"{found / _stockfish(program, fen, depth) / 1e6:.0f}"
        yield f"| {name} | {depth} | {found:,} | {own:.0f} | {other} |"


def _stockfish(program: str, fen: str, depth: int) -> float:
    """The CPU seconds of Stockfish's perft."""
    lines = f"position fen {fen}\ngo perft {depth}\nquit\n"
    done = subprocess.run(
        ["bash", "-c", f"TIMEFORMAT=%U; time {program}"], input=lines, text=True,
        capture_output=True, check=True,
    )  # fmt: skip
    return float(done.stderr.split()[-1].replace(",", "."))


def solve_suite(limit: Limit) -> Iterator[str]:
    """How many positions of WAC are solved within a limit, and which are not."""
    missed, nodes, begun = [], 0, process_time()
    analyse(Chess(), limit=Limit(depth=1), enhancements=MEANS)
    positions = read_epd(SUITE)
    for each in positions:
        found, cost = _solve(each, limit)
        nodes += cost
        if not found:
            missed.append(each.name)
    spent = process_time() - begun
    yield f"WAC, {limit}: {len(positions) - len(missed)} of {len(positions)} solved, "
    yield f"{nodes / spent / 1e6:.2f} million nodes a second of CPU time."
    yield f"Missed: {', '.join(missed)}"


def _solve(each: Epd, limit: Limit) -> tuple[bool, int]:
    found = analyse(each.game, each.state, limit=limit, engine="native", enhancements=MEANS)
    return each.is_solved_by(found.action), found.statistics.nodes


def climb(engine: str, player: str, games: int) -> Iterator[str]:
    """A match of a player with an external engine."""
    found = play_match(Chess(), [player, f"uci:{engine}"], games=games, seed=1, workers=1)
    yield f"{player} - {engine}: {found}"


def main() -> None:
    """Print what is asked for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=("perft", "wac", "ladder"))
    parser.add_argument("--seconds", type=float)
    parser.add_argument("--nodes", type=int)
    parser.add_argument("--engine", default="stockfish,UCI_LimitStrength=true,UCI_Elo=2000")
    parser.add_argument("--player", default="alphabeta:time=0.1")
    parser.add_argument("--games", type=int, default=20)
    given = parser.parse_args()
    limit = Limit(time=given.seconds or (None if given.nodes else 1.0), nodes=given.nodes)
    if given.what == "perft":
        lines = compare_perft()
    elif given.what == "wac":
        lines = solve_suite(limit)
    else:
        lines = climb(given.engine, given.player, given.games)
    for line in lines:
        print(line, flush=True)


if __name__ == "__main__":
    main()
