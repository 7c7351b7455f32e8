"""Compiled code for the methods of capabilities that a game does not define."""

from __future__ import annotations

import ast
import textwrap
from functools import cache
from inspect import getsource
from typing import Any

from adversario.contract.capabilities import compiled_methods, yields_of
from adversario.contract.capability import methods_of
from adversario.game import Game, indifferent

NEVER = {
    "states": "yield state",
    "actions": "for action in self_actions(state):\n            yield action",
    "numbers": "yield 0.0",
    "results": "yield 0.0, 0.0",
}
"""The item of a generator that never yields, from which the compiler infers its type."""

OWN = {
    "evaluate": "def self_evaluate(state, player):\n    return 0.0",
    "finish": "def self_finish(state, alpha, beta):\n    return 0, 0",  # never reached
    "sound_actions": (
        "def self_sound_actions(state):\n"
        "    for action in self_actions(state):\n        yield action"
    ),
    "count_actions": (
        "def self_count_actions(state):\n    found = 0\n"
        "    for action in self_actions(state):\n        found += 1\n    return found"
    ),
    "viewer": (
        "def self_viewer(state):\n    mover = self_player(state)\n"
        "    return mover if mover > 0 else 0"
    ),
    # Never reached: kernels ask first whether the game has these.
    "rollout_action": (
        "def self_rollout_action(state, random):\n"
        "    for action in self_actions(state):\n        picked = action\n    return picked"
    ),
    "rollout": "def self_rollout(state, random):\n    return 0.0",
    "placed_rollout": "def self_placed_rollout(state, random, heavy, first):\n    return 0.0",
    "action_index": "def self_action_index(state, action):\n    return int64(action)",
    "conceal": "def self_conceal(state, player):\n    return state",  # the initial state, in Python
    # Never reached either, in a game without chance: it tells the types of outcomes.
    "chances": (
        "def self_chances(state):\n    for action in self_actions(state):\n"
        "        yield action, 0.0"
    ),
}
"""Defaults that compiled code has in another form than the interpreted ones."""

SPECIAL = frozenset({"key", "position_key", "table_key", "features", "patterns"})
"""Methods that a program derives from the state or from constants of the game."""


@cache
def default_source(name: str) -> str | None:
    """The source of the default of a rule; None if kernels cannot go without the game's own."""
    if name in OWN:
        return OWN[name]
    methods = compiled_methods()
    if name not in methods or name in SPECIAL:
        return None
    if (items := yields_of(name)) is not None:
        return f"def self_{name}(state):\n    if never[0]:\n        {NEVER[items]}"
    return _as_function(textwrap.dedent(getsource(methods_of(methods[name])[name])), name)


def indifferent_source(game: Game[Any, Any]) -> str:
    """The source of an estimate that is the same in all states; empty if that is 0."""
    first, second = (float(indifferent(game, player)) for player in (0, 1))
    if not first:
        return ""
    return f"def self_evaluate(state, player):\n    return {second!r} if player == 1 else {first!r}"


def _as_function(source: str, name: str) -> str | None:
    """A method as a plain function without `self`, docstring and annotations."""
    (method,) = ast.parse(source).body
    assert isinstance(method, ast.FunctionDef)
    body = method.body[1:]
    if isinstance(body[0], ast.Raise):
        return None
    parameters = ", ".join(each.arg for each in method.args.args[1:])
    lines = textwrap.indent("\n".join(map(ast.unparse, body)), "    ")
    return f"def self_{name}({parameters}):\n{lines}"
