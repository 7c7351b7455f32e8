"""Memory that grows and never moves: blocks are taken from it and live as long as it does."""

from __future__ import annotations

from struct import Struct
from typing import Any

CHUNK = 1 << 20
"""The bytes of which memory grows, unless a block needs more."""


class Arena:
    """Blocks of words. `used` is how many bytes were taken from the system."""

    def __init__(self) -> None:
        self.used = 0
        self._chunks: list[Any] = []
        self._base = self._next = self._end = 0

    def take(self, layout: Struct, *values: Any) -> int:
        """The address of a new block with these values."""
        size = layout.size
        if self._next + size > self._end:
            self._grow(max(size, CHUNK))
        address = self._next
        layout.pack_into(self._chunks[-1], address - self._base, *values)
        self._next += size
        return address

    def _grow(self, size: int) -> None:
        import numpy as np  # noqa: PLC0415 (not before a compiled search runs)

        chunk = np.zeros(size // 8, np.int64)
        self._chunks.append(chunk)
        self._base = self._next = chunk.ctypes.data
        self._end = self._base + size
        self.used += size
