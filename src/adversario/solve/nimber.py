"""Why a position of an impartial game is won or lost: nim-values, their XOR, the winning moves."""

from __future__ import annotations

from typing import Any

from adversario.base.catalogue import message
from adversario.base.errors import InputError
from adversario.contract.capability import as_capability, has
from adversario.contract.nim_values import Nimber, NimValued, Period, Winning, verdict
from adversario.game import Game
from adversario.solve.impartial import NimValues


def nimber(game: Game[Any, Any], state: Any = None) -> Nimber:
    """The nim-value of a state with its explanation; by default of the initial state.

    A game that knows its nim-values (`NimValued`, such as games of heaps) computes it, so large
    heaps are fast; any other game is searched. Raises the errors of `nim_value`.
    """
    state = game.initial() if state is None else state
    known = as_capability(game, NimValued).nimber(state)
    return _search_nimber(game, state) if known is None else known


def values_of_heaps(game: Game[Any, Any], number: int) -> tuple[list[int], Period | None]:
    """The nim-values of heaps of 0 to `number` - 1, and their period if it can be proven."""
    if has(game, NimValued):
        return as_capability(game, NimValued).heap_values(number)
    raise InputError("nimber.no_heaps", game=game.name)


def _search_nimber(game: Game[Any, Any], state: Any) -> Nimber:
    values = NimValues(game)
    value = values.of(state)
    winning = tuple(
        Winning(action, game.action_name(state, action), message("nimber.zero"))
        for action in game.legal(state)
        if value and values.of(game.result(state, action)) == 0
    )
    return Nimber(
        game.name, game.position(state), (), value,
        wins=value != 0, verdict=verdict(value, over=game.is_terminal(state)), winning=winning,
    )  # fmt: skip
