"""Many games played alone by compiled expectiminimax, to see how they end."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial
from time import perf_counter
from typing import Generic

from adversario.algorithms.core.requirements import require
from adversario.algorithms.core.sides import two_sides
from adversario.algorithms.expectiminimax import expectiminimax
from adversario.base.errors import GameError, InputError
from adversario.game import A, Game, S
from adversario.native.compiler.compile import compile_game
from adversario.native.engines.control import Control, run_all
from adversario.native.engines.plain_search import PlainSearch
from adversario.native.kernels.learn import selfplay as kernel

LONGEST = 1 << 40


@dataclass(frozen=True, slots=True)
class SelfPlayedGame(Generic[S]):
    """A game that was played: how it ended, its decisions, and the seconds they took."""

    state: S
    decisions: int
    seconds: float


def native_selfplay(
    game: Game[S, A],
    state: S | None = None,
    *,
    depth: int,
    games: int = 1,
    seed: int = 0,
    table_mib: int = 0,
    most: int = LONGEST,
) -> Iterator[SelfPlayedGame[S]]:
    """Play `games` games, every decision by a search to that depth; NotCompilable if impossible.

    The games are those of the seeds from `seed` on, each the same every time, whatever the table.
    A game ends after `most` decisions. Ctrl-C ends the one under way, which is then left out. There
    is no quiescence at the horizon.
    """
    require(game, "expectiminimax")
    for name, given in (("depth", depth), ("games", games)):
        if given < 1:
            raise InputError("limit.too_small", limit=name, given=given, least=1)
    root = game.initial() if state is None else state
    search = PlainSearch(
        "expectiminimax", compile_game(game, kernel, root), root,
        lambda limit: expectiminimax(game, root, limit=limit),
        sides=two_sides(game), table_mib=table_mib,
    )  # fmt: skip
    compiled, block, control = search.compiled, search.block, Control()
    block.stop, block.depth = control.flags, depth
    encoded, address = compiled.encode(root), block.address
    compiled.functions.play(encoded, seed, 0, 1, address)  # ready before the clock starts
    for number in range(seed, seed + games):
        started = perf_counter()
        ((last, decisions),) = run_all(
            [partial(compiled.functions.play, encoded, number, most, 1, address)], control
        )
        if control.interrupted:
            raise KeyboardInterrupt
        if block.status:
            where = game.position(compiled.decode(last))
            raise GameError("game.no_actions", game=game.name, state=where)
        seconds = perf_counter() - started
        yield SelfPlayedGame(compiled.decode(last), int(decisions), seconds)
