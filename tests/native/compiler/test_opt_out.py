"""Games of the package that are not checked, as they are proven safe here: by running them checked.

A class derived from such a game elsewhere, as here, is checked throughout.
"""

# ruff: noqa: E402

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from tests.require import require

require("numba")

import adversario
from adversario import Limit, mcts
from adversario.counting.perft import perft
from adversario.games import Go, Nim, Territory
from adversario.native.compiler.program import OPT_OUT, Program
from adversario.native.kernels.count import perft as perft_kernel

FOLDER = Path(adversario.__file__).parent


class CheckedGo(Go):
    """Go, checked."""


class CheckedNim(Nim):
    """Nim, checked."""


class CheckedTerritory(Territory):
    """Territory, checked."""


CHECKED: dict[type[Any], type[Any]] = {
    Go: CheckedGo, Nim: CheckedNim, Territory: CheckedTerritory
}  # fmt: skip
MODULES = {
    "games/boards/go/chains.py": Go,
    "games/boards/go/tactics.py": Go,
    "games/heaps/nim.py": Nim,
    "games/many/territory.py": Territory,
}
"""The modules that opt out, and the game that each is for."""

EXTREMES: list[tuple[type[Any], dict[str, Any]]] = [
    (Territory, {"rows": 15, "columns": 3, "players": 4}),
    (Nim, {"heaps": (300, 2, 1)}),
]
MORE_EXTREMES: list[tuple[type[Any], dict[str, Any]]] = [
    (Territory, {"rows": 3, "columns": 15, "players": 4, "border": False}),
    (Territory, {"rows": 7, "columns": 7, "players": 2}),
    (Territory, {"rows": 3, "columns": 3, "players": 3}),
    (Territory, {}),
    (Nim, {"heaps": (1,)}),
    (Nim, {"heaps": (3, 4, 5), "misere": True}),
    (Nim, {"heaps": tuple(range(1, 27))}),
    *((Go, {"size": size}) for size in (2, 5, 7, 9, 13, 19)),
]
"""The smallest and the largest options, and the usual ones."""


def exact_functions(game: Any) -> set[str]:
    """The files whose functions are checked when a game is compiled."""
    program = Program(game, game.initial(), perft_kernel)
    return {item.source.names["__name__"] for item in program.written.values() if item.exact}


def test_every_module_that_opts_out_is_proven_here() -> None:
    found = {
        str(path.relative_to(FOLDER))
        for path in FOLDER.rglob("*.py")
        if re.search(rf"^{OPT_OUT}\b", path.read_text(encoding="utf-8"), re.MULTILINE)
    }
    assert found == set(MODULES)
    assert {make for make, _ in (*EXTREMES, *MORE_EXTREMES)} == set(MODULES.values())


def test_a_game_opts_out_and_one_derived_from_it_elsewhere_does_not() -> None:
    assert exact_functions(Territory()) == set()
    assert exact_functions(CheckedTerritory()) == {Territory.__module__}


def test_the_name_means_nothing_outside_of_the_package(monkeypatch: pytest.MonkeyPatch) -> None:
    from tests.native import overflowing

    monkeypatch.setattr(overflowing, OPT_OUT, "because", raising=False)
    assert overflowing.__name__ in exact_functions(overflowing.Adding())


def compare(make: type[Any], options: dict[str, Any], simulations: int, plies: int) -> None:
    """Compare the game with its checked twin, which raises if anything passes its bounds."""
    game, twin = make(**options), CHECKED[make](**options)
    for rollouts in ("random", "heavy") if make is Go else ("random",):
        one, other = (
            mcts(
                each, limit=Limit(nodes=simulations), engine="native", seed=1, rollouts=rollouts
            )
            for each in (game, twin)
        )  # fmt: skip
        assert (one.action, one.value, one.scores) == (other.action, other.value, other.scores)
    counts = [perft(each, plies, engine="native") for each in (game, twin)]
    assert counts[0] == counts[1]


@pytest.mark.parametrize(("make", "options"), EXTREMES[:1])
def test_a_large_game_is_the_same_checked(make: type[Any], options: dict[str, Any]) -> None:
    compare(make, options, simulations=300, plies=3)


@pytest.mark.slow
@pytest.mark.parametrize(("make", "options"), [*EXTREMES[1:], *MORE_EXTREMES])
def test_games_of_all_sizes_are_the_same_checked(make: type[Any], options: dict[str, Any]) -> None:
    compare(make, options, simulations=2000, plies=2)
