"""Work that is interrupted: what there is of it is kept."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from adversario import make_game, solve_position
from adversario.solve.dispatch import SolveProgress, Work
from adversario.solve.exact import ExactSolver
from adversario.solve.files import kind_of
from adversario.solve.proof import Prover
from adversario.solve.states.graph import ExploreProgress
from tests.require import needs

pytestmark = needs("numba")


@pytest.mark.parametrize(
    ("method", "kind"),
    [
        pytest.param("table", "exploration", marks=pytest.mark.slow),
        ("alphabeta", "alphabeta"),
        ("proof", "proof"),
    ],
)
def test_ctrl_c_keeps_what_there_is(
    method: Any, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for solver in (ExactSolver, Prover):
        defaults: Any = solver.__init__.__kwdefaults__
        monkeypatch.setitem(defaults, "table_mib", 1)  # as a file of it is written

    def interrupt(progress: SolveProgress) -> None:
        found = progress.states if isinstance(progress, ExploreProgress) else progress.nodes
        if found > 50_000:
            raise KeyboardInterrupt

    file = tmp_path / "work.npz"
    game = make_game("connect4")
    with pytest.raises(KeyboardInterrupt):
        solve_position(game, method=method, work=Work(save=file, on_progress=interrupt))
    assert kind_of(file) == kind
    before = file.stat().st_mtime_ns
    with pytest.raises(KeyboardInterrupt):
        solve_position(game, method=method, work=Work(save=file, on_progress=interrupt))
    assert file.stat().st_mtime_ns > before
