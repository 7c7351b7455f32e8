"""What kernels call to write down what a player sees, word by word."""

from __future__ import annotations

from typing import TYPE_CHECKING

from adversario.contract.capabilities import method_of
from adversario.native.compiler.shapes import shape_of, words
from adversario.native.kernels import memory

if TYPE_CHECKING:
    from adversario.native.compiler.program import Program

SIGHTS = ("observation_words", "store_observation")
"""What a kernel has for observations: their number of words, and how that of a player is written to
an address."""


def store_sight(program: Program, name: str) -> str:
    """How many words an observation has, or how they are written to an address."""
    shape = shape_of(method_of(program.game, "observation")(program.sample, 0))
    program.add_records(shape)
    parts = words(shape, "found")
    if name == "observation_words":
        return program.add_constant(f"self_{name}", len(parts))
    observe, store = program.attribute("observation", kernel=False), program.twin(memory.set_word)
    lines = [f"    {store}(address, {at}, int64({part}))" for at, part in enumerate(parts)]
    program.templates[name] = "\n".join([
        f"def self_{name}(address, state, player):",
        f"    found = {observe}(state, player)",
        *lines,
    ])  # fmt: skip
    return f"self_{name}"
