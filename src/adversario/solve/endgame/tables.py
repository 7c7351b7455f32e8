"""Probing endgame tables: the value of a position, and the best actions.

    tables = open_tables(make_game("endings:pieces=R"), "krk")
    tables.probe(state), tables.best_actions(state)

Values are to the player to move: 1 for a win, 0 for a draw, -1 for a loss.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Any, Generic, NamedTuple

from adversario.base.errors import InputError
from adversario.base.files import exists
from adversario.base.pov import Pov
from adversario.base.process.memory import require_memory
from adversario.contract.capability import as_capability
from adversario.contract.numbering import Numbered
from adversario.game import A, Game, S, mover_of
from adversario.native.engines.endgame import BLOCK, TableMemory, value_at
from adversario.native.kernels.endgame.expand import HOLE
from adversario.solve.endgame.format import TableFile, require_table
from adversario.solve.endgame.numbering import number_positions
from adversario.solve.endgame.plan import (
    Metric,
    TableLayer,
    layers_of,
    require_metric,
    require_sizes,
)
from adversario.views.numbered import Listed

CACHED_BLOCKS = 1024
"""The number of blocks cached in memory: 128 MiB with distances."""


class Known(NamedTuple):
    """The value of a position to the player to move, and the plies to the end.

    `plies` is None in a draw, and in a table without distances.
    """

    value: int
    plies: int | None

    def pov(self, side: int) -> Pov:
        """The value with its point of view, if player 0's side (0) or the other (1) is to move."""
        return Pov(self.value, side, self.plies)


@dataclass
class Tables(Generic[S, A]):
    """The available tables of a game, in the order of its layers."""

    game: Game[S, A]
    folder: Path
    metric: Metric
    files: dict[int, TableFile]
    layers: tuple[TableLayer, ...]
    _blocks: OrderedDict[tuple[int, int], bytes] = field(default_factory=OrderedDict, repr=False)
    _lock: Any = field(default_factory=Lock, repr=False)
    _memory: TableMemory | None = field(default=None, repr=False)

    @property
    def plies(self) -> bool:
        """Whether distances are known."""
        return self.metric == "dtw"

    @property
    def listed(self) -> bool:
        """Whether positions are numbered by a list, and not by the game."""
        return isinstance(self.game, Listed)

    def __contains__(self, state: S) -> bool:
        return self.probe(state) is not None

    def probe(self, state: S) -> Known | None:
        """The entry of a position; None if the tables do not have it."""
        numbering = as_capability(self.game, Numbered)
        layer = numbering.layer(state)
        if layer in self.files:
            value = self.stored_value(layer, numbering.index(state))
            if value == HOLE:
                raise InputError("endgame.impossible", state=self.game.position(state))
            known = decode_value(value, plies=self.plies)
            if not _has_such(self.files[layer].header, known):
                raise self._false(state)
            return known
        if self.game.is_terminal(state):
            utility = self.game.utility(state, mover_of(self.game, state))
            return decode_value((utility > 0) - (utility < 0), plies=self.plies)
        return None

    def stored_value(self, layer: int, index: int) -> int:
        """The value of a number as it is stored (see `native.kernels.endgame`)."""
        block = self._block(layer, index // BLOCK)
        return value_at(block, index % BLOCK, plies=self.plies)

    def _block(self, layer: int, number: int) -> bytes:
        """A block, from the cache if it was used recently."""
        key = layer, number
        with self._lock:
            if key not in self._blocks:
                self._blocks[key] = self.files[layer].block(number)
                if len(self._blocks) > CACHED_BLOCKS:
                    self._blocks.popitem(last=False)
            self._blocks.move_to_end(key)
            return self._blocks[key]

    def best_actions(self, state: S) -> tuple[A, ...]:
        """The actions of perfect play: the fastest wins, the slowest losses, or all drawing moves.

        Raises InputError if the tables do not have the position, or if its own entry is not what
        its actions lead to. Without distances all winning actions are considered equally good, and
        play need not make progress.
        """
        game, mover = self.game, self._side(state)
        values: list[tuple[Pov, A]] = []
        for action in game.legal(state):
            after = game.result(state, action)
            found = self.probe(after)
            if found is None:
                raise InputError("endgame.not_held", state=game.position(after))
            values.append((found.pov(self._side(after)).to(mover), action))
        best = max((value for value, _ in values), default=None)
        self._require_right(state, best)
        return tuple(action for value, action in values if value == best)

    def _require_right(self, state: S, best: Pov | None) -> None:
        """Raise InputError if the entry of a state is not the best that its actions lead to."""
        found = self.probe(state)
        if best is None:  # the end
            utility = self.game.utility(state, mover_of(self.game, state))
            right = Known((utility > 0) - (utility < 0), 0 if self.plies and utility else None)
        else:
            right = Known(int(best.value), None if best.plies is None else best.plies + 1)
        if found is not None and found != right:
            raise self._false(state)

    def _false(self, state: S) -> InputError:
        return InputError("endgame.false", folder=self.folder, state=self.game.position(state))

    def _side(self, state: S) -> int:
        """The side to move: 0 for player 0's side, 1 for the other."""
        return int(not self.game.same_side(mover_of(self.game, state), 0))

    def memory(self) -> TableMemory:
        """All tables unpacked in memory, for compiled code; loaded on first use."""
        if self._memory is None:
            width = 2 if self.plies else 1  # bytes of a value, or of four
            total = sum(layer.size for layer in self.layers) * width
            require_memory(total if self.plies else total // 4, "memory.table")
            made = TableMemory(plies=self.plies)
            for layer, file in self.files.items():
                made.add(layer, b"".join(file.blocks()))
            self._memory = made
        return self._memory


def _has_such(header: Mapping[str, Any], known: Known) -> bool:
    """Whether a table, by its header, has entries of that value, and of this number of plies."""
    wins, losses = header["wins"], header["losses"]
    draws = header["positions"] - wins - losses
    there = (draws, wins, losses)[known.value] > 0
    return bool(there and (known.plies or 0) <= header.get("longest", 0))


def decode_value(value: int, *, plies: bool) -> Known:
    """The meaning of a stored value."""
    outcome = (value > 0) - (value < 0)
    return Known(outcome, abs(value) - 1 if plies and outcome else None)


def open_tables(game: Game[S, A], folder: Path | str, *, metric: str | None = None) -> Tables[S, A]:
    """Open all tables of a game in a folder; by default those with distances if there are any.

    Raises InputError if there are none, or if one is damaged or of another game, variant or
    version.
    """
    place = Path(folder)
    if not (exists(place) and place.is_dir()):
        raise InputError("endgame.no_folder", folder=place)
    wanted: Sequence[Metric] = ("dtw", "wdl") if metric is None else (require_metric(metric),)
    game = number_positions(game)
    layers = layers_of(game)
    for each in wanted:
        there = tuple(layer for layer in layers if layer.file(place, each).exists())
        if there:
            require_sizes(game, there)
            files = {
                layer.number: require_table(layer.file(place, each), game, layer, each)
                for layer in there
            }
            return Tables(game, place, each, files, there)
    raise InputError("endgame.no_tables", folder=place, game=game.name)
