"""Small tasks of one kind, by CPU time: `adversario_micro.py perft|search|mcts|compile [GAME ...]`.

`compare.py` runs this in two source trees, so it uses only names that have long been public. Prints
a JSON object: by the name of each task its count (sequences, nodes, simulations) and the fewest
seconds of CPU time that it took, all threads included. Compiling is a kind of its own: the others
run once before they are timed. `perft` takes the games to count.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from time import process_time
from typing import Any

from adversario import AdversarioError, Game, Limit, make_game, mcts, perft, search

MANY = 200_000
"""Sequences to count at least, if the game has that many."""
DEEPEST = 60
SECONDS = 0.1
"""CPU time to repeat a task for, at least twice."""

SEARCHES = {"connect4": 16, "othello": 12, "checkers": 13}
SIMULATIONS = {"connect4": 200_000, "tictactoe": 200_000}
COMPILED = ("connect4", "othello")

Task = Callable[[], int]


def perft_tasks(games: list[str]) -> Iterator[tuple[str, Task]]:
    """Perft of each game that compiles."""
    for name in games:
        game = make_game(name)
        with suppress(AdversarioError):  # not every game compiles
            depth = telling_depth(game)
            yield f"perft {name}, depth {depth}", partial(perft, game, depth, engine="native")


def telling_depth(game: Game[Any, Any]) -> int:
    """The least depth with many sequences; if no depth has that many, the one with the most."""
    most, best = 0, 0
    for depth in range(1, DEEPEST + 1):
        sequences = perft(game, depth, engine="native")
        if sequences > most:
            most, best = sequences, depth
        if most >= MANY or sequences == 0:
            break
    return best


def nodes_of(game: Game[Any, Any], depth: int) -> int:
    """The nodes of an enhanced search: one with a limit of nodes, which is never reached."""
    limit = Limit(depth=depth, nodes=10**12)
    return search(game, limit=limit, engine="native").statistics.nodes


def simulations_of(game: Game[Any, Any], simulations: int) -> int:
    """The simulations of a Monte Carlo search; without proofs, so that none ends early."""
    found = mcts(game, simulations=simulations, solver=False, seed=1, engine="native")
    return found.simulations


def tasks_of(kind: str, games: list[str]) -> Iterator[tuple[str, Task]]:
    """The tasks of a kind, each with its name.

    A game is one object for all runs of a task: looking it up is not what is measured.
    """
    if kind == "perft":
        yield from perft_tasks(games)
    elif kind == "search":
        for name, depth in SEARCHES.items():
            yield f"search {name}, depth {depth}", partial(nodes_of, make_game(name), depth)
    elif kind == "mcts":
        for name, number in SIMULATIONS.items():
            yield (
                f"mcts {name}, {number} simulations",
                partial(simulations_of, make_game(name), number),
            )
    else:
        for name in COMPILED:
            yield f"compile and search {name}, depth 1", partial(nodes_of, make_game(name), 1)


def least_seconds(task: Task, *, warm: bool) -> tuple[int, float]:
    """What a task counts, and the CPU time of its quickest run; one run only if it is not warm."""
    if warm:
        task()
    spent: list[float] = []
    while not spent or (warm and (len(spent) < 2 or sum(spent) < SECONDS)):
        began = process_time()
        counted = task()
        spent.append(process_time() - began)
    return counted, min(spent)


def main() -> None:
    """Run the tasks of one kind."""
    import numba  # noqa: F401 (importing it is not part of compiling)

    kind, *games = sys.argv[1:]
    warm = kind != "compile"
    found = {name: least_seconds(task, warm=warm) for name, task in tasks_of(kind, games)}
    print(json.dumps(found))


if __name__ == "__main__":
    main()
