"""The games of the corpus keep the contract, and are what is known about them."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from typing import Any

import pytest

from adversario import CHANCE, Game, check_parity, perft, search
from adversario.contract.checking.check import check_game
from adversario.counting.count import count_game
from adversario.native.compiler.plain.compile import analysis_of
from adversario.native.compiler.problems import NotCompilable
from adversario.solve.table import solve_all
from tests.corpus import CORPUS, Entry
from tests.require import needs

slow = pytest.mark.slow
SMALL = [entry for entry in CORPUS if not entry.large]


def brute_value(game: Game[Any, Any]) -> Any:
    """Backward induction over the whole tree, with the first of several best actions."""

    @cache
    def values(state: Any) -> tuple[Fraction, ...]:
        if game.is_terminal(state):
            return tuple(Fraction(each) for each in game.utilities(state))
        if (mover := game.player(state)) == CHANCE:
            pairs = [(p, values(game.result(state, a))) for a, p in game.chances(state)]
            return tuple(sum(p * v[i] for p, v in pairs) for i in range(game.players))
        found = [values(game.result(state, action)) for action in game.actions(state)]
        return max(found, key=lambda value: value[mover])

    found = values(game.initial())
    return found[0] if game.zero_sum else found


def test_the_corpus_is_wide_enough() -> None:
    assert len(CORPUS) >= 30
    assert len({entry.style for entry in CORPUS}) >= 5


@pytest.mark.parametrize("entry", CORPUS, ids=str)
def test_each_keeps_the_contract(entry: Entry) -> None:
    report = check_game(entry.make(), playouts=10)
    assert report.states >= 10
    assert report.terminal_states >= 1


@pytest.mark.parametrize("entry", CORPUS, ids=str)
def test_sequences(entry: Entry) -> None:
    game = entry.make()
    assert tuple(perft(game, plies, engine="python") for plies in (1, 2, 3)) == entry.perft


@pytest.mark.parametrize("entry", SMALL, ids=str)
def test_states_and_games(entry: Entry) -> None:
    found = count_game(entry.make(), engine="python")
    assert (found.states, found.all_games) == (entry.states, entry.games)


@pytest.mark.parametrize("entry", SMALL, ids=str)
def test_value(entry: Entry) -> None:
    game = entry.make()
    if entry.games is not None:
        assert brute_value(game) == entry.value
    if not game.chance:
        assert solve_all(game, engine="python").value() == entry.value
    elif entry.games is not None:
        found = search(game, engine="python").value
        assert (found if isinstance(found, tuple) or game.players == 2 else (found,)) == entry.value


@needs("numba")
@pytest.mark.parametrize("entry", CORPUS, ids=str)
def test_each_compiles(entry: Entry) -> None:
    found = {problem.reason.id for problem in analysis_of(entry.make()).problems}
    assert found == (set() if entry.compiles else {"native.plain.set_order"})


RUN = [entry if at % 4 == 0 else pytest.param(entry, marks=slow) for at, entry in enumerate(CORPUS)]
"""Machine code takes most of the time of these tests: a quarter of the games has it made."""


@needs("numba")
@pytest.mark.parametrize("entry", RUN, ids=str)
def test_engines_agree_on_whole_play_outs(entry: Entry) -> None:
    game = entry.make()
    assert check_parity(game, playouts=5, engine="tabulated") >= 5
    if entry.compiles:
        assert check_parity(game, playouts=5) >= 5
    else:
        with pytest.raises(NotCompilable, match="order of a set"):
            check_parity(game, playouts=5)


@slow
@pytest.mark.parametrize("entry", [entry for entry in CORPUS if entry.large], ids=str)
def test_large_games(entry: Entry) -> None:
    found = count_game(entry.make(), engine="python")
    assert (found.states, found.all_games) == (entry.states, entry.games)
    assert solve_all(entry.make(), engine="python").value() == entry.value
