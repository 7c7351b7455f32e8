"""Certificates: right ones pass, and whatever is changed in one is found."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given

from adversario import InputError, make_game
from adversario.game import Game
from adversario.solve.certificate import make_certificate, proof_decisions, table_decisions, verify
from adversario.solve.proof import Prover, solve_proof
from adversario.solve.table import solve_all
from tests.hostile import arrays_of, resign
from tests.solve.perfect import Drawn, drawn_games


def written(path: Path, made: dict[str, Any]) -> Path:
    path.write_text(json.dumps(made), encoding="utf-8")
    return path


def strategies(game: Game[Any, Any], position: str | None = None) -> dict[str, Any]:
    state = game.initial() if position is None else game.parse_position(position)
    table = solve_all(game, state)
    value = table.value()
    assert not isinstance(value, tuple)
    return make_certificate(
        game, state, value, table_decisions(table), source="x", position=position, graded=False
    )


@given(drawn_games())
def test_every_solution_can_be_certified(tmp_path_factory: Any, game: Drawn) -> None:
    folder = tmp_path_factory.mktemp("certificates")
    made = strategies(game)
    found = verify(written(folder / "c.json", made), game)
    table = solve_all(game)
    assert found.value == table.value()
    table.save(folder / "c.npz")
    assert verify(folder / "c.npz", game).states == len(table)


def test_proofs_make_certificates(tmp_path: Path) -> None:
    game = make_game("tictactoe")
    for position in ("4", "0 8", "XO./.X./..."):
        state = game.parse_position(position)
        prover = Prover(game, engine="python")
        value = solve_proof(game, state, prover=prover).value
        assert value is not None
        assert not isinstance(value, tuple)
        made = make_certificate(
            game, state, value, proof_decisions(prover), source="x", position=position, graded=False
        )
        assert verify(written(tmp_path / "c.json", made), game).value == value


def test_changed_strategies_are_found_out(tmp_path: Path) -> None:
    game, file = make_game("tictactoe"), tmp_path / "c.json"
    made = strategies(game)
    assert verify(written(file, made), game).kind == "strategies"

    def refused(change: dict[str, Any]) -> str:
        with pytest.raises(InputError) as caught:
            verify(written(file, made | change), game)
        assert caught.value.text("es") != str(caught.value)
        return str(caught.value)

    first, second = made["claims"]
    assert "nothing is claimed for X" in refused({"value": 1})
    assert "nothing is claimed for O" in refused({"claims": [first]})
    wrong = [first | {"at_least": 1}, second | {"at_least": -1}]
    assert "at least 1 is claimed" in refused({"value": 1, "claims": wrong})
    start = game.position(game.initial())
    fewer = {p: a for p, a in first["moves"].items() if p != start}
    assert "has no move" in refused({"claims": [first | {"moves": fewer}, second]})
    worse = first["moves"] | {start: "99"}
    assert "not a legal action" in refused({"claims": [first | {"moves": worse}, second]})
    # Every move of the strategy matters, or there is another one as good.
    told = 0
    for position in first["moves"]:
        state = game.parse_position(position)
        for action in game.actions(state):
            changed = first["moves"] | {position: str(action)}
            try:
                verify(written(file, made | {"claims": [first | {"moves": changed}, second]}), game)
            except InputError:
                told += 1
    assert told > 20
    for damage in ({"kind": "poem"}, {"version": 9}, {"claims": 3}, {"value": "x"}):
        assert "expected" in refused(damage)
    file.write_text("{", encoding="utf-8")
    with pytest.raises(InputError, match="not well-formed"):
        verify(file, game)
    with pytest.raises(InputError, match="no such file"):
        verify(tmp_path / "nowhere", game)


def test_a_strategy_that_only_goes_round_wins_nothing(tmp_path: Path) -> None:
    game = Drawn(((1,), (0, 2), ()), (0, 0, 0), (0, 0, 1))
    made = strategies(game)
    moves = made["claims"][0]["moves"]
    assert verify(written(tmp_path / "c.json", made), game).value == 1
    moves["Place(at=1, turn=0)"] = "0"
    with pytest.raises(InputError, match="goes round"):
        verify(written(tmp_path / "c.json", made), game)


@pytest.mark.parametrize("name", ["values", "distances", "best"])
def test_changed_tables_are_found_out(tmp_path: Path, name: str) -> None:
    game, file = make_game("tictactoe"), tmp_path / "c.npz"
    solve_all(game).save(file)
    arrays = arrays_of(file)
    for place in range(0, 765, 51):
        changed = arrays[name].copy()
        changed[place] = (changed[place] + 1) % 3
        resign(file, **{name: changed})
        with pytest.raises(InputError, match="the certificate is wrong"):
            verify(file, game)
    resign(file, **{key: array[:-1] for key, array in arrays.items()})
    with pytest.raises(InputError, match="is missing"):
        verify(file, game)


def test_wins_that_only_go_round_are_found_out(tmp_path: Path) -> None:
    game, file = Drawn(((1,), (0,)), (0, 1), (0, 0)), tmp_path / "c.npz"
    solve_all(game).save(file)
    values = arrays_of(file)["values"]
    resign(file, lambda header: header | {"worths": [0, 1]}, values=np.ones_like(values))
    with pytest.raises(InputError, match="goes round"):
        verify(file, game)
    resign(file, lambda header: header | {"kind": "exploration"})
    with pytest.raises(InputError, match="other work"):
        verify(file, game)
