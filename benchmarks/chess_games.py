"""Games of chess of the package with itself, from random openings, for fitting its evaluation.

    python benchmarks/chess_games.py games.csv --games 5000 --nodes 800 --seed 1

A line has a quiet position as an EPD, the value of its search in hundredths of a pawn and the
result of its game, both to White. All games of a run share one table, so that a move costs a
millisecond; the position's own kernel is called, without what answers for people need.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from random import Random
from time import process_time
from typing import Any

from adversario.base.numbers import INFINITY
from adversario.games.boards.chess import Chess, State
from adversario.games.boards.chess.hints import CENTIPAWN
from adversario.games.boards.chess.state import captured_of, promoted_of
from adversario.native.engines.control import Control
from adversario.native.engines.enhanced.enhancements import SELECTIVE
from adversario.native.engines.enhanced.search import EnhancedSearch

OPENING = 8
"""The random plies at the start of a game."""

EVEN = 150
"""The largest value, in hundredths of a pawn, of an opening that is played on."""

WON, TIMES = 1500, 4
"""A game is over after so many plies in a row with a value beyond this one."""

LONGEST = 240
SHARE = 0.4
"""The share of quiet positions that are kept."""


class Searcher:
    """The kernel of selective search, called on one position after another."""

    def __init__(self, game: Chess, nodes: int) -> None:
        self.nodes, self.game = nodes, game
        means = replace(SELECTIVE, table_mib=16)
        self.search: Any = EnhancedSearch(
            game, game.initial(), means, 1, Control(), None,
            threads=1, most_nodes=1 << 60, recording=False,
        )  # fmt: skip
        self.search.warm_up()
        self.thread = self.search.leader
        self.thread.obey(False)

    def choose(self, state: State) -> tuple[int | None, float]:
        """The best move by deepening, and its value in hundredths of a pawn to the mover."""
        thread, root = self.thread, self.search.compiled.encode(state)
        begun, depth, value = thread.block.nodes, 1, 0.0
        while thread.block.nodes - begun < self.nodes and depth < 40:
            self.search.build.start(thread.block, depth)
            value = thread.call(root, -INFINITY, INFINITY, depth)
            depth += 1
        number, _ = thread.known_action(root)
        moves = list(self.game.actions(state))
        return moves[number] if 0 <= number < len(moves) else None, value / CENTIPAWN


def play(searcher: Searcher, random: Random) -> Iterator[tuple[str, int, float]]:
    """The quiet positions of a game with their values and its result, to White."""
    game = searcher.game
    state = game.initial()
    for _ in range(OPENING + random.randrange(2)):
        if game.is_terminal(state):
            return
        state = game.result(state, random.choice(list(game.actions(state))))
    kept: list[tuple[str, int]] = []
    seen: Counter[Any] = Counter()
    decided, result = 0, 0.5
    for ply in range(LONGEST):
        if game.is_terminal(state):
            mated = game.utility(state, 0)
            result = 0.5 + 0.5 * mated
            break
        seen[game.position_key(state)] += 1
        if seen[game.position_key(state)] == 3:
            break
        move, value = searcher.choose(state)
        white = round(-value if state.turn else value)
        if move is None or (ply == 0 and abs(value) > EVEN):
            return
        decided = decided + 1 if abs(value) > WON else 0
        if decided == TIMES:
            result = 1.0 if white > 0 else 0.0
            break
        quiet = not (state.checkers or captured_of(move) or promoted_of(move))
        if quiet and abs(value) < WON and random.random() < SHARE:
            kept.append((" ".join(game.position(state).split()[:4]), white))
        state = game.result(state, move)
    for position, white in kept:
        yield position, white, result


def main() -> None:
    """Play games, and append their positions to a file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--games", type=int, default=5000)
    parser.add_argument("--nodes", type=int, default=800)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    searcher, random = Searcher(Chess(), given.nodes), Random(given.seed)
    played, positions, begun = 0, 0, process_time()
    with given.file.open("a") as file:
        while played < given.games:
            lines = [f"{place},{value},{result}" for place, value, result in play(searcher, random)]
            if not lines:
                continue
            file.write("\n".join(lines) + "\n")
            played, positions = played + 1, positions + len(lines)
            if played % 100 == 0:
                file.flush()
                print(played, "games,", positions, "positions,", round(process_time() - begun), "s",
                      flush=True)  # fmt: skip


if __name__ == "__main__":
    main()
