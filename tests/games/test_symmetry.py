"""Images of states: worth the same, with one key for all of them, and compiled like the rules."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from adversario import make_game
from adversario.contract.symmetry import canonical_key
from adversario.game import Game
from adversario.native.compiler.compile import compile_game
from adversario.native.kernels.solve import explore

GAMES = {
    name: make_game(name)
    for name in (
        "tictactoe", "mnk:rows=3,columns=4,k=3", "connect4", "hex:size=4", "othello:size=6",
        "breakthrough:rows=5,columns=4", "nim",
    )
}  # fmt: skip


def walked(game: Game[Any, Any], random: Random) -> Any:
    """A state that random play leads to."""
    state = game.initial()
    for _ in range(random.randrange(12)):
        if game.is_terminal(state):
            break
        state = game.result(state, random.choice(list(game.actions(state))))
    return state


@pytest.mark.parametrize("name", GAMES)
def test_images_share_a_key_with_nobody_else(name: str) -> None:
    game, random = GAMES[name], Random(name)
    orbits: dict[Any, set[Any]] = {}
    for _ in range(60):
        state = walked(game, random)
        orbit = {state, *game.symmetries(state)}
        keys = {canonical_key(game, image) for image in orbit}
        assert len(keys) == 1
        assert orbits.setdefault(keys.pop(), orbit) == orbit
    assert len(orbits) > 10


@pytest.mark.parametrize("name", [name for name in GAMES if name != "nim"])
def test_symmetries_compile(name: str) -> None:
    game, random = GAMES[name], Random(7)
    canonical = compile_game(game, explore).functions.canonical
    compiled = compile_game(game, explore)
    for _ in range(30):
        state = walked(game, random)
        images = [state, *game.symmetries(state)]
        assert compiled.decode(canonical(compiled.encode(state))) == min(images)
