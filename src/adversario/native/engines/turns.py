"""Compiled search by turns: plays of a position, and matches between two horizons."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from math import isnan
from typing import Any

from adversario.algorithms.core.requirements import require
from adversario.algorithms.turns import Horizon, Play
from adversario.base.stop import Stop
from adversario.game import A, Game, S
from adversario.native.compiler.compile import compile_game
from adversario.native.engines.control import Control, run_all
from adversario.native.engines.memory.models import model_memory
from adversario.native.kernels.layout.turns import Turns
from adversario.native.kernels.search import turns as kernel
from adversario.views.learned.layer import Learned

ROOM = 1 << 16
"""The estimates there is room for at first: those of the plays on one line."""


def native_search_turns(
    game: Game[S, A],
    state: S,
    horizon: Horizon = Horizon(),  # noqa: B008 (a frozen value)
    *,
    stop: Stop | None = None,
) -> list[Play[A]]:
    """`algorithms.turns.search_turns` by compiled rules; NotCompilable if they do not compile.

    Ctrl-C and `stop` raise KeyboardInterrupt.
    """
    require(game, "expectiminimax")
    compiled, control = compile_game(game, kernel, state), Control(stop)
    memory = turns_memory(game, horizon, control)
    work = compiled.functions.decide
    encoded = compiled.encode(state)
    while True:
        block = memory[0]
        (count,) = run_all([partial(work, encoded, horizon.turns - 1, block.address)], control)
        if control.is_set():
            raise KeyboardInterrupt
        if not block.overflow:
            break
        memory = turns_memory(game, horizon, control, 4 * block.room)
    looks = memory[2][: 2 * int(count)].tolist()
    plays = []
    for at, action in enumerate(game.actions(state)):
        found = looks[int(count) + at]
        plays.append(Play(action, looks[at] if isnan(found) else found, not isnan(found)))
    return sorted(plays, key=lambda play: (not play.searched, -play.value))


def match_of_horizons(
    games: tuple[Game[Any, Any], Game[Any, Any]],
    horizons: tuple[Horizon, Horizon],
    pairs: int,
    *,
    seed: int = 0,
    threads: int | None = None,
    stop: Stop | None = None,
) -> list[tuple[float, float]]:
    """The results to the first player of pairs of games with the same dice and seats exchanged.

    The two games are one game, evaluated by the model of each player.
    """
    import numpy as np  # noqa: PLC0415 (not before a compiled search runs)

    game = games[0]
    compiled, control = compile_game(game, kernel), Control(stop)
    start, works, kept, done = compiled.encode(game.initial()), [], [], 0
    threads = max(1, min(threads or os.cpu_count() or 1, pairs))
    for thread in range(threads):
        share = pairs * (thread + 1) // threads - done
        both = [
            turns_memory(each, horizon, control)
            for each, horizon in zip(games, horizons, strict=True)
        ]
        shared = np.zeros(2 + 2 * share)
        shared.view(np.int64)[:2] = [memory[0].address for memory in both]
        kept.append((both, shared))
        works.append(
            partial(
                compiled.functions.play_matches, start, done, share, seed,
                horizons[0].turns - 1, horizons[1].turns - 1, shared.ctypes.data,
            )
        )  # fmt: skip
        done += share
    run_all(works, control)
    if control.is_set():
        raise KeyboardInterrupt
    return [(one, other) for _, shared in kept for one, other in shared[2:].reshape(-1, 2).tolist()]


def turns_memory(
    game: Game[Any, Any], horizon: Horizon, control: Control, room: int = ROOM
) -> tuple[Turns, Any, Any]:
    """The block of a player, the memory of its model, and its room for estimates."""
    import numpy as np  # noqa: PLC0415

    block, looks = Turns(), np.zeros(room)
    model = model_memory(game) if isinstance(game, Learned) else None
    block.model = 0 if model is None else model.address
    block.turns, block.keep, block.margin = horizon.turns, horizon.keep, horizon.margin
    block.looks, block.room, block.stop = looks, room, control.flags
    return block, model, looks


def native_values(game: Game[S, A], stop: Stop | None = None) -> Callable[[S, int], float]:
    """A function that values states for a player one turn ahead; NotCompilable if it cannot."""
    compiled, control = compile_game(game, kernel), Control(stop)
    memory = turns_memory(game, Horizon(turns=1), control)

    def value(state: S, player: int) -> float:
        block, work = memory[0], compiled.functions.value
        (found,) = run_all(
            [partial(work, compiled.encode(state), player, 1, 0, block.address)], control
        )
        if control.is_set():
            raise KeyboardInterrupt
        return float(found)

    return value
