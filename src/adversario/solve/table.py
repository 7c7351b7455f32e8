"""Strong solutions: the value of every state that can be reached, and the distance to the end.

    table = solve_all(make_game("tictactoe"))
    table.value(state), table.distance(state), table.best_actions(state)

With two sides, values are the utility of player 0, as in minimax; with more, or if the sum is not
constant, they are the utilities of all players, as in max^n. The distance is the number of plies to
the end if all players play perfectly: the winner takes as few plies as possible, the loser and both
players of a draw as many as possible. Play that never ends is a draw, and has no distance.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from time import perf_counter
from typing import Any, Generic

from adversario.algorithms.core.answer import Score
from adversario.algorithms.core.policy import Policy
from adversario.algorithms.core.requirements import require
from adversario.base import notebook_hooks
from adversario.base.errors import InputError
from adversario.base.formats.arrays import Array
from adversario.base.formats.schema import Choice, Exact, Flag, ListOf, Schema, Text
from adversario.base.numbers import Value, to_json
from adversario.base.provenance.saved_work import identity
from adversario.base.stop import Stop
from adversario.contract.capability import defines
from adversario.game import A, Game, S, mover_of
from adversario.native.engines.engine_choice import Engine
from adversario.native.kernels.solve.explore import DONE
from adversario.solve.files import ArrayFormat, read_header
from adversario.solve.retrograde import draw_value, is_two_sided, solve_backwards
from adversario.solve.states.graph import ExploreProgress, explore
from adversario.solve.states.packing import Packing
from adversario.solve.states.state_index import Index, StateArray

MAX_STATES = 50_000_000
"""The default limit on the number of states, which takes some gigabytes."""


@dataclass(frozen=True)
class Table(Generic[S, A]):
    """All reachable states with their values. Look-ups also accept symmetric images.

    Looking up a state that is not in the table raises InputError.
    """

    game: Game[S, A]
    root: S
    symmetric: bool
    values: tuple[Value, ...]
    engine: Engine = field(compare=False)
    seconds: float = field(compare=False)
    _index: Index = field(repr=False)
    _places: Any = field(repr=False)
    _distances: Any = field(repr=False)
    _best: Any = field(repr=False)
    _plies: Any = field(repr=False)

    def _repr_html_(self) -> str | None:
        return notebook_hooks.html(self)

    def __len__(self) -> int:
        return len(self._index)

    def __contains__(self, state: object) -> bool:
        return self._find(state) >= 0

    def __iter__(self) -> Iterator[S]:
        """Iterate over one state of each symmetry class, breadth first."""
        return (self._index.state(number) for number in range(len(self)))

    def value(self, state: S | None = None) -> Value:
        """The value of a state, by default of the root."""
        return self.values[int(self._places[self._number(state)])]

    def distance(self, state: S | None = None) -> int | None:
        """The number of plies of perfect play from a state; None if it never ends."""
        found = int(self._distances[self._number(state)])
        return found if found >= 0 else None

    def ply(self, state: S) -> int:
        """The least number of plies from the root to a state."""
        return int(self._plies[self._number(state)])

    def ratings(self, state: S | None = None) -> tuple[Score[A], ...]:
        """The value and distance (None: endless) of every action of a state, in order."""
        game, here = self.game, self.root if state is None else state
        found = []
        for action in game.legal(here):
            after = game.result(here, action)
            left = self.distance(after)
            distance = None if left is None else left + 1
            found.append(Score(action, self.value(after), distance=distance))
        return tuple(found)

    def best_actions(self, state: S | None = None) -> tuple[A, ...]:
        """All actions of perfect play; the first of them keeps the distance.

        In a won or lost state these are the actions that win as soon, or lose as late, as possible.
        In a draw they are all actions that keep the draw, and with more than two sides all actions
        that have the same value to the player to move.
        """
        here = self.root if state is None else state
        value, distance, draw = self.value(here), self.distance(here), draw_value(self.game)
        mover = mover_of(self.game, here)
        keeping, others = [], []
        for each in self.ratings(here):
            if (each.value, each.distance) == (value, distance):
                keeping.append(each.action)
            elif isinstance(value, tuple) and isinstance(each.value, tuple):
                others += [each.action] * (each.value[mover] == value[mover])
            elif each.value == value == draw:
                others.append(each.action)
        return (*keeping, *others)

    def policy(self, player: int = 0) -> Policy[S, A]:
        """The policy of a player: in every state the first action that keeps value and distance."""
        return Policy(self.game, player, Choices(self, player))

    def counts(self) -> dict[Value, int]:
        """The number of states of each value."""
        found = _tally(self._places)
        return {value: found.get(at, 0) for at, value in enumerate(self.values)}

    def by_ply(self) -> list[dict[Value, int]]:
        """The number of states of each value, ply by ply."""
        width = len(self.values)
        found = _tally(_join_columns(self._plies, self._places, width))
        last = max(found) // width
        return [
            {value: found.get(ply * width + at, 0) for at, value in enumerate(self.values)}
            for ply in range(last + 1)
        ]

    def to_json(self, *, states: bool = False) -> dict[str, Any]:
        """The summary as JSON values; with `states`, every state too."""
        game = self.game
        answer: dict[str, Any] = {
            "game": game.name,
            "position": game.position(self.root),
            "value": to_json(self.value()),
            "distance": self.distance(),
            "states": len(self),
            "symmetric": self.symmetric,
            "counts": [
                {"value": to_json(value), "states": number}
                for value, number in self.counts().items()
            ],
            "by_ply": [list(counts.values()) for counts in self.by_ply()],
        }
        if states:
            answer["table"] = {
                game.position(state): {
                    "value": to_json(self.value(state)),
                    "distance": self.distance(state),
                    "best": [game.action_name(state, each) for each in self.best_actions(state)],
                }
                for state in self
            }
        return answer

    def best_number(self, number: int) -> int:
        """The number, in the game's order, of the best action of state `number`."""
        return int(self._best[number])

    def _number(self, state: S | None) -> int:
        number = self._find(self.root if state is None else state)
        if number < 0:
            shown = self.game.position(state) if state is not None else ""
            raise InputError("solve.no_state", state=shown, game=self.game.name)
        return number

    def _find(self, state: Any) -> int:
        if self.symmetric:
            return self._index.find((state, *self.game.symmetries(state)))
        return self._index.find((state,))

    # On disk.

    def save(self, path: Path | str, *, source: str = "", graded: bool = False) -> None:
        """Write the table to an .npz file, with a header that identifies the game.

        `source` is the game as written on the command line, from which `adversario verify` builds
        it; `graded` is whether the table is of the game with its finer utilities.
        """
        import numpy as np  # noqa: PLC0415 (not needed to import the package)

        packing = Packing.of(self.root)
        if packing is None:
            raise InputError("solve.unsavable", game=self.game.name)
        index = self._index
        rows = index.rows if isinstance(index, StateArray) else np.array([*map(packing.pack, self)])
        header = {
            **identity(self.game), "source": source, "graded": graded,
            "symmetric": self.symmetric, "engine": self.engine,
            "worths": [to_json(value, exact=True) for value in self.values],
        }  # fmt: skip
        arrays = {
            "states": np.asarray(rows, np.int64),
            "values": np.asarray(self._places, np.int32),
            "distances": np.asarray(self._distances, np.int32),
            "best": np.asarray(self._best, np.int32),
            "plies": np.asarray(self._plies, np.int32),
        }
        table_format(self.game).write(Path(path), header, arrays)


def table_format(game: Game[Any, Any]) -> ArrayFormat:
    """The file of a table: a row for each state, whose value is one of `worths`."""
    worth: Schema[Any] = Exact() if is_two_sided(game) else ListOf(Exact(), size=game.players)
    return ArrayFormat(
        "table",
        {
            "states": Array("int64", ("states", "width")),
            "values": Array("int32", ("states",), 0, "worths"),
            "distances": Array("int32", ("states",), -1, "states"),
            "best": Array("int32", ("states",), -1),
            "plies": Array("int32", ("states",), 0, "states"),
        },
        {
            "source": Text(),
            "graded": Flag(),
            "symmetric": Flag(),
            "engine": Choice(("native", "python")),
            "worths": ListOf(worth, least=1),
        },
    )


def read_table_file(
    path: Path, game: Game[Any, Any]
) -> tuple[dict[str, Any], dict[str, Any], Packing]:
    """The header and the arrays of a table of the game, and the packing of its states."""
    packing, worths = Packing.of(game.initial()), read_header(path).get("worths")
    if packing is None:
        raise InputError("solve.other_work", file=path)
    header, arrays = table_format(game).read(
        path, game, width=packing.width, worths=len(worths) if isinstance(worths, list) else 0
    )
    if not len(arrays["states"]):
        raise InputError("arrays.damaged", file=path)
    return header, arrays, packing


def load_table(path: Path | str, game: Game[S, A]) -> Table[S, A]:
    """Read a table from a file; raises InputError if it is damaged, or of another game."""
    header, arrays, packing = read_table_file(Path(path), game)
    index = StateArray(packing, arrays["states"])
    return Table(
        game=game,
        root=index.state(0),
        symmetric=header["symmetric"],
        values=header["worths"],
        engine=header["engine"],
        seconds=0.0,
        _index=index,
        _places=arrays["values"],
        _distances=arrays["distances"],
        _best=arrays["best"],
        _plies=arrays["plies"],
    )


class Choices(Mapping[S, A]):
    """A player's best action in every state of a table, computed on look-up."""

    def __init__(self, table: Table[S, A], player: int) -> None:
        self.table, self.player = table, player

    def __getitem__(self, state: S) -> A:
        table = self.table
        if state not in table or not self._is_theirs(state):
            raise KeyError(state)
        return table.best_actions(state)[0]

    def __iter__(self) -> Iterator[S]:
        return (state for state in self.table if self._is_theirs(state))

    def _repr_html_(self) -> str | None:
        return notebook_hooks.html(self)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _is_theirs(self, state: S) -> bool:
        game = self.table.game
        return not game.is_terminal(state) and game.player(state) == self.player


def solve_all(
    game: Game[S, A],
    state: S | None = None,
    *,
    symmetric: bool = True,
    engine: Engine = "auto",
    most: int | None = MAX_STATES,
    save: Path | None = None,
    on_progress: Callable[[ExploreProgress], None] | None = None,
    stop: Stop | None = None,
) -> Table[S, A]:
    """Solve all states that can be reached from a state, by default the initial one.

    With `symmetric`, images by the game's `symmetries` are one state (not in games of more than two
    sides, where max^n breaks ties by the order of the actions). Raises InputError if there are more
    than `most` states. `on_progress` is called periodically with the number of states found. On
    Ctrl-C a compiled exploration is saved in the file `save`, if given, and resumed by the next
    call.
    """
    table = try_all(
        game, state, symmetric=symmetric, engine=engine, most=most, save=save,
        on_progress=on_progress, stop=stop,
    )  # fmt: skip
    if table is None:
        if stop is not None:
            stop.require_going()
        raise InputError("solve.most", game=game.name, most=most)
    return table


def try_all(
    game: Game[S, A],
    state: S | None = None,
    *,
    symmetric: bool = True,
    engine: Engine = "auto",
    most: int | None = MAX_STATES,
    save: Path | None = None,
    on_progress: Callable[[ExploreProgress], None] | None = None,
    stop: Stop | None = None,
    seconds: float | None = None,
) -> Table[S, A] | None:
    """Solve as `solve_all` does; None if there are more than `most` states, or after `seconds`."""
    if most is not None and most < 1:
        raise InputError("limit.too_small", limit="most", given=most, least=1)
    require(game, "paranoid")
    started = perf_counter()
    root = game.initial() if state is None else state
    has_images = defines(game, "symmetries")
    folded = symmetric and has_images and is_two_sided(game)
    graph = explore(
        game, root, symmetric=folded, engine=engine, most=most, save=save,
        on_progress=on_progress, stop=stop, seconds=seconds,
    )  # fmt: skip
    if graph.interrupted:
        raise KeyboardInterrupt
    if graph.ended != DONE:
        return None
    solved = solve_backwards(game, graph)
    return Table(
        game=game,
        root=root,
        symmetric=graph.symmetric,
        values=solved.values,
        engine=graph.engine,
        seconds=perf_counter() - started,
        _index=graph.index,
        _places=solved.places,
        _distances=solved.distances,
        _best=solved.best,
        _plies=graph.plies,
    )


def _tally(numbers: Any) -> dict[int, int]:
    """The number of occurrences of each number."""
    if isinstance(numbers, list):
        found: dict[int, int] = {}
        for number in numbers:
            found[number] = found.get(number, 0) + 1
        return found
    import numpy as np  # noqa: PLC0415

    different, times = np.unique(numbers, return_counts=True)
    return dict(zip(different.tolist(), times.tolist(), strict=True))


def _join_columns(plies: Any, places: Any, width: int) -> Any:
    if isinstance(plies, list):
        return [ply * width + place for ply, place in zip(plies, places, strict=True)]
    return plies * width + places
