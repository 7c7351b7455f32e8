"""Endgame tables in memory, and the compiled work on a layer of them.

What is done to a block of a layer depends on the layers before it only: `expand` is a function of
(layer, block), which threads or other machines may do in any order.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

from adversario.base.errors import GameError, InputError
from adversario.base.stop import StoppedError
from adversario.contract.capability import as_capability
from adversario.contract.numbering import Numbered
from adversario.game import Game
from adversario.native.compiler.compile import Compiled, compile_game
from adversario.native.engines.control import Control
from adversario.native.kernels.endgame import check
from adversario.native.kernels.endgame import expand as kernel
from adversario.native.kernels.endgame import probe as endgame_probe
from adversario.native.kernels.endgame.expand import HOLE
from adversario.views.numbered import Listed

BLOCK = 1 << 16
"""The positions of a block."""

MOST_LAYERS = 1 << 16
ROOM = 12
"""How many moves of a position there is room for at first, on average."""


class Expanded(NamedTuple):
    """What `kernels.endgame.expand` found of a block, an array each."""

    values: Any
    floors: Any
    counts: Any
    open_moves: Any
    targets: Any


class SearchTables(Protocol):
    """Endgame tables as a search needs them."""

    @property
    def plies(self) -> bool:
        """Whether distances are known."""

    @property
    def listed(self) -> bool:
        """Whether positions have their numbers from a list, which compiled code does not have."""

    def probe(self, state: Any) -> Any:
        """What is known of a state; None: nothing."""

    def best_actions(self, state: Any) -> tuple[Any, ...]:
        """The actions that keep the value of a state that is held."""

    def memory(self) -> TableMemory:
        """All layers, where compiled code finds them."""


class Checked(NamedTuple):
    """What a check of a layer has counted; `longest` is in plies."""

    positions: int
    wins: int
    losses: int
    longest: int


class TableMemory:
    """Finished layers, unpacked, where compiled code finds them.

    With `plies` a value is 16 bits, else two.
    """

    def __init__(self, *, plies: bool) -> None:
        import numpy as np  # noqa: PLC0415 (not before tables are used)

        self.plies = plies
        self.addresses: Any = np.zeros(MOST_LAYERS, np.int64)
        self.layers: dict[int, Any] = {}

    @staticmethod
    def words(packed: bytes) -> Any:
        """Packed values as compiled code reads them: whole words, and some room behind."""
        import numpy as np  # noqa: PLC0415

        words = np.zeros(len(packed) // 8 + 1, np.int64)
        words.view(np.uint8)[: len(packed)] = np.frombuffer(packed, np.uint8)
        return words

    def add(self, layer: int, packed: bytes) -> None:
        """Keep a layer."""
        self.hold(layer, self.words(packed))

    def hold(self, layer: int, words: Any) -> None:
        """Keep a layer where its words are, be it memory that is shared and cannot be written."""
        self.layers[layer] = words
        self.addresses[layer] = words.ctypes.data

    def __contains__(self, layer: object) -> bool:
        return layer in self.layers

    @property
    def address(self) -> int:
        """Where compiled code finds the addresses of the layers."""
        return int(self.addresses.ctypes.data)


def compiled_for(game: Game[Any, Any]) -> Compiled:
    """The game's rules with its hints, ready to expand; NotCompilable if that is impossible."""
    return compile_game(form_of(game), kernel)


def form_of(game: Game[Any, Any]) -> Game[Any, Any]:
    """What is compiled: the game, or what it is listed as."""
    return game.listing if isinstance(game, Listed) else game


def get_ready(game: Game[Any, Any]) -> None:
    """Have what expands compiled and loaded, which otherwise the first block has to wait for."""
    expand(game, TableMemory(plies=False), 0, 0, 0, Control().flags)


def expand(
    game: Game[Any, Any], memory: TableMemory, layer: int, first: int, last: int, flags: Any
) -> Expanded:
    """The moves of the positions from `first` up to `last` of a layer.

    GameError for hints that do not fit the rules; StoppedError once the flag is set.
    """
    import numpy as np  # noqa: PLC0415

    size, room = last - first, ROOM * (last - first)
    function = compiled_for(game).functions.expand
    values, floors = np.zeros(size, np.int16), np.zeros(size, np.int16)
    counts, open_moves = np.zeros(size, np.uint16), np.zeros(size, np.uint16)
    failure = kernel.Failure()
    while True:
        targets = np.zeros(room, np.uint32)
        found = function(
            layer, first, last, memory.addresses, memory.plies, values, floors, counts, open_moves,
            targets, failure.words, flags,
        )  # fmt: skip
        if found >= 0:
            return Expanded(values, floors, counts, open_moves, targets[:found].copy())
        if found == kernel.STOPPED:
            raise StoppedError
        if found != kernel.FULL:
            _complain(game, layer, failure.position, stuck=found == kernel.STUCK)
        room *= 2


def _complain(game: Game[Any, Any], layer: int, at: int, *, stuck: bool) -> None:
    """Raise what is wrong with the game."""
    state = as_capability(game, Numbered).unindex(layer, at)
    name, shown = as_capability(game, Numbered).layer_name(layer), game.position(state)
    if stuck:
        raise GameError("endgame.stuck", game=game.name, state=shown)
    raise GameError("endgame.order", game=game.name, layer=name, state=shown)


def value_at(block: bytes, place: int, *, plies: bool) -> int:
    """One value of packed ones, which is 16 bits with plies, else two."""
    if plies:
        return int.from_bytes(block[2 * place : 2 * place + 2], "little", signed=True)
    code = block[place >> 2] >> 2 * (place & 3) & 3
    return (0, 1, -1, HOLE)[code]


def check_block(
    game: Game[Any, Any], memory: TableMemory, layer: int, first: int, last: int, flags: Any
) -> Checked:
    """Check the values of a block against each other; InputError at one that is wrong."""
    tally = check.Tally()
    function = compile_game(form_of(game), check).functions.check
    found = function(layer, first, last, memory.addresses, memory.plies, tally.words, flags)
    if found == check.STOPPED:
        raise StoppedError
    if found == check.WRONG:
        numbering = as_capability(game, Numbered)
        shown = game.position(numbering.unindex(layer, tally.wrong))
        raise InputError("endgame.wrong", layer=numbering.layer_name(layer), state=shown)
    return Checked(tally.positions, tally.wins, tally.losses, tally.longest)


def probe_all(game: Game[Any, Any], memory: TableMemory, states: list[Any]) -> tuple[Any, int]:
    """The stored values of many states at once, and how many of them are held."""
    import numpy as np  # noqa: PLC0415

    compiled = compile_game(game, endgame_probe)
    words = compiled.words(states)
    found = np.zeros(len(states), np.int64)
    held = compiled.functions.probe_all(
        words.ctypes.data, len(states), memory.address, memory.plies, found
    )
    return found, int(held)
