"""Full enumeration: every state that can be reached, and every game that can be played.

States are compared for equality, never by a hash alone, and games are counted in integers of any
size, so all counts are exact with both engines.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, NamedTuple, TypeAlias

from adversario.base.errors import InputError
from adversario.base.numbers import Number, tidy, to_json
from adversario.base.process.memory import is_short
from adversario.base.progress import Watcher
from adversario.base.stop import Stop
from adversario.contract.checking.guard import Guard, no_actions, require_start
from adversario.game import Game
from adversario.native.compiler.compile import Compiled, compile_game
from adversario.native.engines.control import Control, run_all
from adversario.native.engines.engine_choice import (
    COUNTED_STATES,
    Engine,
    engine_of,
    first_bound,
    on_engine,
)
from adversario.native.kernels.count import explore as kernel
from adversario.native.kernels.count.explore import (
    BOUNDED,
    DONE,
    INNER,
    LIMB,
    STOPPED,
    STUCK,
    UNSEEN,
)
from adversario.native.kernels.layout.flags import Flags

Outcome: TypeAlias = tuple[Number, ...]
"""The end of a game: the utility of every player."""

REPORT_INTERVAL = 1024
"""The number of states between two progress reports."""

SHORT = -1
"""How an exploration ended that had to stop before memory was full, beside those of the kernel."""

ROOM = 16 << 20
"""Bytes that must be free for an exploration to go on."""

GROWTH = 64
"""And bytes for each state of a compiled one, whose table may be about to grow."""


@dataclass(frozen=True, slots=True)
class CountProgress:
    """The number of states found so far."""

    states: int


@dataclass(frozen=True, slots=True)
class Count:
    """The numbers of states and games, from one state on.

    `per_ply` has the number of states by the least number of plies that leads to them, `terminal`
    that of terminal states by outcome, and `games` that of complete sequences of actions (and
    outcomes of chance) by outcome. `branching` is the mean number of actions over the nonterminal
    states. If `symmetric`, states that are images of each other count once, as the first of them
    that is reached; `games` counts all games.

    `games` and `longest` are None if they are not known: a game that can repeat a state (`cyclic`)
    can go on for ever, and a count that is not `complete` covers only a part. The numbers of states
    are then those found, and `shortest` is exact if it is known.
    """

    states: int
    per_ply: tuple[int, ...]
    terminal: Mapping[Outcome, int]
    games: Mapping[Outcome, int] | None
    shortest: int | None
    longest: int | None
    branching: float
    symmetric: bool
    complete: bool
    interrupted: bool = field(compare=False)
    short_of_memory: bool = field(compare=False)  # it ended before memory was full
    engine: Engine = field(compare=False)
    seconds: float = field(compare=False)

    @property
    def cyclic(self) -> bool:
        """Whether play is known to be able to go on for ever."""
        return self.complete and self.games is None

    @property
    def terminal_states(self) -> int:
        """The number of terminal states of all outcomes."""
        return sum(self.terminal.values())

    @property
    def all_games(self) -> int | None:
        """The number of games of all outcomes."""
        return None if self.games is None else sum(self.games.values())

    def to_json(self) -> dict[str, object]:
        """The count as JSON values, with outcomes as a list."""
        outcomes = [
            {
                "utilities": to_json(outcome),
                "states": number,
                "games": None if self.games is None else self.games[outcome],
            }
            for outcome, number in self.terminal.items()
        ]
        return {
            "states": self.states, "terminal_states": self.terminal_states,
            "games": self.all_games, "outcomes": outcomes, "shortest": self.shortest,
            "longest": self.longest, "branching": self.branching, "per_ply": list(self.per_ply),
            "symmetric": self.symmetric, "complete": self.complete, "cyclic": self.cyclic,
            "interrupted": self.interrupted, "short_of_memory": self.short_of_memory,
            "engine": self.engine, "seconds": self.seconds,
        }  # fmt: skip


class _Tally(NamedTuple):
    """Sums over states; `terminal` is indexed by outcome."""

    per_ply: list[int]
    terminal: list[int]
    inner: int
    moves: int
    shortest: int  # -1: not known


class _Exploration(NamedTuple):
    """The result of an engine."""

    ended: int
    states: list[Any]  # this and the next three are empty unless `keep`
    plies: list[int]
    kinds: list[int]
    ends: list[int]  # the end of each state's moves in a list of all moves
    tally: _Tally
    outcomes: list[Outcome]
    games: list[int] | None  # by outcome
    longest: int  # -1: not known

    @property
    def size(self) -> int:
        """The number of states found."""
        return sum(self.tally.per_ply)


def count_game(
    game: Game[Any, Any],
    state: Any = None,
    *,
    symmetric: bool = False,
    engine: Engine = "auto",
    most: int | None = None,
    on_progress: Callable[[CountProgress], None] | None = None,
    stop: Stop | None = None,
) -> Count:
    """Count the states, terminal states and games from a state, by default the initial one.

    States are explored breadth first. After `most` states, before memory is full, on Ctrl-C or when
    the `stop` token is set, the count ends and is not `complete`. The "auto" engine compiles games
    of more than COUNTED_STATES states. Raises GameError if a state that is not terminal has no
    actions.
    """
    if most is not None and most < 1:
        raise InputError("limit.too_small", limit="most", given=most, least=1)
    started = perf_counter()
    start = game.initial() if state is None else state
    require_start(game, start)
    used, found = _explore(game, start, engine, most, symmetric, Watcher(on_progress, stop))
    tally = _representatives(game, found) if symmetric else found.tally
    complete = found.ended == DONE
    return Count(
        states=sum(tally.per_ply),
        per_ply=tuple(tally.per_ply),
        terminal=dict(zip(found.outcomes, tally.terminal, strict=True)),
        games=None if found.games is None else dict(zip(found.outcomes, found.games, strict=True)),
        shortest=None if tally.shortest < 0 else tally.shortest,
        longest=None if found.longest < 0 else found.longest,
        branching=tally.moves / tally.inner if tally.inner else 0.0,
        symmetric=symmetric,
        complete=complete,
        interrupted=found.ended == STOPPED,
        short_of_memory=found.ended == SHORT,
        engine=used,
        seconds=perf_counter() - started,
    )


def _explore(
    game: Game[Any, Any],
    start: Any,
    engine: Engine,
    most: int | None,
    keep: bool,
    watcher: Watcher[CountProgress],
) -> tuple[Engine, _Exploration]:
    """The engine that was used, and its result."""
    if engine != "auto":
        return _explore_by_choice(game, start, engine, most, keep, watcher)
    small = first_bound(most, COUNTED_STATES)
    first = _explore_interpreted(game, start, small, watcher)
    if first.ended != BOUNDED or small == most:
        return "python", first
    with suppress(KeyboardInterrupt):
        used, found = _explore_by_choice(game, start, engine, most, keep, watcher)
        if found.ended != STOPPED or found.size > first.size:
            return used, found
    return "python", first._replace(ended=STOPPED)  # stopped during compilation


def _explore_by_choice(
    game: Game[Any, Any],
    start: Any,
    engine: Engine,
    most: int | None,
    keep: bool,
    watcher: Watcher[CountProgress],
) -> tuple[Engine, _Exploration]:
    """The engine and its result: compiled if possible and allowed."""

    def native(view: Game[Any, Any]) -> tuple[Engine, _Exploration]:
        compiled = compile_game(view, kernel, start)
        return engine_of(view), _explore_native(compiled, start, most, keep, watcher)

    def interpreted() -> tuple[Engine, _Exploration]:
        return "python", _explore_interpreted(game, start, most, watcher)

    return on_engine(game, engine, native, interpreted, tabulated=False)


def _explore_native(
    compiled: Compiled, start: Any, most: int | None, keep: bool, watcher: Watcher[CountProgress]
) -> _Exploration:
    """The result of compiled code, which reports progress and is stopped by Ctrl-C."""
    control = Control(watcher.stop)

    short = False

    def watch() -> None:
        nonlocal short
        states = int(control.flags[Flags.progress])
        watcher.report(CountProgress(states))
        if is_short(ROOM + GROWTH * states):
            short = True
            control.set()

    explore, native = compiled.functions.explore, compiled.encode(start)
    bound = -1 if most is None else most
    (raw,) = run_all([lambda: explore(native, bound, keep, control.flags)], control, watch=watch)
    ended, states, plies, kinds, ends, tally, utilities, (longest, digits) = raw
    if short and ended == STOPPED:
        ended = SHORT
    if ended == STUCK:
        raise no_actions(compiled.game, compiled.decode(states[0]))
    outcomes = _outcomes(utilities, compiled.game.players)
    games = _numbers(digits, len(outcomes)) if longest >= 0 else None
    decoded = [compiled.decode(each) for each in states]
    return _Exploration(
        ended, decoded, plies, kinds, ends, _Tally(*tally), outcomes, games, longest
    )  # fmt: skip


def _outcomes(utilities: list[float], players: int) -> list[Outcome]:
    """The utilities of each outcome, converted from the floats of compiled code."""
    numbers = [tidy(number) for number in utilities]
    return [tuple(numbers[at : at + players]) for at in range(0, len(numbers), players)]


def _numbers(digits: list[int], outcomes: int) -> list[int]:
    """The integer of each outcome from its digits, lowest first."""
    limbs = len(digits) // outcomes
    return [
        sum(digits[first + limb] << LIMB * limb for limb in range(limbs))
        for first in range(0, len(digits), limbs)
    ]


def _representatives(game: Game[Any, Any], found: _Exploration) -> _Tally:
    """The tally of one state of each symmetry class: the first that was found."""
    images: set[Any] = set()
    chosen = []
    for index, state in enumerate(found.states[: len(found.kinds)]):
        if state not in images:
            chosen.append(index)
            images.update(game.symmetries(state))
    return _tally(found.plies, found.kinds, found.ends, len(found.outcomes), chosen)


def _tally(
    plies: list[int], kinds: list[int], ends: list[int], outcomes: int, chosen: Iterable[int]
) -> _Tally:
    """The tally of the chosen states, which must be ordered by ply."""
    per_ply, terminal = [0] * (plies[-1] + 1), [0] * outcomes
    inner, moves, shortest = 0, 0, -1
    for index in chosen:
        per_ply[plies[index]] += 1
        kind = kinds[index]
        if kind == INNER:
            inner += 1
            moves += ends[index] - (ends[index - 1] if index else 0)
        elif kind != UNSEEN:
            terminal[kind] += 1
            if shortest < 0:
                shortest = plies[index]
    return _Tally(per_ply, terminal, inner, moves, shortest)


# Enumeration in plain Python (see `kernels.count`).


def _explore_interpreted(
    game: Game[Any, Any], start: Any, most: int | None, watcher: Watcher[CountProgress]
) -> _Exploration:
    """Explore the states that can be reached, at most `most`, breadth first."""
    rules, numbers = Guard(game), {start: 0}
    states, plies, kinds = [start], [0], [UNSEEN]
    targets: list[int] = []
    ends: list[int] = []
    outcomes: dict[Outcome, int] = {}
    ended = DONE
    try:
        for at, state in enumerate(states):  # grows during the loop
            if at % REPORT_INTERVAL == 0:
                watcher.report(CountProgress(len(states)))
                if is_short(ROOM):
                    ended = SHORT
                    break
                if watcher.is_stopped():
                    ended = STOPPED
                    break
            for action in rules.moves(state):
                after = game.result(state, action)
                if after not in numbers:
                    if len(states) == most:
                        ended = BOUNDED
                        break
                    numbers[after] = len(states)
                    states.append(after)
                    plies.append(plies[at] + 1)
                    kinds.append(UNSEEN)
                targets.append(numbers[after])
            if ended == BOUNDED:
                break
            ends.append(len(targets))
            if game.is_terminal(state):
                kinds[at] = outcomes.setdefault(rules.utilities(state), len(outcomes))
            else:
                kinds[at] = INNER
    except KeyboardInterrupt:  # each list is at least as long as those filled after it
        ended = STOPPED
    tally = _tally(plies, kinds, ends, len(outcomes), range(len(kinds)))
    longest, games = -1, None
    if ended == DONE:
        longest, games = _games(kinds, ends, targets, len(outcomes))
    return _Exploration(
        ended, states, plies, kinds, ends, tally, list(outcomes), games, longest
    )  # fmt: skip


def _games(
    kinds: list[int], ends: list[int], targets: list[int], outcomes: int
) -> tuple[int, list[int] | None]:
    """The longest game, and the number of games of each outcome; -1 and None if there is a cycle.

    States are processed in topological order (Kahn 1962), so that the number of ways to a state is
    complete before it is added to those of its successors.
    """
    entries, ways, lengths = [0] * len(kinds), [0] * len(kinds), [0] * len(kinds)
    for target in targets:
        entries[target] += 1
    order = [] if entries[0] else [0]
    ways[0] = 1
    games, longest = [0] * outcomes, -1
    for index in order:  # grows during the loop
        if kinds[index] != INNER:
            games[kinds[index]] += ways[index]
            longest = max(longest, lengths[index])
        for target in targets[ends[index - 1] if index else 0 : ends[index]]:
            ways[target] += ways[index]
            lengths[target] = max(lengths[target], lengths[index] + 1)
            entries[target] -= 1
            if not entries[target]:
                order.append(target)
    return (longest, games) if len(order) == len(kinds) else (-1, None)
