"""States that are not terminal and have no actions, which end a search on a stack."""

from __future__ import annotations

from typing import Any

from adversario.native.kernels import self
from adversario.native.kernels.layout.flags import Flags
from adversario.native.kernels.layout.search import StackSearch
from adversario.native.kernels.memory import set_word, word


def stop_at(state: Any, context: int) -> None:
    """Stop the search at a state without actions, whose words are put first on the stack."""
    self.store_state(word(context, StackSearch.stack), state)
    set_word(context, StackSearch.stuck, 1)
    set_word(word(context, StackSearch.stop), Flags.stop, 1)
