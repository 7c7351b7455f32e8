"""Games for one player as Markov decision processes: all their states, explored from the rules.

The states of the problem are those in which the player moves, and terminal states. Chance nodes in
between are part of the outcomes of the action before them, so a step is an action, and discounting
is per action.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from typing import Any

from adversario.algorithms.core.requirements import fitting
from adversario.base.errors import InputError, UnsuitableGameError
from adversario.base.progress import Watcher
from adversario.base.stop import Stop
from adversario.contract.checking.guard import require_start
from adversario.game import Game
from adversario.native.engines.engine_choice import Engine
from adversario.native.kernels.mdp.states import CHANCES
from adversario.solve.mdp.model import Mdp
from adversario.solve.states.chance import ChanceGraph, explore_chance
from adversario.solve.states.graph import ExploreProgress
from adversario.solve.states.growth import require_room
from adversario.solve.states.state_index import Index

COPIES = 4
"""How often the outcomes are in memory at once while chance nodes are replaced."""


@dataclass(frozen=True)
class GameNames:
    """States and actions in the game's notation. `kept` are their numbers among all states."""

    game: Game[Any, Any]
    index: Index
    kept: Any

    def at(self, number: int) -> Any:
        """The game state with that number."""
        return self.index.state(int(self.kept[number]))

    def state(self, number: int) -> str:
        """The position."""
        return self.game.position(self.at(number))

    def choice(self, state: int, choice: int) -> str:
        """The action's name."""
        here = self.at(state)
        return self.game.action_name(here, next(islice(self.game.actions(here), choice, None)))

    def find(self, name: str) -> int:
        """The number of a position; raises InputError if it is unreachable or a chance node."""
        return self.number(self.game.parse_position(name))

    def number(self, state: Any) -> int:
        """The number of a game state; raises InputError if it is not a state of the problem."""
        found = self.index.find([state])
        at = int(self.kept.searchsorted(found))
        if found < 0 or at == len(self.kept) or self.kept[at] != found:
            raise InputError("mdp.no_state", state=self.game.position(state))
        return at


def mdp_from_game(
    game: Game[Any, Any],
    state: Any = None,
    *,
    engine: Engine = "auto",
    most: int | None = None,
    on_progress: Callable[[ExploreProgress], None] | None = None,
    stop: Stop | None = None,
) -> Mdp:
    """The problem of a game for one player, from a state on.

    Small games, and those that do not compile, are explored in plain Python. Raises InputError if
    there are more than `most` states or if they do not fit into memory, KeyboardInterrupt on
    Ctrl-C, and StoppedError if the `stop` token is set.
    """
    if game.players != 1 or not game.perfect_information or game.simultaneous:
        raise UnsuitableGameError(
            "mdp.unsuitable", game=game.name, fitting=", ".join(fitting(game)) or "-"
        )
    start = game.initial() if state is None else state
    require_start(game, start)
    found = explore_chance(game, start, engine, most, Watcher(on_progress, stop))
    return _collapse_chance(game, found)


def _collapse_chance(game: Game[Any, Any], found: ChanceGraph) -> Mdp:
    """The problem without chance nodes: each is replaced by its outcomes."""
    import numpy as np  # noqa: PLC0415

    is_chance = found.kinds == CHANCES
    size = found.targets.nbytes + found.probabilities.nbytes + found.outcomes.nbytes
    require_room(COPIES * size, len(found.kinds))
    rows = _Rows(found.outcomes, found.targets, found.probabilities)
    choices = found.choices
    owners = np.repeat(np.arange(len(is_chance)), np.diff(choices))  # of each choice
    while (to_chance := is_chance[rows.targets]).any():
        unfinished = np.zeros(len(is_chance), bool)
        unfinished[np.repeat(owners, np.diff(rows.ends))[to_chance]] = True
        ready = to_chance & ~unfinished[rows.targets]
        if not ready.any():
            raise InputError("mdp.circle", game=game.name)
        rows = rows.expand_chance(ready, choices)
    start: tuple[tuple[int, float], ...] = ((0, 1.0),)
    if is_chance[0]:
        first = slice(int(rows.ends[0]), int(rows.ends[1]))
        start = tuple(zip(rows.targets[first].tolist(), rows.chances[first].tolist(), strict=True))
    kept = np.flatnonzero(~is_chance)
    number = np.cumsum(~is_chance) - 1
    rows = rows.select(~is_chance[owners])
    return Mdp(
        choices=np.concatenate([[0], np.cumsum(np.diff(choices)[kept])]),
        outcomes=rows.ends,
        targets=number[rows.targets].astype(np.int32),
        probabilities=rows.chances,
        rewards=np.zeros(len(rows.ends) - 1),
        terminal_values=found.terminal_values[kept],
        start=tuple((int(number[state]), chance) for state, chance in start),
        names=GameNames(game, found.index, kept),
        source=game,
    )


@dataclass(frozen=True)
class _Rows:
    """The outcomes of choice `c` are those from `ends[c]` to `ends[c + 1]`."""

    ends: Any
    targets: Any
    chances: Any

    def expand_chance(self, which: Any, choices: Any) -> _Rows:
        """The rows with those outcomes, all chance nodes, replaced by the outcomes of these."""
        import numpy as np  # noqa: PLC0415

        choice = choices[self.targets]
        sizes = np.where(which, self.ends[np.minimum(choice + 1, len(self.ends) - 1)], 1)
        sizes[which] -= self.ends[choice[which]]
        firsts = np.where(which, self.ends[choice], np.arange(len(self.targets)))
        stops = np.concatenate([[0], np.cumsum(sizes)])
        # The old index of each new outcome: it has the same offset from the first of its row.
        old = np.arange(stops[-1]) - np.repeat(stops[:-1] - firsts, sizes)
        factors = np.repeat(np.where(which, self.chances, 1.0), sizes)
        return _Rows(stops[self.ends], self.targets[old], factors * self.chances[old])

    def select(self, which: Any) -> _Rows:
        """The rows of only those choices."""
        import numpy as np  # noqa: PLC0415

        sizes = np.diff(self.ends)
        inside = np.repeat(which, sizes)
        ends = np.concatenate([[0], np.cumsum(sizes[which])])
        return _Rows(ends, self.targets[inside], self.chances[inside])
