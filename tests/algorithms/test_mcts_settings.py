"""The options of Monte Carlo tree search are in one record."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, fields
from inspect import signature
from typing import Any

import pytest

from adversario.algorithms.core.limit import Limit
from adversario.algorithms.mcts import tree_search
from adversario.algorithms.mcts.settings import MctsOptions, MctsSettings, settings_for
from adversario.base.errors import InputError
from adversario.games import TicTacToe
from adversario.native.engines import mcts as native

GAME = TicTacToe()


def test_every_option_is_a_field() -> None:
    names = {each.name for each in fields(MctsSettings)}
    assert names - {"model"} == set(MctsOptions.__annotations__) - {"simulations"}


@pytest.mark.parametrize("search", [tree_search.mcts, native.mcts])
def test_the_searches_list_the_options_with_their_defaults(search: Any) -> None:
    parameters = signature(search).parameters
    assert set(MctsOptions.__annotations__) < set(parameters)
    for each in fields(MctsSettings):
        if each.name not in ("limit", "model"):
            assert parameters[each.name].default == each.default


def test_limits_are_combined() -> None:
    assert settings_for(GAME, {}).limit == Limit(nodes=10_000)
    assert settings_for(GAME, {"simulations": 5}).limit == Limit(nodes=5)
    limit = Limit(time=2, nodes=7)
    assert settings_for(GAME, {"limit": limit, "simulations": 9}).limit == limit
    assert settings_for(GAME, {"limit": Limit(time=2)}).limit == Limit(time=2)


@pytest.mark.parametrize(
    "options",
    [{"exploration": -1}, {"rollout_depth": -1}, {"memory_mib": -1.0}, {"outcomes": "ajar"},
     {"limit": Limit(depth=3)}, {"limit": Limit(depth=3), "simulations": 4},
     {"rollouts": "guided"}, {"rollouts": "nobody"}],
)  # fmt: skip
def test_options_are_checked(options: Any) -> None:
    with pytest.raises(InputError):
        settings_for(GAME, options)


def test_settings_do_not_change() -> None:
    settings = MctsSettings()
    with pytest.raises(FrozenInstanceError):
        settings.seed = 3  # type: ignore[misc]


@pytest.mark.parametrize("search", [tree_search.mcts, native.mcts])
def test_other_options_are_refused(search: Any) -> None:
    with pytest.raises(TypeError, match="exploratoin"):
        search(GAME, exploratoin=1.0)
