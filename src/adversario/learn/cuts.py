"""Multi-ProbCut fitted to a game: positions are searched to all depths, and lines laid through."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from adversario.algorithms.core.limit import Limit
from adversario.base.errors import InputError
from adversario.contract.capability import defines
from adversario.game import Game
from adversario.native.engines.enhanced.cuts import Cuts, Pair, line_of
from adversario.native.engines.enhanced.enhancements import Enhancements
from adversario.native.engines.enhanced.search import fits_native, native_alphabeta

LEAST_DEPTH, LEAST_POSITIONS = 3, 20


def shallow_depth(deep: int) -> int:
    """The shallow depth for a deep one, of the same parity: 1 for 3, 2 for 4, about half later."""
    half = deep // 2
    return max(1, half if (deep - half) % 2 == 0 else half - 1)


def fit_cuts(
    game: Game[Any, Any],
    *,
    depth: int = 8,
    positions: int = 200,
    seed: int = 0,
    on_progress: Callable[[int], None] | None = None,
) -> Cuts:
    """The cuts of a game by its evaluation, from positions of random games.

    Each position is searched to every depth up to `depth`. Those whose value is certain, or near
    a win or a loss, are left out.
    """
    if not fits_native(game) or game.utility_bounds is None or not defines(game, "evaluate"):
        raise InputError("cuts.game", game=game.name)
    for name, given, least in (
        ("depth", depth, LEAST_DEPTH), ("positions", positions, LEAST_POSITIONS)
    ):  # fmt: skip
        if given < least:
            raise InputError("limit.too_small", limit=name, given=given, least=least)
    random, rows = Random(seed), list[list[float]]()
    low, high = map(float, game.utility_bounds)
    edge = 0.02 * (high - low)
    while len(rows) < positions:
        state = _random_state(game, random)
        row = _values(game, state, depth)
        if row is not None and all(low + edge < each < high - edge for each in row):
            rows.append(row)
            if on_progress is not None:
                on_progress(len(rows))
    pairs = []
    for deep in range(LEAST_DEPTH, depth + 1):
        shallow = shallow_depth(deep)
        slope, offset, error = line_of([(row[shallow - 1], row[deep - 1]) for row in rows])
        pairs.append(Pair(deep, shallow, max(0.05, slope), offset, error))
    return Cuts(game.name, tuple(pairs))


def _random_state(game: Game[Any, Any], random: Random) -> Any:
    """A state of a random game, at a random ply."""
    states = [game.initial()]
    while not game.is_terminal(states[-1]):
        states.append(game.result(states[-1], random.choice(list(game.actions(states[-1])))))
    return random.choice(states[:-1])


def _values(game: Game[Any, Any], state: Any, depth: int) -> list[float] | None:
    """The values to all depths, for the player to move; None if one of them is certain."""
    sign, found = (1.0 if game.player(state) == 0 else -1.0), []
    extra = Enhancements(table_mib=2)
    for each in range(1, depth + 1):
        result = native_alphabeta(game, state, limit=Limit(depth=each), enhancements=extra)
        if result.proven or result.value is None:
            return None
        found.append(sign * float(result.value))  # type: ignore[arg-type]
    return found
