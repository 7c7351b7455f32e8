"""What every plain search does on entering and leaving a node."""

from __future__ import annotations

from adversario.game import CHANCE
from adversario.native.kernels.layout.flags import Flags
from adversario.native.kernels.layout.plain import SPENT, STOPPED, TOO_DEEP, Plain
from adversario.native.kernels.memory import set_word, word
from adversario.native.kernels.search.line import end_line


def count(block: int, place: int) -> None:
    """Add 1 to the counter at a place."""
    set_word(block, place, word(block, place) + 1)


def is_over(ply: int, block: int) -> bool:
    """Count a node; or set the status if the search has to end before it."""
    if word(block, Plain.nodes) >= word(block, Plain.node_limit):
        set_word(block, Plain.status, SPENT)
    elif word(word(block, Plain.stop), Flags.stop):
        set_word(block, Plain.status, STOPPED)
    elif ply > word(block, Plain.farthest):
        set_word(block, Plain.status, TOO_DEEP)
    else:
        count(block, Plain.nodes)
        return False
    return True


def sign_of(mover: int, block: int) -> float:
    """1 if that player maximises the value, -1 if that player minimises it."""
    return 1.0 if mover == CHANCE or word(block, Plain.maximisers) >> mover & 1 else -1.0


def leaf(number: float, ply: int, block: int) -> float:
    """Count a leaf of that value, and return the value."""
    count(block, Plain.leaves)
    if ply > word(block, Plain.deepest):
        set_word(block, Plain.deepest, ply)
    end_line(ply, block)
    return number
