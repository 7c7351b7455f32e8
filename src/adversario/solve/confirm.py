"""Compiled explorations compared with plain Python, in samples."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adversario.game import Game
from adversario.native.engines.confirm import difference, same
from adversario.native.kernels.solve.explore import DONE, INNER

if TYPE_CHECKING:
    from adversario.solve.states.graph import GameGraph

CONFIRMED = 64
"""The states of a compiled exploration, and the terminal ones, that Python looks at too."""


def confirm_graph(game: Game[Any, Any], graph: GameGraph) -> None:
    """Compare some states of a compiled exploration with plain Python; GameError if they differ."""
    import numpy as np  # noqa: PLC0415 (not needed to import the package)

    size = len(graph.kinds) if graph.ended == DONE else 0
    ends = np.flatnonzero(graph.kinds[:size] != INNER)[-CONFIRMED:].tolist()
    for at in {*range(0, size, size // CONFIRMED + 1), *ends}:
        state, kind = graph.index.state(at), graph.kinds[at]
        over = game.is_terminal(state)
        if over != (kind != INNER):
            raise difference(game, "is_terminal", state, over, not over)
        if over and not all(map(same, game.utilities(state), graph.outcomes[kind])):
            raise difference(game, "utility", state, game.utilities(state), graph.outcomes[kind])
        moves = [] if over else [game.result(state, action) for action in game.legal(state)]
        found = graph.targets[graph.ends[at - 1] if at else 0 : graph.ends[at]]
        if len(moves) != len(found):
            raise difference(game, "actions", state, len(moves), len(found))
        for after, target in zip(moves, found, strict=True):
            there = graph.index.state(int(target))
            if after != there and there not in set(game.symmetries(after)):
                raise difference(game, "result", state, after, there)
