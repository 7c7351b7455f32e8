"""Decisions of Pac-Man: `adversario_pacman.py minimax|expectimax native|python REPEATS`."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from time import perf_counter

from pacman_positions import DEPTH, LINES, WORK

from adversario import Limit
from adversario.algorithms.registry import search
from adversario.games.pacman import Pacman, State
from adversario.native.engines.decisions import Decider

kind, engine, repeats = sys.argv[1], sys.argv[2], int(sys.argv[3])
game = Pacman("medium", {"minimax": "minimax", "expectimax": "random"}[kind])
plies = DEPTH * (1 + game.ghost_count)


def positions() -> Iterator[State]:
    """The positions to decide in."""
    for line in LINES:
        state = game.initial()
        for number in line:
            actions = list(game.actions(state))
            state = game.result(state, actions[number % len(actions)])
            if game.is_terminal(state):
                break
        else:
            yield state


def native() -> tuple[list[int], int, float]:
    """The actions, the nodes of one round, and the seconds of all."""
    decide = Decider(game, plies)
    decide(states[0])  # untimed: compiles
    before, started = decide.nodes, perf_counter()
    for _ in range(repeats):
        actions = [decide(state)[0] for state in states]
    return actions, (decide.nodes - before) // repeats, perf_counter() - started


def interpreted() -> tuple[list[int], int, float]:
    """The same by the interpreted search, once."""
    started = perf_counter()
    results = [search(game, state, limit=Limit(depth=plies)) for state in states]
    seconds = perf_counter() - started
    nodes = sum(result.statistics.nodes for result in results)
    return [result.action or 0 for result in results], nodes, seconds


states = list(positions())
chosen, nodes, seconds = native() if engine == "native" else interpreted()
done = nodes, sum(number * action for number, action in enumerate(chosen, 1))
if done != WORK[kind]:
    raise SystemExit(f"other work was done: {done}")
print(json.dumps({"count": len(states), "repeats": repeats, "seconds": seconds}))
