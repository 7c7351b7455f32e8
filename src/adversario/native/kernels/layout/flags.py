"""The flags that a running kernel shares with the thread that waits for it."""

from __future__ import annotations

from adversario.native.kernels.layout.block import Block, Word


class Flags(Block):
    """What both sides read while the kernel runs."""

    stop = Word("not 0: the kernel should return soon")
    progress = Word("how many states or sequences were counted so far")
