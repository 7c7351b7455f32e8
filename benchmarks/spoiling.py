"""Positions of Connect Four by random play in which some move spoils the result.

    python -m benchmarks.spoiling            # writes data/connect4-positions.json

Players win at once if they can, answer a threat if they can, and play at random otherwise, for 16
to 28 plies. Those positions are kept in which the player to move cannot win at once, and has both a
move that keeps the exact result (win, draw or loss) and one that does not. The values are those of
the package's solver; nothing is drawn but by the seed.
"""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from adversario import make_game
from adversario.solve.exact import ExactSolver

PATH = Path(__file__).parent / "data" / "connect4-positions.json"
NUMBER, SEED = 500, 4
"""The positions of the file; other seeds are for tuning."""

FIRST, LAST = 16, 28


class Position(NamedTuple):
    """The columns played, from 1, and which of them keep the result."""

    moves: str
    value: int
    keeping: tuple[int, ...]


def random_moves(game: Any, random: Random) -> str | None:
    """The columns of a random game up to some ply; None if it ends before or a win is at hand."""
    state, moves = game.initial(), ""
    for _ in range(random.randint(FIRST, LAST)):
        actions = list(game.actions(state))
        wins = [each for each in actions if game.is_terminal(game.result(state, each))]
        sound = list(game.sound_actions(state))
        action = random.choice(wins or sound or actions)
        state, moves = game.result(state, action), moves + str(action + 1)
        if game.is_terminal(state):
            return None
    if any(game.is_terminal(game.result(state, each)) for each in game.actions(state)):
        return None
    return moves


def find_positions(number: int, seed: int) -> list[Position]:
    """That many positions."""
    game, random = make_game("connect4"), Random(seed)
    solver: Any = ExactSolver(game)
    found: dict[Any, Position] = {}
    while len(found) < number:
        moves = random_moves(game, random)
        if moves is None:
            continue
        state = game.parse_position(moves)
        actions = list(game.actions(state))
        after = [game.result(state, each) for each in actions]
        open_states = [each for each in after if not game.is_terminal(each)]
        solved = iter(solver.scores(open_states))
        values = [
            int(game.utility(each, state.turn)) if game.is_terminal(each) else -next(solved)
            for each in after
        ]
        best = max(values)
        if min(values) < best:
            keeping = sorted(
                each + 1 for each, value in zip(actions, values, strict=True) if value == best
            )
            found.setdefault(state, Position(moves, best, tuple(keeping)))
    return list(found.values())


def read_positions(path: Path = PATH) -> list[Position]:
    """The positions of the file."""
    rows = json.loads(path.read_text())["positions"]
    return [Position(moves, value, tuple(keeping)) for moves, value, keeping in rows]


def main() -> None:
    """Write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=SEED)
    parser.add_argument("--number", type=int, default=NUMBER)
    parser.add_argument("--out", type=Path, default=PATH)
    given = parser.parse_args()
    rows = [json.dumps(each) for each in find_positions(given.number, given.seed)]
    head = f'{{"seed": {given.seed}, "positions": [\n'
    given.out.write_text(head + ",\n".join(rows) + "\n]}\n")


if __name__ == "__main__":
    main()
