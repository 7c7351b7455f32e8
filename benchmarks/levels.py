"""How each level of the automatic player fares against the one below: `results/levels.md`.

Run it in any environment with the package; `--draughts` is for the variants of draughts, which take
far longer. All is decided by seeds and counts, so that the table is the same on every machine.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from adversario import make_game
from adversario.arena import LEVELS, MatchResult, play_match
from adversario.arena.levels import uses_alphabeta

RESULTS = Path(__file__).parent / "results"
GAMES = ("connect4", "othello")
DRAUGHTS = (
    "checkers", "spanish-draughts", "russian-draughts", "italian-draughts", "brazilian-draughts",
    "international-draughts",
)  # fmt: skip
WANTED, SEED = 0.65, 1
ROUNDS = 200
"""Games a match, ..."""

DEEP_DRAUGHTS = {7: 100, 8: 100, 9: 60, 10: 60}
"""... but for these levels of draughts, whose games are long, ..."""

CLOSE = {("brazilian-draughts", 9): 200}
"""... except for what 60 games leave open: here they give 64.2%."""


def contest(name: str, level: int, games: int, workers: int) -> MatchResult:
    """A level against the one below."""
    return play_match(
        make_game(name), [f"level:{level}", f"level:{level - 1}"], games=games, seed=SEED,
        workers=workers,
    )  # fmt: skip


def row(level: int, result: MatchResult) -> str:
    """A line of the table."""
    first, rating = result.standings[0], result.rating
    assert rating is not None
    verdict = "yes" if rating.score >= WANTED else "**no**"
    return (
        f"| {level} | {first.games} | {first.wins} | {first.draws} | {first.losses} "
        f"| {rating.score:.1%} | {rating.elo:+.0f} ± {rating.error:.0f} | {verdict} |"
    )


def rounds(name: str, level: int) -> int:
    """How many games a level plays."""
    usual = DEEP_DRAUGHTS.get(level, ROUNDS) if name in DRAUGHTS else ROUNDS
    return CLOSE.get((name, level), usual)


def section(name: str, games: int | None, workers: int) -> Iterator[str]:
    """The matches of one game, as they are played."""
    search = "alpha-beta" if uses_alphabeta(make_game(name)) else "Monte Carlo tree search"
    yield f"## {name}, by {search}\n"
    yield f"`adversario match level:N+1 level:N --game {name} --games GAMES --seed {SEED}`\n"
    yield f"| level | games | won | drawn | lost | score | Elo | at least {WANTED:.0%} |"
    yield "|---:|---:|---:|---:|---:|---:|---:|---|"
    for level in range(2, len(LEVELS) + 1):
        yield row(level, contest(name, level, games or rounds(name, level), workers))
    yield ""


def main() -> None:
    """Play all matches; print the table, and save it if it is a full one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--draughts", action="store_true", help="into results/levels-draughts.md")
    parser.add_argument("--only", choices=GAMES + DRAUGHTS, help="one game; printed, not saved")
    parser.add_argument("--games", type=int, help="games a match; printed, not saved")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    flag = " --draughts" if given.draughts else ""
    lines = [
        "# Levels",
        "",
        f"Every level against the one below it. Made by `python benchmarks/levels.py{flag}`.",
        "",
    ]
    show = partial(print, flush=True)
    names = DRAUGHTS if given.draughts else GAMES
    for name in [given.only] if given.only else names:
        for line in section(name, given.games, given.workers):
            show(line)
            lines.append(line)
    if not given.only and not given.games:
        target = RESULTS / ("levels-draughts.md" if given.draughts else "levels.md")
        target.write_text("\n".join(lines).strip() + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
