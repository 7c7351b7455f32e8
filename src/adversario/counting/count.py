"""Full enumeration: every state that can be reached, and every game that can be played.

States are told apart by comparing them, never by a hash alone, and games are counted in whole
numbers of any size, so all counts are exact, whichever engine makes them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, NamedTuple, TypeAlias

from adversario.base.errors import InputError
from adversario.base.numbers import Number, tidy, to_json
from adversario.base.progress import Watcher
from adversario.base.stop import Stop
from adversario.game import Game
from adversario.native.compiler.compile import Compiled
from adversario.native.engines.control import Control, run_all
from adversario.native.engines.engine_choice import (
    COUNTED_STATES,
    Engine,
    compiled_form,
    first_bound,
)
from adversario.native.kernels.count import explore as kernel
from adversario.native.kernels.count.explore import (
    BOUNDED,
    DONE,
    INNER,
    LIMB,
    STOPPED,
    UNSEEN,
)
from adversario.native.kernels.layout.flags import Flags

Outcome: TypeAlias = tuple[Number, ...]
"""How a game ends: the utility of every player."""

OFTEN = 1024
"""States between two words about progress."""


@dataclass(frozen=True, slots=True)
class CountProgress:
    """The number of states found so far."""

    states: int


@dataclass(frozen=True, slots=True)
class Count:
    """What there is in a game, from one of its states on.

    `per_ply` has the states by the least number of plies that leads to them, `terminal` the
    terminal states and `games` the complete sequences of actions (and outcomes of chance) by how
    they end. `branching` is the mean number of actions over the states that are not terminal. If
    `symmetric`, states that are images of each other count once, as the first of them to be
    reached; games are all counted.

    `games` and `longest` are None where they are not known: a game that can return to a state it
    was in (`cyclic`) can go on for ever, and a count that is not `complete` saw a part only; its
    numbers of states are then what was found, and `shortest` is exact if it is known.
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
    engine: Engine = field(compare=False)
    seconds: float = field(compare=False)

    @property
    def cyclic(self) -> bool:
        """Whether it is known that play can go on for ever."""
        return self.complete and self.games is None

    @property
    def terminal_states(self) -> int:
        """The terminal states of all outcomes."""
        return sum(self.terminal.values())

    @property
    def all_games(self) -> int | None:
        """The games of all outcomes."""
        return None if self.games is None else sum(self.games.values())

    def to_json(self) -> dict[str, object]:
        """The count as JSON has it, outcomes as a list."""
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
            "interrupted": self.interrupted, "engine": self.engine, "seconds": self.seconds,
        }  # fmt: skip


class _Tally(NamedTuple):
    """What is added up over states; the lists of terminal states go by outcome."""

    per_ply: list[int]
    terminal: list[int]
    inner: int
    moves: int
    shortest: int  # -1: not known


class _Explored(NamedTuple):
    """What an engine found."""

    ended: int
    states: list[Any]  # with the next three: empty unless they are wanted
    plies: list[int]
    kinds: list[int]
    ends: list[int]  # of the moves of each state, in one long list of all of them
    tally: _Tally
    outcomes: list[Outcome]
    games: list[int] | None  # by outcome
    longest: int  # -1: not known

    @property
    def size(self) -> int:
        """How many states were found."""
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

    The states are explored breadth first. At most `most` of them are, as some games have far too
    many, or no end of them; the count is then not complete, and says so. Ctrl-C and the `stop`
    token have the same effect. The "auto" engine compiles games of more than a hundred thousand
    states.
    """
    if most is not None and most < 1:
        raise InputError("limit.too_small", limit="most", given=most, least=1)
    started = perf_counter()
    start = game.initial() if state is None else state
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
) -> tuple[Engine, _Explored]:
    """What the engine found, and which one it was in the end."""
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
    return "python", first._replace(ended=STOPPED)  # stopped while it was compiled


def _explore_by_choice(
    game: Game[Any, Any],
    start: Any,
    engine: Engine,
    most: int | None,
    keep: bool,
    watcher: Watcher[CountProgress],
) -> tuple[Engine, _Explored]:
    """The engine that is used, and what it found: compiled if possible and wanted."""
    compiled = compiled_form(game, kernel, engine, start)
    if compiled is None:
        return "python", _explore_interpreted(game, start, most, watcher)
    return "native", _native(compiled, start, most, keep, watcher)


def _native(
    compiled: Compiled, start: Any, most: int | None, keep: bool, watcher: Watcher[CountProgress]
) -> _Explored:
    """What compiled code found, watched, and stopped by Ctrl-C."""
    control = Control(watcher.stop)

    def watch() -> None:
        watcher.report(CountProgress(int(control.flags[Flags.progress])))

    explore, native = compiled.functions.explore, compiled.encode(start)
    bound = -1 if most is None else most
    (raw,) = run_all([lambda: explore(native, bound, keep, control.flags)], control, watch=watch)
    ended, states, plies, kinds, ends, tally, utilities, (longest, digits) = raw
    outcomes = _outcomes(utilities, compiled.game.players)
    games = _numbers(digits, len(outcomes)) if longest >= 0 else None
    decoded = [compiled.decode(each) for each in states]
    return _Explored(
        ended, decoded, plies, kinds, ends, _Tally(*tally), outcomes, games, longest
    )  # fmt: skip


def _outcomes(utilities: list[float], players: int) -> list[Outcome]:
    """The utilities of compiled code, which are all floats, for each outcome."""
    numbers = [tidy(number) for number in utilities]
    return [tuple(numbers[at : at + players]) for at in range(0, len(numbers), players)]


def _numbers(digits: list[int], outcomes: int) -> list[int]:
    """The whole number of each outcome from its digits, lowest first."""
    limbs = len(digits) // outcomes
    return [
        sum(digits[first + limb] << LIMB * limb for limb in range(limbs))
        for first in range(0, len(digits), limbs)
    ]


def _representatives(game: Game[Any, Any], found: _Explored) -> _Tally:
    """The tally of one state of each class of symmetric ones: the first of them that was found."""
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
    """The tally of the chosen states, which stand in the order of their plies."""
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


# The same in plain Python (see `kernels.count`).


def _explore_interpreted(
    game: Game[Any, Any], start: Any, most: int | None, watcher: Watcher[CountProgress]
) -> _Explored:
    """All states that can be reached, breadth first, up to a number of them."""
    numbers = {start: 0}
    states, plies, kinds = [start], [0], [UNSEEN]
    targets: list[int] = []
    ends: list[int] = []
    outcomes: dict[Outcome, int] = {}
    ended = DONE
    try:
        for at, state in enumerate(states):  # which grows meanwhile
            if at % OFTEN == 0:
                watcher.report(CountProgress(len(states)))
                if watcher.is_stopped():
                    ended = STOPPED
                    break
            for action in game.legal(state):
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
                kinds[at] = outcomes.setdefault(game.utilities(state), len(outcomes))
            else:
                kinds[at] = INNER
    except KeyboardInterrupt:  # each list is then at least as long as those filled after it
        ended = STOPPED
    tally = _tally(plies, kinds, ends, len(outcomes), range(len(kinds)))
    longest, games = -1, None
    if ended == DONE:
        longest, games = _games(kinds, ends, targets, len(outcomes))
    return _Explored(
        ended, states, plies, kinds, ends, tally, list(outcomes), games, longest
    )  # fmt: skip


def _games(
    kinds: list[int], ends: list[int], targets: list[int], outcomes: int
) -> tuple[int, list[int] | None]:
    """The longest game, and the games of each outcome; -1 and None if there is a circle.

    States are taken up after all that lead to them (Kahn 1962), so that the ways to a state are
    all known when those to the next ones are added up.
    """
    entries, ways, lengths = [0] * len(kinds), [0] * len(kinds), [0] * len(kinds)
    for target in targets:
        entries[target] += 1
    order = [] if entries[0] else [0]
    ways[0] = 1
    games, longest = [0] * outcomes, -1
    for index in order:  # which grows meanwhile
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
