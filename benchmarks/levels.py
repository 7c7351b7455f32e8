"""How each level of the automatic player fares against the one below: `results/levels.md`.

Run it in any environment with the package. All is decided by seeds and counts, so that the table
is the same on every machine.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from adversario import make_game
from adversario.arena import LEVELS, MatchResult, play_match
from adversario.arena.levels import searches_deep

TARGET = Path(__file__).parent / "results" / "levels.md"
GAMES = ("connect4", "othello")
WANTED = 0.65
ROUNDS, SEED = 200, 1


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
        f"| {level} | {first.wins} | {first.draws} | {first.losses} | {rating.score:.1%} "
        f"| {rating.elo:+.0f} ± {rating.error:.0f} | {verdict} |"
    )


def section(name: str, games: int, workers: int) -> Iterator[str]:
    """The matches of one game, as they are played."""
    search = "alpha-beta" if searches_deep(make_game(name)) else "Monte Carlo tree search"
    yield f"## {name}, by {search}\n"
    yield f"`adversario match level:N+1 level:N --game {name} --games {games} --seed {SEED}`\n"
    yield f"| level | won | drawn | lost | score | Elo | at least {WANTED:.0%} |"
    yield "|---:|---:|---:|---:|---:|---:|---|"
    for level in range(2, len(LEVELS) + 1):
        yield row(level, contest(name, level, games, workers))
    yield ""


def main() -> None:
    """Play all matches; print the table, and save it if it is the full one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--only", choices=GAMES, help="one game; printed, not saved")
    parser.add_argument("--games", type=int, default=ROUNDS, help="games a match")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    lines = [
        "# Levels",
        "",
        "Every level against the one below it. Made by `python benchmarks/levels.py`.",
        "",
    ]
    show = partial(print, flush=True)
    for name in [given.only] if given.only else GAMES:
        for line in section(name, given.games, given.workers):
            show(line)
            lines.append(line)
    if not given.only and given.games == ROUNDS:
        TARGET.write_text("\n".join(lines).strip() + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
