"""Solving an expanded layer: its arrays, and the reversed moves."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from adversario.base.errors import InputError
from adversario.base.files import write_errors
from adversario.base.stop import StoppedError
from adversario.native.compiler.compile import compile_kernel
from adversario.native.engines.control import Control
from adversario.native.engines.endgame import Expanded
from adversario.native.kernels.endgame import graph as kernel

MIN_MAPPED_BYTES = 64 << 20
"""Arrays of at least this many bytes are mapped to files, so that memory does not run out."""

WORK = ".work"
"""The suffix of such files."""


class LayerArrays:
    """The arrays of one layer while it is solved; large ones are mapped to files in a folder."""

    def __init__(self, folder: Path, name: str) -> None:
        self.folder, self.name = folder, name
        self.files: list[Path] = []

    def array(self, name: str, length: int, kind: str) -> Any:
        """A new array of zeros."""
        import numpy as np  # noqa: PLC0415 (not before a table is built)

        if length * np.dtype(kind).itemsize < MIN_MAPPED_BYTES:
            return np.zeros(length, kind)
        path = self.folder / f"{self.name}-{name}{WORK}"
        self.files.append(path)
        with write_errors(path):
            return np.memmap(path, kind, "w+", shape=(length,))

    def concatenate(self, name: str, parts: Sequence[Any]) -> Any:
        """A new array with the concatenated parts."""
        whole, at = self.array(name, sum(map(len, parts)), parts[0].dtype.name), 0
        for part in parts:
            whole[at : at + len(part)] = part
            at += len(part)
        return whole

    def clear(self) -> None:
        """Remove the files."""
        for path in self.files:
            path.unlink(missing_ok=True)


def warm_up() -> None:
    """Compile and load the kernels, by solving a layer of one position."""
    import numpy as np  # noqa: PLC0415

    short, moves = np.zeros(1, np.int16), np.zeros(1, np.uint16)
    one = Expanded(short, short, moves, moves, np.zeros(0, np.uint32))
    pack_values(
        solve_layer(deque([one]), LayerArrays(Path(), ""), Control().flags), 0, 1, plies=False
    )


def solve_layer(blocks: deque[Expanded], work: LayerArrays, flags: Any) -> Any:
    """The value of every position of an expanded layer.

    Empties the deque of blocks. Raises StoppedError once the flag is set.
    """
    functions = compile_kernel(kernel)
    values = work.concatenate("values", [each.values for each in blocks])
    floors = work.concatenate("floors", [each.floors for each in blocks])
    open_moves = work.concatenate("open", [each.open_moves for each in blocks])
    firsts = work.array("firsts", len(values) + 1, "int64")
    for each in blocks:
        functions.count_entries(each.targets, firsts)
    functions.accumulate(firsts)
    sources = work.array("sources", sum(len(each.targets) for each in blocks), "uint32")
    first = 0
    while blocks:  # freed one by one: moves take most of the memory
        each = blocks.popleft()
        functions.reverse_moves(first, each.counts, each.targets, firsts, sources)
        first += len(each.counts)
    ended = functions.propagate(values, floors, open_moves, firsts, sources, flags)
    if ended == kernel.STOPPED:
        raise StoppedError
    if ended == kernel.TOO_LONG:
        raise InputError("endgame.too_long", plies=kernel.LONGEST)
    return values


def pack_values(values: Any, first: int, last: int, *, plies: bool) -> bytes:
    """A block of values as it is stored in memory."""
    import numpy as np  # noqa: PLC0415

    if plies:
        return values[first:last].astype("<i2").tobytes()  # type: ignore[no-any-return]
    room = np.zeros((last - first + 3) // 4, np.uint8)
    compile_kernel(kernel).pack(values, first, last, room)
    return room.tobytes()
