"""A kernel that names a field that its block does not have."""

from __future__ import annotations

from typing import Any

from adversario.native.kernels.memory import word
from tests.native.blocks import Sums

ANY: Any = Sums


def read(block: int) -> int:
    """Read it."""
    return word(block, ANY.stepps)
