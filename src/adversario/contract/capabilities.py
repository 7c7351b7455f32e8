"""The list of capabilities, which the checker, the compiler, the doctor and the docs share."""

from __future__ import annotations

from inspect import signature
from typing import Any, Literal, TypeAlias

from adversario.contract.capability import Capability, as_capability, methods_of
from adversario.contract.counting import Countable
from adversario.contract.drawing import Charted, Drawn
from adversario.contract.evaluation import Evaluated, Patterned, Quiescent
from adversario.contract.guidance import Guided, Indexed, Passable, Selective
from adversario.contract.information.observed import Observed
from adversario.contract.nim_values import NimValued
from adversario.contract.notation import Written
from adversario.contract.numbering import Numbered
from adversario.contract.opponents import Contested, Referenced
from adversario.contract.placement import Placed
from adversario.contract.presentation import Presented
from adversario.contract.repetition import Repeating
from adversario.contract.rollouts import RolledOut
from adversario.contract.solving import Finishing, Graded, Solvable
from adversario.contract.symmetry import Keyed, Symmetric
from adversario.game import Game

COMPILED: tuple[type[Capability[Any, Any]], ...] = (
    Evaluated, Quiescent, Patterned, Symmetric, Keyed, Guided, Indexed, Passable, Selective,
    Repeating, RolledOut, Placed, Graded, Solvable, Finishing, Numbered, Countable, Observed,
    Referenced,
)  # fmt: skip
"""Those whose methods kernels call."""

CAPABILITIES = (*COMPILED, Written, Drawn, Charted, Presented, NimValued, Contested)

PYTHON_ONLY = frozenset(
    {"graded", "plies_left", "layers", "layer_name", "layer_size", "most_states", "reference_name"}
)
"""Methods of these that only Python calls, so that they need not compile."""

KEYS = ("key", "position_key", "table_key")
"""Methods of which kernels see 64 bits, whatever they return."""

Yields: TypeAlias = Literal["states", "actions", "numbers", "results"]


def method_of(game: Game[Any, Any], name: str) -> Any:
    """The game's own method of that name, or the default of the capability that it belongs to."""
    if hasattr(game, name):
        return getattr(game, name)
    return getattr(as_capability(game, compiled_methods()[name]), name)


def compiled_methods() -> dict[str, type[Capability[Any, Any]]]:
    """The methods that kernels may call, by name, each with its capability."""
    return {
        name: capability
        for capability in COMPILED
        for name in methods_of(capability)
        if name not in PYTHON_ONLY
    }


def parameters_of(name: str) -> tuple[str, ...]:
    """The names of the parameters of a compiled method, without `self`."""
    method = methods_of(compiled_methods()[name])[name]
    return tuple(signature(method).parameters)[1:]


def yields_of(name: str) -> Yields | None:
    """The type of item that a compiled method generates; None if it returns one value."""
    method = methods_of(compiled_methods()[name])[name]
    found: dict[str, Yields] = {
        "S": "states", "A": "actions", "Number": "numbers", "tuple[Number, Number]": "results",
    }  # fmt: skip
    annotation = str(signature(method).return_annotation)
    item = annotation.removeprefix("Iterable[").removesuffix("]")
    return found[item] if annotation.startswith("Iterable[") else None
