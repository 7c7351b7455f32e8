"""Multi-ProbCut: fitted to a game, fewer nodes for nearly the same values, nothing proven by it."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from adversario import InputError, Limit, make_game
from adversario.learn.cuts import fit_cuts, shallow_depth
from adversario.native.engines.enhanced.cuts import Cuts, Pair, cuts_of, line_of, read_cuts
from adversario.native.engines.enhanced.enhancements import Enhancements
from adversario.native.engines.enhanced.search import native_alphabeta
from tests.require import require

OTHELLO = make_game("othello:weights=patterns")
EXTRA = Enhancements(table_mib=4)


def test_a_line_through_points() -> None:
    slope, offset, error = line_of([(0.0, 1.0), (1.0, 3.0), (2.0, 5.0), (3.0, 7.0)])
    assert (slope, offset, error) == pytest.approx((2, 1, 0))
    assert line_of([(0.0, 0.0), (0.0, 2.0), (2.0, 1.0)])[2] > 0


def test_shallow_depths_have_the_same_parity() -> None:
    assert [shallow_depth(deep) for deep in range(3, 11)] == [1, 2, 1, 2, 3, 4, 3, 4]


def test_depths_beyond_the_pairs_use_the_last_of_their_parity() -> None:
    cuts = Cuts("Othello", (Pair(3, 1, 1.0, 0.1, 0.2), Pair(4, 2, 0.9, 0.0, 0.1)), threshold=2)
    memory = cuts.memory()
    assert memory.view("int64")[:8, 0].tolist() == [0, 0, 0, 1, 2, 3, 4, 5]
    assert memory[7, 1:].tolist() == [1.0, 0.1, 0.4]
    assert memory[8, 1:].tolist() == [0.9, 0.0, 0.2]


def test_fewer_nodes_for_nearly_the_same_value() -> None:
    require("numba")
    cuts = cuts_of("fitted", "Othello")
    state = OTHELLO.parse_position("f5 d6 c3 d3 c4 f4 f6 f3 e6 e7")
    full = native_alphabeta(OTHELLO, state, limit=Limit(depth=8), enhancements=EXTRA)
    cut = native_alphabeta(
        OTHELLO, state, limit=Limit(depth=8), enhancements=replace(EXTRA, cuts=cuts)
    )
    assert cut.statistics.nodes < 0.8 * full.statistics.nodes
    assert abs(float(cut.value) - float(full.value)) < 0.15  # type: ignore[arg-type]
    assert not cut.proven


def test_what_is_proven_is_right() -> None:
    """Cuts that believe every shallow search leave an estimate, or the value."""
    require("numba")
    wrong = Cuts("Othello", tuple(Pair(d, shallow_depth(d), 1.0, 0.0, 0.0) for d in (3, 4)))
    random = Random(4)
    for _ in range(10):
        states = [OTHELLO.initial()]
        while not OTHELLO.is_terminal(states[-1]):
            action = random.choice(list(OTHELLO.actions(states[-1])))
            states.append(OTHELLO.result(states[-1], action))
        full, cut = (
            native_alphabeta(OTHELLO, states[-8], limit=Limit(depth=16), enhancements=extra)
            for extra in (EXTRA, replace(EXTRA, cuts=wrong))
        )
        assert full.proven
        assert not cut.proven or cut.value == full.value


def test_cuts_are_fitted_saved_and_read(tmp_path: Path) -> None:
    require("numba")
    cuts = fit_cuts(OTHELLO, depth=3, positions=20, seed=1)
    assert cuts == fit_cuts(OTHELLO, depth=3, positions=20, seed=1)
    (pair,) = cuts.pairs
    assert (pair.deep, pair.shallow) == (3, 1)
    assert 0.5 < pair.slope < 1.5
    cuts.save(tmp_path / "cuts.json")
    assert read_cuts(tmp_path / "cuts.json", "Othello") == cuts
    with pytest.raises(InputError, match="Othello"):
        read_cuts(tmp_path / "cuts.json", "ConnectFour")


@pytest.mark.parametrize(
    ("old", "new"),
    [('"slope": ', '"slope": -'), ('"shallow": 1', '"shallow": 9'), ('"pairs"', '"pears"')],
)
def test_wrong_files_are_refused(tmp_path: Path, old: str, new: str) -> None:
    file = tmp_path / "cuts.json"
    Cuts("Othello", (Pair(3, 1, 1.0, 0.1, 0.2),)).save(file)
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
    with pytest.raises(InputError):
        read_cuts(file, "Othello")


def test_games_without_an_evaluation_are_refused() -> None:
    with pytest.raises(InputError, match="evaluation"):
        fit_cuts(make_game("nim"))
    with pytest.raises(InputError, match="at least"):
        fit_cuts(OTHELLO, depth=2)
