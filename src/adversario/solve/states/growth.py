"""Arrays that grow with the number of states of an exploration, as long as memory lasts."""

from __future__ import annotations

from typing import Any

from adversario.base.process.memory import require_memory


def double_arrays(owner: Any, *names: str, states: int) -> None:
    """Double the arrays of those names; raises NotEnoughMemoryError if there is no room."""
    import numpy as np  # noqa: PLC0415 (not needed to import the package)

    arrays = {name: getattr(owner, name) for name in names}
    require_room(2 * sum(each.nbytes for each in arrays.values()), states)
    for name, array in arrays.items():
        more = np.zeros((max(len(array), 1024), *array.shape[1:]), array.dtype)
        setattr(owner, name, np.concatenate([array, more]))


def require_room(needed: int, states: int) -> None:
    """Raise NotEnoughMemoryError unless an exploration has room for `needed` bytes more."""
    require_memory(needed, "memory.states", states=states)
