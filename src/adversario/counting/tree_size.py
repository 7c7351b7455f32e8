"""Estimates of the size of large game trees: Knuth's estimator."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from math import isqrt, prod
from time import perf_counter
from typing import Any, TypeAlias

from adversario.base.errors import InputError
from adversario.base.numbers import Z95
from adversario.base.progress import Watcher
from adversario.base.stop import Stop, StoppedError
from adversario.contract.checking.guard import Guard, require_start
from adversario.game import Game
from adversario.native.engines.engine_choice import (
    PROBES,
    Engine,
    compiled_form,
    engine_for,
    or_interpreted,
)
from adversario.native.kernels.count import explore as kernel
from adversario.native.kernels.random import draw

SIGMAS = round(100 * Z95)
"""Hundredths of a standard deviation to each side of the mean in a 95 % interval."""

MAX_SHOWN_IN_FULL = 10**9
"""Numbers below this are shown with all their digits."""

Probe: TypeAlias = Callable[[int], tuple[Sequence[int], bool]]
"""From the number of a random game to its action counts by ply, and whether it ended."""


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate with its 95% confidence interval."""

    mean: int
    low: int
    high: int

    def __str__(self) -> str:
        return f"{show_large(self.mean)} ({show_large(self.low)} – {show_large(self.high)})"

    def to_json(self) -> dict[str, int]:
        """The numbers as JSON values, which may exceed the integers of other languages."""
        return {"mean": self.mean, "low": self.low, "high": self.high}


@dataclass(frozen=True, slots=True)
class TreeEstimate:
    """The size of a game tree, estimated from random games.

    `nodes` are all nodes of the tree, `games` its leaves: the complete sequences of actions.
    `branching` and `length` are of random play: the mean number of actions, and the mean number of
    plies. `unfinished` games were cut off; they count as no game, so the numbers are too small if
    there are any.
    """

    nodes: Interval
    games: Interval
    branching: float
    length: float
    samples: int
    unfinished: int
    seed: int
    engine: Engine = field(compare=False)
    seconds: float = field(compare=False)

    def to_json(self) -> dict[str, object]:
        """The estimate as JSON values."""
        return {
            "nodes": self.nodes.to_json(), "games": self.games.to_json(),
            "branching": self.branching, "length": self.length, "samples": self.samples,
            "unfinished": self.unfinished, "seed": self.seed, "engine": self.engine,
            "seconds": self.seconds,
        }  # fmt: skip


@dataclass(frozen=True, slots=True)
class SamplingProgress:
    """The number of random games played so far."""

    games: int


def estimate_tree(
    game: Game[Any, Any],
    state: Any = None,
    *,
    samples: int = 1000,
    seed: int = 0,
    longest: int = 1000,
    engine: Engine = "auto",
    on_progress: Callable[[SamplingProgress], None] | None = None,
    stop: Stop | None = None,
) -> TreeEstimate:
    """Estimate the size of the tree below a state, by default the initial one.

    A random game with d1, d2, ... actions to choose from represents a tree in which all nodes of a
    ply have that many: 1 + d1 + d1 d2 + ... nodes. Its expectation is the size of the tree (Knuth,
    "Estimating the efficiency of backtrack programs", 1975). The intervals assume that the mean of
    many games is normally distributed; if few games have most of the weight they are too narrow.

    The games depend on the seed, not on the engine. A game is cut off after `longest` plies. On
    Ctrl-C, or when the `stop` token is set, the games so far are used if there are at least two;
    otherwise KeyboardInterrupt or StoppedError is raised. `on_progress` is called after each game.
    """
    for name, given, least in (("samples", samples, 2), ("longest", longest, 1)):
        if given < least:
            raise InputError("limit.too_small", limit=name, given=given, least=least)
    started = perf_counter()
    start = game.initial() if state is None else state
    require_start(game, start)
    used, probe = _make_probe(game, start, engine, samples, seed % (1 << 63), longest)
    watcher = Watcher(on_progress, stop)
    nodes: list[int] = []
    games: list[int] = []
    plies = actions = unfinished = 0
    try:
        for number in range(samples):
            choices, over = probe(number)
            nodes.append(_nodes(choices))
            games.append(prod(choices) if over else 0)
            plies, actions = plies + len(choices), actions + sum(choices)
            unfinished += not over
            watcher.report(SamplingProgress(number + 1))
            if watcher.is_stopped():
                break
    except KeyboardInterrupt:
        if len(games) < 2:
            raise
    if len(games) < 2:
        raise StoppedError
    return TreeEstimate(
        nodes=_interval(nodes[: len(games)]),
        games=_interval(games),
        branching=actions / plies if plies else 0.0,
        length=plies / len(games),
        samples=len(games),
        unfinished=unfinished,
        seed=seed,
        engine=used,
        seconds=perf_counter() - started,
    )


def show_large(number: int) -> str:
    """The number with all its digits, or in scientific notation if there are many."""
    return str(number) if number < MAX_SHOWN_IN_FULL else f"{Decimal(number):.3e}"


def _nodes(choices: Sequence[int]) -> int:
    """The number of nodes of a tree in which all nodes of ply i have `choices[i]` children."""
    total = 1
    for many in reversed(choices):
        total = 1 + many * total
    return total


def _interval(values: Sequence[int]) -> Interval:
    """The mean, and 1.96 standard errors to each side; in integers, which may be huge."""
    size, total = len(values), sum(values)
    spread = size * sum(value * value for value in values) - total * total
    margin = isqrt(SIGMAS * SIGMAS * spread // (size * size * (size - 1))) // 100
    mean = (2 * total + size) // (2 * size)
    return Interval(mean, max(0, mean - margin), mean + margin)


def _make_probe(
    game: Game[Any, Any], start: Any, engine: Engine, samples: int, seed: int, longest: int
) -> tuple[Engine, Probe]:
    """The engine that is used, and its probe."""

    def interpreted(number: int) -> tuple[Sequence[int], bool]:
        return _interpreted_probe(game, start, seed, number, longest)

    chosen = engine_for(engine, samples, PROBES)
    compiled = compiled_form(game, kernel, chosen, start)
    if compiled is None:
        return "python", interpreted

    import numpy as np  # noqa: PLC0415 (not before a game is compiled)

    native, room = compiled.encode(start), np.zeros(longest, np.int64)

    def probe(number: int) -> tuple[Sequence[int], bool]:
        plies = compiled.functions.probe(native, seed, number, room)
        if plies < -1:
            return _interpreted_probe(game, start, seed, number, longest)  # raises
        return room[: longest if plies < 0 else plies].tolist(), plies >= 0

    def either(number: int) -> tuple[Sequence[int], bool]:
        return or_interpreted(game, chosen, lambda: probe(number), lambda: interpreted(number))

    return "native", either


def _interpreted_probe(
    game: Game[Any, Any], state: Any, seed: int, number: int, longest: int
) -> tuple[Sequence[int], bool]:
    """A random game in plain Python (see `kernels.count.probe`)."""
    rules, choices = Guard(game), list[int]()
    while not game.is_terminal(state):
        if len(choices) == longest:
            return choices, False
        actions = list(rules.moves(state))
        drawn = draw(seed, number, len(choices), len(actions))
        choices.append(len(actions))
        state = game.result(state, actions[drawn])
    return choices, True
