"""Compiled programs forgotten, as in a new process."""

from __future__ import annotations

import sys

from adversario.native.compiler import compile as compiler
from adversario.native.compiler.numba_patches.inference import PREFIX


def forget_programs() -> None:
    """Let the next compilation start as in a new process: with what is on disk at most."""
    compiler._known.clear()
    compiler.compile_kernel.cache_clear()
    for name in [name for name in sys.modules if name.startswith(PREFIX)]:
        del sys.modules[name]
