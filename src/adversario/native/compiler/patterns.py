"""How the patterns of a state are written to memory, for a kernel."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from adversario.contract.capability import as_capability, defines
from adversario.contract.evaluation import MAX_PATTERNS, Patterned, pattern_count
from adversario.game import Game
from adversario.native.kernels import memory, vectors

if TYPE_CHECKING:
    from adversario.native.compiler.program import Program


FIRST = 64
"""The states that are looked at to see whether patterns have values."""


def store_patterns(program: Program) -> str:
    """The function that writes the indices and values of a state's patterns to two addresses.

    It returns their number. An index beyond the tables raises, as it would read any memory.
    """
    game, name = program.game, "self_store_patterns"
    index, value = program.twin(memory.set_word), program.twin(vectors.set_real)
    if defines(game, "patterns"):
        rule = program.attribute("patterns", kernel=False)
        item = "index, value" if has_values(game, program.sample) else "index"
        body = [
            f"    for {item} in {rule}(state, player):",
            f"        if count >= {MAX_PATTERNS} or index < 0 or index >= {pattern_count(game)}:",
            '            raise IndexError("an index of patterns is beyond their tables")',
            f"        {index}(indices, count, int64(index))",
            f"        {value}(values, count, {'value' if ',' in item else '1.0'})",
            "        count += 1",
        ]
    else:
        rule, body = program.attribute("features", kernel=False), []
        body.append(f"    found = {rule}(state, player)")
        for at in range(pattern_count(game)):
            body += [
                f"    if found[{at}] != 0:",
                f"        {index}(indices, count, {at})",
                f"        {value}(values, count, found[{at}])",
                "        count += 1",
            ]
    program.templates["store_patterns"] = "\n".join(
        [f"def {name}(indices, values, state, player):", "    count = 0", *body, "    return count"]
    )
    return name


def has_values(game: Game[Any, Any], sample: Any) -> bool:
    """Whether patterns are pairs of index and value, as seen in the first states of a game."""
    hints = as_capability(game, Patterned)
    for state in (sample, game.initial()):
        for _ in range(FIRST):
            if game.is_terminal(state):
                break
            found = next(iter(hints.patterns(state, hints.viewer(state))), None)
            if found is not None:
                return isinstance(found, tuple)
            state = game.result(state, next(iter(game.legal(state))))  # noqa: PLW2901 (a walk)
    return False
