"""How each level of the automatic player fares against the one below: `results/levels.md`.

Run it in any environment with the package; `--draughts` is for the variants of draughts, which take
far longer, `--hidden` for games in which players do not see all: there luck decides more, so that
the mean utility is compared. All is decided by seeds and counts, so that the table is the same on
every machine.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterator
from functools import partial
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev

from adversario import make_game
from adversario.arena import LEVELS, MatchResult, play_match
from adversario.arena.levels import uses_alphabeta
from adversario.base.numbers import Z95
from adversario.records.record import GameRecord

RESULTS = Path(__file__).parent / "results"
GAMES = ("connect4", "othello")
DRAUGHTS = (
    "checkers", "spanish-draughts", "russian-draughts", "italian-draughts", "brazilian-draughts",
    "international-draughts",
)  # fmt: skip
HIDDEN = {
    "leduc": 1200,
    "liars-dice": 400,
    "goofspiel": 200,
    "holdem": 400,
    "hearts": 60,
    "battleship": 20,
}
"""Games in which players do not see all, with the games a match."""

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


def hidden_row(level: int, result: MatchResult) -> str:
    """A line of the table of a game in which players do not see all."""
    first, differences = result.standings[0], [difference(game) for game in result.games]
    mean, error = fmean(differences), Z95 * stdev(differences) / sqrt(len(differences))
    verdict = "yes" if mean > error else "no" if mean < -error else "open"
    return (
        f"| {level} | {first.games} | {first.wins} | {first.draws} | {first.losses} "
        f"| {mean:+.3f} ± {error:.3f} | {verdict} |"
    )


def difference(game: GameRecord) -> float:
    """What the first entrant has more than the second one, in the mean of their seats."""
    of = [
        [float(each) for who, each in zip(game.entrants, game.utilities, strict=True) if who == one]
        for one in (0, 1)
    ]
    return fmean(of[0]) - fmean(of[1])


def rounds(name: str, level: int) -> int:
    """How many games a level plays."""
    if name in HIDDEN:
        return HIDDEN[name]
    usual = DEEP_DRAUGHTS.get(level, ROUNDS) if name in DRAUGHTS else ROUNDS
    return CLOSE.get((name, level), usual)


def section(name: str, games: int | None, workers: int) -> Iterator[str]:
    """The matches of one game, as they are played."""
    search = "alpha-beta" if uses_alphabeta(make_game(name)) else "Monte Carlo tree search"
    search = "Monte Carlo tree search over information sets" if name in HIDDEN else search
    yield f"## {name}, by {search}\n"
    yield f"`adversario match level:N+1 level:N --game {name} --games GAMES --seed {SEED}`\n"
    if name in HIDDEN:
        yield "| level | games | won | drawn | lost | mean utility more than the other | better |"
        yield "|---:|---:|---:|---:|---:|---:|---|"
    else:
        yield f"| level | games | won | drawn | lost | score | Elo | at least {WANTED:.0%} |"
        yield "|---:|---:|---:|---:|---:|---:|---:|---|"
    line = hidden_row if name in HIDDEN else row
    for level in range(2, len(LEVELS) + 1):
        yield line(level, contest(name, level, games or rounds(name, level), workers))
    yield ""


def main() -> None:
    """Play all matches; print the table, and save it if it is a full one."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--draughts", action="store_true", help="into results/levels-draughts.md")
    parser.add_argument("--hidden", action="store_true", help="into results/levels-hidden.md")
    parser.add_argument(
        "--only", choices=GAMES + DRAUGHTS + tuple(HIDDEN), help="one game; printed, not saved"
    )
    parser.add_argument("--games", type=int, help="games a match; printed, not saved")
    parser.add_argument("--workers", type=int, default=os.cpu_count() or 1)
    given = parser.parse_args()
    kind = "draughts" if given.draughts else "hidden" if given.hidden else ""
    flag = f" --{kind}" if kind else ""
    lines = [
        "# Levels",
        "",
        f"Every level against the one below it. Made by `python benchmarks/levels.py{flag}`.",
        "",
    ]
    show = partial(print, flush=True)
    names = {"draughts": DRAUGHTS, "hidden": tuple(HIDDEN)}.get(kind, GAMES)
    for name in [given.only] if given.only else names:
        for line in section(name, given.games, given.workers):
            show(line)
            lines.append(line)
    if not given.only and not given.games:
        target = RESULTS / (f"levels-{kind}.md" if kind else "levels.md")
        target.write_text("\n".join(lines).strip() + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
