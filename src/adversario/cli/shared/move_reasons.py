"""Reasons for moves, in words: what else there was, and what the search that chose it found."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from adversario.algorithms.core.answer import Result
from adversario.algorithms.core.limit import Limit
from adversario.algorithms.mcts.result import MctsResult
from adversario.analysis.assess import assess
from adversario.analysis.known_result import KnownResult
from adversario.analysis.outcome import Ending, action_outcome
from adversario.analysis.review import LONGEST_REPLY, explain_mistake, review_move
from adversario.base.catalogue import Message, message
from adversario.base.numbers import show
from adversario.base.pov import label
from adversario.contract.presentation import player_label
from adversario.game import Game

ENDINGS: tuple[Ending, ...] = ("win", "draw", "loss")


def natural_order(name: str) -> list[tuple[int, str]]:
    """A key that sorts the numbers within names as numbers: 2 before 10."""
    parts = [part for part in re.split(r"(\d+)", name) if part]
    return [(int(part[:18]), "") if part.isdecimal() else (-1, part) for part in parts]


def judge_move(game: Game[Any, Any], state: Any, action: Any, limit: Limit) -> Message:
    """Whether the move is as good as any; if not, what refutes it and which would be better."""
    found = review_move(game, state, action, limit)
    name = game.action_name(state, action)
    if found.verdict:
        return explain_mistake(game, found)
    if found.kept_outcome is not None:
        return message("play.fine_known", action=name, outcome=found.kept_outcome.words)
    return message("play.fine", action=name, value=show(found.value))


def explain_move(
    game: Game[Any, Any], state: Any, action: Any, search: Result[Any, Any] | None, limit: Limit
) -> Iterator[Message]:
    """Why a move was played: how it and the others end if that is known, else what was found.

    `search` is the search that chose it, if one did; otherwise the position is analysed.
    """
    mover = game.player(state)
    player, name = player_label(game, mover), game.action_name(state, action)
    known = assess(game, state, limit=limit)
    if isinstance(known, KnownResult) and (endings := _endings(known, mover)):
        yield message("play.why_known", player=player, action=name)
        for ending, names in endings.items():
            yield message(f"play.why.{ending}", actions=", ".join(sorted(names, key=natural_order)))
        search = known
    elif search is not None:
        yield from _findings(search, player, name, mover)
    else:
        yield message("play.why_chosen", player=player, action=name)
        yield judge_move(game, state, action, limit)
        search = known
    if action == search.action and len(search.principal_variation) > 1:
        line = " ".join(search.names(search.principal_variation[:LONGEST_REPLY])[1:])
        yield message("play.why_line", line=line)


def _endings(known: Result[Any, Any], mover: int) -> dict[Ending, list[str]]:
    """The moves of a state by how they end for the mover; empty unless all of them are known."""
    found: dict[Ending, list[str]] = {}
    outcomes = [action_outcome(known, score, mover) for score in known.scores]
    for ending in ENDINGS:
        for score, outcome in zip(known.scores, outcomes, strict=True):
            if outcome is None:
                return {}
            if outcome.ending == ending:
                name = known.game.action_name(known.state, score.action)
                found.setdefault(ending, []).append(name)
    return found


def _findings(
    search: Result[Any, Any], player: Message | str, name: str, mover: int
) -> Iterator[Message]:
    """What a search found: its value of the move, its cost, and the next best move."""
    value = show(search.value_for(mover).value)
    if isinstance(search, MctsResult):
        yield message(
            "play.why_simulated", player=player, action=name, value=value,
            simulations=search.simulations,
        )  # fmt: skip
    else:
        yield message(
            "play.why_searched", player=player, action=name, value=value,
            algorithm=search.algorithm, nodes=search.statistics.nodes,
            depth=search.statistics.depth,
        )  # fmt: skip
    others = [score for score in search.scores if score.action != search.action]
    if others and not isinstance(others[0].value, tuple):
        best = max(others, key=lambda score: search.score_for(score, mover))
        pov = search.score_for(best, mover)
        other = search.game.action_name(search.state, best.action)
        yield message("play.why_next", action=other, value=label(pov.value, pov.bound))
