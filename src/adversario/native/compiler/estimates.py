"""What kernels call to estimate a state, and to read its features and patterns."""

from __future__ import annotations

from math import tanh
from typing import TYPE_CHECKING, Any

from adversario.contract.capability import as_capability, defines
from adversario.contract.evaluation import MAX_PATTERNS, Patterned, pattern_count
from adversario.game import Game
from adversario.native.kernels import memory, vectors
from adversario.native.kernels.learn.model import appraised_estimate, learned_estimate
from adversario.views.learned.layer import Learned

if TYPE_CHECKING:
    from adversario.native.compiler.program import Program


def leaf_estimate(program: Program) -> str:
    """The estimate of a state for a player by a model, or the game's own evaluation."""
    if isinstance(program.game, Learned):
        return program.function(appraised_estimate if program.game.appraised else learned_estimate)
    own = program.attribute("evaluate", kernel=True)
    program.templates["leaf_estimate"] = (
        f"def self_leaf_estimate(state, player, model):\n    return {own}(state, player)"
    )
    return "self_leaf_estimate"


def weighted_sum(program: Program) -> str:
    """The estimate as the sum of the features by their weights, written out."""
    game = program.game
    game.evaluate(program.sample, 0)  # raises where their numbers differ
    features = program.attribute("features", kernel=False)
    # What has no weight is left out: the compiler then leaves out what computes it too.
    terms = [f"{float(w)!r} * found[{at}]" for at, w in enumerate(game.weights) if w]
    total, limit = " + ".join(["0.0", *terms]), game.estimate_limit
    if limit:
        total = f"{limit!r} * {program.add_constant('tanh', tanh)}(({total}) / {limit!r})"
    program.templates["evaluate"] = (
        f"def self_evaluate(state, player):\n    found = {features}(state, player)\n"
        f"    return {total}"
    )
    return "self_evaluate"


def store_features(program: Program, name: str) -> str:
    """How many features there are, or how they are written to an address as floats."""
    number = len(program.game.features(program.sample, 0))
    if name == "feature_count":
        return program.add_constant(f"self_{name}", number)
    features = program.attribute("features", kernel=False)
    store = program.twin(memory.set_number)
    lines = [f"    {store}(address, {at}, float64(found[{at}]))" for at in range(number)]
    program.templates[name] = "\n".join([
        f"def self_{name}(address, state, player):",
        f"    found = {features}(state, player)",
        *lines,
    ])  # fmt: skip
    return f"self_{name}"


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
