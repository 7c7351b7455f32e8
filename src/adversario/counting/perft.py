"""Perft: the number of sequences of actions, to test rules and to measure their speed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from time import perf_counter
from typing import Any, Generic

from adversario.base.errors import InputError
from adversario.base.progress import Watcher
from adversario.base.stop import Stop, StoppedError
from adversario.contract.checking.guard import Guard, require_start
from adversario.game import A, Game, S
from adversario.native.compiler.compile import Compiled, compile_game
from adversario.native.engines.control import Control, run_all
from adversario.native.engines.engine_choice import Engine, engine_of, on_engine
from adversario.native.kernels.count import perft as kernel
from adversario.native.kernels.count.perft import STUCK, UNWATCHED
from adversario.native.kernels.layout.flags import Flags


@dataclass(frozen=True, slots=True)
class PerftProgress:
    """The number of sequences counted so far."""

    sequences: int


@dataclass(frozen=True, slots=True)
class Perft(Generic[A]):
    """The number of sequences, in total and for each first action, with engine and time."""

    sequences: int
    divide: Mapping[A, int] | None
    engine: Engine = field(compare=False)
    seconds: float = field(compare=False)  # compiling not included

    @property
    def per_second(self) -> int:
        """Sequences per second."""
        return round(self.sequences / self.seconds) if self.seconds else 0


def perft(game: Game[S, A], depth: int, state: S | None = None, *, engine: Engine = "auto") -> int:
    """The number of sequences of exactly `depth` plies from a state, by default the initial one.

    An outcome of chance is a ply too. Games that end earlier are not counted. Raises
    KeyboardInterrupt on Ctrl-C.
    """
    return run_perft(game, depth, state, engine=engine).sequences


def perft_divide(
    game: Game[S, A], depth: int, state: S | None = None, *, engine: Engine = "auto"
) -> dict[A, int]:
    """The number of sequences of exactly `depth` plies, at least one, for each first action."""
    shares = run_perft(game, depth, state, engine=engine, divide=True).divide
    assert shares is not None
    return dict(shares)


def run_perft(
    game: Game[S, A],
    depth: int,
    state: S | None = None,
    *,
    engine: Engine = "auto",
    divide: bool = False,
    on_progress: Callable[[PerftProgress], None] | None = None,
    stop: Stop | None = None,
) -> Perft[A]:
    """Perft, with `divide` for each first action, with the engine used and the time.

    Raises StoppedError if the `stop` token is set, and KeyboardInterrupt on Ctrl-C.
    """
    if depth < 0:
        raise InputError("native.depth", given=depth)
    if divide and depth < 1:
        raise InputError("native.divide", given=depth)
    start = game.initial() if state is None else state
    require_start(game, start)
    watcher = Watcher(on_progress, stop)

    def native(view: Game[S, A]) -> Perft[A]:
        compiled = compile_game(view, kernel, start)
        _native_perft(compiled, 0, start, Watcher())  # compiles the kernel
        count = partial(_native_perft, compiled)
        return _count_all(game, depth, start, engine_of(view), count, watcher, divide=divide)

    def interpreted() -> Perft[A]:
        count = partial(interpreted_perft, game)
        return _count_all(game, depth, start, "python", count, watcher, divide=divide)

    return on_engine(game, engine, native, interpreted)


def _count_all(
    game: Game[S, A],
    depth: int,
    start: S,
    engine: Engine,
    count: Callable[[int, S, Watcher[PerftProgress]], int],
    watcher: Watcher[PerftProgress],
    *,
    divide: bool,
) -> Perft[A]:
    """Perft by an engine, whose `count` is that of a depth and a state."""
    started, before = perf_counter(), 0

    def count_sequences(state: S, depth: int) -> int:
        def report(progress: PerftProgress) -> None:
            watcher.report(PerftProgress(before + progress.sequences))

        return count(depth, state, Watcher(report, watcher.stop))

    shares: dict[A, int] | None = None
    if divide:
        shares = {}
        for action in game.legal(start):
            shares[action] = count_sequences(game.result(start, action), depth - 1)
            before += shares[action]
    total = count_sequences(start, depth) if shares is None else sum(shares.values())
    return Perft(total, shares, engine, perf_counter() - started)


def _native_perft(
    compiled: Compiled, depth: int, state: Any, watcher: Watcher[PerftProgress]
) -> int:
    """Perft by the compiled kernel."""
    control = Control(watcher.stop)

    def watch() -> None:
        watcher.report(PerftProgress(int(control.flags[Flags.progress])))

    native, work = compiled.encode(state), compiled.functions.watched_perft
    (total,) = run_all([lambda: int(work(native, depth, control.flags))], control, watch=watch)
    control.require_going()
    if total == STUCK:
        return interpreted_perft(compiled.game, depth, state)  # finds the state, and raises
    return total


def interpreted_perft(
    game: Game[S, A], depth: int, state: S, watcher: Watcher[PerftProgress] | None = None
) -> int:
    """Perft in plain Python; raises GameError if a state that is not terminal has no actions."""
    rules, total = Guard(game), 0

    def count(state: S, depth: int) -> int:
        nonlocal total
        if depth == 0:
            return 1
        found = sum(count(game.result(state, action), depth - 1) for action in rules.moves(state))
        if depth == UNWATCHED and watcher is not None:
            total += found
            watcher.report(PerftProgress(total))
            if watcher.is_stopped():
                raise StoppedError
        return found

    return count(state, depth)
