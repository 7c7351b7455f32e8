"""Capabilities are structural, and one list of them serves everybody."""

from __future__ import annotations

import ast
import re
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from adversario import Game
from adversario.contract.capabilities import (
    CAPABILITIES,
    KEYS,
    compiled_methods,
    method_of,
    parameters_of,
    yields_of,
)
from adversario.contract.capability import as_capability, defines, has, methods_of
from adversario.contract.evaluation import Quiescent
from adversario.contract.guidance import Guided
from adversario.contract.numbering import Numbered
from adversario.contract.symmetry import Keyed, canonical_key
from adversario.games import GAMES
from adversario.native.compiler.defaults import default_source

ROOT = Path(__file__).parents[2]


class State(NamedTuple):
    left: int
    turn: int


class Plain(Game[State, int]):
    """The six methods, and nothing else."""

    def initial(self) -> State:
        return State(3, 0)

    def player(self, state: State) -> int:
        return state.turn

    def actions(self, state: State) -> range:
        return range(1, min(2, state.left) + 1)

    def result(self, state: State, action: int) -> State:
        return State(state.left - action, 1 - state.turn)

    def is_terminal(self, state: State) -> bool:
        return state.left == 0

    def utility(self, state: State, player: int) -> int:
        return -1 if player == state.turn else 1


class Restless(Plain):
    """Has a capability by defining one method of it, and nothing imported."""

    def is_quiet(self, state: State) -> bool:
        return state.left < 2


class Nominal(Plain, Quiescent[State, int]):
    """Inherits the defaults of a capability, and so defines nothing."""


def test_a_plain_class_has_what_it_defines() -> None:
    assert not any(has(Plain(), capability) for capability in CAPABILITIES)
    assert has(Restless(), Quiescent)
    assert defines(Restless(), "is_quiet")
    assert not defines(Restless(), "noisy_actions")
    assert not has(Nominal(), Quiescent)


def test_what_a_game_lacks_has_its_default() -> None:
    plain, restless, state = Plain(), Restless(), State(3, 0)
    assert as_capability(plain, Quiescent).is_quiet(state)
    assert not as_capability(restless, Quiescent).is_quiet(state)
    assert tuple(as_capability(restless, Quiescent).noisy_actions(state)) == ()
    assert as_capability(plain, Keyed).key(state) == state
    assert tuple(as_capability(plain, Numbered).layers()) == ()
    assert tuple(method_of(plain, "sound_actions")(state)) == (1, 2)
    assert canonical_key(plain, state) == state


def test_the_attributes_of_an_instance_count() -> None:
    game: Any = Plain()
    game.priors = lambda state: (1, 1)
    assert has(game, Guided)


def test_an_author_may_use_the_names_of_derived_properties() -> None:
    game: Any = Plain()
    game.options = "my own"
    assert game.options == "my own"
    assert game == game  # noqa: PLR0124


def test_no_method_belongs_to_two_capabilities_and_each_is_documented() -> None:
    names = [name for capability in CAPABILITIES for name in methods_of(capability)]
    assert len(names) == len(set(names))
    for capability in CAPABILITIES:
        assert capability.__doc__
        for name, method in methods_of(capability).items():
            assert method.__doc__, name


def test_the_contract_of_a_game_is_the_tuple_and_what_most_games_define() -> None:
    methods = [name for name, member in vars(Game).items() if callable(member) and name[0] != "_"]
    assert len(methods) <= 28
    common = {name for each in CAPABILITIES for name in methods_of(each)} & set(methods)
    defined = {name: sum(defines(cls(), name) for cls in GAMES.values()) for name in common}
    rare = {name for name, number in defined.items() if number < 10}
    assert not rare


@pytest.mark.parametrize("name", compiled_methods())
def test_kernels_can_go_without_what_a_game_lacks(name: str) -> None:
    source = default_source(name)
    if name in (*KEYS, "features", "patterns", "unindex"):
        assert source is None  # derived from the state, or needed if asked for at all
        return
    assert source is not None
    (function,) = ast.parse(source).body
    assert isinstance(function, ast.FunctionDef)
    assert tuple(each.arg for each in function.args.args) == parameters_of(name)
    generates = any(isinstance(node, ast.Yield) for node in ast.walk(function))
    assert generates == (yields_of(name) is not None)


def test_kernels_ask_for_nothing_that_is_not_listed() -> None:
    rules = {"initial", "player", "actions", "result", "is_terminal", "utility", "chances"}
    facts = {name for name in vars(Game) if name[0] != "_"} | {"utility_bounds", "players"}
    packing = {"action_words", "store_action", "load_action", "action_code", "state_words",
               "store_state", "load_state", "feature_count", "store_features",
               "store_patterns", "leaf_estimate", "observation_words",
               "store_observation"}  # fmt: skip
    known = rules | facts | packing | set(compiled_methods())
    for path in (ROOT / "src/adversario/native/kernels").rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        if not re.search(
            r"^from adversario\.native\.kernels import .*\bself\b", source, re.MULTILINE
        ):
            continue
        for node in ast.walk(ast.parse(source)):
            if not isinstance(node, ast.Attribute) or not isinstance(node.value, ast.Name):
                continue
            if node.value.id == "self":
                assert node.attr.removeprefix("has_") in known, (path.name, node.attr)


def test_the_page_of_the_contract_lists_every_capability() -> None:
    page = (ROOT / "docs" / "contract.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| (`\w+\(.*?) \|", page, re.MULTILINE)
    listed = [
        (capability, name) for capability, cell in rows for name in re.findall(r"`(\w+)\(", cell)
    ]
    expected = [(each.__name__, name) for each in CAPABILITIES for name in methods_of(each)]
    assert sorted(listed) == sorted(expected)
