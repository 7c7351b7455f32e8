"""Opponents in the terminal: a search that can explain its moves, or a player."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from adversario.algorithms.core.algorithm import ALGORITHMS
from adversario.algorithms.core.answer import Result
from adversario.algorithms.core.limit import Limit
from adversario.arena.player import choose
from adversario.arena.searchers import player_factory
from adversario.base.catalogue import text
from adversario.base.errors import InputError
from adversario.cli.shared.progress import show_when_slow, watched_search
from adversario.contract.information.perspective import Perspective
from adversario.contract.presentation import player_text
from adversario.contract.repetition import recent
from adversario.game import Game

Opponent: TypeAlias = Callable[[Game[Any, Any], Sequence[Any]], tuple[Any, Result[Any, Any] | None]]
"""Returns the action chosen after these states, and the search that chose it, if any."""


def opponent_of(
    name: str | None, level: int | None, limit: Callable[[], Limit], seed: int, lang: str
) -> Opponent:
    """The opponent that the options ask for: a level, a player by name, or a search.

    A search asks for its limit before each move, as a clock may decide.
    """
    if level is not None and name is not None:
        raise InputError("play.both", level=level, opponent=name)
    if level is not None:
        name = f"level:{level}"
    if name is None or name in ALGORITHMS:
        return _searcher(name, limit, lang)
    player = player_factory(name)(seed)

    def choose_action(
        game: Game[Any, Any], states: Sequence[Any]
    ) -> tuple[Any, Result[Any, Any] | None]:
        known = states[-1] if isinstance(states[-1], Perspective) else None
        mover = game.player(states[-1]) if known is None else known.player
        who = player_text(game, mover, lang)
        with show_when_slow(
            lambda spent: text("play.thinking", lang, player=who, seconds=f"{spent:.0f}")
        ):
            if known is not None:
                return player.choose(game, known), None
            return choose(player, game, states[-1], states), None

    return choose_action


def _searcher(algorithm: str | None, limit: Callable[[], Limit], lang: str) -> Opponent:
    def search(game: Game[Any, Any], states: Sequence[Any]) -> tuple[Any, Result[Any, Any] | None]:
        if isinstance(states[-1], Perspective):
            result = watched_search(
                game, None, lang, algorithm=algorithm or "ismcts", limit=limit(), known=states[-1]
            )
            return result.action, result
        result = watched_search(
            game, states[-1], lang, algorithm=algorithm, limit=limit(), past=recent(game, states)
        )
        return result.action, result

    return search
