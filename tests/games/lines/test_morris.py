"""Three men's morris: its moves, its numbers, its notation."""

from __future__ import annotations

import pytest

from adversario.base.errors import IllegalActionError, InputError
from adversario.games.lines.morris import WAYS, Morris
from adversario.solve.table import solve_all


def names(game: Morris, text: str) -> list[str]:
    state = game.parse_position(text)
    return [game.action_name(state, action) for action in game.actions(state)]


def test_moves() -> None:
    assert len(names(Morris(), ".../.../... x")) == 9
    assert "b2" not in names(Morris(centre=False), ".../.../... x")
    assert "b2" in names(Morris(centre=False), "X../.../... o")
    board = "XO./OX./.XO x"
    assert names(Morris(), board) == ["b2-c2", "b1-a1"]
    assert names(Morris("diagonals"), board) == ["b2-c3", "b2-c2", "b2-a1", "b1-a1"]
    assert len(names(Morris("free"), board)) == 9


def test_ends() -> None:
    game = Morris()
    row = game.parse_position("XXX/O.O/.O. o")
    assert game.is_terminal(row)
    assert game.utilities(row) == (1, -1)
    for way in WAYS:
        game = Morris(way)
        for at in range(game.layer_size(0)):
            state = game.unindex(0, at)
            if game.layer(state) == 0 and not game.is_terminal(state):
                assert any(True for _ in game.actions(state))  # nobody is shut in


def test_numbers() -> None:
    """Every position that can be reached has a number of its own, up to who is X."""
    game = Morris()
    seen: dict[tuple[int, int], tuple[int, int]] = {}
    for state in solve_all(game, symmetric=False):
        if game.layer(state) < 0:
            assert game.is_terminal(state)
            continue
        key = game.layer(state), game.index(state)
        assert seen.setdefault(key, (state.mover, state.other)) == (state.mover, state.other)
        back = game.unindex(*key)
        assert (back.mover, back.other, back.hand) == (state.mover, state.other, state.hand)
    for layer in game.layers():
        assert all(game.layer(game.unindex(layer, at)) in (layer, -1)
                   for at in range(game.layer_size(layer)))  # fmt: skip
    assert list(game.layers(5)) == [0, 1]


def test_notation() -> None:
    game = Morris()
    state = game.parse_position("b2 a1 a3 c1 b1 b3")
    assert game.position(state) == "XO./.X./OXO x"
    assert game.parse_position("XO./.X./OXO x") == state
    assert game.action_cells(state, game.parse_action(state, "b2-a2")) == (4, 3)
    assert game.text(state).splitlines() == [
        "3 X───O───.", "  │   │   │", "2 .───X───.", "  │   │   │", "1 O───X───O", "  a   b   c",
    ]  # fmt: skip
    for text in ("XO/X", "XO./.X./..O", "XO./.X./..O z"):
        with pytest.raises(InputError, match="is not a position"):
            game.parse_position(text)
    for text in ("XX./.../... x", "XXX/OO./... x", "XO./.X./..O o"):
        with pytest.raises(InputError, match="cannot arise"):
            game.parse_position(text)
    with pytest.raises(IllegalActionError):
        game.parse_action(state, "b2-b3")
    with pytest.raises(InputError, match="lines, diagonals, free"):
        Morris("jumps")
