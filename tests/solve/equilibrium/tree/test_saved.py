"""Strategies in files."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from adversario import InputError, make_game
from adversario.solve.equilibrium.tree.flat import flatten
from adversario.solve.equilibrium.tree.regret import cfr
from adversario.solve.equilibrium.tree.saved import load_strategy, save_strategy
from adversario.solve.equilibrium.tree.sequence_form import solve_exactly

KUHN = flatten(make_game("kuhn"))


def test_what_is_saved_is_loaded(tmp_path: Path) -> None:
    for found in (solve_exactly(KUHN), cfr(KUHN, iterations=7)):
        for strategy in (found.strategy, found.strategy.of(1)):
            save_strategy(strategy, tmp_path / "s.json", "kuhn")
            assert dict(load_strategy(tmp_path / "s.json", make_game("kuhn"))) == dict(strategy)


def test_actions_may_be_in_any_order(tmp_path: Path) -> None:
    file, strategy = tmp_path / "s.json", solve_exactly(KUHN).strategy
    save_strategy(strategy, file)
    data = json.loads(file.read_text(encoding="utf-8"))
    for each in data["sets"]:
        each["actions"] = dict(reversed(each["actions"].items()))
    file.write_text(json.dumps(data), encoding="utf-8")
    assert dict(load_strategy(file, KUHN)) == dict(strategy)


def _number(data: Any, number: object) -> None:
    data["sets"][0]["actions"]["bet"] = number


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda data: data.update(game="chess"), "chess"),
        (lambda data: data.update(rules="0"), "rules"),
        (lambda data: data["sets"][0].update(set="Z"), "'Z'"),
        (lambda data: data["sets"].append(data["sets"][0]), "twice"),
        (lambda data: _number(data, "5/6"), "'J'"),
        (lambda data: _number(data, 2), r"sets\[0\].actions.bet"),
        (lambda data: data["sets"][0]["actions"].update(fold=0), "fold"),
        (lambda data: data.pop("sets"), "sets"),
    ],
)
def test_what_does_not_fit(tmp_path: Path, change: Callable[[Any], object], words: str) -> None:
    file = tmp_path / "s.json"
    save_strategy(solve_exactly(KUHN).strategy, file)
    data = json.loads(file.read_text(encoding="utf-8"))
    change(data)
    file.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(InputError, match=words):
        load_strategy(file, KUHN)
