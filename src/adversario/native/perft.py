"""Perft: how many sequences of actions there are. The measure of rules, and of their speed."""

from __future__ import annotations

from adversario.errors import InputError
from adversario.game import A, Game, S
from adversario.native.choose import Engine, compiled_form
from adversario.native.kernels import perft as kernel


def perft(game: Game[S, A], depth: int, state: S | None = None, *, engine: Engine = "auto") -> int:
    """How many sequences of exactly `depth` plies start in the state, by default the initial one.

    An outcome of chance is a ply too. Games that end before that count for nothing.
    """
    if depth < 0:
        raise InputError("native.depth", given=depth)
    start = game.initial() if state is None else state
    compiled = compiled_form(game, kernel, engine, start)
    if compiled is None:
        return interpreted_perft(game, depth, start)
    return int(compiled.functions.perft(compiled.encode(start), depth))


def perft_divide(
    game: Game[S, A], depth: int, state: S | None = None, *, engine: Engine = "auto"
) -> dict[A, int]:
    """The sequences of exactly `depth` plies, at least one, counted for each first action."""
    if depth < 1:
        raise InputError("native.divide", given=depth)
    start = game.initial() if state is None else state
    return {
        action: perft(game, depth - 1, game.result(start, action), engine=engine)
        for action in game.legal(start)
    }


def interpreted_perft(game: Game[S, A], depth: int, state: S) -> int:
    """The same as `perft`, in plain Python."""
    if depth == 0:
        return 1
    return sum(
        interpreted_perft(game, depth - 1, game.result(state, action))
        for action in game.legal(state)
    )
