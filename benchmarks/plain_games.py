"""Games in plain Python, interpreted and compiled: seconds of CPU to compile, and perft of both.

    python benchmarks/plain_games.py FILE...

Each file has one game or several, as tests/native/plain/styles.py does, which is the default.
"""

from __future__ import annotations

import sys
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from adversario import Game, perft
from adversario.base.python.plugins import load_user_module

SECONDS = 0.5
"""How long the interpreted count is to take at least."""

STYLES = Path(__file__).parent.parent / "tests" / "native" / "plain" / "styles.py"


def measure(game: Game[Any, Any]) -> str:
    """A line about one game."""
    started = process_time()
    perft(game, 1, engine="native")
    compiling = process_time() - started
    depth, taken, count = 1, 0.0, 1
    while taken < SECONDS and count and depth < 12:
        depth += 1
        taken, count = timed(game, depth, "python")
    native, found = timed(game, depth, "native")
    assert found == count, (game, depth, found, count)
    factor = taken / native
    return (
        f"{game.name:24} compiled in {compiling:4.1f} s, perft({depth}) = {count}: {factor:6.1f}x"
    )


def timed(game: Game[Any, Any], depth: int, engine: Any) -> tuple[float, int]:
    """The seconds of a count, and the count."""
    started = perf_counter()
    found = perft(game, depth, engine=engine)
    return perf_counter() - started, found


def games_of(path: Path) -> list[Game[Any, Any]]:
    """The games that a file defines."""
    module = load_user_module(path)
    classes = [value for value in vars(module).values() if isinstance(value, type)]
    games = [each for each in classes if issubclass(each, Game) and each is not Game]
    return [each() for each in games if each.__module__ == module.__name__]


if __name__ == "__main__":
    for name in sys.argv[1:] or [str(STYLES)]:
        for each in games_of(Path(name)):
            print(measure(each), flush=True)
